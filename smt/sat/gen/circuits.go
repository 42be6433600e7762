// SPDX-License-Identifier: Apache-2.0

package gen

import "cornet/smt/sat/dimacs"

// A circuit builds a formula gate by gate. Wires are DIMACS literals; the
// constants are the literals of variable 1, which is true.
type circuit struct {
	f *dimacs.Formula
}

const (
	yes = 1
	no  = -1
)

func newCircuit() circuit {
	c := circuit{&dimacs.Formula{}}
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

// Factoring says that value is the product of two numbers of n bits that are
// both above 1, the first not above the second.
func Factoring(value uint64, n int) *dimacs.Formula {
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

// Multipliers says that x*y and y*x differ, for numbers of n bits.
func Multipliers(n int) *dimacs.Formula {
	c := newCircuit()
	x, y := c.inputs(n), c.inputs(n)
	c.differ(c.product(x, y, 2*n), c.product(y, x, 2*n))
	return c.f
}

// Adders says that the sum of k numbers of n bits is different when they are
// summed from the left and when they are summed from the right.
func Adders(k, n int) *dimacs.Formula {
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

// Register asks for a state of n bits from which a shift register with
// nonlinear feedback yields the output bits of the state seed over the given
// number of steps: satisfiable, and like unrolled programs deep and narrow.
func Register(n, steps int, seed uint64) *dimacs.Formula {
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
