// SPDX-License-Identifier: Apache-2.0

package poly

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// Var returns the variable i.
func (r Ring) Var(i int) Poly { return Poly{Var(i): 1} }

// Sub returns p - q.
func (r Ring) Sub(p, q Poly) Poly { return r.plus(p, q, ^uint64(0)) }

// eval returns the value of p at a point.
func eval(r Ring, p Poly, at []uint64) uint64 {
	z := uint64(0)
	for m, c := range p {
		for _, i := range m.Vars() {
			c *= at[i]
		}
		z += c
	}
	return z & r.mask
}

func random(r Ring, rnd *rand.Rand) Poly {
	z := Poly{}
	for range 1 + rnd.Intn(5) {
		m := Mono("")
		for range rnd.Intn(4) {
			m = m.Times(Var(rnd.Intn(3)))
		}
		r.add(z, Poly{m: 1}, rnd.Uint64()>>rnd.Intn(64), "")
	}
	return z
}

// Arithmetic of polynomials agrees with arithmetic of their values.
func TestArithmetic(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for range 3000 {
		r := NewRing(1 + rnd.Intn(64))
		p, q := random(r, rnd), random(r, rnd)
		at := []uint64{rnd.Uint64(), rnd.Uint64(), rnd.Uint64()}
		x, y := eval(r, p, at), eval(r, q, at)
		require.Equal(t, (x+y)&r.mask, eval(r, r.Add(p, q), at))
		require.Equal(t, (x-y)&r.mask, eval(r, r.Sub(p, q), at))
		m := Var(rnd.Intn(3)).Times(Var(rnd.Intn(3)))
		require.Equal(t, x*eval(r, Poly{m: 1}, at)&r.mask, eval(r, r.Times(p, m), at))
		require.Equal(t, x*y&r.mask, eval(r, r.Mul(p, q), at))
		z, ok := r.Substitute(p, 1, q, 1000)
		require.True(t, ok)
		require.Equal(t, eval(r, p, []uint64{at[0], y, at[2]}), eval(r, z, at))
		if i, value, ok := r.Solve(p); ok { // p is a multiple of the variable less its value
			at[i] = eval(r, value, at)
			require.Zero(t, eval(r, p, at))
			for m := range value {
				require.NotContains(t, m.Vars(), i)
			}
		}
	}
}

// Each polynomial of a module combines the added ones. It vanishes where all of those vanish, and
// sums of multiples of added ones are recognised.
func TestModule(t *testing.T) {
	rnd := rand.New(rand.NewSource(2))
	found := 0
	for range 3000 {
		r := NewRing(1 + rnd.Intn(6))
		at := []uint64{rnd.Uint64(), rnd.Uint64(), rnd.Uint64()}
		z := NewModule(r)
		var gens []Poly
		for range 1 + rnd.Intn(4) {
			p := random(r, rnd)
			p = r.Sub(p, r.Const(eval(r, p, at))) // p vanishes at this point
			gens = append(gens, p)
			z.Add(p, new(big.Int))
			require.True(t, has(z, p))
		}
		p := random(r, rnd)
		if has(z, p) {
			found++
			require.Zero(t, eval(r, p, at))
		}
		rest, _ := z.Reduce(p)
		require.Equal(t, eval(r, p, at), eval(r, rest, at))
		sum := Poly{}
		for _, g := range gens {
			r.add(sum, g, rnd.Uint64(), "")
		}
		require.True(t, has(z, sum))
	}
	require.NotZero(t, found)
}

func TestRelations(t *testing.T) {
	r := NewRing(32)
	for _, c := range []struct {
		name string
		at   func(i, j int64) map[int]int64
		want Poly
	}{
		{"square", func(i, _ int64) map[int]int64 { return map[int]int64{0: i, 1: i * i} }, r.Sub(Poly{Var(0) + Var(0): 1}, r.Var(1))},
		{"sum", func(i, _ int64) map[int]int64 { return map[int]int64{0: i, 1: i * (i - 1) / 2} },
			r.Sub(Poly{Var(0) + Var(0): 1}, r.Add(r.Var(0), r.Scale(r.Var(1), 2)))},
		{"product", func(i, j int64) map[int]int64 { return map[int]int64{0: i, 1: j, 2: i*j + 3} },
			r.Sub(Poly{Var(0) + Var(1): 1}, r.Sub(r.Var(2), r.Const(3)))},
	} {
		t.Run(c.name, func(t *testing.T) {
			var points []map[int]int64
			for i := int64(-5); i < 6; i++ {
				for j := int64(0); j < 5; j++ {
					points = append(points, c.at(i, j))
				}
			}
			z := NewModule(r)
			for _, relation := range Relations(Monos([]int{0, 1, 2}, 2), points) {
				p := Poly{}
				for m, c := range relation {
					p[m] = uint64(c) & r.mask
				}
				z.Add(p, new(big.Int))
			}
			require.True(t, has(z, c.want))
			require.False(t, has(z, r.Const(1)))
		})
	}
}

func has(z *Module, p Poly) bool {
	rest, _ := z.Reduce(p)
	return len(rest) == 0
}
