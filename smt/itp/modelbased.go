// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"context"
	"errors"
	"fmt"

	"cornet/logic"
	"cornet/smt"
)

// ModelBased computes interpolants from models, projection and unsatisfiable cores; it needs no
// proofs. It implements [smt.Interpolator]. It belongs to one goroutine and one term store.
type ModelBased struct {
	store     *logic.Store
	newSolver func() (smt.Solver, error)
	projector smt.Projector
	opts      Options
	exact     bool // for Exact: cubes are not generalised
}

var _ smt.Interpolator = (*ModelBased)(nil)

// NewModelBased returns an interpolator over the terms of store. newSolver makes solvers without
// assertions. A query uses two of them at a time and closes them at its end.
func NewModelBased(store *logic.Store, newSolver func() (smt.Solver, error), projector smt.Projector, o Options) *ModelBased {
	return &ModelBased{store: store, newSolver: newSolver, projector: projector, opts: o.withDefaults()}
}

// giveUp ends a derivation without an answer; it is not an error to the caller.
type giveUp struct {
	reason     string
	outOfTicks bool // the solver's ticks are used up
}

func (g *giveUp) Error() string { return g.reason }

// undecided returns the giveUp for a query that s could not answer.
func undecided(question string, s smt.Solver) *giveUp {
	return &giveUp{question + ": " + s.Reason(), s.Reason() == smt.OutOfTicks}
}

// Interpolate answers q; see [smt.Interpolator]. The strength of q chooses the derivation. Strong
// goes bottom-up and covers the subtree. Weak goes top-down and covers the outside. The others try
// both, unless the first yields the same formula throughout, and return the simpler formulas. If
// the back end or the projector lacks a theory of q, the error wraps errors.ErrUnsupported. An
// exhausted budget is Unknown with a reason.
func (ip *ModelBased) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	if err := wellFormed(q); err != nil {
		return smt.Interpolation{}, err
	}
	r := newRun(ctx, ip, q)
	for i := range r.side {
		s, err := ip.newSolver()
		if err != nil {
			return smt.Interpolation{}, err
		}
		defer s.Close()
		r.side[i] = s
	}
	z, err := r.interpolate()
	var g *giveUp
	if errors.As(err, &g) {
		ip.opts.Log.Debug("interpolation gave up", "partitions", len(q.Part), "reason", g.reason)
		return smt.Interpolation{Status: smt.Unknown, Reason: g.reason, OutOfTicks: g.outOfTicks}, nil
	}
	if err != nil {
		return smt.Interpolation{}, err
	}
	ip.opts.Log.Debug("interpolated", "partitions", len(q.Part), "status", z.Status.String(), "checks", r.spent)
	return z, nil
}

// run is the state of one query.
//
// Invariant: between derivations both solvers have no scope open.
type run struct {
	ctx        context.Context
	store      *logic.Store
	projector  smt.Projector
	opts       Options
	exact      bool
	q          *smt.Query
	kids       [][]int
	shared     []vocabulary
	side       [2]smt.Solver
	spent      int                           // solver calls made
	budget     int                           // solver calls allowed
	start      int64                         // effort of the store at the start
	atoms      map[*logic.Term][]*logic.Term // memo of atomsOf
	symbols    map[*logic.Term][]symbol      // memo of symbolsOf, for atoms
	written    map[*logic.Term][]*logic.Term // the atoms of q that bound a sum
	pool       []pooled                      // bounds of earlier cubes, newest first
	remembered map[uint64]bool               // signatures of the formulas chosen
	scopes     int                           // open scopes of stack
}

func newRun(ctx context.Context, ip *ModelBased, q *smt.Query) *run {
	return &run{
		ctx:       ctx,
		store:     ip.store,
		projector: ip.projector,
		opts:      ip.opts,
		exact:     ip.exact,
		q:         q,
		kids:      children(q),
		shared:    shared(q),
		budget:    ip.opts.MaxChecks * len(q.Part),
		start:     ip.store.Effort(),
		atoms:     map[*logic.Term][]*logic.Term{},
		symbols:   map[*logic.Term][]symbol{},
	}
}

// interpolate decides the query and derives its interpolants.
func (r *run) interpolate() (smt.Interpolation, error) {
	m, err := r.decide()
	if err != nil || m != nil {
		return smt.Interpolation{Status: smt.Sat, Model: m}, err
	}
	derivations := []func() ([]*logic.Term, error){r.topDown, r.bottomUp}
	switch r.q.Strength {
	case smt.Strong:
		derivations = derivations[1:]
	case smt.Weak:
		derivations = derivations[:1]
	}
	var best []*logic.Term
	var failure error
	for _, derive := range derivations {
		r.pool, r.remembered = r.pool[:0], map[uint64]bool{}
		fs, err := derive()
		if err != nil {
			if isFatal(err) {
				return smt.Interpolation{}, err
			}
			failure = err
			continue
		}
		if best == nil || chainWeight(fs) < chainWeight(best) {
			best = fs
		}
		if r.exact || uniform(best) {
			break
		}
	}
	if best == nil {
		return smt.Interpolation{}, failure
	}
	return smt.Interpolation{Status: smt.Unsat, Formulas: best}, nil
}

// isFatal reports whether no other derivation should be tried after err.
func isFatal(err error) bool {
	var g *giveUp
	return !errors.As(err, &g) && !errors.Is(err, errors.ErrUnsupported)
}

// decide returns a model of the conjunction of the parts, or nil.
func (r *run) decide() (*logic.Model, error) {
	s := r.side[0]
	s.Push()
	defer s.Pop(1)
	for _, t := range r.q.Part {
		if err := s.Assert(t); err != nil {
			return nil, err
		}
	}
	st, err := r.check(s)
	if err != nil || st == smt.Unsat {
		return nil, err
	}
	if st == smt.Unknown {
		return nil, undecided("satisfiability not decided", s)
	}
	return s.Model()
}

// check calls the solver within the budget.
func (r *run) check(s smt.Solver, assumptions ...*logic.Term) (smt.Status, error) {
	if r.spent >= r.budget {
		return smt.Unknown, &giveUp{reason: fmt.Sprintf("budget of %d solver calls used up", r.budget)}
	}
	if r.spentMoreThan(r.opts.MaxEffort) {
		return smt.Unknown, &giveUp{reason: "effort used up", outOfTicks: true}
	}
	r.spent++
	return s.Check(r.ctx, assumptions...)
}

// spentMoreThan reports whether the query has cost more than the given effort. It returns false if
// the given effort is not positive.
func (r *run) spentMoreThan(effort int64) bool {
	return effort > 0 && r.store.Effort()-r.start > effort
}
