// SPDX-License-Identifier: Apache-2.0

// Package transform simplifies Horn systems before an engine sees them, and
// turns the engine's witnesses into witnesses for the system that was given.
//
// A [Pass] makes a new system and an [Outcome] with the way back. [Table] lists
// the passes with their help; a second table says which runs before which, and
// why. A [Pipeline] runs them, those in the middle of the table again and again
// until none of them finds anything to do, and composes the ways back.
//
//	p, err := transform.New(transform.Options{})
//	z, err := p.Run(ctx, &transform.Env{Backend: backend}, sys)
//	result, err := engine.Solve(ctx, z.System)
//	result, err = z.Carry(ctx, result)
//
// All passes in the table are exact: the system that comes out is safe if and
// only if the one that went in is. Effects are there for passes that are not.
//
// Packages below make other systems of whole systems: fold, cells and words make
// systems over integers of those over datatypes, arrays and bit-vectors.
//
// # How witnesses come back
//
// Refutations: every new clause has an [origin], a tree of old clauses whose
// instances make up an instance of the new one. Values of variables that are
// gone are computed from terms that the passes have recorded, or read off the
// premises of the step, or asked of a solver when neither determines them. That
// is one mechanism for all passes; a pass only names origins.
//
// Models: passes that remove arguments, clauses or derivable parts know what they
// have removed. Predicates that were eliminated by resolution get a formula
// between what their definitions make true and what their uses allow: by
// substitution where equations eliminate all other variables, by interpolation,
// by projection, and at last with a quantifier.
//
// Lemmas, models of all clauses but the queries, come back the same way, but that uses in
// queries ask nothing of an eliminated predicate (Outcome.Lemmas).
//
// # Hints
//
// What a user has said about predicates goes along: a pass that replaces predicates
// says what became of their arguments, as [hints.Move]s, and a pipeline carries the
// hints over. Predicates with hints are not inlined.
//
// # Control
//
// Program counters come in Booleans and in constraints without form. The pass
// control asks a solver which valuations they have and which follow on which, and
// makes predicates of them. On the systems with Boolean program counters of LIA-Lin
// (vmt, ctigar) this turns one predicate and a transition relation of some hundred
// disjuncts into the loops of the program: 6 more of the 26 vmt tasks of LIA-Lin.quick
// are solved in 4 s of CPU by predabs, and none less.
//
// Conditions of a loop become Boolean arguments first, and then control flow likewise: the
// pass phases. In a phase an affine invariant often suffices, which the pass affine finds.
//
// # Bounds
//
// Abstract interpretation is that of package absint; passes use what it finds, by
// [strengthening]: facts are added to clauses or not, clauses are simplified by them, and
// models get them as conjuncts. The pass simplify is early and adds nothing: where bounds
// show that a remainder or a conditional term is one of its cases, as the wraps of machine
// integers are as a rule, the passes after it read linear arithmetic. The pass intervals
// is late, when there are few predicates, and adds the bounds.
//
// # Equations
//
// Linear equations and congruences are found from models of a solver, by the pass affine. In systems with
// products of variables, the pass polynomials guesses equations of higher degree from runs of the clauses, and proves them by
// induction: modulo powers of two where the system computes so. They decide conditions that engines have no words for, and are
// conjuncts of models; the validator confirms them with package linearize.
//
// # Types and roles
//
//	Pass, Outcome         a transformation and its result
//	BackTranslator        the way back of witnesses
//	Effect                which verdicts carry over
//	Env, Limits           back end and budgets that passes work with
//	Entry, Table          the passes; order holds the second table
//	Pipeline, Options     what to run, dumps and checks in between
//	Measures, PassStats   sizes and times
//
//	draft, equations      a clause on its way to normal form
//	origin, expander      where a clause comes from; refutations
//	tree, instance        resolution of clauses
//	definer               meaning of eliminated predicates
//	cutter                removal of arguments
//	walk                  valuations of control arguments
//	marking               conditions as arguments
//	hull                  equations and congruences that points have in common
//	simulator             runs of clauses
//	conjectures           the domain of conjunctions of given formulas
//
// # Names
//
//	c  clause    p  predicate    s  term store     q  equations or query
//	d  draft     m  model        v  variable       z  result
//
// # Limits
//
// Quantified definitions appear in models when the back end can neither
// interpolate nor project: for arrays, bit-vectors and datatypes this depends on
// the back end. Nonlinear arithmetic is left alone by the passes that read
// arithmetic, but for polynomials. Argument filtering does not look into constraints: an argument
// that a trivial constraint reads stays. Passes need clauses in normal form to
// find something, not to be right.
//
// # References
//
//   - N. Bjørner, A. Gurfinkel, K. McMillan, A. Rybalchenko, "Horn Clause Solvers
//     for Program Verification", Fields of Logic and Computation II, 2015: the
//     transformations and their proofs.
//   - D. Beyer, A. Cimatti, A. Griggio, M. E. Keremoglu, R. Sebastiani, "Software
//     Model Checking via Large-Block Encoding", FMCAD 2009: merge and chains.
//   - H. Hojjat, P. Rümmer, "The ELDARICA Horn Solver", FMCAD 2018, §4: the order
//     of the passes, argument filtering, models of inlined predicates.
//   - M. Blicha, K. Britikov, N. Sharygina, "The Golem Horn Solver", CAV 2023:
//     transformers with back-translation of both kinds of witnesses.
package transform
