// SPDX-License-Identifier: Apache-2.0

package project

import (
	"math/big"
	"slices"

	"cornet/logic"
)

// This file eliminates bit-vector variables. If the operations around a variable x in an equation
// can be undone, the equation is solved for x. Otherwise some term t replaces x, such that the
// model satisfies all literals with t for x. These literals imply that a value exists, namely t.
// Terms that x is compared with are tried first, since they are better than its value. The value
// always works, and is tried last. There are finitely many such terms, so projection is finite.

// stepWord eliminates one pending bit-vector variable.
func (e *elimination) stepWord() (bool, error) {
	x := e.pendingWord()
	if x == nil {
		return false, nil
	}
	if t := e.wordEquation(x); t != nil {
		return true, e.replace(x, t)
	}
	if t := e.equalTerm(x); t != nil && !t.IsValue() {
		return true, e.replace(x, t)
	}
	for _, t := range e.wordCandidates(x) {
		if e.holdsWith(x, t) {
			return true, e.replace(x, t)
		}
	}
	val := e.val.eval(x)
	if !val.IsValue() {
		return false, undetermined(x)
	}
	return true, e.byValue(x, val)
}

// pendingWord returns the first pending bit-vector variable of the literals.
func (e *elimination) pendingWord() *logic.Term {
	for _, lit := range e.lits {
		for _, v := range logic.FreeVars(lit) {
			if e.pending[v] && v.Sort().IsBitVec() {
				return v
			}
		}
	}
	return nil
}

// wordEquation returns t for an equation of the cube that is equivalent to x = t,
// with x not in t, or nil.
func (e *elimination) wordEquation(x *logic.Term) *logic.Term {
	for _, lit := range e.lits {
		if lit.Op() != logic.OpEq || !lit.Arg(0).Sort().IsBitVec() {
			continue
		}
		for i := range 2 {
			if t := e.solveWord(x, lit.Arg(i), lit.Arg(1-i)); t != nil {
				return t
			}
		}
	}
	return nil
}

// solveWord solves u = t for x, which occurs in u only. It returns nil if it cannot.
func (e *elimination) solveWord(x, u, t *logic.Term) *logic.Term {
	if occurs(x, t) {
		return nil
	}
	s := e.store
	for u != x {
		switch u.Op() {
		case logic.OpBVNot, logic.OpBVNeg:
			t = s.BV(u.Op(), t)
			u = u.Arg(0)
		case logic.OpBVAdd, logic.OpBVXor:
			inside := -1
			for i, a := range u.Args() {
				switch {
				case !occurs(x, a):
				case inside >= 0:
					return nil
				default:
					inside = i
				}
			}
			if inside < 0 {
				return nil
			}
			for i, a := range u.Args() {
				switch {
				case i == inside:
				case u.Op() == logic.OpBVXor:
					t = s.BV(logic.OpBVXor, t, a)
				default:
					t = s.BVSub(t, a)
				}
			}
			u = u.Arg(inside)
		case logic.OpBVMul: // multiplication by an odd factor can be undone
			k := u.Arg(0)
			if k.Op() != logic.OpBV || k.BV().Bit(0) == 0 {
				return nil
			}
			w := u.Sort().Width()
			inverse := new(big.Int).ModInverse(k.BV(), new(big.Int).Lsh(big.NewInt(1), uint(w)))
			t = s.BV(logic.OpBVMul, s.BVNum(inverse, w), t)
			u = u.Arg(1)
		default:
			return nil
		}
	}
	return t
}

// maxWordCandidates bounds the terms that are tried instead of a variable.
const maxWordCandidates = 24

// wordCandidates returns the terms that x is compared with, and these terms plus and minus one.
func (e *elimination) wordCandidates(x *logic.Term) []*logic.Term {
	s := e.store
	w := x.Sort().Width()
	one := s.BVNum(big.NewInt(1), w)
	var z, near []*logic.Term
	for _, lit := range e.lits {
		atom := lit
		if lit.Op() == logic.OpNot {
			atom = lit.Arg(0)
		}
		if len(atom.Args()) != 2 || !atom.Arg(0).Sort().IsBitVec() {
			continue
		}
		for i := range 2 {
			t := e.solveWord(x, atom.Arg(i), atom.Arg(1-i))
			if t == nil || t.Sort() != x.Sort() {
				continue
			}
			z = append(z, t)
			near = append(near, s.BV(logic.OpBVAdd, t, one), s.BVSub(t, one))
		}
	}
	z = append(z, near...)
	z = slices.DeleteFunc(z, func(t *logic.Term) bool { return t.IsValue() })
	return z[:min(len(z), maxWordCandidates)]
}

// holdsWith reports whether the valuation satisfies all literals with t instead of x.
func (e *elimination) holdsWith(x, t *logic.Term) bool {
	sub := e.store.NewSubstitution([]*logic.Term{x}, []*logic.Term{t})
	for _, lit := range e.lits {
		if !e.val.eval(sub.Apply(lit)).IsTrue() {
			return false
		}
	}
	return true
}
