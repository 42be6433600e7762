// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"math/big"

	"cornet/internal/rational"
)

// DefaultValue returns a fixed value of the sort: false, 0, a zero bit-vector,
// the element "S!0" of an uninterpreted sort S, a constant array, or a
// constructor term of least depth. A datatype must be well-founded.
func (s *Store) DefaultValue(sort *Sort) *Term {
	z := s.defaultValue(sort)
	if z == nil {
		panic("smtlib: the datatype " + sort.String() + " has no value")
	}
	return z
}

// WellFounded reports whether the datatype sort has a finite value. A datatype
// that is not well-founded is empty and is refused by the reader.
func (s *Store) WellFounded(sort *Sort) bool { return s.defaultValue(sort) != nil }

// defaultValue returns nil when the sort is empty.
//
// The values of the sorts that a sort is made of are found in rounds: in each
// round a sort gets a value if its parts have got one before.
func (s *Store) defaultValue(sort *Sort) *Term {
	if z := s.defaults[sort]; z != nil {
		return z
	}
	parts := sort.parts()
	for {
		var found []*Sort
		var values []*Term
		for _, x := range parts {
			if s.defaults[x] == nil {
				if z := s.defaultFromParts(x); z != nil {
					found, values = append(found, x), append(values, z)
				}
			}
		}
		for i, x := range found {
			s.defaults[x] = values[i]
		}
		if z := s.defaults[sort]; z != nil || len(found) == 0 {
			return z
		}
	}
}

// defaultFromParts returns the default value of a sort, nil if a part has none
// yet.
func (s *Store) defaultFromParts(sort *Sort) *Term {
	switch sort.kind {
	case KindBool:
		return s.falseTerm
	case KindInt, KindReal:
		return s.Num(rational.Rat{}, sort)
	case KindBitVec:
		return s.BVNum(new(big.Int), sort.width)
	case KindUninterpreted:
		return s.UninterpretedValue(sort.name+"!0", sort)
	case KindArray:
		if x := s.defaults[sort.Elem()]; x != nil {
			return s.ConstArray(sort, x)
		}
		return nil
	}
next:
	for _, c := range sort.dt.Constructors {
		args := make([]*Term, len(c.Fields))
		for i, f := range c.Fields {
			if args[i] = s.defaults[f.Sort]; args[i] == nil {
				continue next
			}
		}
		return s.Construct(c, args...)
	}
	return nil
}
