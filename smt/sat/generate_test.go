// SPDX-License-Identifier: Apache-2.0

package sat_test

import (
	"math/rand/v2"

	"cornet/smt/sat"
)

// This file makes propositional problems of known families, to test and to
// measure the solver with. All are determined by their parameters.
//
//	randomKSAT   random clauses; hardest at about 4.26 clauses a variable for k=3
//	pigeonhole   n+1 pigeons in n holes: unsatisfiable, exponential for resolution
//	parity       odd parity on a random regular graph (Tseitin, Urquhart): unsatisfiable,
//	             exponential in the degree of expansion
//	coloring     k-colouring of a random graph
//	factoring    the two factors of a number
//	multipliers  two multipliers of different shape: equal, so unsatisfiable
//	adders       two ways to sum numbers: equal, so unsatisfiable
//	register     the initial state of a shift register with nonlinear feedback
//
// Random3SAT, coloring and the parity problems of Urquhart are classics of the
// SAT competitions; the circuits resemble what bounded model checking yields.

// A formula is a conjunction of clauses over the variables 1 to Vars.
type formula struct {
	Vars    int
	Clauses [][]sat.Lit
}

// Add appends a clause of DIMACS literals. It extends Vars if necessary.
func (f *formula) Add(lits ...int) {
	clause := make([]sat.Lit, 0, len(lits))
	for _, n := range lits {
		clause = append(clause, sat.FromDimacs(n))
		f.Vars = max(f.Vars, n, -n)
	}
	f.Clauses = append(f.Clauses, clause)
}

// AddTo makes the variables of f in s, and adds the clauses. s must not have variables yet.
func (f *formula) AddTo(s *sat.Solver) {
	for range f.Vars {
		s.NewVar()
	}
	for _, c := range f.Clauses {
		s.AddClause(c...)
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// randomKSAT returns m random clauses of k different variables out of n.
func randomKSAT(n, m, k int, seed uint64) *formula {
	r := newRand(seed)
	f := &formula{Vars: n}
	for range m {
		clause := make([]int, 0, k)
		for len(clause) < k {
			v := r.IntN(n) + 1
			fresh := true
			for _, l := range clause {
				fresh = fresh && l != v && l != -v
			}
			if fresh {
				clause = append(clause, v-2*v*r.IntN(2))
			}
		}
		f.Add(clause...)
	}
	return f
}

// pigeonhole says that n+1 pigeons sit in n holes, at most one in each.
func pigeonhole(n int) *formula {
	f := &formula{}
	in := func(p, h int) int { return p*n + h + 1 }
	for p := range n + 1 {
		var some []int
		for h := range n {
			some = append(some, in(p, h))
		}
		f.Add(some...)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				f.Add(-in(p, h), -in(q, h))
			}
		}
	}
	return f
}

// parity says that every vertex of a random graph has an even number of chosen edges, except one
// with an odd number. The graph has n vertices of the given degree. n times degree must be even.
func parity(n, degree int, seed uint64) *formula {
	r := newRand(seed)
	f := &formula{}
	ends := make([]int, 0, n*degree)
	for v := range n {
		for range degree {
			ends = append(ends, v)
		}
	}
	r.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
	edges := make([][]int, n)
	for i := 0; i+1 < len(ends); i += 2 {
		if u, v := ends[i], ends[i+1]; u != v { // a loop would count twice, so it is left out
			edges[u] = append(edges[u], i/2+1)
			edges[v] = append(edges[v], i/2+1)
		}
	}
	f.Vars = n * degree / 2
	for v, es := range edges {
		addParity(f, es, v == 0)
	}
	return f
}

// addParity says that an odd number of the variables is true, or an even one.
func addParity(f *formula, vars []int, odd bool) {
	for bits := range 1 << len(vars) {
		clause := make([]int, len(vars))
		parity := false
		for i, v := range vars {
			clause[i] = v
			if bits>>i&1 == 1 {
				clause[i] = -v
				parity = !parity
			}
		}
		if parity != odd { // the clause excludes the assignment with these bits
			f.Add(clause...)
		}
	}
}

// coloring says that a random graph of n vertices and m edges has a colouring
// with k colours.
func coloring(n, m, k int, seed uint64) *formula {
	r := newRand(seed)
	f := &formula{}
	color := func(v, c int) int { return v*k + c + 1 }
	for v := range n {
		var some []int
		for c := range k {
			some = append(some, color(v, c))
		}
		f.Add(some...)
	}
	for range m {
		u := r.IntN(n)
		v := (u + 1 + r.IntN(n-1)) % n
		for c := range k {
			f.Add(-color(u, c), -color(v, c))
		}
	}
	return f
}

// A circuit builds a formula gate by gate. Wires are DIMACS literals; the
// constants are the literals of variable 1, which is true.
type circuit struct {
	f *formula
}

const (
	yes = 1
	no  = -1
)

func newCircuit() circuit {
	c := circuit{&formula{}}
	c.f.Add(yes)
	return c
}

