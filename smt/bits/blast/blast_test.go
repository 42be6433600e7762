// SPDX-License-Identifier: Apache-2.0

package blast_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/bits/blast"
	"cornet/smt/sat"
)

// inputs makes variables for a circuit whose inputs are constants. Then all gates are constants,
// and the words of terms are values.
type inputs struct{ next sat.Var }

func (z *inputs) NewVar() sat.Var { z.next++; return z.next }

func (z *inputs) Clause(...sat.Lit) {}

// evaluate returns the value of a term for given values of its variables, by a circuit. An array is
// the number that its cells make.
func evaluate(t *testing.T, term *logic.Term, values map[*logic.Term]*big.Int) *big.Int {
	c := bits.New(&inputs{})
	b := &blast.Blaster{Circuit: c, Variable: func(v *logic.Term) (bits.Word, error) {
		w, err := blast.Width(v.Sort())
		return c.Constant(values[v], w), err
	}}
	word, err := b.Word(term)
	require.NoError(t, err)
	width, err := blast.Width(term.Sort())
	require.NoError(t, err)
	require.Len(t, word, width)
	z := new(big.Int)
	for k, lit := range word {
		value, known := c.Const(lit)
		require.True(t, known, "bit %d of %v", k, term)
		if value {
			z.SetBit(z, k, 1)
		}
	}
	return z
}

// TestOperations compares circuits with the evaluator of package logic, for all values of two
// vectors of three bits and a Boolean.
func TestOperations(t *testing.T) {
	s := logic.NewStore()
	x, y, p := s.Var("x", s.BitVec(3)), s.Var("y", s.BitVec(3)), s.Var("p", s.Bool)
	bv := func(op logic.Op) *logic.Term { return s.BV(op, x, y) }
	tests := map[string]*logic.Term{
		"x + y":       bv(logic.OpBVAdd),
		"x · y":       bv(logic.OpBVMul),
		"x / y":       bv(logic.OpBVUDiv),
		"x % y":       bv(logic.OpBVURem),
		"x & y":       bv(logic.OpBVAnd),
		"x | y":       bv(logic.OpBVOr),
		"x ^ y":       bv(logic.OpBVXor),
		"x << y":      bv(logic.OpBVShl),
		"x >> y":      bv(logic.OpBVLshr),
		"signed >>":   bv(logic.OpBVAshr),
		"signed /":    bv(logic.OpBVSDiv),
		"signed %":    bv(logic.OpBVSRem),
		"modulo":      bv(logic.OpBVSMod),
		"three":       s.BV(logic.OpBVAdd, x, y, s.BV(logic.OpBVMul, x, x, y)),
		"-x":          s.BV(logic.OpBVNeg, x),
		"~x":          s.BV(logic.OpBVNot, x),
		"x ≤ y":       s.BV(logic.OpBVUle, x, y),
		"signed ≤":    s.BV(logic.OpBVSle, x, y),
		"x = y":       s.Eq(x, y),
		"choice":      s.Ite(p, x, s.BV(logic.OpBVNot, y)),
		"connectives": s.Or(s.And(p, s.Eq(x, y)), s.Not(s.And(s.Not(p), s.BV(logic.OpBVUle, x, y)))),
		"constants":   s.And(s.Or(p, s.Eq(x, s.BVNum(big.NewInt(5), 3))), s.Not(s.Eq(y, s.BVNum(big.NewInt(0), 3)))),
		"concat":      s.BV(logic.OpConcat, x, y),
		"extract":     s.Extract(2, 1, x),
		"sign extend": s.SignExtend(2, s.BV(logic.OpBVAdd, x, y)),
		"true":        s.True(),
	}
	for name, term := range tests {
		t.Run(name, func(t *testing.T) {
			for n := range int64(128) {
				values := map[*logic.Term]*big.Int{x: big.NewInt(n & 7), y: big.NewInt(n >> 3 & 7), p: big.NewInt(n >> 6)}
				m := s.NewModel()
				m.Set(x, s.BVNum(values[x], 3))
				m.Set(y, s.BVNum(values[y], 3))
				m.Set(p, s.BoolValue(n>>6 == 1))
				want := m.Eval(term)
				got := evaluate(t, term, values)
				if term.Sort().IsBool() {
					require.Equal(t, want.IsTrue(), got.Sign() != 0, "x %v, y %v, p %v", values[x], values[y], values[p])
				} else {
					require.Zero(t, want.BV().Cmp(got), "x %v, y %v: %v instead of %v", values[x], values[y], got, want)
				}
			}
		})
	}
}

