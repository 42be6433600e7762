// SPDX-License-Identifier: Apache-2.0

package horn_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// counter is a system with every kind of sort in its predicates.
const counter = `
(set-logic HORN)
(declare-datatype pair ((mk (first Int) (|second one| Real))))
(declare-fun |inv x| (Int Bool) Bool)
(declare-fun p (pair (Array Int Int) (_ BitVec 4)) Bool)
(declare-fun done () Bool)
(assert (forall ((x Int)) (=> (= x 0) (|inv x| x true))))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (|inv x| x b) (= y (+ x 1))) (|inv x| y (not b)))))
(assert (forall ((x Int) (b Bool) (m (Array Int Int))) (=> (and (|inv x| x b) (> x 2)) (p (mk x 0.5) (store m 1 x) #b1010))))
(assert (forall ((z pair) (m (Array Int Int)) (w (_ BitVec 4))) (=> (p z m w) done)))
(assert (not done))
(check-sat)
`

func TestWriteModel(t *testing.T) {
	sys := system(t, counter)
	s := sys.Store
	m := horn.NewModel()
	x, b := s.Var("x", s.Int), s.Var("flag!3", s.Bool)
	m.Define(sys.Preds[0], []*logic.Term{x, b}, s.And(s.Ge(x, s.IntNum(0)), s.Or(b, s.Le(x, s.IntNum(7)))))
	params := []*logic.Term{s.Var("x", s.NamedSort("pair")), s.Var("x", s.Array(s.Int, s.Int)), s.Var("a", s.BitVec(4))}
	first := s.NamedSort("pair").Datatype().Constructors[0].Fields[0]
	m.Define(sys.Preds[1], params, s.Eq(s.Field(first, params[0]), s.Select(params[1], s.IntNum(1))))

	var text strings.Builder
	require.EqualError(t, horn.WriteModel(&text, sys, m), "horn: the model does not define predicate done")
	m.Define(sys.Preds[2], nil, s.False())
	text.Reset()
	require.NoError(t, horn.WriteModel(&text, sys, m))
	require.Equal(t, `(
  (define-fun |inv x| ((x0 Int) (x1 Bool)) Bool
    (and (>= x0 0) (or x1 (<= x0 7))))
  (define-fun p ((x0 pair) (x1 (Array Int Int)) (x2 (_ BitVec 4))) Bool
    (= (first x0) (select x1 1)))
  (define-fun done () Bool
    false)
)
`, text.String())

	w, err := horn.ReadWitness(sys, "", strings.NewReader("sat\n"+text.String()))
	require.NoError(t, err)
	for i, p := range sys.Preds {
		d, _ := m.Definition(p)
		back, ok := w.Model.Definition(p)
		require.True(t, ok)
		vars := d.Params
		require.Same(t, d.Body, s.Substitute(back.Body, back.Params, vars), "definition of predicate %d", i)
	}
}

// Parameters must not hide the constructors that the definition uses: (= x0 x0) would always hold.
func TestWriteModelHidesNothing(t *testing.T) {
	sys := system(t, `(declare-datatype E ((A) (x0) (x2 (s Int))))
		(declare-fun p (E Int E) Bool)
		(assert (forall ((e E) (k Int)) (p e k e)))`)
	s := sys.Store
	e := s.NamedSort("E")
	ctors := e.Datatype().Constructors
	for _, name := range []string{"A", "e!1"} {
		v, k, w := s.Var(name, e), s.Var("s", s.Int), s.Var("w", e)
		for _, body := range []*logic.Term{
			s.Eq(v, s.Construct(ctors[0])),
			s.Or(s.Eq(v, s.Construct(ctors[1])), s.Eq(w, s.Construct(ctors[2], k))),
			s.And(s.Is(ctors[0], v), s.Le(k, s.Field(ctors[2].Fields[0], w))),
		} {
			m := horn.NewModel()
			m.Define(sys.Preds[0], []*logic.Term{v, k, w}, body)
			var text strings.Builder
			require.NoError(t, horn.WriteModel(&text, sys, m))
			z, err := horn.ReadWitness(sys, "", strings.NewReader(text.String()))
			require.NoError(t, err, text.String())
			d, _ := z.Model.Definition(sys.Preds[0])
			require.Same(t, body, s.Substitute(d.Body, d.Params, []*logic.Term{v, k, w}), text.String())
		}
	}
}

