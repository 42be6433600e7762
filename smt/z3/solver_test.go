// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
)

// library returns libz3, or skips the test.
func library(t testing.TB) *Library {
	t.Helper()
	l, err := Load("")
	need.Found(t, "libz3", err)
	return l
}

// newSolver returns a solver of its own context that the test closes.
func newSolver(t testing.TB, s *logic.Store) *Solver {
	t.Helper()
	z, err := NewBackend(library(t)).New(s, smt.Options{Ticks: 2_000_000})
	require.NoError(t, err)
	t.Cleanup(z.Close)
	return z.(*Solver)
}

// check returns the answer of z, or Unknown if it takes too long: a nonlinear query may take any
// time between two ticks.
func check(t testing.TB, z smt.Checker, assumptions ...*logic.Term) smt.Status {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	st, err := z.Check(ctx, assumptions...)
	if !errors.Is(err, context.DeadlineExceeded) {
		require.NoError(t, err)
	}
	return st
}

// needModel requires that the solver's model satisfies fs, as the store's own
// evaluator sees it.
func needModel(t testing.TB, z smt.Modeler, fs ...*logic.Term) *logic.Model {
	t.Helper()
	m, err := z.Model()
	require.NoError(t, err)
	for _, f := range fs {
		// A formula without a value depends on a division by zero or on a selector of another
		// constructor. The model may omit those.
		if v := m.Eval(f); !v.IsTrue() && v.IsValue() {
			require.Failf(t, "wrong model", "term %d is %v", f.ID(), v.Op())
		}
	}
	return m
}

func TestModelsAndCoresOfRandomFormulas(t *testing.T) {
	for _, theory := range theories() {
		t.Run(theory.Name, func(t *testing.T) {
			counts := map[smt.Status]int{}
			for seed := range uint64(8) {
				s := logic.NewStore()
				g := theory.New(s, seed)
				z := newSolver(t, s)
				f := g.Formula(3)
				require.NoError(t, z.Assert(f))
				assumptions := []*logic.Term{g.Formula(2), g.Formula(1), g.Atom(2), g.Atom(1), g.Atom(1)}
				st := check(t, z, assumptions...)
				counts[st]++
				switch st {
				case smt.Sat:
					needModel(t, z, append(assumptions, f)...)
				case smt.Unsat:
					core := z.Core()
					require.Subset(t, assumptions, core)
					fresh := newSolver(t, s)
					for _, a := range append(core, f) {
						require.NoError(t, fresh.Assert(a))
					}
					require.NotEqual(t, smt.Sat, check(t, fresh))
				}
				z.Close()
			}
			t.Logf("%v", counts)
		})
	}
}

// TestScopesAgainstFreshSolvers replays random sequences of Push, Pop, Assert and
// Check and compares each answer with that of a new solver.
func TestScopesAgainstFreshSolvers(t *testing.T) {
	lib := library(t)
	for seed := range uint64(12) {
		s := logic.NewStore()
		b := NewBackend(lib)
		g := smttest.ByName("integers").New(s, seed)
		z, err := b.New(s, smt.Options{})
		require.NoError(t, err)
		stack := [][]*logic.Term{nil}
		for range 40 {
			switch g.IntN(6) {
			case 0, 1:
				z.Push()
				stack = append(stack, nil)
			case 2:
				n := g.IntN(min(3, len(stack)))
				z.Pop(n)
				stack = stack[:len(stack)-n]
			case 3:
				if g.IntN(8) == 0 { // build the Z3 solver anew
					z.(*Solver).discard()
				}
			default:
				f := g.Formula(1)
				require.NoError(t, z.Assert(f))
				stack[len(stack)-1] = append(stack[len(stack)-1], f)
			}
			assumption := g.Formula(1)
			fresh, err := b.New(s, smt.Options{})
			require.NoError(t, err)
			all := []*logic.Term{assumption}
			for _, fs := range stack {
				for _, f := range fs {
					all = append(all, f)
					require.NoError(t, fresh.Assert(f))
				}
			}
			require.NoError(t, fresh.Assert(assumption))
			st := check(t, z, assumption)
			require.Equal(t, check(t, fresh), st)
			if st == smt.Sat {
				needModel(t, z, all...)
			}
			fresh.Close()
		}
		z.Close()
	}
}

