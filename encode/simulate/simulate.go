// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"cmp"
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/exec"
	"cornet/encode/scalar"
)

// Options limit the runs. With the zero value, Find takes a few tenths of a second, and Validate a
// few hundredths. If a field has two defaults, the second one is for Validate.
type Options struct {
	// Steps bounds the edges that all runs together take; default 400 000 or 40 000.
	Steps int
	// RunSteps bounds the edges of a run; default 20 000 or 2 000. If no run of Find is shorter, it
	// is a quarter of Steps.
	RunSteps int
	// Runs bounds the number of runs; default 400.
	Runs int
	// Lead, if not nil, returns a Lead for a run.
	Lead func() Lead
}

// A Lead tells a run which way to take, as far as possible.
type Lead interface {
	// Took is called for each edge that a thread takes.
	Took(thread int, e *cfg.Edge)
	// Next is the identity of the thread that should move next, or 0.
	Next() int
	// Input is the next input, if it is an integer, or nil.
	Input() *big.Int
}

// withDefaults returns o with fields that are not set taken from d.
func (o Options) withDefaults(d Options) Options {
	return Options{Steps: cmp.Or(o.Steps, d.Steps), RunSteps: cmp.Or(o.RunSteps, d.RunSteps), Runs: cmp.Or(o.Runs, d.Runs), Lead: o.Lead}
}

// deterministicFactor is a multiple of Options.Steps: the limit of a run that does not depend on
// inputs.
const deterministicFactor = 5

// maxThreads bounds the threads of a run, since the time of its steps is proportional to them.
const maxThreads = 200

// Find runs p until a run fails or the limits are reached. It returns the path of that run, or nil
// if none failed. If p has only one execution and it has ended, steps is its length; otherwise
// steps is 0.
//
// p may have threads. An error means that ctx was cancelled.
func Find(ctx context.Context, p *cfg.Program, o Options) (path *chc.Path, steps int, err error) {
	o = o.withDefaults(Options{Steps: 400_000, RunSteps: 20_000, Runs: 400})
	pool := newPool(p)
	doubtful := doubtful(p)
	ended := false // some run came to an end
	for i := range o.Runs {
		seed := int64(i)
		limit := o.RunSteps
		if !ended && i > 0 {
			limit = max(limit, o.Steps/4)
		}
		if limit = min(limit, o.Steps); limit <= 0 {
			break
		}
		r := newRun(seed, pool, doubtful).led(o)
		z, err := exec.Run(ctx, p, r.options(limit))
		if err == nil && i == 0 && z.Outcome == exec.Limit && r.inputs == 0 && !r.scheduled {
			// So far there is only one execution, and it is long.
			r, limit = newRun(seed, pool, doubtful), deterministicFactor*o.Steps
			z, err = exec.Run(ctx, p, r.options(limit))
		}
		if err != nil {
			return nil, 0, err
		}
		if o.Steps -= z.Steps + 50; z.Outcome != exec.Limit { // starting a run also counts
			ended = true
		}
		if z.Outcome == exec.Failed && z.Defined() && !r.doubt {
			path, err = explain(ctx, p, newRun(seed, pool, doubtful).led(o), limit, z.Steps)
			return path, 0, err
		}
		if r.inputs == 0 && len(p.Notes) == 0 && !r.scheduled {
			if z.Outcome != exec.Limit {
				steps = z.Steps
			}
			return nil, steps, nil // all runs are equal
		}
	}
	return nil, 0, nil
}

// doubtful returns the places at which p is not modelled exactly.
func doubtful(p *cfg.Program) map[cfg.Pos]bool {
	z := map[cfg.Pos]bool{}
	for _, n := range p.Notes {
		if n.Inexact {
			z[n.Pos] = true
		}
	}
	return z
}

// A run chooses the values that the program leaves open, and records them.
type run struct {
	pool        *pool
	random      *rand.Rand
	strategy    inputStrategy
	constant    int64 // the input of a steady run
	policy      schedulePolicy
	moved       int         // the thread that moved last
	lead        Lead        // nil if nothing leads the run
	next        int         // the thread that lead wants to move, or 0
	hold        int         // the number of steps that the previous thread takes first
	priority    map[int]int // priorities of threads
	inputs      int
	scheduled   bool // several threads could continue
	doubt       bool // some construct is not modelled exactly
	doubtful    map[cfg.Pos]bool
	occurrences []chc.Occurrence

	init       *cfg.Function  // init of the program
	concurrent bool           // there have been several threads
	blocks     bool           // memory was copied or filled as a block
	unset      map[int64]bool // addresses of variables that have not been assigned

	attributed int     // the number of occurrences that have a thread
	last       int     // the thread that took the last edge
	place      cfg.Pos // position of the last recorded step
}

