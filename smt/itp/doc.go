// SPDX-License-Identifier: Apache-2.0

// Package itp makes, checks, simplifies and combines Craig interpolants over any
// back end that has models and unsatisfiable cores; no proofs are needed.
//
// An interpolant of A and B, whose conjunction is unsatisfiable, is a formula I
// over the symbols that A and B share such that A implies I, and I and B are
// unsatisfiable together (Craig, 1957). Package smt asks for interpolants of
// trees; a sequence is a path, a binary query a path of two.
//
// # Main types
//
//	ModelBased   interpolants from models, projection and cores, generalised
//	Exact        interpolants by quantifier elimination along the query
//	Fallback     the next interpolator when one gives up
//	Checked      the answers of another interpolator, checked
//	Check        the conditions of an interpolation, node by node
//	Tidy         simpler interpolants
//
// # How model-based interpolation works
//
// To separate block x from block y, models of x are enumerated. A model, with the
// symbols that y does not know projected away, gives a cube: a conjunction of
// shared literals that is inconsistent with y, because its every model extends to
// one of x. The cube is generalised, and blocked in x. When x has no model left,
// the disjunction of the cubes is implied by x and inconsistent with y. With x = A
// this gives an interpolant; with x = B its negation does. (separate.go)
//
// A tree is derived bottom-up, covering each node's own side, or top-down,
// covering what is outside of a subtree; either way only the part of one node is
// enumerated and projected, while cubes are generalised against all of the rest.
// [smt.Strong] chooses bottom-up and [smt.Weak] top-down; otherwise both are done
// and the simpler formulas win. (derive.go)
//
// Generalisation decides whether a lazy abstraction comes to an end, since only
// what does not count the turns of a loop is found again at the next turn.
// Literals are dropped, heavy ones first; equalities are split into the half that
// matters; pairs of inequalities are added up where the sum is simpler; a cube
// that would become a clause is replaced by a single inequality where one can be
// found; and bounds are relaxed to numerals that the neighbours or the query
// itself use, or to zero. (generalise.go, halfspace.go, relax.go) What "simpler"
// means is in weight.go.
//
// # Limits
//
// Effort is counted in cubes and solver calls ([Options]); beyond the bounds the
// answer is Unknown with a reason. Functions that occur on one side only are
// refused with an error that wraps errors.ErrUnsupported, unless covering the
// other side alone does. What else can be interpolated is up to the projector.
// Interpolants of integer problems use (mod t k) where projection needs it. Search
// is deterministic if the solver is.
//
// # Names
//
//	q      a query                    x, y   the blocks: x is covered, y is kept off
//	i, k   nodes of a query           keep   the symbols allowed
//	r      a run: one query           cube   a conjunction as a list of literals
//	c      a covering: one block      l      a literal
//	m      a model                    f, g   formulas
//
// # References
//
// William Craig: Three Uses of the Herbrand-Gentzen Theorem in Relating Model
// Theory and Proof Theory. Journal of Symbolic Logic 22(3), 1957. Kenneth L.
// McMillan: Interpolation and SAT-Based Model Checking. CAV 2003; Lazy Abstraction
// with Interpolants. CAV 2006 (https://doi.org/10.1007/11817963_14).
//
// Hana Chockler, Alexander Ivrii, Arie Matsliah: Computing Interpolants without
// Proofs. HVC 2012 (https://doi.org/10.1007/978-3-642-39611-3_12): enumeration of
// models and cores, propositional.
//
// Nikolaj Bjørner, Arie Gurfinkel, Konstantin Korovin, Ori Lahav:
// Instantiations, Zippers and EPR Interpolation. LPAR-19 (short papers), 2013;
// Samuel Drews, Aws Albarghouthi: Effectively Propositional Interpolants. CAV
// 2016 (https://doi.org/10.1007/978-3-319-41540-6_12): the same over theories, and
// enumeration from both sides.
//
// Aws Albarghouthi, Arie Gurfinkel, Marsha Chechik: UFO: A Framework for
// Abstraction- and Interpolation-Based Software Verification. CAV 2012. Aws
// Albarghouthi, Kenneth L. McMillan: Beautiful Interpolants. CAV 2013
// (https://doi.org/10.1007/978-3-642-39799-8_22): simple interpolants from samples.
//
// Vijay D'Silva, Daniel Kroening, Mitra Purandare, Georg Weissenbacher:
// Interpolant Strength. VMCAI 2010: why strength matters. Daniel Kroening, Georg
// Weissenbacher: Interpolation-Based Software Verification with Wolverine. CAV
// 2011: preconditions as a fallback.
//
// Differences from the papers. Chockler et al. shrink a full assignment to the
// shared variables; here the assignment is a projection, which is smaller and
// makes the enumeration finite over Int and Real, and atoms of the query are tried
// in its place when the result is complex. The two sides are not enumerated in
// turns: a derivation sticks to one and the whole results are compared, because
// sequences need formulas that resemble their neighbours. Strength is a matter of
// direction, not of labellings of a proof: no order between the answers for Strong
// and Weak is guaranteed. Half-spaces are found by testing combinations with small
// factors, not by solving for the factors.
package itp
