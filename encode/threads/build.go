// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"fmt"
	"strings"

	"cornet/encode/cfg"
	"cornet/internal/scc"
)

// A builder collects the instances of a program.
type builder struct {
	s    *summary
	opts Options
	main *cfg.Function // main function of the product

	nextVar   int
	instances []*instance
	known     map[instanceKey]*instance
	queue     []*unwinder
	cut       string // see Product.Cut

	// by key of a place of type pthread_t: the instances whose identity it holds
	holders   map[string][]*instance
	addresses *addresses
	mutexes   map[string]*mutex
	classes   []*class
	company   []bool   // see accompanied
	made      *cfg.Var // the largest identity of a thread so far; nil if there are no classes
	counters  []*cfg.Var
	guards    guards // see movers.go
	held      map[*point]map[*mutex]bool
	locks     []*mutex // in order of first use
	notes     []cfg.Note
	ghosts    map[*cfg.Var]bool
	slots     map[*step]*cfg.Var    // in the order of the text
	slotted   []*cfg.Var            // in the order of the text
	raced     map[[2]*point][]*step // see races
	stuck     *point                // of main: the point after a deadlock
}

// An instanceKey identifies an instance by its creation: the count-th execution of site in parent
// starts fn.
type instanceKey struct {
	parent int
	at     creation
	count  int
	fn     *cfg.Function
}

// build unwinds all instances of p.
func build(p *cfg.Program, opts Options) (*builder, error) {
	if p.Main == nil {
		return nil, fmt.Errorf("the program has no main function")
	}
	first := summarise(p, opts)
	split := first.split()
	b := &builder{
		s: summarise(split, opts), opts: opts, main: &cfg.Function{Name: p.Main.Name, Pos: p.Main.Pos},
		nextVar: split.NextID(), known: map[instanceKey]*instance{},
		holders: map[string][]*instance{}, mutexes: map[string]*mutex{},
		ghosts: map[*cfg.Var]bool{}, slots: map[*step]*cfg.Var{}, raced: map[[2]*point][]*step{},
	}
	b.instance(nil, creation{}, 0, split.Main)
	for len(b.queue) > 0 {
		u := b.queue[0]
		b.queue = b.queue[1:]
		if err := u.run(); err != nil {
			return nil, err
		}
	}
	if err := b.checkReplicas(); err != nil {
		return nil, err
	}
	b.resolve()
	for _, in := range b.instances {
		in.findHeads()
		in.findTotal()
	}
	b.findAccesses()
	b.findWaits()
	b.findCounted()
	return b, nil
}

// full reports whether there can be no more instances.
func (b *builder) full() bool { return len(b.instances) >= b.opts.MaxThreads }

// instance returns the instance that the count-th execution of a creation in parent starts.
func (b *builder) instance(parent *instance, at creation, count int, fn *cfg.Function) *instance {
	key := instanceKey{-1, at, count, fn}
	if parent != nil {
		key.parent = parent.id
	}
	if in := b.known[key]; in != nil {
		return in
	}
	in := &instance{id: len(b.instances), fn: fn, thread: map[*cfg.Var]*cfg.Var{}}
	b.instances = append(b.instances, in)
	b.known[key] = in
	u := newUnwinder(b, in)
	b.queue = append(b.queue, u)
	if parent == nil {
		b.main.Params, b.main.Result = u.parameters(), in.result
	} else {
		u.parameters()
	}
	return in
}

// created notes that l, renamed, holds the identity of in.
func (b *builder) created(l cfg.Place, in *instance) {
	key, ok := placeKey(l)
	if !ok {
		key = ""
	}
	for _, other := range b.holders[key] {
		if other == in {
			return
		}
	}
	b.holders[key] = append(b.holders[key], in)
}

// placeKey returns a key for a place that is the same object at each mention: a variable, or a part
// of one at constant indices. It returns false for other places.
func placeKey(l cfg.Place) (string, bool) {
	var parts []string
	for {
		switch k := l.(type) {
		case cfg.VarPlace:
			parts = append(parts, fmt.Sprintf("v%d", k.Var.ID))
			return strings.Join(parts, ""), true
		case cfg.FieldPlace:
			parts = append(parts, fmt.Sprintf(".%d", k.Index))
			l = k.In
		case cfg.IndexPlace:
			c, ok := cfg.Fold(k.Index, nil)
			if !ok {
				return "", false
			}
			parts = append(parts, fmt.Sprintf("[%s]", c))
			l = k.In
		case cfg.Deref:
			a, ok := cfg.StripCasts(k.Pointer).(cfg.AddrOf)
			if !ok {
				return "", false
			}
			l = a.Place
		default:
			return "", false
		}
	}
}

// findHeads marks points such that every cycle of in contains one: the targets of back edges of a
// depth-first search.
func (in *instance) findHeads() {
	steps := func(v int) []*step { return in.points[v].steps }
	scc.DepthFirst(len(in.points), in.entry.id, func(v int) int { return len(steps(v)) },
		func(v, i int) int { return steps(v)[i].to.id }, func(v, i int) { steps(v)[i].to.head = true })
}

// findTotal marks the points where some step is possible for all values of variables. If the step
// enters an atomic block, the whole block must be possible and end.
func (in *instance) findTotal() {
	for _, p := range in.points {
		p.total = p.neverBlocks()
	}
	// An atomic point counts as total until it is found that its block may get stuck.
	for changed := true; changed; {
		changed = false
		for _, p := range in.points {
			for _, st := range p.steps {
				if to := st.to; p.total && to.atomic && !to.failed && (!to.total || to.head) {
					p.total = false
					changed = true
				}
			}
		}
	}
}

// neverBlocks reports whether some step from p is possible for all values of variables.
func (p *point) neverBlocks() bool {
	if len(p.steps) == 2 {
		a, okA := soleAssume(p.steps[0])
		b, okB := soleAssume(p.steps[1])
		if okA && okB && a.Negate != b.Negate && sameExpr(a.Cond, b.Cond) {
			return true
		}
	}
	for _, st := range p.steps {
		free := st.awaits == nil && st.precedes == nil && st.sync == nil
		for _, op := range st.ops {
			switch op.(type) {
			case cfg.Assume, cfg.Call: // a call may not return
				free = false
			}
		}
		if free {
			return true
		}
	}
	return false
}

func soleAssume(st *step) (cfg.Assume, bool) {
	if len(st.ops) != 1 || st.awaits != nil || st.precedes != nil {
		return cfg.Assume{}, false
	}
	a, ok := st.ops[0].(cfg.Assume)
	return a, ok
}
