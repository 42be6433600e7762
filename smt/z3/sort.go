// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"

	"cornet/logic"
)

// sort returns the Z3 sort of s. It recurses into array sorts and groups of datatypes; the reader
// bounds their nesting.
func (c *Context) sort(s *logic.Sort) (zsort, error) {
	id := int(s.ID())
	for id >= len(c.sorts) {
		c.sorts = append(c.sorts, 0)
	}
	if z := c.sorts[id]; z != 0 {
		return z, nil
	}
	var z uintptr
	f := fnMkBoolSort
	switch s.Kind() {
	case logic.KindBool:
		z = c.call(f, c.ref)
	case logic.KindInt:
		f = fnMkIntSort
		z = c.call(f, c.ref)
	case logic.KindReal:
		f = fnMkRealSort
		z = c.call(f, c.ref)
	case logic.KindBitVec:
		f = fnMkBVSort
		z = c.call(f, c.ref, uintptr(s.Width()))
	case logic.KindArray:
		index, err := c.sort(s.Index())
		if err != nil {
			return 0, err
		}
		elem, err := c.sort(s.Elem())
		if err != nil {
			return 0, err
		}
		f = fnMkArraySort
		z = c.call(f, c.ref, uintptr(index), uintptr(elem))
	case logic.KindUninterpreted:
		f = fnMkUninterpretedSort
		z = c.call(f, c.ref, c.symbolName(s.Name()))
	case logic.KindDatatype:
		if err := c.declare(s); err != nil {
			return 0, err
		}
		return c.sorts[id], nil
	}
	if z == 0 {
		return 0, c.failed(f)
	}
	c.keepSort(s, zsort(z))
	return zsort(z), nil
}

func (c *Context) keepSort(s *logic.Sort, z zsort) {
	for int(s.ID()) >= len(c.sorts) {
		c.sorts = append(c.sorts, 0)
	}
	c.hold(uintptr(z))
	c.sorts[s.ID()] = z
	c.sortOf[z] = s
}

// Z3_sort_kind, stable since 4.8.
const (
	zUninterpretedSort = iota
	zBoolSort
	zIntSort
	zRealSort
	zBVSort
	zArraySort
	zDatatypeSort
)

// smtSort returns the sort of the store that z represents. Z3 also makes sorts itself, mainly of
// bit-vectors and arrays.
func (c *Context) smtSort(z zsort) (*logic.Sort, error) {
	if s := c.sortOf[z]; s != nil {
		return s, nil
	}
	var s *logic.Sort
	switch kind := uint32(c.call(fnSortKind, c.ref, uintptr(z))); kind {
	case zBVSort:
		s = c.store.BitVec(int(uint32(c.call(fnBVSortSize, c.ref, uintptr(z)))))
	case zArraySort:
		index, err := c.smtSort(zsort(c.call(fnArrayDomain, c.ref, uintptr(z))))
		if err != nil {
			return nil, err
		}
		elem, err := c.smtSort(zsort(c.call(fnArrayRange, c.ref, uintptr(z))))
		if err != nil {
			return nil, err
		}
		s = c.store.Array(index, elem)
	default:
		return nil, fmt.Errorf("z3: sort %s (kind %d) of a term that Z3 made: %w",
			cString(c.call(fnASTToString, c.ref, uintptr(z))), kind, errors.ErrUnsupported)
	}
	c.keepSort(s, z)
	return s, nil
}
