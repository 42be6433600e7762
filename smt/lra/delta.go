// SPDX-License-Identifier: Apache-2.0

package lra

import "cornet/internal/rational"

// Delta is a δ-rational R + K·δ, where δ is a positive infinitesimal. Strict bounds become weak
// ones over it: x > 3 is x ≥ 3 + δ. Values are ordered lexicographically. The zero value is 0.
type Delta struct {
	R, K rational.Rat
}

// Cmp returns −1, 0 or 1, as x is less than, equal to or greater than y.
func (x Delta) Cmp(y Delta) int {
	if c := x.R.Cmp(y.R); c != 0 {
		return c
	}
	return x.K.Cmp(y.K)
}

// Equal reports whether x = y.
func (x Delta) Equal(y Delta) bool { return x.R.Equal(y.R) && x.K.Equal(y.K) }

// Add returns x + y.
func (x Delta) Add(y Delta) Delta { return Delta{x.R.Add(y.R), x.K.Add(y.K)} }

// Sub returns x − y.
func (x Delta) Sub(y Delta) Delta { return Delta{x.R.Sub(y.R), x.K.Sub(y.K)} }

// Mul returns a·x.
func (x Delta) Mul(a rational.Rat) Delta { return Delta{x.R.Mul(a), x.K.Mul(a)} }

// IsZero reports whether x = 0.
func (x Delta) IsZero() bool { return x.R.IsZero() && x.K.IsZero() }

// At returns the value of x for δ = eps.
func (x Delta) At(eps rational.Rat) rational.Rat { return x.R.AddMul(x.K, eps) }

// String returns x as "3" or "3-2δ".
func (x Delta) String() string {
	switch x.K.Sign() {
	case 0:
		return x.R.String()
	case 1:
		return x.R.String() + "+" + x.K.String() + "δ"
	}
	return x.R.String() + x.K.String() + "δ"
}

// less reports whether x < y. Hot loops use it, because passing a Delta by value is too expensive
// there.
func (x *Delta) less(y *Delta) bool {
	if x.R.Equal(y.R) {
		return x.K.Less(y.K)
	}
	return x.R.Less(y.R)
}

// addMul adds a·d to x, in place.
func (x *Delta) addMul(a rational.Rat, d *Delta) {
	x.R = x.R.AddMul(a, d.R)
	if !d.K.IsZero() {
		x.K = x.K.AddMul(a, d.K)
	}
}
