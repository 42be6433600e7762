// SPDX-License-Identifier: Apache-2.0

package recursion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/recursion"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// lists has append and rev over lists of integers.
type lists struct {
	*recursion.Theory
	store     *logic.Store
	x, y, z   *logic.Term
	functions []*recursion.Function
	app       func(x, y *logic.Term) *logic.Term
	rev       func(x *logic.Term) *logic.Term
	empty     *logic.Term
}

func newLists() *lists {
	s := logic.NewStore()
	list := s.NewDatatype("List")
	empty := s.AddConstructor(list, "nil", nil, nil)
	cons := s.AddConstructor(list, "cons", []string{"head", "tail"}, []*logic.Sort{s.Int, list})
	l := &lists{store: s, x: s.Var("x", list), y: s.Var("y", list), z: s.Var("z", list), empty: s.Construct(empty)}
	f, g := s.Func("append", []*logic.Sort{list, list}, list), s.Func("rev", []*logic.Sort{list}, list)
	l.app = func(x, y *logic.Term) *logic.Term { return s.Apply(f, x, y) }
	l.rev = func(x *logic.Term) *logic.Term { return s.Apply(g, x) }
	head, tail := s.Field(cons.Fields[0], l.x), s.Field(cons.Fields[1], l.x)
	l.functions = []*recursion.Function{
		{Func: f, Vars: []*logic.Term{l.x, l.y}, Body: s.Ite(s.Is(empty, l.x), l.y, s.Construct(cons, head, l.app(tail, l.y)))},
		{Func: g, Vars: []*logic.Term{l.x}, Body: s.Ite(s.Is(empty, l.x), l.x, l.app(l.rev(tail), s.Construct(cons, head, l.empty)))},
	}
	l.Theory = recursion.New(s, func() (smt.Solver, error) { return native.Backend{}.New(s, smt.Options{Ticks: 1_000_000}) })
	l.Define(l.functions...)
	return l
}

func (l *lists) equation(x, y *logic.Term) *recursion.Lemma {
	body := l.store.Eq(x, y)
	return &recursion.Lemma{Vars: logic.FreeVars(body), Body: body}
}

func TestProve(t *testing.T) {
	l := newLists()
	steps := []struct {
		name  string
		lemma *recursion.Lemma
		want  bool
	}{
		{"by the equation alone", l.equation(l.app(l.empty, l.x), l.x), true},
		{"too hard without lemmas", l.equation(l.rev(l.rev(l.x)), l.x), false},
		{"by the structure of a list", l.equation(l.app(l.x, l.empty), l.x), true},
		{"with other variables for any values", l.equation(l.app(l.app(l.x, l.y), l.z), l.app(l.x, l.app(l.y, l.z))), true},
		{"by lemmas", l.equation(l.rev(l.app(l.x, l.y)), l.app(l.rev(l.y), l.rev(l.x))), true},
		{"now it is easy", l.equation(l.rev(l.rev(l.x)), l.x), true},
		{"false", l.equation(l.app(l.x, l.y), l.app(l.y, l.x)), false},
		{"false, with a call that is an argument of the same function", l.equation(l.app(l.x, l.x), l.rev(l.rev(l.empty))), false},
		{"false but for short lists", l.equation(l.rev(l.x), l.x), false},
	}
	for _, s := range steps {
		require.Equal(t, s.want, l.Prove(t.Context(), s.lemma), s.name)
	}
	require.Len(t, l.Lemmas(), 5)
	last := l.Lemmas()[4]
	require.Contains(t, l.Needs(last), l.Lemmas()[3])
}

// TestLimits has a term with 2^130 nodes, if shared nodes count at each place. Its cost is limited.
// It also has arrays whose elements are of a datatype, which congruence does not support.
func TestLimits(t *testing.T) {
	l := newLists()
	s := l.store
	x, y := l.x, l.y
	for range 130 {
		x, y = l.app(x, x), l.app(y, y)
	}
	require.False(t, l.Rewrite(t.Context(), l.equation(x, y)))
	i := s.Var("i", s.Int)
	element := s.Ite(s.Ge(i, s.IntNum(0)), s.Select(s.Var("m", s.Array(s.Int, l.x.Sort())), i), l.x)
	require.False(t, l.Holds(t.Context(), s.Eq(l.app(element, l.y), element)))
	require.True(t, l.Holds(t.Context(), s.Implies(s.Eq(l.y, l.app(element, l.z)), s.Eq(l.app(element, l.z), l.y))))
}

