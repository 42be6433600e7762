// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"context"
	"fmt"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// maxIterations limits the iterations of a loop that are expanded one by one to find how the loop
// repeats in the old system.
const maxIterations = 24

// loop expands a loop whose first iteration was expanded last.
//
// One iteration in the new system may be several in the old one. Arguments that a pass has removed
// may become regular only after some iterations, or may change with a period. For example, z is 0,
// 2, 1, 0, 2, … by (ite (= (mod x 3) 0) (+ z 2) (- z 1)) while x counts. So iterations are expanded
// one after the other, until the last 2p of them are twice the same clauses with numbers that
// change. Then p iterations are one iteration of the old loop. The remaining iterations follow the
// loop.
func (e *expansion) loop(ctx context.Context, r *horn.Refutation, l *horn.Loop) error {
	if l.First > l.Last || l.Entry >= l.First || l.Entry < 0 || len(l.Next) != l.Last-l.First+1 {
		return fmt.Errorf("a loop without an entry, or without values for the second iteration")
	}
	x := &iterations{expansion: e, from: r, Loop: l, given: len(e.last), ends: []int{e.last[l.First-1] + 1, len(e.steps)}}
	if e.last[l.Last] != len(e.steps)-1 {
		return fmt.Errorf("%w: a loop does not end with the fact that it derives", pass.ErrUndetermined)
	}
	for x.made() < maxIterations {
		if err := x.next(ctx, rational.Int(int64(x.made()))); err != nil {
			return err
		}
		for p := 1; 2*p <= x.made(); p++ {
			if y := x.repeated(p); y != nil && x.repeats(ctx, y) {
				return x.close(ctx, y, p)
			}
		}
	}
	return fmt.Errorf("%w: the first %d iterations of a loop do not repeat themselves", pass.ErrUndetermined, maxIterations)
}

// iterations has the first iterations of a loop of the new system, in expanded form.
type iterations struct {
	*expansion
	*horn.Loop
	from  *horn.Refutation
	given int // given steps before the end of the first iteration
	// ends of the iterations among the old steps; the first entry is the end of the steps before
	// the loop
	ends []int
}

func (x *iterations) made() int { return len(x.ends) - 1 }

// next expands iteration k after the expanded ones.
func (x *iterations) next(ctx context.Context, k rational.Rat) error {
	s, n := x.old.Store, len(x.last)
	before := x.Last
	if n > x.given {
		before = n - 1
	}
	for i := x.First; i <= x.Last; i++ {
		given := x.from.Steps[i]
		st := horn.Step{Clause: given.Clause, Values: map[*logic.Term]*logic.Term{}}
		for _, v := range varsOf(x.newVars, x.new, given.Clause) {
			t, second := given.Values[v], x.Loop.Next[i-x.First][v]
			if t == nil || second == nil {
				continue
			}
			value, ok := horn.Iterate(s, t, second, s.Num(k, s.Int))
			if !ok {
				return fmt.Errorf("%w: values of a loop do not differ by a number", pass.ErrUndetermined)
			}
			st.Values[v] = value
		}
		for _, premise := range given.Premises {
			switch {
			case premise == x.Entry:
				premise = before
			case premise >= x.First:
				premise += n - x.First
			}
			st.Premises = append(st.Premises, premise)
		}
		if err := x.step(ctx, st); err != nil {
			return err
		}
	}
	x.ends = append(x.ends, len(x.steps))
	return nil
}

