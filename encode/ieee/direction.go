// SPDX-License-Identifier: Apache-2.0

package ieee

import "math/big"

// Direction is the direction in which an operation rounds. It is part of the operation:
// Add.Toward(Up) is the sum rounded up.
type Direction uint8

// The directions that C has.
const (
	Nearest Direction = iota // to the nearest number, and to the even one of two
	Down                     // to -∞
	Up                       // to +∞
	Zero
)

// base is more than the number of operations.
const base = 32

// Toward returns op, which must round, with rounding in a direction.
func (op Op) Toward(d Direction) Op { return op.Base() + base*Op(d) }

// Base returns op with rounding to nearest.
func (op Op) Base() Op { return op % base }

// Direction returns the direction in which op rounds.
func (op Op) Direction() Direction { return Direction(op / base) }

func (d Direction) suffix() string { return [...]string{"", " down", " up", " toward zero"}[d] }

// magnitude reports whether inexact magnitudes are rounded up. It does not apply to rounding to
// nearest.
func (d Direction) magnitude(negative bool) bool {
	return d == Up && !negative || d == Down && negative
}

// RoundToward returns the number next to r in a direction. negative is the sign of a zero result if
// r is zero.
func (f Format) RoundToward(d Direction, r *big.Rat, negative bool) *big.Int {
	if r.Sign() != 0 {
		negative = r.Sign() < 0
	}
	abs := new(big.Rat).Abs(r)
	z := f.round(abs)
	if d != Nearest {
		// The nearest number is the result, or a neighbour of it.
		var c int
		if z.Cmp(f.Inf()) == 0 {
			c = 1
		} else {
			c = f.Rat(z).Cmp(abs)
		}
		switch up := d.magnitude(negative); {
		case up && c < 0:
			z.Add(z, one)
		case !up && c > 0:
			z.Sub(z, one)
		}
	}
	return signed(z, negative)
}
