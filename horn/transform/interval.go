// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"cornet/internal/rational"
	"cornet/smtlib"
)

// bound is an end of an interval; the zero value is infinite.
type bound struct {
	finite bool
	x      rational.Rat
}

func at(x rational.Rat) bound { return bound{true, x} }

// interval is the set of numbers between lo and hi, both included. The zero
// value holds all numbers.
type interval struct{ lo, hi bound }

// empty reports whether the interval has no numbers.
func (v interval) empty() bool { return v.lo.finite && v.hi.finite && v.hi.x.Less(v.lo.x) }

// full reports whether the interval holds all numbers.
func (v interval) full() bool { return !v.lo.finite && !v.hi.finite }

func (b bound) equal(c bound) bool { return b.finite == c.finite && (!b.finite || b.x.Equal(c.x)) }

func (v interval) equal(w interval) bool { return v.lo.equal(w.lo) && v.hi.equal(w.hi) }

// join returns the least interval around both, neither of which is empty.
func (v interval) join(w interval) interval {
	z := interval{}
	if v.lo.finite && w.lo.finite {
		z.lo = at(least(v.lo.x, w.lo.x))
	}
	if v.hi.finite && w.hi.finite {
		z.hi = at(greatest(v.hi.x, w.hi.x))
	}
	return z
}

// meet returns the intersection.
func (v interval) meet(w interval) interval {
	z := v
	if w.lo.finite && (!z.lo.finite || z.lo.x.Less(w.lo.x)) {
		z.lo = w.lo
	}
	if w.hi.finite && (!z.hi.finite || w.hi.x.Less(z.hi.x)) {
		z.hi = w.hi
	}
	return z
}

func least(x, y rational.Rat) rational.Rat {
	if y.Less(x) {
		return y
	}
	return x
}

func greatest(x, y rational.Rat) rational.Rat {
	if x.Less(y) {
		return y
	}
	return x
}

// add returns the sums of a member of each.
func (v interval) add(w interval) interval {
	z := interval{}
	if v.lo.finite && w.lo.finite {
		z.lo = at(v.lo.x.Add(w.lo.x))
	}
	if v.hi.finite && w.hi.finite {
		z.hi = at(v.hi.x.Add(w.hi.x))
	}
	return z
}

// scale returns the members times c, which is not 0.
func (v interval) scale(c rational.Rat) interval {
	z := v
	if z.lo.finite {
		z.lo.x = z.lo.x.Mul(c)
	}
	if z.hi.finite {
		z.hi.x = z.hi.x.Mul(c)
	}
	if c.Sign() < 0 {
		z.lo, z.hi = z.hi, z.lo
	}
	return z
}

// within returns the least integral interval with the same integers, for
// variables of sort Int.
func (v interval) within(sort *smtlib.Sort) interval {
	if !sort.IsInt() {
		return v
	}
	if v.lo.finite {
		v.lo.x = v.lo.x.Ceil()
	}
	if v.hi.finite {
		v.hi.x = v.hi.x.Floor()
	}
	return v
}

// widen returns w, which contains v, with the bounds that moved set to the next
// threshold, or to infinity when there is none. thresholds are ascending.
func (v interval) widen(w interval, thresholds []rational.Rat) interval {
	if !v.lo.equal(w.lo) && w.lo.finite {
		lo := bound{}
		for _, t := range thresholds {
			if !w.lo.x.Less(t) {
				lo = at(t)
			}
		}
		w.lo = lo
	}
	if !v.hi.equal(w.hi) && w.hi.finite {
		hi := bound{}
		for i := len(thresholds) - 1; i >= 0; i-- {
			if t := thresholds[i]; !t.Less(w.hi.x) {
				hi = at(t)
			}
		}
		w.hi = hi
	}
	return w
}

// formula returns the bounds as a conjunction about x.
func (v interval) formula(s *smtlib.Store, x *smtlib.Term) *smtlib.Term {
	z := s.True()
	v = v.within(x.Sort())
	if v.lo.finite {
		z = s.Ge(x, s.Num(v.lo.x, x.Sort()))
	}
	if v.hi.finite {
		z = s.And(z, s.Le(x, s.Num(v.hi.x, x.Sort())))
	}
	return z
}

// box gives variables intervals; variables that it lacks are unbounded. It can
// go back to what it was.
type box struct {
	of    map[*smtlib.Term]interval
	trail []change // since the box was made
}

// change is the interval that a variable had before.
type change struct {
	v   *smtlib.Term
	old interval
}

func newBox() *box { return &box{of: map[*smtlib.Term]interval{}} }

func (b *box) set(v *smtlib.Term, x interval) {
	b.trail = append(b.trail, change{v, b.of[v]})
	b.of[v] = x
}

// takeBack undoes the changes after the first n and returns the intervals that
// the variables had until then.
func (b *box) takeBack(n int) map[*smtlib.Term]interval {
	z := map[*smtlib.Term]interval{}
	for i := len(b.trail) - 1; i >= n; i-- {
		c := b.trail[i]
		if _, ok := z[c.v]; !ok {
			z[c.v] = b.of[c.v]
		}
		b.of[c.v] = c.old
	}
	b.trail = b.trail[:n]
	return z
}

// narrowAny sets every variable to the least interval around those that all of
// cases give it; variables that a case leaves alone stay.
func (b *box) narrowAny(cases []map[*smtlib.Term]interval) {
	for v := range cases[0] { // in any order: they do not influence each other
		x := cases[0][v]
		all := true
		for _, c := range cases[1:] {
			y, ok := c[v]
			if all = ok; !all {
				break
			}
			x = x.join(y)
		}
		if all && !x.equal(b.of[v]) {
			b.set(v, x)
		}
	}
}
