// SPDX-License-Identifier: Apache-2.0

// Package slice has two functions that the standard library's package slices lacks: Map and Filter.
package slice

// Map returns the values of f at the elements of xs, in order.
func Map[S ~[]X, X, Y any](xs S, f func(X) Y) []Y {
	ys := make([]Y, len(xs))
	for i, x := range xs {
		ys[i] = f(x)
	}
	return ys
}

// Filter returns the elements of xs for which f holds, in order; nil if there are none.
func Filter[S ~[]X, X any](xs S, f func(X) bool) (ys []X) {
	for _, x := range xs {
		if f(x) {
			ys = append(ys, x)
		}
	}
	return ys
}
