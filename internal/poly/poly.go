// SPDX-License-Identifier: Apache-2.0

package poly

import (
	"slices"
	"strings"
)

// Mono is a product of variables: their numbers, two bytes each, in ascending order, repeated for
// powers.
type Mono string

// Var returns the variable number i < 65536.
func Var(i int) Mono { return Mono([]byte{byte(i >> 8), byte(i)}) }

// Degree returns the number of factors of m.
func (m Mono) Degree() int { return len(m) / 2 }

// Vars returns the factors of m, in ascending order.
func (m Mono) Vars() []int {
	z := make([]int, m.Degree())
	for i := range z {
		z[i] = int(m[2*i])<<8 | int(m[2*i+1])
	}
	return z
}

// Times returns the product of m and n.
func (m Mono) Times(n Mono) Mono {
	z := make([]byte, 0, len(m)+len(n))
	for len(m) > 0 && len(n) > 0 {
		if m[:2] <= n[:2] {
			z, m = append(z, m[:2]...), m[2:]
		} else {
			z, n = append(z, n[:2]...), n[2:]
		}
	}
	return Mono(append(append(z, m...), n...))
}

// Over returns m divided by n, which must divide it.
func (m Mono) Over(n Mono) (z Mono, ok bool) {
	for len(n) > 0 {
		if len(m) == 0 || m[:2] > n[:2] {
			return "", false
		}
		if m[:2] == n[:2] {
			n = n[2:]
		} else {
			z += m[:2]
		}
		m = m[2:]
	}
	return z + m, true
}

// compare orders monomials by degree, then by their variables.
func compare(m, n Mono) int {
	if len(m) != len(n) {
		return len(m) - len(n)
	}
	return strings.Compare(string(m), string(n))
}

// Poly is a polynomial: coefficients, none of them 0, of monomials. It is immutable.
type Poly map[Mono]uint64

// Degree returns the degree of p, 0 of constants.
func (p Poly) Degree() int {
	z := 0
	for m := range p {
		z = max(z, m.Degree())
	}
	return z
}

// Constant returns the value of p if it is constant.
func (p Poly) Constant() (uint64, bool) { return p[""], len(p) == 0 || len(p) == 1 && p[""] != 0 }

// monos returns the monomials of p, the greatest first.
func (p Poly) monos() []Mono {
	z := make([]Mono, 0, len(p))
	for m := range p {
		z = append(z, m)
	}
	slices.SortFunc(z, func(m, n Mono) int { return compare(n, m) })
	return z
}

// Ring is the integers modulo a power of two, as coefficients.
type Ring struct {
	mask uint64 // the modulus, less one
}

// NewRing returns the ring modulo 2^width, 1 <= width <= 64.
func NewRing(width int) Ring { return Ring{^uint64(0) >> (64 - width)} }

// Const returns the constant c.
func (r Ring) Const(c uint64) Poly { return r.Scale(Poly{"": 1}, c) }

// Scale is c·p.
func (r Ring) Scale(p Poly, c uint64) Poly {
	z := make(Poly, len(p))
	for m, d := range p {
		if d = d * c & r.mask; d != 0 {
			z[m] = d
		}
	}
	return z
}

// Add is p + q.
func (r Ring) Add(p, q Poly) Poly { return r.plus(p, q, 1) }

// plus is p + c·q.
func (r Ring) plus(p, q Poly, c uint64) Poly {
	z := make(Poly, len(p)+len(q))
	for m, d := range p {
		z[m] = d
	}
	r.add(z, q, c, "")
	return z
}

// add adds c·m·q to z.
func (r Ring) add(z, q Poly, c uint64, by Mono) {
	for m, d := range q {
		if by != "" {
			m = m.Times(by)
		}
		if d = (z[m] + d*c) & r.mask; d != 0 {
			z[m] = d
		} else {
			delete(z, m)
		}
	}
}

// Times is m·p.
func (r Ring) Times(p Poly, m Mono) Poly {
	z := Poly{}
	r.add(z, p, 1, m)
	return z
}

// Mul is p·q.
func (r Ring) Mul(p, q Poly) Poly {
	z := Poly{}
	for m, c := range p {
		r.add(z, q, c, m)
	}
	return z
}

// Substitute is p with the polynomial by instead of variable i. If the result would have more than
// limit terms on the way, ok is false.
func (r Ring) Substitute(p Poly, i int, by Poly, limit int) (z Poly, ok bool) {
	z = Poly{}
	powers := []Poly{r.Const(1)}
	for m, c := range p {
		rest, n := m.without(Var(i))
		for len(powers) <= n {
			last := powers[len(powers)-1]
			if len(last)*len(by) > limit {
				return nil, false
			}
			powers = append(powers, r.Mul(last, by))
		}
		if r.add(z, powers[n], c, rest); len(z) > limit {
			return nil, false
		}
	}
	return z, true
}

// without returns m without its factors v, and their number.
func (m Mono) without(v Mono) (rest Mono, n int) {
	for ; len(m) > 0; m = m[2:] {
		if m[:2] == v {
			n++
		} else {
			rest += m[:2]
		}
	}
	return rest, n
}

// Solve returns a variable that occurs in p only once, as a term of degree 1 with an odd
// coefficient, and its value if p is 0.
func (r Ring) Solve(p Poly) (i int, value Poly, ok bool) {
	uses := map[int]int{}
	for m := range p {
		last := -1
		for _, v := range m.Vars() {
			if v != last {
				uses[v]++
			}
			last = v
		}
	}
	i = -1
	for m, c := range p {
		if m.Degree() != 1 || c&1 == 0 {
			continue
		}
		if v := m.Vars()[0]; uses[v] == 1 && v > i {
			i = v
		}
	}
	if i < 0 {
		return 0, nil, false
	}
	c := p[Var(i)]
	return i, r.Scale(r.Add(p, r.Scale(Poly{Var(i): 1}, -c)), -Inverse(c)), true
}
