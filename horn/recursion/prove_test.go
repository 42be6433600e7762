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
		{"false but for short lists", l.equation(l.rev(l.x), l.x), false},
	}
	for _, s := range steps {
		require.Equal(t, s.want, l.Prove(t.Context(), s.lemma), s.name)
	}
	require.Len(t, l.Lemmas(), 5)
	last := l.Lemmas()[4]
	require.Contains(t, l.Needs(last), l.Lemmas()[3])
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
}
