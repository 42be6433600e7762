// SPDX-License-Identifier: Apache-2.0

package its_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/its"
)

const locations = `
(declare-sort Loc 0)
(declare-const l0 Loc)
(declare-const l1 Loc)
(define-fun cfg_init ((pc Loc) (src Loc) (rel Bool)) Bool (and (= pc src) rel))
(define-fun cfg_trans2 ((pc Loc) (src Loc) (pc1 Loc) (dst Loc) (rel Bool)) Bool (and (= pc src) (= pc1 dst) rel))
`

var inputs = []struct{ name, text, want string }{
	{"transitions", locations + `
(define-fun init_main ((pc^0 Loc) (x^0 Int)) Bool (cfg_init pc^0 l1 true))
(define-fun next_main ((pc^0 Loc) (x^0 Int) (pc^post Loc) (x^post Int)) Bool (or
  (cfg_trans2 pc^0 l1 pc^post l0 (= x^0 x^post))
  (cfg_trans2 pc^0 l0 pc^post l0 (exists ((n Int)) (and (< 0 x^0) (= x^post (+ -1 x^0)))))))`,
		`(assert (forall ((x^0 Int)) (=> true (l1 x^0))))
(assert (forall ((x^0 Int) (x^post Int)) (=> (and (l1 x^0) (= x^0 x^post)) (l0 x^post))))
(assert (forall ((x^0 Int) (x^post Int)) (=> (and (l0 x^0) (and (>= x^0 1) (= x^0 (+ x^post 1)))) (l0 x^post))))`},
	{"rules", `; a comment
(format LCTRS :smtlib 2.6)
(theory Ints)
(fun f (-> Int Int Int))
(entrypoint f)
(rule (f x y) (f (- x 1) z) :guard (and (> x 0) (> y 0)) :var ((x Int) (y Int) (z Int)))`,
		`(assert (forall ((x!0 Int) (x!1 Int)) (=> true (f x!0 x!1))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (f x y) (and (>= x 1) (>= y 1))) (f (- x 1) z))))`},
	{"no location", locations + `
(define-fun init_main ((pc^0 Loc) (x^0 Int)) Bool true)
(define-fun next_main ((pc^0 Loc) (x^0 Int) (pc^post Loc) (x^post Int)) Bool (cfg_trans2 pc^0 l1 pc^post l0 true))`, "error: does not say where pc^0 is"},
	{"other theory", `(format LCTRS) (theory Reals)`, "error: (theory Ints)"},
	{"nested functions", `(format LCTRS) (theory Ints) (fun f (-> Int Int)) (entrypoint f) (rule (f x) (f (f x)))`, "error: f"},
	{"no entry", `(format LCTRS) (theory Ints) (fun f (-> Int Int))`, "error: no (entrypoint"},
}

func TestRead(t *testing.T) {
	for _, c := range inputs {
		t.Run(c.name, func(t *testing.T) {
			require.True(t, its.Poses(c.text))
			sys, err := its.Read("input", c.text)
			if want, ok := strings.CutPrefix(c.want, "error: "); ok {
				require.ErrorContains(t, err, want)
				return
			}
			require.NoError(t, err)
			var out strings.Builder
			require.NoError(t, horn.Write(&out, sys))
			require.Contains(t, out.String(), c.want)
		})
	}
}
