// SPDX-License-Identifier: Apache-2.0

// Package exchange lets the members of a portfolio share what they find out about predicates.
//
// For example, one engine finds that x >= 0 holds in a loop. It publishes that on the
// [Blackboard] through its [Port]; other engines read it, check it, and use it.
//
// # Facts
//
// A fact is a [horn.Model]: for some predicates, a formula over their parameters. A lemma
// holds in all derivable atoms and, as a whole, is preserved by the clauses. A candidate is a
// guess. Formulas with quantifiers are not exchanged.
//
// No fact carries a proof. Readers check what they take, lemmas too. A check costs little,
// a wrong lemma would cost a proof, and all verdicts rest on witnesses that are validated.
// Engines that work on a single loop translate: see transition.System.Model and
// transition.System.Formula.
//
// # Signatures
//
// Engines work on different systems: the input, and what passes have made of it. A
// [Signature] stands for the predicates of one of them. A fact that crosses to another
// signature is translated along the moves of arguments that the passes record. What was a
// lemma is a candidate there.
//
// # Stores
//
// Facts cross term stores by copying: from the writer's into the blackboard's, and from
// there into the reader's.
package exchange
