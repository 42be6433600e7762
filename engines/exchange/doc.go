// SPDX-License-Identifier: Apache-2.0

// Package exchange lets the members of a portfolio share what they find out about predicates.
//
// For example, one engine finds that x >= 0 holds in a loop. It publishes that on the [Blackboard]
// through its [Port]; other engines read it, check it, and use it.
//
// # Facts
//
// A fact is a [horn.Model]: for some predicates, a formula over their parameters. A lemma holds in
// all derivable atoms and, as a whole, is preserved by the clauses. A candidate is a guess.
// Formulas with quantifiers are not exchanged.
//
// Facts come without proofs, so readers check what they take, lemmas too. The check is cheap, and a
// wrong lemma could spoil a proof. Verdicts do not depend on facts, since all witnesses are
// validated. Engines that work on a single loop translate: see transition.System.Model and
// transition.System.Formula.
//
// # Signatures
//
// Engines work on different systems: the input, and the results of passes. A [Signature] represents
// the predicates of one of them. A fact is translated to another signature along the moves of
// arguments that the passes record. There, a lemma becomes a candidate.
//
// # Stores
//
// Facts are copied between term stores: from the writer's into the blackboard's, and from there
// into the reader's.
package exchange
