// SPDX-License-Identifier: Apache-2.0

package btor2

import (
	"math/big"

	"cornet/logic"
)

// operator is an operation of BTOR2.
type operator struct {
	shape shape
	make  func(r *reader, x []*logic.Term, index []int) *logic.Term
}

// shape describes the operands of an operation.
type shape uint8

const (
	unary   shape = iota // a word
	binary               // two words of one width
	bits                 // two words of one bit
	equal                // two values of one sort
	words                // two words
	choice               // a bit and two values of one sort
	read                 // an array and an index
	write                // an array, an index and an element
	slice                // a word and two positions
	extends              // a word and a number of bits
)

// operands is the number of operands, and indices is the number of numbers after them.
var operands = [...]int{unary: 1, binary: 2, bits: 2, equal: 2, words: 2, choice: 3, read: 2, write: 3, slice: 1, extends: 1}

var indices = [...]int{slice: 2, extends: 1}

// operation reads the operands of an operation.
func (r *reader) operation(id int64, key string, op operator) error {
	sort, err := r.sortOf()
	if err != nil {
		return err
	}
	x := make([]*logic.Term, operands[op.shape])
	for i := range x {
		if x[i], err = r.operand(); err != nil {
			return err
		}
		if err := r.suits(key, op.shape, x[:i+1]); err != nil {
			return err
		}
	}
	var index []int
	if op.shape == slice || op.shape == extends {
		for range indices[op.shape] {
			n, err := r.count()
			if err != nil {
				return err
			}
			index = append(index, n)
		}
	}
	switch w := x[0].Sort().Width(); {
	case op.shape == slice && (index[0] >= w || index[1] > index[0]):
		return r.fail("%s of the bits %d to %d of a word of %d; expected upper and lower positions in the word", key, index[0], index[1], w)
	case op.shape == extends && w+index[0] > maxWidth:
		return r.fail("%s to %d bits; expected at most %d", key, w+index[0], maxWidth)
	}
	z := op.make(r, x, index)
	if z.Sort().IsBool() {
		z = r.store.Ite(z, r.bit(true), r.bit(false))
	}
	if z.Sort() != sort {
		return r.fail("%s has a result of sort %v here; expected %v, as the line says", key, z.Sort(), sort)
	}
	r.terms[id] = z
	return r.end()
}

// suits reports whether the last operand has the right sort.
func (r *reader) suits(key string, s shape, x []*logic.Term) error {
	last := x[len(x)-1].Sort()
	want := x[0].Sort()
	var ok bool
	expected := "a bit-vector"
	switch k := len(x) - 1; s {
	case unary, words, slice, extends:
		ok = last.IsBitVec()
	case binary:
		ok, expected = last.IsBitVec() && last == want, "bit-vectors of one width"
	case bits:
		ok, expected = last.IsBitVec() && last.Width() == 1, "bit-vectors of one bit"
	case equal:
		ok, expected = last == want, "values of one sort"
	case choice:
		switch k {
		case 0:
			ok, expected = last.IsBitVec() && last.Width() == 1, "a bit-vector of one bit"
		case 1:
			ok = true
		default:
			ok, expected = last == x[1].Sort(), "two values of one sort"
		}
	case read, write:
		switch k {
		case 0:
			ok, expected = last.IsArray(), "an array"
		case 1:
			ok, expected = last == want.Index(), "an index of the array"
		default:
			ok, expected = last == want.Elem(), "an element of the array"
		}
	}
	if !ok {
		return r.fail("%s has an operand of sort %v; expected %s", key, last, expected)
	}
	return nil
}

// by returns the operator for an operation of package logic.
func by(s shape, op logic.Op) operator {
	return operator{s, func(r *reader, x []*logic.Term, _ []int) *logic.Term { return r.store.BV(op, x...) }}
}

// not returns the operator for the negation of an operation of package logic.
func not(s shape, op logic.Op) operator {
	return operator{s, func(r *reader, x []*logic.Term, _ []int) *logic.Term {
		if z := r.store.BV(op, x...); z.Sort().IsBitVec() {
			return r.store.BV(logic.OpBVNot, z)
		} else {
			return r.store.Not(z)
		}
	}}
}

// turned returns an operator for a comparison with exchanged sides.
func turned(op logic.Op) operator {
	return operator{binary, func(r *reader, x []*logic.Term, _ []int) *logic.Term { return r.store.BV(op, x[1], x[0]) }}
}

// formula returns an operator that a function makes.
func formula(s shape, f func(r *reader, x []*logic.Term) *logic.Term) operator {
	return operator{s, func(r *reader, x []*logic.Term, _ []int) *logic.Term { return f(r, x) }}
}

