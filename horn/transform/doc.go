// SPDX-License-Identifier: Apache-2.0

// Package transform simplifies Horn systems for the engines, and translates the engines' witnesses
// into witnesses for the original system.
//
// [Table] lists the passes with their help. A second table lists pairs of passes, the first of
// which must run before the second, with the reasons. A [Pipeline] runs the passes and composes
// their back-translations. It repeats the passes in the middle of the table until they change
// nothing more.
//
//	p, err := transform.New(transform.Options{})
//	z, err := p.Run(ctx, &pass.Env{Backend: backend}, sys)
//	result, err := engine.Solve(ctx, z.System)
//	result, err = z.Carry(ctx, result)
//
// All passes in the table are exact: their output is safe if and only if their input is.
// [pass.Effect] describes other passes.
//
// # Layers
//
// Imports go downwards only:
//
//	transform                          the table, the order, the pipeline
//	passes                             one file for each pass
//	lift                    absint     back-translation of witnesses; facts about all derivable atoms
//	pass                               the framework: inputs, results and promises of passes
//
// Other packages reduce whole systems to systems over integers; they import only the framework:
// catamorphism (datatypes), cellmorph (arrays), intblast (bit-vectors).
//
// # Witnesses
//
// Back turns models and refutations of the output into those of the input. Lemmas, which are models
// of all clauses except queries, are translated in the same way. But the definition of an
// eliminated predicate need not satisfy its uses in queries (Outcome.Lemmas).
//
// # Hints
//
// Hints of the user are translated: a pass that replaces predicates describes the new arguments by
// [hints.Move]s, and the pipeline translates the hints. Predicates with hints are not inlined.
//
// # Names
//
//	c  clause    p  predicate    s  term store     q  equations or query
//	d  unfinished clause         m  model          v  variable    z  result
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
