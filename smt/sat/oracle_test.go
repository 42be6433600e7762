// SPDX-License-Identifier: Apache-2.0

package sat

import "slices"

// A table is a Boolean function of the variables 1 to n, written as a truth table. Bit a says
// whether assignment a is in the function. In assignment a, variable v is true if bit v-1 of a is
// set. Tables are the oracle of the tests, and the domain in which they interpolate.
type table struct {
	n    int
	bits []uint64
}

func constTable(n int, b bool) table {
	t := table{n, make([]uint64, (1<<n+63)/64)}
	if b {
		for i := range t.bits {
			t.bits[i] = ^uint64(0)
		}
		if n < 6 {
			t.bits[0] = 1<<(1<<n) - 1
		}
	}
	return t
}

func (t table) has(a int) bool { return t.bits[a/64]>>(a%64)&1 != 0 }

// clauseTable returns the assignments that satisfy a disjunction of literals.
func clauseTable(n int, lits []Lit) table {
	// The positions at which the bits of an index of 64 are set: bit i of row v is bit v of i.
	rows := [...]uint64{
		0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
		0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
	}
	t := constTable(n, false)
	for _, l := range lits {
		v := int(l.Var()) - 1
		for i := range t.bits {
			row := -uint64(i >> max(v-6, 0) & 1)
			if v < 6 {
				row = rows[v]
			}
			if l.IsNeg() {
				row = ^row
			}
			t.bits[i] |= row
		}
	}
	return t.and(constTable(n, true))
}

func (t table) and(u table) table {
	z := table{t.n, slices.Clone(t.bits)}
	for i := range z.bits {
		z.bits[i] &= u.bits[i]
	}
	return z
}

func (t table) or(u table) table {
	z := table{t.n, slices.Clone(t.bits)}
	for i := range z.bits {
		z.bits[i] |= u.bits[i]
	}
	return z
}

func (t table) empty() bool {
	return !slices.ContainsFunc(t.bits, func(w uint64) bool { return w != 0 })
}

// implies reports whether t is a subset of u.
func (t table) implies(u table) bool {
	for i := range t.bits {
		if t.bits[i]&^u.bits[i] != 0 {
			return false
		}
	}
	return true
}

// dependsOn reports whether the function changes with v.
func (t table) dependsOn(v Var) bool {
	for a := range 1 << t.n {
		if t.has(a) != t.has(a^1<<(v-1)) {
			return true
		}
	}
	return false
}

// conjunction returns the assignments that satisfy all clauses.
func conjunction(n int, clauses [][]Lit) table {
	t := constTable(n, true)
	for _, c := range clauses {
		t = t.and(clauseTable(n, c))
	}
	return t
}
