// SPDX-License-Identifier: Apache-2.0

// Package project is model-based projection without a solver: it eliminates variables from a
// formula under the guidance of a model.
//
// Given a model m of f and variables x̄, projection finds a quantifier-free g without x̄. m
// satisfies g, and g implies ∃x̄. f. Engines use it to step from a state to its predecessors or
// successors. Package itp makes interpolants from models with it. So both avoid the cost of
// computing ∃x̄. f as a whole. For Bool, Int and Real, the models of one f lead to finitely many g.
// Their disjunction is ∃x̄. f: [Eliminate] collects them.
//
// # Main types
//
//	Projector   implements smt.Projector
//	Options     slack or divisibility over Int; values as a last resort; checks
//	Eliminate   quantifier elimination by projection of models that a solver finds
//
// # How it works
//
// Boolean variables are replaced by their values. An implicant of the rest is a conjunction of
// literals, the cube, without Boolean structure and without ite. A variable to eliminate is called
// pending. The cube is rewritten until no pending variable is left. Literals without pending
// variables go to the result. In each round, the first step that applies is taken:
//
//	solveTerm      x = t: replace x by t                       alien.go
//	stepDatatype   constructors, testers, selectors            datatype.go
//	stepArray      stores, reads over writes, Ackermann        array.go
//	stepWord       bit-vectors: equations, bounds, values      bitvec.go
//	stepAlien      a variable below a function that remains   alien.go
//	solveArith     Real, then Int: equalities, then bounds     arith.go, lra.go, lia.go
//
// The literals that a step adds are true in the model and imply those that it replaces. So the
// result is a projection for every order of the steps. Each file begins with the argument for its
// theory.
//
// # Limits
//
// Some formulas are refused with an error that wraps errors.ErrUnsupported, unless
// [Options.LastResortValues] is set. They have variables in nonlinear products, in indices of
// arrays that remain, or in arguments of uninterpreted functions. Int variables in sums with Real
// terms that remain are refused too, if neither an equation nor a term of equal value solves for
// them.
//
// Others are always refused: formulas whose value the model leaves open (quantifiers, division by
// zero, selectors on another constructor), and values that cannot be written (uninterpreted sorts).
//
// # Names
//
//	e     the elimination in progress      m     the model of the caller
//	val   the model with fresh variables   lit   a literal
//	x     a variable to eliminate          c     a constraint, lin rel 0
//	a, b  coefficients of x, positive      t, u  linear terms: t/a, u/b are bounds
//	k     a divisor                        g     the tightest bound
//
// # References
//
// Anvesh Komuravelli, Arie Gurfinkel, Sagar Chaki: SMT-Based Model Checking for Recursive Programs.
// Formal Methods in System Design 48(3), 2016, §5 (https://doi.org/10.1007/s10703-016-0249-4): the
// notion, and projection for LRA and LIA.
//
// Nikolaj Bjørner, Mikoláš Janota: Playing with Quantified Satisfaction. LPAR-20 (short papers),
// 2015, §2 (https://doi.org/10.29007/vv21): projection per theory, resolution of integer bounds
// with coefficients.
//
// Anvesh Komuravelli, Nikolaj Bjørner, Arie Gurfinkel, Kenneth McMillan: Compositional Verification
// of Procedural Programs using Horn Clauses over Integers and Arrays. FMCAD 2015, §4
// (https://doi.org/10.1109/FMCAD.2015.7542257): arrays.
//
// David Monniaux: A Quantifier Elimination Algorithm for Linear Real Arithmetic. LPAR 2008
// (https://doi.org/10.1007/978-3-540-89439-1_18): elimination by generalised models.
//
// Rüdiger Loos, Volker Weispfenning: Applying Linear Quantifier Elimination. The Computer Journal
// 36(5), 1993: virtual substitution. D. C. Cooper: Theorem Proving in Arithmetic without
// Multiplication. Machine Intelligence 7, 1972. William Pugh: The Omega Test. Supercomputing 1991:
// dark shadows.
//
// Differences from the papers. The test point over Int is t/a plus an offset, for one coefficient
// at a time. The papers use one point for the least common multiple of all coefficients; ours keeps
// divisors small. Slack is preferred to divisibility if the model allows it. An equation between
// stores over the same array becomes equations between elements at once, instead of an equality up
// to indices. Reads are ordered by a chain of inequalities over numeric indices instead of pairwise
// disequalities. The implicant is not minimised by a solver.
package project
