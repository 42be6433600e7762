// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"cornet/encode/ieee"
	"cornet/encode/scalar"
	"cornet/logic"
	"cornet/logic/softfloat"
)

// This file has operations on floating-point numbers over bit-vectors, exactly: circuits over ordinals. What follows from intervals is added to them,
// since a solver that knows the bits of an operation does not see at once that, say, a sum of small numbers is small.

// maxRemainder is the largest exponent, in bits, of formats whose remainders are circuits, which have a step for each exponent.
const maxRemainder = 8

// circuits returns the operations on numbers of t.
func (m *Translator) circuits(t scalar.Type) softfloat.Circuits {
	f := t.Format()
	return softfloat.Ordinals(m.s, logic.FloatFormat{Exponent: f.Exponent, Significand: f.Precision}, t.Width)
}

// directions are the rounding modes of operations that yield integral numbers.
var directions = map[ieee.Op]softfloat.Direction{
	ieee.Floor: softfloat.TowardNegative, ieee.Ceil: softfloat.TowardPositive, ieee.Trunc: softfloat.TowardZero, ieee.Rint: softfloat.NearestEven, ieee.Round: softfloat.NearestAway,
}

// exact returns the value of x, an operation that rounds, nil if it has no circuit.
func (m *Translator) exact(c Context, x *scalar.Expr, args []operand) *logic.Term {
	z := m.circuit(x, args)
	if z == nil {
		return nil
	}
	m.implied(c, x, args, z, m.ranges)
	m.implied(c, x, args, z, ranges{unbounded: m.unbounded, box: c.Intervals().overall})
	return z
}

func (m *Translator) circuit(x *scalar.Expr, args []operand) *logic.Term {
	if x.Fn == ieee.FromInt {
		f := m.circuits(x.Type)
		return f.FromInteger(f.To(softfloat.NearestEven), args[0].term, args[0].typ.Signed)
	}
	f := m.circuits(args[0].typ)
	nearest, a := f.To(softfloat.NearestEven), args[0].term
	b := args[len(args)-1].term // a of operations on one number
	switch x.Fn {
	case ieee.Add:
		return f.Sum(nearest, a, b)
	case ieee.Sub:
		return f.Difference(nearest, a, b)
	case ieee.Mul:
		return f.Product(nearest, a, b)
	case ieee.Div:
		return f.Quotient(nearest, a, b)
	case ieee.Sqrt:
		return f.Root(nearest, a)
	case ieee.Floor, ieee.Ceil, ieee.Trunc, ieee.Rint, ieee.Round:
		return f.Integral(f.To(directions[x.Fn]), a)
	case ieee.Resize:
		g := m.circuits(x.Type)
		return g.Resized(nearest, f, a)
	case ieee.Rem:
		if f.Exponent <= maxRemainder {
			return f.Modulus(a, b)
		}
	}
	return nil
}

// convertExactly converts a to an integer; where the type of the integer does not have the value, it is any value.
func (m *Translator) convertExactly(c Context, x *scalar.Expr, a operand, note string) *logic.Term {
	f := m.circuits(a.typ)
	z, fits := f.ToInteger(f.To(softfloat.TowardZero), a.term, x.Type.Width, x.Type.Signed)
	if fits.IsTrue() {
		return z
	}
	return m.s.Ite(fits, z, c.Under(m.s.Not(fits)).Any(x.Type, note))
}
