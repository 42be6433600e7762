// SPDX-License-Identifier: Apache-2.0

// Package growth has families of inputs of any size, and reports how the cost of a solver grows
// along them.
//
//	Families  the table: what each family grows, its verdict, its sizes
//	Select    the families with some names
//	Report    what was measured, as JSON, Markdown and log-log plots
//
// [cornet/bench.Grow] measures. The test of this package compares counted effort at small sizes, so
// it does not depend on a clock.
//
// # Terminology
//
//	size      the parameter of a family: the number of loops, of bits, of cases
//	exponent  e, if cost is proportional to size^e between two sizes
//	end       the largest size that a solver decides within the limits
package growth
