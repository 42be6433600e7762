// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"container/heap"
	"context"
	"slices"

	"cornet/smt/sat"
)

// obligation is a cube whose states lead to a bad state. The search must show that no run of at
// most level steps reaches it.
type obligation struct {
	cube   cube
	level  int
	depth  int         // number of steps to the bad state
	inputs []sat.Lit   // inputs by which each state of the cube leads to next, or is bad
	next   *obligation // nil if the states are bad
	number int
}

// queue has the obligations: low levels come first, and at equal levels the deepest.
type queue []*obligation

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	x, y := q[i], q[j]
	switch {
	case x.level != y.level:
		return x.level < y.level
	case x.depth != y.depth:
		return x.depth < y.depth
	}
	return x.number < y.number
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(*obligation)) }
func (q *queue) Pop() any {
	old := *q
	z := old[len(old)-1]
	*q = old[:len(old)-1]
	return z
}

// search is property-directed reachability over the frames.
type search struct {
	f           *frames
	open        queue
	number      int
	obligations int64
	activity    []float64 // how often lemmas have had a latch, by variable
	increment   float64
	// pause is called between obligations. A trace that it returns ends the search.
	pause func() (*trace, error)
	found *trace // the trace that pause found in the middle of a step
}

func newSearch(f *frames) *search {
	return &search{f: f, activity: make([]float64, len(f.m.graph.Nodes)), increment: 1}
}

// run returns a trace to a bad state, or the cubes that an inductive invariant excludes.
func (s *search) run(ctx context.Context) (t *trace, invariant []cube, err error) {
	f := s.f
	state, inputs, found, err := f.badState(ctx, 0)
	if found || err != nil {
		return s.begin(&obligation{cube: state, inputs: inputs}), nil, err
	}
	for {
		f.extend()
		for {
			state, inputs, found, err := f.badState(ctx, f.top())
			if err != nil {
				return nil, nil, err
			}
			if !found {
				break
			}
			t, err := s.block(ctx, &obligation{cube: state, level: f.top(), inputs: inputs})
			if t != nil || err != nil {
				return t, nil, err
			}
		}
		closed, err := s.propagate(ctx)
		if s.found != nil {
			return s.found, nil, nil
		}
		if err != nil || closed >= 0 {
			for i := closed + 1; err == nil && i < len(f.levels); i++ {
				for _, l := range f.levels[i] {
					invariant = append(invariant, l.cube)
				}
			}
			return nil, invariant, err
		}
	}
}

func (s *search) push(o *obligation) {
	s.number++
	o.number = s.number
	heap.Push(&s.open, o)
}

// block discharges an obligation, and those that it leads to.
func (s *search) block(ctx context.Context, o *obligation) (*trace, error) {
	f := s.f
	s.open = s.open[:0]
	s.push(o)
	for len(s.open) > 0 {
		if t, err := s.pause(); t != nil || err != nil {
			return t, err
		}
		if s.found != nil {
			return s.found, nil
		}
		o := heap.Pop(&s.open).(*obligation)
		s.obligations++
		if f.initial(o.cube) {
			return s.begin(o), nil
		}
		if f.blocked(o.cube, o.level) {
			if o.level < f.top() {
				o.level++
				s.push(o)
			}
			continue
		}
		reached, core, err := f.into(ctx, o.cube, o.level-1, true)
		if err != nil {
			return nil, err
		}
		if reached {
			state, inputs := f.lift()
			before := &obligation{cube: state, level: o.level - 1, depth: o.depth + 1, inputs: inputs, next: o}
			if o.level == 1 || f.initial(state) {
				return s.begin(before), nil
			}
			s.push(before)
			s.push(o)
			continue
		}
		level, err := s.exclude(ctx, s.repair(core, o.cube), o.level, 0)
		if err != nil {
			return nil, err
		}
		if level < f.top() {
			o.level = level + 1
			s.push(o)
		}
	}
	return nil, nil
}

// repair returns a part of c without initial states that contains core.
func (s *search) repair(core, c cube) cube {
	if !s.f.initial(core) {
		return core
	}
	core = append(slices.Clone(core), s.f.exclusion(c))
	slices.Sort(core)
	return core
}

// exclude generalises a cube that is inductive relative to the previous level. It makes it a lemma
// of the highest possible level, and returns that level.
func (s *search) exclude(ctx context.Context, c cube, level, depth int) (int, error) {
	c, err := s.generalise(ctx, c, level, depth)
	if err != nil {
		return 0, err
	}
	return s.learn(ctx, c, level)
}

// learn makes c a lemma of the highest level at which it is inductive.
func (s *search) learn(ctx context.Context, c cube, level int) (int, error) {
	f := s.f
	for level < f.top() {
		reached, core, err := f.into(ctx, c, level, true)
		if err != nil {
			return 0, err
		}
		if reached {
			break
		}
		c = s.repair(core, c)
		level++
	}
	s.bump(c)
	f.add(c, level)
	return level, nil
}

// bump increases the activity of a lemma's latches.
func (s *search) bump(c cube) {
	for _, l := range c {
		s.activity[l.Var()] += s.increment
	}
	if s.increment *= 1 / 0.99; s.increment > 1e100 {
		for i := range s.activity {
			s.activity[i] /= 1e100
		}
		s.increment = 1
	}
}

// propagate moves lemmas to the next level if they hold there, too. If a level then equals its
// successor, it returns the level, and otherwise -1.
func (s *search) propagate(ctx context.Context) (int, error) {
	f := s.f
	for i := 1; i < f.top(); i++ {
		lemmas := slices.Clone(f.levels[i])
		slices.SortStableFunc(lemmas, func(x, y *lemma) int { return len(x.cube) - len(y.cube) })
		for _, l := range lemmas {
			if !slices.Contains(f.levels[i], l) {
				continue
			}
			reached, core, err := f.into(ctx, l.cube, i, false)
			if err != nil {
				return 0, err
			}
			if !reached {
				f.add(s.repair(core, l.cube), i+1)
			}
			if t, err := s.pause(); t != nil || err != nil {
				s.found = t
				return -1, err
			}
		}
		if len(f.levels[i]) == 0 {
			return i, nil
		}
	}
	return -1, nil
}

// begin returns the trace of a chain of obligations whose first cube has initial states.
func (s *search) begin(o *obligation) *trace {
	z := &trace{}
	for p := o; p != nil; p = p.next {
		inputs := slices.Clone(p.inputs)
		if p == o {
			inputs = append(inputs, p.cube...)
		}
		z.inputs = append(z.inputs, inputs)
	}
	return z
}