// repeated returns a loop that takes the last 2p iterations as two: p iterations make one iteration
// of the loop. It returns nil if the two do not consist of the same clauses. It also returns nil if
// the facts at the beginnings and ends of the two do not change by the same numbers.
func (x *iterations) repeated(p int) *horn.Loop {
	n := x.made()
	first, middle, end := x.ends[n-2*p], x.ends[n-p], x.ends[n]
	if end-middle != middle-first {
		return nil
	}
	y := &horn.Loop{First: first, Last: middle - 1, Entry: first - 1}
	if n == 2*p {
		y.Entry = x.last[x.Entry]
	}
	for i := first; i < middle; i++ {
		second := x.steps[i+middle-first]
		if x.steps[i].Clause != second.Clause {
			return nil
		}
		y.Next = append(y.Next, second.Values)
	}
	if !x.uniform(x.oldFacts[y.Entry], x.oldFacts[middle-1], x.oldFacts[end-1]) {
		return nil
	}
	lead := rational.Int(int64(n - 2*p))
	blocks := x.Times.Num().Sub(lead).Div(rational.Int(int64(p))).Floor()
	if blocks.Less(rational.Int(2)) {
		return nil
	}
	y.Times = x.old.Store.Num(blocks, x.old.Store.Int)
	return y
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

// repeats reports whether nothing contradicts the loop: no solver finds a step and an iteration for
// which the step is not an instance of its clause.
func (x *iterations) repeats(ctx context.Context, y *horn.Loop) bool {
	s := x.old.Store
	var first, second []*logic.Term // values and facts of all steps
	length := y.Last - y.First + 1
	for i := y.First; i <= y.Last; i++ {
		for v, t := range x.steps[i].Values {
			first, second = append(first, t), append(second, y.Next[i-y.First][v])
		}
		first, second = append(first, x.oldFacts[i]...), append(second, x.oldFacts[i+length]...)
	}
	k, within, ok := horn.Counter(s, y.Times, first, second)
	if !ok {
		return false
	}
	var fails []*logic.Term
	at := func(a, b *logic.Term) *logic.Term {
		t, iterates := horn.Iterate(s, a, b, k)
		if !iterates {
			ok = false
			return a
		}
		return t
	}
	for i := y.First; i <= y.Last; i++ {
		c := x.old.Clauses[x.steps[i].Clause]
		vars := varsOf(x.oldVars, x.old, x.steps[i].Clause)
		values := make([]*logic.Term, len(vars))
		for j, v := range vars {
			values[j] = at(x.steps[i].Values[v], y.Next[i-y.First][v])
		}
		instance := []*logic.Term{c.Constraint}
		for n, premise := range x.steps[i].Premises {
			for j, t := range x.oldFacts[premise] {
				switch {
				case premise >= y.First:
					t = at(t, x.oldFacts[premise+length][j])
				case premise == y.Entry:
					t = at(t, x.oldFacts[y.Last][j])
				}
				instance = append(instance, s.Eq(c.Body[n].Args[j], t))
			}
		}
		for j, t := range x.oldFacts[i] {
			instance = append(instance, s.Eq(c.Head.Args[j], at(t, x.oldFacts[i+length][j])))
		}
		fails = append(fails, s.Not(s.Substitute(s.And(instance...), vars, values)))
	}
	if !ok {
		return false
	}
	solver := x.env.NewSolver(s, x.env.Solver.Ticks)
	if solver == nil {
		return true
	}
	defer solver.Close()
	status, err := solver.Check(ctx, within, s.Or(fails...))
	return err != nil || status != smt.Sat
}

// close replaces the last 2p iterations by the loop y and the remaining iterations.
func (x *iterations) close(ctx context.Context, y *horn.Loop, p int) error {
	s, n := x.old.Store, x.made()
	one := rational.Int(1)
	at := s.Num(y.Times.Num().Sub(one), s.Int)
	after := make([]*logic.Term, len(x.oldFacts[y.Last]))
	for j, t := range x.oldFacts[y.Last] {
		var ok bool
		if after[j], ok = horn.Iterate(s, t, x.oldFacts[x.ends[n]-1][j], at); !ok {
			return fmt.Errorf("%w: facts of a loop do not differ by a number", pass.ErrUndetermined)
		}
	}
	x.steps, x.oldFacts = x.steps[:y.Last+1], x.oldFacts[:y.Last+1]
	x.oldFacts[y.Last] = after
	x.loops = append(x.loops, *y)

	// The expanded steps of iterations are dropped, except those of the newest one.
	length := x.Last - x.First + 1
	newest := len(x.last)
	x.last[newest-1] = y.Last
	k := rational.Int(int64(n - 2*p)).Add(rational.Int(int64(p)).Mul(y.Times.Num()))
	facts, err := x.derived(k.Sub(one))
	if err != nil {
		return err
	}
	x.newFacts[newest-1] = facts
	for ; k.Less(x.Times.Num()); k = k.Add(one) {
		if err := x.next(ctx, k); err != nil {
			return err
		}
	}
	newest = len(x.last)
	copy(x.last[x.First:], x.last[newest-length:])
	copy(x.newFacts[x.First:], x.newFacts[newest-length:])
	x.last, x.newFacts = x.last[:x.given], x.newFacts[:x.given]
	return nil
}

// derived returns the arguments of the fact of the given loop in iteration k.
func (x *iterations) derived(k rational.Rat) ([]*logic.Term, error) {
	s := x.old.Store
	first, second := x.newFacts[x.Last], x.newFacts[x.given+x.Last-x.First]
	z := make([]*logic.Term, len(first))
	for j, t := range first {
		var ok bool
		if z[j], ok = horn.Iterate(s, t, second[j], s.Num(k, s.Int)); !ok {
			return nil, fmt.Errorf("%w: facts of a loop do not differ by a number", pass.ErrUndetermined)
		}
	}
	return z, nil
}
