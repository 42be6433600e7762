// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"math/rand/v2"

	"cornet/internal/slice"
	"cornet/logic"
)

// examples is the number of tuples that conjectures are tested with.
const examples = 24

// values makes values to test conjectures with. They are the same in each run: the generator has a
// fixed seed.
type values struct {
	store  *logic.Store
	random *rand.Rand
	// natural means that numbers are not negative.
	natural bool
	// narrow means that there are few numbers, so that some are equal.
	narrow bool
}

func newValues(s *logic.Store) *values { return &values{store: s, random: rand.New(rand.NewPCG(1, 2))} }

// integers returns v with numbers that may be negative; both draw from the same generator.
func (v *values) integers() *values {
	z := *v
	z.natural = false
	return &z
}

// few returns a generator of values like v, but with few different numbers. Both use the same
// source of random numbers.
func (v *values) few() *values {
	z := *v
	z.narrow = true
	return &z
}

// tuples returns values for vars, small ones first.
func (v *values) tuples(vars []*logic.Term) [][]*logic.Term {
	z := make([][]*logic.Term, examples)
	for i := range z {
		for _, x := range vars {
			z[i] = append(z[i], v.value(x.Sort(), min(i/4, 4)))
		}
	}
	return z
}

// value returns a value of a sort, made of up to about size constructors. When this number is
// reached, fields get a negative size.
func (v *values) value(sort *logic.Sort, size int) *logic.Term {
	s := v.store
	below := max(size, 0)
	switch {
	case sort.IsBool():
		return s.BoolValue(v.random.IntN(2) == 0)
	case sort.IsInt() && v.narrow:
		return s.IntNum(int64(v.random.IntN(3)))
	case sort.IsInt() && v.natural:
		return s.IntNum(int64(v.random.IntN(below + 3)))
	case sort.IsInt():
		return s.IntNum(int64(v.random.IntN(2*below+3) - 1 - below/2))
	case !sort.IsDatatype():
		return s.DefaultValue(sort)
	}
	var flat, deep []*logic.Constructor
	for _, c := range sort.Datatype().Constructors {
		if isDeep(c) {
			deep = append(deep, c)
		} else {
			flat = append(flat, c)
		}
	}
	from := flat
	if len(deep) > 0 && (len(flat) == 0 || size > 0 && v.random.IntN(4) > 0) {
		from = deep
	}
	c := from[v.random.IntN(len(from))]
	if size < -4 {
		return s.DefaultValue(sort)
	}
	args := slice.Map(c.Fields, func(f *logic.Selector) *logic.Term { return v.value(f.Sort, size-1) })
	return s.Construct(c, args...)
}

// isDeep reports whether c has a field of its own datatype.
func isDeep(c *logic.Constructor) bool {
	for _, f := range c.Fields {
		if f.Sort == c.Sort {
			return true
		}
	}
	return false
}