// Rewriting distinguishes constructors of variables and other atoms, and uses hypotheses as
// equations.
func TestRewrite(t *testing.T) {
	l := newLists()
	s := l.store
	n, m, k := s.Var("n", s.Int), s.Var("m", s.Int), s.Var("k", s.Int)
	cons := l.x.Sort().Datatype().Constructors[1]
	insert, last := s.Func("insert", []*logic.Sort{s.Int, l.x.Sort()}, l.x.Sort()), s.Func("last", []*logic.Sort{l.x.Sort()}, s.Int)
	head, tail := s.Field(cons.Fields[0], l.x), s.Field(cons.Fields[1], l.x)
	l.Define(
		&recursion.Function{Func: insert, Vars: []*logic.Term{n, l.x}, Body: s.Ite(s.Or(s.Not(s.Is(cons, l.x)), s.Le(n, head)), s.Construct(cons, n, l.x),
			s.Construct(cons, head, s.Apply(insert, n, tail)))},
		&recursion.Function{Func: last, Vars: []*logic.Term{l.x}, Body: s.Ite(s.Is(cons, l.x), s.Ite(s.Is(cons, tail), s.Apply(last, tail), head), s.IntNum(0))},
	)
	for _, x := range []struct {
		name  string
		claim *logic.Term
		want  bool
	}{
		{"by the structure of a list", s.Eq(l.app(l.x, l.empty), l.x), true},
		{"with a hypothesis below a constructor", s.Eq(l.app(l.x, l.app(l.y, l.z)), l.app(l.app(l.x, l.y), l.z)), true},
		{"for a list of one element, and for longer ones", s.Eq(s.Apply(last, l.app(l.x, s.Construct(cons, n, l.empty))), n), true},
		{"false but for the empty list", s.Eq(l.app(l.x, l.x), l.x), false},
		{"false where elements differ", s.Eq(s.Apply(insert, n, s.Apply(insert, m, l.x)), s.Construct(cons, m, s.Apply(insert, n, l.x))), false},
		{"false in one case of two", s.Eq(s.Apply(insert, n, s.Construct(cons, m, l.x)), s.Construct(cons, n, s.Construct(cons, m, l.x))), false},
		{"false for most numbers", s.Eq(s.Apply(last, s.Construct(cons, n, s.Construct(cons, m, l.x))), k), false},
	} {
		require.Equal(t, x.want, l.Rewrite(t.Context(), &recursion.Lemma{Vars: logic.FreeVars(x.claim), Body: x.claim}), x.name)
	}
}

