// SPDX-License-Identifier: Apache-2.0

package absint

// span is a set of states with generators of type G. The zero value is the set of all states.
type span[S comparable, G any] interface {
	comparable
	clone() S
	add(G)
	has(G) bool
	generators() []G
}

// join returns the least span that contains x and y.
func join[S span[S, G], G any](x, y S) S {
	var all S
	switch {
	case x == all || y == all:
		return all
	case x == y:
		return x
	}
	z := x.clone()
	for _, g := range y.generators() {
		z.add(g)
	}
	return z
}

// within reports whether y has all states of x.
func within[S span[S, G], G any](x, y S) bool {
	var all S
	switch {
	case x == y || y == all:
		return true
	case x == all:
		return false
	}
	for _, g := range x.generators() {
		if !y.has(g) {
			return false
		}
	}
	return true
}