func TestCores(t *testing.T) {
	for _, c := range []struct {
		assert      string
		assumptions []string
		core        []string
	}{
		{"true", []string{"p", "(not p)"}, []string{"p", "(not p)"}},
		{"(=> p (< x 0))", []string{"q", "p", "(> x 0)", "r"}, []string{"p", "(> x 0)"}},
		{"(= x y)", []string{"(< x y)", "(< x y)", "(< z 0)"}, []string{"(< x y)"}},
		{"p", []string{"(and q r)", "(or (not p) (not r))"}, []string{"(and q r)", "(or (not p) (not r))"}},
		{"true", []string{"p", "false"}, []string{"false"}},
		{"(not p)", []string{"q", "(= p true)"}, []string{"(= p true)"}},
		{"false", []string{"p"}, []string{}},
		{"(= a b)", []string{"(= (select a 1) 2)", "(= (select b 1) 3)", "(= u v)"}, []string{"(= (select a 1) 2)", "(= (select b 1) 3)"}},
	} {
		s := logic.NewStore()
		z := newSolver(t, s)
		require.NoError(t, z.Assert(readTerm(t, s, c.assert)))
		read := func(texts []string) []*logic.Term {
			ts := []*logic.Term{}
			for _, text := range texts {
				ts = append(ts, readTerm(t, s, text))
			}
			return ts
		}
		require.Equal(t, smt.Unsat, check(t, z, read(c.assumptions)...), c.assert)
		require.Equal(t, read(c.core), z.Core(), "%s under %v", c.assert, c.assumptions)
		require.Equal(t, read(c.core), z.Core(), "asked twice")
	}
}

func TestTicksBoundAndRepeat(t *testing.T) {
	lib := library(t)
	run := func(ticks uint64) (smt.Status, string) {
		s := logic.NewStore()
		z, err := NewBackend(lib).New(s, smt.Options{Ticks: ticks, Seed: 3})
		require.NoError(t, err)
		defer z.Close()
		require.NoError(t, z.Assert(pigeonHole(s, 8)))
		st, err := z.Check(context.Background())
		require.NoError(t, err)
		return st, z.Reason()
	}
	st, reason := run(50_000)
	require.Equal(t, smt.Unknown, st)
	require.Contains(t, reason, "resource limit")
	st, reason = run(0)
	require.Equal(t, smt.Unsat, st)
	require.Empty(t, reason)
}

// pigeonHole says that n+1 pigeons sit in n holes, each alone.
func pigeonHole(s *logic.Store, n int) *logic.Term {
	at := func(pigeon, hole int) *logic.Term { return s.Var(fmt.Sprintf("at_%d_%d", pigeon, hole), s.Bool) }
	var all []*logic.Term
	for i := range n + 1 {
		var somewhere []*logic.Term
		for h := range n {
			somewhere = append(somewhere, at(i, h))
			for j := range i {
				all = append(all, s.Not(s.And(at(i, h), at(j, h))))
			}
		}
		all = append(all, s.Or(somewhere...))
	}
	return s.And(all...)
}

func TestMisuse(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	require.Panics(t, func() { z.Pop(1) })
	require.Panics(t, func() { z.Model() })
	require.Panics(t, func() { z.Core() })
	require.Equal(t, smt.Sat, check(t, z))
	require.Panics(t, func() { z.Core() })
	z.Push()
	require.Panics(t, func() { z.Model() })
	require.Panics(t, func() { z.Assert(s.IntNum(1)) })
	z.Close()
	z.Close()
}
