// SPDX-License-Identifier: Apache-2.0

package softfloat

import "cornet/logic"

// Less returns whether x < y.
func (c Circuits) Less(x, y *logic.Term) *logic.Term { return c.before(x, y, false) }

// LessEqual returns whether x ≤ y.
func (c Circuits) LessEqual(x, y *logic.Term) *logic.Term { return c.before(x, y, true) }

func (c Circuits) before(x, y *logic.Term, orEqual bool) *logic.Term {
	u, v := c.parts(x), c.parts(y)
	compare := logic.OpBVUlt
	if orEqual {
		compare = logic.OpBVUle
	}
	below := c.Ite(u.neg, c.Or(c.Not(v.neg), c.BV(compare, v.magnitude, u.magnitude)), c.And(c.Not(v.neg), c.BV(compare, u.magnitude, v.magnitude)))
	return c.And(c.Not(u.nan), c.Not(v.nan), c.Ite(c.And(u.zero, v.zero), c.BoolValue(orEqual), below))
}

// Equal returns whether x and y are equal as numbers: -0 equals +0, and NaN equals nothing.
func (c Circuits) Equal(x, y *logic.Term) *logic.Term {
	u, v := c.parts(x), c.parts(y)
	return c.And(c.Not(u.nan), c.Not(v.nan), c.Or(c.And(u.zero, v.zero), c.Eq(x, y)))
}

// IsNaN returns whether x is NaN.
func (c Circuits) IsNaN(x *logic.Term) *logic.Term { return c.parts(x).nan }

// IsInfinite returns whether x is an infinity.
func (c Circuits) IsInfinite(x *logic.Term) *logic.Term { return c.parts(x).inf }

// IsZero returns whether x is a zero.
func (c Circuits) IsZero(x *logic.Term) *logic.Term { return c.parts(x).zero }

// IsNegative returns whether x is a number with the sign of -0.
func (c Circuits) IsNegative(x *logic.Term) *logic.Term {
	u := c.parts(x)
	return c.And(c.Not(u.nan), u.neg)
}

// IsPositive returns whether x is a number with the sign of +0.
func (c Circuits) IsPositive(x *logic.Term) *logic.Term {
	u := c.parts(x)
	return c.And(c.Not(u.nan), c.Not(u.neg))
}

// IsSubnormal returns whether x is smaller than all normal numbers, but not zero.
func (c Circuits) IsSubnormal(x *logic.Term) *logic.Term {
	u := c.parts(x)
	return c.And(c.Not(u.zero), c.hasNoExponent(u))
}

// IsNormal returns whether x is a finite number with a leading one.
func (c Circuits) IsNormal(x *logic.Term) *logic.Term {
	u := c.parts(x)
	return c.Not(c.Or(u.nan, u.inf, c.hasNoExponent(u)))
}

// hasNoExponent returns whether the bits of the exponent are zero.
func (c Circuits) hasNoExponent(u parts) *logic.Term {
	return c.isZero(c.Extract(c.Width()-2, c.Significand-1, u.magnitude))
}

// Negated returns -x.
func (c Circuits) Negated(x *logic.Term) *logic.Term {
	if c.ordinals {
		return c.Ite(c.parts(x).nan, x, c.BV(logic.OpBVNot, x))
	}
	u := c.parts(x)
	return c.Ite(u.nan, x, c.join(c.Not(u.neg), u.magnitude))
}

// Abs returns |x|.
func (c Circuits) Abs(x *logic.Term) *logic.Term {
	u := c.parts(x)
	return c.Ite(u.nan, x, c.join(c.False(), u.magnitude))
}
