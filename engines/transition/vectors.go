// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"math/big"
	"slices"

	"cornet/logic"
)

// This file determines for how many steps sums of vectors do not wrap around.

// room is the number of steps before a side of a comparison wraps around, as a vector.
type room struct{ *logic.Term }

// extended returns the room as a vector of at least its width.
func (r room) extended(st *logic.Store, width int) *logic.Term {
	return st.ZeroExtend(width-r.Sort().Width(), r.Term)
}

// rooms returns the rooms of the comparisons of the guard. It returns false if the guard has a part
// that changes and is not a comparison or an equation of linear sums.
func (l Acceleration) rooms(ts *System) (z []room, ok bool) {
	for _, t := range logic.AppendConjuncts(nil, l.Guard) {
		atom := t
		if t.Op() == logic.OpNot {
			atom = t.Arg(0)
		}
		switch op := atom.Op(); op {
		case logic.OpEq, logic.OpBVUle, logic.OpBVSle:
			x, y := atom.Arg(0), atom.Arg(1)
			if !x.Sort().IsBitVec() {
				if l.changes(ts, atom) {
					return nil, false
				}
				continue
			}
			dx, knownX := l.slope(ts, x)
			dy, knownY := l.slope(ts, y)
			switch {
			case !knownX || !knownY:
				return nil, false
			case op == logic.OpEq && dx.Cmp(dy) != 0:
				return nil, false
			case op != logic.OpEq:
				z = append(z, l.room(ts.Store, x, dx, op == logic.OpBVSle)...)
				z = append(z, l.room(ts.Store, y, dy, op == logic.OpBVSle)...)
			}
		default:
			if l.changes(ts, atom) {
				return nil, false
			}
		}
	}
	return z, true
}

// room returns the number of steps before x, which changes by d in each, wraps around. The result
// is empty if d is zero.
func (l Acceleration) room(st *logic.Store, x *logic.Term, d *big.Int, signed bool) []room {
	w := x.Sort().Width()
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(w))
	if signed {
		low.Lsh(big.NewInt(1), uint(w-1))
		high.Set(low)
	}
	high.Sub(high, big.NewInt(1))
	var left *logic.Term
	by := new(big.Int).Set(d)
	switch {
	case d.Sign() == 0:
		return nil
	case d.Bit(w-1) == 0:
		left = st.BVSub(st.BVNum(high, w), x)
	default:
		left = st.BVSub(x, st.BVNum(low, w))
		by.Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), d)
	}
	if by.Cmp(big.NewInt(1)) != 0 {
		left = st.BV(logic.OpBVUDiv, left, st.BVNum(by, w))
	}
	return []room{{left}}
}

// slope returns the change of x in a step, modulo 2^w, or false if it is unknown.
func (l Acceleration) slope(ts *System, x *logic.Term) (*big.Int, bool) {
	sum := new(big.Int)
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(x.Sort().Width()))
	switch x.Op() {
	case logic.OpVar:
		for i, v := range ts.Vars {
			if v == x && l.Delta[i] != nil {
				sum.Set(l.Delta[i].BV())
			}
		}
	case logic.OpBVAdd, logic.OpBVNeg:
		for _, y := range x.Args() {
			d, ok := l.slope(ts, y)
			if !ok {
				return nil, false
			}
			if sum.Add(sum, d); x.Op() == logic.OpBVNeg {
				sum.Neg(sum)
			}
		}
	default:
		if x.Op() == logic.OpBVMul && x.Arg(0).Op() == logic.OpBV {
			d, ok := l.slope(ts, x.Arg(1))
			if !ok {
				return nil, false
			}
			sum.Mul(x.Arg(0).BV(), d)
		} else if l.changes(ts, x) {
			return nil, false
		}
	}
	return sum.Mod(sum, modulus), true
}

// changes reports whether a variable of t changes.
func (l Acceleration) changes(ts *System, t *logic.Term) bool {
	free := logic.FreeVars(t)
	for i, v := range ts.Vars {
		if l.Delta[i] != nil && slices.Contains(free, v) {
			return true
		}
	}
	return false
}
