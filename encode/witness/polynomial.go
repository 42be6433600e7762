// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"math/big"
	"strings"

	"cornet/encode/scalar"
	"cornet/logic"
)

// This file writes equations between polynomials, such as 2·sum = i·(i-1). Their values may exceed
// every type of C. But unsigned long long computes modulo 2^64, and an equation of integers also
// holds modulo 2^64. So does an equation modulo a smaller power of two. Remainders by 2^32 are
// written in unsigned int, whose operations need no remainder.

// word is an unsigned type of C.
type word struct {
	cast, suffix string
	bits         uint
}

var (
	unsignedInt      = word{"(unsigned int)", "U", 32}
	unsignedLongLong = word{"(unsigned long long)", "ULL", 64}
)

func (x word) zero() string { return "0" + x.suffix }

// modular writes an equation modulo 2^64, or the claim that a remainder by a power of two has a
// value. The result follows from t.
func (w *writer) modular(t *logic.Term) (string, bool) {
	left, right := t.Arg(0), t.Arg(1)
	if left.Op() == logic.OpMod && right.Op() == logic.OpNum {
		k, ok := left.Arg(1).Num().BigInt()
		c, ok2 := right.Num().BigInt()
		if !ok || !ok2 || left.Arg(1).Op() != logic.OpNum || k.Sign() <= 0 || k.BitLen() > 64 || int(k.TrailingZeroBits()) != k.BitLen()-1 {
			return "", false
		}
		in := unsignedLongLong
		if k.BitLen()-1 == int(unsignedInt.bits) {
			in = unsignedInt
		}
		text, ok := w.difference(in, left.Arg(0))
		if !ok {
			return "", false
		}
		if in == unsignedInt {
			return fmt.Sprintf("%s == %v%s", text, c, in.suffix), true
		}
		return fmt.Sprintf("(%s) %% %vULL == %vULL", text, k, c), true
	}
	in := unsignedLongLong
	plus, minus, ok := w.polynomial(in, left)
	more, less, ok2 := w.polynomial(in, right)
	if !ok || !ok2 {
		return "", false
	}
	return in.joined(plus, less) + " == " + in.joined(more, minus), true
}

// difference writes the polynomial t with the operations of a type.
func (w *writer) difference(in word, t *logic.Term) (string, bool) {
	plus, minus, ok := w.polynomial(in, t)
	if ok && minus != in.zero() {
		plus += " - (" + minus + ")"
	}
	return plus, ok
}

// joined returns the sum of two sums.
func (x word) joined(a, b string) string {
	switch x.zero() {
	case a:
		return b
	case b:
		return a
	}
	return a + " + " + b
}

// polynomial writes t as a difference of sums of products in a type.
func (w *writer) polynomial(in word, t *logic.Term) (plus, minus string, ok bool) {
	terms := []*logic.Term{t}
	if t.Op() == logic.OpAdd {
		terms = t.Args()
	}
	plus, minus = in.zero(), in.zero()
	for _, m := range terms {
		text, negative, ok := w.monomial(in, m)
		switch {
		case !ok:
			return "", "", false
		case negative:
			minus = in.joined(minus, text)
		default:
			plus = in.joined(plus, text)
		}
	}
	return plus, minus, true
}

// monomial writes the absolute value of a product of numerals and variables. It reports whether the
// sign is negative.
func (w *writer) monomial(in word, t *logic.Term) (text string, negative, ok bool) {
	var factors []string
	for work := []*logic.Term{t}; len(work) > 0; {
		x := work[0]
		work = work[1:]
		if w.budget--; w.budget < 0 {
			return "", false, false
		}
		switch x.Op() {
		case logic.OpMul:
			work = append(append([]*logic.Term(nil), x.Args()...), work...)
		case logic.OpNum:
			n, whole := x.Num().BigInt()
			if !whole || n.BitLen() > 64 {
				return "", false, false
			}
			negative = negative != (n.Sign() < 0)
			if n.Abs(n).Cmp(big.NewInt(1)) != 0 || x == t {
				factors = append(factors, fmt.Sprintf("%v%s", n.Mod(n, new(big.Int).Lsh(big.NewInt(1), in.bits)), in.suffix))
			}
		case logic.OpVar:
			v := w.names[x]
			if v == nil || v.Source == "" || v.Type.Kind != scalar.Int || v.Type.Array || v.Type.Width > 64 || strings.ContainsAny(v.Source, " @") {
				return "", false, false
			}
			w.vars = append(w.vars, v)
			factors = append(factors, in.cast+v.Source)
		default:
			return "", false, false
		}
	}
	return strings.Join(factors, " * "), negative, true
}
