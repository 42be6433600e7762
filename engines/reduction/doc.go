// SPDX-License-Identifier: Apache-2.0

// Package reduction decides systems by reduction to systems over integers.
//
//	Intblast      values of bit-vectors, and numbers congruent to them
//	Cellmorph     single cells of arrays
//	Catamorphism  measures of datatypes, which are learned
//
// Each reduction makes one or more abstract systems from the input, and property-directed
// reachability decides them. Abstract systems take turns. In a turn, a system may ask a number of
// queries. An abstract system that derives more than the input is dropped when it turns out to be
// unsafe.
//
// The translations are packages horn/transform/intblast, cellmorph and catamorphism, which name the
// papers.
package reduction
