// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cornet/encode/chc"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
)

// Readable returns the model's definitions at loop heads in a form for people. Conjuncts that
// follow from others are left out, and casts are written only where an operation of C may overflow.
//
// In a state that satisfies the definition, no operation of the text overflows, and the text holds.
// In other states its operations may overflow. Witnesses need [Invariants], since validators
// evaluate their conjuncts one by one.
//
// The function reduce returns those of fs that the others and known do not imply, or all of fs.
func Readable(sys *chc.System, m *horn.Model, reduce func(known, fs []*logic.Term) []*logic.Term) []Invariant {
	return invariants(sys, m, func(p chc.Place, d horn.Definition) Invariant {
		w := newWriter()
		fs := logic.AppendConjuncts(nil, w.instance(sys.Horn.Store, p, d))
		slices.SortStableFunc(fs, func(x, y *logic.Term) int { return equations(y) - equations(x) })
		var known []*logic.Term
		if sys.Ints != chc.Math { // otherwise values may be outside of their types
			known = w.bound(sys.Horn.Store, fs)
		}
		return w.invariant(p, sys.Horn.Store.And(reduce(known, fs)...))
	})
}

// equations returns 1 for an equation and 0 for other formulas.
func equations(t *logic.Term) int {
	if t.Op() == logic.OpEq {
		return 1
	}
	return 0
}

// valuesOf returns the values that an integer type has.
func valuesOf(t scalar.Type) rational.Interval {
	lo, hi := t.Range()
	return rational.Between(rational.FromBigInt(lo), rational.FromBigInt(hi))
}

// bound finds the values that the variables have in states that satisfy the formulas. It returns
// what the types of the variables imply.
func (w *writer) bound(s *logic.Store, fs []*logic.Term) (known []*logic.Term) {
	w.values = map[*scalar.Var]rational.Interval{}
	for _, x := range slices.SortedFunc(maps.Keys(w.names), func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) }) {
		v := w.names[x]
		if v.Type.Kind != scalar.Int || !x.Sort().IsInt() {
			continue
		}
		lo, hi := v.Type.Range()
		w.values[v] = valuesOf(v.Type)
		known = append(known, s.Le(s.BigInt(lo), x), s.Le(x, s.BigInt(hi)))
	}
	for _, f := range fs {
		w.narrow(f)
	}
	return known
}

// narrow makes the values of a variable fewer if t bounds this variable alone.
func (w *writer) narrow(t *logic.Term) {
	negated := t.Op() == logic.OpNot
	if negated {
		t = t.Arg(0)
	}
	op, ok := comparison(t, negated)
	var all []summand
	constant := int64(0)
	if !ok || !w.sum(t.Arg(0), 1, &all, &constant) || !w.sum(t.Arg(1), -1, &all, &constant) || len(all) != 1 || all[0].v == nil || all[0].factor != 1 && all[0].factor != -1 {
		return
	}
	c := -constant
	if all[0].factor < 0 {
		c, op = -c, flipped[op]
	}
	switch op {
	case ">":
		c, op = c+1, ">="
	case "<":
		c, op = c-1, "<="
	}
	v, at := all[0].v, rational.Int(c)
	r, ok := w.values[v]
	switch {
	case !ok:
		return
	case op == ">=":
		r = r.Meet(rational.AtLeast(at))
	case op == "<=":
		r = r.Meet(rational.AtMost(at))
	case op == "==":
		r = r.Meet(rational.Point(at))
	}
	if !r.IsEmpty() {
		w.values[v] = r
	}
}

// formatPlain writes the two sides of a comparison without casts. This is possible if no partial
// sum overflows the type of its side, and if both sides fit the type in which C compares them.
func (w *writer) formatPlain(left, right []summand, more, less int64) (string, string, bool) {
	x, tx, rx, ok := w.plainSide(left, more)
	y, ty, ry, ok2 := w.plainSide(right, less)
	if !ok || !ok2 {
		return "", "", false
	}
	t := usual(tx, ty)
	return x, y, rx.In(valuesOf(t)) && ry.In(valuesOf(t))
}

// plainSide writes a sum without casts, with its type and values. It fails if the sum may overflow.
func (w *writer) plainSide(side []summand, constant int64) (text string, t scalar.Type, values rational.Interval, ok bool) {
	var parts []string
	t = intType
	add := func(part string, u scalar.Type, r rational.Interval) bool {
		if len(parts) > 0 {
			u, r = usual(t, u), r.Add(values)
		}
		parts, t, values = append(parts, part), u, r
		return r.In(valuesOf(u))
	}
	for _, x := range side {
		r, known := w.values[x.v]
		if !known {
			return "", t, values, false
		}
		part, u := x.text, promoted(x.v.Type)
		if x.factor != 1 {
			part, u, r = fmt.Sprintf("%d * %s", x.factor, x.text), usual(decimal(x.factor), u), r.Scale(rational.Int(x.factor))
		}
		if !r.In(valuesOf(u)) || !add(part, u, r) {
			return "", t, values, false
		}
	}
	if constant != 0 || len(parts) == 0 {
		if !add(fmt.Sprint(constant), decimal(constant), rational.Point(rational.Int(constant))) {
			return "", t, values, false
		}
	}
	return strings.Join(parts, " + "), t, values, true
}

// intType is C's int.
var intType = scalar.Type{Kind: scalar.Int, Width: 32, Signed: true}

// decimal returns the type of a decimal constant without a suffix.
func decimal(c int64) scalar.Type {
	if valuesOf(intType).Has(rational.Int(c)) {
		return intType
	}
	return scalar.Type{Kind: scalar.Int, Width: 64, Signed: true}
}

// usual returns the type in which C computes with two integer types: the wider one after
// promotion, unsigned if they have the same width and one of them is unsigned.
func usual(x, y scalar.Type) scalar.Type {
	x, y = promoted(x), promoted(y)
	switch {
	case x.Width > y.Width:
		return x
	case x.Width < y.Width:
		return y
	}
	x.Signed = x.Signed && y.Signed
	return x
}