func (c circuit) input() int {
	c.f.Vars++
	return c.f.Vars
}

func (c circuit) inputs(n int) []int {
	z := make([]int, n)
	for i := range z {
		z[i] = c.input()
	}
	return z
}

func (c circuit) and(x, y int) int {
	switch {
	case x == no || y == no || x == -y:
		return no
	case x == yes || x == y:
		return y
	case y == yes:
		return x
	}
	z := c.input()
	c.f.Add(-z, x)
	c.f.Add(-z, y)
	c.f.Add(z, -x, -y)
	return z
}

func (c circuit) or(x, y int) int { return -c.and(-x, -y) }

func (c circuit) xor(x, y int) int {
	switch {
	case x == no:
		return y
	case y == no:
		return x
	case x == yes:
		return -y
	case y == yes:
		return -x
	}
	z := c.input()
	c.f.Add(-z, x, y)
	c.f.Add(-z, -x, -y)
	c.f.Add(z, -x, y)
	c.f.Add(z, x, -y)
	return z
}

// fullAdder returns the sum and the carry of three bits.
func (c circuit) fullAdder(x, y, z int) (sum, carry int) {
	t := c.xor(x, y)
	return c.xor(t, z), c.or(c.and(x, y), c.and(t, z))
}

// add returns x+y modulo 2^len(x), low bits first.
func (c circuit) add(x, y []int) []int {
	z := make([]int, len(x))
	carry := no
	for i := range x {
		z[i], carry = c.fullAdder(x[i], y[i], carry)
	}
	return z
}

// product returns x*y in n bits, adding up the partial products row by row.
func (c circuit) product(x, y []int, n int) []int {
	z := make([]int, n)
	for i := range z {
		z[i] = no
	}
	for j, b := range y {
		row := make([]int, n)
		for i := range row {
			row[i] = no
			if k := i - j; k >= 0 && k < len(x) {
				row[i] = c.and(x[k], b)
			}
		}
		z = c.add(z, row)
	}
	return z
}

// differ says that x and y are different numbers.
func (c circuit) differ(x, y []int) {
	var some []int
	for i := range x {
		some = append(some, c.xor(x[i], y[i]))
	}
	c.f.Add(some...)
}

// equal says that x has the given value.
func (c circuit) equal(x []int, value uint64) {
	for i, b := range x {
		if value>>i&1 == 1 {
			c.f.Add(b)
		} else {
			c.f.Add(-b)
		}
	}
}

// factoring says that value is the product of two numbers of n bits that are
// both above 1, the first not above the second.
func factoring(value uint64, n int) *formula {
	c := newCircuit()
	x, y := c.inputs(n), c.inputs(n)
	c.f.Add(x[1:]...)
	c.f.Add(y[1:]...)
	above := no // x > y in the bits seen so far, from low to high
	for i := range x {
		above = c.or(c.and(x[i], -y[i]), c.and(above, -c.xor(x[i], y[i])))
	}
	c.f.Add(-above)
	c.equal(c.product(x, y, 2*n), value)
	return c.f
}

// multipliers says that x*y and y*x differ, for numbers of n bits.
func multipliers(n int) *formula {
	c := newCircuit()
	x, y := c.inputs(n), c.inputs(n)
	c.differ(c.product(x, y, 2*n), c.product(y, x, 2*n))
	return c.f
}

// adders says that the sum of k numbers of n bits is different when they are
// summed from the left and when they are summed from the right.
func adders(k, n int) *formula {
	c := newCircuit()
	var numbers [][]int
	for range k {
		numbers = append(numbers, c.inputs(n))
	}
	left, right := numbers[0], numbers[k-1]
	for i := 1; i < k; i++ {
		left = c.add(left, numbers[i])
		right = c.add(right, numbers[k-1-i])
	}
	c.differ(left, right)
	return c.f
}

// register asks for an initial state of n bits. From it, a shift register with nonlinear feedback
// must yield the same output bits as from the state seed, over the given number of steps. The
// problem is satisfiable and, like unrolled programs, deep and narrow.
func register(n, steps int, seed uint64) *formula {
	r := newRand(seed)
	state := make([]int, n)
	for i := range state {
		state[i] = no + 2*r.IntN(2)
	}
	concrete := newCircuit() // with constant inputs all gates fold away
	out := concrete.register(state, steps)

	c := newCircuit()
	for i, z := range c.register(c.inputs(n), steps) {
		if out[i] == yes {
			c.f.Add(z)
		} else {
			c.f.Add(-z)
		}
	}
	return c.f
}

func (c circuit) register(state []int, steps int) []int {
	n := len(state)
	out := make([]int, steps)
	for t := range out {
		at := func(i int) int { return state[t+i%n] }
		out[t] = c.xor(c.and(at(n/5), at(n/2)), c.xor(at(0), c.and(at(n-1), -at(n/3))))
		state = append(state, c.xor(at(0), c.xor(at(n/4), c.and(at(2), at(n-2)))))
	}
	return out
}
