// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"math/big"
	"strconv"
	"strings"
)

// Parse reads an integer ("12", "-3"), a decimal ("1.25") or a fraction of integers
// ("1/3", "-4/6") and reports whether s is one. The only sign is a leading '-'; digits are
// required wherever a number is; exponents, spaces and a denominator of 0 are refused.
func Parse(s string) (Rat, bool) {
	abs, negative := strings.CutPrefix(s, "-")
	whole, den, isFraction := strings.Cut(abs, "/")
	decimals := ""
	if !isFraction {
		var isDecimal bool
		whole, decimals, isDecimal = strings.Cut(abs, ".")
		if isDecimal && !digits(decimals) {
			return Rat{}, false
		}
		den = "1" + strings.Repeat("0", len(decimals))
	}
	if !digits(whole) || !digits(den) {
		return Rat{}, false
	}
	n, d := parseNatural(whole+decimals), parseNatural(den)
	if d.IsZero() {
		return Rat{}, false
	}
	if negative {
		n = n.Neg()
	}
	return n.Div(d), true
}

// digits reports whether s is a non-empty string of decimal digits.
func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || '9' < s[i] {
			return false
		}
	}
	return s != ""
}

// parseNatural returns the number that the digits s denote.
func parseNatural(s string) Rat {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return Int(n)
	}
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic("rational: not a number: " + strconv.Quote(s))
	}
	return FromBigInt(n)
}

// String returns x as "3" or "-1/2", in lowest terms. [Parse] reads it back.
func (x Rat) String() string {
	switch {
	case x.big != nil:
		return x.big.RatString()
	case x.dm1 == 0:
		return strconv.FormatInt(x.num, 10)
	}
	return strconv.FormatInt(x.num, 10) + "/" + strconv.FormatInt(x.dm1+1, 10)
}
