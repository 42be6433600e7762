// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"cornet/smtlib"
)

// literal returns the literal that stands for assumption t. Z3 wants Boolean
// constants and their negations; other formulas get a name p with p ⇒ t
// asserted in the current scope, where a later Check finds it again. The
// implication is enough: where p is not assumed it constrains nothing.
func (s *Solver) literal(t *smtlib.Term) (ast, error) {
	a, err := s.c.encode(t)
	if err != nil {
		return 0, err
	}
	if isLiteral(t) {
		return a, nil
	}
	if p := s.names[t]; p != 0 {
		return p, nil
	}
	p, err := s.newName()
	if err != nil {
		return 0, err
	}
	s.names[t] = p
	s.named = append(s.named, t)
	c := s.c
	def, err := c.made(fnMkImplies, c.call(fnMkImplies, c.ref, uintptr(p), uintptr(a)))
	if err != nil {
		return 0, err
	}
	return p, s.assert(def)
}

// isLiteral reports whether t is a Boolean constant symbol, a truth value, or the
// negation of one.
func isLiteral(t *smtlib.Term) bool {
	if t.Op() == smtlib.OpNot {
		t = t.Arg(0)
	}
	switch t.Op() {
	case smtlib.OpVar, smtlib.OpTrue:
		return true
	case smtlib.OpApp:
		return len(t.Args()) == 0
	}
	return false
}

// newName returns a Boolean constant that occurs in no open scope.
func (s *Solver) newName() (ast, error) {
	if n := len(s.spare); n > 0 {
		p := s.spare[n-1]
		s.spare = s.spare[:n-1]
		return p, nil
	}
	c := s.c
	d := c.call(fnMkFreshFuncDecl, c.ref, pinString(&c.pins, "assume"), 0, 0, uintptr(c.sorts[c.store.Bool.ID()]))
	if d == 0 {
		return 0, c.failed(fnMkFreshFuncDecl)
	}
	p, err := c.made(fnMkApp, c.call(fnMkApp, c.ref, d, 0, 0))
	if err != nil {
		return 0, err
	}
	c.hold(uintptr(p))
	return p, nil
}

// Core returns the assumptions that the last Check, which was Unsat, needed.
func (s *Solver) Core() []*smtlib.Term {
	s.need(unsat, "Core")
	if s.core != nil { // decided without Z3
		return append([]*smtlib.Term(nil), s.core...)
	}
	c := s.c
	v := c.call(fnSolverUnsatCore, c.ref, uintptr(s.ref))
	c.call(fnVectorIncRef, c.ref, v)
	defer c.call(fnVectorDecRef, c.ref, v)
	n := int(uint32(c.call(fnVectorSize, c.ref, v)))
	needed := make(map[uintptr]bool, n)
	for i := range n {
		needed[c.call(fnVectorGet, c.ref, v, uintptr(i))] = true
	}
	core := make([]*smtlib.Term, 0, n)
	for i, lit := range s.lits {
		if needed[lit] {
			core = append(core, s.asked[i])
			delete(needed, lit) // an assumption given twice is reported once
		}
	}
	return core
}
