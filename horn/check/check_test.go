// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/test/horntest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

func system(t testing.TB, text string) *horn.System {
	t.Helper()
	script, err := smtlib.ReadString(logic.NewStore(), "in", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

func witness(t testing.TB, sys *horn.System, text string) *horn.Witness {
	t.Helper()
	w, err := horn.ReadWitness(sys, "out", strings.NewReader(text))
	require.NoError(t, err)
	return w
}

func options(sys *horn.System) check.Options {
	return check.Options{Solver: func() (smt.Solver, error) { return native.NewSolver(sys.Store, smt.Options{}), nil }}
}

// judge validates a printed witness.
func judge(t testing.TB, sys *horn.System, w *horn.Witness) error {
	t.Helper()
	if w.Verdict == horn.Safe {
		return check.Model(context.Background(), sys, w.Model, options(sys))
	}
	return check.Proof(context.Background(), sys, w.Proof, options(sys))
}

// counting derives p(0), p(1), …, and asks whether n is reached.
func counting(n string) string {
	return `(set-logic HORN)
(declare-fun p (Int) Bool)
(declare-fun |used twice| (Int Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (p x))))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 1))) (p y))))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (< x 5) (p y)) (|used twice| x y))))
(assert (forall ((x Int)) (not (and (|used twice| x x) (= x ` + n + `)))))
(check-sat)
`
}

const (
	goodModel = `sat
((define-fun p ((x Int)) Bool (>= x 0))
 (define-fun |used twice| ((x Int) (y Int)) Bool (and (>= x 0) (>= y 0))))`
	goodProof = `unsat
(refutation
  (step 0 (clause 0) (values (x 0)) (premises))
  (step 1 (clause 1) (values (x 0) (y 1)) (premises 0))
  (step 2 (clause 2) (values (x 1) (y 1)) (premises 1 1))
  (step 3 (clause 3) (values (x 1)) (premises 2)))`
)

// replaced returns text after replacing pairs of old and new parts.
func replaced(text string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(text)
}

// witnessTests are witnesses with the validator's result: "" for valid ones.
var witnessTests = []struct{ name, problem, witness, want string }{
	{"model", counting("(- 1)"), goodModel, ""},
	{"proof", counting("1"), goodProof, ""},
	{"strongest model", counting("(- 1)"), replaced(goodModel, "(and (>= x 0) (>= y 0))", "(and (<= 0 x 4) (>= y 0))"), ""},

	{"too strong", counting("(- 1)"), replaced(goodModel, "Bool (>= x 0)", "Bool (and (>= x 0) (< x 9))"),
		"invalid witness: in:5:1: assertion 1: does not hold under the model; counterexample: x = 8 y = 9"},
	{"too weak", counting("(- 1)"), replaced(goodModel, "(and (>= x 0) (>= y 0))", "true"),
		"invalid witness: in:7:1: assertion 3: does not hold under the model; counterexample: x = (- 1)"},
	{"wrong on a fact", counting("(- 1)"), replaced(goodModel, "Bool (>= x 0)", "Bool (> x 0)"),
		"invalid witness: in:4:1: assertion 0: does not hold under the model; counterexample: x = 0"},
	{"of an unsafe system", counting("1"), goodModel,
		"invalid witness: in:7:1: assertion 3: does not hold under the model; counterexample: x = 1"},
	{"no definition", counting("(- 1)"), "sat ((define-fun p ((x Int)) Bool true))",
		"invalid witness: predicate |used twice| has no definition"},
	{"predicate in a definition", counting("(- 1)"), replaced(goodModel, "(and (>= x 0) (>= y 0))", "(|used twice| y x)"),
		"invalid witness: the definition of predicate |used twice| mentions the symbol |used twice|"},

	{"wrong value", counting("1"), replaced(goodProof, "(values (x 0) (y 1))", "(values (x 0) (y 2))"),
		"invalid witness: in:5:1: step 1: assertion 1: the instance derives nothing: the constraint does not hold under the values"},
	{"values of other premises", counting("1"), replaced(goodProof, "(values (x 0) (y 1))", "(values (x 1) (y 2))"),
		"invalid witness: in:5:1: step 1: assertion 1: the instance derives nothing: premise 0 (step 0) derives (p 0), the body wants (p 1)"},
	{"missing premise", counting("1"), replaced(goodProof, "(premises 1 1)", "(premises 1)"),
		"invalid witness: in:6:1: step 2: assertion 2: the instance derives nothing: no premise is left for body atom (p 1)"},
	{"additional premise", counting("1"), replaced(goodProof, "(premises 1 1)", "(premises 1 1 1)"),
		"invalid witness: in:6:1: step 2: assertion 2: the instance derives nothing: the instance uses 2 of the 3 premises"},
	{"premises exchanged", counting("1"), replaced(goodProof, "(x 1) (y 1)) (premises 1 1)", "(x 1) (y 0)) (premises 0 1)"),
		"invalid witness: in:6:1: step 2: assertion 2: the instance derives nothing: premise 0 (step 0) derives (p 0), the body wants (p 1)"},
	{"premise of another predicate", counting("1"), replaced(goodProof, "(premises 2)", "(premises 1)"),
		"invalid witness: in:7:1: step 3: assertion 3: the instance derives nothing: premise 0 (step 1) derives (p 1), the body wants (|used twice| 1 1)"},
	{"missing value", counting("1"), replaced(goodProof, "(values (x 0) (y 1))", "(values (x 0))"),
		"invalid witness: in:5:1: step 1: assertion 1: variable y has no value"},
	{"value of nothing", counting("1"), replaced(goodProof, "(values (x 0) (y 1))", "(values (x 0) (y 1) (z 3))"),
		"invalid witness: in:5:1: step 1: assertion 1: z has a value, but the assertion does not quantify it (so often)"},
	{"second value", counting("1"), replaced(goodProof, "(values (x 0) (y 1))", "(values (x 0) (y 1) (y 1))"),
		"invalid witness: in:5:1: step 1: assertion 1: y has a value, but the assertion does not quantify it (so often)"},
	{"value of another sort", counting("1"), replaced(goodProof, "(values (x 0) (y 1))", "(values (x 0) (y true))"),
		"invalid witness: in:5:1: step 1: assertion 1: the value of y has sort Bool instead of Int"},
	{"no value", counting("1"), replaced(goodProof, "(values (x 0) (y 1))", "(values (x 0) (y (div 1 0)))"),
		"invalid witness: in:5:1: step 1: assertion 1: the value of y is no value: (div 1 0)"},
	{"no such assertion", counting("1"), replaced(goodProof, "(clause 2)", "(clause 7)"),
		"invalid witness: step 2: there is no assertion 7 in force"},
	{"not false", counting("1"), replaced(goodProof, "(step 3 (clause 3) (values (x 1)) (premises 2))", ""),
		"invalid witness: step 2: assertion 2: the last step derives (|used twice| 1 1) instead of false"},
	{"no steps", counting("1"), "unsat (refutation)", "invalid witness: the refutation has no steps"},
	{"premises by name, values in any order", counting("1"), `(refutation
	  (step zero (clause 0) (values (x 0)) (premises)) (step one (clause 1) (values (y 1) (x 0)) (premises zero))
	  (step |2| (clause 2) (values (y 1) (x 1)) (premises one one)) (step last (clause 3) (values (x 1)) (premises |2|)))`, ""},

	{"division by zero", "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (=> (= (div x 0) 3) (p x))))\n(assert (not (p 1)))",
		"(refutation (step 0 (clause 0) (values (x 1)) (premises)) (step 1 (clause 1) (values) (premises 0)))",
		"invalid witness: in:2:1: step 0: assertion 0: the instance derives nothing: the constraint is undefined under the values " +
			"(division by zero, a field of another constructor, or elements of an uninterpreted sort): (= (div 1 0) 3)"},
	{"division by zero in an argument", "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (p (mod x 0))))\n(assert (not (p 1)))",
		"(refutation (step 0 (clause 0) (values (x 1)) (premises)) (step 1 (clause 1) (values) (premises 0)))",
		"invalid witness: in:2:1: step 0: assertion 0: the instance derives nothing: argument 1 of p is undefined under the values: (mod 1 0)"},
	{"field of another constructor", `(declare-datatype list ((nil) (cons (head Int) (tail list)))) (declare-fun p (list) Bool)
(assert (forall ((l list)) (=> (> (head l) 0) (p l))))
(assert (not (p nil)))`,
		"(refutation (step 0 (clause 0) (values (l nil)) (premises)) (step 1 (clause 1) (values) (premises 0)))",
		"invalid witness: in:2:1: step 0: assertion 0: the instance derives nothing: the constraint is undefined under the values " +
			"(division by zero, a field of another constructor, or elements of an uninterpreted sort): (>= (head nil) 1)"},
	{"undefined part that does not matter", "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (=> (or (= (div x 0) 3) (> x 0)) (p x))))\n(assert (not (p 1)))",
		"(refutation (step 0 (clause 0) (values (x 1)) (premises)) (step 1 (clause 1) (values) (premises 0)))", ""},

	{"disjunctive body", "(declare-fun a () Bool)(declare-fun b () Bool)\n(assert b)(assert (=> (or a b) false))",
		"(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values) (premises 0)))", ""},
	{"two conclusions", "(declare-fun p (Int) Bool)\n(assert (and (p 0) (p 1)))(assert (not (p 1)))",
		"(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values) (premises 0)))", ""},
	{"three conclusions, none fits", "(declare-fun p (Int) Bool)\n(assert (and (p 0) (p 1) (p 2)))(assert (not (p 3)))",
		"(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values) (premises 0)))",
		"invalid witness: in:2:33: step 1: assertion 1: the instance derives nothing: premise 0 (step 0) derives (p 0) or (p 1) or (p 2), the body wants (p 3)"},
	{"exists in the body", "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (=> (exists ((y Int)) (= x (* 2 y))) (p x))))(assert (not (p 6)))",
		"(refutation (step 0 (clause 0) (values (x 6) (y 3)) (premises)) (step 1 (clause 1) (values) (premises 0)))", ""},
	{"exists in the body, no witness", "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (=> (exists ((y Int)) (= x (* 2 y))) (p x))))(assert (not (p 6)))",
		"(refutation (step 0 (clause 0) (values (x 6)) (premises)) (step 1 (clause 1) (values) (premises 0)))",
		"invalid witness: in:2:1: step 0: assertion 0: variable y has no value"},
	{"real variable, integer value", "(declare-fun p (Real) Bool)\n(assert (forall ((x Real)) (p x)))(assert (not (p 2.0)))",
		"(refutation (step 0 (clause 0) (values (x 2)) (premises)) (step 1 (clause 1) (values) (premises 0)))", ""},
	{"arrays", "(declare-fun p ((Array Int Int)) Bool)\n(assert (forall ((m (Array Int Int))) (=> (= (select m 1) 4) (p (store m 2 5)))))\n" +
		"(assert (forall ((m (Array Int Int))) (not (and (p m) (> (select m 2) (select m 1))))))",
		"(refutation (step 0 (clause 0) (values (m (store ((as const (Array Int Int)) 0) 1 4))) (premises))" +
			"(step 1 (clause 1) (values (m (store (store ((as const (Array Int Int)) 0) 2 5) 1 4))) (premises 0)))", ""},
}

func TestWitness(t *testing.T) {
	for _, c := range witnessTests {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, c.problem)
			w, err := horn.ReadWitness(sys, "out", strings.NewReader(c.witness))
			require.NoError(t, err)
			err = judge(t, sys, w)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, c.want)
			var invalid *check.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, strings.Contains(c.want, "is undefined under the values"), invalid.Open)
		})
	}
}

