// SPDX-License-Identifier: Apache-2.0

package sat

import "slices"

// This file finds gates: clauses of a variable that define it (Eén & Biere, SAT 2005). To eliminate
// the variable v, it is enough to resolve clauses of the gate with other clauses, for these
// reasons. For all values of the other variables, the gate forces one value of v. With that value,
// all clauses of the gate hold. The other clauses hold too, by their resolvents with the clause
// that forces the value. Two clauses of the gate have tautologies as resolvents. Conjunctions of
// any number of literals are found by their binary clauses. Other functions of up to three
// variables, such as exclusive or, majority and if-then-else, are found by truth tables.

// A gate is the clauses that define a variable, or nil.
type gate []cref

func (g gate) has(c cref) bool { return slices.Contains(g, c) }

// findConjunction returns the clauses that define x as a conjunction, or nil: ¬x ∨ a for each
// conjunct a, in other, and x ∨ ¬a ∨ ... in own.
func (s *Solver) findConjunction(x Lit, own, other []occurrence) gate {
	marks := s.occ.marks
	conjuncts := 0
	for _, y := range other {
		if lits := s.db.lits(y.ref); len(lits) == 2 {
			marks[lits[0]^lits[1]^x.Not()] = true
			conjuncts++
		}
	}
	var base cref
	if conjuncts > 0 {
		for _, y := range own {
			if lits := s.db.lits(y.ref); len(lits) <= conjuncts+1 &&
				!slices.ContainsFunc(lits, func(l Lit) bool { return l != x && !marks[l.Not()] }) {
				base = y.ref
				break
			}
		}
	}
	for _, y := range other {
		if lits := s.db.lits(y.ref); len(lits) == 2 {
			marks[lits[0]^lits[1]^x.Not()] = false
		}
	}
	if base == noClause {
		return nil
	}
	g := gate{base}
	for _, l := range s.db.lits(base) {
		if l == x {
			continue
		}
		i := slices.IndexFunc(other, func(y occurrence) bool {
			lits := s.db.lits(y.ref)
			return len(lits) == 2 && lits[0]^lits[1]^x.Not() == l.Not()
		})
		g = append(g, other[i].ref)
	}
	return g
}

// findGate returns a gate of v, if it finds one.
func (s *Solver) findGate(v Var, pos, neg []occurrence) gate {
	if g := s.findConjunction(v.Pos(), pos, neg); g != nil {
		return g
	}
	if g := s.findConjunction(v.Neg(), neg, pos); g != nil {
		return g
	}
	return s.findFunction(v, pos, neg)
}

// The search for functions is limited to variables with at most this many clauses, and to this many
// sets of inputs.
const (
	functionClauses = 40
	functionTries   = 12
)

// inputs are up to three variables, in order, NoVar last.
type inputs [3]Var

// inputsOf returns the other variables of a clause with v, which has at most three literals in
// addition to that of v.
func inputsOf(v Var, lits []Lit) (z inputs) {
	n := 0
	for _, l := range lits {
		if l.Var() != v {
			z[n] = l.Var()
			n++
		}
	}
	return z
}

// union adds the variables of y. ok is false if there are more than three.
func (x inputs) union(y inputs) (z inputs, ok bool) {
	for _, v := range y {
		if v == NoVar || slices.Contains(x[:], v) {
			continue
		}
		if x[2] != NoVar {
			return x, false
		}
		x[slices.Index(x[:], NoVar)] = v
	}
	return x, true
}

// A truthTable has a bit for each of the eight assignments to inputs.
type truthTable uint8

// falsified returns the assignments that make all literals of the clause false except that of v. ok
// is false if the clause has a variable outside x.
func (x inputs) falsified(v Var, lits []Lit) (t truthTable, ok bool) {
	columns := [...]truthTable{0b10101010, 0b11001100, 0b11110000}
	t = 0xff
	for _, l := range lits {
		if l.Var() == v {
			continue
		}
		i := slices.Index(x[:], l.Var())
		if i < 0 {
			return 0, false
		}
		if l.IsNeg() {
			t &= columns[i]
		} else {
			t &^= columns[i]
		}
	}
	return t, true
}

// findFunction returns clauses that define v as a function of up to three variables.
func (s *Solver) findFunction(v Var, pos, neg []occurrence) gate {
	if len(pos)+len(neg) > functionClauses {
		return nil
	}
	var sets []inputs
	for _, list := range [...][]occurrence{pos, neg} {
		for _, c := range list {
			if lits := s.db.lits(c.ref); len(lits) == 3 || len(lits) == 4 {
				if x := inputsOf(v, lits); !slices.Contains(sets, x) {
					sets = append(sets, x)
				}
			}
		}
	}
	tries := 0
	for i, x := range sets {
		for _, y := range sets[i:] {
			z, ok := x.union(y)
			if !ok || x != y && x[2] != NoVar {
				continue
			}
			if tries++; tries > functionTries {
				return nil
			}
			if g := s.function(v, z, pos, neg); g != nil {
				return g
			}
		}
	}
	return nil
}

// function returns the clauses of v over the inputs x, if they define v.
func (s *Solver) function(v Var, x inputs, pos, neg []occurrence) gate {
	var forced [2]truthTable
	var g gate
	for i, list := range [...][]occurrence{pos, neg} {
		s.stats.Ticks += 1 + int64(len(list))/2
		for _, c := range list {
			if s.db.size(c.ref) > 4 {
				continue
			}
			if t, ok := x.falsified(v, s.db.lits(c.ref)); ok {
				forced[i] |= t
				g = append(g, c.ref)
			}
		}
	}
	if forced[0]^forced[1] != 0xff {
		return nil
	}
	return g
}
