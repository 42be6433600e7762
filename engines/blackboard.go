// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"sync"

	"cornet/horn"
	"cornet/horn/hints"
	"cornet/logic"
)

// Blackboard exchanges what the members of a portfolio have
// found out about the predicates of the input, or of what preprocessing has made of
// them.
//
// A fact is a [horn.Model]: for each of some predicates a formula over its
// parameters. What is published as a lemma holds in all derivable atoms and, as a
// whole, is preserved by the clauses; a candidate is a guess. Facts cross term
// stores by copying: from the writer's into the blackboard's, and from there into
// the reader's. Each is over a [Signature], and is translated for readers of another
// one: what was a lemma is a candidate to them. Formulas with quantifiers are not
// exchanged.
//
// No fact carries a proof. Readers check what they take, lemmas too: a check of one
// costs little, a lemma that was wrong would cost a proof, and all verdicts rest on
// witnesses that are validated. Engines that work on a single loop translate: see
// transition.System.Model and transition.System.Formula.
//
// Safe for concurrent use, but for Flush.
type Blackboard struct {
	input *Signature

	mu    sync.Mutex
	store *logic.Store
	facts []fact
	ports []*Port
	// delayed says that facts count from the next call of Flush on.
	delayed bool
}

// fact is what one member has published.
type fact struct {
	author *Port // nil for hints
	lemma  bool
	in     *Signature
	model  *horn.Model
	// translated has what it says in other signatures; nil for nothing.
	translated map[*Signature]*horn.Model
}

// maxFacts bounds the facts of a member; what it publishes past that is forgotten.
const maxFacts = 128

// NewBlackboard returns an empty blackboard for the signature of input, whose
// store must not change during the call. With delayed, what is published can be read
// after the next call of [Blackboard.Flush] only.
func NewBlackboard(input *horn.System, delayed bool) *Blackboard {
	b := &Blackboard{store: logic.NewStore(), delayed: delayed}
	b.input = newSignature(b.store, "input", input, input, nil)
	return b
}

// Input returns the signature of the input.
func (b *Blackboard) Input() *Signature { return b.input }

// Signature returns a signature for sys, which was made of input, that of the blackboard, as
// the trail says. All are of one store, which must not change during the call.
func (b *Blackboard) Signature(name string, input, sys *horn.System, trail [][]hints.Move) *Signature {
	b.mu.Lock()
	defer b.mu.Unlock()
	return newSignature(b.store, name, input, sys, trail)
}

// Port is a member's access to a blackboard. It belongs to the goroutine of the
// member. A nil port forgets what is published and has nothing to read.
type Port struct {
	board     *Blackboard
	signature *Signature
	system    *horn.System // the member's copy
	read      int          // facts seen
	written   int
	waiting   []waiting // to be committed
}

// waiting is a fact over the member's system.
type waiting struct {
	model *horn.Model
	lemma bool
}

// Port returns the access for a member that works on sys, a copy of the system of a
// signature. With delayed facts, the order of the calls is that in which they count.
func (b *Blackboard) Port(v *Signature, sys *horn.System) *Port {
	d := &Port{board: b, signature: v, system: sys}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ports = append(b.ports, d)
	return d
}

// PublishLemmas publishes m, over the member's system, which is
// inductive: it holds for the heads of facts and is preserved by the other
// clauses. Predicates that m does not define may hold everywhere.
//
// Cost: O(size of m).
func (d *Port) PublishLemmas(m *horn.Model) { d.publish(m, true) }

// PublishCandidates publishes formulas that may be worth a try.
func (d *Port) PublishCandidates(m *horn.Model) { d.publish(m, false) }

func (d *Port) publish(m *horn.Model, lemma bool) {
	if d == nil || d.written == maxFacts {
		return
	}
	d.written++
	if d.board.delayed {
		d.waiting = append(d.waiting, waiting{m, lemma})
		return
	}
	d.board.mu.Lock()
	defer d.board.mu.Unlock()
	d.commit(m, lemma)
}

// commit makes a fact of m. The caller holds the blackboard's mu.
func (d *Port) commit(m *horn.Model, lemma bool) {
	z, all := plain(d.signature.system, copyModel(m, d.signature.system, d.system))
	if z != nil {
		d.board.facts = append(d.board.facts, fact{author: d, lemma: lemma && all, in: d.signature, model: z})
	}
}

// plain returns what m, over sys, says without quantifiers and symbols, nil for nothing,
// and whether that is all.
func plain(sys *horn.System, m *horn.Model) (z *horn.Model, all bool) {
	all = true
	for _, p := range sys.Preds {
		d, ok := m.Definition(p)
		if !ok {
			continue
		}
		var conj []*logic.Term
		for _, c := range logic.AppendConjuncts(nil, d.Body) {
			if c.HasApps() || c.HasQuantifiers() {
				all = false
			} else {
				conj = append(conj, c)
			}
		}
		if len(conj) > 0 {
			if z == nil {
				z = horn.NewModel()
			}
			z.Define(p, d.Params, sys.Store.And(conj...))
		}
	}
	return z, all
}

// Flush makes what has been published since the last call a matter of all, in the
// order of the ports. No member may be at work.
func (b *Blackboard) Flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, d := range b.ports {
		for _, w := range d.waiting {
			d.commit(w.model, w.lemma)
		}
		d.waiting = nil
	}
}

// Read returns the lemmas and the candidates that others have published since
// the last call, over the member's system.
//
// Cost: O(size of the result), and of translations into signatures that are read for the first time.
func (d *Port) Read() (lemmas, candidates []*horn.Model) {
	if d == nil {
		return nil, nil
	}
	b := d.board
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.facts[d.read:] {
		f := &b.facts[d.read+i]
		if f.author == d {
			continue
		}
		m := f.to(d.signature)
		if m == nil {
			continue
		}
		m = copyModel(m, d.system, d.signature.system)
		if f.lemma && f.in == d.signature {
			lemmas = append(lemmas, m)
		} else {
			candidates = append(candidates, m)
		}
	}
	d.read = len(b.facts)
	return lemmas, candidates
}

// to returns what f says in a signature, nil for nothing.
func (f *fact) to(v *Signature) *horn.Model {
	if f.in == v {
		return f.model
	}
	m, ok := f.translated[v]
	if !ok {
		if f.translated == nil {
			f.translated = map[*Signature]*horn.Model{}
		}
		m = f.in.translate(v, f.model)
		f.translated[v] = m
	}
	return m
}

// copyModel returns m, over from, as a model over into. Both are copies of one system.
func copyModel(m *horn.Model, into, from *horn.System) *horn.Model {
	return horn.Result{Verdict: horn.Safe, Model: m}.Import(into, from).Model
}
