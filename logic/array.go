// SPDX-License-Identifier: Apache-2.0

package logic

import "fmt"

// ConstArray returns the array of the given array sort that holds x everywhere.
func (s *Store) ConstArray(sort *Sort, x *Term) *Term {
	if !sort.IsArray() || sort.Elem() != x.sort {
		panic(fmt.Sprintf("logic: constant array of sort %v over %v", sort, x.sort))
	}
	return s.intern(OpConstArray, sort, []*Term{x}, nil)
}

// Select returns the element of array a at index i. Reads over writes are
// resolved as far as the indices are known to be equal or different.
func (s *Store) Select(a, i *Term) *Term {
	if !a.sort.IsArray() || a.sort.Index() != i.sort {
		panic(fmt.Sprintf("logic: select over sorts %v and %v", a.sort, i.sort))
	}
	for a.op == OpStore {
		same := s.Eq(a.args[1], i)
		if same.op == OpTrue {
			return a.args[2]
		}
		if same.op != OpFalse {
			break
		}
		a = a.args[0]
	}
	if a.op == OpConstArray {
		return a.args[0]
	}
	return s.intern(OpSelect, a.sort.Elem(), []*Term{a, i}, nil)
}

// Store returns array a with x at index i. An overwritten store directly below is dropped, as is a
// store of the element that is already there. Stores at value indices are kept in the order of the
// IDs of the indices, so that an array value over an infinite index sort has one form.
//
// Cost: O(number of stores at larger value indices on top of a), in time and new terms.
func (s *Store) Store(a, i, x *Term) *Term {
	if !a.sort.IsArray() || a.sort.Index() != i.sort || a.sort.Elem() != x.sort {
		panic(fmt.Sprintf("logic: store over sorts %v, %v and %v", a.sort, i.sort, x.sort))
	}
	if !i.IsValue() || !i.sort.HasCanonicalValues() {
		if a.op == OpStore && a.args[1] == i {
			a = a.args[0]
		}
		if x.op == OpSelect && x.args[0] == a && x.args[1] == i {
			return a
		}
		return s.intern(OpStore, a.sort, []*Term{a, i, x}, nil)
	}
	// Remove the stores that belong above the new one. They are put back afterwards.
	var above []*Term
	for a.op == OpStore && a.args[1].IsValue() && a.args[1].id >= i.id {
		if a.args[1] != i {
			above = append(above, a)
		}
		a = a.args[0]
	}
	same := x.op == OpSelect && x.args[0] == a && x.args[1] == i
	if !same && !s.storesElsewhere(a, x) {
		a = s.intern(OpStore, a.sort, []*Term{a, i, x}, nil)
	}
	for k := len(above) - 1; k >= 0; k-- {
		a = s.intern(OpStore, a.sort, []*Term{a, above[k].args[1], above[k].args[2]}, nil)
	}
	return a
}

// storesElsewhere reports whether a is a constant array of x, possibly below stores at value
// indices. No store is at the current index, since the caller has removed those that could be.
func (s *Store) storesElsewhere(a, x *Term) bool {
	base := s.base(a)
	return base.op == OpConstArray && base.args[0] == x
}

// base returns the array below the stores at value indices on top of a.
//
// Cost: O(number of stores on which it was not called before).
func (s *Store) base(a *Term) *Term {
	z := a
	for z.op == OpStore && z.args[1].IsValue() {
		if known := s.bases[z]; known != nil {
			z = known
			break
		}
		z = z.args[0]
	}
	if a.op == OpStore && a.args[0] != z {
		s.bases[a] = z // for the store that comes on top of it
	}
	return z
}