// TestArrays reads what was written: arrays of four cells of three bits, for all indices.
func TestArrays(t *testing.T) {
	s := logic.NewStore()
	sort := s.Array(s.BitVec(2), s.BitVec(3))
	a, i, j, x := s.Var("a", sort), s.Var("i", s.BitVec(2)), s.Var("j", s.BitVec(2)), s.Var("x", s.BitVec(3))
	all := s.ConstArray(sort, x)
	tests := []struct {
		name string
		term *logic.Term
		want func(cells [4]int64, i, j, x int64) int64
	}{
		{"a[i]", s.Select(a, i), func(cells [4]int64, i, j, x int64) int64 { return cells[i] }},
		{"a[i := x]", s.Store(a, i, x), func(cells [4]int64, i, j, x int64) int64 {
			cells[i] = x
			return cells[0] | cells[1]<<3 | cells[2]<<6 | cells[3]<<9
		}},
		{"a[i := x][j]", s.Select(s.Store(a, i, x), j), func(cells [4]int64, i, j, x int64) int64 {
			cells[i] = x
			return cells[j]
		}},
		{"(x …)", all, func(cells [4]int64, i, j, x int64) int64 { return x | x<<3 | x<<6 | x<<9 }},
		{"a = (x …)", s.Eq(a, all), func(cells [4]int64, i, j, x int64) int64 {
			if cells == [4]int64{x, x, x, x} {
				return 1
			}
			return 0
		}},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for n := range int64(128) {
				cells := [4]int64{r.Int64N(8), r.Int64N(8), r.Int64N(8), r.Int64N(8)}
				if n%4 == 0 {
					cells = [4]int64{n >> 4, n >> 4, n >> 4, n >> 4}
				}
				values := map[*logic.Term]*big.Int{
					i: big.NewInt(n & 3), j: big.NewInt(n >> 2 & 3), x: big.NewInt(n >> 4),
					a: big.NewInt(cells[0] | cells[1]<<3 | cells[2]<<6 | cells[3]<<9),
				}
				require.Equal(t, tt.want(cells, n&3, n>>2&3, n>>4), evaluate(t, tt.term, values).Int64())
			}
		})
	}
}

// TestWidth has sorts with and without bits.
func TestWidth(t *testing.T) {
	s := logic.NewStore()
	tests := []struct {
		sort *logic.Sort
		want int // 0 if the sort has no bits
	}{
		{s.Bool, 1},
		{s.BitVec(17), 17},
		{s.Array(s.BitVec(3), s.Bool), 8},
		{s.Array(s.BitVec(2), s.Array(s.BitVec(1), s.BitVec(5))), 40},
		{s.Array(s.BitVec(16), s.Bool), 1 << 16},
		{s.Array(s.BitVec(16), s.BitVec(2)), 0},
		{s.Array(s.BitVec(17), s.Bool), 0},
		{s.Array(s.Int, s.Bool), 0},
		{s.Array(s.BitVec(2), s.Int), 0},
		{s.Int, 0},
	}
	for _, tt := range tests {
		t.Run(tt.sort.String(), func(t *testing.T) {
			got, err := blast.Width(tt.sort)
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.want == 0, errors.Is(err, errors.ErrUnsupported))
		})
	}
}

// TestRefused has terms without a circuit, and work that is stopped.
func TestRefused(t *testing.T) {
	s := logic.NewStore()
	x, n := s.Var("x", s.BitVec(3)), s.Var("n", s.Int)
	variable := func(v *logic.Term) (bits.Word, error) { return make(bits.Word, v.Sort().Width()), nil }
	b := &blast.Blaster{Circuit: bits.New(&inputs{}), Variable: variable}
	for _, term := range []*logic.Term{n, s.Le(n, s.IntNum(3)), s.Eq(s.BVToInt(x), s.IntNum(3))} {
		_, err := b.Literal(term)
		require.ErrorIs(t, err, errors.ErrUnsupported, "%v", term)
	}
	enough := errors.New("enough")
	b.Stop = func() error { return enough }
	_, err := b.Word(s.BV(logic.OpBVNot, x))
	require.ErrorIs(t, err, enough)
}
