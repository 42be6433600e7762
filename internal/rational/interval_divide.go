// SPDX-License-Identifier: Apache-2.0

package rational

// IntDiv returns the quotients (div x y) of SMT-LIB for integral members x of v and
// y of w: x = y·q + r with 0 <= r < |y|. It is full when 0 is in w.
func (v Interval) IntDiv(w Interval) Interval {
	zero := Rat{}
	switch {
	case w.Has(zero):
		return Interval{}
	case w.Hi.Finite && w.Hi.X.Sign() < 0:
		return v.IntDiv(w.Scale(Int(-1))).Scale(Int(-1))
	}
	// Divisors are positive: the quotient is the floor of x/y, which is monotone in x,
	// and in y for each sign of x.
	inverse := Interval{BoundAt(zero), BoundAt(w.Lo.X.Inv())}
	if w.Hi.Finite {
		inverse.Lo = BoundAt(w.Hi.X.Inv())
	}
	z := v.Mul(inverse).Floor()
	if !w.Hi.Finite && v.Lo.Finite && v.Lo.X.Sign() < 0 {
		z.Lo = BoundAt(Min(v.Lo.X.Mul(inverse.Hi.X).Floor(), Int(-1)))
	}
	return z
}

// Mod returns the remainders (mod x y) of SMT-LIB, which are in [0, |y|), for
// integral members x of v and y of w. It is full when 0 is in w.
func (v Interval) Mod(w Interval) Interval {
	zero, one := Rat{}, Int(1)
	switch {
	case w.Has(zero):
		return Interval{}
	case w.Hi.Finite && w.Hi.X.Sign() < 0:
		w = w.Scale(Int(-1))
	}
	z := AtLeast(zero)
	if w.Hi.Finite {
		z.Hi = BoundAt(w.Hi.X.Sub(one))
	}
	if q, ok := v.Period(w); ok {
		return v.Shift(q.Mul(w.Lo.X).Neg())
	}
	if v.Lo.Finite && v.Lo.X.Sign() >= 0 {
		if v.Hi.Finite && v.Hi.X.Less(w.Lo.X) {
			return v
		}
		return z.Meet(Interval{Hi: v.Hi})
	}
	return z
}

// Period returns the quotient of members of v by the member of w, if w has exactly one member,
// which is positive, and there is exactly one quotient.
func (v Interval) Period(w Interval) (q Rat, ok bool) {
	if !w.IsPoint() || w.Lo.X.Sign() <= 0 || !v.IsBounded() {
		return q, false
	}
	q = v.Lo.X.Div(w.Lo.X).Floor()
	return q, q.Equal(v.Hi.X.Div(w.Lo.X).Floor())
}
