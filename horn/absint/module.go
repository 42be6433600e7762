// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"math/bits"
	"slices"

	"cornet/internal/poly"
)

// module is a set of vectors over the integers modulo 2^width that is closed under sums and
// multiples. Its rows are in Howell form: rows[j] begins with j zeros and then a power of two, and
// every member that begins with j zeros is a sum of multiples of rows[j], rows[j+1], … .
//
// References: J. A. Howell, "Spans in the module (Z_m)^s", Linear and Multilinear Algebra 19, 1986;
// M. Müller-Olm, H. Seidl, "Analysis of modular arithmetic", TOPLAS 29(5), 2007; A. King, H.
// Søndergaard, "Automatic abstraction for congruences", VMCAI 2010.
type module struct {
	ring
	// rows[j] is nil if no member begins with j zeros and another number; rows do not change
	rows [][]uint64
}

// ring is the integers modulo 2^width.
type ring struct {
	width int
	work  *int // counts the numbers computed by operations on rows
}

func newModule(r ring, n int) *module { return &module{r, make([][]uint64, n)} }

func (r ring) mask() uint64 { return ^uint64(0) >> (64 - r.width) }

func (m *module) clone() *module { return &module{m.ring, slices.Clone(m.rows)} }

// insert adds v, its multiples, and their sums with members. It takes ownership of v.
//
// Cost: each insertion makes a row, or makes a leading power of two smaller. So all insertions
// together take at most width · n rounds over n numbers.
func (m *module) insert(v []uint64) {
	for work := [][]uint64{v}; len(work) > 0; {
		v, work = work[len(work)-1], work[:len(work)-1]
		for j := 0; j < len(v); j++ {
			if v[j] == 0 {
				continue
			}
			row := m.rows[j]
			if row != nil && row[j] <= v[j]&-v[j] {
				m.subtract(v, v[j]/row[j], row)
				continue
			}
			// v begins with a smaller power of two. Its multiple is 0 in this column.
			m.scale(v, poly.Inverse(v[j]>>bits.TrailingZeros64(v[j])))
			m.rows[j] = v
			if k := bits.TrailingZeros64(v[j]); k > 0 {
				rest := slices.Clone(v)
				m.scale(rest, 1<<(m.width-k))
				work = append(work, rest)
			}
			if row == nil {
				break
			}
			lead := v
			v = slices.Clone(row)
			m.subtract(v, v[j]/lead[j], lead)
		}
	}
}

// add inserts a copy of v.
func (m *module) add(v []uint64) { m.insert(slices.Clone(v)) }

// has reports whether v is a member.
func (m *module) has(v []uint64) bool {
	v = slices.Clone(v)
	for j := range v {
		if v[j] == 0 {
			continue
		}
		row := m.rows[j]
		if row == nil || row[j] > v[j]&-v[j] {
			return false
		}
		m.subtract(v, v[j]/row[j], row)
	}
	return true
}

// zeros returns the module of all vectors whose products with all vectors of rows, which have
// length n, are 0.
func zeros(r ring, n int, rows [][]uint64) *module {
	k := len(rows)
	m := newModule(r, k+n)
	for j := range n {
		v := make([]uint64, k+n)
		for i, row := range rows {
			v[i] = row[j]
		}
		v[k+j] = 1
		m.insert(v)
	}
	z := newModule(r, n)
	for j := range n {
		if row := m.rows[k+j]; row != nil {
			z.rows[j] = row[k:]
		}
	}
	return z
}

// generators returns the rows that are not nil.
func (m *module) generators() [][]uint64 {
	var z [][]uint64
	for _, row := range m.rows {
		if row != nil {
			z = append(z, row)
		}
	}
	return z
}

func (r ring) scale(v []uint64, c uint64) {
	*r.work += len(v)
	for j := range v {
		v[j] = v[j] * c & r.mask()
	}
}

func (r ring) subtract(v []uint64, c uint64, w []uint64) {
	*r.work += len(v)
	for j := range v {
		v[j] = (v[j] - c*w[j]) & r.mask()
	}
}

// solved is an equation that determines coordinate column: it is minus the product of row with the
// other coordinates.
type solved struct {
	column int
	row    []uint64 // 1 at column, and 0 at the columns of other solved equations
}

// maxNice limits the coefficients of equations that replace coordinates. Equations with larger
// coefficients are long and seldom useful.
const maxNice = 1 << 20

// solve rewrites equations so that some of them determine a coordinate by the others, with small
// coefficients. It solves only for coordinates that accept allows, starting with the last. rest has
// the other equations.
func solve(r ring, equations [][]uint64, accept func(column int) bool) (z []solved, rest [][]uint64) {
	rows := make([][]uint64, len(equations))
	for i, e := range equations {
		rows[i] = slices.Clone(e)
	}
	for j := lastColumn(rows); j > 0; j-- {
		if !accept(j) {
			continue
		}
		best, least := -1, uint64(maxNice)
		for i, row := range rows {
			if row[j]&1 == 0 {
				continue
			}
			if size := r.size(row, poly.Inverse(row[j])); size < least {
				best, least = i, size
			}
		}
		if best < 0 {
			continue
		}
		row := rows[best]
		r.scale(row, poly.Inverse(row[j]))
		for i, other := range rows {
			if i != best {
				r.subtract(other, other[j], row)
			}
		}
		for _, other := range z {
			r.subtract(other.row, other.row[j], row)
		}
		z = append(z, solved{j, row})
		rows = slices.Delete(rows, best, best+1)
	}
	return z, rows
}

// size returns the largest absolute value of the coefficients of c times row, without the constant.
func (r ring) size(row []uint64, c uint64) uint64 {
	var z uint64
	for _, x := range row[1:] {
		x = x * c & r.mask()
		z = max(z, min(x, -x&r.mask()))
	}
	return z
}

func lastColumn(rows [][]uint64) int {
	if len(rows) == 0 {
		return 0
	}
	return len(rows[0]) - 1
}
