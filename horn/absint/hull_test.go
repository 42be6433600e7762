// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/logic"
)

func TestHull(t *testing.T) {
	for _, test := range []struct {
		name     string
		real     bool
		points   [][]int64
		want     string
		in, outs [][]int64
	}{
		{"empty", false, nil, "false", nil, [][]int64{{0, 0}}},
		{"point", false, [][]int64{{3, 4}}, "(and (= x 3) (= y 4))", [][]int64{{3, 4}}, [][]int64{{3, 5}}},
		{"line", false, [][]int64{{0, 1}, {1, 3}}, "(= y (+ (* 2 x) 1))", [][]int64{{-5, -9}}, [][]int64{{2, 4}}},
		{"steps of two", false, [][]int64{{0, 0}, {4, 0}, {6, 0}}, "(and (= (mod x 2) 0) (= y 0))", [][]int64{{-2, 0}}, [][]int64{{1, 0}, {2, 1}}},
		{"steps of two, real", true, [][]int64{{0, 0}, {4, 0}, {6, 0}}, "(= y 0.0)", [][]int64{{1, 0}}, [][]int64{{2, 1}}},
		{"parity of the sum", false, [][]int64{{0, 0}, {1, 1}, {1, -1}}, "(= (mod (+ x y) 2) 0)", [][]int64{{3, 7}}, [][]int64{{0, 1}}},
		{"all", false, [][]int64{{0, 0}, {3, 1}, {5, 2}}, "true", [][]int64{{9, -2}}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := logic.NewStore()
			h, sort := Hull{integral: !test.real}, s.Int
			if test.real {
				sort = s.Real
			}
			for _, p := range test.points {
				h.add([]rational.Rat{rational.Int(p[0]), rational.Int(p[1])})
			}
			x, y := s.Var("x", sort), s.Var("y", sort)
			f, all := h.formula(s, []*logic.Term{x, y})
			require.True(t, all)
			require.Equal(t, test.want, fmt.Sprint(f))
			holds := func(p []int64) bool {
				m := s.NewModel()
				m.Set(x, s.Num(rational.Int(p[0]), sort))
				m.Set(y, s.Num(rational.Int(p[1]), sort))
				return m.Holds(f)
			}
			for _, p := range append(test.in, test.points...) {
				require.True(t, holds(p), p)
			}
			for _, p := range test.outs {
				require.False(t, holds(p), p)
			}
		})
	}
}