// refuteCounter derives done by three increments.
func refuteCounter(sys *horn.System) *horn.Refutation {
	s := sys.Store
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	b := s.Var("b", s.Bool)
	type values = map[*logic.Term]*logic.Term
	steps := []horn.Step{{Clause: 0, Values: values{x: s.IntNum(0)}}}
	for i := range int64(3) {
		steps = append(steps, horn.Step{
			Clause:   1,
			Values:   values{x: s.IntNum(i), y: s.IntNum(i + 1), b: s.BoolValue(i%2 == 0)},
			Premises: []int{int(i)},
		})
	}
	m := s.Var("m", s.Array(s.Int, s.Int))
	mk := s.NamedSort("pair").Datatype().Constructors[0]
	half, err := sys.Source.Scope.ReadTerm("0.5")
	if err != nil {
		panic(err)
	}
	z := s.Var("z", s.NamedSort("pair"))
	three := s.IntNum(3)
	array := s.Store(s.DefaultValue(m.Sort()), s.IntNum(1), three)
	w := s.Var("w", s.BitVec(4))
	ten, err := sys.Source.Scope.ReadTerm("#xA")
	if err != nil {
		panic(err)
	}
	steps = append(steps,
		horn.Step{Clause: 2, Values: values{x: three}, Premises: []int{3}}, // b and m have default values
		horn.Step{Clause: 3, Values: values{z: s.Construct(mk, three, half), m: array, w: ten}, Premises: []int{4}},
		horn.Step{Clause: 4, Premises: []int{5}})
	return &horn.Refutation{Steps: steps}
}

func TestWriteProof(t *testing.T) {
	sys := system(t, counter)
	var text strings.Builder
	p, err := sys.Proof(refuteCounter(sys))
	require.NoError(t, err)
	require.NoError(t, horn.WriteProof(&text, p))
	require.Equal(t, `(refutation
  (step 0 (clause 0) (values (x 0)) (premises))
  (step 1 (clause 1) (values (x 0) (y 1) (b true)) (premises 0))
  (step 2 (clause 1) (values (x 1) (y 2) (b false)) (premises 1))
  (step 3 (clause 1) (values (x 2) (y 3) (b true)) (premises 2))
  (step 4 (clause 2) (values (x 3) (b false) (m ((as const (Array Int Int)) 0))) (premises 3))
  (step 5 (clause 3) (values (z (mk 3 (/ 1.0 2.0))) (m (store ((as const (Array Int Int)) 0) 1 3)) (w #xa)) (premises 4))
  (step 6 (clause 4) (values) (premises 5))
)
`, text.String())
	w, err := horn.ReadWitness(sys, "", strings.NewReader(text.String()))
	require.NoError(t, err)
	require.Equal(t, horn.Unsafe, w.Verdict)
	var again strings.Builder
	require.NoError(t, horn.WriteProof(&again, w.Proof))
	require.Equal(t, text.String(), again.String())
}

// TestProofOccurrences has assertions whose text has other atoms and variables
// than their clauses.
func TestProofOccurrences(t *testing.T) {
	for _, c := range []struct {
		name, in, premises, names string
		clause                    int
	}{
		{"repeated atom", "(forall ((x Int)) (=> (and (p x) a (p x)) (q x)))", "0 1 0", "x", 0},
		{"or in any order", "(forall ((x Int)) (or (not a) (q x) (not (p x))))", "0 1", "x", 0},
		{"second disjunct", "(forall ((x Int)) (=> (and (or (p x) a) (p x)) b))", "0 1", "x", 1},
		{"let", "(forall ((x Int)) (let ((y (p x))) (=> (and y a y) b)))", "0 1 0", "x", 0},
		{"unused variable", "(forall ((x Int) (y Int)) (=> (p x) a))", "0", "x y", 0},
		{"nested quantifiers", "(forall ((x Int)) (=> (exists ((y Int)) (and (r x y) (> y 0))) (forall ((z Int)) (p z))))", "0", "x y z", 0},
		{"one name twice", "(and (forall ((x Int)) (=> (p x) a)) (forall ((x Int)) (=> (q x) (p x) b)))", "0 1", "x x", 1},
		{"iff", "(forall ((x Int)) (= (and (p x) (q x)) (r x x)))", "0", "x", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, preamble+"(assert a)(assert "+c.in+")")
			clause := sys.Clauses[c.clause+1]
			step := horn.Step{Clause: c.clause + 1}
			steps := make([]horn.Step, len(clause.Body)) // any steps will do
			for i := range clause.Body {
				step.Premises = append(step.Premises, i)
			}
			p, err := sys.Proof(&horn.Refutation{Steps: append(steps, step)})
			require.NoError(t, err)
			last := p.Steps[len(p.Steps)-1]
			require.Equal(t, 1, last.Assert)
			var names, premises []string
			for _, v := range last.Values {
				names = append(names, v.Name)
			}
			for _, k := range last.Premises {
				premises = append(premises, string(rune('0'+k)))
			}
			require.Equal(t, c.names, strings.Join(names, " "))
			require.Equal(t, c.premises, strings.Join(premises, " "))
		})
	}
}

