// SPDX-License-Identifier: Apache-2.0

package trl

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"cornet/engines/transition"
	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

const unsat = smt.Unsat

// search is the state of one run.
//
// Invariant: runs has the initial states and the steps below depth asserted, each in a scope of its
// own.
type search struct {
	opts  Options
	store *logic.Store
	tools *transition.Tools
	// base is the system. The variable system is the same with times as auxiliary variables. When
	// the search is over, its Trans also has the relations.
	base, system *transition.System
	// times are the numbers of iterations: an Int for changes of integers, and a Real for changes
	// of reals, since a projector does not mix them.
	times []*logic.Term
	// the changes of the variables, by Vars; nil for variables that are not numbers
	deltas    []*logic.Term
	isDelta   map[*logic.Term]bool
	projector smt.Projector
	runs      smt.Solver
	loops     smt.Solver // has no assertions between calls

	relations []*relation
	depth     int
	model     *logic.Model // model of the steps below depth, from the last check
	trace     []move
	// follows has the pairs of cubes that have been consecutive in a trace.
	follows map[[2]*logic.Term]bool
	// blocked has the clauses that make a run take a relation instead of a loop, by the last step
	// of the loop.
	blocked map[int][]block
	window  *transition.Window // for refutations; nil before the first one
	stats   Stats
}

// block is a clause that rules out a part of a run, because a relation covers it.
type block struct {
	clause   *logic.Term
	relation *relation
}

// relation is a transitive relation.
type relation struct {
	formula *logic.Term // over Vars, Next and times
	once    *logic.Term // one iteration, over Vars and Next
	loop    []move      // the loop from which it was learned
	cube    *logic.Term // the loop as one step, over Vars and Next
	banned  bool        // no longer used
	// acceleration is the exact acceleration of the same loop, if accelerates is set. It has the
	// changes of the model that the relation was learned from.
	acceleration transition.Acceleration
	accelerates  bool
}

// move is a step of a run. relation makes it, or the system if relation is nil. cube has the
// conditions of the move, as a conjunction over Vars and Next.
type move struct {
	relation *relation
	cube     *logic.Term
	// if cube is nil: the move is a step of the system, or one of these makes it
	any []*relation
}

// learned reports whether a relation makes the move.
func learned(x move) bool { return x.relation != nil }

func newSearch(o Options, tools *transition.Tools) *search {
	ts := tools.System
	st := ts.Store
	s := &search{
		opts: o, store: st, tools: tools, base: ts, times: []*logic.Term{st.Var("\\n", st.Int), st.Var("\\r", st.Real)}, isDelta: map[*logic.Term]bool{},
		projector: tools.Projector, runs: tools.Solvers[0], loops: tools.Solvers[1],
		follows: map[[2]*logic.Term]bool{}, blocked: map[int][]block{},
	}
	s.system = ts.Extended(s.times...)
	for k, x := range ts.Vars {
		if s.deltas = append(s.deltas, nil); x.Sort().IsArith() {
			s.deltas[k] = st.Var("\\d"+strconv.Itoa(k), x.Sort())
			s.isDelta[s.deltas[k]] = true
		}
	}
	return s
}

// run is Algorithm 1 of the paper.
func (s *search) run(ctx context.Context) (horn.Result, error) {
	direct := transition.Bounded{System: s.base, Solver: s.loops}
	if z, err := direct.Direct(ctx); transition.Decided(z, err) {
		return z, err
	}
	if err := s.runs.Assert(s.system.At(s.base.Init, 0)); err != nil {
		return horn.Result{}, err
	}
	for s.opts.Depth == 0 || s.depth <= s.opts.Depth {
		if turn.Yield(ctx) != nil {
			return horn.Result{}, context.Cause(ctx)
		}
		status, err := s.check(ctx, s.system.At(s.base.Bad, s.depth))
		switch {
		case err != nil:
			return horn.Result{}, err
		case status == smt.Unknown:
			return horn.GiveUp("the runs of some length could not be decided: " + s.runs.Reason()), nil
		case status == smt.Sat:
			z, err := s.refute(ctx)
			if err != nil || z.Verdict != horn.Unknown || z.Reason != "" {
				return z, err
			}
			continue
		}
		if err := s.extend(); err != nil {
			return horn.Result{}, err
		}
		status, err = s.check(ctx)
		switch {
		case err != nil:
			return horn.Result{}, err
		case status == smt.Unknown:
			return horn.GiveUp("the runs of some length could not be decided: " + s.runs.Reason()), nil
		case status == unsat: // no run is as long as depth
			return s.prove(ctx)
		}
		if err := s.learn(ctx); err != nil {
			return horn.Result{}, err
		}
		s.opts.Log.Debug("runs", "depth", s.depth, "relations", len(s.relations))
	}
	return horn.GiveUp("no proof or refutation within the depth bound"), nil
}

