// SPDX-License-Identifier: Apache-2.0

package lra_test

import (
	"context"
	"fmt"

	"cornet/internal/rational"
	"cornet/smt/lra"
)

// Decide x < y ∧ x + y ≥ 4 ∧ y ≤ 2, whose conjuncts have the reasons 1, 2 and 3.
func Example() {
	s := lra.New(lra.Options{})
	x, y := s.NewVar(), s.NewVar()
	one := rational.Int(1)
	difference := s.NewTerm([]lra.Monomial{{Coeff: one, Var: x}, {Coeff: one.Neg(), Var: y}})
	sum := s.NewTerm([]lra.Monomial{{Coeff: one, Var: x}, {Coeff: one, Var: y}})

	s.AssertUpper(difference, rational.Int(0), true, 1)
	s.AssertLower(sum, rational.Int(4), false, 2)
	status, _ := s.Check(context.Background())
	model := s.Model(nil)
	fmt.Println(status, model[x].Less(model[y]))

	s.Push()
	s.AssertUpper(y, rational.Int(2), false, 3)
	status, _ = s.Check(context.Background())
	fmt.Println(status)
	for _, p := range s.Conflict() {
		fmt.Println(p, "because of", p.Reason)
	}

	s.Backtrack(0)
	status, _ = s.Check(context.Background())
	fmt.Println(status)
	// Output:
	// feasible true
	// infeasible
	// 2·(v1 <= 2) because of 3
	// 1·(v3 >= 4) because of 2
	// 1·(v2 < 0) because of 1
	// feasible
}
