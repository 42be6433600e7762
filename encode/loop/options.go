// SPDX-License-Identifier: Apache-2.0

package loop

// Locations says how the location is part of the state.
type Locations uint8

const (
	// OneHot is a Boolean for every predicate but the first, of which at most
	// one holds; none stands for the first.
	OneHot Locations = iota
	// Integer is one variable of sort Int, 0 ≤ loc < number of predicates. It is
	// seldom better: bounds on it get into interpolants, and systems over reals
	// become mixed.
	Integer
)

// Options configure the encoding. The zero value is the default.
type Options struct {
	Locations Locations
}
