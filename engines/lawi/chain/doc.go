// SPDX-License-Identifier: Apache-2.0

// Package chain shortens interpolation paths: from the formulas of a path it
// picks those that affect a decision at its end. It is the method of the
// conditional-interpolation paper, §3.3, on formulas alone.
//
// A [Link] is a formula of the path with its affection pair (Definition 4): the
// variables on the left that it gives values to and those on the right that the
// values depend on. An assumption has all its variables on the left.
// [Affect] is the affection transitive function (Definition 5). [Derivation]
// picks the links that affect the goal, and [Shortest] those of the shortest
// conditional interpolation formula chain (Definition 6, Algorithm 2), which has
// no assumptions of the path and ends at atomic formulas that are known already.
//
// # From clauses to formulas
//
// The formulas of a program are assignments and conditions. The conjuncts of a
// clause become links by [Classify]: an equation that can be solved for a
// variable of the step's new state is an assignment to it; another conjunct with
// variables of the new state relates them to the old ones, and counts as an
// assignment to them all; the rest are assumptions. A [Frame] link is an equation
// between two variables, which a program does not have: in static single
// assignment form a variable that is not assigned keeps its name. Frames are
// followed, not counted.
//
// # Differences from the paper
//
//   - Algorithm 2, line 17 takes an atomic formula back when an earlier formula
//     has one of its variables; its variable is no longer pending then, so
//     nothing would replace it. Here an atomic formula is added only while its
//     variable is pending, and stays: there is at most one for each variable.
//   - A path without a complete chain has none ([Shortest] says so); the paper
//     answers with the formula true.
//
// Reference: Jie Su, Cong Tian, Zhenhua Duan, "Conditional Interpolation: Making
// Concurrent Program Verification More Effective", ESEC/FSE 2021,
// https://doi.org/10.1145/3468264.3468602.
package chain
