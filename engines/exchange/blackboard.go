// SPDX-License-Identifier: Apache-2.0

package exchange

import (
	"sync"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/horn/hints"
	"cornet/logic"
)

// Blackboard keeps what members publish. It is safe for concurrent use, except for Flush.
type Blackboard struct {
	input *Signature

	mu    sync.Mutex
	store *logic.Store
	facts []fact
	ports []*Port
	// delayed means that facts become readable only at the next call of Flush.
	delayed bool
}

// fact is a formula that one member has published.
type fact struct {
	author *Port // nil for a hint
	lemma  bool
	in     *Signature
	model  *horn.Model
	// translated has its translations to other signatures; nil if nothing remains.
	translated map[*Signature]*horn.Model
}

// maxFacts bounds the facts of a member. Later ones are dropped.
const maxFacts = 128

// NewBlackboard returns an empty blackboard for the signature of input, whose store must not change
// during the call. If delayed is set, facts become readable at the next call of [Blackboard.Flush].
func NewBlackboard(input *horn.System, delayed bool) *Blackboard {
	b := &Blackboard{store: logic.NewStore(), delayed: delayed}
	b.input = SignatureOf(b.store, "input", input, input, nil)
	return b
}

// Input returns the signature of the input.
func (b *Blackboard) Input() *Signature { return b.input }

// Signature returns a signature for sys. The trail records how passes made sys from the
// blackboard's input. All signatures use one store, which must not change during the call.
func (b *Blackboard) Signature(name string, input, sys *horn.System, trail [][]hints.Move) *Signature {
	b.mu.Lock()
	defer b.mu.Unlock()
	return SignatureOf(b.store, name, input, sys, trail)
}

// Port is a member's access to a blackboard. It belongs to the member's goroutine. Publishing to a
// nil port does nothing, and reading from it returns nothing.
type Port struct {
	board     *Blackboard
	signature *Signature
	system    *horn.System // the member's copy
	read      int          // number of facts that the member has seen
	written   int
	waiting   []waiting // facts that are not committed yet
}

// waiting is a fact over the member's system.
type waiting struct {
	model *horn.Model
	lemma bool
}

// Port returns the access for a member that works on sys, a copy of the system of a signature. If
// facts are delayed, Flush takes the members' facts in the order of their calls of Port.
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

// PublishCandidates publishes formulas that may be invariants.
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

// commit makes a fact from m. The caller holds the blackboard's mu.
func (d *Port) commit(m *horn.Model, lemma bool) {
	z, all := plain(d.signature.system, copyModel(m, d.signature.system, d.system))
	if z != nil {
		d.board.facts = append(d.board.facts, fact{author: d, lemma: lemma && all, in: d.signature, model: z})
	}
}

// plain returns the part of m without quantifiers and symbols, as a model over sys, and reports
// whether this is all of m. It returns nil if the part is empty.
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
// Cost: O(size of the result), plus the translation of each fact that is new to the signature.
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

// to returns the translation of f to a signature, or nil if nothing remains.
func (f *fact) to(v *Signature) *horn.Model {
	if f.in == v {
		return f.model
	}
	m, ok := f.translated[v]
	if !ok {
		if f.translated == nil {
			f.translated = map[*Signature]*horn.Model{}
		}
		m = f.in.Translate(v, f.model)
		f.translated[v] = m
	}
	return m
}

// Conjuncts returns, one by one, the formulas of all facts about the predicates of sys, over
// [kernel.Formals]. sys is a copy of the system of a signature.
func (b *Blackboard) Conjuncts(v *Signature, sys *horn.System) map[*logic.Func][]*logic.Term {
	b.mu.Lock()
	defer b.mu.Unlock()
	z := map[*logic.Func][]*logic.Term{}
	st := sys.Store
	seen := map[*logic.Term]bool{} // predicates have different formals
	for i := range b.facts {
		m := b.facts[i].to(v)
		if m == nil {
			continue
		}
		m = copyModel(m, sys, v.system)
		for _, p := range sys.Preds {
			if _, ok := m.Definition(p); !ok {
				continue
			}
			body := st.Simplify(m.Instance(st, p, kernel.Formals(st, p)))
			for _, c := range logic.AppendConjuncts(nil, body) {
				if !seen[c] {
					seen[c] = true
					z[p] = append(z[p], c)
				}
			}
		}
	}
	return z
}

// copyModel returns m, over from, as a model over into. Both are copies of one system.
func copyModel(m *horn.Model, into, from *horn.System) *horn.Model {
	return horn.Result{Verdict: horn.Safe, Model: m}.Import(into, from).Model
}
