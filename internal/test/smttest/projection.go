// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// ProjectionCase is a run of the suite.
type ProjectionCase struct {
	Theory Fragment
	Seeds  int // random formulas
	Vars   int // of each sort; 0 means 3
	Depth  int // of formulas; 0 means 2
	// Literals is the number of random literals that are conjoined with a
	// formula, so that variables have bounds on both sides.
	Literals int
	// Of restricts the eliminated variables to sorts for which it holds; nil means all sorts.
	Of func(*logic.Sort) bool
	// MaxModels bounds the projections of one formula; 0 means 40. Unless
	// Infinite is set, more than that is an error: projection must be finite.
	MaxModels int
	Infinite  bool
	// Partial accepts errors that wrap errors.ErrUnsupported.
	Partial bool
}

// NewSolver makes solvers over a store.
type NewSolver func(*logic.Store) (smt.Solver, error)

// NewProjector makes a projector over a store.
type NewProjector func(*logic.Store) smt.Projector

// CheckProjector checks projections of random formulas: for every formula, models are
// projected until the results cover it.
func CheckProjector(t *testing.T, c ProjectionCase, newSolver NewSolver, newProjector NewProjector) {
	t.Helper()
	if c.Vars == 0 {
		c.Vars = 3
	}
	if c.Depth == 0 {
		c.Depth = 2
	}
	if c.MaxModels == 0 {
		c.MaxModels = 40
	}
	projections, refused := 0, 0
	for seed := range c.Seeds {
		n, err := runSeed(t.Context(), c, uint64(seed), newSolver, newProjector)
		projections += n
		switch {
		case errors.Is(err, errors.ErrUnsupported) && c.Partial:
			refused++
		case err != nil:
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	t.Logf("%d formulas, %d projections, %d refused", c.Seeds, projections, refused)
	if projections == 0 {
		t.Error("nothing was projected")
	}
}

// runSeed covers one formula by projections and returns their number.
func runSeed(ctx context.Context, c ProjectionCase, seed uint64, newSolver NewSolver, newProjector NewProjector) (int, error) {
	store := logic.NewStore()
	g := NewGenerator(store, seed, c.Theory, c.Vars, "")
	f, vars := g.Formula(c.Depth), g.Some()
	if c.Of != nil {
		vars = slices.DeleteFunc(g.Vars(), func(v *logic.Term) bool { return !c.Of(v.Sort()) })
	}
	for range c.Literals {
		f = store.And(f, g.Atom(true))
	}
	solver, err := newSolver(store)
	if err != nil {
		return 0, err
	}
	defer solver.Close()
	oracle, err := newSolver(store)
	if err != nil {
		return 0, err
	}
	defer oracle.Close()
	if err := solver.Assert(f); err != nil {
		return 0, err
	}
	p := newProjector(store)
	for n := 0; ; n++ {
		st, err := solver.Check(ctx)
		if err != nil || st != smt.Sat {
			return n, err
		}
		if n == c.MaxModels {
			if c.Infinite {
				return n, nil
			}
			return n, fmt.Errorf("%d projections do not cover %s", n, Text(f))
		}
		m, err := solver.Model()
		if err != nil {
			return n, err
		}
		if !m.Holds(f) {
			return n, fmt.Errorf("the solver's model does not satisfy %s", Text(f))
		}
		z, err := p.Project(ctx, m, vars, f)
		if err != nil {
			return n, fmt.Errorf("projecting %s: %w", Text(f), err)
		}
		if err := CheckProjection(ctx, store, oracle, m, vars, f, z); err != nil {
			return n, err
		}
		if err := solver.Assert(store.Not(z)); err != nil {
			return n, err
		}
	}
}

// CheckProjection reports whether g is a projection of f along model m: m satisfies g, g has only
// symbols of f other than vars, and g implies ∃vars. f. The implication is sampled: models of g are
// sought in different corners, and for each, f must be satisfiable under the values of the
// remaining variables. oracle has nothing asserted.
func CheckProjection(ctx context.Context, store *logic.Store, oracle smt.Solver, m *logic.Model, vars []*logic.Term, f, g *logic.Term) error {
	if !m.Holds(g) {
		return fmt.Errorf("the model does not satisfy the projection %s of %s", Text(g), Text(f))
	}
	stays := map[*logic.Term]bool{}
	for _, v := range logic.FreeVars(f) {
		stays[v] = true
	}
	for _, v := range vars {
		delete(stays, v)
	}
	for _, v := range logic.FreeVars(g) {
		if !stays[v] {
			return fmt.Errorf("variable %s is left in the projection %s of %s", v.Name(), Text(g), Text(f))
		}
	}
	var kept []*logic.Term
	for _, v := range logic.FreeVars(f) {
		if stays[v] {
			kept = append(kept, v)
		}
	}
	oracle.Push()
	defer oracle.Pop(1)
	if err := oracle.Assert(g); err != nil {
		return err
	}
	all := corners(store, kept)
	for k := range min(len(all), maxCorners) {
		corner := all[(int(g.ID())+k*7)%len(all)]
		st, err := oracle.Check(ctx, corner)
		if err != nil {
			return err
		}
		if st != smt.Sat {
			continue
		}
		at, err := oracle.Model()
		if err != nil {
			return err
		}
		if err := checkPoint(ctx, store, oracle, at, kept, f, g); err != nil {
			return err
		}
	}
	return nil
}

// maxCorners limits the models of a projection that CheckProjection examines.
const maxCorners = 10

// checkPoint decides whether f has a solution under the values of kept at a
// model of its projection g.
func checkPoint(ctx context.Context, store *logic.Store, oracle smt.Solver, at *logic.Model, kept []*logic.Term, f, g *logic.Term) error {
	vals := make([]*logic.Term, len(kept))
	for i, v := range kept {
		vals[i] = at.Value(v)
	}
	oracle.Push()
	defer oracle.Pop(1)
	if err := oracle.Assert(store.Substitute(f, kept, vals)); err != nil {
		return err
	}
	st, err := oracle.Check(ctx)
	if err == nil && st == smt.Unsat {
		point := ""
		for i, v := range kept {
			point += fmt.Sprintf(" %s=%s", v.Name(), Text(vals[i]))
		}
		return fmt.Errorf("the projection %s of %s has no solution at%s", Text(g), Text(f), point)
	}
	return err
}

// corners returns conditions that drive the solver to different models.
func corners(store *logic.Store, vars []*logic.Term) []*logic.Term {
	z := []*logic.Term{store.True()}
	for _, v := range vars {
		switch {
		case v.Sort().IsBool():
			z = append(z, v, store.Not(v))
		case v.Sort().IsArith():
			for _, k := range []int64{-20, -3, 4, 25} {
				n := store.Num(rational.Int(k), v.Sort())
				if k < 0 {
					z = append(z, store.Le(v, n))
				} else {
					z = append(z, store.Ge(v, n))
				}
			}
			z = append(z, store.Eq(v, store.Num(rational.Int(1), v.Sort())))
		}
	}
	return z
}
