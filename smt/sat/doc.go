// SPDX-License-Identifier: Apache-2.0

// Package sat decides propositional clauses, modulo an optional theory, with
// conflict-driven clause learning, and can prove what it refutes.
//
// # Protocol
//
// A Solver is incremental. NewVar makes variables and AddClause adds clauses; Push and
// Pop open and close scopes of clauses; Assume queues assumptions for the next
// Solve. Solve answers Sat, then Value tells the model; or Unsat, then Core tells which
// assumptions are to blame, and Proof why; or Unknown, with a Reason: the
// context was cancelled, a limit of Limits was reached, or the theory gave up.
//
// A Theory takes part in the search: it is notified of the literals it watches, propagates, explains,
// and adds lemmas; see its own comment for the order of calls. A Decider may choose
// decisions, a Phaser their values, a RestartWatcher is notified of restarts.
//
// # Search
//
// Two watched literals with blockers, and binary clauses apart; learning at the first
// unique implication point with recursive minimisation; two modes that take turns: focused search, which
// follows a queue of variables and restarts by moving averages of glue, and
// stable search, which follows scores and restarts by Luby's sequence with target phases; reduction
// of the clause database by glue in tiers; vivification; without a theory, bounded variable
// elimination with subsumption and self-subsuming resolution. Clauses lie in one arena
// that is collected when a part of it is garbage. The comments of the files name the
// papers.
//
// Eliminated variables have their values in models, and come back by themselves when a clause, an
// assumption or SetDecision mentions them. So the caller need not name variables to keep.
//
// # Proofs
//
// With Options.Proof on, each learnt clause is logged as the chain of resolutions that derives it, in
// an arena; when it is off it costs nothing. Proof trims the log to what the
// empty clause needs. Inputs carry a Partition and lemmas a Cert, for interpolation. CheckProof
// checks a proof independently of the search. WriteLRAT writes a proof for other checkers.
//
// # Names
//
//	l     literal     c     clause, as a reference into the arena
//	v     variable    s     solver
//
// The same inputs, options and limits give the same run.
package sat