// check looks for a run of the present depth that satisfies the assumptions, and sets the model.
func (s *search) check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	s.stats.Checks++
	status, err := s.runs.Check(ctx, assumptions...)
	if err == nil && status == smt.Sat {
		s.model, err = s.runs.Model()
	}
	return status, err
}

// checkLoop decides a conjunction over Vars and Next.
func (s *search) checkLoop(ctx context.Context, conjuncts ...*logic.Term) (smt.Status, error) {
	s.stats.LoopChecks++
	return s.loops.Check(ctx, s.store.And(conjuncts...))
}

// takes returns the Boolean that is true if a relation makes step i. Number 0 is the system.
func (s *search) takes(i, relation int) *logic.Term {
	return s.store.Var("\\take"+strconv.Itoa(i)+"."+strconv.Itoa(relation), s.store.Bool)
}

// extend asserts a step, with the clauses that block loops. If two relations, or a relation and the
// system, can make the same step, the newer one makes it.
func (s *search) extend() error {
	st, ts, i := s.store, s.system, s.depth
	s.runs.Push()
	s.depth++
	ways := []*logic.Term{s.takes(i, 0)}
	formulas := []*logic.Term{st.Implies(ways[0], ts.At(s.base.Trans, i))}
	newer := []*logic.Term{} // their Booleans for this step
	for k := len(s.relations) - 1; k >= 0; k-- {
		if r := s.relations[k]; !r.banned {
			take := s.takes(i, k+1)
			newer = append(newer, take)
			formulas = append(formulas, st.Implies(take, ts.At(r.formula, i)), st.Implies(ts.At(r.once, i), st.Or(newer...)))
		}
	}
	formulas = append(formulas, st.Or(append(ways, newer...)...))
	for _, b := range s.blocked[i] {
		if !b.relation.banned {
			formulas = append(formulas, b.clause)
		}
	}
	return s.runs.Assert(st.And(formulas...))
}

// retract removes the steps from depth on.
func (s *search) retract(depth int) {
	s.runs.Pop(s.depth - depth)
	s.depth = depth
	s.trace = s.trace[:depth]
}

// learn looks for loops in a run, the shortest first, and learns a relation for each. It removes
// the steps of loops from the run.
func (s *search) learn(ctx context.Context) error {
	if err := s.look(ctx); err != nil {
		return err
	}
	from, length := 0, 1
	for {
		first, last, err := s.infix(ctx, from, length)
		if err != nil || first < 0 {
			return err
		}
		looped, err := s.handle(ctx, first, last)
		switch {
		case err != nil:
			return err
		case looped:
			s.retract(first)
		default:
			from, length = first+1, last-first+1
		}
	}
}

// look computes the trace of the model.
func (s *search) look(ctx context.Context) error {
	s.trace = s.trace[:0]
	for i := range s.depth {
		here := s.system.Step(s.model, i)
		var by move
		rule := s.base.Trans
		for k := len(s.relations); k > 0; k-- {
			if !s.relations[k-1].banned && s.model.Holds(s.takes(i, k)) && here.Holds(s.relations[k-1].formula) {
				by.relation = s.relations[k-1]
				rule = by.relation.formula
				break
			}
		}
		if by.relation == nil && here.Eval(rule).IsFalse() { // otherwise a relation makes the step
			return fmt.Errorf("trl: whether a relation takes a step depends on a value that SMT-LIB leaves open: %w", errors.ErrUnsupported)
		}
		cube, err := s.projector.Project(ctx, here, s.system.Locals, rule)
		if err != nil {
			return err
		}
		by.cube = cube
		if i > 0 {
			s.follows[[2]*logic.Term{s.trace[i-1].cube, cube}] = true
		}
		s.trace = append(s.trace, by)
	}
	return nil
}

