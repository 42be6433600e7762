// SPDX-License-Identifier: Apache-2.0

package logic

// This file finds the tightest bounds that follow from literals about one sum.

import (
	"cornet/internal/rational"
)

// Limits has the information about the values of one sum that a conjunction gives.
type Limits struct {
	sum            *Term
	v              rational.Interval
	openLo, openHi bool           // the end itself is excluded; over Real only
	apart          []rational.Rat // values that the sum differs from
	modulus        rational.Rat   // the modulus if the sum is a remainder by a numeral, else 0
}

// ComparedSum returns the sum that literal l compares with a numeral, or nil.
func ComparedSum(l *Term) *Term {
	if l.Op() == OpNot {
		l = l.Arg(0)
	}
	switch l.Op() {
	case OpLe, OpLt, OpEq:
		if l.Arg(0).Sort().IsArith() && l.Arg(1).Op() == OpNum {
			return l.Arg(0)
		}
	}
	return nil
}

// LimitsOf returns the limits that hold for every value of sum; they are not trivial for
// remainders.
func LimitsOf(sum *Term) *Limits {
	x := &Limits{sum: sum}
	if sum.Op() == OpMod && sum.Arg(1).Op() == OpNum && sum.Arg(1).Num().Sign() > 0 {
		x.modulus = sum.Arg(1).Num()
		x.v = rational.Between(rational.Rat{}, x.modulus.Sub(rational.Int(1)))
	}
	return x
}

// Add adds the information of literal l about the sum.
func (x *Limits) Add(l *Term) {
	positive := true
	if l.Op() == OpNot {
		positive, l = false, l.Arg(0)
	}
	k := l.Arg(1).Num()
	switch {
	case l.Op() == OpEq && positive:
		x.atMost(k, false)
		x.atLeast(k, false)
	case l.Op() == OpEq:
		x.apart = append(x.apart, k)
	case positive:
		x.atMost(k, l.Op() == OpLt)
	case x.isInt():
		x.atLeast(k.Add(rational.Int(1)), false)
	default:
		x.atLeast(k, l.Op() == OpLe)
	}
}

func (x *Limits) isInt() bool { return x.sum.Sort().IsInt() }

func (x *Limits) atMost(k rational.Rat, open bool) {
	switch {
	case !x.v.Hi.Finite || k.Less(x.v.Hi.X):
		x.v.Hi, x.openHi = rational.BoundAt(k), open
	case k.Equal(x.v.Hi.X):
		x.openHi = x.openHi || open
	}
}

func (x *Limits) atLeast(k rational.Rat, open bool) {
	switch {
	case !x.v.Lo.Finite || x.v.Lo.X.Less(k):
		x.v.Lo, x.openLo = rational.BoundAt(k), open
	case k.Equal(x.v.Lo.X):
		x.openLo = x.openLo || open
	}
}

// exclude moves ends past values that the sum differs from, and keeps the excluded values strictly
// between the ends.
func (x *Limits) exclude() {
	one := rational.Int(1)
	for again := true; again; {
		again = false
		var rest []rational.Rat
		for _, k := range x.apart {
			switch {
			case x.v.Lo.Finite && k.Equal(x.v.Lo.X) && !x.openLo:
				x.passed(&x.v.Lo, &x.openLo, one)
				again = true
			case x.v.Hi.Finite && k.Equal(x.v.Hi.X) && !x.openHi:
				x.passed(&x.v.Hi, &x.openHi, one.Neg())
				again = true
			case x.v.Lo.Finite && !x.v.Lo.X.Less(k), x.v.Hi.Finite && !k.Less(x.v.Hi.X):
			default:
				rest = append(rest, k)
			}
		}
		x.apart = rest
	}
}

// passed moves an end in the direction of step, just past where it is.
func (x *Limits) passed(end *rational.Bound, open *bool, step rational.Rat) {
	if x.isInt() {
		end.X = end.X.Add(step)
	} else {
		*open = true
	}
}

// Literals returns the fewest literals equivalent to those that were added; only false if they
// contradict each other.
func (x *Limits) Literals(s *Store) []*Term {
	x.exclude()
	lo, hi := x.v.Lo, x.v.Hi
	if x.v.IsEmpty() || x.v.IsPoint() && (x.openLo || x.openHi) {
		return []*Term{s.False()}
	}
	num := func(k rational.Rat) *Term { return s.Num(k, x.sum.Sort()) }
	var z []*Term
	if x.v.IsPoint() {
		return append(z, x.equation(s, lo.X))
	}
	own := LimitsOf(x.sum).v
	switch {
	case !lo.Finite || lo.Equal(own.Lo):
	case x.openLo:
		z = append(z, s.Gt(x.sum, num(lo.X)))
	default:
		z = append(z, s.Ge(x.sum, num(lo.X)))
	}
	switch {
	case !hi.Finite || hi.Equal(own.Hi):
	case x.openHi:
		z = append(z, s.Lt(x.sum, num(hi.X)))
	default:
		z = append(z, s.Le(x.sum, num(hi.X)))
	}
	for _, k := range x.apart {
		z = append(z, s.Not(x.equation(s, k)))
	}
	return z
}

// equation returns sum = k. The constant inside of a remainder goes to the right.
func (x *Limits) equation(s *Store, k rational.Rat) *Term {
	sum := x.sum
	if !x.modulus.IsZero() {
		l := s.Linear(sum.Arg(0))
		_, k = k.Sub(l.Const).DivEuclid(x.modulus)
		l.Const = rational.Rat{}
		sum = s.Mod(s.Sum(l, s.Int), sum.Arg(1))
	}
	return s.Eq(sum, s.Num(k, sum.Sort()))
}
