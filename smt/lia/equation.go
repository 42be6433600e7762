// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lra"
)

// This file has linear equations with integer coefficients. Each records the input equations from
// which it was derived as a linear combination.

// equation is Σ left = right.
type equation struct {
	left  []summand // ordered by variable, without zeros
	right rational.Rat
	from  []weight // ordered by input, without zeros
}

// summand is coeff·v, where v is a structural variable or a new one, see elimination.
type summand struct {
	v     lra.Var
	coeff rational.Z
}

// weight is the factor with which an original equation was added.
type weight struct {
	input int
	coeff rational.Rat
}

// normalise makes the coefficients coprime.
func (x *equation) normalise() {
	var g rational.Z
	for _, t := range x.left {
		if g = rational.GCDZ(g, t.coeff); g.IsOne() {
			return
		}
	}
	for i := range x.left {
		x.left[i].coeff = x.left[i].coeff.DivExact(g)
	}
	inv := g.Rat().Inv()
	x.right = x.right.Mul(inv)
	for i := range x.from {
		x.from[i].coeff = x.from[i].coeff.Mul(inv)
	}
}

// least returns the position of the coefficient with the least absolute value.
func (x *equation) least() int {
	k := 0
	for i := range x.left {
		if x.left[i].coeff.CmpAbs(x.left[k].coeff) < 0 {
			k = i
		}
	}
	return k
}

// coefficient returns the coefficient of v in x.
func (x *equation) coefficient(v lra.Var) rational.Z {
	i, found := slices.BinarySearchFunc(x.left, v, func(t summand, v lra.Var) int { return int(t.v - v) })
	if !found {
		return rational.Z{}
	}
	return x.left[i].coeff
}

// add sets x to a·x + b·y.
func (x *equation) add(a, b rational.Z, y *equation) {
	left := make([]summand, 0, len(x.left)+len(y.left))
	for i, j := 0, 0; i < len(x.left) || j < len(y.left); {
		var z summand
		if i < len(x.left) && (j == len(y.left) || x.left[i].v <= y.left[j].v) {
			z = summand{x.left[i].v, x.left[i].coeff.Mul(a)}
			i++
		} else {
			z.v = y.left[j].v
		}
		if j < len(y.left) && y.left[j].v == z.v {
			z.coeff = z.coeff.AddMul(b, y.left[j].coeff)
			j++
		}
		if !z.coeff.IsZero() {
			left = append(left, z)
		}
	}
	x.left = left

	ar, br := a.Rat(), b.Rat()
	x.right = x.right.Mul(ar).AddMul(br, y.right)
	from := make([]weight, 0, len(x.from)+len(y.from))
	for i, j := 0, 0; i < len(x.from) || j < len(y.from); {
		var z weight
		if i < len(x.from) && (j == len(y.from) || x.from[i].input <= y.from[j].input) {
			z = weight{x.from[i].input, x.from[i].coeff.Mul(ar)}
			i++
		} else {
			z.input = y.from[j].input
		}
		if j < len(y.from) && y.from[j].input == z.input {
			z.coeff = z.coeff.AddMul(br, y.from[j].coeff)
			j++
		}
		if !z.coeff.IsZero() {
			from = append(from, z)
		}
	}
	x.from = from
}
