// SPDX-License-Identifier: Apache-2.0

// Package transform simplifies Horn systems before an engine sees them, and
// turns the engine's witnesses into witnesses for the system that was given.
//
// [Table] lists the passes with their help; a second table says which runs before which, and
// why. A [Pipeline] runs them, those in the middle of the table again and again
// until none of them finds anything to do, and composes the ways back.
//
//	p, err := transform.New(transform.Options{})
//	z, err := p.Run(ctx, &pass.Env{Backend: backend}, sys)
//	result, err := engine.Solve(ctx, z.System)
//	result, err = z.Carry(ctx, result)
//
// All passes in the table are exact: the system that comes out is safe if and
// only if the one that went in is. Effects are there for passes that are not.
//
// # The floors
//
// Imports go downwards only:
//
//	transform                          the table, the order, the pipeline
//	passes                             one file for each pass
//	lift                    absint     how witnesses return; what holds of all that is derivable
//	pass                               the framework: what a pass is given, returns and keeps
//
// Beside the passes stand the reductions of whole systems to systems over integers, which know the
// framework only: catamorphism (datatypes), cellmorph (arrays), intblast (bit-vectors).
//
// # Witnesses
//
// Back turns models and refutations of the output into those of the input. Lemmas, models of all
// clauses but the queries, come back the same way, but that uses in queries ask nothing of an
// eliminated predicate (Outcome.Lemmas).
//
// # Hints
//
// What a user has said about predicates goes along: a pass that replaces predicates
// says what became of their arguments, as [hints.Move]s, and a pipeline carries the
// hints over. Predicates with hints are not inlined.
//
// # Names
//
//	c  clause    p  predicate    s  term store     q  equations or query
//	d  clause in the making      m  model          v  variable    z  result
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
