// SPDX-License-Identifier: Apache-2.0

package linearize

import (
	"math/big"
	"slices"

	"cornet/internal/poly"
	"cornet/internal/rational"
	"cornet/logic"
)

// This file computes numbers modulo a power of two, by linear algebra over monomials.

// exponent returns n if k is 2^n with 1 <= n <= 64.
func exponent(k rational.Rat) (n int, ok bool) {
	x, whole := k.BigInt()
	if !whole || x.Sign() <= 0 || int(x.TrailingZeroBits()) != x.BitLen()-1 {
		return 0, false
	}
	return x.BitLen() - 1, x.BitLen() > 1 && x.BitLen() <= 65
}

// residues computes modulo 2^width, with the equations that hold in a model. Equations that give
// the value of a variable are solved: the variable is replaced. The others span a module.
type residues struct {
	laws       *laws
	ring       poly.Ring
	numbers    map[*logic.Term]int // of variables
	solved     map[int]member      // variables; their values have no variables that were solved earlier
	module     *poly.Module
	conditions []*logic.Term // conditions of the equations
}

// member is a polynomial with the numbers of the conditions that it depends on.
type member struct {
	p       poly.Poly
	origins *big.Int
}

// Bounds on linear algebra.
const (
	maxMultiples = 400
	maxNumbers   = 1 << 16
)

// congruences calls yield with congruences that m violates. They state that a sum compared in the
// formula is congruent to a numeral. They follow from equations and congruences that hold in m.
func (l *laws) congruences(m *logic.Model, met bool, yield func(*logic.Term) bool) bool {
	for _, width := range l.widths() {
		r := &residues{laws: l, ring: poly.NewRing(width), numbers: map[*logic.Term]int{}, solved: map[int]member{}}
		r.span(m, width, met)
		modulus := l.store.Num(rational.FromBigInt(new(big.Int).Lsh(big.NewInt(1), uint(width))), l.store.Int)
		for _, t := range l.compared {
			p, ok := r.polynomial(l.store.Linear(t))
			if !ok {
				continue
			}
			x, _ := r.reduce(member{p, new(big.Int)})
			rest, origins := r.module.Reduce(x.p)
			c, isConstant := rest.Constant()
			if !isConstant {
				continue
			}
			origins.Or(origins, x.origins)
			residue := l.store.Num(rational.FromBigInt(new(big.Int).SetUint64(c)), l.store.Int)
			claim := l.store.Eq(l.store.Mod(l.flat.linear(t), modulus), residue)
			if d := l.flat.remainders[t]; d != nil && d.modulus.Equal(modulus.Num()) {
				claim = l.store.Eq(t, residue)
			}
			if m.Holds(claim) {
				continue
			}
			law := []*logic.Term{claim}
			for i, c := range r.conditions {
				if origins.Bit(i) == 1 {
					law = append(law, l.store.Not(l.flat.linear(c)))
				}
			}
			if !yield(l.store.Or(law...)) {
				return false
			}
		}
	}
	return true
}

// widths returns the exponents of powers of two that the formula divides by, descending.
func (l *laws) widths() []int {
	var z []int
	for _, d := range l.divisions {
		if n, ok := exponent(d.modulus); ok && !slices.Contains(z, n) {
			z = append(z, n)
		}
	}
	slices.Sort(z)
	slices.Reverse(z)
	return z
}

// span solves the equations that hold modulo 2^width in m, linear ones first, and fills the module
// with multiples of the others.
func (r *residues) span(m *logic.Model, width int, met bool) {
	r.module = poly.NewModule(r.ring)
	var linear, others []member
	add := func(x logic.Linear, condition *logic.Term) {
		p, ok := r.polynomial(x)
		if !ok {
			return
		}
		origins := new(big.Int)
		if condition != nil {
			origins.SetBit(origins, len(r.conditions), 1)
			r.conditions = append(r.conditions, condition)
		}
		if p.Degree() > 1 {
			others = append(others, member{p, origins})
		} else {
			linear = append(linear, member{p, origins})
		}
	}
	s := r.laws.store
	seen := map[*logic.Term]bool{}
	for _, x := range r.laws.choices {
		r.wrap(x, seen)
	}
	for _, d := range r.laws.divisions {
		if n, ok := exponent(d.modulus); ok && n >= width {
			add(s.Linear(s.Sub(d.dividend, d.remainder)), nil)
		}
	}
	for _, e := range r.laws.equations {
		if (met || !e.met) && m.Holds(r.laws.flat.linear(e.condition)) {
			add(e.p, e.condition)
		}
	}
	var rest []member
	for _, x := range append(linear, others...) {
		x, complete := r.reduce(x)
		if i, value, ok := r.ring.Solve(x.p); ok && complete {
			r.solved[i] = member{value, x.origins}
		} else {
			rest = append(rest, x)
		}
	}
	r.multiply(rest)
}