func TestProofErrors(t *testing.T) {
	sys := system(t, counter)
	for _, c := range []struct {
		want  string
		steps []horn.Step
	}{
		{"horn: step 0 of the refutation: there is no clause 9", []horn.Step{{Clause: 9}}},
		{"horn: step 0 of the refutation: 0 premises for the 1 body atoms of clause 1", []horn.Step{{Clause: 1}}},
		{"horn: step 1 of the refutation: premise 1 is not an earlier step", []horn.Step{{}, {Clause: 1, Premises: []int{1}}}},
	} {
		_, err := sys.Proof(&horn.Refutation{Steps: c.steps})
		require.EqualError(t, err, c.want)
	}
	made := &horn.System{Store: sys.Store, Preds: sys.Preds, Source: sys.Source,
		Clauses: []*horn.Clause{{Constraint: sys.Store.True()}}}
	_, err := made.Proof(&horn.Refutation{Steps: []horn.Step{{}}})
	require.EqualError(t, err, "horn: step 0 of the refutation: clause 0 does not stem from an assertion")
}

// TestReadModel has the forms in which solvers print models.
func TestReadModel(t *testing.T) {
	const problem = "(declare-fun p (Int) Bool) (declare-fun |q q| () Bool) (assert (p 0)) (assert |q q|)"
	for _, c := range []struct{ name, in, p, q string }{
		{"list", "sat\n((define-fun p ((x Int)) Bool (> x 1)) (define-fun |q q| () Bool true))", "(> x 1)", "true"},
		{"no verdict", "((define-fun p ((x Int)) Bool (> x 1)))", "(> x 1)", ""},
		{"model", "sat (model (define-fun p ((x Int)) Bool (> x 1)))", "(> x 1)", ""},
		{"bare", "sat (define-fun p ((x Int)) Bool (> x 1)) (define-fun |q q| () Bool false)", "(> x 1)", "false"},
		{"one bare", "(define-fun p ((x Int)) Bool (> x 1))", "(> x 1)", ""},
		{"let", "((define-fun p ((x Int)) Bool (let ((y (+ x 1))) (let ((x y)) (> (+ x y) 4)))))", "(> x 1)", ""},
		{"other parameter", "((define-fun p ((A Int)) Bool (> A 1)))", "(> x 1)", ""},
		{"auxiliary function", "((define-fun up ((y Int)) Int (+ y 1)) (define-fun p ((x Int)) Bool (> (up x) 2)))", "(> x 1)", ""},
		{"earlier definition", "((define-fun |q q| () Bool false) (define-fun p ((x Int)) Bool (or |q q| (> x 1))))", "(> x 1)", "false"},
		{"comments", "sat ; found by hand\n(; p\n(define-fun p ((x Int)) Bool (> x 1)))", "(> x 1)", ""},
		{"empty", "sat ()", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, problem)
			s := sys.Store
			for range 2 { // the second reading ignores the definitions of the first one
				w, err := horn.ReadWitness(sys, "out", strings.NewReader(c.in))
				require.NoError(t, err)
				require.Equal(t, horn.Safe, w.Verdict)
				require.Nil(t, w.Proof)
				x := s.Var("x", s.Int)
				for i, want := range []string{c.p, c.q} {
					p := sys.Preds[i]
					if want == "" {
						_, ok := w.Model.Definition(p)
						require.False(t, ok)
						continue
					}
					scope := smtlib.NewScope(s)
					scope.Declare(nil, []*logic.Term{x})
					body, err := scope.ReadTerm(want)
					require.NoError(t, err)
					require.Same(t, s.Simplify(body), w.Model.Instance(s, p, []*logic.Term{x}[:p.Arity()]))
				}
			}
		})
	}
}