// TestOpenHead: a step may lack a premise because another head of the previous step has no value.
// That does not make the witness invalid.
func TestOpenHead(t *testing.T) {
	s := system(t, "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (and (p (div 1 0)) (q 1)))"+
		"(assert (forall ((x Int) (y Int)) (=> (and (p x) (q y)) false)))")
	w, err := horn.ReadWitness(s, "out", strings.NewReader("(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 0) (values) (premises))"+
		"(step 2 (clause 1) (values (x 0) (y 1)) (premises 0 1)))"))
	require.NoError(t, err)
	var invalid *check.Invalid
	require.ErrorAs(t, judge(t, s, w), &invalid)
	require.True(t, invalid.Open)
}

// TestUninterpreted has a refutation that needs two different elements of an uninterpreted sort. An
// interpretation need not have two.
func TestUninterpreted(t *testing.T) {
	for _, c := range []struct{ constraint, want string }{
		{"(not (= u v))", "the constraint is undefined under the values"},
		{"(= u v)", "the constraint is undefined under the values"},
		{"(= u u)", ""},
	} {
		sys := system(t, "(declare-sort U 0) (declare-fun p (U U) Bool)\n(assert (forall ((u U) (v U)) (=> "+c.constraint+
			" (p u v))))\n(assert (forall ((u U) (v U)) (not (p u v))))")
		s := sys.Store
		sort := s.NamedSort("U")
		values := map[*logic.Term]*logic.Term{
			s.Var("u", sort): s.UninterpretedValue("e0", sort), s.Var("v", sort): s.UninterpretedValue("e1", sort),
		}
		err := check.Refutation(context.Background(), sys, &horn.Refutation{Steps: []horn.Step{
			{Clause: 0, Values: values}, {Clause: 1, Values: values, Premises: []int{0}},
		}}, options(sys))
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
}

// TestDefinitions has malformed models that no text can express.
func TestDefinitions(t *testing.T) {
	sys := system(t, "(declare-fun p (Int Int) Bool) (assert (p 0 0))")
	s, p := sys.Store, sys.Preds[0]
	x, y, b := s.Var("x", s.Int), s.Var("y", s.Int), s.Var("x", s.Bool)
	vars := func(vs ...*logic.Term) []*logic.Term { return vs }
	for _, c := range []struct {
		params []*logic.Term
		body   *logic.Term
		want   string
	}{
		{vars(x), s.True(), "the definition of predicate p has 1 parameters instead of 2"},
		{vars(x, b), s.True(), "the definition of predicate p has a parameter 2 of sort Bool instead of Int"},
		{vars(x, x), s.True(), "the definition of predicate p has parameter x twice"},
		{vars(x, s.IntNum(1)), s.True(), "the definition of predicate p has a parameter 2 that is no variable"},
		{vars(x, y), nil, "the definition of predicate p has no body"},
		{vars(x, y), x, "the definition of predicate p has a body of sort Int instead of Bool"},
		{vars(x, y), b, "the definition of predicate p mentions x, which is not a parameter"},
		{vars(x, y), s.Apply(p, x, y), "the definition of predicate p mentions the symbol p"},
	} {
		m := horn.NewModel()
		m.Define(p, c.params, c.body)
		require.EqualError(t, check.Model(context.Background(), sys, m, options(sys)), "invalid witness: "+c.want)
	}
	require.EqualError(t, check.Model(context.Background(), sys, nil, options(sys)), "invalid witness: there is no model")
	require.EqualError(t, check.Refutation(context.Background(), sys, nil, options(sys)), "invalid witness: there is no refutation")
}

// unknown makes solvers that always answer unknown.
func unknown(sys *horn.System) check.NewSolver {
	return func() (smt.Solver, error) {
		z := horntest.NewSolver(sys.Store)
		z.GiveUp = true
		return z, nil
	}
}

func enumerate(sys *horn.System) check.NewSolver {
	return func() (smt.Solver, error) { return horntest.NewSolver(sys.Store), nil }
}

// contrary makes solvers that always answer unsatisfiable.
func contrary(sys *horn.System) check.NewSolver {
	return func() (smt.Solver, error) { return yes{horntest.NewSolver(sys.Store)}, nil }
}

type yes struct{ *horntest.Solver }

func (yes) Check(context.Context, ...*logic.Term) (smt.Status, error) { return smt.Unsat, nil }

// broken fails to make a solver.
func broken() (smt.Solver, error) { return nil, errors.New("no memory") }

// TestOpinions combines the answers of two solvers.
func TestOpinions(t *testing.T) {
	const problem = "(declare-fun p (Bool Bool Bool) Bool)\n(assert (forall ((x Bool) (y Bool) (z Bool)) (=> (p x y z) (and (or x y) (or x z)))))"
	right := "((define-fun p ((x Bool) (y Bool) (z Bool)) Bool (or x (and y z))))"
	wrong := "((define-fun p ((x Bool) (y Bool) (z Bool)) Bool (or (not x) (and y z))))"
	sys := system(t, problem)
	for _, c := range []struct {
		name, model   string
		first, second check.NewSolver
		both          bool
		want          string
	}{
		{"one", right, enumerate(sys), nil, false, ""},
		{"none", right, nil, nil, false, "undecided witness: no solver to check models with"},
		{"cannot tell", right, unknown(sys), nil, false,
			"undecided witness: in:2:1: assertion 0: the solver cannot tell: set to give up"},
		{"second can tell", right, unknown(sys), enumerate(sys), false, ""},
		{"second can refute", wrong, unknown(sys), enumerate(sys), false,
			"invalid witness: in:2:1: assertion 0: does not hold under the model; counterexample: x = false y = false z = false"},
		{"second is not needed", right, enumerate(sys), broken, false, ""},
		{"second cannot tell", right, enumerate(sys), unknown(sys), true, ""},
		{"both", right, enumerate(sys), enumerate(sys), true, ""},
		{"contradiction", wrong, contrary(sys), enumerate(sys), true,
			"undecided witness: in:2:1: assertion 0: the two solvers contradict each other"},
		{"does not start", right, broken, nil, false,
			"undecided witness: in:2:1: assertion 0: the solver does not start: no memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := witness(t, sys, c.model)
			options := check.Options{Solver: c.first, Second: c.second}
			if c.both {
				options.Opinion = c.second
			}
			err := check.Model(context.Background(), sys, w.Model, options)
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, c.want)
		})
	}
}

