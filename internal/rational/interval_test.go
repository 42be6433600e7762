// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const reach = 7

// intervals returns all nonempty intervals whose ends are within reach or infinite.
func intervals() []Interval {
	z := []Interval{{}}
	for lo := int64(-reach); lo <= reach; lo++ {
		z = append(z, AtLeast(Int(lo)), AtMost(Int(lo)))
		for hi := lo; hi <= reach; hi++ {
			z = append(z, Between(Int(lo), Int(hi)))
		}
	}
	return z
}

// members returns integers of v: all of a bounded interval, and otherwise those up to slightly
// beyond reach.
func members(v Interval) []int64 {
	var z []int64
	for x := int64(-3 * reach); x <= 3*reach; x++ {
		if v.Has(Int(x)) {
			z = append(z, x)
		}
	}
	return z
}

// TestOperations compares operations on intervals with operations on members. No result may be
// missing. For bounded operands, sums, products and quotients are the least intervals.
func TestOperations(t *testing.T) {
	euclid := func(x, y int64) (q, r int64) {
		if r = x % y; r < 0 {
			r += max(y, -y)
		}
		return (x - r) / y, r
	}
	for _, op := range []struct {
		name  string
		apply func(v, w Interval) Interval
		point func(x, y int64) int64
		least bool
		open  func(y int64) bool
	}{
		{"add", Interval.Add, func(x, y int64) int64 { return x + y }, true, nil},
		{"mul", Interval.Mul, func(x, y int64) int64 { return x * y }, true, nil},
		{"div", Interval.IntDiv, func(x, y int64) int64 { q, _ := euclid(x, y); return q }, true, func(y int64) bool { return y == 0 }},
		{"mod", Interval.Mod, func(x, y int64) int64 { _, r := euclid(x, y); return r }, false, func(y int64) bool { return y == 0 }},
		{"square", func(v, w Interval) Interval { return v.Power(2) }, func(x, y int64) int64 { return x * x }, false, nil},
		{"abs", func(v, w Interval) Interval { return v.Abs() }, func(x, y int64) int64 { return max(x, -x) }, true, nil},
		{"cube", func(v, w Interval) Interval { return v.Power(3) }, func(x, y int64) int64 { return x * x * x }, true, nil},
	} {
		t.Run(op.name, func(t *testing.T) {
			for _, v := range intervals() {
				for _, w := range intervals() {
					z := op.apply(v, w)
					var found Interval
					some, open := false, false
					for _, x := range members(v) {
						for _, y := range members(w) {
							if op.open != nil && op.open(y) {
								open = true
								continue
							}
							p := Point(Int(op.point(x, y)))
							if !p.In(z) {
								t.Fatalf("%v and %v give %v, which lacks that of %d and %d", v, w, z, x, y)
							}
							if !some {
								found, some = p, true
							}
							found = found.Join(p)
						}
					}
					if op.least && some && !open && v.IsBounded() && w.IsBounded() {
						require.True(t, z.Equal(found), "%v and %v give %v, not %v", v, w, z, found)
					}
				}
			}
		})
	}
}

func TestWiden(t *testing.T) {
	num := Int
	at := []Rat{num(-10), num(0), num(10)}
	for _, x := range []struct{ old, new, want Interval }{
		{Between(num(0), num(1)), Between(num(0), num(2)), Between(num(0), num(10))},
		{Between(num(0), num(1)), Between(num(0), num(10)), Between(num(0), num(10))},
		{Between(num(0), num(1)), Between(num(0), num(11)), AtLeast(num(0))},
		{Between(num(0), num(1)), Between(num(-3), num(1)), Between(num(-10), num(1))},
		{Between(num(0), num(1)), Between(num(-30), num(1)), AtMost(num(1))},
		{Between(num(0), num(1)), Between(num(0), num(1)), Between(num(0), num(1))},
	} {
		require.True(t, x.old.Widen(x.new, at).Equal(x.want), "%v %v", x.old, x.new)
	}
}
