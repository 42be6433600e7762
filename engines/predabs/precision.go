// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"cornet/engines/kernel"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/abstraction"
)

// location is a predicate of the system with its precision.
type location struct {
	pred    *logic.Func
	formals []*logic.Term
	// precision holds the tracked formulas over formals, oldest first. States consist of indices
	// into it.
	precision []*logic.Term
	known     map[*logic.Term]bool
	states    []*state // of the current round
	refined   int      // number of lemmas, and of nodes of counterexamples, that added to the precision
	templates []abstraction.Template
	index     int // index among the locations
	published int // formulas of the precision that other engines know
	adopted   int // number of formulas of other engines in it
}

func newLocation(s *logic.Store, p *logic.Func) *location {
	return &location{pred: p, formals: kernel.Formals(s, p), known: map[*logic.Term]bool{}}
}

// track adds the parts of a formula over the formals to the precision and returns the number of new
// parts. It splits conjunctions, and equations over numbers into two inequalities. The parts
// together imply the formula.
func (l *location) track(s *logic.Store, f *logic.Term) int {
	added := 0
	for _, c := range logic.AppendConjuncts(nil, f) {
		for _, part := range bounds(s, c) {
			if part.IsFalse() || part.IsTrue() || l.known[part] {
				continue
			}
			l.known[part] = true
			l.precision = append(l.precision, part)
			added++
		}
	}
	return added
}

// bounds splits an equation over Int or Real into its two inequalities.
func bounds(s *logic.Store, t *logic.Term) []*logic.Term {
	if t.IsEquation() && isMod(t.Arg(0)) {
		return []*logic.Term{t}
	}
	return s.Halves(t)
}

// isMod reports whether t is a multiple of a remainder. For such terms, equations are more useful
// than bounds.
func isMod(t *logic.Term) bool {
	if t.Op() == logic.OpMul && t.Arg(0).Op() == logic.OpNum && !t.Arg(0).Num().Equal(rational.Rat{}) {
		t = t.Arg(1)
	}
	return t.Op() == logic.OpMod
}
