// SPDX-License-Identifier: Apache-2.0

// Package sat decides propositional clauses, modulo an optional theory, by conflict-driven clause
// learning. It can prove its refutations.
//
// # Protocol
//
// A Solver is incremental. NewVar makes variables, and AddClause adds clauses. Push and Pop open
// and close scopes of clauses. Assume queues assumptions for the next Solve. Solve has three
// answers. After Sat, Value returns the model. After Unsat, Core returns the assumptions that were
// needed, and Proof the proof. After Unknown, Reason says why: the context was cancelled, a limit
// of Limits was reached, or the theory gave up.
//
// A Theory takes part in the search. It is notified of the literals that it watches; it propagates,
// explains, and adds lemmas. Its own comment states the order of calls. A Decider may choose
// decisions, and a Phaser their values. A RestartWatcher is notified of restarts.
//
// # Search
//
// The solver watches two literals of each clause, with blockers, and keeps binary clauses in
// separate lists. It learns at the first unique implication point, with recursive minimisation.
//
// Two modes alternate. Focused search follows a queue of variables and restarts by moving averages
// of glue. Stable search follows scores and restarts by Luby's sequence, with target phases.
//
// Learnt clauses are deleted by glue, in tiers. Vivification shortens clauses. Without a theory,
// there is bounded variable elimination with subsumption and self-subsuming resolution. Clauses lie
// in one arena, which is collected when a part of it is garbage. The comments of the files name the
// papers.
//
// Eliminated variables have values in models. They are restored automatically when a clause, an
// assumption or SetDecision mentions them. So the caller need not name variables to keep.
//
// # Proofs
//
// With Options.Proof on, an arena logs each learnt clause as the chain of resolutions that derives
// it. With the option off, proofs cost nothing. Proof trims the log to the part that the empty
// clause needs. Inputs have a Partition and lemmas a Cert, for interpolation. CheckProof checks a
// proof independently of the search. WriteLRAT writes a proof for other checkers.
//
// # Names
//
//	l     literal     c     clause, as a reference into the arena
//	v     variable    s     solver
//
// The same inputs, options and limits give the same run.
package sat
