// SPDX-License-Identifier: Apache-2.0

package logic

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
		panic("logic: the datatype " + sort.String() + " has no value")
	}
	return z
}

// WellFounded reports whether the datatype sort has a finite value. A datatype
// that is not well-founded is empty and is refused by the reader.
func (s *Store) WellFounded(sort *Sort) bool { return s.defaultValue(sort) != nil }

// defaultValue returns nil if the sort is empty.
//
// The values of the parts of a sort are found in rounds: in each round a sort gets a value if its
// parts have one. It is tried again only if a part got its value in the last round.
func (s *Store) defaultValue(sort *Sort) *Term {
	if z := s.defaults[sort]; z != nil {
		return z
	}
	if z := s.defaultFromParts(sort); z != nil {
		s.defaults[sort] = z
		return z
	}
	tried := sort.Parts()
	users := map[*Sort][]*Sort{}
	for _, x := range tried {
		for _, y := range x.Fields() {
			users[y] = append(users[y], x)
		}
	}
	for len(tried) > 0 {
		var found []*Sort
		var values []*Term
		for _, x := range tried {
			if s.defaults[x] == nil {
				if z := s.defaultFromParts(x); z != nil {
					found, values = append(found, x), append(values, z)
				}
			}
		}
		tried = nil
		for i, x := range found {
			s.defaults[x] = values[i]
			tried = append(tried, users[x]...)
		}
	}
	return s.defaults[sort]
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
