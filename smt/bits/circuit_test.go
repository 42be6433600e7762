// SPDX-License-Identifier: Apache-2.0

package bits_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// bench is a SAT solver that takes a circuit.
type bench struct{ *sat.Solver }

func (b bench) Clause(lits ...sat.Lit) { b.AddClause(lits...) }

// word returns w new literals.
func (b bench) word(w int) bits.Word {
	z := make(bits.Word, w)
	for k := range z {
		z[k] = b.NewVar().Pos()
	}
	return z
}

// is returns literals that hold if x is the number v.
func is(x bits.Word, v *big.Int) []sat.Lit {
	z := make([]sat.Lit, len(x))
	for k, a := range x {
		z[k] = a
		if v.Bit(k) == 0 {
			z[k] = a.Not()
		}
	}
	return z
}

// value returns the value of a word in the model.
func (b bench) value(x bits.Word) *big.Int {
	z := new(big.Int)
	for k, a := range x {
		if b.Value(a) == sat.True {
			z.SetBit(z, k, 1)
		}
	}
	return z
}

// operation is a binary operation, as a circuit and as a term of the language.
type operation struct {
	op      logic.Op
	circuit func(c *bits.Circuit, x, y bits.Word) bits.Word
}

func one(f func(c *bits.Circuit, x, y bits.Word) sat.Lit) func(c *bits.Circuit, x, y bits.Word) bits.Word {
	return func(c *bits.Circuit, x, y bits.Word) bits.Word { return bits.Word{f(c, x, y)} }
}

var operations = []operation{
	{logic.OpBVAnd, (*bits.Circuit).AndWord},
	{logic.OpBVOr, (*bits.Circuit).OrWord},
	{logic.OpBVXor, (*bits.Circuit).XorWord},
	{logic.OpBVAdd, (*bits.Circuit).Add},
	{logic.OpBVMul, (*bits.Circuit).Mul},
	{logic.OpBVUDiv, func(c *bits.Circuit, x, y bits.Word) bits.Word { q, _ := c.DivRem(x, y); return q }},
	{logic.OpBVURem, func(c *bits.Circuit, x, y bits.Word) bits.Word { _, r := c.DivRem(x, y); return r }},
	{logic.OpBVSDiv, (*bits.Circuit).Sdiv},
	{logic.OpBVSRem, (*bits.Circuit).Srem},
	{logic.OpBVSMod, (*bits.Circuit).Smod},
	{logic.OpBVShl, (*bits.Circuit).Shl},
	{logic.OpBVLshr, (*bits.Circuit).Lshr},
	{logic.OpBVAshr, (*bits.Circuit).Ashr},
	{logic.OpBVUle, one((*bits.Circuit).Ule)},
	{logic.OpBVSle, one((*bits.Circuit).Sle)},
	{logic.OpEq, one((*bits.Circuit).Eq)},
}

// want returns the result of the operation on numerals, according to the terms of the language.
func (o operation) want(s *logic.Store, x, y *big.Int, w int) *big.Int {
	a, b := s.BVNum(x, w), s.BVNum(y, w)
	var z *logic.Term
	if o.op == logic.OpEq {
		z = s.Eq(a, b)
	} else {
		z = s.BV(o.op, a, b)
	}
	switch {
	case z.IsTrue():
		return big.NewInt(1)
	case z.IsFalse():
		return new(big.Int)
	}
	return z.BV()
}

// TestExhaustive: all operations, on all pairs of small words, with the second one constant, too.
func TestExhaustive(t *testing.T) {
	for _, o := range operations {
		t.Run(o.op.String(), func(t *testing.T) {
			for w := 1; w <= 3; w++ {
				b := bench{sat.New(sat.Options{})}
				c := bits.New(b)
				x, y := b.word(w), b.word(w)
				z := o.circuit(c, x, y)
				for v := range int64(1) << (2 * w) {
					u := big.NewInt(v >> w)
					v := big.NewInt(v & (1<<w - 1))
					checkOnce(t, b, o, x, y, z, u, v)
					checkOnce(t, b, o, x, y, o.circuit(c, x, c.Constant(v, w)), u, v)
				}
			}
		})
	}
}

func checkOnce(t *testing.T, b bench, o operation, x, y, z bits.Word, u, v *big.Int) {
	t.Helper()
	require.Equal(t, sat.Sat, b.Solve(context.Background(), append(is(x, u), is(y, v)...)...))
	want := o.want(logic.NewStore(), u, v, len(x))
	require.Zero(t, want.Cmp(b.value(z)), "%v of %v and %v, width %d: got %v, want %v", o.op, u, v, len(x), b.value(z), want)
}

// TestRandom: wider words, with numerals and without; numerals fold.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, o := range operations {
		for _, w := range []int{5, 8, 13, 32} {
			t.Run(fmt.Sprint(o.op, "/", w), func(t *testing.T) {
				b := bench{sat.New(sat.Options{})}
				c := bits.New(b)
				x, y := b.word(w), b.word(w)
				z := o.circuit(c, x, y)
				for range 6 {
					u := new(big.Int).SetUint64(r.Uint64() & (1<<w - 1) >> r.IntN(w))
					v := new(big.Int).SetUint64(r.Uint64() & (1<<w - 1) >> r.IntN(w))
					checkOnce(t, b, o, x, y, z, u, v)
					folded := o.circuit(c, c.Constant(u, w), c.Constant(v, w))
					want := o.want(logic.NewStore(), u, v, w)
					for k, a := range folded {
						bit, known := c.Const(a)
						require.True(t, known)
						require.Equal(t, want.Bit(k) == 1, bit)
					}
					half := o.circuit(c, x, c.Constant(v, w))
					checkOnce(t, b, o, x, y, half, u, v)
				}
			})
		}
	}
}

