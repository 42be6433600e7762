// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"cornet/engines/kernel"
	"cornet/internal/rational"
	"cornet/smt/abstraction"
	"cornet/smtlib"
)

// location is a predicate of the system with its precision.
type location struct {
	pred    *smtlib.Func
	formals []*smtlib.Term
	// precision holds the tracked formulas over formals, oldest first; indices
	// into it make up states.
	precision []*smtlib.Term
	known     map[*smtlib.Term]bool
	states    []*state // of the current round
	refined   int      // lemmas and nodes of counterexamples that added to the precision
	templates []abstraction.Template
	index     int // among the locations
	published int // formulas of the precision that other engines know
	adopted   int // formulas of other engines in it
}

func newLocation(s *smtlib.Store, p *smtlib.Func) *location {
	return &location{pred: p, formals: kernel.Formals(s, p), known: map[*smtlib.Term]bool{}}
}

// track adds the parts of a formula over the formals to the precision and
// returns how many are new. Conjuncts are tracked one by one, equations over
// numbers as two inequalities: the parts together still imply the formula.
func (l *location) track(s *smtlib.Store, f *smtlib.Term) int {
	added := 0
	for _, c := range smtlib.AppendConjuncts(nil, f) {
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
func bounds(s *smtlib.Store, t *smtlib.Term) []*smtlib.Term {
	if t.Op() != smtlib.OpEq || !t.Arg(0).Sort().IsArith() || isMod(t.Arg(0)) {
		return []*smtlib.Term{t}
	}
	return []*smtlib.Term{s.Le(t.Arg(0), t.Arg(1)), s.Ge(t.Arg(0), t.Arg(1))}
}

// isMod reports whether t is a multiple of a remainder: its bounds say less
// than its value does.
func isMod(t *smtlib.Term) bool {
	if t.Op() == smtlib.OpMul && t.Arg(0).Op() == smtlib.OpNum && !t.Arg(0).Num().Equal(rational.Rat{}) {
		t = t.Arg(1)
	}
	return t.Op() == smtlib.OpMod
}
