// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"cornet/logic"
)

// unifier solves equations between a variable and a term, and linear equations for a variable. It
// does not decompose constructor terms.
type unifier struct {
	store    *logic.Store
	bindings map[*logic.Term]*logic.Term
	rigid    map[*logic.Term]bool // variables that it must not solve for
}

func newUnifier(s *logic.Store) *unifier {
	return &unifier{store: s, bindings: map[*logic.Term]*logic.Term{}, rigid: map[*logic.Term]bool{}}
}

// equate tries to solve x = y, and reports whether it succeeded.
func (u *unifier) equate(x, y *logic.Term) bool {
	x, y = u.end(x), u.end(y)
	return x == y || u.bind(x, y) || u.bind(y, x) || x.Sort().IsInt() && u.solve(x, y)
}

// solve solves an equation of sums for a variable with the factor 1 or -1.
func (u *unifier) solve(x, y *logic.Term) bool {
	s := u.store
	sum := s.Linear(u.resolve(x)).Sub(s.Linear(u.resolve(y)))
	for _, m := range sum.Monomials {
		if !m.Coeff.Abs().IsOne() {
			continue
		}
		rest := sum.Sub(logic.Linear{Monomials: []logic.Monomial{m}})
		if u.bind(m.Term, s.Sum(rest.Scale(m.Coeff.Neg()), x.Sort())) {
			return true
		}
	}
	return false
}

// end follows the bindings of a variable to an unbound variable or to a term.
func (u *unifier) end(x *logic.Term) *logic.Term {
	for u.bindings[x] != nil {
		x = u.bindings[x]
	}
	return x
}

// bind makes y the value of x, unless x is rigid or occurs in y.
func (u *unifier) bind(x, y *logic.Term) bool {
	if x.Op() != logic.OpVar || u.rigid[x] || u.occurs(x, y) {
		return false
	}
	u.bindings[x] = y
	return true
}

func (u *unifier) occurs(x, y *logic.Term) bool {
	seen := map[*logic.Term]bool{}
	work := []*logic.Term{y}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range logic.FreeVars(t) {
			if v == x {
				return true
			}
			if b := u.bindings[v]; b != nil && !seen[v] {
				seen[v] = true
				work = append(work, b)
			}
		}
	}
	return false
}

// resolve returns t without bound variables.
func (u *unifier) resolve(t *logic.Term) *logic.Term {
	var from, to []*logic.Term
	for _, x := range logic.FreeVars(t) {
		if u.bindings[x] != nil {
			u.bindings[x] = u.resolve(u.bindings[x])
			from, to = append(from, x), append(to, u.bindings[x])
		}
	}
	return u.store.Substitute(t, from, to)
}
