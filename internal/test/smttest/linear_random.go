// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"cornet/internal/rational"
)

// LinearShape describes random systems.
type LinearShape struct {
	Vars, Atoms int
	Length      int    // greatest number of summands of an atom
	Coeff       int64  // greatest absolute value of a coefficient
	Right       int64  // greatest absolute value of a right side
	Relations   string // what to choose from, separated by spaces; repetitions weigh
	Fractions   bool   // whether right sides have denominators
	Box         int64  // if positive, every variable is bounded by ±Box
}

// RandomLinear returns a system of the given shape. It depends on nothing but its arguments.
func RandomLinear(rng *rand.Rand, shape LinearShape) *LinearSystem {
	s := &LinearSystem{}
	for v := range shape.Vars {
		s.Names = append(s.Names, fmt.Sprintf("x%d", v))
	}
	choose := strings.Fields(shape.Relations)
	for range shape.Atoms {
		a := LinearAtom{Relation: choose[rng.IntN(len(choose))]}
		for range 1 + rng.IntN(shape.Length) {
			a.add(rational.Int(rng.Int64N(2*shape.Coeff+1)-shape.Coeff), rng.IntN(shape.Vars))
		}
		if len(a.Sum) == 0 {
			a.add(rational.Int(1), rng.IntN(shape.Vars))
		}
		den := int64(1)
		if shape.Fractions {
			den += rng.Int64N(4)
		}
		a.Right = rational.New(rng.Int64N(2*shape.Right+1)-shape.Right, den)
		s.Atoms = append(s.Atoms, a)
	}
	if shape.Box > 0 {
		for v := range shape.Vars {
			one := []LinearTerm{{rational.Int(1), v}}
			s.Atoms = append(s.Atoms,
				LinearAtom{one, ">=", rational.Int(-shape.Box)},
				LinearAtom{one, "<=", rational.Int(shape.Box)})
		}
	}
	return s
}
