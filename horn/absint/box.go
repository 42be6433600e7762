// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"cornet/internal/interval"
	"cornet/smtlib"
)

// box gives variables intervals; variables that it lacks are unbounded. It can
// go back to what it was.
type box struct {
	of    map[*smtlib.Term]interval.Interval
	trail []change // since the box was made
}

// change is the interval that a variable had before.
type change struct {
	v   *smtlib.Term
	old interval.Interval
}

func newBox() *box { return &box{of: map[*smtlib.Term]interval.Interval{}} }

func (b *box) set(v *smtlib.Term, x interval.Interval) {
	b.trail = append(b.trail, change{v, b.of[v]})
	b.of[v] = x
}

// takeBack undoes the changes after the first n and returns the intervals that
// the variables had until then.
func (b *box) takeBack(n int) map[*smtlib.Term]interval.Interval {
	z := map[*smtlib.Term]interval.Interval{}
	for i := len(b.trail) - 1; i >= n; i-- {
		c := b.trail[i]
		if _, ok := z[c.v]; !ok {
			z[c.v] = b.of[c.v]
		}
		b.of[c.v] = c.old
	}
	b.trail = b.trail[:n]
	return z
}

// narrowAny sets every variable to the least interval around those that all of
// cases give it; variables that a case leaves alone stay.
func (b *box) narrowAny(cases []map[*smtlib.Term]interval.Interval) {
	for v := range cases[0] { // in any order: they do not influence each other
		x := cases[0][v]
		all := true
		for _, c := range cases[1:] {
			y, ok := c[v]
			if all = ok; !all {
				break
			}
			x = x.Join(y)
		}
		if all && !x.Equal(b.of[v]) {
			b.set(v, x)
		}
	}
}