// TestRules: hypotheses are used in both directions. Rules may produce sums, and may have guards,
// which facts decide.
func TestRules(t *testing.T) {
	l := newLists()
	s := l.store
	sort := l.x.Sort()
	none, cons := sort.Datatype().Constructors[0], sort.Datatype().Constructors[1]
	length, first := s.Func("length", []*logic.Sort{sort}, s.Int), s.Func("first", []*logic.Sort{sort}, s.Int)
	count := func(x *logic.Term) *logic.Term { return s.Apply(length, x) }
	l.Define(
		&recursion.Function{Func: length, Vars: []*logic.Term{l.x}, Body: s.Ite(s.Is(none, l.x), s.IntNum(0), s.Add(count(s.Field(cons.Fields[1], l.x)), s.IntNum(1)))},
		&recursion.Function{Func: first, Vars: []*logic.Term{l.x}, Body: s.Ite(s.Is(none, l.x), s.IntNum(0), s.Field(cons.Fields[0], l.x))},
	)
	n := s.Var("n", s.Int)
	single := s.Construct(cons, n, l.empty)
	guarded := s.Implies(s.Ge(count(l.x), s.IntNum(1)), s.Eq(s.Apply(first, l.app(l.x, l.y)), s.Apply(first, l.x)))
	for _, x := range []struct {
		name  string
		claim *logic.Term
		want  bool
	}{
		{"the lengths add up", s.Eq(count(l.app(l.x, l.y)), s.Add(count(l.x), count(l.y))), true},
		{"by a rule that makes a sum", s.Eq(count(l.rev(l.x)), count(l.x)), true},
		{"empty at the end", s.Eq(l.app(l.x, l.empty), l.x), true},
		{"in front of two", s.Eq(l.app(l.app(l.x, l.y), l.z), l.app(l.x, l.app(l.y, l.z))), true},
		{"by the hypothesis from its smaller side to the larger one", s.Eq(l.rev(l.app(l.x, l.y)), l.app(l.rev(l.y), l.rev(l.x))), true},
		{"lengths are not negative", s.Ge(count(l.x), s.IntNum(0)), false}, // no equation: left to a solver
		{"the first of two, without the condition", s.Eq(s.Apply(first, l.app(l.x, l.y)), s.Apply(first, l.x)), false},
		{"false under a condition", s.Implies(s.Ge(count(l.x), s.IntNum(1)), s.Eq(l.app(l.x, l.y), l.app(l.y, l.x))), false},
		{"false where the guard of the hypothesis does not hold", s.Implies(s.Eq(count(l.x), s.IntNum(1)), s.Eq(l.rev(l.x), l.empty)), false},
	} {
		require.Equal(t, x.want, l.Rewrite(t.Context(), &recursion.Lemma{Vars: logic.FreeVars(x.claim), Body: x.claim}), x.name)
	}
	l.Assume(&recursion.Lemma{Vars: logic.FreeVars(guarded), Body: guarded})
	below := s.Implies(s.Ge(count(l.z), s.IntNum(1)), s.Eq(s.Apply(first, l.app(l.z, single)), s.Apply(first, l.z)))
	require.True(t, l.Rewrite(t.Context(), &recursion.Lemma{Vars: logic.FreeVars(below), Body: below}), "by a rule under a guard")
	without := s.Eq(s.Apply(first, l.app(l.z, single)), s.Apply(first, l.z))
	require.False(t, l.Rewrite(t.Context(), &recursion.Lemma{Vars: logic.FreeVars(without), Body: without}), "the guard is not known to hold")

	minusOne := s.Eq(count(l.x), s.IntNum(-1))
	require.False(t, l.Reduces(s.Not(minusOne)), "lengths may be negative as far as rules know")
	positive := s.Ge(count(l.x), s.IntNum(0))
	l.Assume(&recursion.Lemma{Vars: []*logic.Term{l.x}, Body: positive})
	for _, x := range []struct {
		name  string
		claim *logic.Term
		want  bool
	}{
		{"a bound of a call", s.Not(minusOne), true},
		{"a weaker bound of a sum", s.Ge(s.Add(count(l.x), s.Scale(s.IntNum(2).Num(), count(l.y))), s.IntNum(-3)), true},
		{"a stronger bound", s.Ge(count(l.x), s.IntNum(1)), false},
		{"a difference of calls", s.Ge(s.Sub(count(l.x), count(l.y)), s.IntNum(0)), false},
	} {
		require.Equal(t, x.want, l.Reduces(x.claim), x.name)
	}
	fact := s.Implies(s.Ge(n, s.IntNum(2)), s.Eq(l.rev(s.Ite(s.Ge(n, s.IntNum(1)), l.x, l.y)), l.rev(l.x)))
	require.True(t, l.Rewrite(t.Context(), &recursion.Lemma{Vars: logic.FreeVars(fact), Body: fact}), "a bound that is a fact of the case")
}

// What induction leaves open of rev(rev(x)) = x is a claim about a list with one more element at
// its end.
func TestResiduals(t *testing.T) {
	l := newLists()
	left := l.Residuals(t.Context(), l.equation(l.rev(l.rev(l.x)), l.x), 0)
	require.NotEmpty(t, left)
	require.Regexp(t, `\(= \(rev \(append \(rev (tail!\d+)\) \(cons (head!\d+) nil\)\)\) \(cons head!\d+ tail!\d+\)\)|\(= \(cons .*\) \(rev \(append .*\)\)\)`, left[0].Claim.String())
	require.Empty(t, left[0].Facts)
	require.Empty(t, l.Residuals(t.Context(), l.equation(l.app(l.x, l.empty), l.x), 0), "nothing is left of what is proved")
}

