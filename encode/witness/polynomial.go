// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"math/big"
	"strings"

	"cornet/encode/scalar"
	"cornet/logic"
)

// This file writes equations between polynomials, such as 2·sum = i·(i-1). Their values may exceed every type of C, but unsigned
// long long computes modulo 2^64, and an equation of integers holds modulo 2^64, too, as one modulo a smaller power of two does.

// modular writes an equation, or that a remainder by a power of two has a value, modulo 2^64. It is implied by t.
func (w *writer) modular(t *logic.Term) (string, bool) {
	left, right := t.Arg(0), t.Arg(1)
	if left.Op() == logic.OpMod && right.Op() == logic.OpNum {
		k, ok := left.Arg(1).Num().BigInt()
		c, ok2 := right.Num().BigInt()
		if !ok || !ok2 || left.Arg(1).Op() != logic.OpNum || k.Sign() <= 0 || k.BitLen() > 64 || int(k.TrailingZeroBits()) != k.BitLen()-1 {
			return "", false
		}
		plus, minus, ok := w.polynomial(left.Arg(0))
		if !ok {
			return "", false
		}
		text := plus
		if minus != "0ULL" {
			text += " - (" + minus + ")"
		}
		return fmt.Sprintf("(%s) %% %vULL == %vULL", text, k, c), true
	}
	plus, minus, ok := w.polynomial(left)
	more, less, ok2 := w.polynomial(right)
	if !ok || !ok2 {
		return "", false
	}
	return joined(plus, less) + " == " + joined(more, minus), true
}

// joined is the sum of two sums.
func joined(x, y string) string {
	switch {
	case x == "0ULL":
		return y
	case y == "0ULL":
		return x
	}
	return x + " + " + y
}

// polynomial writes t, modulo 2^64, as a difference of sums of products.
func (w *writer) polynomial(t *logic.Term) (plus, minus string, ok bool) {
	terms := []*logic.Term{t}
	if t.Op() == logic.OpAdd {
		terms = t.Args()
	}
	plus, minus = "0ULL", "0ULL"
	for _, m := range terms {
		text, negative, ok := w.monomial(m)
		switch {
		case !ok:
			return "", "", false
		case negative:
			minus = joined(minus, text)
		default:
			plus = joined(plus, text)
		}
	}
	return plus, minus, true
}

// monomial writes the absolute value of a product of numerals and variables, and says whether its sign is negative.
func (w *writer) monomial(t *logic.Term) (text string, negative, ok bool) {
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
				factors = append(factors, fmt.Sprintf("%vULL", n))
			}
		case logic.OpVar:
			v := w.names[x]
			if v == nil || v.Source == "" || v.Type.Kind != scalar.Int || v.Type.Array || v.Type.Width > 64 || strings.ContainsAny(v.Source, " @") {
				return "", false, false
			}
			w.vars = append(w.vars, v)
			factors = append(factors, "(unsigned long long)"+v.Source)
		default:
			return "", false, false
		}
	}
	return strings.Join(factors, " * "), negative, true
}
