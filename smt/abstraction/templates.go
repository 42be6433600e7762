// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// This file makes templates of arguments, depending on how loops change them. An argument that no
// loop changes is likely to occur in an invariant. An argument that every iteration changes should
// not occur there alone, but in a combination that the iterations preserve, such as x - i if both
// grow by one.

// Kind is a kind of template.
type Kind uint8

// The kinds.
const (
	Truth      Kind = iota // a Boolean argument
	Invariant              // an argument that no loop changes
	Changing               // an argument that some loop changes
	Balanced               // a combination of two arguments that no loop changes
	Difference             // x - y
	Sum                    // x + y
	Comparison             // the comparison of a sum of arguments with a constant of the clauses
	Remainder              // an argument modulo a constant
	Read                   // an array at an argument
	Elements               // the elements of an array, at the indices that the clauses use
	OtherSort              // an array, bit-vector or datatype
	NumKinds
)

// costs has the cost of each kind: the rarer a kind is in models, the higher its cost. A single
// changing argument costs most, because bounds on it unroll loops. They come from the table in
// docs/abstraction.md, which TestKinds of predabs regenerates.
var costs = [NumKinds]int{
	Truth: 1, Invariant: 1, Changing: 10, Balanced: 2, Difference: 4, Sum: 6,
	Comparison: 2, Remainder: 5, Read: 6, Elements: 3, OtherSort: 4,
}

// Cost returns the cost of templates of the kind.
func (k Kind) Cost() int { return costs[k] }

// Round has, for every argument, the constant by which one iteration of a loop changes it, or nil
// if the change is not constant.
type Round = []*rational.Rat

const (
	// maxPairs bounds the numbers that are combined in all pairs. If there are more, only balanced
	// combinations are made.
	maxPairs = 12
	// maxRatio bounds the coefficients of balanced combinations.
	maxRatio = 10
)

// Templates is a list of templates without repetitions.
type Templates []Template

// Add adds templates of a kind for those terms that are not values and have no template yet.
func (z *Templates) Add(k Kind, terms ...*logic.Term) {
	for _, t := range terms {
		if !t.IsValue() && !z.has(t) {
			*z = append(*z, Template{Term: t, Cost: costs[k]})
		}
	}
}

func (z *Templates) has(t *logic.Term) bool {
	return slices.ContainsFunc(*z, func(x Template) bool { return x.Term == t })
}

// OfArguments returns the templates of arguments, given the rounds of the loops around them. Each
// argument is a template, so that all together determine the state. If relational is set,
// combinations of two arguments are added.
func OfArguments(s *logic.Store, args []*logic.Term, rounds []Round, relational bool) Templates {
	var z Templates
	numbers := 0
	for i, x := range args {
		z.Add(KindOf(rounds, x, i), x)
		if x.Sort().IsArith() {
			numbers++
		}
	}
	if !relational {
		return z
	}
	for i, x := range args {
		for k, y := range args[:i] {
			if !x.Sort().IsArith() || x.Sort() != y.Sort() {
				continue
			}
			if a, b, ok := Balance(rounds, k, i); ok {
				z.Add(Balanced, s.Add(s.Scale(a, y), s.Scale(b, x)))
			}
			if numbers > maxPairs {
				continue
			}
			if t := s.Sub(y, x); !z.has(s.Neg(t)) {
				z.Add(Difference, t)
			}
			z.Add(Sum, s.Add(y, x))
		}
	}
	return z
}

// KindOf returns the kind of argument x at position i.
func KindOf(rounds []Round, x *logic.Term, i int) Kind {
	switch {
	case x.Sort().IsBool():
		return Truth
	case Unchanged(rounds, i):
		return Invariant
	case !x.Sort().IsArith():
		return OtherSort
	}
	return Changing
}

// Unchanged reports whether no round changes argument i.
func Unchanged(rounds []Round, i int) bool {
	return !slices.ContainsFunc(rounds, func(r Round) bool { return r[i] == nil || !r[i].IsZero() })
}

// Balance returns coprime integers a and b, not zero, such that a·arg_i + b·arg_j
// is the same after every round, if the rounds determine them.
func Balance(rounds []Round, i, j int) (a, b rational.Rat, ok bool) {
	for _, r := range rounds {
		if r[i] == nil || r[j] == nil {
			return a, b, false
		}
		x, y := *r[i], *r[j]
		switch {
		case x.IsZero() && y.IsZero():
		case x.IsZero() || y.IsZero():
			return a, b, false
		case !ok:
			ratio := y.Div(x).Neg() // a·x + b·y = 0 for a = -b·y/x
			a, b, ok = ratio.Num(), ratio.Den(), true
		case !a.Mul(x).Add(b.Mul(y)).IsZero():
			return a, b, false
		}
	}
	limit := rational.Int(maxRatio)
	return a, b, ok && !limit.Less(a.Abs()) && !limit.Less(b.Abs())
}
