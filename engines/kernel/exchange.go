// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"cornet/horn"
	"cornet/logic"
)

// Board is an engine's access to the facts of others. It belongs to the engine's goroutine.
type Board interface {
	// PublishLemmas publishes formulas that are inductive together.
	PublishLemmas(m *horn.Model)
	// PublishCandidates publishes formulas that may be invariants.
	PublishCandidates(m *horn.Model)
	// Read returns what others have published since the last call.
	Read() (lemmas, candidates []*horn.Model)
}

// Read returns everything that others have published since the last call, lemmas first. It returns
// nothing if there is no board.
func Read(b Board) []*horn.Model {
	if b == nil {
		return nil
	}
	lemmas, candidates := b.Read()
	return append(lemmas, candidates...)
}

// Conjuncts returns the conjuncts of m's definition of p, over args. It returns nothing if m does
// not define p.
func Conjuncts(s *logic.Store, m *horn.Model, p *logic.Func, args []*logic.Term) []*logic.Term {
	if _, ok := m.Definition(p); !ok {
		return nil
	}
	return logic.AppendConjuncts(nil, m.Instance(s, p, args))
}

const (
	// maxTracked bounds the formulas of others that predicate abstraction tracks for a predicate.
	// maxSize bounds their size.
	maxTracked = 12
	maxSize    = 60
)

// Trackable reports whether predicate abstraction should track t, given how many foreign formulas
// it tracks for the predicate. Each tracked formula costs a query for every later step.
func Trackable(t *logic.Term, tracked int) bool {
	return tracked < maxTracked && logic.Size(t) <= maxSize
}

// Facts collects formulas to be published. The zero value is empty.
type Facts struct{ model *horn.Model }

// Add adds the fact that p implies all the formulas over its formals. Without formulas, it adds
// nothing.
func (z *Facts) Add(s *logic.Store, p *logic.Func, formals, formulas []*logic.Term) {
	if len(formulas) == 0 {
		return
	}
	if z.model == nil {
		z.model = horn.NewModel()
	}
	z.model.Define(p, formals, s.And(formulas...))
}

// Publish hands the facts to publish, which is a method of a board. It does nothing if there are no
// facts.
func (z *Facts) Publish(publish func(*horn.Model)) {
	if z.model != nil {
		publish(z.model)
	}
}
