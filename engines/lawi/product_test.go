// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/logic"
	"cornet/smt/native"
)

// product is a program of threads that share x, unwound on demand. A predicate records the location
// of each thread. It is the example of the conditional-interpolation paper with any number of
// copies of its first thread.
type product struct {
	store   *logic.Store
	x       *logic.Term
	threads []thread
	states  map[*logic.Func][]int
	moves   []Transition // by number
	after   map[*logic.Func][]Transition
}

// thread is a graph of steps; locations are numbers from 0.
type thread []step

// step is a guarded assignment to x, or an error.
type step struct {
	from, to     int
	guard, value *logic.Term // of x; nil for none
	fails        bool
}

// newProduct returns copies of the paper's first thread beside the second, which
// fails when x exceeds bound.
func newProduct(copies, bound int) *product {
	s := logic.NewStore()
	p := &product{store: s, x: s.Var("x", s.Int), states: map[*logic.Func][]int{}, after: map[*logic.Func][]Transition{}}
	n := func(k int) *logic.Term { return s.IntNum(int64(k)) }
	for range copies {
		p.threads = append(p.threads, thread{
			{from: 0, to: 1, value: s.Add(p.x, n(1))},
			{from: 1, to: 3, guard: s.Ge(p.x, n(3))},
			{from: 1, to: 2, guard: s.Lt(p.x, n(3))},
			{from: 2, to: 3, value: s.Add(p.x, n(2))},
		})
	}
	p.threads = append(p.threads, thread{
		{from: 0, to: 1},
		{from: 1, to: 2, guard: s.Gt(p.x, n(bound))},
		{from: 1, to: 3, guard: s.Le(p.x, n(bound))},
		{from: 2, to: 3, fails: true},
	})
	return p
}

func (p *product) Store() *logic.Store { return p.store }

// Names implements Named: every state has x.
func (p *product) Names(*logic.Func) []string { return []string{"x"} }

func (p *product) at(state []int) *logic.Func {
	var name strings.Builder
	name.WriteString("at")
	for _, k := range state {
		name.WriteString("." + strconv.Itoa(k))
	}
	f := p.store.Func(name.String(), []*logic.Sort{p.store.Int}, p.store.Bool)
	p.states[f] = state
	return f
}

func (p *product) add(c *horn.Clause) Transition {
	if c.Constraint == nil {
		c.Constraint = p.store.True()
	}
	p.moves = append(p.moves, Transition{len(p.moves), c})
	return p.moves[len(p.moves)-1]
}

func (p *product) Entries() ([]Transition, error) {
	start := &horn.Atom{Pred: p.at(make([]int, len(p.threads))), Args: []*logic.Term{p.store.IntNum(0)}}
	return []Transition{p.add(&horn.Clause{Head: start})}, nil
}

func (p *product) Successors(f *logic.Func) ([]Transition, error) {
	if z, ok := p.after[f]; ok {
		return z, nil
	}
	var z []Transition
	for i, t := range p.threads {
		for _, st := range t {
			if st.from != p.states[f][i] {
				continue
			}
			c := &horn.Clause{Body: []horn.Atom{{Pred: f, Args: []*logic.Term{p.x}}}, Constraint: st.guard}
			if !st.fails {
				next := slices.Clone(p.states[f])
				next[i] = st.to
				value := p.x
				if st.value != nil {
					value = st.value
				}
				c.Head = &horn.Atom{Pred: p.at(next), Args: []*logic.Term{value}}
			}
			z = append(z, p.add(c))
		}
	}
	p.after[f] = z
	return z, nil
}

// system returns the part of p that has been unwound.
func (p *product) system() *horn.System {
	sys := &horn.System{Store: p.store}
	for _, m := range p.moves {
		sys.Clauses = append(sys.Clauses, m.Clause)
		if h := m.Clause.Head; h != nil && !slices.Contains(sys.Preds, h.Pred) {
			sys.Preds = append(sys.Preds, h.Pred)
		}
	}
	return sys
}

// TestProduct compares R with R+C on growing products: with conditional interpolants, the search
// explores fewer states and no error location.
func TestProduct(t *testing.T) {
	if testing.Short() {
		t.Skip("explores products of threads")
	}
	for copies, bound := range []int{1: 4, 2: 6, 3: 9} {
		if copies == 0 {
			continue
		}
		got := map[string]Stats{}
		for _, kinds := range []string{"r", "rse", "rc"} {
			p := newProduct(copies, bound)
			mode := paperMode(t, kinds)
			mode.Rebuild = true
			e := New(Options{Backend: native.Backend{}, Mode: mode, ForcedCovers: -1, CheckTree: true})
			z, err := e.SolveProgram(t.Context(), p)
			require.NoError(t, err)
			require.Equal(t, horn.Safe, z.Verdict, z.Reason)
			sys := p.system()
			for _, f := range sys.Preds {
				if _, ok := z.Model.Definition(f); !ok {
					t.Fatalf("no definition of %v", f)
				}
			}
			enginetest.Validate(t, sys, z, native.Backend{})
			got[kinds] = e.stats
			s := e.stats
			t.Logf("%d copies, %s: %d predicates, %d explored, %d refinements, %d checks, chain %s", copies, kinds, len(p.states), s.Explored,
				s.Refinements, s.Checks, fmt.Sprintf("%d/%d", s.ChainAfter, s.ChainBefore))
		}
		require.Less(t, got["rc"].Explored, got["r"].Explored)
		require.Zero(t, got["rc"].Refinements)
	}
}
