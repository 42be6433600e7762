// SPDX-License-Identifier: Apache-2.0

package termination_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/termination"
	"cornet/smt"
	"cornet/smt/native"
)

// systems are the questions of the tables.
var systems = map[string]string{
	"countdown": `
(declare-fun loop (Int) Bool)
(assert (forall ((x Int)) (loop x)))
(assert (forall ((x Int)) (=> (and (loop x) (> x 0)) (loop (- x 1)))))`,
	"two locations": `
(declare-fun head (Int) Bool)
(declare-fun body (Int) Bool)
(assert (forall ((x Int)) (head x)))
(assert (forall ((x Int)) (=> (and (head x) (> x 0)) (body x))))
(assert (forall ((x Int)) (=> (body x) (head (- x 1)))))`,
	"up": `
(declare-fun loop (Int) Bool)
(assert (forall ((x Int)) (=> (= x 5) (loop x))))
(assert (forall ((x Int) (n Int)) (=> (and (loop x) (> x 0)) (loop (+ x n)))))`,
}

// certificates for the systems, and what the validator says.
var certificates = []struct{ name, system, text, want string }{
	{"linear", "countdown", `YES (ranking (tuple loop ((x Int)) x) ((define-fun loop ((x Int)) Bool true)))`, "valid"},
	{"grows", "countdown", `(ranking (tuple loop ((x Int)) (- x)) ((define-fun loop ((x Int)) Bool true)))`, "not valid"},
	{"not bounded", "countdown", `(ranking (tuple loop ((x Int)) (- x 2)) ((define-fun loop ((x Int)) Bool true)))`, "not valid"},
	{"constant first", "countdown", `(ranking (tuple loop ((x Int)) 7 x) ((define-fun loop ((x Int)) Bool true)))`, "valid"},
	{"no component", "countdown", `(ranking (tuple loop ((x Int))) ((define-fun loop ((x Int)) Bool true)))`, "not valid"},
	{"no cut point", "countdown", `(ranking ((define-fun loop ((x Int)) Bool true)))`, "no cut point"},
	{"invariant too strong", "countdown", `(ranking (tuple loop ((x Int)) x) ((define-fun loop ((x Int)) Bool (> x 0))))`, "not valid"},
	{"unknown variable", "countdown", `(ranking (tuple loop ((x Int)) y) ((define-fun loop ((x Int)) Bool true)))`, "unknown symbol"},
	{"remembered", "two locations", `(ranking (tuple head ((x Int)) x)
		((define-fun head ((x Int)) Bool true) (define-fun body ((x Int)) Bool (> x 0)) (define-fun body~since ((r Int) (x Int)) Bool (and (> x 0) (= r x)))))`, "valid"},
	{"remembered too little", "two locations", `(ranking (tuple head ((x Int)) x)
		((define-fun head ((x Int)) Bool true) (define-fun body ((x Int)) Bool (> x 0)) (define-fun body~since ((r Int) (x Int)) Bool (> x 0))))`, "not valid"},
	{"tuples of different lengths", "two locations", `(ranking (tuple head ((x Int)) x) (tuple body ((x Int)) x 0) ((define-fun head ((x Int)) Bool true)))`, "the sorts"},
	{"recurrent", "up", `NO (recurrence (set loop ((x Int)) (> x 0)) (move (clause 1) (atom 0) ((x Int)) (values (x x) (n 0)))
		(refutation (step 0 (clause 0) (values (x 5)) (premises)) (step 1 (clause 2) (values (x!0 5)) (premises 0))))`, "valid"},
	{"leaves the set", "up", `(recurrence (set loop ((x Int)) (> x 0)) (move (clause 1) (atom 0) ((x Int)) (values (x x) (n (- 1))))
		(refutation (step 0 (clause 0) (values (x 5)) (premises)) (step 1 (clause 2) (values (x!0 5)) (premises 0))))`, "not valid"},
	{"another state", "up", `(recurrence (set loop ((x Int)) (> x 0)) (move (clause 1) (atom 0) ((x Int)) (values (x (+ x 1)) (n 0)))
		(refutation (step 0 (clause 0) (values (x 5)) (premises)) (step 1 (clause 2) (values (x!0 5)) (premises 0))))`, "not valid"},
	{"set not reached", "up", `(recurrence (set loop ((x Int)) (> x 5)) (move (clause 1) (atom 0) ((x Int)) (values (x x) (n 0)))
		(refutation (step 0 (clause 0) (values (x 5)) (premises)) (step 1 (clause 2) (values (x!0 5)) (premises 0))))`, "not valid"},
	{"empty set", "up", `(recurrence (set loop ((x Int)) false)
		(refutation (step 0 (clause 0) (values (x 5)) (premises)) (step 1 (clause 2) (values (x!0 5)) (premises 0))))`, "not valid"},
	{"wrong verdict", "up", `YES (recurrence (set loop ((x Int)) (> x 0)) (refutation))`, "after the verdict YES"},
	{"no certificate", "up", `(model)`, "expected (ranking"},
}

func question(t *testing.T, name string) termination.Question {
	t.Helper()
	sys, err := horn.Read(name, systems[name])
	require.NoError(t, err)
	return termination.Question{System: sys}
}

func judges(q termination.Question) check.Options {
	return check.Judges(q.System.Store, native.Backend{}, nil, smt.Options{})
}

func TestCertificates(t *testing.T) {
	for _, c := range certificates {
		t.Run(c.name, func(t *testing.T) {
			q := question(t, c.system)
			z, err := termination.Read(q, "certificate", strings.NewReader(c.text))
			if err == nil {
				err = termination.Validate(context.Background(), q, z, judges(q))
			}
			switch c.want {
			case "valid":
				require.NoError(t, err)
				require.True(t, termination.IsCertificate(c.text))
				var printed strings.Builder
				require.NoError(t, termination.Write(&printed, q, z))
				again, err := termination.Read(q, "printed", strings.NewReader(printed.String()))
				require.NoError(t, err)
				require.NoError(t, termination.Validate(context.Background(), q, again, judges(q)))
			case "not valid":
				var invalid *check.Invalid
				require.ErrorAs(t, err, &invalid)
			default:
				require.ErrorContains(t, err, c.want)
			}
		})
	}
}
