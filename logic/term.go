// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"math/big"
	"sync/atomic"

	"cornet/internal/rational"
)

// Term is an immutable, hash-consed SMT-LIB term. Two terms of one [Store] are
// structurally equal if and only if their pointers are. Terms are made by the
// methods of Store only. All methods are safe for concurrent use.
type Term struct {
	id    uint32
	hash  uint32
	op    Op
	flags termFlags
	depth uint32
	sort  *Sort
	args  []*Term
	ref   any // payload, by op: see the accessors
}

// termFlags summarise a term and its subterms.
type termFlags uint8

const (
	flagVar        termFlags = 1 << iota // a variable occurs, free or bound
	flagApp                              // an uninterpreted application occurs
	flagQuantifier                       // a quantifier occurs
	flagIte                              // an ite occurs
)

// ID returns the dense number of the term in its store; subterms have smaller
// numbers than the terms that contain them.
func (t *Term) ID() uint32 { return t.id }

// Depth returns how deep t is nested: 1 for a leaf, or one more than the depth of its deepest
// argument. The cost is constant, so that recursion over terms can refuse those too deep for a
// stack. Depths from 2³² - 1 on are all 2³² - 1.
func (t *Term) Depth() int { return int(t.depth) }

// Op returns the head of t.
func (t *Term) Op() Op { return t.op }

// Sort returns the sort of t.
func (t *Term) Sort() *Sort { return t.sort }

// Args returns the arguments of t; for a quantifier, its body. The caller must
// not modify the slice.
func (t *Term) Args() []*Term { return t.args }

// Arg returns the i-th argument of t.
func (t *Term) Arg(i int) *Term { return t.args[i] }

// Name returns the symbol of a variable or of a value of an uninterpreted sort.
func (t *Term) Name() string {
	name, _ := t.ref.(string)
	return name
}

// Num returns the value of an OpNum term, 0 for other terms.
func (t *Term) Num() rational.Rat {
	if n, ok := t.ref.(*rational.Rat); ok {
		return *n
	}
	return rational.Rat{}
}

// Number returns the value of a number, and whether t is one.
func (t *Term) Number() (*big.Rat, bool) {
	if t.Op() != OpNum {
		return nil, false
	}
	return t.Num().Big(), true
}

// BV returns the unsigned value of an OpBV term; the caller must not modify it.
func (t *Term) BV() *big.Int {
	v, _ := t.ref.(*big.Int)
	return v
}

// Func returns the symbol of an OpApp term, nil for other terms.
func (t *Term) Func() *Func {
	f, _ := t.ref.(*Func)
	return f
}

// Constructor returns the constructor of an OpConstruct or OpIs term.
func (t *Term) Constructor() *Constructor {
	c, _ := t.ref.(*Constructor)
	return c
}

// Selector returns the selector of an OpField term.
func (t *Term) Selector() *Selector {
	f, _ := t.ref.(*Selector)
	return f
}

// Indices returns the numerals of an indexed operator: high and low bit of
// OpExtract, the width of OpIntToBV and the number of bits that OpSignExtend adds.
func (t *Term) Indices() (int, int) {
	ix, _ := t.ref.(indices)
	return ix[0], ix[1]
}

// Bound returns the variables that a quantifier binds. The caller must not
// modify the slice.
func (t *Term) Bound() []*Term {
	b, _ := t.ref.(*binder)
	if b == nil {
		return nil
	}
	return b.vars
}

type indices [2]int

// binder is the payload of a quantifier.
type binder struct {
	vars []*Term
	free atomic.Pointer[[]*Term] // free variables of the quantified term, once known
}

// IsTrue reports whether t is the constant true.
func (t *Term) IsTrue() bool { return t.op == OpTrue }

// IsFalse reports whether t is the constant false.
func (t *Term) IsFalse() bool { return t.op == OpFalse }

// IsVar reports whether t is a variable.
func (t *Term) IsVar() bool { return t.op == OpVar }

// HasVars reports whether a variable occurs in t, free or bound.
func (t *Term) HasVars() bool { return t.flags&flagVar != 0 }

// HasApps reports whether an uninterpreted function or predicate occurs in t.
func (t *Term) HasApps() bool { return t.flags&flagApp != 0 }

// HasQuantifiers reports whether a quantifier occurs in t.
func (t *Term) HasQuantifiers() bool { return t.flags&flagQuantifier != 0 }

// HasIte reports whether an ite occurs in t.
func (t *Term) HasIte() bool { return t.flags&flagIte != 0 }

// IsValue reports whether t is a value: a numeral, a truth value, a bit-vector
// numeral, a value of an uninterpreted sort, a constructor applied to values,
// or an array built from a constant array by stores of values (in the
// canonical order that [Store.Store] keeps). [Store.Eq] compares values, and
// different values of a sort denote different elements, except for arrays over
// finite index sorts and what holds them.
//
// Cost: O(1) for scalars, O(size of t) for datatypes and arrays.
func (t *Term) IsValue() bool {
	switch t.op {
	case OpTrue, OpFalse, OpNum, OpBV, OpFresh:
		return true
	case OpConstruct, OpConstArray, OpStore:
		if t.flags&(flagVar|flagApp|flagQuantifier|flagIte) != 0 {
			return false
		}
		return isValueDAG(t)
	}
	return false
}

func isValueDAG(t *Term) bool {
	ok := true
	Walk(func(u *Term) bool {
		switch u.op {
		case OpTrue, OpFalse, OpNum, OpBV, OpFresh, OpConstruct, OpConstArray, OpStore:
		default:
			ok = false
		}
		return ok
	}, t)
	return ok
}
