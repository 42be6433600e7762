// SPDX-License-Identifier: Apache-2.0

package rational

import "testing"

func BenchmarkRat(b *testing.B) {
	big, _ := Parse(huge)
	twoTo200, _ := Parse("1606938044258990275541962092341162602522202993782792835301376")
	for _, bench := range []struct {
		name string
		x, y Rat
	}{
		{"integers", Int(123456), Int(-789)},
		{"fractions", New(123456, 7919), New(-789, 7907)},
		{"big", big, big.Inv()},
		{"big integers", twoTo200, Int(-7)},
	} {
		var z Rat
		b.Run("add/"+bench.name, func(b *testing.B) {
			for b.Loop() {
				z = bench.x.Add(bench.y)
			}
		})
		b.Run("addmul/"+bench.name, func(b *testing.B) {
			for b.Loop() {
				z = bench.x.AddMul(bench.y, bench.x)
			}
		})
		b.Run("div/"+bench.name, func(b *testing.B) {
			for b.Loop() {
				z = bench.x.Div(bench.y)
			}
		})
		b.Run("less/"+bench.name, func(b *testing.B) {
			for b.Loop() {
				if bench.x.Less(bench.y) {
					z = bench.x
				}
			}
		})
		_ = z
	}
}
