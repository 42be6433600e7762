// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/logic"
	"cornet/smt/sat"
)

// This file lets an encoder forget, when a scope closes, what was defined in it.

// undo is something to be taken back.
type undo struct {
	kind undoKind
	made polarity    // of restoreGate
	t    *logic.Term // of all but releaseAtom
	lit  sat.Lit     // of forgetGate and releaseAtom
}

type undoKind uint8

const (
	forgetGate     undoKind = iota // and its variable
	forgetAtom                     // that t is an atom, which stays
	restoreGate                    // to fewer directions
	forgetAlien                    // that the alien term t is defined
	releaseAtom                    // one use of the atom of lit
	forgetWord                     // that the aliases in the bit-vector term t are defined
	forgetNode                     // the node of t
	forgetEquality                 // the last equality between nodes
	undecide                       // that the search is to decide lit
)

// push opens a scope.
func (e *encoder) push() {
	e.marks = append(e.marks, len(e.undone))
	e.eq.push()
}

// pop closes the innermost scope after the SAT solver has removed its clauses.
func (e *encoder) pop() {
	last := len(e.marks) - 1
	mark := e.marks[last]
	e.marks = e.marks[:last]
	for i := len(e.undone) - 1; i >= mark; i-- {
		e.takeBack(&e.undone[i])
	}
	e.undone = e.undone[:mark]
	e.eq.pop()
}

// onPop has u taken back when the innermost scope closes; outside of all scopes,
// never.
func (e *encoder) onPop(u undo) {
	if len(e.marks) > 0 {
		e.undone = append(e.undone, u)
	}
}

func (e *encoder) takeBack(u *undo) {
	switch u.kind {
	case forgetGate:
		delete(e.gates, u.t)
		e.sat.Release(u.lit.Var())
	case forgetAtom:
		delete(e.gates, u.t)
	case restoreGate:
		e.gates[u.t].made = u.made
	case forgetAlien:
		delete(e.defined, u.t)
	case releaseAtom:
		e.arith.count(u.lit, -1)
	case forgetWord:
		delete(e.words.ready, u.t)
	case forgetNode:
		delete(e.eq.nodes, u.t)
	case forgetEquality:
		e.eq.forgetEquality()
	case undecide:
		delete(e.eq.decided, u.lit.Var())
		e.sat.ClearDecision(u.lit.Var())
	}
}
