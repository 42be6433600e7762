// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"math"
	"math/bits"
)

// This file holds the arithmetic of one machine word on which both number types rest.
// A word is small when it is not math.MinInt64.

// add64 returns a+b for small a and b, and reports whether the sum is small.
func add64(a, b int64) (int64, bool) {
	z := a + b
	// The sum overflows exactly if both operands differ from it in sign.
	return z, (a^z)&(b^z) >= 0 && z != math.MinInt64
}

// mul64 returns a·b for small a and b, and reports whether the product is small.
func mul64(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// Mul64 read −n as 2⁶⁴−n; take the surplus multiples of 2⁶⁴ back out of hi.
	h := int64(hi) - (a>>63)&b - (b>>63)&a
	z := int64(lo)
	return z, h == z>>63 && z != math.MinInt64
}

// abs64 returns |a| for small a.
func abs64(a int64) int64 {
	s := a >> 63
	return (a ^ s) - s
}

// gcd64 returns the greatest common divisor of small a and b, with gcd64(0, 0) = 0.
func gcd64(a, b int64) int64 {
	a, b = abs64(a), abs64(b)
	if a <= 1 || b <= 1 {
		switch {
		case a == 0:
			return b
		case b == 0:
			return a
		}
		return 1
	}
	// Stein's binary algorithm: both stay odd, the larger loses the smaller and the
	// factors of two of the difference.
	u, v := uint64(a), uint64(b)
	shift := bits.TrailingZeros64(u | v)
	u >>= bits.TrailingZeros64(u)
	v >>= bits.TrailingZeros64(v)
	for u != v {
		if u > v {
			u, v = v, u
		}
		v -= u
		v >>= bits.TrailingZeros64(v)
	}
	return int64(u << shift)
}

// floorDiv64 returns ⌊a/b⌋ for small a and b > 0.
func floorDiv64(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// cmpProducts returns the sign of a·b − c·d for small a, c and positive small b, d. It is exact.
func cmpProducts(a, b, c, d int64) int {
	if (a >= 0) != (c >= 0) {
		if a >= 0 {
			return 1
		}
		return -1
	}
	lhi, llo := bits.Mul64(uint64(abs64(a)), uint64(b))
	rhi, rlo := bits.Mul64(uint64(abs64(c)), uint64(d))
	z := 0
	switch {
	case lhi > rhi || lhi == rhi && llo > rlo:
		z = 1
	case lhi < rhi || llo < rlo:
		z = -1
	}
	if a < 0 {
		return -z
	}
	return z
}

// mix64 spreads the bits of a word (the finaliser of MurmurHash3).
func mix64(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
