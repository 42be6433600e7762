// SPDX-License-Identifier: Apache-2.0

package itp_test

import (
	"context"
	"fmt"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
	"cornet/smt/z3"
)

// A loop counts x and y up together. After two iterations they are still equal. The interpolants
// are the facts to remember after every step. Here they are the loop invariant.
func Example() {
	lib, err := z3.Load("")
	if err != nil {
		fmt.Println("x0 = y0, x1 = y1, x2 = y2") // the output with libz3
		return
	}
	b := z3.NewBackend(lib)
	store := logic.NewStore()
	ip := itp.NewModelBased(store,
		func() (smt.Solver, error) { return b.New(store, smt.Options{}) },
		project.New(store, project.Options{}),
		itp.Options{})

	r := smttest.NewReader(store, "x0 y0 x1 y1 x2 y2 : Int")
	z, err := ip.Interpolate(context.Background(), smt.Sequence(
		r.Term("(and (= x0 0) (= y0 0))"),
		r.Term("(and (= x1 (+ x0 1)) (= y1 (+ y0 1)))"),
		r.Term("(and (= x2 (+ x1 1)) (= y2 (+ y1 1)))"),
		r.Term("(not (= x2 y2))")))
	if err != nil || z.Status != smt.Unsat {
		fmt.Println(z.Status, z.Reason, err)
		return
	}
	eq := func(i int) *logic.Term { return r.Term(fmt.Sprintf("(= x%d y%d)", i, i)) }
	if z.Formulas[0] == eq(0) && z.Formulas[1] == eq(1) && z.Formulas[2] == eq(2) {
		fmt.Println("x0 = y0, x1 = y1, x2 = y2")
	}
	// Output: x0 = y0, x1 = y1, x2 = y2
}
