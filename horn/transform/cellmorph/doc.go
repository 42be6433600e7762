// SPDX-License-Identifier: Apache-2.0

// Package cellmorph abstracts arrays by single cells: a predicate over an array becomes a predicate
// over an index and the element there, for every index.
//
// # Method
//
// A predicate p(a, x) becomes q(k, v, x), which must hold for all k and v = a[k] if p does. A
// clause derives q for a new index k of each array of its head; reads and writes become case
// distinctions on equal indices. A body atom gives q for all indices. It is instantiated at the
// indices that the clause reads: the new ones of its head, and those of its selects. With several
// arrays, q is about one or more cells of each array at a time, or about the cells of all arrays at
// one index. If arrays are read at an address plus an offset, these cells are at the same distance
// from their addresses.
//
// The new system derives at least the facts of the old one. A model of q gives a model of p, with a
// quantifier over indices:
//
//	p(a, x) = ∀k. q(k, a[k], x)
//	p(a, b, y, z) = ∀k. q(k, a[y+k], b[z+k], y, z)   of one index
//
// # Types
//
//	Shape        which cells the new predicates are about
//	bases        the addresses from which indices are counted
//	translation  of one clause
//	back         of models
//
// # Limits
//
// Arrays of arrays, and arrays inside datatypes, are not abstracted. Systems with quantifiers in
// constraints are refused. If a clause reads many cells, only some combinations are instantiated.
//
// # References
//
//   - D. Monniaux, L. Gonnord, "Cell Morphing: From Array Programs to Array-Free Horn
//     Clauses", SAS 2016, https://doi.org/10.1007/978-3-662-53413-7_18.
//   - N. Bjørner, K. McMillan, A. Rybalchenko, "On Solving Universally Quantified Horn
//     Clauses", SAS 2013, https://doi.org/10.1007/978-3-642-38856-9_8.
//
// Differences from the first paper: writes do not split clauses but become case distinctions, and
// the cells of all arrays of a predicate are joined in one atom.
package cellmorph
