// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math"
	"math/big"

	"cornet/logic"
	"cornet/smt/sat"
)

// approach tracks how close a comparison of constants is to becoming true, from instance to
// instance. For example, a loop that counts i up to 1,000 ends when i >= 1000 holds. At i = 10, the
// gap is 990.
type approach struct {
	first, last float64 // gaps
	began, at   int     // numbers of instances at these gaps
}

// move records a gap. If the gap has grown, it belongs to a new loop.
func (a *approach) move(gap float64, at int) {
	if a.at == 0 || gap > a.last {
		a.first, a.began = gap, at
	}
	a.last, a.at = gap, at
}

// remaining returns the number of instances until the gap is closed, if it continues to shrink at
// the same rate. It is infinite if the gap does not shrink.
func (a approach) remaining() float64 {
	if a.last >= a.first {
		return math.Inf(1)
	}
	return a.last * float64(a.at-a.began) / (a.first - a.last)
}

// Remaining predicts the number of further instances until constants end the loops entered so far.
// It reports whether there is such a loop. A predicate's loop ends by its nearest exit.
//
// Cost: O(number of clauses).
func (f *Formula) Remaining() (instances float64, ok bool) {
	nearest := map[int]float64{} // by predicate
	for k, a := range f.exits {
		if a.at == 0 {
			continue
		}
		from := f.clauses[k].body
		z, known := nearest[from]
		if !known {
			z = math.Inf(1)
		}
		nearest[from] = min(z, a.remaining())
	}
	for _, n := range nearest {
		if !math.IsInf(n, 1) {
			instances, ok = max(instances, n), true
		}
	}
	return instances, ok
}

// distance returns the distance between the sides of a comparison. It is infinite if they are not
// constant.
func (e *scope) distance(t *logic.Term) float64 {
	switch t.Op() {
	case logic.OpLe, logic.OpEq, logic.OpBVUle, logic.OpBVSle:
	default:
		return math.Inf(1)
	}
	signed := t.Op() != logic.OpBVUle
	x, y := e.number(t.Arg(0), signed), e.number(t.Arg(1), signed)
	if x == nil || y == nil {
		return math.Inf(1)
	}
	z, _ := new(big.Float).SetInt(new(big.Int).Sub(x, y)).Float64()
	return math.Abs(z)
}

// number returns the constant value of a numeral, of a variable or of a sum of them, or nil. It
// makes no circuits.
func (e *scope) number(t *logic.Term, signed bool) *big.Int {
	v, known := e.known[t]
	if i, ok := e.c.params[t]; ok && !known {
		v, known = e.args[i], true
	}
	switch {
	case known && v.array == nil && v.wild == sat.NoLit:
		if x, ok := e.f.constant(v.word, signed); ok {
			return x
		}
	case t.Op() == logic.OpBV:
		return t.BV()
	case t.Op() == logic.OpNum:
		if x, ok := t.Num().BigInt(); ok {
			return x
		}
	case t.Sort().IsInt() && (t.Op() == logic.OpAdd || t.Op() == logic.OpMul):
		z := e.number(t.Arg(0), signed)
		for _, u := range t.Args()[1:] {
			x := e.number(u, signed)
			if z == nil || x == nil {
				return nil
			}
			if t.Op() == logic.OpAdd {
				z = new(big.Int).Add(z, x)
			} else {
				z = new(big.Int).Mul(z, x)
			}
		}
		return z
	}
	return nil
}
