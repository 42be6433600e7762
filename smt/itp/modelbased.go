// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"context"
	"errors"
	"fmt"

	"cornet/internal/rational"
	"cornet/smt"
	"cornet/smtlib"
)

// ModelBased computes interpolants from models, projection and unsatisfiable
// cores; it needs no proofs. It implements [smt.Interpolator]. One goroutine, one
// term store.
type ModelBased struct {
	store     *smtlib.Store
	newSolver func() (smt.Solver, error)
	projector smt.Projector
	opts      Options
	stats     Stats
}

var _ smt.Interpolator = (*ModelBased)(nil)

// NewModelBased returns an interpolator over the terms of store. newSolver
// makes solvers with nothing asserted, of which a query uses two at a time and
// closes them at its end.
func NewModelBased(store *smtlib.Store, newSolver func() (smt.Solver, error), projector smt.Projector, o Options) *ModelBased {
	return &ModelBased{store: store, newSolver: newSolver, projector: projector, opts: o.withDefaults()}
}

// Stats returns the work done so far.
func (ip *ModelBased) Stats() Stats { return ip.stats }

// giveUp ends a derivation without an answer; it is not an error to the caller.
type giveUp struct{ reason string }

func (g *giveUp) Error() string { return g.reason }

// Interpolate answers q; see [smt.Interpolator]. The strength of q chooses the
// derivation: Strong goes bottom-up and covers the subtree, Weak goes top-down
// and covers what is outside, the others try both and return the simpler
// formulas.
func (ip *ModelBased) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	if err := wellFormed(q); err != nil {
		return smt.Interpolation{}, err
	}
	ip.stats.Queries++
	r := &run{
		ctx: ctx, store: ip.store, projector: ip.projector, opts: ip.opts, stats: &ip.stats,
		budget: ip.opts.MaxChecks * len(q.Part), atoms: map[*smtlib.Term][]*smtlib.Term{},
	}
	for i := range r.side {
		s, err := ip.newSolver()
		if err != nil {
			return smt.Interpolation{}, err
		}
		defer s.Close()
		r.side[i] = s
	}
	z, err := r.interpolate(q)
	var g *giveUp
	if errors.As(err, &g) {
		return smt.Interpolation{Status: smt.Unknown, Reason: g.reason}, nil
	}
	if err != nil {
		return smt.Interpolation{}, err
	}
	if z.Status == smt.Unsat && ip.opts.Check {
		var bad *BadInterpolantError
		if err := Check(ctx, ip.store, r.side[0], q, z.Formulas); errors.As(err, &bad) {
			panic(fmt.Sprintf("itp: model-based interpolation: %v", bad))
		}
	}
	return z, nil
}

// run is the state of one query.
type run struct {
	ctx       context.Context
	store     *smtlib.Store
	projector smt.Projector
	opts      Options
	stats     *Stats
	side      [2]smt.Solver
	budget    int                             // solver calls left
	atoms     map[*smtlib.Term][]*smtlib.Term // memo of atomsOf
	pool      []rational.Rat                  // bounds that earlier formulas of the query settled on
}

// interpolate decides q and derives its interpolants.
func (r *run) interpolate(q *smt.Query) (smt.Interpolation, error) {
	m, err := r.decide(q)
	if err != nil || m != nil {
		return smt.Interpolation{Status: smt.Sat, Model: m}, err
	}
	derivations := []func(*smt.Query) ([]*smtlib.Term, error){r.topDown, r.bottomUp}
	switch q.Strength {
	case smt.Strong:
		derivations = derivations[1:]
	case smt.Weak:
		derivations = derivations[:1]
	}
	var best []*smtlib.Term
	bestWeight := 0
	var failure error
	for _, derive := range derivations {
		r.pool = r.pool[:0]
		fs, err := derive(q)
		if err != nil {
			if isFatal(err) {
				return smt.Interpolation{}, err
			}
			failure = err
			continue
		}
		if w := chainWeight(fs); best == nil || w < bestWeight {
			best, bestWeight = fs, w
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

// decide returns a model of the conjunction of the parts of q, nil when there
// is none.
func (r *run) decide(q *smt.Query) (*smtlib.Model, error) {
	s := r.side[0]
	s.Push()
	defer s.Pop(1)
	for _, t := range q.Part {
		if err := s.Assert(t); err != nil {
			return nil, err
		}
	}
	st, err := r.check(s)
	if err != nil || st == smt.Unsat {
		return nil, err
	}
	if st == smt.Unknown {
		return nil, &giveUp{"satisfiability not decided: " + s.Reason()}
	}
	return s.Model()
}

// check calls the solver within the budget.
func (r *run) check(s smt.Solver, assumptions ...*smtlib.Term) (smt.Status, error) {
	if r.budget <= 0 {
		return smt.Unknown, &giveUp{"budget of solver calls used up"}
	}
	r.budget--
	r.stats.Checks++
	return s.Check(r.ctx, assumptions...)
}

// chainWeight is the weight of a sequence of formulas: what they are made of,
// and the different numerals in them, which grow in number when a derivation
// merely unrolls a loop.
func chainWeight(fs []*smtlib.Term) int {
	w := weight(fs...)
	seen := map[*smtlib.Term]bool{}
	smtlib.Walk(func(t *smtlib.Term) bool {
		if t.Op() == smtlib.OpNum && !seen[t] {
			seen[t] = true
			w++
		}
		return true
	}, fs...)
	return w
}
