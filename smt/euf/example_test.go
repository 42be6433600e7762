// SPDX-License-Identifier: Apache-2.0

package euf_test

import (
	"fmt"

	"cornet/smt/euf"
)

// From f(f(f(x))) = x and f(f(f(f(f(x))))) = x follows f(x) = x.
func Example() {
	const f = 0
	g := euf.New()
	x := g.Leaf()
	power := []euf.Node{x}
	for range 5 {
		power = append(power, g.Apply(f, power[len(power)-1]))
	}
	g.Merge(power[3], x, 1)
	fmt.Println(g.Same(power[1], x))
	g.Push()
	g.Merge(power[5], x, 2)
	var why euf.Explanation
	g.Explain(power[1], x, &why)
	fmt.Println(g.Same(power[1], x), why.Reasons)
	g.Backtrack(0)
	fmt.Println(g.Same(power[1], x))
	// Output:
	// false
	// true [1 2]
	// false
}
