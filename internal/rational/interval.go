// SPDX-License-Identifier: Apache-2.0

package rational

// This file is arithmetic with closed intervals of rational numbers whose ends may be infinite.
//
// The result of an operation contains all results for members of the operands; it is the least such
// interval unless the operation says otherwise. Operands are not empty, except for [Interval.Meet]
// and the predicates. Operations that SMT-LIB leaves open, such as division by 0, may give
// anything.

// Bound is an end of an interval; the zero value is infinite.
type Bound struct {
	Finite bool
	X      Rat
}

// BoundAt returns the finite bound x.
func BoundAt(x Rat) Bound { return Bound{true, x} }

// Equal reports whether b and c are the same bound.
func (b Bound) Equal(c Bound) bool { return b.Finite == c.Finite && (!b.Finite || b.X.Equal(c.X)) }

// Interval is the set of numbers between Lo and Hi, both included. The zero value
// holds all numbers.
type Interval struct{ Lo, Hi Bound }

// Point returns the interval that holds x alone.
func Point(x Rat) Interval { return Interval{BoundAt(x), BoundAt(x)} }

// Between returns the interval from lo to hi.
func Between(lo, hi Rat) Interval { return Interval{BoundAt(lo), BoundAt(hi)} }

// AtMost returns the numbers up to x.
func AtMost(x Rat) Interval { return Interval{Hi: BoundAt(x)} }

// AtLeast returns the numbers from x on.
func AtLeast(x Rat) Interval { return Interval{Lo: BoundAt(x)} }

// IsEmpty reports whether v has no numbers.
func (v Interval) IsEmpty() bool { return v.Lo.Finite && v.Hi.Finite && v.Hi.X.Less(v.Lo.X) }

// IsFull reports whether v holds all numbers.
func (v Interval) IsFull() bool { return !v.Lo.Finite && !v.Hi.Finite }

// IsBounded reports whether both ends are finite.
func (v Interval) IsBounded() bool { return v.Lo.Finite && v.Hi.Finite }

// IsPoint reports whether v holds one number.
func (v Interval) IsPoint() bool { return v.IsBounded() && v.Lo.X.Equal(v.Hi.X) }

// Has reports whether x is in v.
func (v Interval) Has(x Rat) bool {
	return !(v.Lo.Finite && x.Less(v.Lo.X)) && !(v.Hi.Finite && v.Hi.X.Less(x))
}

// Equal reports whether v and w have the same ends.
func (v Interval) Equal(w Interval) bool { return v.Lo.Equal(w.Lo) && v.Hi.Equal(w.Hi) }

// In reports whether v is a subset of w.
func (v Interval) In(w Interval) bool { return v.IsEmpty() || v.Meet(w).Equal(v) }

// Join returns the least interval around both.
func (v Interval) Join(w Interval) Interval {
	z := Interval{}
	if v.Lo.Finite && w.Lo.Finite {
		z.Lo = BoundAt(Min(v.Lo.X, w.Lo.X))
	}
	if v.Hi.Finite && w.Hi.Finite {
		z.Hi = BoundAt(Max(v.Hi.X, w.Hi.X))
	}
	return z
}

// Meet returns the intersection, which may be empty.
func (v Interval) Meet(w Interval) Interval {
	z := v
	if w.Lo.Finite && (!z.Lo.Finite || z.Lo.X.Less(w.Lo.X)) {
		z.Lo = w.Lo
	}
	if w.Hi.Finite && (!z.Hi.Finite || w.Hi.X.Less(z.Hi.X)) {
		z.Hi = w.Hi
	}
	return z
}

// Add returns the sums of a member of each.
func (v Interval) Add(w Interval) Interval {
	z := Interval{}
	if v.Lo.Finite && w.Lo.Finite {
		z.Lo = BoundAt(v.Lo.X.Add(w.Lo.X))
	}
	if v.Hi.Finite && w.Hi.Finite {
		z.Hi = BoundAt(v.Hi.X.Add(w.Hi.X))
	}
	return z
}

// Shift returns the members plus c.
func (v Interval) Shift(c Rat) Interval { return v.Add(Point(c)) }

// Scale returns the members times c.
func (v Interval) Scale(c Rat) Interval {
	if c.IsZero() {
		return Point(c)
	}
	z := v
	if z.Lo.Finite {
		z.Lo.X = z.Lo.X.Mul(c)
	}
	if z.Hi.Finite {
		z.Hi.X = z.Hi.X.Mul(c)
	}
	if c.Sign() < 0 {
		z.Lo, z.Hi = z.Hi, z.Lo
	}
	return z
}

// Round returns the least interval with integral ends and the same integers; it is empty if there
// are none.
func (v Interval) Round() Interval {
	if v.Lo.Finite {
		v.Lo.X = v.Lo.X.Ceil()
	}
	if v.Hi.Finite {
		v.Hi.X = v.Hi.X.Floor()
	}
	return v
}

// Floor returns the largest integers up to members.
func (v Interval) Floor() Interval {
	if v.Lo.Finite {
		v.Lo.X = v.Lo.X.Floor()
	}
	if v.Hi.Finite {
		v.Hi.X = v.Hi.X.Floor()
	}
	return v
}

// Widen returns an interval around w, which contains v. Ends that moved are set to the next
// threshold, or to infinity after the last one. thresholds are ascending.
func (v Interval) Widen(w Interval, thresholds []Rat) Interval {
	if !v.Lo.Equal(w.Lo) && w.Lo.Finite {
		lo := Bound{}
		for _, t := range thresholds {
			if w.Lo.X.Less(t) {
				break
			}
			lo = BoundAt(t)
		}
		w.Lo = lo
	}
	if !v.Hi.Equal(w.Hi) && w.Hi.Finite {
		hi := Bound{}
		for i := len(thresholds) - 1; i >= 0; i-- {
			if thresholds[i].Less(w.Hi.X) {
				break
			}
			hi = BoundAt(thresholds[i])
		}
		w.Hi = hi
	}
	return w
}
