// SPDX-License-Identifier: Apache-2.0

package unwinding

import "math/big"

// span is an interval of integers that includes its ends. Open ends are nil.
type span struct{ lo, hi *big.Int }

var one = big.NewInt(1)

// closed reports whether both ends are known.
func (s *span) closed() bool { return s != nil && s.lo != nil && s.hi != nil }

func (s *span) atLeast(k *big.Int) {
	if s.lo == nil || k.Cmp(s.lo) > 0 {
		s.lo = k
	}
}

func (s *span) atMost(k *big.Int) {
	if s.hi == nil || k.Cmp(s.hi) < 0 {
		s.hi = k
	}
}

// within returns the intersection of two spans.
func (s *span) within(t *span) *span {
	z := *s
	if t != nil && t.lo != nil {
		z.atLeast(t.lo)
	}
	if t != nil && t.hi != nil {
		z.atMost(t.hi)
	}
	return &z
}

// hull returns the least span around two closed spans.
func hull(s, t *span) *span {
	z := *s
	if t.lo.Cmp(z.lo) < 0 {
		z.lo = t.lo
	}
	if t.hi.Cmp(z.hi) > 0 {
		z.hi = t.hi
	}
	return &z
}

func (s *span) plus(t *span) *span {
	return &span{new(big.Int).Add(s.lo, t.lo), new(big.Int).Add(s.hi, t.hi)}
}

func (s *span) minus(t *span) *span {
	return &span{new(big.Int).Sub(s.lo, t.hi), new(big.Int).Sub(s.hi, t.lo)}
}

func (s *span) times(t *span) *span {
	z := &span{}
	for _, x := range []*big.Int{s.lo, s.hi} {
		for _, y := range []*big.Int{t.lo, t.hi} {
			p := new(big.Int).Mul(x, y)
			if z.lo == nil {
				z.lo, z.hi = p, p
			}
			z = hull(z, &span{p, p})
		}
	}
	return z
}

// over returns the span of the Euclidean quotients by k > 0.
func (s *span) over(k *big.Int) *span {
	return &span{new(big.Int).Div(s.lo, k), new(big.Int).Div(s.hi, k)}
}

// width returns the number of bits that the integers of a closed span need in two's complement.
func (s *span) width() int {
	n := 1
	for _, x := range []*big.Int{s.lo, s.hi} {
		if x.Sign() < 0 {
			x = new(big.Int).Not(x)
		}
		n = max(n, x.BitLen()+1)
	}
	return n
}
