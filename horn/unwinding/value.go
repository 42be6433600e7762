// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"errors"
	"fmt"
	"math/big"

	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// value is a symbolic value. The sort of its term determines the fields that are set.
type value struct {
	// word has the bits of a bit-vector, the one bit of a Boolean, or an integer in two's
	// complement of sufficient width.
	word bits.Word
	// wild states that an integer may lie beyond its word. In that case the word has wildWidth bits
	// and is the least or the greatest one. NoLit represents false.
	wild sat.Lit
	// span, if not nil, is an interval that contains the integer, unless the integer is wild. It
	// may be smaller than the range of the word.
	span  *span
	array *array
}

// wildWidth is the width of unbounded integers.
const wildWidth = 66

// refusal describes something that a formula does not support. The package returns it as an error.
type refusal struct{ what string }

func (r *refusal) Error() string { return r.what }

// Unwrap implements errors.
func (r *refusal) Unwrap() error { return errors.ErrUnsupported }

// refuse ends the work on a system.
func refuse(format string, args ...any) { panic(&refusal{fmt.Sprintf(format, args...)}) }

// recovered turns a refusal into an error.
func recovered(err *error) {
	switch p := recover().(type) {
	case nil:
	case *refusal:
		*err = p
	default:
		panic(p)
	}
}

func lit(v value) sat.Lit { return v.word[0] }

func boolean(l sat.Lit) value { return value{word: bits.Word{l}} }

// trim drops copies of the sign bit.
func trim(w bits.Word) bits.Word {
	n := len(w)
	for n > 1 && w[n-1] == w[n-2] {
		n--
	}
	return w[:n:n]
}

// widen repeats the sign bit up to width n.
func widen(w bits.Word, n int) bits.Word {
	if len(w) >= n {
		return w
	}
	return bits.SignExtend(w, n-len(w))
}

// alike returns two integers in a common width, with room additional bits.
func alike(x, y bits.Word, room int) (bits.Word, bits.Word) {
	n := max(len(x), len(y)) + room
	return widen(x, n), widen(y, n)
}

// integer returns the word of a number.
func (f *Formula) integer(x *big.Int) bits.Word {
	n := (&span{x, x}).width()
	z := make(bits.Word, n)
	y := x
	if x.Sign() < 0 {
		y = new(big.Int).Add(x, new(big.Int).Lsh(big.NewInt(1), uint(n)))
	}
	for k := range z {
		z[k] = f.circuit.Bool(y.Bit(k) == 1)
	}
	return z
}

// constant returns the number that a constant word represents. If signed, the highest bit is a
// sign.
func (f *Formula) constant(w bits.Word, signed bool) (*big.Int, bool) {
	z := new(big.Int)
	for k, a := range w {
		v, ok := f.circuit.Const(a)
		if !ok {
			return nil, false
		}
		if v {
			z.SetBit(z, k, 1)
		}
	}
	if signed && z.Bit(len(w)-1) == 1 {
		z.Sub(z, new(big.Int).Lsh(big.NewInt(1), uint(len(w))))
	}
	return z, true
}

// fresh returns a word of new variables.
func (f *Formula) fresh(n int) bits.Word {
	z := make(bits.Word, n)
	for k := range z {
		z[k] = f.sink.NewVar().Pos()
	}
	f.effort += int64(n)
	return z
}

// unknown returns an arbitrary value of a sort.
func (f *Formula) unknown(sort *logic.Sort) value {
	switch {
	case sort.IsBool():
		return value{word: f.fresh(1)}
	case sort.IsBitVec():
		return value{word: f.fresh(sort.Width())}
	case sort.IsInt():
		return f.saturated()
	case sort.IsArray():
		return value{array: &array{core: &core{kind: unknownArray, sort: sort}}}
	}
	refuse("values of sort %v", sort)
	return value{}
}

// saturated returns an arbitrary integer. If it needs more than wildWidth bits, its word is the
// least or the greatest of that width.
func (f *Formula) saturated() value {
	w := f.fresh(wildWidth)
	sign := w[wildWidth-1]
	extreme := f.circuit.Bool(true)
	for _, a := range w[:wildWidth-1] {
		extreme = f.circuit.And(extreme, f.circuit.Xor(a, sign))
	}
	return value{word: w, wild: extreme}
}

// mux returns x if c, else y.
func (f *Formula) mux(c sat.Lit, x, y value) value {
	if v, ok := f.circuit.Const(c); ok {
		if v {
			return x
		}
		return y
	}
	if x.array != nil {
		return value{array: f.mergeArrays([]option[*array]{{&disjunction{lit: c}, x.array}, {&disjunction{lit: c.Not()}, y.array}})}
	}
	f.effort += int64(len(x.word))
	a, b := alike(x.word, y.word, 0)
	z := value{word: f.circuit.MuxWord(c, a, b)}
	if x.wild != sat.NoLit || y.wild != sat.NoLit {
		z.wild = f.circuit.Mux(c, f.isWild(x), f.isWild(y))
	}
	if len(x.word) != len(y.word) || x.span != nil || y.span != nil {
		z.span = hull(f.rangeOf(x), f.rangeOf(y))
		z.word = trim(z.word)
	}
	return z
}

func (f *Formula) isWild(v value) sat.Lit {
	if v.wild == sat.NoLit {
		return f.circuit.Bool(false)
	}
	return v.wild
}
