// SPDX-License-Identifier: Apache-2.0

package project_test

import (
	"context"
	"fmt"
	"os"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt/project"
)

// A step of a program, x1 = x + 1 with x < n, from a state where x is 3 and n is 10. Which states
// x1, n can the step reach? Projection returns a formula that the reached state satisfies, and that
// only reachable states satisfy.
func Example() {
	store := logic.NewStore()
	r := smttest.NewReader(store, "x x1 n : Int")
	step := r.Term("(and (< x n) (= x1 (+ x 1)))")

	m := store.NewModel()
	m.Set(r.Vars("x")[0], store.IntNum(3))
	m.Set(r.Vars("x1")[0], store.IntNum(4))
	m.Set(r.Vars("n")[0], store.IntNum(10))

	p := project.New(store, project.Options{})
	g, err := p.Project(context.Background(), m, r.Vars("x"), step)
	if err != nil {
		fmt.Println(err)
		return
	}
	logic.WriteTerm(os.Stdout, g)
	// Output: (<= x1 n)
}

// There is not always an integer between two bounds: 2x lies between y and y only if y is even.
func ExampleProjector_Project_divisibility() {
	store := logic.NewStore()
	r := smttest.NewReader(store, "x y z : Int")
	f := r.Term("(and (<= y (* 2 x)) (<= (* 2 x) z))")
	for _, z := range []int64{0, 1} {
		m := store.NewModel() // x = y = 0
		m.Set(r.Vars("z")[0], store.IntNum(z))
		g, err := project.New(store, project.Options{}).Project(context.Background(), m, r.Vars("x"), f)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(smttest.Text(g))
	}
	// Output:
	// (and (= (mod y 2) 0) (<= y z))
	// (<= (+ y 1) z)
}
