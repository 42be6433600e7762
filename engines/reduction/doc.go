// SPDX-License-Identifier: Apache-2.0

// Package reduction decides systems by reduction to systems over integers.
//
//	Intblast      values of bit-vectors, and numbers congruent to them
//	Cellmorph     single cells of arrays
//	Catamorphism  folds over datatypes, which are learned
//
// Each reduction makes one or more abstract systems from the input, and property-directed
// reachability decides them. Abstract systems take turns. In a turn, a system may ask a limited
// number of queries. An unsafe abstract system is dropped if its refutation does not refute the
// input.
//
// The translations are packages horn/transform/intblast, cellmorph and catamorphism, which name the
// papers.
package reduction
