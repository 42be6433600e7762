// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"context"

	"cornet/internal/rational"
	"cornet/smt/lra"
)

// This file has two ways to find integer values. They need no certificates, because the values are
// checked. The first rounds the current values in the lattice of solutions of the equations. The
// second is the unit cube test of Bromberger and Weidenbach. It looks for a point around which the
// bounds leave room for a cube of edge length 1, in the space of the parameters of the lattice. The
// nearest point of the lattice is then in the cube, and so satisfies the bounds. The simplex method
// finds the centre, after each bound is moved inwards by as much as its variable can change within
// half a cube.
//
// The test is incomplete. It is worthwhile if there are many solutions, since branching has no
// guidance then.
//
// Differences from the paper: equations are eliminated first, by the solution that is known anyway.
// Bounds of single parameters and of differences are rounded rather than moved (see inwards).

// cube tries the first way, and the second if its turn has come. It reports whether it found values
// that satisfy everything. If not, the values still satisfy all bounds.
func (s *Solver) cube(ctx context.Context, l *lattice) (bool, error) {
	if s.adopt(l.round(s, s.values())) {
		return true, nil
	}
	s.cubeTurn++
	if s.opts.CubePeriod < 0 || s.cubeTurn < s.opts.CubePeriod {
		return false, nil
	}
	s.cubeTurn = 0
	before := s.values()
	level := s.lp.Level()
	s.lp.Push()
	var status lra.Status
	var err error
	if s.shrinkBounds(l) {
		status, err = s.lp.CheckWithin(ctx, cubeTicks)
	}
	centre := s.values()
	s.lp.Backtrack(level)
	if status == lra.Feasible && s.adopt(l.round(s, centre)) {
		return true, nil
	}
	s.lp.Assign(before)
	return false, err
}

// values returns the values of all variables.
func (s *Solver) values() []lra.Delta {
	z := make([]lra.Delta, s.lp.NumVars())
	for v := range z {
		z[v] = s.lp.Value(lra.Var(v))
	}
	return z
}

// adopt assigns the values if they satisfy all bounds, and reports whether they do. The values of
// terms are ignored.
func (s *Solver) adopt(values []lra.Delta) bool {
	for i := range values {
		s.stats.Ticks += values[i].R.Cost()
		v := lra.Var(i)
		definition, isTerm := s.lp.Definition(v)
		if isTerm {
			values[v] = lra.Delta{}
		}
		for _, m := range definition {
			values[v] = values[v].Add(values[m.Var].Mul(m.Coeff))
			s.stats.Ticks += values[v].R.Cost()
		}
		if !s.within(v, values[v]) {
			return false
		}
	}
	s.lp.Assign(values)
	return true
}

// shrinkBounds moves bounds inwards. It reports whether this causes no conflict.
func (s *Solver) shrinkBounds(l *lattice) bool {
	a := accumulator{coeff: make([]rational.Rat, len(l.forms)), ticks: &s.stats.Ticks}
	for i := range s.lp.NumVars() {
		v := lra.Var(i)
		lower, isAbove := s.lp.Lower(v)
		upper, isBelow := s.lp.Upper(v)
		if !isAbove && !isBelow {
			continue
		}
		f := l.formOf(s, v, &a)
		if isAbove && s.lp.AssertLower(v, f.inwards(lower, l), lower.Strict, lower.Reason) != nil ||
			isBelow && s.lp.AssertUpper(v, f.inwards(upper, l), upper.Strict, upper.Reason) != nil {
			return false
		}
	}
	return true
}

// inwards returns a bound for the value of the form f before rounding. The bound implies b for the
// value after rounding. If all parameters are integers, the values of the form are c + n·g for
// integers n. Here c is the constant and g the greatest common divisor of the coefficients. So b
// may first be replaced by the next such value. Rounding changes a form by at most half the sum of
// the coefficients of integer parameters. For c + g·p and c + g·(p − q), b need not be moved:
// rounding is monotonic and commutes with adding integers. So p ≤ q + n implies the same for the
// rounded values.
func (f *form) inwards(b lra.Bound, l *lattice) rational.Rat {
	var g, shrink rational.Rat
	isReal := false
	for _, m := range f.sum {
		if l.by.isInteger(m.Var) {
			g = gcd(g, m.Coeff)
			shrink = shrink.Add(m.Coeff.Abs())
		} else {
			isReal = true
		}
	}
	if shrink.IsZero() {
		return b.Value
	}
	shrink = shrink.Mul(rational.New(1, 2))
	value := b.Value
	if !isReal {
		value = f.constant.Add(multiple(value.Sub(f.constant), g, b.Side, b.Strict))
		if len(f.sum) == 1 || len(f.sum) == 2 && f.sum[0].Coeff.Add(f.sum[1].Coeff).IsZero() {
			return value
		}
	}
	if b.Side == lra.Lower {
		return value.Add(shrink)
	}
	return value.Sub(shrink)
}
