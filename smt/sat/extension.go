// SPDX-License-Identifier: Apache-2.0

package sat

import "slices"

// This file keeps the clauses of eliminated variables. Models are extended to the variables by
// these clauses (Järvisalo & Biere, "Reconstructing Solutions after Blocked Clause Elimination",
// SAT 2010). The clauses come back when the variable is mentioned again. The variables are kept in
// the order of their elimination. The clauses of a variable may mention variables eliminated after
// it, but no variables eliminated before it. So values are found from the last to the first. A
// variable that comes back also brings back the variables of its clauses, which were eliminated
// later. Resolvents added for it are kept, since they are implied. Fazekas, Biere, Scholl
// ("Incremental Inprocessing in SAT Solving", SAT 2019) restore clause by clause. That is needed
// for techniques that do not preserve equivalence over the remaining variables. Elimination
// preserves it, so clauses over the remaining variables can be added freely, and variables are
// restored as a whole.

// An extension is the stack of eliminated variables.
type extension struct {
	stack []elimination
	place map[Var]int // the position in the stack
	lits  int         // the number of literals of the clauses
}

// An elimination is a variable with its clauses, or NoVar if the variable has been restored.
type elimination struct {
	v       Var
	clauses []savedClause
}

// A savedClause is a clause of an eliminated variable. Its identity in proofs does not change.
type savedClause struct {
	lits []Lit
	id   ClauseID
}

// push adds a variable that is eliminated now.
func (x *extension) push(v Var, clauses []savedClause) {
	if x.place == nil {
		x.place = map[Var]int{}
	}
	x.place[v] = len(x.stack)
	x.stack = append(x.stack, elimination{v, clauses})
	for _, c := range clauses {
		x.lits += len(c.lits)
	}
}

// remove takes the eliminated variable v from the stack and returns its clauses.
func (x *extension) remove(v Var) []savedClause {
	i := x.place[v]
	delete(x.place, v)
	clauses := x.stack[i].clauses
	x.stack[i] = elimination{}
	for _, c := range clauses {
		x.lits -= len(c.lits)
	}
	for n := len(x.stack); n > 0 && x.stack[n-1].v == NoVar; n-- {
		x.stack = x.stack[:n-1]
	}
	return clauses
}

// dropWith drops the clauses with the literal l, for variables from position mark of the stack on.
func (x *extension) dropWith(l Lit, mark int) {
	for i := mark; i < len(x.stack); i++ {
		e := &x.stack[i]
		e.clauses = slices.DeleteFunc(e.clauses, func(c savedClause) bool {
			gone := slices.Contains(c.lits, l)
			if gone {
				x.lits -= len(c.lits)
			}
			return gone
		})
	}
}

// restoreAll brings back the eliminated variables among those of lits.
func (s *Solver) restoreAll(lits ...Lit) {
	if len(s.ext.place) == 0 {
		return
	}
	for _, l := range lits {
		if int(l) < len(s.vals) && s.flags[l.Var()]&varEliminated != 0 {
			s.restore(l.Var())
		}
	}
}

// restore brings back the eliminated variable v, with its clauses and their variables. The level
// must be 0. They are not eliminated again: a variable that was mentioned again is likely to be
// mentioned later too.
func (s *Solver) restore(v Var) {
	s.extendModel()
	todo := []Var{v}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.flags[v]&varEliminated == 0 {
			continue
		}
		s.flags[v] = s.flags[v]&^varEliminated | varKept
		s.stats.Restored++
		for _, c := range s.ext.remove(v) {
			if s.inconsistent {
				return
			}
			for _, l := range c.lits {
				todo = append(todo, l.Var())
			}
			s.install(c.lits, c.id, 0)
		}
		for i := range s.scopes {
			s.scopes[i].eliminated = min(s.scopes[i].eliminated, len(s.ext.stack))
		}
	}
}

// restoreEverything brings back all eliminated variables.
func (s *Solver) restoreEverything() {
	for _, e := range slices.Backward(slices.Clone(s.ext.stack)) {
		if e.v != NoVar {
			s.restore(e.v)
		}
	}
}

// extendModel gives values to the eliminated variables such that all clauses hold. If both values
// are possible, it takes false. It runs once for a model: when a value is requested that the search
// did not determine, or before the extension changes. Most models are asked for few values, and
// there may be many clauses.
func (s *Solver) extendModel() {
	if !s.modelDue {
		return
	}
	s.modelDue = false
	model := s.model
	holds := func(l Lit) bool {
		b := model[l.Var()]
		if b == Undef { // both values are right, but all clauses must see the same value
			b = False
			model[l.Var()] = b
		}
		return (b == True) != l.IsNeg()
	}
	for _, e := range slices.Backward(s.ext.stack) {
		if e.v == NoVar {
			continue
		}
		for _, c := range e.clauses {
			if !slices.ContainsFunc(c.lits, holds) {
				model[e.v] = True // another literal satisfies each clause with ¬v
			}
		}
	}
}
