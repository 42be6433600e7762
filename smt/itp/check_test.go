// SPDX-License-Identifier: Apache-2.0

package itp_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
)

func reader(store *logic.Store) *smttest.Reader {
	return smttest.NewReader(store, "x y z w u : Int, r s : Real, p q : Bool")
}

func terms(r *smttest.Reader, texts ...string) []*logic.Term {
	z := make([]*logic.Term, len(texts))
	for i, t := range texts {
		z[i] = r.Term(t)
	}
	return z
}

// checks are "parts ⊢ formulas: fault", with the parts of a sequence.
var checks = []struct{ parts, formulas, want string }{
	{"(= x 0) ; (= x 1)", "(<= x 0) ; false", ""},
	{"(= x 0) ; (= x 1)", "(= x 0) ; false", ""},
	{"(= x 0) ; (= x 1)", "true ; false", "node 1: implication"},
	{"(= x 0) ; (= x 1)", "(< x 0) ; false", "node 0: implication"},
	{"(= x 0) ; (= x 1)", "(<= x 0) ; true", "node 1: root is false"},
	{"(= x 0) ; (= x 1)", "(<= x 0)", "node 1: shape"},
	{"(= x 0) ; (= x 1)", "(<= x 0) ; false ; false", "node 2: shape"},
	{"(and (= x 0) (= y x)) ; (= x 1)", "(and (<= x 0) (= y x)) ; false", "node 0: vocabulary y"},
	{"(= x 0) ; (and (= x z) (= z 1))", "(and (<= x 0) (or (< z 0) (>= z 5))) ; false", "node 0: vocabulary z"},
	{"(= x 0) ; (= y x) ; (= y 1)", "(= x 0) ; (= y 0) ; false", ""},
	{"(= x 0) ; (= y x) ; (= y 1)", "(= x 0) ; (= x 0) ; false", "node 1: vocabulary x"},
	{"false ; (= x 0)", "false ; false", ""},
}

