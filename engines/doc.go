// SPDX-License-Identifier: Apache-2.0

// Package engines runs the solving engines: the contract that they fulfil, the table that lists
// them, and the runner that takes a Horn system through preprocessing, an engine, back-translation
// and validation.
//
// # Contract
//
// An engine has one method, [Engine].Solve, which
//
//   - refuses systems outside its fragment with errors.ErrUnsupported;
//   - returns within 100 ms after its context is cancelled, within 1 s while
//     inside a back end, with context.Cause as the error;
//   - answers Unknown with a reason when it gives up: that is not an error;
//   - is deterministic for fixed options;
//   - justifies Safe by a model of all predicates and Unsafe by a refutation, of
//     the system that it was given.
//
// Engine packages do not import this package or each other. Adding one is a folder and a line in
// the table; package internal/test/enginetest is the conformance suite.
//
// # From system to verdict
//
//	system → transform → engine → back-translation → horn/check → verdict
//
// [Run] returns Safe or Unsafe only with a witness of the original system that horn/check has
// accepted.
//
// # The portfolio
//
// A [Strategy] is a way of solving: passes, an engine, and the systems that both are made for.
// Three tables say how a system is solved: the strategies (strategies.go), their shares for each
// class of systems (classes.go), and what is tried alone before the most expensive passes
// (trials.go). Adding a way of solving is a row in the first.
//
// [Auto] means all strategies that suit a system. They run side by side, each on a copy of the
// system in a term store of its own. They share the processors in rounds of counted effort, by the
// weights of the class, so that every run is the same. In a race they share them by the clock
// instead (package schedule). An engine waits where it calls turn.Yield. A member that finds an
// answer validates its witness in its own turns, one member at a time. The first valid answer wins,
// in the order of rounds and engines.
//
// An engine that has one step left until it decides may say so (turn.Promise). It then gets half
// of the effort for a while. For example, unwind does when all loops have ended.
//
// Trials decide easy systems: pdr tries a system for about 40 ms of effort, and unwind tries it for
// about 1 s, and another 2.4 s after its promise.
//
// Members exchange lemmas and candidates on a [exchange.Blackboard], even if they work on different
// systems (see [exchange.Signature]). An engine that takes part takes an exchange.Board as an
// option, and is given Env.Board in its line of the table. A search that ends without a verdict
// still yields lemmas: the inductive part of the blackboard, validated for the input (board.go).
package engines
