// SPDX-License-Identifier: Apache-2.0

// Package schedule shares a few processors among the members of a portfolio.
//
// Members work in rounds. In each round a member has a slice of effort in proportion to its
// [Share]. When the slice is over, [Member.Yield] blocks until the next round. A member that
// overdraws its slice pays for it in later rounds.
//
// # Determinism
//
// Effort is counted work, not time; see [logic.Store.Effort]. Answers count in the order of
// the rounds, and within a round in the order of the members. So which member answers first
// depends on the input alone, although the members of a round run in parallel.
//
// In a race, effort is time, and answers count as they come.
//
// # Certification
//
// A member certifies its answer in its own turns, so that a witness that is hard to validate
// does not stop the others. Certification works on the terms of the input, which all members
// share. So one member at a time does it, in the order of the members.
//
// # Overruns
//
// A member that stays inside one query spends its effort only when the query ends. After
// some seconds without progress it loses its slot to another member and runs beside the
// others. The limit is long enough that runs without such queries stay deterministic.
package schedule