func TestCheck(t *testing.T) {
	newSolver := solvers(t)
	for _, c := range checks {
		t.Run(c.parts+" ⊢ "+c.formulas, func(t *testing.T) {
			store := logic.NewStore()
			r := reader(store)
			s, err := newSolver(store)
			require.NoError(t, err)
			defer s.Close()
			q := smt.Sequence(terms(r, strings.Split(c.parts, ";")...)...)
			err = itp.Check(t.Context(), store, s, q, terms(r, strings.Split(c.formulas, ";")...))
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			var bad *itp.BadInterpolantError
			require.ErrorAs(t, err, &bad)
			got := "node " + string(rune('0'+bad.Node)) + ": " + bad.Condition.String()
			if bad.Symbol != "" {
				got += " " + bad.Symbol
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestCheckTree(t *testing.T) {
	store := logic.NewStore()
	r := reader(store)
	s, err := solvers(t)(store)
	require.NoError(t, err)
	defer s.Close()
	// x = 1 and y = 2 meet at the root, where the formula requires x + y = 4.
	q := &smt.Query{Part: terms(r, "(= x 1)", "(= y 2)", "(= (+ x y) 4)"), Parent: []int{2, 2, -1}}
	require.NoError(t, itp.Check(t.Context(), store, s, q, terms(r, "(<= x 1)", "(<= y 2)", "false")))
	err = itp.Check(t.Context(), store, s, q, terms(r, "(<= x 1)", "(<= y 3)", "false"))
	require.EqualError(t, err, "itp: the interpolant of node 2 does not follow from its part and its children's interpolants")
}

func TestMalformedQueries(t *testing.T) {
	store := logic.NewStore()
	r := reader(store)
	newSolver := solvers(t)
	factory := func() (smt.Solver, error) { return newSolver(store) }
	ip := itp.NewModelBased(store, factory, project.New(store, project.Options{}), itp.Options{})
	a, b := r.Term("(= x 0)"), r.Term("(= x 1)")
	for _, c := range []struct {
		q    *smt.Query
		want string
	}{
		{&smt.Query{}, "no partitions"},
		{&smt.Query{Part: []*logic.Term{a, b}, Parent: []int{1}}, "2 partitions but 1 parents"},
		{&smt.Query{Part: []*logic.Term{a, b}, Parent: []int{1, 0}}, "the last node 1 is the root"},
		{&smt.Query{Part: []*logic.Term{a, b}, Parent: []int{0, -1}}, "node 0 has parent 0"},
		{&smt.Query{Part: []*logic.Term{r.Vars("x")[0]}, Parent: []int{-1}}, "has sort Int"},
	} {
		_, err := ip.Interpolate(t.Context(), c.q)
		require.ErrorContains(t, err, c.want)
	}
}

func TestShared(t *testing.T) {
	store := logic.NewStore()
	r := reader(store)
	q := &smt.Query{Part: terms(r, "(= x y)", "(= z w)", "(and (= y z) (= u 0))", "(= u x)"), Parent: []int{2, 2, 3, -1}}
	vars, funcs := itp.Shared(q)
	var got []string
	for i := range vars {
		names := ""
		for _, v := range vars[i] {
			names += v.Name()
		}
		got = append(got, names)
		require.Empty(t, funcs[i])
	}
	require.Equal(t, []string{"xy", "z", "xu", ""}, got)
}

// fake answers every query with the same interpolation.
type fake struct {
	z   smt.Interpolation
	err error
}

func (f fake) Interpolate(context.Context, *smt.Query) (smt.Interpolation, error) { return f.z, f.err }

func TestChecked(t *testing.T) {
	store := logic.NewStore()
	r := reader(store)
	newSolver := solvers(t)
	factory := func() (smt.Solver, error) { return newSolver(store) }
	q := smt.Sequence(terms(r, "(= x 0)", "(= x 1)")...)
	good := smt.Interpolation{Status: smt.Unsat, Formulas: terms(r, "(<= x 0)", "false")}
	bad := smt.Interpolation{Status: smt.Unsat, Formulas: terms(r, "(< x 0)", "false")}
	wrongModel := smt.Interpolation{Status: smt.Sat, Model: store.NewModel()}
	for _, c := range []struct {
		name  string
		z     smt.Interpolation
		every int
		want  string // the answers to three queries
	}{
		{"good", good, 1, "unsat unsat unsat"},
		{"bad", bad, 1, "unknown unknown unknown"},
		{"bad, sampled", bad, 2, "unknown unsat unknown"},
		{"wrong model", wrongModel, 1, "unknown unknown unknown"},
		{"unknown", smt.Interpolation{Reason: "tired"}, 1, "unknown unknown unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ip := itp.NewChecked(fake{z: c.z}, store, factory, c.every, slog.New(slog.DiscardHandler))
			var answers []string
			for range 3 {
				z, err := ip.Interpolate(t.Context(), q)
				require.NoError(t, err)
				answers = append(answers, z.Status.String())
			}
			require.Equal(t, c.want, strings.Join(answers, " "))
		})
	}
}

func TestFallback(t *testing.T) {
	refused := fake{err: errors.ErrUnsupported}
	gaveUp := fake{z: smt.Interpolation{Reason: "too many cubes"}}
	sure := fake{z: smt.Interpolation{Status: smt.Unsat}}
	broken := fake{err: errors.New("pipe closed")}

	f := itp.NewFallback(refused, gaveUp, sure, broken)
	z, err := f.Interpolate(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, z.Status)
	require.Equal(t, []int64{0, 0, 1, 0}, f.Answered())

	z, err = itp.NewFallback(gaveUp, refused).Interpolate(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, smt.Unknown, z.Status)
	require.Contains(t, z.Reason, "too many cubes; then unsupported")

	_, err = itp.NewFallback(refused, refused).Interpolate(t.Context(), nil)
	require.ErrorIs(t, err, errors.ErrUnsupported)

	_, err = itp.NewFallback(broken, sure).Interpolate(t.Context(), nil)
	require.EqualError(t, err, "pipe closed")
}

// A local function cannot be projected away. If the other side has no local function, the other
// side is covered instead.
func TestLocalFunctions(t *testing.T) {
	store := logic.NewStore()
	r := reader(store)
	newSolver := solvers(t)
	factory := func() (smt.Solver, error) { return newSolver(store) }
	ip := itp.NewModelBased(store, factory, project.New(store, project.Options{}), itp.Options{})
	f := store.Func("f", []*logic.Sort{store.Int}, store.Int)
	apply := func(x *logic.Term) *logic.Term { return store.Apply(f, x) }
	x, y := r.Vars("x")[0], r.Vars("y")[0]
	a := store.And(store.Eq(apply(x), store.IntNum(1)), store.Eq(apply(y), store.IntNum(2)))
	for _, strength := range []smt.Strength{smt.Strong, smt.Weak} {
		q := smt.Sequence(a, r.Term("(= x y)"))
		q.Strength = strength
		z, err := ip.Interpolate(t.Context(), q)
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, z.Status)
		require.Equal(t, smttest.Text(r.Term("(not (= x y))")), smttest.Text(z.Formulas[0]))
	}
}

func TestBudgets(t *testing.T) {
	store := logic.NewStore()
	r := reader(store)
	newSolver := solvers(t)
	factory := func() (smt.Solver, error) { return newSolver(store) }
	p := project.New(store, project.Options{})
	q := smt.Sequence(terms(r, "(or (= x 1) (= x 5) (= x 9))", "(or (= x 3) (= x 7))")...)
	z, err := itp.NewExact(store, factory, p, itp.Options{MaxCubes: 1}).Interpolate(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, smt.Unknown, z.Status)
	require.Equal(t, "more than 1 cubes", z.Reason)
	z, err = itp.NewModelBased(store, factory, p, itp.Options{MaxChecks: 2}).Interpolate(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, smt.Unknown, z.Status)
	require.Equal(t, "budget of 4 solver calls used up", z.Reason)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = itp.NewModelBased(store, factory, p, itp.Options{}).Interpolate(ctx, q)
	require.ErrorIs(t, err, context.Canceled)
}
