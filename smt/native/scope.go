// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/logic"
	"cornet/smt/sat"
)

// This file removes the definitions of a scope from an encoder when the scope closes.

// undo is a change to be undone.
type undo struct {
	kind undoKind
	made polarity    // for restoreGate: the directions to restore
	t    *logic.Term // the term, for all kinds except releaseAtom
	lit  sat.Lit     // the literal, for forgetGate and releaseAtom
}

type undoKind uint8

const (
	forgetGate     undoKind = iota // forget a gate and its variable
	forgetAtom                     // forget that t is an atom; the atom remains
	restoreGate                    // reduce a gate to fewer directions
	forgetAlien                    // forget that the alien term t is defined
	releaseAtom                    // release one use of the atom of lit
	forgetWord                     // forget that the aliases in the bit-vector term t are defined
	forgetNode                     // forget the node of t
	forgetEquality                 // forget the last equality between nodes
	undecide                       // the search need not decide lit any more
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

// onPop has u undone when the innermost scope closes. Outside all scopes, nothing is undone.
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
