// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"fmt"
	"math/big"
	"slices"
)

// Eq returns the equality of two terms of one sort, in canonical form: over
// Int and Real (= sum numeral) as described at [Store.Le]; over datatypes,
// equalities of constructor terms are taken apart; values are compared;
// arguments are sorted by ID. Array values nested very deeply in each other are not compared.
//
// Cost: O(1) apart from sums, constructor terms and array values, which are
// walked.
func (s *Store) Eq(x, y *Term) *Term {
	if x.sort != y.sort {
		panic(fmt.Sprintf("logic: = over sorts %v and %v", x.sort, y.sort))
	}
	if x.op == OpConstruct && y.op == OpConstruct {
		return s.constructEq(x, y)
	}
	return s.simpleEq(x, y)
}

// simpleEq is Eq for terms that are not both constructor terms.
func (s *Store) simpleEq(x, y *Term) *Term {
	if x == y {
		return s.trueTerm
	}
	switch x.sort.kind {
	case KindInt, KindReal:
		return s.arithEq(x, y)
	case KindBool:
		return s.boolEq(x, y)
	case KindArray:
		if z := s.arrayValues(x, y); z != nil {
			return z
		}
	case KindBitVec, KindUninterpreted:
		if a, b := s.residues(x, y); a != nil {
			return s.Eq(s.modulo(a, x.sort.width), s.modulo(b, x.sort.width))
		}
		if x.IsValue() && y.IsValue() {
			return s.falseTerm
		}
	}
	if x.id > y.id {
		x, y = y, x
	}
	return s.intern(OpEq, s.Bool, []*Term{x, y}, nil)
}

// constructEq takes equalities of constructor terms apart. Each pair is visited once, so a DAG
// costs at most the pairs of its subterms at corresponding positions.
func (s *Store) constructEq(x, y *Term) *Term {
	type pair [2]*Term
	seen := map[pair]bool{}
	work := []pair{{x, y}}
	var eqs []*Term
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if p[0].id > p[1].id {
			p[0], p[1] = p[1], p[0]
		}
		if p[0] == p[1] || seen[p] {
			continue
		}
		seen[p] = true
		x, y := p[0], p[1]
		if x.op != OpConstruct || y.op != OpConstruct {
			eq := s.simpleEq(x, y)
			if eq.op == OpFalse {
				return eq
			}
			eqs = append(eqs, eq)
			continue
		}
		if x.ref != y.ref {
			return s.falseTerm
		}
		for i := len(x.args) - 1; i >= 0; i-- {
			work = append(work, pair{x.args[i], y.args[i]})
		}
	}
	return s.And(eqs...)
}

// maxValueDepth limits the nesting of array values that are compared, because the comparison is
// recursive.
const maxValueDepth = 1000

// arrayValues returns the term true or false if x and y are values and it is known whether they are
// equal. Otherwise it returns nil. x and y are different terms.
func (s *Store) arrayValues(x, y *Term) *Term {
	if !x.IsValue() || !y.IsValue() {
		return nil
	}
	elem, index := x.sort.Elem(), x.sort.Index()
	if elem.kind != KindArray && elem.kind != KindDatatype && index.kind != KindArray && index.kind != KindDatatype {
		return s.arrayValueEq(x, y)
	}
	if min(x.depth, y.depth) > maxValueDepth {
		return nil
	}
	// The parts of both may share parts many times.
	k := [2]*Term{x, y}
	z, ok := s.valueEqs[k]
	if !ok {
		z = s.arrayValueEq(x, y)
		s.valueEqs[k] = z
	}
	return z
}

// arrayValueEq compares two different array values. Over an infinite index sort, arrays with
// different defaults differ somewhere. Over a finite one, the default counts only if some index has
// no store. It returns nil if it cannot decide.
func (s *Store) arrayValueEq(x, y *Term) *Term {
	indices := map[*Term]bool{}
	ordered := []*Term{}
	base := [2]*Term{x, y}
	for k, a := range base {
		for ; a.op == OpStore; a = a.args[0] {
			if i := a.args[1]; !indices[i] {
				indices[i] = true
				ordered = append(ordered, i)
			}
		}
		base[k] = a
	}
	known := true
	for _, i := range ordered {
		switch s.Eq(s.Select(x, i), s.Select(y, i)).op {
		case OpFalse:
			return s.falseTerm
		case OpTrue:
		default:
			known = false
		}
	}
	same := s.Eq(base[0].args[0], base[1].args[0])
	switch {
	case !known:
		return nil
	case same.op == OpTrue:
		return s.trueTerm
	case same.op != OpFalse:
		return nil
	}
	index := x.sort.Index()
	switch size := index.cardinality(); {
	case slices.ContainsFunc(index.Parts(), func(p *Sort) bool { return p.kind == KindUninterpreted }):
		return nil // of open size
	case size == nil || size.Cmp(big.NewInt(int64(len(ordered)))) > 0:
		return s.falseTerm
	case index.HasCanonicalValues() || s.areAll(ordered, size):
		return s.trueTerm
	}
	return nil
}