// reduce replaces the variables that are solved. Polynomials that would become too long are left
// incomplete.
//
// Cost: the replacements end, since values have no variables that were solved earlier.
func (r *residues) reduce(x member) (z member, complete bool) {
	origins := new(big.Int).Set(x.origins)
	for again := true; again; {
		again, complete = false, true
		for _, i := range variables(x.p) {
			y, ok := r.solved[i]
			if !ok {
				continue
			}
			p, ok := r.ring.Substitute(x.p, i, y.p, maxTerms)
			if !ok {
				complete = false
				continue
			}
			x.p, again = p, true
			origins.Or(origins, y.origins)
		}
	}
	return member{x.p, origins}, complete
}

// variables returns the variables of p, ascending.
func variables(p poly.Poly) []int {
	var z []int
	for m := range p {
		z = append(z, m.Vars()...)
	}
	slices.Sort(z)
	return slices.Compact(z)
}

// multiply fills the module with the members and multiples of them.
//
// Multiples with a known monomial make more monomials known. Take a known monomial, and replace a
// factor by what it equals: the degree of the result bounds the degree of multiples.
func (r *residues) multiply(members []member) {
	known := map[poly.Mono]bool{}
	note := func(p poly.Poly) {
		for mono := range p {
			known[mono] = true
		}
	}
	for i, x := range members {
		members[i], _ = r.reduce(x)
		r.module.Add(members[i].p, members[i].origins)
		note(members[i].p)
	}
	for _, t := range r.laws.compared {
		if p, ok := r.polynomial(r.laws.store.Linear(t)); ok {
			x, _ := r.reduce(member{p, new(big.Int)})
			note(x.p)
		}
	}
	type multiple struct {
		of int
		by poly.Mono
	}
	made := map[multiple]bool{}
	degree, factor := 0, 1
	for mono := range known {
		degree = max(degree, mono.Degree())
	}
	for _, x := range members {
		factor = max(factor, x.p.Degree())
	}
	for again := true; again; {
		again = false
		for i, x := range members {
			for _, by := range multipliers(x.p, known) {
				if made[multiple{i, by}] || x.p.Degree()+by.Degree() > degree+factor-1 {
					continue
				}
				if len(made) == maxMultiples {
					return
				}
				made[multiple{i, by}], again = true, true
				p := r.ring.Times(x.p, by)
				r.module.Add(p, x.origins)
				note(p)
			}
		}
	}
}

// wrap solves x, the name of an if-then-else, if all leaves are the same modulo 2^width. Machine
// integers wrap so: ite(t < 2^31, t, t - 2^32). Names in leaves come first.
//
// Cost: each name is seen once for each leaf that it is.
func (r *residues) wrap(x *logic.Term, seen map[*logic.Term]bool) {
	if seen[x] {
		return
	}
	seen[x] = true
	var first poly.Poly
	for k, leaf := range r.laws.flat.leaves[x] {
		for _, v := range logic.FreeVars(leaf) {
			if len(r.laws.flat.leaves[v]) > 0 {
				r.wrap(v, seen)
			}
		}
		p, ok := r.polynomial(r.laws.store.Linear(leaf))
		if !ok {
			return
		}
		z, _ := r.reduce(member{p, new(big.Int)})
		if k == 0 {
			first = z.p
		} else if len(r.ring.Add(first, r.ring.Scale(z.p, ^uint64(0)))) > 0 {
			return
		}
	}
	if _, ok := r.polynomial(r.laws.store.Linear(x)); ok { // numbers x
		r.solved[r.numbers[x]] = member{first, new(big.Int)}
	}
}

// multipliers returns monomials other than 1. Each turns some monomial of p other than 1 into a
// known one.
func multipliers(p poly.Poly, known map[poly.Mono]bool) []poly.Mono {
	found := map[poly.Mono]bool{}
	for k := range known {
		for m := range p {
			if by, ok := k.Over(m); ok && by != "" && m != "" {
				found[by] = true
			}
		}
	}
	z := make([]poly.Mono, 0, len(found))
	for by := range found {
		z = append(z, by)
	}
	slices.Sort(z)
	return z
}

// polynomial returns x if x is an integer polynomial over variables.
func (r *residues) polynomial(x logic.Linear) (poly.Poly, bool) {
	c, ok := r.coefficient(x.Const)
	if !ok {
		return nil, false
	}
	z := r.ring.Const(c)
	for _, m := range x.Monomials {
		c, ok := r.coefficient(m.Coeff)
		if !ok || !m.Term.Sort().IsInt() {
			return nil, false
		}
		mono := poly.Mono("")
		factors := []*logic.Term{m.Term}
		if m.Term.IsProduct() {
			factors = m.Term.Args()
		}
		for _, v := range factors {
			if !v.IsSymbol() || len(r.numbers) == maxNumbers {
				return nil, false
			}
			i, seen := r.numbers[v]
			if !seen {
				i = len(r.numbers)
				r.numbers[v] = i
			}
			mono = mono.Times(poly.Var(i))
		}
		z = r.ring.Add(z, r.ring.Scale(poly.Poly{mono: 1}, c))
	}
	return z, true
}

// coefficient returns x modulo 2^64 if x is an integer.
func (r *residues) coefficient(x rational.Rat) (uint64, bool) {
	n, ok := x.BigInt()
	if !ok {
		return 0, false
	}
	low := new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0))) // of two's complement
	return low.Uint64(), true
}
