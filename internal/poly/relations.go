// SPDX-License-Identifier: Apache-2.0

package poly

import "math/bits"

// This file finds polynomials that vanish at points, by linear algebra over their values: the
// columns of a matrix are monomials, its rows points. It computes modulo a prime and guesses the
// fractions, so its results are only conjectures.

// prime is 2^61 - 1.
const prime = 1<<61 - 1

// Monos returns the products of at most degree of the variables, the smallest first.
func Monos(vars []int, degree int) []Mono {
	z, last := []Mono{""}, []Mono{""}
	for range degree {
		var next []Mono
		for _, m := range last {
			for _, i := range vars {
				if v := Var(i); len(m) == 0 || m[len(m)-2:] <= v {
					next = append(next, m+v)
				}
			}
		}
		z, last = append(z, next...), next
	}
	return z
}

// Relations returns polynomials over monos, with small integer coefficients, that vanish at points.
// A point gives the values of variables by their number. Each polynomial has a leading monomial
// that no other one has. Cost: |points|·|monos|².
func Relations(monos []Mono, points []map[int]int64) []map[Mono]int64 {
	rows := make([][]uint64, 0, len(monos))
	var pivots []int // of rows
	for _, pt := range points {
		row := make([]uint64, len(monos))
		for j, m := range monos {
			row[j] = 1
			for _, i := range m.Vars() {
				row[j] = mulmod(row[j], residue(pt[i]))
			}
		}
		for k, p := range pivots {
			subtract(row, rows[k], row[p])
		}
		p := 0
		for p < len(row) && row[p] == 0 {
			p++
		}
		if p == len(row) {
			continue
		}
		inv := power(row[p], prime-2)
		for j := range row {
			row[j] = mulmod(row[j], inv)
		}
		for k := range rows {
			subtract(rows[k], row, rows[k][p])
		}
		rows, pivots = append(rows, row), append(pivots, p)
	}
	isPivot := make([]bool, len(monos))
	for _, p := range pivots {
		isPivot[p] = true
	}
	var z []map[Mono]int64
	for j := range monos {
		if isPivot[j] {
			continue
		}
		// monos[j] = Σ rows[k][j]·monos[pivots[k]] at all points.
		num, den := make([]int64, len(pivots)), make([]int64, len(pivots))
		lcm, ok := int64(1), true
		for k := range pivots {
			num[k], den[k], ok = fraction(rows[k][j])
			if ok {
				lcm = lcm / gcd(lcm, den[k]) * den[k]
			}
			if !ok || lcm > maxCoefficient {
				ok = false
				break
			}
		}
		if !ok {
			continue
		}
		p := map[Mono]int64{monos[j]: lcm}
		for k, c := range pivots {
			if num[k] != 0 {
				p[monos[c]] = -num[k] * (lcm / den[k])
			}
		}
		z = append(z, p)
	}
	return z
}

// maxCoefficient bounds what counts as a small coefficient.
const maxCoefficient = 1 << 20

func residue(v int64) uint64 {
	v %= prime
	if v < 0 {
		v += prime
	}
	return uint64(v)
}

func mulmod(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	_, z := bits.Div64(hi, lo, prime)
	return z
}

func power(x, n uint64) uint64 {
	z := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			z = mulmod(z, x)
		}
		x = mulmod(x, x)
	}
	return z
}

// subtract takes c times other from row.
func subtract(row, other []uint64, c uint64) {
	if c == 0 {
		return
	}
	for j, v := range other {
		if v != 0 {
			row[j] = (row[j] + prime - mulmod(v, c)) % prime
		}
	}
}

// fraction returns the num/den with small parts that equals c modulo prime, if there is one: Wang's
// reconstruction by Euclid's algorithm.
func fraction(c uint64) (num, den int64, ok bool) {
	a, b := int64(prime), int64(c)
	s, t := int64(0), int64(1)
	for b > maxCoefficient {
		q := a / b
		a, b = b, a-q*b
		s, t = t, s-q*t
		if t > maxCoefficient || t < -maxCoefficient {
			return 0, 0, false
		}
	}
	if t < 0 {
		b, t = -b, -t
	}
	return b, t, t != 0
}

func gcd(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return x
}