// maxForms bounds the values that may have several forms and are compared in pairs.
const maxForms = 100

// areAll reports whether xs are known to be all elements of a sort of that size; an element may
// occur in several forms.
func (s *Store) areAll(xs []*Term, size *big.Int) bool {
	if len(xs) > maxForms {
		return false
	}
	var different []*Term
	for _, x := range xs {
		known := slices.ContainsFunc(different, func(y *Term) bool { return s.Eq(x, y).op != OpFalse })
		if !known {
			different = append(different, x)
		}
	}
	return size.Cmp(big.NewInt(int64(len(different)))) == 0
}

// HasCanonicalValues reports whether different value terms of the sort always denote different
// elements, so that they can be looked up by identity. This is false for array values over few
// indices: stores at all of them hide the default. Terms never store at all of 2^32 indices.
func (sort *Sort) HasCanonicalValues() bool {
	return !slices.ContainsFunc(sort.Parts(), func(p *Sort) bool {
		if p.kind != KindArray {
			return false
		}
		index := p.Index()
		return !index.IsArith() && (index.kind != KindBitVec || index.width < 32)
	})
}

// Holds reports whether values of sort may contain values of part, or are such.
func (sort *Sort) Holds(part *Sort) bool { return slices.Contains(sort.Parts(), part) }

// Parts returns the sorts whose values may occur inside values of sort, including sort itself, each
// once.
func (sort *Sort) Parts() []*Sort {
	seen := map[*Sort]bool{sort: true}
	z := []*Sort{sort}
	for i := 0; i < len(z); i++ {
		for _, x := range z[i].Fields() {
			if !seen[x] {
				seen[x] = true
				z = append(z, x)
			}
		}
	}
	return z
}

// Fields returns the direct components of sort: the sorts of indices and elements, or of the fields
// of its constructors.
func (sort *Sort) Fields() []*Sort {
	switch sort.kind {
	case KindArray:
		return []*Sort{sort.Index(), sort.Elem()}
	case KindDatatype:
		var z []*Sort
		for _, c := range sort.dt.Constructors {
			for _, f := range c.Fields {
				z = append(z, f.Sort)
			}
		}
		return z
	}
	return nil
}

// maxCardinality bounds the bits of the number of elements that cardinality
// computes.
const maxCardinality = 1 << 16

// cardinality returns the number of elements of the sort, nil when it is
// infinite, unknown or very large.
func (sort *Sort) cardinality() *big.Int {
	size := map[*Sort]*big.Int{}
	known := map[*Sort]bool{}
	// A datatype that contains itself is infinite, since it is well-founded. The others are known
	// once their parts are.
	parts := sort.Parts()
	for range parts {
		for _, x := range parts {
			if !known[x] {
				size[x], known[x] = x.count(size, known)
			}
		}
	}
	return size[sort]
}

// the size is unknown
func (sort *Sort) count(size map[*Sort]*big.Int, known map[*Sort]bool) (n *big.Int, ok bool) {
	switch sort.kind {
	case KindBool:
		return big.NewInt(2), true
	case KindBitVec:
		return new(big.Int).Lsh(big.NewInt(1), uint(sort.width)), true
	case KindArray:
		if known[sort.Elem()] && size[sort.Elem()] != nil && size[sort.Elem()].Cmp(big.NewInt(1)) == 0 {
			return big.NewInt(1), true // with any number of indices
		}
		if !known[sort.Index()] || !known[sort.Elem()] {
			return nil, false
		}
		i, e := size[sort.Index()], size[sort.Elem()]
		if i == nil || e == nil || !i.IsInt64() || i.Int64() > maxCardinality/int64(e.BitLen()) {
			return nil, true
		}
		return new(big.Int).Exp(e, i, nil), true
	case KindDatatype:
		n := new(big.Int)
		for _, c := range sort.dt.Constructors {
			product := big.NewInt(1)
			for _, f := range c.Fields {
				if !known[f.Sort] {
					return nil, false
				}
				if size[f.Sort] == nil || product.BitLen() > maxCardinality {
					return nil, true
				}
				product.Mul(product, size[f.Sort])
			}
			n.Add(n, product)
		}
		return n, true
	}
	return nil, true
}
