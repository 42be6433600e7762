// SPDX-License-Identifier: Apache-2.0

package judge_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/test/tamper"
	"cornet/logic"
	"cornet/proof/judge"
	"cornet/smt"
	"cornet/smt/native"
)

// options are options of a method whose solvers count their questions.
func options(method judge.Method, asked *int) judge.Options {
	return judge.Options{Method: method, Solvers: func(store *logic.Store) check.Options {
		*asked++
		return check.Judges(store, native.Backend{}, nil, smt.Options{})
	}}
}

// forms make a system of a text: one with the text, one with only its assertions, and one with only
// its clauses.
var forms = map[string]func(*horn.System, string){
	"text":       func(sys *horn.System, text string) { sys.Source.Text = text },
	"assertions": func(*horn.System, string) {},
	"clauses":    func(sys *horn.System, _ string) { sys.Source = nil },
}

// witnesses are witnesses for the systems of package tamper: valid ones and others.
var witnesses = []struct {
	name, system, text string
	valid              bool
}{
	{"a model", tamper.Safe, "sat ((define-fun p ((x Int) (y Int)) Bool (and (= y (* 2 x)) (<= x 10))) (define-fun q ((x Int) (y Int)) Bool (= x 20)))", true},
	{"a model that a fact breaks", tamper.Safe, "sat ((define-fun p ((x Int) (y Int)) Bool false) (define-fun q ((x Int) (y Int)) Bool false))", false},
	{"a model that a step breaks", tamper.Safe, "sat ((define-fun p ((x Int) (y Int)) Bool (= x y 0)) (define-fun q ((x Int) (y Int)) Bool false))", false},
	{"a model that the query breaks", tamper.Safe, "sat ((define-fun p ((x Int) (y Int)) Bool true) (define-fun q ((x Int) (y Int)) Bool true))", false},
	{"predicates exchanged", tamper.Safe, "sat ((define-fun q ((x Int) (y Int)) Bool (and (= y (* 2 x)) (<= x 10))) (define-fun p ((x Int) (y Int)) Bool (= x 20)))", false},
	{"no definition", tamper.Safe, "sat ((define-fun p ((x Int) (y Int)) Bool (and (= y (* 2 x)) (<= x 10))))", false},
	{"a refutation", tamper.Unsafe, `unsat (refutation (step 0 (clause 0) (values (x 0) (y 0)) (premises))
		(step 1 (clause 1) (values (x 0) (y 0)) (premises 0)) (step 2 (clause 1) (values (x 1) (y 2)) (premises 1))
		(step 3 (clause 1) (values (x 2) (y 4)) (premises 2)) (step 4 (clause 2) (values (x 3) (y 6)) (premises 3)) (step 5 (clause 3) (values (x 6) (y 3)) (premises 4)))`, true},
	{"a refutation that ends too early", tamper.Unsafe, `unsat (refutation (step 0 (clause 0) (values (x 0) (y 0)) (premises))
		(step 1 (clause 2) (values (x 0) (y 0)) (premises 0)) (step 2 (clause 3) (values (x 0) (y 0)) (premises 1)))`, false},
}

// TestValidate judges witnesses of changed systems. The change happens after the judge is made and,
// if the system has a source, before that too.
func TestValidate(t *testing.T) {
	for form, pose := range forms {
		for _, method := range []judge.Method{judge.Auto, judge.Solver, judge.Proof} {
			t.Run(form+"/"+method.String(), func(t *testing.T) {
				for _, w := range witnesses {
					for k := range tamper.Changes(read(t, w.system)) {
						sys := read(t, w.system)
						pose(sys, w.system)
						witness, err := horn.ReadWitness(sys, "witness", strings.NewReader(w.text))
						require.NoError(t, err)
						change, asked := tamper.Changes(sys)[k], 0
						if sys.Source != nil {
							change.Do(sys)
						}
						j := judge.New(sys, options(method, &asked))
						change.Do(sys)
						err = j.Validate(t.Context(), witness)
						require.Equalf(t, w.valid, err == nil, "%s, %s: %v", w.name, change.Name, err)
						if witness.Model != nil && w.valid {
							require.Equal(t, method == judge.Solver, asked > 0, "small models need no solver")
						}
						require.True(t, method != judge.Proof || asked == 0)
					}
				}
			})
		}
	}
}