// oracle gives the same answer to all questions. In its models, x is 9 and other variables are -99.
type oracle struct {
	*horntest.Solver
	store  *logic.Store
	answer smt.Status
	vars   []*logic.Term
}

func (o *oracle) Assert(t *logic.Term) error {
	o.vars = append(o.vars, logic.FreeVars(t)...)
	return nil
}

func (o *oracle) Check(context.Context, ...*logic.Term) (smt.Status, error) { return o.answer, nil }

func (o *oracle) Model() (*logic.Model, error) {
	m := o.store.NewModel()
	for _, v := range o.vars {
		m.Set(v, o.store.IntNum(-99))
		if v.Name() == "x" {
			m.Set(v, o.store.IntNum(9))
		}
	}
	return m, nil
}

// TestHardAssertions has assertions with products or wrap-around. The judge queries Opinion first.
// It queries the other solver if Opinion gives up, refuses or does not start, or to find an
// objection.
func TestHardAssertions(t *testing.T) {
	says := func(st smt.Status) func(*horn.System) check.NewSolver {
		return func(sys *horn.System) check.NewSolver {
			return func() (smt.Solver, error) {
				return &oracle{Solver: horntest.NewSolver(sys.Store), store: sys.Store, answer: st}, nil
			}
		}
	}
	always, unknown := says(smt.Unsat), says(smt.Unknown)
	native := func(sys *horn.System) check.NewSolver { return options(sys).Solver }
	for _, hard := range []string{"(* x y)", "(mod (* 3 x) 4294967296)"} {
		sys := system(t, "(declare-fun p (Int Int) Bool)\n(assert (forall ((x Int) (y Int)) (=> (p x y) (<= x (+ y "+hard+")))))")
		w := witness(t, sys, "((define-fun p ((x Int) (y Int)) Bool (< x (+ y "+hard+"))))")
		mistaken := witness(t, sys, "((define-fun p ((x Int) (y Int)) Bool (> x 5)))")
		odd := witness(t, sys, "((define-fun p ((x Int) (y Int)) Bool (and (< x (+ y "+hard+")) (= (div x y) 1))))")
		for _, c := range []struct {
			name                      string
			w                         *horn.Witness
			first, opinion, objection check.NewSolver
			want                      string
		}{
			{"opinion suffices", w, broken, always(sys), nil, ""},
			{"opinion gives up", w, always(sys), unknown(sys), broken, ""},
			{"opinion refuses", odd, always(sys), native(sys), broken, ""},
			{"opinion does not start", w, always(sys), broken, broken, ""},
			{"both give up", w, unknown(sys), unknown(sys), broken, "undecided witness: in:2:1: assertion 0: the solver cannot tell: set to give up"},
			{"no objection", w, broken, always(sys), always(sys), ""},
			{"objection gives up", w, broken, always(sys), unknown(sys), ""},
			{"objection does not start", w, broken, always(sys), broken, ""},
			{"objection", mistaken, broken, always(sys), says(smt.Sat)(sys), "undecided witness: in:2:1: assertion 0: the two solvers contradict each other"},
		} {
			t.Run(hard+" "+c.name, func(t *testing.T) {
				err := check.Model(context.Background(), sys, c.w.Model, check.Options{Solver: c.first, Opinion: c.opinion, Objection: c.objection})
				if c.want == "" {
					require.NoError(t, err)
				} else {
					require.EqualError(t, err, c.want)
				}
			})
		}
	}
}