// TestGates: every gate, over constants, equal, opposite and free inputs.
func TestGates(t *testing.T) {
	b := bench{sat.New(sat.Options{})}
	c := bits.New(b)
	p, q, r := b.NewVar().Pos(), b.NewVar().Pos(), b.NewVar().Pos()
	inputs := []sat.Lit{c.Bool(false), c.Bool(true), p, p.Not(), q, q.Not(), r, r.Not()}
	type check struct {
		z    sat.Lit
		in   [3]sat.Lit
		want func(x, y, z bool) bool
	}
	var checks []check
	for _, x := range inputs {
		for _, y := range inputs {
			for _, z := range inputs {
				in := [3]sat.Lit{x, y, z}
				checks = append(checks,
					check{c.And(x, y), in, func(x, y, _ bool) bool { return x && y }},
					check{c.Xor(x, y), in, func(x, y, _ bool) bool { return x != y }},
					check{c.Mux(x, y, z), in, func(x, y, z bool) bool { return x && y || !x && z }},
					check{c.Majority(x, y, z), in, func(x, y, z bool) bool { return x && y || x && z || y && z }},
					check{c.Xor3(x, y, z), in, func(x, y, z bool) bool { return x != y != z }},
					check{c.All(x, y, z), in, func(x, y, z bool) bool { return x && y && z }},
					check{c.Any(x, y, z), in, func(x, y, z bool) bool { return x || y || z }})
			}
		}
	}
	for v := range 8 {
		require.Equal(t, sat.Sat, b.Solve(t.Context(), is(bits.Word{p, q, r}, big.NewInt(int64(v)))...))
		for _, k := range checks {
			val := func(a sat.Lit) bool { return b.Value(a) == sat.True }
			require.Equal(t, k.want(val(k.in[0]), val(k.in[1]), val(k.in[2])), val(k.z))
		}
	}
}

// TestEquations tests either direction of an equation, over constants, equal, opposite and free
// bits.
func TestEquations(t *testing.T) {
	b := bench{sat.New(sat.Options{})}
	c := bits.New(b)
	p, q := b.NewVar().Pos(), b.NewVar().Pos()
	inputs := []sat.Lit{c.Bool(false), c.Bool(true), p, p.Not(), q}
	var words []bits.Word
	for _, x := range inputs {
		for _, y := range inputs {
			words = append(words, bits.Word{x, y})
		}
	}
	type equation struct {
		x, y        bits.Word
		equal, open sat.Lit // implies that x = y, that x ≠ y
	}
	var all []equation
	for _, x := range words {
		for _, y := range words {
			e := equation{x, y, b.NewVar().Pos(), b.NewVar().Pos()}
			c.Equate(e.equal, x, y)
			c.Separate(e.open, x, y)
			all = append(all, e)
		}
	}
	satisfiable := func(lits ...sat.Lit) bool { return b.Solve(t.Context(), lits...) == sat.Sat }
	decided := map[int]bool{}
	for v := range int64(4) {
		at := is(bits.Word{p, q}, big.NewInt(v))
		for i, e := range all {
			require.True(t, satisfiable(at...))
			same := b.value(e.x).Cmp(b.value(e.y)) == 0
			require.Equal(t, same, satisfiable(append(at, e.equal)...), "%v = %v at %d", e.x, e.y, v)
			require.Equal(t, !same, satisfiable(append(at, e.open)...), "%v ≠ %v at %d", e.x, e.y, v)
			require.True(t, satisfiable(append(at, e.equal.Not(), e.open.Not())...), "a gate restricts more than itself")
			if equal, known := c.Decided(e.x, e.y); known {
				decided[i] = true
				require.Equal(t, same, equal)
			}
		}
	}
	require.Greater(t, len(decided), len(words))
}

// TestConstantFactors: a product with a constant has one adder for each digit but the first.
func TestConstantFactors(t *testing.T) {
	for factor, adders := range map[int64]int{0: 0, 1: 0, 256: 0, 7: 1, 10: 1, 255: 1, -1: 1, -255: 2} {
		count := &counter{Sink: bench{sat.New(sat.Options{})}}
		c := bits.New(count)
		x := make(bits.Word, 16)
		for k := range x {
			x[k] = count.NewVar().Pos()
		}
		constant := c.Constant(big.NewInt(factor&0xffff), 16)
		count.gates = 0
		c.Mul(x, constant)
		require.LessOrEqual(t, count.gates, adders*4*16, "factor %d", factor)
	}
}

// counter counts the variables of a circuit.
type counter struct {
	bits.Sink
	gates int
}

func (c *counter) NewVar() sat.Var {
	c.gates++
	return c.Sink.NewVar()
}
