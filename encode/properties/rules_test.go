// SPDX-License-Identifier: Apache-2.0

package properties

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// For all operations on numbers of three bits, whose operands are variables or constants, the
// conditions hold exactly where C defines the operation: where the result of plain arithmetic fits
// the type.
func TestRules(t *testing.T) {
	for _, signed := range []bool{true, false} {
		of := &cfg.Type{Kind: cfg.Int, Width: 3, Signed: signed, Size: 1, Align: 1}
		lo, hi := of.Range()
		x, y := &cfg.Var{Name: "x", Type: of}, &cfg.Var{Name: "y", Type: of}
		for a := lo.Int64(); a <= hi.Int64(); a++ {
			for b := lo.Int64(); b <= hi.Int64(); b++ {
				value := func(v *cfg.Var) *big.Int { return big.NewInt(map[*cfg.Var]int64{x: a, y: b}[v]) }
				operands := func(v *cfg.Var, n int64) []cfg.Expr {
					return []cfg.Expr{cfg.Load{From: cfg.VarPlace{Var: v}}, cfg.Const{Value: big.NewInt(n), Of: of}}
				}
				for _, l := range operands(x, a) {
					for _, r := range operands(y, b) {
						for op, want := range map[cfg.BinaryOp]bool{
							cfg.Add: in(a+b, lo, hi), cfg.Sub: in(a-b, lo, hi), cfg.Mul: in(a*b, lo, hi),
							cfg.Shr: b >= 0 && b < 3,
							cfg.Shl: b >= 0 && b < 3 && (!signed || a >= 0 && in(a<<b, lo, hi)),
						} {
							z := cfg.Binary{Operator: op, X: l, Y: r, Of: of}
							cond := fits(z)
							if op == cfg.Shl || op == cfg.Shr {
								cond = shifts(z)
							}
							got, known := cfg.Fold(cond, value)
							require.True(t, known, "%d %v %d", a, op, b)
							require.Equal(t, want, got.Sign() != 0, "%d %v %d: %s", a, op, b, cfg.FormatExpr(cond))
						}
					}
				}
			}
		}
	}
}

func in(z int64, lo, hi *big.Int) bool { return z >= lo.Int64() && z <= hi.Int64() }

// The table has no gaps: each kind has a name, a message and a place in a group.
func TestTable(t *testing.T) {
	for _, k := range Table {
		require.NotEmpty(t, k.Message, k.Error)
		require.NotEmpty(t, k.Group, k.Error)
		s, err := Parse(k.Error.String())
		require.NoError(t, err)
		require.Equal(t, Set(0).With(k.Error), s)
	}
	all, err := Parse("all")
	require.NoError(t, err)
	require.False(t, all.Has(cfg.LossyConversion))
	overflow, err := Parse("overflow")
	require.NoError(t, err)
	property, err := Parse("no-overflow")
	require.NoError(t, err)
	require.Equal(t, property, overflow)
	require.Equal(t, []string{"no-overflow"}, overflow.Names())
	_, err = Parse("liveness")
	require.ErrorContains(t, err, `"liveness" is no property`)
	require.Equal(t, "CHECK( init(f()), LTL(F end) )", Formula(Termination, "f"))
}

// TestAll checks that "all" has each kind that C forbids. Of the other kinds, it has only lost
// memory.
func TestAll(t *testing.T) {
	all, err := Parse("all")
	require.NoError(t, err)
	for _, k := range Table {
		forbidden := k.Clause != "" && !k.Defined
		require.Equal(t, forbidden || Reachability.Has(k.Error) || k.Error == cfg.LostMemory, all.Has(k.Error), "%v", k.Error)
	}
}