// TestCancel stops validations.
func TestCancel(t *testing.T) {
	stop := errors.New("time is up")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(stop)
	var undecided *check.Undecided
	sys := system(t, counting("1"))
	err := check.Proof(ctx, sys, witness(t, sys, goodProof).Proof, options(sys))
	require.ErrorAs(t, err, &undecided)
	require.ErrorIs(t, err, stop)
	sys = system(t, counting("(- 1)"))
	err = check.Model(ctx, sys, witness(t, sys, goodModel).Model, options(sys))
	require.ErrorAs(t, err, &undecided)
	require.ErrorIs(t, err, stop)
}

// TestQuantifiedConstraint has a quantifier that only a solver can judge.
func TestQuantifiedConstraint(t *testing.T) {
	sys := system(t, "(declare-fun p (Bool) Bool)\n(assert (forall ((x Bool)) (=> (forall ((y Bool)) (or x y)) (p x))))\n(assert (forall ((x Bool)) (not (p x))))")
	const text = "(refutation (step 0 (clause 0) (values (x true)) (premises)) (step 1 (clause 1) (values (x true)) (premises 0)))"
	p := witness(t, sys, text).Proof
	require.NoError(t, check.Proof(context.Background(), sys, p, check.Options{Solver: enumerate(sys)})) // (or true y) folds
	q := witness(t, sys, strings.ReplaceAll(text, "true", "false")).Proof
	require.EqualError(t, check.Proof(context.Background(), sys, q, check.Options{Solver: enumerate(sys)}),
		"invalid witness: in:2:1: step 0: assertion 0: the instance derives nothing: the constraint does not hold under the values")
	require.EqualError(t, check.Proof(context.Background(), sys, q, check.Options{}),
		"undecided witness: in:2:1: step 0: assertion 0: cannot be evaluated: a quantifier inside of a constraint: no solver to ask")
}

