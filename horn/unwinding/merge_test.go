// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt/sat"
)

// TestMergeCells merges random arrays. Under the literal of an array, each cell of the result has
// that array's value.
func TestMergeCells(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		st := logic.NewStore()
		solver := NewSolver(sat.Options{})
		f, err := New(&horn.System{Store: st}, solver)
		require.NoError(t, err)
		number := func() value { return f.known(big.NewInt(r.Int64N(4))) }
		sort := st.Array(st.Int, st.Int)
		cores := []*core{{kind: constantArray, sort: sort, value: number()}, {kind: constantArray, sort: sort, value: number()}}
		var options []option[*array]
		a := &array{core: cores[0]}
		for range 1 + r.IntN(6) {
			if r.IntN(4) == 0 {
				a = &array{core: cores[r.IntN(2)]}
			}
			for range r.IntN(4) {
				a = f.store(a, f.integer(big.NewInt(r.Int64N(20)-3)), number())
			}
			options = append(options, option[*array]{&disjunction{lit: solver.NewVar().Pos()}, a})
		}
		z := f.mergeArrays(options)
		for i, o := range options {
			for k := int64(-4); k < 18; k++ {
				index := f.integer(big.NewInt(k))
				apart := f.same(f.read(z, index).word, f.read(o.what, index).word).Not()
				for j, x := range options {
					lit := x.when.lit
					if i != j {
						lit = lit.Not()
					}
					solver.Assume(0, lit)
				}
				require.Equal(t, sat.Unsat, solver.Solve(t.Context(), apart), "array %d of %d, cell %d", i, len(options), k)
			}
		}
	}
}