// TestHoldsOfAll: an assumption about all values may be used for any value. To prove a claim about
// all values, it is proved for an arbitrary one.
func TestHoldsOfAll(t *testing.T) {
	l := newLists()
	s := l.store
	all := func(v, body *logic.Term) *logic.Term { return s.Forall([]*logic.Term{v}, body) }
	equal := func(x, y *logic.Term) *logic.Term { return all(l.z, s.Eq(l.app(l.z, x), l.app(l.z, y))) }
	empty := s.Eq(l.app(l.empty, l.x), l.y)
	for _, x := range []struct {
		name  string
		claim *logic.Term
		want  bool
	}{
		{"an instance", s.Implies(equal(l.x, l.y), s.Eq(l.x, l.y)), false}, // which needs z = nil, that no call is about
		{"an instance at a call", s.Implies(equal(l.x, l.y), s.Eq(l.app(l.rev(l.x), l.x), l.app(l.rev(l.x), l.y))), true},
		{"all of all", s.Implies(equal(l.x, l.y), equal(l.y, l.x)), true},
		{"two claims", s.Implies(s.Eq(l.x, l.y), s.And(equal(l.x, l.y), all(l.z, s.Eq(l.app(l.x, l.z), l.app(l.y, l.z))))), true},
		{"one of two claims is false", s.Implies(empty, s.And(equal(l.x, l.y), all(l.z, s.Eq(l.app(l.x, l.z), l.z)))), false},
		{"one value is not all", s.Implies(s.Eq(l.app(l.z, l.x), l.app(l.z, l.y)), equal(l.x, l.rev(l.y))), false},
		{"the same name is another variable", s.Implies(s.Eq(l.app(l.z, l.x), l.z), all(l.z, s.Eq(l.app(l.z, l.x), l.z))), false},
	} {
		require.Equal(t, x.want, l.Holds(t.Context(), x.claim), x.name)
	}
	pointwise := l.Pointwise(s.Implies(equal(l.x, l.y), equal(l.rev(l.y), l.x)))
	require.False(t, pointwise.HasQuantifiers())
	require.Len(t, logic.FreeVars(pointwise), 3)
}

// TestDistinguish: insertions into a sorted list commute if comparisons are distinguished by cases,
// since ≤ of integers is a total order.
func TestDistinguish(t *testing.T) {
	l := newLists()
	s := l.store
	n, m := s.Var("n", s.Int), s.Var("m", s.Int)
	cons := l.x.Sort().Datatype().Constructors[1]
	head, tail := s.Field(cons.Fields[0], l.x), s.Field(cons.Fields[1], l.x)
	le, insert := s.Func("le", []*logic.Sort{s.Int, s.Int}, s.Bool), s.Func("insert", []*logic.Sort{s.Int, l.x.Sort()}, l.x.Sort())
	before := func(x, y *logic.Term) *logic.Term { return s.Apply(le, x, y) }
	l.Define(
		&recursion.Function{Func: le, Vars: []*logic.Term{n, m}, Body: s.Ite(s.Le(n, s.IntNum(0)), s.Le(n, m), s.And(s.Le(s.IntNum(1), m), before(s.Sub(n, s.IntNum(1)), s.Sub(m, s.IntNum(1)))))},
		&recursion.Function{Func: insert, Vars: []*logic.Term{n, l.x}, Body: s.Ite(s.Or(s.Not(s.Is(cons, l.x)), before(n, head)), s.Construct(cons, n, l.x),
			s.Construct(cons, head, s.Apply(insert, n, tail)))},
	)
	k := s.Var("k", s.Int)
	for _, order := range []*logic.Term{ // known here, whatever le is
		s.Or(before(n, m), before(m, n)), s.Implies(s.And(before(n, m), before(m, n)), s.Eq(n, m)), s.Implies(s.And(before(n, m), before(m, k)), before(n, k)),
	} {
		l.Assume(&recursion.Lemma{Vars: logic.FreeVars(order), Body: order})
	}
	add := func(x, y *logic.Term) *logic.Term { return s.Apply(insert, x, y) }
	commute := l.equation(add(n, add(m, l.x)), add(m, add(n, l.x)))
	require.False(t, l.Rewrite(t.Context(), commute), "what ≤ depends on is no case of this")
	require.True(t, l.Distinguish(t.Context(), commute))
	require.False(t, l.Distinguish(t.Context(), l.equation(add(n, add(n, l.x)), add(n, l.x))))
}

