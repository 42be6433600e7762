// SPDX-License-Identifier: Apache-2.0

// Package itp makes, checks, simplifies and combines Craig interpolants. It needs a back end with
// models and unsatisfiable cores, but no proofs.
//
// Let the conjunction of A and B be unsatisfiable. An interpolant I is a formula over the symbols
// that A and B share. A implies I, and I and B are unsatisfiable together (Craig, 1957). Package
// smt asks for interpolants of trees. A sequence is a path, and a binary query is a path of two
// nodes.
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
// To separate block x from block y, the package enumerates models of x. It projects away the
// symbols of a model that y does not have. The result is a cube, a conjunction of shared literals.
// The cube is inconsistent with y, because each of its models extends to a model of x. The cube is
// generalised, and blocked in x. When x has no more models, the disjunction of the cubes is implied
// by x and inconsistent with y. If x is A, the disjunction is an interpolant. If x is B, its
// negation is one. (separate.go)
//
// A tree is derived bottom-up, covering each node's own side, or top-down, covering the outside of
// a subtree. Both ways enumerate and project only the part of one node, and generalise cubes
// against all the rest. [smt.Strong] chooses bottom-up and [smt.Weak] top-down. Otherwise both are
// done, and the simpler formulas are returned. (derive.go)
//
// Whether a lazy abstraction ends depends on generalisation. A formula that does not count the
// iterations of a loop can be found again at the next iteration; others cannot. Generalisation
// drops literals, heavy ones first. It splits equalities and keeps the half that is needed. It adds
// pairs of inequalities if the sum is simpler. If a cube would become a clause, it looks for a
// single inequality instead. It relaxes bounds to zero, or to numerals that the neighbours or the
// query use. (generalise.go, halfspace.go, relax.go) See weight.go for the meaning of "simpler".
//
// # Limits
//
// Effort is counted in cubes and solver calls ([Options]). Beyond the bounds, the answer is Unknown
// with a reason. Functions that occur on one side only are refused with an error that wraps
// errors.ErrUnsupported, unless covering the other side alone suffices. The projector decides what
// else can be interpolated. Interpolants of integer problems use (mod t k) if projection needs it.
// Search is deterministic if the solver is deterministic.
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
// William Craig: Three Uses of the Herbrand-Gentzen Theorem in Relating Model Theory and Proof
// Theory. Journal of Symbolic Logic 22(3), 1957. Kenneth L. McMillan: Interpolation and SAT-Based
// Model Checking. CAV 2003; Lazy Abstraction with Interpolants. CAV 2006
// (https://doi.org/10.1007/11817963_14).
//
// Hana Chockler, Alexander Ivrii, Arie Matsliah: Computing Interpolants without Proofs. HVC 2012
// (https://doi.org/10.1007/978-3-642-39611-3_12): enumeration of models and cores, propositional.
//
// Nikolaj Bjørner, Arie Gurfinkel, Konstantin Korovin, Ori Lahav: Instantiations, Zippers and EPR
// Interpolation. LPAR-19 (short papers), 2013; Samuel Drews, Aws Albarghouthi: Effectively
// Propositional Interpolants. CAV 2016 (https://doi.org/10.1007/978-3-319-41540-6_12): the same
// over theories, and enumeration from both sides.
//
// Aws Albarghouthi, Arie Gurfinkel, Marsha Chechik: UFO: A Framework for Abstraction- and
// Interpolation-Based Software Verification. CAV 2012. Aws Albarghouthi, Kenneth L. McMillan:
// Beautiful Interpolants. CAV 2013 (https://doi.org/10.1007/978-3-642-39799-8_22): simple
// interpolants from samples.
//
// Vijay D'Silva, Daniel Kroening, Mitra Purandare, Georg Weissenbacher: Interpolant Strength. VMCAI
// 2010: why strength matters. Daniel Kroening, Georg Weissenbacher: Interpolation-Based Software
// Verification with Wolverine. CAV 2011: preconditions as a fallback.
//
// Differences from the papers. Chockler et al. shrink a full assignment to the shared variables;
// here the assignment is a projection, which is smaller and makes the enumeration finite over Int
// and Real, and atoms of the query are tried in its place when the result is complex. The two sides
// are not enumerated alternately: a derivation enumerates one side, and whole results are compared,
// because sequences need formulas that resemble their neighbours. Strength is a matter of
// direction, not of labellings of a proof: no order between the answers for Strong and Weak is
// guaranteed. Half-spaces are found by testing combinations with small factors, not by solving for
// the factors.
package itp
