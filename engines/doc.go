// SPDX-License-Identifier: Apache-2.0

// Package engines runs the solving engines: the contract that they fulfil, the
// table that lists them, and the runner that takes a Horn system through
// preprocessing, an engine, back-translation and validation.
//
// # Contract
//
// An engine has one method, [Engine].Solve. It
//
//   - refuses systems outside its fragment with errors.ErrUnsupported;
//   - returns within 100 ms after its context is cancelled, within 1 s while
//     inside a back end, with context.Cause as the error;
//   - answers Unknown with a reason when it gives up: that is not an error;
//   - is deterministic for fixed options;
//   - justifies Safe by a model of all predicates and Unsafe by a refutation, of
//     the system that it was given.
//
// Engine packages do not import this package or each other. Adding one is a
// folder and a line in the table; package enginetest is the conformance suite.
//
// # From system to verdict
//
//	system → transform → engine → back-translation → horn/check → verdict
//
// [Run] returns Safe or Unsafe only with a witness of the original system that
// horn/check has accepted.
package engines
