// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"context"
	"fmt"

	"cornet/internal/rational"
	"cornet/smt/lra"
)

// This file holds Check: the order in which the methods are tried, from cheap to expensive,
// and branching, which is what remains.

// Outcome says what Check found. Its zero value is Unknown.
type Outcome uint8

const (
	Unknown    Outcome = iota // nothing: Result.Cause says why
	Feasible                  // the values satisfy all bounds and integrality
	Infeasible                // Result.Conflict or Result.Equalities says why no values do
	Branching                 // Result.Branch is to be decided
)

// String returns the name of the outcome.
func (o Outcome) String() string {
	return [...]string{"unknown", "feasible", "infeasible", "branching"}[o]
}

// Result is what Check found. Its slices are valid until the solver is changed or checked again.
type Result struct {
	Outcome    Outcome
	Conflict   []lra.Premise // of Infeasible: a Farkas combination, or nil
	Equalities []Equality    // of Infeasible: a certificate of indivisibility, or nil
	Branch     Branch        // of Branching
	Cause      string        // of Unknown, for people
}

// Branch is the request to decide Var ≤ Floor ∨ Var ≥ Floor+1, which holds for the structural
// integer variable Var in any case. As it mentions one variable, it belongs to any
// partition that does, and never mixes two.
type Branch struct {
	Var   lra.Var
	Floor rational.Rat
	Upper bool // whether Var ≥ Floor+1 is the more promising side
}

// Check looks for values that satisfy all bounds and integrality.
//
// After Branching the caller decides the branch, each side on a level of its own (above the
// present one), and checks again; backtracking below the present level forgets it.
//
// Unknown comes with an error if ctx is done.
func (s *Solver) Check(ctx context.Context) (Result, error) {
	s.stats.Checks++
	if r, err := s.relax(ctx); r != nil {
		return *r, err
	}
	if eq := s.indivisibleRow(); eq != nil {
		s.stats.Indivisible++
		return Result{Outcome: Infeasible, Equalities: eq}, nil
	}
	if eq := s.unsolvable(); eq != nil {
		s.stats.Indivisible++
		return Result{Outcome: Infeasible, Equalities: eq}, nil
	}
	if s.patch() {
		s.stats.Patched++
		return Result{Outcome: Feasible}, nil
	}
	solved, err := s.cube(ctx)
	if err != nil {
		return Result{Cause: "cancelled"}, err
	}
	if solved {
		s.stats.Cubes++
		return Result{Outcome: Feasible}, nil
	}
	if len(s.branched) >= s.opts.MaxDepth {
		s.stats.GivenUp++
		return Result{Cause: fmt.Sprintf("%d nested branchings of integer variables", len(s.branched))}, nil
	}
	s.stats.Branches++
	s.branched = append(s.branched, s.Level()+1)
	return Result{Outcome: Branching, Branch: s.branch()}, nil
}

// branch chooses the variable to branch on: of those with a fractional value the one with the
// smallest range, of those without a range the one with the smallest value. Small
// ranges are exhausted soon, and small values keep models and cuts small.
func (s *Solver) branch() Branch {
	var best lra.Var
	var bestSize rational.Rat
	bestRange, found := false, false
	for _, v := range s.integers {
		if isIntegral(s.lp.Value(v)) {
			continue
		}
		size, isRange := s.lp.Value(v).R.Abs(), false
		lower, isAbove := s.lp.Lower(v)
		upper, isBelow := s.lp.Upper(v)
		if isAbove && isBelow {
			size, isRange = upper.Value.Sub(lower.Value), true
		}
		if !found || isRange && !bestRange || isRange == bestRange && size.Less(bestSize) {
			best, bestSize, bestRange, found = v, size, isRange, true
		}
	}
	value := s.lp.Value(best)
	floor := floorOf(value)
	return Branch{Var: best, Floor: floor, Upper: rational.New(1, 2).Less(value.R.Sub(floor))}
}

// floorOf returns the greatest integer that is at most x.
func floorOf(x lra.Delta) rational.Rat {
	z := x.R.Floor()
	if x.K.Sign() < 0 && z.Equal(x.R) {
		return z.Sub(rational.Int(1))
	}
	return z
}
