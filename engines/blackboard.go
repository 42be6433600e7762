// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"sync"

	"cornet/horn"
	"cornet/smtlib"
)

// Blackboard is where the members of a portfolio tell each other what they have
// found out about the predicates of the system that they all work on.
//
// A fact is a [horn.Model]: for each of some predicates a formula over its
// parameters. What is published as a lemma holds in all derivable atoms and, as a
// whole, is preserved by the clauses; a candidate is a guess. Facts cross term
// stores by copying: from the writer's into the blackboard's, and from there into
// the reader's. Readers check what they take, lemmas too, since a lemma that was
// wrong would cost a proof only, and a check of one costs little: all verdicts
// rest on witnesses that are validated.
//
// The vocabulary is that of the system after preprocessing. Engines that work on
// another one translate: see loop.System.Model and loop.System.Formula for the
// single loop.
//
// Safe for concurrent use.
type Blackboard struct {
	mu     sync.Mutex
	system *horn.System // a copy of the members'
	facts  []fact
}

// fact is what one member has published.
type fact struct {
	author *Desk
	lemma  bool
	model  *horn.Model // over the blackboard's system
}

// maxFacts bounds the facts; what is published past it is forgotten.
const maxFacts = 256

// NewBlackboard returns an empty blackboard for copies of sys.
func NewBlackboard(sys *horn.System) *Blackboard {
	return &Blackboard{system: sys.Import(smtlib.NewStore())}
}

// Desk is a member's access to a blackboard. It belongs to the goroutine of the
// member. A nil desk forgets what is published and has nothing to read.
type Desk struct {
	board  *Blackboard
	system *horn.System // the member's copy
	read   int          // facts seen
}

// Desk returns the access for a member that works on sys, a copy of the
// blackboard's system.
func (b *Blackboard) Desk(sys *horn.System) *Desk { return &Desk{board: b, system: sys} }

// PublishLemmas tells the others of m, over the member's system, which is
// inductive: it holds for the heads of facts and is preserved by the other
// clauses. Predicates that m does not define may hold everywhere.
//
// Cost: O(size of m).
func (d *Desk) PublishLemmas(m *horn.Model) { d.publish(m, true) }

// PublishCandidates tells the others of formulas that may be worth a try.
func (d *Desk) PublishCandidates(m *horn.Model) { d.publish(m, false) }

func (d *Desk) publish(m *horn.Model, lemma bool) {
	if d == nil {
		return
	}
	b := d.board
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.facts) >= maxFacts {
		return
	}
	b.facts = append(b.facts, fact{d, lemma, copyModel(m, b.system, d.system)})
}

// Read returns the lemmas and the candidates that others have published since
// the last call, over the member's system.
//
// Cost: O(size of the result).
func (d *Desk) Read() (lemmas, candidates []*horn.Model) {
	if d == nil {
		return nil, nil
	}
	b := d.board
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.facts[d.read:] {
		switch {
		case f.author == d:
		case f.lemma:
			lemmas = append(lemmas, copyModel(f.model, d.system, b.system))
		default:
			candidates = append(candidates, copyModel(f.model, d.system, b.system))
		}
	}
	d.read = len(b.facts)
	return lemmas, candidates
}

// copyModel returns m, over from, as a model over into. Both are copies of one
// system.
func copyModel(m *horn.Model, into, from *horn.System) *horn.Model {
	return horn.Result{Verdict: horn.Safe, Model: m}.Import(into, from).Model
}
