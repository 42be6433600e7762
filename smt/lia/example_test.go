// SPDX-License-Identifier: Apache-2.0

package lia_test

import (
	"context"
	"fmt"

	"cornet/internal/rational"
	"cornet/smt/lia"
	"cornet/smt/lra"
)

// Decide 3x + 5y = 7 ∧ x ≥ 0 ∧ y ≥ 0 over the integers. The caller, here a function that
// calls itself, decides the branchings.
func Example() {
	s := lia.New(lia.Options{})
	x, y := s.NewVar(lia.Integer), s.NewVar(lia.Integer)
	sum := s.NewTerm([]lra.Monomial{{Coeff: rational.Int(3), Var: x}, {Coeff: rational.Int(5), Var: y}})
	s.AssertLower(sum, rational.Int(7), false, 1)
	s.AssertUpper(sum, rational.Int(7), false, 1)
	s.AssertLower(x, rational.Int(0), false, 2)
	s.AssertLower(y, rational.Int(0), false, 3)

	var solve func() lia.Outcome
	solve = func() lia.Outcome {
		r, _ := s.Check(context.Background())
		if r.Outcome != lia.Branching {
			return r.Outcome
		}
		level, k := s.Level(), r.Branch.Floor
		fmt.Printf("x%d <= %v or x%d >= %v\n", r.Branch.Var, k, r.Branch.Var, k.Add(rational.Int(1)))
		s.Push()
		outcome := lia.Infeasible
		if s.AssertUpper(r.Branch.Var, k, false, 4) == nil {
			outcome = solve()
		}
		s.Backtrack(level)
		if outcome != lia.Infeasible {
			return outcome
		}
		s.Push()
		defer s.Backtrack(level)
		if s.AssertLower(r.Branch.Var, k.Add(rational.Int(1)), false, 4) != nil {
			return lia.Infeasible
		}
		return solve()
	}
	fmt.Println(solve())
	// Output:
	// x0 <= 2 or x0 >= 3
	// x1 <= 0 or x1 >= 1
	// x0 <= 0 or x0 >= 1
	// infeasible
}