// TestNumbers has popped assertions, rules and queries. Steps name them by their number in the
// file.
func TestNumbers(t *testing.T) {
	for _, c := range []struct{ name, problem, witness, want string }{
		{"popped", "(declare-fun p (Int) Bool)(push 1)(assert (p 3))(pop 1)\n(assert (p 4))(assert (not (p 4)))(check-sat)(assert (p 9))",
			"(refutation (step 0 (clause 1) (values) (premises)) (step 1 (clause 2) (values) (premises 0)))", ""},
		{"popped one used", "(declare-fun p (Int) Bool)(push 1)(assert (p 4))(pop 1)\n(assert (p 3))(assert (not (p 4)))(check-sat)",
			"(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 2) (values) (premises 0)))",
			"invalid witness: step 0: there is no assertion 0 in force"},
		{"rules", "(declare-rel p (Int))(declare-var x Int)(declare-var y Int)\n(rule (p 0))(rule (=> (and (p x) (= y (+ x 1))) (p y)))(query (and (p x) (> x 0)))",
			`(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 0) (y 1)) (premises 0))
			(step 2 (clause 2) (values (x 1)) (premises 1)))`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, c.problem)
			err := judge(t, sys, witness(t, sys, c.witness))
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, c.want)
		})
	}
}

// TestWithoutSource judges witnesses of a system that does not come from a file, by its clauses.
func TestWithoutSource(t *testing.T) {
	ctx := context.Background()
	s := logic.NewStore()
	p, q := s.Func("p", nil, s.Bool), s.Func("q", nil, s.Bool)
	early, late := horn.Atom{Pred: p}, horn.Atom{Pred: q}
	s.Not(early.Term(s)) // the order of terms differs from that of the body
	made := &horn.System{Store: s, Preds: []*logic.Func{p, q}, Clauses: []*horn.Clause{
		{Constraint: s.True(), Head: &early},
		{Constraint: s.True(), Head: &late},
		{Constraint: s.True(), Body: []horn.Atom{late, early}},
	}}
	require.NoError(t, check.Refutation(ctx, made, &horn.Refutation{Steps: []horn.Step{
		{Clause: 0}, {Clause: 1}, {Clause: 2, Premises: []int{1, 0}},
	}}, check.Options{}))

	sys := system(t, counting("1"))
	sys = &horn.System{Store: sys.Store, Preds: sys.Preds, Clauses: sys.Clauses}
	require.NoError(t, check.Proof(ctx, sys, witness(t, sys, goodProof).Proof, options(sys)))
	sys = system(t, counting("(- 1)"))
	sys = &horn.System{Store: sys.Store, Preds: sys.Preds, Clauses: sys.Clauses}
	require.NoError(t, check.Model(ctx, sys, witness(t, sys, goodModel).Model, options(sys)))
	bad := witness(t, sys, replaced(goodModel, "(and (>= x 0) (>= y 0))", "true")).Model
	require.EqualError(t, check.Model(ctx, sys, bad, options(sys)),
		"invalid witness: assertion 3: does not hold under the model; counterexample: x = (- 1)")
}
