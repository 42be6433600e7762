// SPDX-License-Identifier: Apache-2.0

package project

import (
	"fmt"
	"slices"

	"cornet/logic"
)

// This file deals with variables outside of linear arithmetic. It solves equalities between terms,
// uses terms of equal value, and takes values as a last resort.

// solveTerm replaces one pending variable x if the cube has a literal x = t, with x not in t. It
// leaves arithmetic variables to solveArith, unless they occur in alien terms; see stepAlien.
func (e *elimination) solveTerm() (bool, error) {
	for _, lit := range e.lits {
		if lit.Op() != logic.OpEq || lit.Arg(0).Sort().IsArith() {
			continue
		}
		for i := range 2 {
			x, t := lit.Arg(i), lit.Arg(1-i)
			if e.pending[x] && !occurs(x, t) && (x.Sort().IsArray() || !e.mentionsArray(t)) {
				return true, e.replace(x, t)
			}
		}
	}
	// A Boolean variable may have come up as an element of an array.
	for _, lit := range e.lits {
		if lit.Op() == logic.OpNot {
			lit = lit.Arg(0)
		}
		if e.pending[lit] {
			return true, e.replace(lit, e.val.eval(lit))
		}
	}
	return false, nil
}

// mentionsArray reports whether a pending array variable occurs in t.
func (e *elimination) mentionsArray(t *logic.Term) bool {
	if !e.mentions(t) {
		return false
	}
	return slices.ContainsFunc(logic.FreeVars(t), func(v *logic.Term) bool {
		return e.pending[v] && v.Sort().IsArray()
	})
}

// occurs reports whether x is a subterm of t.
func occurs(x, t *logic.Term) bool {
	found := false
	logic.Walk(func(u *logic.Term) bool {
		found = found || u == x
		return !found && u.ID() > x.ID()
	}, t)
	return found
}

// stepAlien eliminates one pending variable from a position that linear arithmetic does not reach:
// an index of an array that remains, an argument of a function, a factor of a nonlinear product.
func (e *elimination) stepAlien() (bool, error) {
	x, where := e.alienVariable()
	if x == nil {
		return false, nil
	}
	if x.Sort().IsBool() {
		return true, e.replace(x, e.val.eval(x))
	}
	if x.Sort().IsArith() {
		if t := e.unitEquation(x); t != nil {
			return true, e.replace(x, t)
		}
	}
	if t := e.equalTerm(x); t != nil {
		return true, e.replace(x, t)
	}
	val := e.val.eval(x)
	if !e.p.opts.LastResortValues || !writable(val) {
		return false, unsupported(fmt.Sprintf("variable %s of sort %v inside a %v term", x.Name(), x.Sort(), where))
	}
	return true, e.byValue(x, val)
}

// writable reports whether value x can be written in a formula.
func writable(x *logic.Term) bool {
	ok := x.IsValue()
	logic.Walk(func(u *logic.Term) bool {
		ok = ok && u.Op() != logic.OpFresh
		return ok
	}, x)
	return ok
}

// alienVariable returns the first pending variable in an alien position, and the operator at that
// position.
func (e *elimination) alienVariable() (*logic.Term, logic.Op) {
	for _, lit := range e.lits {
		if !isArith(lit) {
			return e.firstPending(lit), head(lit)
		}
		atom := lit
		if lit.Op() == logic.OpNot {
			atom = lit.Arg(0)
		}
		work := slices.Clone(atom.Args())
		for len(work) > 0 {
			t := work[len(work)-1]
			work = work[:len(work)-1]
			for _, m := range e.store.Linear(t).Monomials {
				u := m.Term
				switch {
				case u.IsVar() || !e.mentions(u):
				case u.Op() == logic.OpToReal || u.Op() == logic.OpToInt:
					work = append(work, u.Arg(0))
				case isIntegerOp(u.Op()) && u.Arg(1).Op() == logic.OpNum && !u.Arg(1).Num().IsZero():
					work = append(work, u.Arg(0))
				default:
					return e.firstPending(u), u.Op()
				}
			}
		}
	}
	return nil, logic.OpInvalid
}

func head(lit *logic.Term) logic.Op {
	if lit.Op() == logic.OpNot {
		lit = lit.Arg(0)
	}
	return lit.Op()
}

// firstPending returns the pending variable with the smallest ID in t.
func (e *elimination) firstPending(t *logic.Term) *logic.Term {
	for _, v := range logic.FreeVars(t) {
		if e.pending[v] {
			return v
		}
	}
	return nil
}

// unitEquation returns t for an equality of the cube that is equivalent to
// x = t, with x not in t, or nil.
func (e *elimination) unitEquation(x *logic.Term) *logic.Term {
	for _, lit := range e.lits {
		if lit.Op() != logic.OpEq || lit.Arg(0).Sort() != x.Sort() {
			continue
		}
		l := e.store.Linear(lit.Arg(0)).Sub(e.store.Linear(lit.Arg(1)))
		a := l.Coeff(x)
		if a.IsZero() || x.Sort().IsInt() && !a.Abs().IsOne() {
			continue
		}
		t := e.store.Sum(without(l, x).Scale(a.Inv().Neg()), x.Sort())
		if !occurs(x, t) {
			return t
		}
	}
	return nil
}

// equalTerm returns a term of the cube without pending variables that has x's value in the model.
// It prefers variables, then the smallest ID. Replacing x by it is sound, because it is a solution.
// There are finitely many terms to choose from.
func (e *elimination) equalTerm(x *logic.Term) *logic.Term {
	val := e.val.eval(x)
	if !val.IsValue() {
		return nil
	}
	var best *logic.Term
	better := func(t *logic.Term) bool {
		switch {
		case best == nil:
			return true
		case t.IsVar() != best.IsVar():
			return t.IsVar()
		}
		return t.ID() < best.ID()
	}
	logic.Walk(func(t *logic.Term) bool {
		if t.Sort() == x.Sort() && better(t) && !e.mentions(t) && e.val.eval(t) == val {
			best = t
		}
		return true
	}, slices.Concat(e.lits, e.done)...)
	return best
}
