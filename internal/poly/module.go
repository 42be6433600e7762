// SPDX-License-Identifier: Apache-2.0

package poly

import (
	"math/big"
	"math/bits"
)

// Module is a set of polynomials that is closed under sums and multiples by constants. Make it with
// NewModule.
//
// Its rows have different leading monomials with powers of two as coefficients. This is a Howell
// form, except that rows are not reduced by each other. Each row records its origins: the numbers
// of the added polynomials that it is a combination of.
type Module struct {
	r    Ring
	rows map[Mono]row
}

type row struct {
	p       Poly
	origins *big.Int // a set of bits; immutable
}

// NewModule returns the module whose only member is 0.
func NewModule(r Ring) *Module { return &Module{r, map[Mono]row{}} }

// Reduce returns p minus a member of z, without monomials that rows of z could remove, and the
// origins of that member. If the result is 0, p is a member.
func (z *Module) Reduce(p Poly) (q Poly, origins *big.Int) {
	q, origins = z.r.plus(p, nil, 0), new(big.Int)
	for {
		var lead Mono
		found := false
		for m, c := range q {
			if row, ok := z.rows[m]; ok && bits.TrailingZeros64(c) >= bits.TrailingZeros64(row.p[m]) && (!found || compare(m, lead) > 0) {
				lead, found = m, true
			}
		}
		if !found {
			return q, origins
		}
		row := z.rows[lead]
		z.r.add(q, row.p, -(q[lead] >> bits.TrailingZeros64(row.p[lead])), "")
		origins.Or(origins, row.origins)
	}
}

// Add puts p into z, with its origins.
func (z *Module) Add(p Poly, origins *big.Int) {
	for work := []row{{p, origins}}; len(work) > 0; {
		top := work[len(work)-1]
		work = work[:len(work)-1]
		p, origins := z.Reduce(top.p)
		if len(p) == 0 {
			continue
		}
		origins.Or(origins, top.origins)
		lead := p.monos()[0]
		k := bits.TrailingZeros64(p[lead])
		p = z.r.Scale(p, Inverse(p[lead]>>k))
		// After reduction, the coefficient of a row of the same lead has more factors of two.
		if old, ok := z.rows[lead]; ok {
			work = append(work, old)
		}
		z.rows[lead] = row{p, origins}
		if k > 0 { // the multiple without the leading monomial is a member, too
			work = append(work, row{z.r.Scale(p, z.r.mask>>k+1), origins})
		}
	}
}

// Inverse returns the inverse of an odd number modulo 2^64, by Newton's iteration.
func Inverse(c uint64) uint64 {
	z := c // to three bits
	for range 5 {
		z *= 2 - c*z
	}
	return z
}
