// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// linkKind is the role of a formula of a path.
type linkKind uint8

// The kinds.
const (
	linkAssumption linkKind = iota
	linkAssignment
	// Frame is an assignment of one variable to another.
	linkFrame
	// Atomic is a formula about a single variable that is known to hold at its
	// place, such as an earlier conditional interpolant.
	linkAtomic
)

// link is a formula with its affection pair.
type link struct {
	Formula *logic.Term
	Kind    linkKind
	Pair    affectionPair
	// Step is the position of the formula on its path, for the caller.
	Step int
}

// varSet is a set of variables.
type varSet map[*logic.Term]struct{}

// affectionPair is an affection pair: the variables in Right affect those in Left.
type affectionPair struct{ Left, Right varSet }

// newVarSet returns the set of the given variables.
func newVarSet(vars ...*logic.Term) varSet {
	z := make(varSet, len(vars))
	for _, v := range vars {
		z[v] = struct{}{}
	}
	return z
}

func (x varSet) meets(y varSet) bool {
	if len(y) < len(x) {
		x, y = y, x
	}
	for v := range x {
		if _, ok := y[v]; ok {
			return true
		}
	}
	return false
}

// replace returns (x \ y) ∪ z.
func (x varSet) replace(y, z varSet) varSet {
	u := make(varSet, len(x)+len(z))
	for v := range x {
		if _, ok := y[v]; !ok {
			u[v] = struct{}{}
		}
	}
	for v := range z {
		u[v] = struct{}{}
	}
	return u
}

// assumeLink returns f as an assumption.
func assumeLink(f *logic.Term, step int) link {
	return link{f, linkAssumption, affectionPair{Left: newVarSet(logic.FreeVars(f)...)}, step}
}

// atomicLink returns f, about a single variable, as a formula that is known to hold. ok reports
// whether f has a single variable.
func atomicLink(f *logic.Term, step int) (z link, ok bool) {
	vars := logic.FreeVars(f)
	return link{f, linkAtomic, affectionPair{Left: newVarSet(vars...)}, step}, len(vars) == 1
}

// classify returns a conjunct of a step as a link. isNew reports whether a variable belongs to the
// step's new state, which only the step and later formulas mention.
func classify(f *logic.Term, isNew func(*logic.Term) bool, step int) link {
	z := link{Formula: f, Kind: linkAssumption, Pair: affectionPair{newVarSet(), newVarSet()}, Step: step}
	var fresh, old []*logic.Term
	for _, v := range logic.FreeVars(f) {
		if isNew(v) {
			fresh = append(fresh, v)
		} else {
			old = append(old, v)
		}
	}
	if len(fresh) == 0 {
		z.Pair.Left = newVarSet(old...)
		return z
	}
	z.Kind = linkAssignment
	if v := assigned(f, fresh); v != nil {
		z.Pair.Left = newVarSet(v)
		for _, x := range fresh {
			if x != v {
				old = append(old, x)
			}
		}
		z.Pair.Right = newVarSet(old...)
		if len(old) == 1 && f.Op() == logic.OpEq && f.Arg(0).IsVar() && f.Arg(1).IsVar() || isFrame(f, v, old) {
			z.Kind = linkFrame
		}
		return z
	}
	z.Pair = affectionPair{newVarSet(fresh...), newVarSet(old...)}
	return z
}

// assigned returns the variable among fresh for which the equation f can be solved, or nil: a side
// of the equation, or a term of a sum with coefficient 1 or -1.
func assigned(f *logic.Term, fresh []*logic.Term) *logic.Term {
	if len(fresh) == 1 && fresh[0] == f || f.Op() == logic.OpNot && f.Arg(0).IsVar() {
		return fresh[0] // a Boolean variable set to true or false
	}
	if f.Op() != logic.OpEq {
		return nil
	}
	for _, v := range fresh {
		if f.Arg(0) == v || f.Arg(1) == v {
			return v
		}
		if v.Sort().IsArith() && unit(f.Arg(0), v)+unit(f.Arg(1), v) == 1 {
			return v
		}
	}
	return nil
}

// unit returns 1 if v occurs in the sum t with coefficient 1 or -1 and nowhere else in t, 2 if it
// occurs otherwise, and 0 if it does not occur.
func unit(t, v *logic.Term) int {
	n := 0
	terms := []*logic.Term{t}
	if t.Op() == logic.OpAdd {
		terms = t.Args()
	}
	for _, x := range terms {
		switch {
		case x == v, x.Op() == logic.OpMul && len(x.Args()) == 2 && x.Arg(1) == v && isMinusOne(x.Arg(0)):
			n++
		case mentions(x, v):
			n += 2
		}
	}
	return n
}

func isMinusOne(t *logic.Term) bool {
	return t.Op() == logic.OpNum && t.Num().Equal(rational.Int(-1))
}

func mentions(t, v *logic.Term) bool {
	for _, x := range logic.FreeVars(t) {
		if x == v {
			return true
		}
	}
	return false
}

// isFrame reports whether f equates v with one other variable, in any of the store's normal forms.
func isFrame(f, v *logic.Term, others []*logic.Term) bool {
	if len(others) != 1 || f.Op() != logic.OpEq || !v.Sort().IsArith() {
		return false
	}
	for _, side := range f.Args() {
		switch {
		case side.IsVar(), side.Op() == logic.OpNum && side.Num().Equal(rational.Rat{}):
		case side.Op() == logic.OpMul && isMinusOne(side.Arg(0)):
		case side.Op() == logic.OpAdd && len(side.Args()) == 2 && difference(side):
		default:
			return false
		}
	}
	return true
}

// difference reports whether a sum of two terms is x - y for variables.
func difference(t *logic.Term) bool {
	positive, negative := 0, 0
	for _, x := range t.Args() {
		switch {
		case x.IsVar():
			positive++
		case x.Op() == logic.OpMul && len(x.Args()) == 2 && isMinusOne(x.Arg(0)) && x.Arg(1).IsVar():
			negative++
		}
	}
	return positive == 1 && negative == 1
}