func read(t *testing.T, text string) *horn.System {
	sys, err := horn.Read("system", text)
	require.NoError(t, err)
	return sys
}

// TestNumbers has assertions whose numbers differ from their positions, as after a pop.
func TestNumbers(t *testing.T) {
	sys := read(t, tamper.Unsafe)
	for i := range sys.Source.Asserts {
		sys.Source.Asserts[i].Number = 10 + 2*i
	}
	text := witnesses[6].text
	for i, n := range []string{"10", "12", "14", "16"} {
		text = strings.ReplaceAll(text, "(clause "+string(rune('0'+i))+")", "(clause "+n+")")
	}
	w, err := horn.ReadWitness(sys, "witness", strings.NewReader(text))
	require.NoError(t, err)
	for _, method := range []judge.Method{judge.Auto, judge.Proof} {
		asked := 0
		j := judge.New(sys, options(method, &asked))
		require.NoError(t, j.Validate(t.Context(), w))
		w.Proof.Steps[0].Assert++
		require.Error(t, j.Validate(t.Context(), w))
		w.Proof.Steps[0].Assert--
	}
}

// TestExtend makes clauses after the judge has been made.
func TestExtend(t *testing.T) {
	whole := read(t, tamper.Safe)
	whole.Source = nil
	w, err := horn.ReadWitness(whole, "witness", strings.NewReader("sat ((define-fun p ((x Int) (y Int)) Bool (= y (* 2 x))) (define-fun q ((x Int) (y Int)) Bool true))"))
	require.NoError(t, err)
	for _, method := range []judge.Method{judge.Auto, judge.Solver, judge.Proof} {
		asked := 0
		sys := &horn.System{Store: whole.Store, Preds: whole.Preds[:1], Clauses: whole.Clauses[:2]}
		j := judge.New(sys, options(method, &asked))
		require.NoError(t, j.Validate(t.Context(), w))
		sys.Preds, sys.Clauses = whole.Preds, whole.Clauses
		require.NoError(t, j.Validate(t.Context(), w), "what the judge has not seen")
		j.Extend(sys)
		sys.Clauses = sys.Clauses[:3]
		require.Error(t, j.Validate(t.Context(), w), "the query")
	}
}

// TestInductive leaves queries out, in whatever position false is.
func TestInductive(t *testing.T) {
	const head = "(declare-fun p (Int) Bool) (declare-fun q (Int) Bool) "
	for _, test := range []struct {
		assertions string
		want       bool
	}{
		{"(assert (p 0)) (assert (not (p 5)))", true},
		{"(assert (p 0)) (assert (forall ((x Int)) (=> (p x) (< x 5))))", true},
		{"(assert (forall ((x Int)) (=> (p x) (p (+ x 1))))) (assert (not (exists ((x Int)) (p x))))", true},
		{"(assert (p (- 1)))", false},
		{"(assert (forall ((x Int)) (=> (p x) (p (- x 1)))))", false},
		{"(assert (forall ((x Int)) (=> (p x) (or (< x 5) (q x)))))", false},
		{"(assert (not (and (p 0) (not (q 0)))))", false},
		{"(assert (= (p 0) (q 0)))", false},
	} {
		sys := read(t, head+test.assertions)
		w, err := horn.ReadWitness(sys, "witness", strings.NewReader("((define-fun p ((x Int)) Bool (>= x 0)) (define-fun q ((x Int)) Bool false))"))
		require.NoError(t, err)
		for range 2 {
			asked := 0
			err = judge.New(sys, options(judge.Auto, &asked)).Inductive(t.Context(), w.Model)
			require.Equal(t, test.want, err == nil, test.assertions)
			sys.Source = nil
		}
	}
}
