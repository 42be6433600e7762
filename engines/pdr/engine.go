// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"errors"
	"fmt"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// Engine solves linear and nonlinear systems. A value serves any number of
// calls to Solve, one at a time.
type Engine struct {
	opts  Options
	stats Stats
}

// New returns an engine.
func New(o Options) *Engine { return &Engine{opts: o.withDefaults()} }

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Solve decides sys. It returns context.Cause(ctx) after a cancellation.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	r, err := e.Start(sys)
	if err != nil {
		return horn.Result{}, err
	}
	defer r.Close()
	return r.Continue(ctx, 0)
}

// Run is a search that can be interrupted and continued. It belongs to one
// goroutine and must be closed.
type Run struct {
	engine *Engine
	search *search
}

// Start returns a run that has done nothing yet.
func (e *Engine) Start(sys *horn.System) (*Run, error) {
	s, err := newSearch(e.opts, sys)
	if err != nil {
		return nil, err
	}
	return &Run{e, s}, nil
}

// Continue goes on until the system is decided. If checks is not 0, it also stops after about this
// many satisfiability queries. Then the result is Unknown, Interrupted reports true, and the run
// can be continued.
func (r *Run) Continue(ctx context.Context, checks int64) (horn.Result, error) {
	s := r.search
	s.limit, s.interrupted = 0, false
	if checks > 0 {
		s.limit = s.stats.Checks + checks
	}
	result, err := s.run(ctx)
	s.stats.Bound = int64(s.bound)
	r.engine.stats = s.stats
	var give giveUp
	if errors.As(err, &give) {
		return horn.GiveUp(give.reason), nil
	}
	return result, err
}

// Interrupted reports whether the last call to Continue ended because its queries were used up.
func (r *Run) Interrupted() bool { return r.search.interrupted }

// Close frees the solvers.
func (r *Run) Close() { r.search.close() }

// giveUp is the error by which the search ends without a verdict.
type giveUp struct{ reason string }

func (g giveUp) Error() string { return g.reason }

// search is the state of one run.
type search struct {
	opts      Options
	sys       *horn.System
	store     *logic.Store
	projector smt.Projector
	itp       smt.Interpolator

	locs []*location // locations of the predicates, then of the goal
	goal *location

	guardsOf map[*logic.Term][]*logic.Term // guards of literals; see guards

	bound       int   // the height up to which there are frames
	limit       int64 // limit of queries, 0 for none
	interrupted bool
	started     bool
	queue       pobs
	deferred    []*pob // obligations that wait until the bound reaches their level
	stats       Stats
}

func newSearch(o Options, sys *horn.System) (*search, error) {
	s := &search{opts: o, sys: sys, store: sys.Store, guardsOf: map[*logic.Term][]*logic.Term{}}
	var err error
	if s.projector, err = o.Backend.Projector(s.store, o.Solver); err != nil {
		return nil, err
	}
	if s.itp, err = o.Backend.Interpolator(s.store, o.Solver.Within(interpolationTicks)); err != nil {
		return nil, err
	}
	byPred := map[*logic.Func]*location{}
	for _, p := range sys.Preds {
		byPred[p] = s.newLocation(p, kernel.Formals(s.store, p))
	}
	s.goal = s.newLocation(nil, nil)
	for i, c := range sys.Clauses {
		head := s.goal
		if c.Head != nil {
			head = byPred[c.Head.Pred]
		}
		s.newRule(i, head, byPred)
	}
	return s, nil
}

func (s *search) newLocation(p *logic.Func, formals []*logic.Term) *location {
	l := &location{pred: p, formals: formals, pobs: map[*logic.Term]*pob{}, clusters: map[string]*cluster{}}
	l.self = &ruleSolver{s: s, base: s.store.True()}
	l.self.occurrences = []*occurrence{s.newOccurrence(l, "")}
	s.locs = append(s.locs, l)
	return l
}

func (s *search) newRule(clause int, head *location, byPred map[*logic.Func]*location) {
	c := s.sys.Clauses[clause]
	r := &rule{clause: clause}
	states := make([][]*logic.Term, len(c.Body))
	for k := range c.Body {
		l := byPred[c.Body[k].Pred]
		v := s.newOccurrence(l, fmt.Sprintf("b%d", k))
		r.body = append(r.body, v)
		states[k] = v.state
		r.recursive = r.recursive || l == head
	}
	var formals []*logic.Term
	if c.Head != nil {
		formals = head.formals
	}
	r.instance = kernel.Instantiate(s.store, c, states, formals, "l")
	r.whole = s.store.And(r.instance.Conjuncts...)
	if r.whole.IsFalse() {
		return
	}
	r.solver = &ruleSolver{s: s, base: r.whole, occurrences: r.body}
	head.rules = append(head.rules, r)
}

func (s *search) close() {
	for _, l := range s.locs {
		l.self.close()
		for _, r := range l.rules {
			r.solver.close()
		}
	}
}

// run raises the bound until the goal is derived or an inductive model is found.
//
// It may be called again after an interruption, which happens between two obligations.
func (s *search) run(ctx context.Context) (horn.Result, error) {
	if !s.started {
		s.started = true
		s.oblige(s.goal, nil, 0, 0)
	}
	for {
		f, err := s.exhaust(ctx)
		if err != nil {
			return horn.Result{}, err
		}
		if f != nil {
			r, err := s.refute(ctx, f)
			if err != nil {
				return horn.Result{}, err
			}
			return horn.Result{Verdict: horn.Unsafe, Refutation: r}, nil
		}
		if err := s.adopt(ctx); err != nil {
			return horn.Result{}, err
		}
		level, err := s.propagate(ctx)
		if err == nil && s.opts.inspect != nil {
			err = s.opts.inspect(ctx, s)
		}
		if err != nil {
			return horn.Result{}, err
		}
		if level >= 0 {
			m, err := s.model(ctx, level)
			if err != nil {
				return horn.Result{}, err
			}
			return horn.Result{Verdict: horn.Safe, Model: m}, nil
		}
		s.opts.Log.Debug("frames", "bound", s.bound, "lemmas", s.stats.Lemmas, "facts", s.stats.Facts, "obligations", s.stats.Obligations)
		if err := s.proveInductive(ctx); err != nil {
			return horn.Result{}, err
		}
		s.publish()
		s.bound++
		again := s.deferred
		s.deferred = nil
		for _, o := range again {
			o.conjecture = nil
			s.enqueue(o)
		}
	}
}

// exhaust examines obligations until the queue is empty, or until the goal has a fact. If the queue
// is empty, no derivation of the goal is as high as the bound.
func (s *search) exhaust(ctx context.Context) (*fact, error) {
	for {
		if turn.Yield(ctx) != nil {
			return nil, context.Cause(ctx)
		}
		if s.limit > 0 && s.stats.Checks >= s.limit {
			s.interrupted = true
			return nil, giveUp{"the bound on queries is reached"}
		}
		o := s.next()
		if o == nil {
			return nil, nil
		}
		if err := s.expand(ctx, o); err != nil {
			return nil, err
		}
		if len(s.goal.facts) > 0 {
			return s.goal.facts[0], nil
		}
	}
}
