// SPDX-License-Identifier: Apache-2.0

// Package reduction decides systems by way of systems over integers.
//
//	Intblast      values of bit-vectors, and numbers congruent to them
//	Cellmorph     single cells of arrays
//	Catamorphism  measures of datatypes, which are learned
//
// Each makes one or more abstract systems of the input, and property-directed reachability decides
// them. Abstract systems take turns, each with a number of queries. An abstract system that derives
// more than the input does is left out when it turns out to be unsafe.
//
// The translations are packages horn/transform/intblast, cellmorph and catamorphism, which name the
// papers.
package reduction
