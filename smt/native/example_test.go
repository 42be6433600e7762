// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"context"
	"fmt"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// Scopes, assumptions, models and cores.
func Example() {
	s := logic.NewStore()
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	solver := native.NewSolver(s, smt.Options{})
	defer solver.Close()
	ctx := context.Background()

	_ = solver.Assert(s.Eq(s.Scale(s.IntNum(2).Num(), x), s.Add(y, s.IntNum(1)))) // 2x = y + 1
	st, _ := solver.Check(ctx, s.Ge(y, s.IntNum(6)), s.Lt(y, s.IntNum(8)))
	m, _ := solver.Model()
	fmt.Println(st, m.Eval(x), m.Eval(y))

	solver.Push()
	_ = solver.Assert(s.Eq(s.Mod(y, s.IntNum(2)), s.IntNum(0)))
	st, _ = solver.Check(ctx, s.Ge(x, s.IntNum(0)))
	fmt.Println(st, solver.Core())
	solver.Pop(1)

	// Output:
	// sat 4 7
	// unsat []
}

// Interpolants of a path of three steps, strong and weak.
func ExampleInterpolator() {
	s := logic.NewStore()
	x0, x1, x2 := s.Var("x0", s.Int), s.Var("x1", s.Int), s.Var("x2", s.Int)
	q := smt.Sequence(
		s.Eq(x0, s.IntNum(0)),
		s.Eq(x1, s.Add(x0, s.IntNum(1))),
		s.And(s.Eq(x2, s.Add(x1, s.IntNum(1))), s.Lt(x2, s.IntNum(0))),
	)
	ip := native.NewInterpolator(s, native.InterpolatorOptions{})
	for _, q.Strength = range []smt.Strength{smt.Strong, smt.Weak} {
		z, _ := ip.Interpolate(context.Background(), q)
		fmt.Println(z.Status, z.Formulas)
	}

	// Output:
	// unsat [(>= x0 0) (>= x1 1) false]
	// unsat [(>= x0 (- 2)) (>= x1 (- 1)) false]
}