// infix returns the first and the last step of the shortest part of the trace that may be repeated,
// or a negative number. Parts have at least the given length, and parts of exactly this length
// begin at from or later. A single relation does not count, since it already represents
// repetitions.
func (s *search) infix(ctx context.Context, from, length int) (first, last int, err error) {
	for ; length <= len(s.trace); length++ {
		for i := from; i+length <= len(s.trace); i++ {
			a, b := s.trace[i], s.trace[i+length-1]
			if s.follows[[2]*logic.Term{b.cube, a.cube}] && (length > 1 || a.relation == nil) {
				return i, i + length - 1, nil
			}
		}
		from = 0
	}
	return -1, -1, nil
}

// handle blocks a loop of the trace that a relation covers. If no relation covers it, handle learns
// one first. It returns false for a loop that cannot be repeated.
func (s *search) handle(ctx context.Context, first, last int) (bool, error) {
	st := s.store
	cube, m, err := s.compose(ctx, first, last)
	if err != nil {
		return false, ignoreUnsupported(err)
	}
	single := first == last
	for _, r := range s.relations {
		switch {
		case r.banned && r.cube == cube:
			return false, nil
		case !r.banned && m.Holds(r.once):
			if !single { // extend already blocks single steps everywhere
				s.block(first, last, r)
			}
			return true, nil
		}
	}
	formula, err := s.closure(ctx, m, cube)
	if err != nil || formula == nil {
		return false, ignoreUnsupported(err)
	}
	r := &relation{formula: formula, once: st.Substitute(formula, s.times, []*logic.Term{s.one(s.times[0]), s.one(s.times[1])}), cube: cube}
	r.loop = append(r.loop, s.trace[first:last+1]...)
	r.acceleration, r.accelerates = transition.NewAcceleration(s.base, m, cube)
	r.accelerates = r.accelerates && r.acceleration.Counter(st).IsInt()
	s.relations = append(s.relations, r)
	s.stats.Relations++
	s.opts.Log.Log(ctx, levelTrace, "relation", "loop", cube, "formula", formula)
	if !single {
		s.block(first, last, r)
	}
	return true, nil
}

// closure returns a transitive relation for the loop, or nil if the loop cannot be repeated.
func (s *search) closure(ctx context.Context, m *logic.Model, loop *logic.Term) (*logic.Term, error) {
	st := s.store
	one, two := s.system.At(loop, 0), s.system.At(loop, 1)
	status, err := s.checkLoop(ctx, one, two)
	if err != nil || status != smt.Sat {
		return nil, err
	}
	both := st.Substitute(loop, s.base.Next, s.system.State(2))
	both = st.Substitute(both, s.base.Vars, s.system.State(0))
	if status, err = s.checkLoop(ctx, one, two, st.Not(both)); err != nil {
		return nil, err
	}
	if status == unsat {
		return loop, nil
	}
	return s.transitive(ctx, m, loop)
}

// block makes runs take a relation instead of a part of the trace.
func (s *search) block(first, last int, r *relation) {
	here := s.store.Substitute(r.once, s.base.Vars, s.system.State(first))
	here = s.store.Substitute(here, s.base.Next, s.system.State(last+1))
	s.blocked[last] = append(s.blocked[last], block{s.store.Not(here), r})
}

// compose returns a part of the trace as one step, a conjunction over Vars and Next, and its model.
func (s *search) compose(ctx context.Context, first, last int) (*logic.Term, *logic.Model, error) {
	ts, st := s.system, s.store
	m := st.NewModel()
	from, to := ts.State(first), ts.State(last+1)
	for k := range from {
		m.Set(s.base.Vars[k], s.model.Value(from[k]))
		m.Set(s.base.Next[k], s.model.Value(to[k]))
	}
	if first == last {
		return s.trace[first].cube, m, nil
	}
	var parts, between []*logic.Term
	for i := first; i <= last; i++ {
		parts = append(parts, ts.At(s.trace[i].cube, i))
		if i > first {
			between = append(between, ts.State(i)...)
		}
	}
	cube, err := s.projector.Project(ctx, s.model, between, st.And(parts...))
	if err != nil {
		return nil, nil, err
	}
	cube = st.Substitute(cube, append(from, to...), append(append([]*logic.Term(nil), s.base.Vars...), s.base.Next...))
	return cube, m, nil
}

// ignoreUnsupported drops the error of a loop that cannot be projected. Such a loop gets no
// relation.
func ignoreUnsupported(err error) error {
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