// Numbers that recursion counts by.
func TestNumbers(t *testing.T) {
	l := newLists()
	s := l.store
	n, m := s.Var("n", s.Int), s.Var("m", s.Int)
	num := s.IntNum
	cons := l.x.Sort().Datatype().Constructors[1]
	minus, drop := s.Func("minus", []*logic.Sort{s.Int, s.Int}, s.Int), s.Func("drop", []*logic.Sort{s.Int, l.x.Sort()}, l.x.Sort())
	l.Define(
		&recursion.Function{Func: minus, Vars: []*logic.Term{n, m}, Body: s.Ite(s.Or(s.Le(n, num(0)), s.Le(m, num(0))), n,
			s.Apply(minus, s.Sub(n, num(1)), s.Sub(m, num(1))))},
		&recursion.Function{Func: drop, Vars: []*logic.Term{n, l.x}, Body: s.Ite(s.Or(s.Le(n, num(0)), s.Not(s.Is(cons, l.x))), l.x,
			s.Apply(drop, s.Sub(n, num(1)), s.Field(cons.Fields[1], l.x)))},
	)
	natural := s.And(s.Ge(n, num(0)), s.Ge(m, num(0)))
	for _, x := range []struct {
		name  string
		claim *logic.Term
		want  bool
	}{
		{"the same variable twice", s.Eq(s.Apply(minus, n, n), num(0)), true},
		{"a sum as an argument", s.Eq(s.Apply(minus, s.Add(n, m), m), n), true},
		{"one variable of a sum", s.Eq(s.Apply(minus, n, s.Add(n, m)), num(0)), true},
		{"a call in a call", s.Eq(s.Apply(drop, n, s.Apply(drop, m, l.x)), s.Apply(drop, s.Add(n, m), l.x)), true},
		{"false from one on", s.Eq(s.Apply(minus, n, n), n), false},
		{"false for lists of two elements", s.Eq(s.Apply(drop, n, l.x), s.Apply(drop, s.Add(n, n), l.x)), false},
	} {
		body := s.Implies(natural, x.claim)
		require.Equal(t, x.want, l.Prove(t.Context(), &recursion.Lemma{Vars: logic.FreeVars(body), Body: body}), x.name)
	}
	minusOne := s.Eq(s.Apply(minus, n, n), num(0))
	require.False(t, l.Prove(t.Context(), &recursion.Lemma{Vars: []*logic.Term{n}, Body: minusOne}), "numbers below zero are not counted down")
}

// Solved replaces variables that equations between numbers determine, too.
func TestSolved(t *testing.T) {
	l := newLists()
	s := l.store
	n, m := s.Var("n", s.Int), s.Var("m", s.Int)
	f := s.Func("f", []*logic.Sort{s.Int}, s.Int)
	x := s.Implies(s.And(s.Eq(n, s.Apply(f, m)), s.Eq(l.y, l.app(l.x, l.z))), s.Eq(l.rev(l.y), l.app(l.y, l.z)))
	require.Equal(t, []*logic.Term{l.x, l.z}, logic.FreeVars(l.Solved(x)))
	x = s.Implies(s.Eq(s.Add(n, m), s.Add(n, n)), s.Eq(s.Apply(f, n), m))
	require.Len(t, logic.FreeVars(l.Solved(x)), 1)
}

func TestForm(t *testing.T) {
	l := newLists()
	s := l.store
	lemma := l.equation(l.app(l.x, l.empty), l.x)
	q := recursion.Formula(s, l.functions, []*recursion.Lemma{lemma}, s.Eq(l.z, l.app(l.x, l.rev(l.y))))
	require.False(t, q.HasApps())
	r := recursion.Read(s, q)
	require.NotNil(t, r)
	require.Len(t, r.Functions, 2)
	require.Len(t, r.Lemmas, 1)
	require.Equal(t, "(= z (append!0 x (rev!0 y)))", r.Body.String())
	require.Equal(t, r.Body, recursion.Read(s, q).In(s, r), "the same functions for the same laws")
	require.Nil(t, recursion.Read(s, s.Forall([]*logic.Term{l.x}, s.Eq(l.x, l.y))), "no functions")
	of := func(phi *logic.Term) *recursion.Reading {
		return recursion.Read(s, recursion.Formula(s, l.functions, nil, phi))
	}
	r = of(s.Forall([]*logic.Term{l.z}, s.Eq(l.app(l.z, l.x), l.app(l.z, l.y))))
	require.NotNil(t, r, "about all lists")
	require.Equal(t, []*logic.Term{l.x, l.y}, logic.FreeVars(r.Body))
	hidden := s.Var(l.functions[0].Func.Name(), s.Array(l.x.Sort(), s.Array(l.x.Sort(), l.x.Sort())))
	require.Nil(t, of(s.Forall([]*logic.Term{hidden}, s.Eq(l.app(l.z, l.x), l.z))), "another value of the same name")
}
