// SPDX-License-Identifier: Apache-2.0

package reduction

import (
	"context"

	"cornet/engines/exchange"
	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/horn/transform/pass"
)

// abstractBoard lets the pdr of an abstract system publish facts. It translates them to the system
// that the abstract systems are made from, and drops facts that have no meaning there. Reading
// returns nothing, since formulas are not translated into abstract systems.
type abstractBoard struct {
	board kernel.Board
	front pass.BackTranslator
	// before and after are the predicates of the abstract system before and after its passes.
	before, after *exchange.Signature
}

// newAbstractBoard returns the board of an abstract system whose passes have run.
func newAbstractBoard(v *abstractSystem, board kernel.Board) abstractBoard {
	st := v.front.System.Store
	return abstractBoard{
		board: board, front: v.front.Back,
		before: exchange.SignatureOf(st, v.name, v.front.System, v.front.System, nil),
		after:  exchange.SignatureOf(st, v.name, v.front.System, v.back.System, v.back.Trail),
	}
}

// Read returns nothing.
func (w abstractBoard) Read() (lemmas, candidates []*horn.Model) { return nil, nil }

// PublishLemmas publishes lemmas as candidates, since a formula that is inductive in an abstract
// system need not be inductive in the system.
func (w abstractBoard) PublishLemmas(m *horn.Model) { w.PublishCandidates(m) }

// PublishCandidates publishes the parts of m whose predicates and formulas have a meaning in the
// system.
func (w abstractBoard) PublishCandidates(m *horn.Model) {
	if m = w.after.Translate(w.before, m); m == nil {
		return
	}
	st := w.before.System().Store
	for _, p := range w.before.System().Preds {
		if _, ok := m.Definition(p); !ok {
			m.Define(p, kernel.Formals(st, p), st.True())
		}
	}
	// Translations of abstract systems only substitute, so the context is not needed.
	if m, err := w.front.Model(context.Background(), m); err == nil {
		w.board.PublishCandidates(m)
	}
}
