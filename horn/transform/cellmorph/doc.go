// SPDX-License-Identifier: Apache-2.0

// Package cellmorph abstracts arrays by single cells: a predicate over an array becomes
// one over an index and the element there, for every index.
//
// # Method
//
// A predicate p(a, x) becomes q(k, v, x), which is to hold for all k and v = a[k] when
// p does. A clause derives q for a new index k of each array of its head; reads and
// writes become case distinctions on equal indices. Of a body atom, q is known for
// all indices; those are put in that the clause reads: the new ones of its head,
// and those of its selects. With several arrays, q speaks of one cell of each at a
// time, or of more than one if that is wanted, or of the cells of all arrays at one
// index. Arrays that are read at an address plus something else have cells at one
// distance from their addresses then.
//
// The new system derives at least what the old one does. A model of q gives one of
// p, with a quantifier over indices:
//
//	p(a, x) = ∀k. q(k, a[k], x)
//	p(a, b, y, z) = ∀k. q(k, a[y+k], b[z+k], y, z)   of one index
//
// # Types
//
//	Shape        which cells the new predicates speak of
//	bases        the addresses from which indices are counted
//	translation  of one clause
//	back         of models
//
// # Limits
//
// Arrays of arrays stay as they are, and arrays inside of datatypes. Systems with
// quantifiers in constraints are refused. Where a clause reads many cells, only
// some combinations are put in.
//
// # References
//
//   - D. Monniaux, L. Gonnord, "Cell Morphing: From Array Programs to Array-Free Horn
//     Clauses", SAS 2016, https://doi.org/10.1007/978-3-662-53413-7_18.
//   - N. Bjørner, K. McMillan, A. Rybalchenko, "On Solving Universally Quantified Horn
//     Clauses", SAS 2013, https://doi.org/10.1007/978-3-642-38856-9_8.
//
// Differences from the first paper: writes do not split clauses but become case
// distinctions, and the cells of all arrays of a predicate are joined in one atom.
package cellmorph
