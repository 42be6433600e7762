// SPDX-License-Identifier: Apache-2.0

package loop

// Locations says how the location is part of the state.
type Locations uint8

const (
	// Integer is one variable of sort Int, 0 ≤ loc < number of predicates.
	Integer Locations = iota
	// OneHot is a Boolean for every predicate but the first, of which at most
	// one holds; none stands for the first.
	OneHot
)

// Options configure the encoding. The zero value is the default.
type Options struct {
	Locations Locations
}
