// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestOverflowPredicates compares the predicates on all bit-vectors of up to four bits with
// arithmetic on integers.
func TestOverflowPredicates(t *testing.T) {
	store := logic.NewStore()
	scope := NewScope(store)
	for w := 1; w <= 4; w++ {
		lo, hi := -(1 << (w - 1)), 1<<(w-1)-1
		outside := func(n int) bool { return n < lo || n > hi }
		for x := range 1 << w {
			for y := range 1 << w {
				sx, sy := x, y
				if x > hi {
					sx -= 1 << w
				}
				if y > hi {
					sy -= 1 << w
				}
				for name, want := range map[string]bool{
					"bvuaddo": x+y >= 1<<w, "bvsaddo": outside(sx + sy),
					"bvusubo": x < y, "bvssubo": outside(sx - sy),
					"bvumulo": x*y >= 1<<w, "bvsmulo": outside(sx * sy),
					"bvsdivo":       sy == -1 && outside(-sx),
					"bvumul_noovfl": x*y < 1<<w, "bvsmul_noovfl": sx*sy <= hi, "bvsmul_noudfl": sx*sy >= lo,
				} {
					text := fmt.Sprintf("(%s (_ bv%d %d) (_ bv%d %d))", name, x, w, y, w)
					z, err := scope.ReadTerm(text)
					require.NoError(t, err)
					require.Equal(t, fmt.Sprint(want), store.Simplify(z).String(), text)
				}
				for text, want := range map[string]string{
					fmt.Sprintf("(bvnego (_ bv%d %d))", x, w): fmt.Sprint(outside(-sx)),
					fmt.Sprintf("(= (ext_rotate_left (_ bv%d %d) (_ bv%d %d)) ((_ rotate_left %d) (_ bv%d %d)))", x, w, y, w, y, x, w):   "true",
					fmt.Sprintf("(= (ext_rotate_right (_ bv%d %d) (_ bv%d %d)) ((_ rotate_right %d) (_ bv%d %d)))", x, w, y, w, y, x, w): "true",
					fmt.Sprintf("(= (sbv_to_int (_ bv%d %d)) %d)", x, w, x):                                                              fmt.Sprint(sx >= 0),
					fmt.Sprintf("(= ((_ int_to_bv %d) %d) (_ bv%d %d))", w, x+1<<w, x, w):                                                fmt.Sprint((x+1<<w)%(1<<w) == x),
				} {
					z, err := scope.ReadTerm(text)
					require.NoError(t, err)
					require.Equal(t, want, store.Simplify(z).String(), text)
				}
			}
		}
	}
}
