// SPDX-License-Identifier: Apache-2.0

package termination_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	search "cornet/engines/termination"
	"cornet/horn"
	"cornet/horn/termination"
)

const fibonacci = `
(declare-fun call (Int) Bool)
(declare-fun ret (Int Int) Bool)
(assert (forall ((n Int)) (call n)))
(assert (forall ((n Int)) (=> (and (call n) (>= n 2)) (call (- n 1)))))
(assert (forall ((n Int) (r Int)) (=> (and (call n) (>= n 2) (ret (- n 1) r)) (call (- n 2)))))
(assert (forall ((n Int)) (=> (and (call n) (< n 2)) (ret n n))))
(assert (forall ((n Int) (r Int) (s Int)) (=> (and (call n) (>= n 2) (ret (- n 1) r) (ret (- n 2) s)) (ret n (+ r s)))))`

// questions are Horn systems whose terms or clauses transition systems do not have.
var questions = []struct {
	name, text string
	steps      []termination.Step
	want       string
}{
	{"calls", fibonacci, []termination.Step{{Clause: 1}, {Clause: 2}, {Clause: 3}, {Clause: 4}}, "YES"},
	{"results follow from smaller ones", fibonacci, nil, "MAYBE"},
	{"words", `(declare-fun f ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (f x y)))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (=> (and (f x y) (bvult x y)) (f (bvadd x #x01) y))))`, nil, "YES"},
	{"words that wrap", `(declare-fun f ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (f x y)))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (=> (and (f x y) (bvule x y)) (f (bvadd x #x01) y))))`, nil, "NO"},
	{"wraps to the exit", `(declare-fun f (Int) Bool)
(assert (f 1))
(assert (forall ((c Int)) (=> (and (f c) (not (= c 0))) (f (ite (<= c 254) (+ c 1) (- c 255))))))`, nil, "YES"},
	{"Booleans", `(declare-fun f (Bool Int) Bool)
(assert (forall ((b Bool) (x Int)) (f b x)))
(assert (forall ((b Bool) (x Int)) (=> (and (f b x) (> x 0) b) (f false x))))
(assert (forall ((b Bool) (x Int)) (=> (and (f b x) (> x 0) (not b)) (f true (- x 1)))))`, nil, "YES"},
	{"reals", `(declare-fun f (Real) Bool)
(assert (forall ((x Real)) (f x)))
(assert (forall ((x Real)) (=> (and (f x) (> x 0.0)) (f (- x 0.5)))))`, nil, "YES"},
	{"reals that shrink", `(declare-fun f (Real) Bool)
(assert (forall ((x Real)) (f x)))
(assert (forall ((x Real)) (=> (and (f x) (> x 0.0)) (f (/ x 2.0)))))`, nil, "NO"},
}

func TestHorn(t *testing.T) {
	for _, c := range questions {
		t.Run(c.name, func(t *testing.T) {
			sys, err := horn.Read(c.name, c.text)
			require.NoError(t, err)
			z, err := search.Decide(context.Background(), termination.Question{System: sys, Steps: c.steps}, options())
			require.NoError(t, err)
			require.Equal(t, c.want, z.Verdict.String(), z.Reason)
		})
	}
}
