// SPDX-License-Identifier: Apache-2.0

package itp_test

import (
	"fmt"
	"testing"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
)

func BenchmarkModelBased(b *testing.B) {
	newSolver := solvers(b)
	for _, c := range loops {
		if c.name != "counter" && c.name != "two counters" && c.name != "sum" && c.name != "array" {
			continue
		}
		for _, depth := range []int{3, 30} {
			b.Run(fmt.Sprintf("%s/%d", c.name, depth), func(b *testing.B) {
				store := logic.NewStore()
				q := readLoop(store, c.vars, c.init, c.step, c.bad).unroll(depth)
				factory := func() (smt.Solver, error) { return newSolver(store) }
				ip := itp.NewModelBased(store, factory, project.New(store, project.Options{}), itp.Options{})
				for b.Loop() {
					if z, err := ip.Interpolate(b.Context(), q); err != nil || z.Status != smt.Unsat {
						b.Fatal(z.Status, z.Reason, err)
					}
				}
			})
		}
	}
}
