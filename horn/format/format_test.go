// SPDX-License-Identifier: Apache-2.0

package format_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/format"
	"cornet/logic"
	"cornet/smtlib"
)

// system returns the system of a text, and the witness for it.
func system(t *testing.T, text, witness string) (*horn.System, *horn.Witness) {
	t.Helper()
	script, err := smtlib.ReadString(logic.NewStore(), "", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	w, err := horn.ReadWitness(sys, "", strings.NewReader(witness))
	require.NoError(t, err)
	return sys, w
}

const clauses = `
(declare-fun p (Int) Bool)
(declare-fun |q 1| (Int Int) Bool)
(declare-fun start () Bool)
(assert start)
(assert (=> start (p (- 1))))
(assert (forall ((x Int)) (=> (and (p x) (< x 1)) (p (+ x 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y) (= x (+ y 1))) (|q 1| x y))))
(assert (forall ((x Int) (y Int)) (not (and (|q 1| x y) (= x 1)))))`

const refutation = `unsat
(refutation
  (step 0 (clause 0) (values) (premises))
  (step 1 (clause 1) (values) (premises 0))
  (step 2 (clause 2) (values (x (- 1))) (premises 1))
  (step 3 (clause 2) (values (x 0)) (premises 2))
  (step 4 (clause 3) (values (x 1) (y 0)) (premises 3 2))
  (step 5 (clause 4) (values (x 1) (y 0)) (premises 4))
)`

func TestProof(t *testing.T) {
	for form, want := range map[format.Form]string{
		format.Native: strings.TrimPrefix(refutation, "unsat\n") + "\n",
		format.Golem:  "0:\ttrue\n1:\tstart ->  0\n2:\t(p (- 1)) ->  1\n3:\t(p 0) ->  2\n4:\t(p 1) ->  3\n5:\t(|q 1| 1 0) ->  4 3\n6:\tfalse ->  5\n\n",
		format.Eldarica: `
0: false -> 1
1: (|q 1| 1 0) -> 2, 3
2: (p 1) -> 3
3: (p 0) -> 4
4: (p (- 1)) -> 5
5: start
`,
		format.EldaricaProlog: `
0: FALSE -> 1
1: q 1(1, 0) -> 2, 3
2: p(1) -> 3
3: p(0) -> 4
4: p(-1) -> 5
5: start
`,
		format.Z3: `((set-logic HORN)
(declare-fun query!0 () Bool)
(proof
(let ((@x2 ((_ hyper-res 0 0 0 1) (asserted (forall ((x Int)) (=> (and (p x) (<= x 0)) (p (+ x 1))))) ` +
			`((_ hyper-res 0 0 0 1) (asserted (=> start (p (- 1)))) ((_ hyper-res 0 0) (asserted (=> true start)) start) (p (- 1))) (p 0))))
(mp ((_ hyper-res 0 0 0 1) (asserted (forall ((x Int) (y Int)) (=> (and (|q 1| x y) (= x 1)) query!0))) ` +
			`((_ hyper-res 0 0 0 1 0 2) (asserted (forall ((x Int) (y Int)) (=> (and (p x) (p y) (= x (+ y 1))) (|q 1| x y)))) ` +
			`((_ hyper-res 0 0 0 1) (asserted (forall ((x Int)) (=> (and (p x) (<= x 0)) (p (+ x 1))))) @x2 (p 1)) @x2 (|q 1| 1 0)) query!0) ` +
			"(asserted (=> query!0 false)) false))))\n",
	} {
		t.Run(string(form), func(t *testing.T) {
			sys, w := system(t, clauses, refutation)
			var b strings.Builder
			require.NoError(t, format.Proof(&b, sys, w.Proof, form))
			require.Equal(t, want, b.String())
		})
	}
}

func TestNoProof(t *testing.T) {
	for name, step := range map[string]string{
		"values of another number": "(step 5 (clause 4) (values (x 1)) (premises 4))",
		"a false constraint":       "(step 5 (clause 4) (values (x 0) (y 0)) (premises 4))",
		"a premise of another":     "(step 5 (clause 4) (values (x 1) (y 0)) (premises 3))",
		"no such assertion":        "(step 5 (clause 9) (values) (premises))",
	} {
		t.Run(name, func(t *testing.T) {
			sys, w := system(t, clauses, refutation[:strings.LastIndex(refutation, "  (step 5")]+step+")")
			require.ErrorContains(t, format.Proof(&strings.Builder{}, sys, w.Proof, format.Golem), "step 5 of the refutation instantiates no clause")
		})
	}
}

func TestModel(t *testing.T) {
	const model = `sat ((define-fun p ((a Int)) Bool (<= a 1)) (define-fun |q 1| ((a Int) (b Int)) Bool (exists ((A Int)) (and (= a A) (< b 5)))) (define-fun start () Bool true))`
	for form, want := range map[format.Form]string{
		format.Golem: `(
  (define-fun p ((|x#1| Int)) Bool
    (<= |x#1| 1))
  (define-fun |q 1| ((|x#2| Int) (|x#3| Int)) Bool
    (exists ((A Int)) (and (= A |x#2|) (<= |x#3| 4))))
  (define-fun start () Bool
    true)
)
`,
		format.Eldarica: `(
    (define-fun p ((A Int)) Bool (<= A 1))
    (define-fun |q 1| ((B Int) (C Int)) Bool (exists ((A Int)) (and (= A B) (<= C 4))))
    (define-fun start () Bool true)
)
`,
		format.Z3: `(
  (define-fun p ((x!0 Int)) Bool
    (<= x!0 1))
  (define-fun |q 1| ((x!0 Int) (x!1 Int)) Bool
    (exists ((A Int)) (and (= A x!0) (<= x!1 4))))
  (define-fun start () Bool
    true)
)
`,
	} {
		t.Run(string(form), func(t *testing.T) {
			sys, w := system(t, clauses, model)
			var b strings.Builder
			require.NoError(t, format.Model(&b, sys, w.Model, form))
			require.Equal(t, want, b.String())
			again, err := horn.ReadWitness(sys, "", strings.NewReader(b.String()))
			require.NoError(t, err)
			for _, p := range sys.Preds {
				d, _ := again.Model.Definition(p)
				require.NotNil(t, d.Body)
			}
		})
	}
}
