// SPDX-License-Identifier: Apache-2.0

// Package schedule shares a few processors among the members of a portfolio.
//
// Members work in rounds. In each round a member has a slice of effort in proportion to its
// [Share]. When the slice is over, [Member.Yield] blocks until the next round. A member that
// overdraws its slice pays for it in later rounds.
//
// # Determinism
//
// Effort is counted work, not time; see [logic.Store.Effort]. Answers count in the order of the
// rounds, and within a round in the order of the members. So the winner depends on the input alone,
// although the members of a round run in parallel.
//
// In a race, effort is time, and answers count as they come.
//
// # Validation
//
// A member validates its witness in its own turns, so that a witness that is hard to validate does
// not stop the others. Validation works on the terms of the input, which all members share. So only
// one member at a time validates, in the order of the members.
//
// # Overruns
//
// The effort of a query is counted when it ends. If a member makes no progress for some seconds, it
// loses its slot to another member, and continues in addition to the others. This limit is long
// enough to keep runs without such queries deterministic.
package schedule
