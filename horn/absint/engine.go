// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
)

// Run finds states that all clauses of sys preserve. The error comes from the domain, or is the
// cause of ctx.
//
// Cost: each clause is interpreted again when a state of its body changes.
func Run[S any](ctx context.Context, sys *horn.System, d Domain[S], o Options) (*Result[S], error) {
	n := len(sys.Preds)
	r := &runner[S]{
		Result: Result[S]{
			sys: sys, graph: horn.NewGraph(sys), domain: d,
			states: make([]S, n), reached: make([]bool, n), Complete: true,
		},
		options: o, dirty: make([]bool, len(sys.Clauses)), sizes: make([]int, len(sys.Clauses)), widened: make([]int, n), joined: make([]int, n),
	}
	for i := range r.dirty {
		r.dirty[i] = true
	}
	for k, preds := range r.graph.Components() {
		err := r.component(ctx, r.graph.WeakOrder(preds))
		if err == errBudget {
			r.giveUp(r.graph.Components()[k:])
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return &r.Result, nil
}

// errBudget means that the budget is used up.
var errBudget = budgetError{}

type budgetError struct{}

func (budgetError) Error() string { return "absint: the budget is used up" }

// runner is the state of one run.
type runner[S any] struct {
	Result[S]
	options Options
	work    int    // work done so far
	dirty   []bool // by clause: it may not preserve the states
	sizes   []int  // by clause; 0 if not computed yet
	joined  []int  // by predicate: how often its state grew
	widened []int
}

// giveUp makes the states of the predicates in components unknown.
func (r *runner[S]) giveUp(components [][]int) {
	r.Complete = false
	for _, preds := range components {
		for _, p := range preds {
			r.states[p], r.reached[p] = r.domain.Top(p), true
		}
	}
}

// component makes the states of one component final.
func (r *runner[S]) component(ctx context.Context, order []horn.Element) error {
	if err := r.stabilise(ctx, order); err != nil {
		return err
	}
	if len(order) == 1 && order[0].Loop && r.options.Descents > 0 {
		return r.descend(ctx, flat(nil, order))
	}
	return nil
}

// flat appends the predicates in order to z.
func flat(z []int, order []horn.Element) []int {
	for _, e := range order {
		z = flat(append(z, e.Pred), e.Inner)
	}
	return z
}

// stabilise lets the states grow until all clauses that derive the predicates in order preserve
// them. It follows the recursive strategy.
func (r *runner[S]) stabilise(ctx context.Context, order []horn.Element) error {
	for _, e := range order {
		if err := r.update(ctx, e.Pred, e.Loop); err != nil {
			return err
		}
		for e.Loop {
			if err := r.stabilise(ctx, e.Inner); err != nil {
				return err
			}
			if !slices.ContainsFunc(e.Preds, r.isDirty) {
				break
			}
			if err := r.update(ctx, e.Pred, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// isDirty reports whether a clause that derives p may not preserve its state.
func (r *runner[S]) isDirty(p int) bool {
	return slices.ContainsFunc(r.graph.In(p), func(c int) bool { return r.dirty[c] })
}

// post interprets clause c. ok is false if c derives nothing.
func (r *runner[S]) post(ctx context.Context, c int, head *S) (z S, ok bool, err error) {
	if turn.Yield(ctx) != nil {
		return z, false, context.Cause(ctx)
	}
	body, ok := r.Body(c)
	if !ok {
		return z, false, nil
	}
	d, sparse := any(r.domain).(Sparse)
	if !sparse {
		r.worked(r.size(c))
	}
	if r.options.Budget > 0 && r.work > r.options.Budget {
		return z, false, errBudget
	}
	z, ok, err = r.domain.Post(ctx, c, body, head)
	if sparse {
		r.worked(1 + d.Worked())
	}
	return z, ok, err
}

// workTicks is the effort of interpreting a subterm. Making a subterm costs little more.
const workTicks = 30

// worked counts some work.
func (r *runner[S]) worked(subterms int) {
	r.work += subterms
	r.sys.Store.Spend(workTicks * int64(subterms))
}

// size returns the number of subterms of clause c.
func (r *runner[S]) size(c int) int {
	if r.sizes[c] == 0 {
		r.sizes[c] = size(r.sys.Clauses[c])
	}
	return r.sizes[c]
}

// size returns the number of subterms of c.
func size(c *horn.Clause) int {
	terms := []*logic.Term{c.Constraint}
	if c.Head != nil {
		terms = append(terms, c.Head.Args...)
	}
	return 1 + len(c.Body) + logic.Size(terms...)
}

// update lets the state of p grow by the states that its clauses derive.
func (r *runner[S]) update(ctx context.Context, p int, head bool) error {
	old, had := r.states[p], r.reached[p]
	next, reached, err := r.grow(ctx, p)
	if err != nil || !reached || had && r.domain.Leq(p, next, old) {
		return err
	}
	if had {
		if r.joined[p]++; head && r.joined[p] > r.options.Delay {
			next = r.domain.Widen(p, old, next, r.widened[p])
			r.widened[p]++
		}
		// clauses that preserved the old state may violate the new one
		if !r.domain.Leq(p, old, next) {
			r.markDirty(r.graph.In(p))
		}
	}
	r.states[p], r.reached[p] = next, true
	r.markDirty(r.graph.Out(p))
	return nil
}

// grow returns the join of p's state with the states that its clauses derive.
func (r *runner[S]) grow(ctx context.Context, p int) (next S, reached bool, err error) {
	next, reached = r.states[p], r.reached[p]
	for r.isDirty(p) {
		for _, c := range r.graph.In(p) {
			if !r.dirty[c] {
				continue
			}
			r.dirty[c] = false
			var present *S
			if reached {
				x := next
				present = &x
			}
			z, ok, err := r.post(ctx, c, present)
			switch {
			case err != nil:
				return next, false, err
			case !ok:
			case !reached:
				next, reached = z, true
			default:
				last := next
				if next = r.domain.Join(p, last, z); !r.domain.Leq(p, last, next) {
					// clauses that were preserved may violate the widened state
					r.markDirty(r.graph.In(p))
				}
			}
		}
	}
	return next, reached, nil
}

func (r *runner[S]) markDirty(clauses []int) {
	for _, c := range clauses {
		r.dirty[c] = r.sys.Clauses[c].Head != nil
	}
}

// descend replaces the states of preds by the states that the clauses derive from them, as long as
// the clauses preserve the result.
func (r *runner[S]) descend(ctx context.Context, preds []int) error {
	for range r.options.Descents {
		undo := r.remember(preds)
		changed, err := r.replace(ctx, preds)
		ok := err == nil
		if ok && changed {
			ok, err = r.keptUp(ctx, preds)
		}
		if !ok {
			undo()
		}
		switch {
		case err == errBudget:
			return nil
		case err != nil || !ok || !changed:
			return err
		}
	}
	return nil
}

// remember returns a function that restores the present states of preds.
func (r *runner[S]) remember(preds []int) (undo func()) {
	states := slice.Map(preds, func(p int) S { return r.states[p] })
	reached := slice.Map(preds, func(p int) bool { return r.reached[p] })
	return func() {
		for i, p := range preds {
			r.states[p], r.reached[p] = states[i], reached[i]
		}
	}
}

// derived returns the join of the states that the clauses of p derive.
func (r *runner[S]) derived(ctx context.Context, p int) (z S, ok bool, err error) {
	for _, c := range r.graph.In(p) {
		x, some, err := r.post(ctx, c, nil)
		switch {
		case err != nil:
			return z, false, err
		case some && ok:
			z = r.domain.Join(p, z, x)
		case some:
			z, ok = x, true
		}
	}
	return z, ok, nil
}

// replace replaces the states of preds, one after the other, by the states that their clauses
// derive. It reports whether one of them became smaller.
func (r *runner[S]) replace(ctx context.Context, preds []int) (changed bool, err error) {
	for _, p := range preds {
		if !r.reached[p] {
			continue
		}
		z, ok, err := r.derived(ctx, p)
		if err != nil {
			return false, err
		}
		changed = changed || !ok || !r.domain.Leq(p, r.states[p], z)
		r.states[p], r.reached[p] = z, ok
	}
	return changed, nil
}

// keptUp reports whether the clauses that derive preds preserve the states.
func (r *runner[S]) keptUp(ctx context.Context, preds []int) (bool, error) {
	for _, p := range preds {
		z, ok, err := r.derived(ctx, p)
		if err != nil || ok && (!r.reached[p] || !r.domain.Leq(p, z, r.states[p])) {
			return false, err
		}
	}
	return true, nil
}
