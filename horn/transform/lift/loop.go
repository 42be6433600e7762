// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"context"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/rational"
	"cornet/logic"
)

// loop expands a loop, of which the first iteration was expanded last. The second one is expanded behind it, and what that has for
// values goes into the loop of the old system. The iterations must consist of the same clauses.
func (e *expansion) loop(ctx context.Context, r *horn.Refutation, l *horn.Loop) error {
	if l.First > l.Last || l.Entry >= l.First || l.Entry < 0 || len(l.Next) != l.Last-l.First+1 {
		return fmt.Errorf("a loop without an entry, or without values for the second iteration")
	}
	first, last, length := e.last[l.First-1]+1, e.last[l.Last], len(e.steps)
	n := len(e.last)
	for i := l.First; i <= l.Last; i++ {
		st := r.Steps[i]
		st.Values = l.Next[i-l.First]
		st.Premises = slices.Clone(st.Premises)
		for j, k := range st.Premises {
			switch {
			case k == l.Entry:
				st.Premises[j] = l.Last
			case k >= l.First:
				st.Premises[j] = k - l.First + n
			}
		}
		if err := e.step(ctx, st); err != nil {
			return err
		}
	}
	y := horn.Loop{First: first, Last: last, Entry: e.last[l.Entry], Times: l.Times}
	for i := first; i < length; i++ {
		second := i - first + length
		if second >= len(e.steps) || e.steps[i].Clause != e.steps[second].Clause {
			return fmt.Errorf("%w: iterations of a loop are made of different clauses", pass.ErrUndetermined)
		}
		y.Next = append(y.Next, e.steps[second].Values)
	}
	if len(e.steps)-length != length-first || last != length-1 {
		return fmt.Errorf("%w: iterations of a loop are made of different clauses", pass.ErrUndetermined)
	}
	if !e.uniform(e.oldFacts[y.Entry], e.oldFacts[last], e.oldFacts[len(e.oldFacts)-1]) {
		return fmt.Errorf("%w: arguments change differently in the first iterations of a loop", pass.ErrUndetermined)
	}
	e.loops = append(e.loops, y)
	ok := e.after(e.oldFacts, last, len(e.oldFacts)-1, l.Times) && e.after(e.newFacts, l.Last, len(e.newFacts)-1, l.Times)
	if !ok {
		return fmt.Errorf("%w: facts of a loop differ by what is no number", pass.ErrUndetermined)
	}
	e.steps, e.oldFacts, e.newFacts, e.last = e.steps[:length], e.oldFacts[:length], e.newFacts[:n], e.last[:n]
	return nil
}

// uniform reports whether the changes between three facts are the same.
func (e *expansion) uniform(before, first, second []*logic.Term) bool {
	for j, x := range before {
		if z, ok := horn.Iterate(e.old.Store, x, first[j], e.old.Store.IntNum(2)); !ok || z != second[j] {
			return false
		}
	}
	return len(before) == len(second)
}

// after replaces the fact that a loop derives in the first iteration by what it derives in the last one; second is its place in the second one.
func (e *expansion) after(facts [][]*logic.Term, first, second int, times *logic.Term) bool {
	s := e.old.Store
	at := s.Num(times.Num().Sub(rational.Int(1)), s.Int)
	z := make([]*logic.Term, len(facts[first]))
	for j, x := range facts[first] {
		var ok bool
		if z[j], ok = horn.Iterate(s, x, facts[second][j], at); !ok {
			return false
		}
	}
	facts[first] = z
	return true
}
