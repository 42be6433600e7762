// SPDX-License-Identifier: Apache-2.0

package ieee

import "math/big"

// Direction is where an operation rounds to. It is part of the operation: Add.Toward(Up) is the sum
// rounded up.
type Direction uint8

// The directions that C has.
const (
	Nearest Direction = iota // of two the even one
	Down                     // to -∞
	Up                       // to +∞
	Zero
)

// base is the number of operations.
const base = 32

// Toward is op, which rounds, in a direction.
func (op Op) Toward(d Direction) Op { return op.Base() + base*Op(d) }

// Base is op to nearest.
func (op Op) Base() Op { return op % base }

// Direction is that in which op rounds.
func (op Op) Direction() Direction { return Direction(op / base) }

func (d Direction) suffix() string { return [...]string{"", " down", " up", " toward zero"}[d] }

// magnitude reports whether magnitudes are rounded up, where they are not exact; to nearest, it
// does not say.
func (d Direction) magnitude(negative bool) bool {
	return d == Up && !negative || d == Down && negative
}

// RoundToward is the number next to r in a direction; negative says which zero a result of zero is.
func (f Format) RoundToward(d Direction, r *big.Rat, negative bool) *big.Int {
	if r.Sign() != 0 {
		negative = r.Sign() < 0
	}
	abs := new(big.Rat).Abs(r)
	z := f.round(abs)
	if d != Nearest {
		// The nearest number is the result, or one next to it.
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