// operators is the table of operations.
var operators = map[string]operator{
	"not": by(unary, logic.OpBVNot),
	"neg": by(unary, logic.OpBVNeg),
	"inc": formula(unary, func(r *reader, x []*logic.Term) *logic.Term { return r.store.BV(logic.OpBVAdd, x[0], r.num(x[0], 1)) }),
	"dec": formula(unary, func(r *reader, x []*logic.Term) *logic.Term { return r.store.BVSub(x[0], r.num(x[0], 1)) }),

	"redand": formula(unary, func(r *reader, x []*logic.Term) *logic.Term { return r.store.Eq(x[0], r.num(x[0], -1)) }),
	"redor":  formula(unary, func(r *reader, x []*logic.Term) *logic.Term { return r.store.Not(r.store.Eq(x[0], r.num(x[0], 0))) }),
	"redxor": formula(unary, parity),

	"iff": formula(bits, func(r *reader, x []*logic.Term) *logic.Term { return r.store.Eq(x[0], x[1]) }),
	"implies": formula(bits, func(r *reader, x []*logic.Term) *logic.Term {
		return r.store.Implies(r.truth(x[0]), r.truth(x[1]))
	}),
	"eq":  formula(equal, func(r *reader, x []*logic.Term) *logic.Term { return r.store.Eq(x[0], x[1]) }),
	"neq": formula(equal, func(r *reader, x []*logic.Term) *logic.Term { return r.store.Not(r.store.Eq(x[0], x[1])) }),

	"ulte": by(binary, logic.OpBVUle), "slte": by(binary, logic.OpBVSle), "ult": by(binary, logic.OpBVUlt), "slt": by(binary, logic.OpBVSlt),
	"ugte": turned(logic.OpBVUle), "sgte": turned(logic.OpBVSle), "ugt": turned(logic.OpBVUlt), "sgt": turned(logic.OpBVSlt),

	"and": by(binary, logic.OpBVAnd), "or": by(binary, logic.OpBVOr), "xor": by(binary, logic.OpBVXor),
	"nand": not(binary, logic.OpBVAnd), "nor": not(binary, logic.OpBVOr), "xnor": not(binary, logic.OpBVXor),

	"sll": by(binary, logic.OpBVShl), "srl": by(binary, logic.OpBVLshr), "sra": by(binary, logic.OpBVAshr),
	"rol": formula(binary, func(r *reader, x []*logic.Term) *logic.Term { return rotated(r, x, logic.OpBVShl, logic.OpBVLshr) }),
	"ror": formula(binary, func(r *reader, x []*logic.Term) *logic.Term { return rotated(r, x, logic.OpBVLshr, logic.OpBVShl) }),

	"add": by(binary, logic.OpBVAdd), "mul": by(binary, logic.OpBVMul), "udiv": by(binary, logic.OpBVUDiv), "urem": by(binary, logic.OpBVURem),
	"sdiv": by(binary, logic.OpBVSDiv), "srem": by(binary, logic.OpBVSRem), "smod": by(binary, logic.OpBVSMod),
	"sub": formula(binary, func(r *reader, x []*logic.Term) *logic.Term { return r.store.BVSub(x[0], x[1]) }),

	"uaddo": overflows(logic.OpBVAdd, false), "saddo": overflows(logic.OpBVAdd, true),
	"umulo": overflows(logic.OpBVMul, false), "smulo": overflows(logic.OpBVMul, true),
	"usubo": by(binary, logic.OpBVUlt),
	"ssubo": formula(binary, func(r *reader, x []*logic.Term) *logic.Term {
		wide := r.store.BVSub(r.store.SignExtend(1, x[0]), r.store.SignExtend(1, x[1]))
		return r.store.Not(r.store.Eq(wide, r.store.SignExtend(1, r.store.BVSub(x[0], x[1]))))
	}),
	"sdivo": formula(binary, func(r *reader, x []*logic.Term) *logic.Term {
		w := x[0].Sort().Width()
		least := r.store.BVNum(new(big.Int).Lsh(big.NewInt(1), uint(w-1)), w)
		return r.store.And(r.store.Eq(x[0], least), r.store.Eq(x[1], r.num(x[1], -1)))
	}),

	"concat": by(words, logic.OpConcat),
	"slice": {slice, func(r *reader, x []*logic.Term, index []int) *logic.Term {
		return r.store.Extract(index[0], index[1], x[0])
	}},
	"uext": {extends, func(r *reader, x []*logic.Term, index []int) *logic.Term { return r.store.ZeroExtend(index[0], x[0]) }},
	"sext": {extends, func(r *reader, x []*logic.Term, index []int) *logic.Term { return r.store.SignExtend(index[0], x[0]) }},

	"ite":   formula(choice, func(r *reader, x []*logic.Term) *logic.Term { return r.store.Ite(r.truth(x[0]), x[1], x[2]) }),
	"read":  formula(read, func(r *reader, x []*logic.Term) *logic.Term { return r.store.Select(x[0], x[1]) }),
	"write": formula(write, func(r *reader, x []*logic.Term) *logic.Term { return r.store.Store(x[0], x[1], x[2]) }),
}

// num returns a number in as many bits as t has.
func (r *reader) num(t *logic.Term, n int64) *logic.Term {
	w := t.Sort().Width()
	z := big.NewInt(n)
	return r.store.BVNum(z.Mod(z, new(big.Int).Lsh(big.NewInt(1), uint(w))), w)
}

// parity returns the exclusive or of all bits of a word.
func parity(r *reader, x []*logic.Term) *logic.Term {
	z := r.store.Extract(0, 0, x[0])
	for k := 1; k < x[0].Sort().Width(); k++ {
		z = r.store.BV(logic.OpBVXor, z, r.store.Extract(k, k, x[0]))
	}
	return z
}

// rotated returns x[0] rotated by x[1], modulo its width, in the direction of the first shift.
func rotated(r *reader, x []*logic.Term, there, back logic.Op) *logic.Term {
	w := r.num(x[0], int64(x[0].Sort().Width()))
	n := r.store.BV(logic.OpBVURem, x[1], w)
	return r.store.BV(logic.OpBVOr, r.store.BV(there, x[0], n), r.store.BV(back, x[0], r.store.BVSub(w, n)))
}

// overflows returns the operator that reports whether the result of an operation needs more bits.
func overflows(op logic.Op, signed bool) operator {
	return formula(binary, func(r *reader, x []*logic.Term) *logic.Term {
		w := x[0].Sort().Width()
		extend := r.store.ZeroExtend
		if signed {
			extend = r.store.SignExtend
		}
		wide := r.store.BV(op, extend(w, x[0]), extend(w, x[1]))
		return r.store.Not(r.store.Eq(wide, extend(w, r.store.BV(op, x[0], x[1]))))
	})
}
