// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt/native"
)

// clock is a program with one predicate for each second, made on demand. It is the product of a
// counter with itself, too large to enumerate. The counter x stays within 0 and limit. Once it has
// reached limit, the time stands still.
type clock struct {
	store *logic.Store
	limit int
	// query, if positive, is a second at which x = query is an error.
	query   int
	seconds map[*logic.Func]int
	asked   map[int]bool
}

func newClock(limit, query int) *clock {
	return &clock{logic.NewStore(), limit, query, map[*logic.Func]int{}, map[int]bool{}}
}

func (c *clock) Store() *logic.Store { return c.store }

func (c *clock) at(second int) *logic.Func {
	f := c.store.Func(fmt.Sprintf("at%d", second), []*logic.Sort{c.store.Int}, c.store.Bool)
	c.seconds[f] = second
	return f
}

func (c *clock) Entries() ([]Transition, error) {
	return []Transition{{0, &horn.Clause{
		Constraint: c.store.True(),
		Head:       &horn.Atom{Pred: c.at(0), Args: []*logic.Term{c.store.IntNum(0)}},
	}}}, nil
}

func (c *clock) Successors(f *logic.Func) ([]Transition, error) {
	second := c.seconds[f]
	c.asked[second] = true
	x := c.store.Var("x", c.store.Int)
	step := func(number int, guard *logic.Term, to int, after *logic.Term) Transition {
		return Transition{number, &horn.Clause{
			Body:       []horn.Atom{{Pred: f, Args: []*logic.Term{x}}},
			Constraint: guard,
			Head:       &horn.Atom{Pred: c.at(to), Args: []*logic.Term{after}},
		}}
	}
	limit := c.store.IntNum(int64(c.limit))
	z := []Transition{
		step(3*second+1, c.store.Lt(x, limit), second+1, c.store.Add(x, c.store.IntNum(1))),
		step(3*second+2, c.store.Ge(x, limit), second, x),
	}
	if second == c.query {
		z = append(z, Transition{3*second + 3, &horn.Clause{
			Body:       []horn.Atom{{Pred: f, Args: []*logic.Term{x}}},
			Constraint: c.store.Eq(x, c.store.IntNum(int64(second))),
		}})
	} else {
		z = append(z, Transition{3*second + 3, &horn.Clause{
			Body:       []horn.Atom{{Pred: f, Args: []*logic.Term{x}}},
			Constraint: c.store.Gt(x, limit),
		}})
	}
	return z, nil
}

// TestProgramOnDemand unwinds programs without end. Every set of interpolants asks only for
// reachable predicates.
func TestProgramOnDemand(t *testing.T) {
	for _, kinds := range []string{"r", "rs", "re", "rse", "rc", "rsec"} {
		interpolants, err := ParseInterpolants(kinds)
		require.NoError(t, err)
		for _, regions := range []Regions{Labels, Cartesian, Boolean} {
			e := New(Options{Backend: native.Backend{}, Mode: Mode{Interpolants: interpolants, Regions: regions, Prune: true}, CheckTree: true})
			safe := newClock(5, -1)
			z, err := e.SolveProgram(t.Context(), safe)
			require.NoError(t, err)
			require.Equal(t, horn.Safe, z.Verdict, kinds)
			require.LessOrEqual(t, len(safe.asked), 7, "x < limit keeps time finite")

			unsafe := newClock(100, 4)
			z, err = e.SolveProgram(t.Context(), unsafe)
			require.NoError(t, err)
			require.Equal(t, horn.Unsafe, z.Verdict, kinds)
			var clauses []int
			for _, s := range z.Refutation.Steps {
				clauses = append(clauses, s.Clause)
			}
			require.Equal(t, []int{0, 1, 4, 7, 10, 15}, clauses)
			require.LessOrEqual(t, len(unsafe.asked), 6)
		}
	}
}

// TestCases demands that disjunctions become transitions with the same number.
func TestCases(t *testing.T) {
	s := logic.NewStore()
	x := s.Var("x", s.Int)
	p := s.Func("p", []*logic.Sort{s.Int}, s.Bool)
	between := func(lo, hi int64) *logic.Term {
		return s.And(s.Ge(x, s.IntNum(lo)), s.Le(x, s.IntNum(hi)))
	}
	sys := &horn.System{Store: s, Preds: []*logic.Func{p}, Clauses: []*horn.Clause{
		{Constraint: s.And(s.Or(between(0, 3), between(10, 13)), s.Or(s.Le(x, s.IntNum(2)), s.Ge(x, s.IntNum(12)))),
			Head: &horn.Atom{Pred: p, Args: []*logic.Term{x}}},
		{Body: []horn.Atom{{Pred: p, Args: []*logic.Term{x}}}, Constraint: between(5, 8)},
	}}
	whole, err := FromSystem(sys)
	require.NoError(t, err)
	for limit, want := range map[int]int{1: 1, 3: 1, 4: 4} {
		entries, err := Cases(whole, limit).Entries()
		require.NoError(t, err)
		require.Len(t, entries, want, "limit %d", limit)
		for _, e := range entries {
			require.Zero(t, e.Number)
		}
	}
	z, err := New(Options{Backend: native.Backend{}, Mode: Mode{Cases: 8}}).Solve(t.Context(), sys)
	require.NoError(t, err)
	require.Equal(t, horn.Safe, z.Verdict)
}
