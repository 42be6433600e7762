// SPDX-License-Identifier: Apache-2.0

package poly

import "math/bits"

// Module is a set of polynomials that is closed under sums and multiples by constants. Make it with NewModule.
//
// It is kept as rows with different leading monomials, whose coefficients are powers of two: a Howell form, but that rows are
// not reduced by each other.
type Module struct {
	r    Ring
	rows map[Mono]Poly
}

// NewModule is the module that has 0 only.
func NewModule(r Ring) *Module { return &Module{r, map[Mono]Poly{}} }

// Len is the number of rows of z.
func (z *Module) Len() int { return len(z.rows) }

// Reduce is p less a member of z, without monomials that rows of z could remove. If the result is 0, p is a member.
func (z *Module) Reduce(p Poly) Poly {
	q := z.r.plus(p, nil, 0)
	for {
		var lead Mono
		found := false
		for m, c := range q {
			if row, ok := z.rows[m]; ok && bits.TrailingZeros64(c) >= bits.TrailingZeros64(row[m]) && (!found || compare(m, lead) > 0) {
				lead, found = m, true
			}
		}
		if !found {
			return q
		}
		row := z.rows[lead]
		z.r.add(q, row, -(q[lead] >> bits.TrailingZeros64(row[lead])), "")
	}
}

// Has reports whether p is a member of z.
func (z *Module) Has(p Poly) bool { return len(z.Reduce(p)) == 0 }

// Add puts p into z; it reports whether it was not a member.
func (z *Module) Add(p Poly) bool {
	added := false
	for work := []Poly{p}; len(work) > 0; {
		p := z.Reduce(work[len(work)-1])
		work = work[:len(work)-1]
		if len(p) == 0 {
			continue
		}
		added = true
		lead := p.monos()[0]
		k := bits.TrailingZeros64(p[lead])
		p = z.r.Scale(p, inverse(p[lead]>>k))
		// After reduction, the coefficient of a row of the same lead has more factors of two.
		if old, ok := z.rows[lead]; ok {
			work = append(work, old)
		}
		z.rows[lead] = p
		if k > 0 { // the multiple without the leading monomial is a member, too
			work = append(work, z.r.Scale(p, z.r.mask>>k+1))
		}
	}
	return added
}

// inverse is the inverse of odd c modulo 2^64, by Newton's iteration.
func inverse(c uint64) uint64 {
	z := c // to three bits
	for range 5 {
		z *= 2 - c*z
	}
	return z
}
