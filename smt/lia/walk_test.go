// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
)

// walk drives one solver through random pushes, assertions, searches and jumps back, and compares
// every verdict with that of a new solver.
func walk(t testing.TB, rng *rand.Rand, s *smttest.LinearSystem, steps int) {
	opts := Options{MaxDepth: 30, CubePeriod: 1 + rng.IntN(4)}
	in := load(t, s, opts)
	asserted := [][]int{nil} // by level
	for range steps {
		i := rng.IntN(len(s.Atoms))
		if rng.IntN(2) == 0 {
			in.solver.Push()
			asserted = append(asserted, nil)
		}
		level := in.solver.Level()
		outcome := Infeasible
		if c := in.assert(i); c == nil {
			asserted[level] = append(asserted[level], i)
			outcome, _ = in.search(context.Background())
		}

		fresh := load(t, s, opts)
		want := Infeasible
		conflict := false
		for _, atoms := range append(asserted, []int{i}) {
			for _, j := range atoms {
				conflict = conflict || fresh.assert(j) != nil
			}
		}
		if !conflict {
			want, _ = fresh.search(context.Background())
		}
		if outcome != Unknown && want != Unknown {
			require.Equal(t, want, outcome, "%v: atoms %v, then %d", s, asserted, i)
		}

		switch {
		case outcome == Feasible:
			in.solver.Backtrack(level) // undoes the branchings
			require.Empty(t, in.solver.branched)
		case level == 0:
			return
		default:
			back := rng.IntN(level)
			in.solver.Backtrack(back)
			asserted = asserted[:back+1]
		}
	}
}

func TestWalk(t *testing.T) {
	for seed := range uint64(4 * len(shapes)) {
		rng := rand.New(rand.NewPCG(seed, 9))
		shape := shapes[int(seed)%len(shapes)]
		shape.Atoms *= 3
		shape.Coeff = min(shape.Coeff, 30) // keep the searches here short
		shape.Right = min(shape.Right, 60)
		s := smttest.RandomLinear(rng, shape)
		if seed%2 == 0 {
			s = mixed(s)
		}
		walk(t, rng, s, 40)
	}
}

// FuzzWalk lets the fuzzer choose the system and the sequence.
func FuzzWalk(f *testing.F) {
	for i := range shapes {
		f.Add(uint64(i), uint8(i), uint8(20))
	}
	f.Fuzz(func(t *testing.T, seed uint64, shape, steps uint8) {
		rng := rand.New(rand.NewPCG(seed, uint64(shape)))
		sh := shapes[int(shape)%len(shapes)]
		sh.Coeff, sh.Right = min(sh.Coeff, 12), min(sh.Right, 40)
		s := smttest.RandomLinear(rng, sh)
		if seed%2 == 0 {
			s = mixed(s)
		}
		walk(t, rng, s, int(steps%32))
	})
}

// FuzzEquations lets the fuzzer choose a system of equations. Either a solution is planted, or its
// certificate is checked.
func FuzzEquations(f *testing.F) {
	f.Add(uint64(1), uint8(3), uint8(2), int64(7), false)
	f.Add(uint64(2), uint8(5), uint8(5), int64(100), true)
	f.Add(uint64(3), uint8(4), uint8(4), int64(1<<40), true)
	f.Fuzz(func(t *testing.T, seed uint64, vars, atoms uint8, coeff int64, planted bool) {
		coeff = min(max(coeff, 1), 1<<60)
		rng := rand.New(rand.NewPCG(seed, 5))
		shape := smttest.LinearShape{Vars: 1 + int(vars%8), Atoms: 1 + int(atoms%8), Length: 8, Coeff: coeff, Right: coeff, Relations: "="}
		s := smttest.RandomLinear(rng, shape)
		if planted {
			plant(rng, s)
		}
		in := load(t, s, Options{MaxDepth: 3})
		for i := range s.Atoms {
			if in.assert(i) != nil {
				require.False(t, planted, "%v", s)
				return
			}
		}
		outcome, _ := in.search(context.Background())
		if planted {
			require.Equal(t, Feasible, outcome, "%v: equations alone need no branching", s)
		} else {
			require.NotEqual(t, Unknown, outcome, "%v: equations alone need no branching", s)
		}
	})
}
