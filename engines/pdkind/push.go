// SPDX-License-Identifier: Apache-2.0

package pdkind

import (
	"context"

	"cornet/smt"
	"cornet/smtlib"
)

// push is one call of the paper's Algorithm 3: it pushes the obligations of an
// induction frame past step n by induction of depth k.
//
// Invariant: all lemmas of f hold in the states that are reached in at most n
// steps; those of g follow after k steps in which the lemmas of f hold. The
// solver has Trans at steps 0 to k-1, and the lemmas of f before each.
type push struct {
	*search
	n, k   int
	f, g   frame
	queue  frame
	next   int // steps for which the lemmas of g hold
	gaveUp int // obligations of f whose lemma was given up
	broken int // the steps of a run to a bad state, or -1
}

func (p *push) run(ctx context.Context) error {
	p.broken = -1
	p.solver.Push()
	defer p.solver.Pop(1)
	for i := range p.k {
		if err := p.solver.Assert(p.system.At(p.system.Trans, i)); err != nil {
			return err
		}
	}
	first := p.f
	p.f = nil
	for _, o := range first {
		if err := p.insert(o); err != nil {
			return err
		}
	}
	for len(p.queue) > 0 && p.broken < 0 {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		o := p.queue[0]
		p.queue = p.queue[1:]
		if err := p.push(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// insert adds an obligation to f and to the queue.
func (p *push) insert(o obligation) error {
	if p.f.has(o) {
		return nil
	}
	p.stats.Obligations++
	p.f = append(p.f, o)
	p.queue = append(p.queue, o)
	for i := range p.k {
		if err := p.solver.Assert(p.system.At(o.lemma, i)); err != nil {
			return err
		}
	}
	return nil
}

// push decides what becomes of one obligation.
func (p *push) push(ctx context.Context, o obligation) error {
	st := p.system.Store
	// Does the lemma follow?
	m, err := p.after(ctx, st.Not(o.lemma))
	if err != nil {
		return err
	}
	if m == nil {
		p.g = append(p.g, o)
		return nil
	}
	// If not, what it keeps off may be reached. The lemma excludes that, so one
	// query may do.
	breaks, hit := m, m
	if !m.Holds(p.system.At(o.avoid, p.k)) {
		if hit, err = p.after(ctx, o.avoid); err != nil {
			return err
		}
	}
	if hit != nil {
		return p.keepOff(ctx, o, hit)
	}
	return p.strengthen(ctx, o, breaks)
}

// keepOff makes an obligation of the states before those that o keeps off, or
// finds a run to a bad state. The model is of such a run from f.
func (p *push) keepOff(ctx context.Context, o obligation, m *smtlib.Model) error {
	before, err := p.start(ctx, m, o.avoid)
	if err != nil {
		return err
	}
	steps, why, err := p.frames.reach(ctx, before, p.n)
	if err != nil {
		return err
	}
	if why == nil {
		p.broken = steps + p.k + o.steps
		return nil
	}
	if err := p.insert(obligation{lemma: why, avoid: before, steps: o.steps + p.k}); err != nil {
		return err
	}
	p.queue = append(p.queue, o)
	return nil
}

// strengthen makes the lemma of o stronger, so that it excludes the start of the
// run that the model describes and that breaks it; if that start can be reached,
// the lemma is given up for a weaker one.
func (p *push) strengthen(ctx context.Context, o obligation, m *smtlib.Model) error {
	st := p.system.Store
	cti, err := p.start(ctx, m, st.Not(o.lemma))
	if err != nil {
		return err
	}
	steps, why, err := p.frames.reach(ctx, cti, p.n)
	if err != nil {
		return err
	}
	if why != nil {
		p.replace(o)
		return p.insert(obligation{lemma: st.And(o.lemma, why), avoid: o.avoid, steps: o.steps})
	}
	// The lemma fails after steps + k steps at the latest. Where does it fail first?
	fails := steps + p.k
	for i := p.n + 1; i < fails && i < p.next; i++ {
		at, _, err := p.frames.reach(ctx, st.Not(o.lemma), i)
		if err != nil {
			return err
		}
		if at >= 0 {
			fails = i
		}
	}
	p.next = min(p.next, fails)
	p.gaveUp++
	weak := obligation{lemma: st.Not(o.avoid), avoid: o.avoid, steps: o.steps}
	p.g = append(p.g, weak)
	return nil
}

// replace removes o from f. What the solver knows of its lemma stays: the one
// that takes its place is stronger.
func (p *push) replace(o obligation) {
	for i, x := range p.f {
		if x.lemma == o.lemma && x.avoid == o.avoid {
			p.f = append(p.f[:i:i], p.f[i+1:]...)
			return
		}
	}
}

// after returns a model of a run of k steps by states in which the lemmas hold,
// to one that satisfies t, over Vars; nil when there is none.
func (p *push) after(ctx context.Context, t *smtlib.Term) (*smtlib.Model, error) {
	p.stats.Inductions++
	status, err := p.solver.Check(ctx, p.system.At(t, p.k))
	switch {
	case err != nil:
		return nil, err
	case status == smt.Unknown:
		return nil, &undecided{"an induction was not decided: " + p.solver.Reason()}
	case status == smt.Unsat:
		return nil, nil
	}
	return p.solver.Model()
}

// start generalises the first state of a run of k steps that ends in t.
func (p *push) start(ctx context.Context, m *smtlib.Model, t *smtlib.Term) (*smtlib.Term, error) {
	parts := make([]*smtlib.Term, 0, p.k+1)
	for i := range p.k {
		parts = append(parts, p.system.At(p.system.Trans, i))
	}
	run := p.system.Store.And(append(parts, p.system.At(t, p.k))...)
	return project(ctx, p.system, p.projector, m, run)
}
