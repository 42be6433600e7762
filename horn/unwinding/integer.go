// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math/big"
	"slices"

	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// Integers are words in two's complement, wide enough that no operation overflows. Their spans
// decide comparisons and keep widths small. Word and span are right if the conditions on the path
// to the term hold.

// rangeOf returns a closed span of an integer that is not wild.
func (f *Formula) rangeOf(v value) *span {
	if v.span != nil {
		return v.span
	}
	z := new(big.Int).Lsh(one, uint(len(v.word)-1))
	lo, hi := new(big.Int).Neg(z), new(big.Int).Sub(z, one)
	if negative, ok := f.circuit.Const(v.word[len(v.word)-1]); ok {
		if negative {
			hi = big.NewInt(-1)
		} else {
			lo = new(big.Int)
		}
	}
	return &span{lo, hi}
}

// fit returns the integer that word w represents, in as few bits as the closed span s needs. If s
// is empty, the word is arbitrary.
func (f *Formula) fit(w bits.Word, s *span) value {
	z := value{word: w, span: f.rangeOf(value{word: w}).within(s)}
	if z.span.lo.Cmp(z.span.hi) > 0 {
		z.span = s
	}
	switch n := z.span.width(); {
	case n > len(w):
	case z.span.lo.Sign() >= 0:
		z.word = append(w[:n-1:n-1], f.circuit.Bool(false))
	case n < len(w):
		z.word = w[:n:n]
	}
	z.word = trim(z.word)
	return z
}

// numeral returns the value of a numeral.
func (f *Formula) numeral(t *logic.Term) value {
	x, ok := t.Num().BigInt()
	if !ok || !t.Sort().IsInt() {
		refuse("numbers of sort %v", t.Sort())
	}
	return f.known(x)
}

// atMost returns whether x <= y.
func (f *Formula) atMost(x, y value) sat.Lit {
	s, t := f.rangeOf(x), f.rangeOf(y)
	switch {
	case s.hi.Cmp(t.lo) <= 0:
		return f.circuit.Bool(true)
	case s.lo.Cmp(t.hi) > 0:
		return f.circuit.Bool(false)
	}
	a, b := alike(x.word, y.word, 0)
	f.effort += int64(len(a))
	return f.circuit.Sle(a, b)
}

// equalInts returns whether x = y.
func (f *Formula) equalInts(x, y value) sat.Lit {
	s, t := f.rangeOf(x), f.rangeOf(y)
	if s.hi.Cmp(t.lo) < 0 || t.hi.Cmp(s.lo) < 0 {
		return f.circuit.Bool(false)
	}
	return f.same(x.word, y.word)
}

func (f *Formula) add(x, y value) value {
	a, b := alike(x.word, y.word, 1)
	f.effort += int64(len(a))
	return f.fit(f.circuit.Add(a, b), f.rangeOf(x).plus(f.rangeOf(y)))
}

func (f *Formula) subtract(x, y value) value {
	a, b := alike(x.word, y.word, 1)
	f.effort += int64(len(a))
	return f.fit(f.circuit.Sub(a, b), f.rangeOf(x).minus(f.rangeOf(y)))
}

func (f *Formula) multiply(x, y value) value {
	s := f.rangeOf(x).times(f.rangeOf(y))
	n := s.width()
	return f.fit(f.product(widen(x.word, n)[:n:n], widen(y.word, n)[:n:n]), s)
}

// product returns the product of two words, modulo their size.
func (f *Formula) product(x, y bits.Word) bits.Word {
	f.effort += int64(len(x) * len(x))
	z := f.circuit.Mul(x, y)
	f.congruent(logic.OpMul, z, x, y)
	return z
}

// divide returns the Euclidean quotient and remainder by k > 0.
func (f *Formula) divide(x value, k *big.Int) (quotient, remainder value) {
	c := f.circuit
	no := c.Bool(false)
	s := f.rangeOf(x).over(k)
	rest := &span{new(big.Int), new(big.Int).Sub(k, one)}
	if s.lo.Cmp(s.hi) == 0 { // the quotient is known
		q := value{word: f.integer(s.lo), span: s}
		less := new(big.Int).Neg(new(big.Int).Mul(k, s.lo))
		if less.Sign() == 0 {
			return q, x
		}
		return q, f.add(x, value{word: f.integer(less), span: &span{less, less}})
	}
	w := x.word
	if n := k.BitLen() - 1; k.TrailingZeroBits() == uint(n) { // a power of two
		w = widen(w, n+1)
		return f.fit(w[n:], s), f.fit(append(w[:n:n], no), rest)
	}
	// For negative x, the quotient is the complement of the quotient of ^x. The remainder is k - 1
	// minus the remainder of ^x.
	w, d := alike(w, f.integer(k), 0)
	f.effort += int64(len(w) * len(w))
	sign := w[len(w)-1]
	flip := func(w bits.Word) bits.Word {
		z := make(bits.Word, len(w))
		for i := range w {
			z[i] = c.Xor(w[i], sign)
		}
		return z
	}
	q, r := c.DivRem(flip(w), d)
	f.congruent(logic.OpIntDiv, append(slices.Clip(q), r...), w, d)
	most := widen(f.integer(rest.hi), len(w))
	return f.fit(flip(q), s), f.fit(c.MuxWord(sign, c.Add(most, c.Neg(r)), r), rest)
}
