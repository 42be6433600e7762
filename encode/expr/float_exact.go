// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"cornet/encode/ieee"
	"cornet/encode/scalar"
	"cornet/logic"
	"cornet/logic/softfloat"
)

// This file has exact operations on floating-point numbers over bit-vectors: circuits over
// ordinals. Facts from intervals are added to them, since a solver does not easily derive such
// facts from bits: for example, that a sum of small numbers is small.

// maxRemainder is the largest exponent width, in bits, of formats whose remainders become circuits.
// These circuits have a step for each exponent.
const maxRemainder = 8

// circuits returns the operations on numbers of t.
func (m *Translator) circuits(t scalar.Type) softfloat.Circuits {
	f := t.Format()
	return softfloat.Ordinals(m.s, logic.FloatFormat{Exponent: f.Exponent, Significand: f.Precision}, t.Width)
}

// modes are the rounding modes of operations.
var modes = [...]softfloat.Direction{
	ieee.Nearest: softfloat.NearestEven, ieee.Down: softfloat.TowardNegative, ieee.Up: softfloat.TowardPositive, ieee.Zero: softfloat.TowardZero,
}

// integral are the rounding modes of operations that round to integers, regardless of the mode of
// the program.
var integral = map[ieee.Op]softfloat.Direction{
	ieee.Floor: softfloat.TowardNegative, ieee.Ceil: softfloat.TowardPositive, ieee.Trunc: softfloat.TowardZero, ieee.Round: softfloat.NearestAway,
}

// exact returns the value of x, an operation that rounds, or nil if it has no circuit.
func (m *Translator) exact(c Context, x *scalar.Expr, args []operand) *logic.Term {
	z := m.fused(c, x)
	if z == nil {
		z = m.circuit(x, args)
	}
	if z == nil {
		return nil
	}
	m.implied(c, x, args, z, m.ranges)
	m.implied(c, x, args, z, ranges{unbounded: m.unbounded, box: c.Intervals().overall})
	return z
}

func (m *Translator) circuit(x *scalar.Expr, args []operand) *logic.Term {
	mode := modes[x.Fn.Direction()]
	if x.Fn.Base() == ieee.FromInt {
		f := m.circuits(x.Type)
		return f.FromInteger(f.To(mode), args[0].term, args[0].typ.Signed)
	}
	f := m.circuits(args[0].typ)
	rounding, a := f.To(mode), args[0].term
	b := args[len(args)-1].term // equals a for operations on one number
	switch op := x.Fn.Base(); op {
	case ieee.Add:
		return f.Sum(rounding, a, b)
	case ieee.Sub:
		return f.Difference(rounding, a, b)
	case ieee.Mul:
		return f.Product(rounding, a, b)
	case ieee.Div:
		return f.Quotient(rounding, a, b)
	case ieee.Sqrt:
		return f.Root(rounding, a)
	case ieee.Rint:
		return f.Integral(rounding, a)
	case ieee.Floor, ieee.Ceil, ieee.Trunc, ieee.Round:
		return f.Integral(f.To(integral[op]), a)
	case ieee.Resize:
		return m.circuits(x.Type).Resized(rounding, f, a)
	case ieee.SumTo:
		return m.circuits(x.Type).SumOf(rounding, f, a, b)
	case ieee.Rem:
		if f.Exponent <= maxRemainder {
			return f.Modulus(a, b)
		}
	case ieee.Remainder:
		if f.Exponent <= maxRemainder {
			return f.Remainder(a, b)
		}
	}
	return nil
}

// fused translates a fused product and sum: a sum, with a product in it, that is rounded to the
// format of the numbers. It becomes one circuit, which does not represent numbers in the wider
// format. For other operations, fused returns nil.
func (m *Translator) fused(c Context, x *scalar.Expr) *logic.Term {
	if x.Fn.Base() != ieee.SumTo {
		return nil
	}
	var xs []*logic.Term
	product := x.Args[0]
	if product.Operator != scalar.Apply || product.Fn != ieee.Mul {
		return nil
	}
	for _, y := range []*scalar.Expr{product.Args[0], product.Args[1], x.Args[1]} {
		if y.Operator != scalar.Apply || y.Fn != ieee.Resize || y.Args[0].Type != x.Type {
			return nil
		}
		xs = append(xs, m.Value(c, y.Args[0]))
	}
	f := m.circuits(x.Type)
	return f.Fused(f.To(modes[x.Fn.Direction()]), xs[0], xs[1], xs[2])
}

// convertExactly converts a to an integer. If the value does not fit the integer's type, the result
// is any value.
func (m *Translator) convertExactly(c Context, x *scalar.Expr, a operand, note string) *logic.Term {
	f := m.circuits(a.typ)
	z, fits := f.ToInteger(f.To(softfloat.TowardZero), a.term, x.Type.Width, x.Type.Signed)
	if fits.IsTrue() {
		return z
	}
	return m.s.Ite(fits, z, c.Under(m.s.Not(fits)).Any(x.Type, note))
}
