// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/logic"
)

// A lookup in a table yields the element that the interpreter reads, at every index. This holds for
// both forms of lookup, the tree of comparisons and the element of the whole array, over integers
// and over vectors. If the index is known to be in an interval, it holds there.
func TestLookup(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 0))
		elem := exprTypes[rng.IntN(len(exprTypes))]
		index := scalar.Type{Kind: scalar.Pointer, Width: 64}
		var entries []scalar.Constant
		for range rng.IntN(25) {
			entries = append(entries, scalar.Constant{Index: big.NewInt(int64(rng.IntN(40))), Value: elem.Wrap(big.NewInt(int64(rng.IntN(3))))})
		}
		table := scalar.NewTable(scalar.ArrayOf(elem), index, elem.Wrap(big.NewInt(int64(rng.IntN(2)))), entries)
		for _, vectors := range []bool{false, true} {
			s := logic.NewStore()
			m := New(s, &scalar.Program{Model: cfg.LP64}, Options{Vectors: vectors})
			at := s.Var("at", m.Sort(index))
			found, whole := m.lookup(table.Constants, at, rational.Interval{}, elem), s.Select(m.table(table), at)
			lo := rng.Int64N(42)
			hi := lo + rng.Int64N(42-lo)
			part := m.lookup(table.Constants, at, span(lo, hi), elem)
			require.LessOrEqual(t, logic.Size(part), logic.Size(found))
			for k := range int64(42) {
				model := s.NewModel()
				model.Set(at, m.num(rat(big.NewInt(k)), index))
				want := table.Constants.Get(big.NewInt(k))
				require.Equal(t, want.String(), Number(model.Eval(found), elem.Signed).String(), "seed %d: %v at %d", seed, table, k)
				require.Equal(t, model.Eval(whole), model.Eval(found))
				require.Equal(t, model.Eval(found), m.lookup(table.Constants, m.num(rat(big.NewInt(k)), index), rational.Interval{}, elem))
				if lo <= k && k <= hi {
					require.Equal(t, model.Eval(found), model.Eval(part))
				}
			}
		}
	}
}