func newRun(seed int64, p *pool, doubtful map[cfg.Pos]bool) *run {
	r := &run{pool: p, doubtful: doubtful, random: rand.New(rand.NewPCG(uint64(seed), 0)), strategy: inputStrategy(seed) % inputStrategies, policy: schedulePolicy(seed) % schedulePolicies, priority: map[int]int{}, unset: map[int64]bool{}}
	r.constant = r.random.Int64() >> r.random.IntN(62)
	return r
}

func (r *run) options(steps int) exec.Options {
	o := exec.Options{
		MaxSteps: steps, MaxThreads: maxThreads,
		Input:    r.input,
		Schedule: r.schedule,
		Choose:   func(edges []*cfg.Edge) int { return r.random.IntN(len(edges)) },
	}
	if len(r.doubtful) > 0 || r.lead != nil {
		o.Trace = r.traced
	}
	return o
}

// led makes the run follow a Lead.
func (r *run) led(o Options) *run {
	if o.Lead != nil {
		r.lead = o.Lead()
	}
	return r
}

// traced is called for each edge that a thread takes. The thread that should move next may have to
// wait for some steps, since the position of the other thread within a statement is unknown.
func (r *run) traced(thread int, e *cfg.Edge) {
	r.passes(e)
	if r.lead == nil {
		return
	}
	r.moved = thread
	r.lead.Took(thread, e)
	if next := r.lead.Next(); next != r.next {
		if r.next = next; r.policy != uniform {
			r.hold = r.random.IntN(8)
		}
	}
}

func (r *run) occurs(h chc.Occurrence) { r.occurrences = append(r.occurrences, h) }

func (r *run) input(q exec.Request) *big.Int {
	r.inputs++
	if q.Note != "" {
		r.doubt = true
	}
	v := r.pool.choose(r.random, r.strategy, r.constant, q.Type)
	if r.lead != nil && q.Name != "" && q.Type.Kind == cfg.Int && (r.policy == uniform || r.random.IntN(8) > 0) {
		lo, hi := scalarType(q.Type).Range()
		if w := r.lead.Input(); w != nil && lo.Cmp(w) <= 0 && w.Cmp(hi) <= 0 {
			v = w
		}
	}
	r.recordInput(q, v)
	return v
}

// recordInput records the value for a request.
func (r *run) recordInput(q exec.Request, v *big.Int) {
	kind := chc.Input
	if q.Name == "" {
		kind = chc.Unset
	}
	part := true
	if h, ok := q.Edge.Op.(cfg.Havoc); ok {
		to, ok := h.To.(cfg.VarPlace)
		part = !ok || to.Var.Kind != cfg.Temp || to.Var.Type.IsAggregate()
	}
	r.occurs(chc.Occurrence{
		Event:  chc.Event{Kind: kind, Name: q.Name, Type: scalarType(q.Type), Pos: q.Edge.Pos},
		Result: v, Depth: q.Depth, Part: part,
	})
}

// passes records that an edge has been taken.
func (r *run) passes(e *cfg.Edge) {
	at := e.Pos
	at.Mention = 0
	r.doubt = r.doubt || r.doubtful[at]
}

// schedule picks the thread that moves. Some runs pick at random for each step. Some mostly pick
// the thread that moved last. Some pick the one with the highest priority, which drops at random,
// so that threads wait for long at unlikely places (S. Burckhardt et al., "A Randomized Scheduler
// with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
func (r *run) schedule(enabled []int) int {
	if len(enabled) > 1 {
		r.scheduled = true
	}
	next := enabled[r.random.IntN(len(enabled))]
	switch {
	case r.hold > 0 && slices.Contains(enabled, r.moved):
		r.hold--
		next = r.moved
	case slices.Contains(enabled, r.next) && r.random.IntN(256) > 0:
		next = r.next
	case r.policy == sticky && slices.Contains(enabled, r.moved) && r.random.IntN(16) > 0:
		next = r.moved
	case r.policy == byPriority:
		for _, id := range enabled {
			if _, ok := r.priority[id]; !ok {
				r.priority[id] = r.random.IntN(1 << 20)
			}
		}
		next = slices.MaxFunc(enabled, func(i, j int) int { return cmp.Compare(r.priority[i], r.priority[j]) })
		if r.random.IntN(32) == 0 {
			r.priority[next] = -r.random.IntN(1 << 20)
		}
	}
	r.moved = next
	return next
}

// schedulePolicy is how a run interleaves threads.
type schedulePolicy int

const (
	uniform schedulePolicy = iota
	sticky
	byPriority
	schedulePolicies
)

// scalarType returns the type of a scalar part of type t.
func scalarType(t *cfg.Type) scalar.Type { return scalar.TypeOf(t, int(8*t.Size)) }
