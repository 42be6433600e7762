// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"sync"

	"cornet/horn"
	"cornet/horn/hints"
	"cornet/logic"
)

// Blackboard exchanges facts of the members of a portfolio about predicates: those of the input, or
// of a system that preprocessing made from it.
//
// A fact is a [horn.Model]: it has a formula over the parameters of some predicates. A lemma holds
// in all derivable atoms and, as a whole, is preserved by the clauses. A candidate is a guess.
// Facts are copied from the writer's term store to the blackboard's, and from there to the
// reader's. Each fact has a [Signature] and is translated for readers of another one, for whom a
// lemma becomes a candidate. Formulas with quantifiers are not exchanged.
//
// Facts carry no proof. Readers check what they take, lemmas too. A check costs little, a wrong
// lemma would cost a proof, and all verdicts rest on validated witnesses. Engines that work on a
// single loop translate facts themselves: see transition.System.Model and
// transition.System.Formula.
//
// Safe for concurrent use, except for Flush.
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

// maxFacts is the most facts of a member; later ones are dropped.
const maxFacts = 128

// NewBlackboard returns an empty blackboard for the signature of input, whose store must not change
// during the call. If delayed is set, facts can be read only after the next call of
// [Blackboard.Flush].
func NewBlackboard(input *horn.System, delayed bool) *Blackboard {
	b := &Blackboard{store: logic.NewStore(), delayed: delayed}
	b.input = newSignature(b.store, "input", input, input, nil)
	return b
}

// Input returns the signature of the input.
func (b *Blackboard) Input() *Signature { return b.input }

// Signature returns a signature for sys, which was made from the blackboard's input as the trail
// says. All of them use one store, which must not change during the call.
func (b *Blackboard) Signature(name string, input, sys *horn.System, trail [][]hints.Move) *Signature {
	b.mu.Lock()
	defer b.mu.Unlock()
	return newSignature(b.store, name, input, sys, trail)
}

// Port is a member's access to a blackboard. It belongs to the member's goroutine. A nil port drops
// what is published and has nothing to read.
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

// Port returns the access for a member that works on sys, a copy of the system of a signature. If
// facts are delayed, the order of calls of Port is the order in which the members' facts count.
func (b *Blackboard) Port(v *Signature, sys *horn.System) *Port {
	d := &Port{board: b, signature: v, system: sys}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ports = append(b.ports, d)
	return d
}

// PublishLemmas publishes m, a model over the member's system that is inductive: it holds for the
// heads of facts and is preserved by the other clauses. Predicates that m does not define may hold
// everywhere.
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

// plain returns the part of m, over sys, without quantifiers and symbols, or nil if that is empty,
// and whether it is all of m.
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

// Flush makes everything published since the last call readable, in the order of the ports. No
// member may be running.
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

// Read returns the lemmas and candidates that others have published since the last call, over the
// member's system.
//
// Cost: O(size of the result), and translations into signatures that are read for the first time.
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
