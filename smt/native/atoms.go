// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// upperBound is the atom v <= value or, not weak, v < value. Its negation is a
// lower bound.
type upperBound struct {
	v     lra.Var
	value rational.Rat
	weak  bool
}

// compare orders atoms of one variable from the strongest to the weakest.
func (b *upperBound) compare(c *upperBound) int {
	switch z := b.value.Cmp(c.value); {
	case z != 0:
		return z
	case b.weak == c.weak:
		return 0
	case c.weak:
		return -1
	}
	return 1
}

// asserted returns the bound that literal l asserts. l is the atom b or its negation.
func (b *upperBound) asserted(l sat.Lit) lra.Bound {
	if l.IsNeg() {
		return lra.Bound{Var: b.v, Side: lra.Lower, Strict: b.weak, Value: b.value, Reason: lra.Reason(l)}
	}
	return lra.Bound{Var: b.v, Side: lra.Upper, Strict: !b.weak, Value: b.value, Reason: lra.Reason(l)}
}

// atoms is the table of bounds that have a SAT variable, one each.
//
// An atom is never removed. But it counts as used only while a formula in the solver or an open
// branching mentions it. Bounds imply used atoms only, so atoms of closed scopes cost very little.
// If all used atoms of a variable have values, bounds on the variable imply nothing new, so the
// tableau does not watch them.
type atoms struct {
	bound    []upperBound // by SAT variable
	known    []bool       // by SAT variable: is an atom
	uses     []int32      // by SAT variable
	on       [][]sat.Lit  // by tableau variable: its atoms in the order of compare
	notified []bool       // by SAT variable: has a value
	open     []int32      // by tableau variable: its atoms with uses > 0 and without value
}

// find returns the literal of b, if it has one, and its position among the atoms of b.v.
func (t *atoms) find(b *upperBound) (l sat.Lit, at int, found bool) {
	if int(b.v) >= len(t.on) {
		return sat.NoLit, 0, false
	}
	on := t.on[b.v]
	at, found = slices.BinarySearchFunc(on, b, func(l sat.Lit, b *upperBound) int { return t.bound[l.Var()].compare(b) })
	if found {
		l = on[at]
	}
	return l, at, found
}

// add makes v the SAT variable of b, at the given position.
func (t *atoms) add(b upperBound, at int, v sat.Var) sat.Lit {
	for int(v) >= len(t.bound) {
		t.bound = append(t.bound, upperBound{})
		t.uses = append(t.uses, 0)
		t.known = append(t.known, false)
		t.notified = append(t.notified, false)
	}
	for int(b.v) >= len(t.on) {
		t.on = append(t.on, nil)
		t.open = append(t.open, 0)
	}
	l := v.Pos()
	t.bound[v], t.known[v] = b, true
	t.on[b.v] = slices.Insert(t.on[b.v], at, l)
	return l
}

// use adds d, which is +1 or -1, to the number of uses of the atom of v. It reports whether this
// changed the interest in bounds of its tableau variable, and whether they are now of interest.
func (t *atoms) use(v sat.Var, d int32) (changed, interest bool) {
	was := t.isOpen(v)
	t.uses[v] += d
	return t.recount(v, was)
}

// notify records that the atom of v has received or lost its value. It returns the same as use.
func (t *atoms) notify(v sat.Var, told bool) (changed, interest bool) {
	was := t.isOpen(v)
	t.notified[v] = told
	return t.recount(v, was)
}

// isOpen reports whether the atom of v is used and has no value, so bounds should imply it.
func (t *atoms) isOpen(v sat.Var) bool { return t.uses[v] > 0 && !t.notified[v] }

// recount updates the count of open atoms after a change of the atom of v. was reports whether the
// atom was open before.
func (t *atoms) recount(v sat.Var, was bool) (changed, interest bool) {
	open := &t.open[t.bound[v].v]
	switch is := t.isOpen(v); {
	case is && !was:
		*open++
		return *open == 1, true
	case was && !is:
		*open--
		return *open == 0, false
	}
	return false, false
}

// isAtom reports whether v is the SAT variable of an atom.
func (t *atoms) isAtom(v sat.Var) bool { return int(v) < len(t.known) && t.known[v] }