func TestReadWitnessErrors(t *testing.T) {
	const problem = "(declare-fun p (Int) Bool) (assert (p 0))"
	for _, c := range []struct{ name, in, want string }{
		{"verdict", "maybe", "out:1:1: found maybe; expected sat, unsat, a model or a refutation"},
		{"not a definition", "sat\n((declare-fun p (Int) Bool))", "out:2:2: found (declare-fun p (Int) Bool); expected (define-fun …)"},
		{"signature", "((define-fun p ((x Real)) Bool true))", "out:1:2: the definition of p does not have its signature, (Int) Bool"},
		{"arity", "((define-fun p ((x Int) (y Int)) Bool true))", "out:1:2: the definition of p does not have its signature, (Int) Bool"},
		{"result", "((define-fun p ((x Int)) Int 0))", "out:1:2: the definition of p does not have its signature, (Int) Bool"},
		{"twice", "((define-fun p ((x Int)) Bool true)\n (define-fun p ((x Int)) Bool true))", "out:2:2: second definition of p"},
		{"unknown symbol", "((define-fun p ((x Int)) Bool (> x y)))", "out:1:36: unknown symbol y; declare it before it is used"},
		{"model of unsat", "unsat ((define-fun p ((x Int)) Bool true))", "out:1:7: a model after the verdict unsat; expected (refutation …)"},
		{"refutation of sat", "sat (refutation)", "out:1:5: a refutation after the verdict sat"},
		{"more text", "unsat (refutation) (refutation)", "out:1:20: text after the refutation"},
		{"step", "(refutation (step 0 (clause 0) (premises)))",
			"out:1:13: found (step 0 (clause 0) (premises)); expected (step name (clause k) (values …) (premises …)), or (loop …)"},
		{"loop", "(refutation (loop (steps 1 2) (times 3)))",
			"out:1:13: found (loop (steps 1 2) (times 3)); expected (loop (steps first last) (entry step) (times n) (next ((variable value) …) …))"},
		{"loop of no steps", "(refutation (loop (steps 0 0) (entry 0) (times 3) (next)))", "out:1:26: step 0 is no earlier step"},
		{"clause", "(refutation (step 0 (clause two) (values) (premises)))", "out:1:29: found two; expected the number of an assert"},
		{"value", "(refutation (step 0 (clause 0) (values x) (premises)))", "out:1:40: found x; expected (variable value)"},
		{"ill-sorted value", "(refutation (step 0 (clause 0) (values (x (+ 1 true))) (premises)))", ""},
		{"premise", "(refutation (step 0 (clause 0) (values) (premises 0)))", "out:1:51: step 0 is no earlier step"},
		{"name twice", "(refutation (step s (clause 0) (values) (premises)) (step s (clause 0) (values) (premises)))",
			"out:1:59: second step of name s"},
		{"unclosed", "sat (", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := horn.ReadWitness(system(t, problem), "out", strings.NewReader(c.in))
			require.Error(t, err)
			var ours *horn.Error
			var theirs *smtlib.Error
			require.True(t, errors.As(err, &ours) || errors.As(err, &theirs))
			if c.want != "" {
				require.EqualError(t, err, c.want)
			}
		})
	}
	t.Run("verdicts alone", func(t *testing.T) {
		for text, want := range map[string]horn.Verdict{"sat": horn.Safe, "unsat\n": horn.Unsafe, "unknown": horn.Unknown, "": horn.Unknown} {
			w, err := horn.ReadWitness(system(t, problem), "", strings.NewReader(text))
			require.NoError(t, err)
			require.Equal(t, &horn.Witness{Verdict: want}, w)
		}
	})
}

// TestWitnessWithoutSource reads witnesses of a system that no file poses.
func TestWitnessWithoutSource(t *testing.T) {
	read := system(t, counter)
	sys := &horn.System{Store: read.Store, Preds: read.Preds, Clauses: read.Clauses}
	w, err := horn.ReadWitness(sys, "", strings.NewReader(
		"((define-fun p ((z pair) (m (Array Int Int)) (w (_ BitVec 4))) Bool (and ((_ is mk) z) (= (first z) 3))))"))
	require.NoError(t, err)
	_, ok := w.Model.Definition(sys.Preds[1])
	require.True(t, ok)
	p, err := sys.Proof(&horn.Refutation{Steps: []horn.Step{{Clause: 0}}})
	require.NoError(t, err)
	require.Equal(t, "x", p.Steps[0].Values[0].Name)
}

func TestEmptyModel(t *testing.T) {
	script, err := smtlib.ReadString(logic.NewStore(), "in", "(set-logic HORN)(assert (forall ((x Int)) (=> (> x x) false)))(check-sat)")
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, horn.WriteModel(&b, sys, horn.NewModel()))
	require.Equal(t, "(model)\n", b.String())
	w, err := horn.ReadWitness(sys, "out", strings.NewReader("sat\n"+b.String()))
	require.NoError(t, err)
	require.Equal(t, horn.Safe, w.Verdict)
}
