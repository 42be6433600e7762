// SPDX-License-Identifier: Apache-2.0

package rational

// Mul returns the products of a member of each.
func (v Interval) Mul(w Interval) Interval {
	var z Interval
	minus, plus, some := false, false, false
	for _, x := range v.ends() {
		for _, y := range w.ends() {
			p := x.times(y)
			switch {
			case p.infinite < 0:
				minus = true
			case p.infinite > 0:
				plus = true
			case !some:
				z, some = Point(p.x), true
			default:
				z = z.Join(Point(p.x))
			}
		}
	}
	if minus {
		z.Lo = Bound{}
	}
	if plus {
		z.Hi = Bound{}
	}
	return z
}

// Power returns the n-th powers of members, for n >= 1.
func (v Interval) Power(n int) Interval {
	if n%2 == 0 {
		v = v.Abs()
	}
	// Powers ascend.
	return Interval{Lo: v.Lo.power(n), Hi: v.Hi.power(n)}
}

func (b Bound) power(n int) Bound {
	z := b
	for i := 1; i < n && z.Finite; i++ {
		if z.X.bits()+b.X.bits() > maxEnd {
			return Bound{}
		}
		z.X = z.X.Mul(b.X)
	}
	return z
}

// Abs returns the absolute values of members.
func (v Interval) Abs() Interval {
	zero, w := Rat{}, v.Scale(Int(-1))
	switch {
	case v.Lo.Finite && v.Lo.X.Sign() >= 0:
		return v
	case w.Lo.Finite && w.Lo.X.Sign() >= 0:
		return w
	}
	return v.Join(w).Meet(AtLeast(zero))
}

// maxEnd limits the bits of products: ends that are further away count as infinite.
const maxEnd = 1 << 14

// end is an end of an interval as an extended real number.
type end struct {
	infinite int // its sign, or 0: the number is x
	x        Rat
}

func (v Interval) ends() [2]end {
	z := [2]end{{infinite: -1}, {infinite: 1}}
	if v.Lo.Finite {
		z[0] = end{x: v.Lo.X}
	}
	if v.Hi.Finite {
		z[1] = end{x: v.Hi.X}
	}
	return z
}

func (a end) sign() int {
	if a.infinite != 0 {
		return a.infinite
	}
	return a.x.Sign()
}

// times returns the product, where 0 · ∞ = 0, since infinite ends are not members.
func (a end) times(b end) end {
	switch s := a.sign() * b.sign(); {
	case s == 0:
		return end{}
	case a.infinite != 0 || b.infinite != 0:
		return end{infinite: s}
	case a.x.bits()+b.x.bits() > maxEnd:
		return end{infinite: s}
	}
	return end{x: a.x.Mul(b.x)}
}
