// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"cornet/horn"
	"cornet/horn/recursion"
	"cornet/logic"
	"cornet/smt"
)

// Options configure an engine.
type Options struct {
	Backend smt.Backend
	Solver  smt.Options
	Log     *slog.Logger
}

// Stats counts the work of a run.
type Stats struct {
	Functions   int `json:"functions"`
	Terms       int `json:"terms"`
	Conjectures int `json:"conjectures"`
	Lemmas      int `json:"lemmas"`
}

// Engine proves that systems over datatypes are satisfiable; a value may be used again.
type Engine struct {
	opts  Options
	stats Stats
}

// New returns an engine.
func New(o Options) *Engine {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Engine{opts: o}
}

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Applies reports whether a predicate of sys has an argument of a recursive datatype.
func Applies(sys *horn.System) bool {
	for _, p := range sys.Preds {
		for _, d := range p.Params() {
			if d.IsDatatype() && slices.ContainsFunc(d.Datatype().Constructors, isDeep) {
				return true
			}
		}
	}
	return false
}

// queryTicks bounds a query.
const queryTicks = 300_000

// Solve returns Safe with a model, or Unknown.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	if !Applies(sys) {
		return horn.Result{}, fmt.Errorf("induction: no predicate has an argument of a recursive datatype: %w", errors.ErrUnsupported)
	}
	s := sys.Store
	o := e.opts.Solver.Within(queryTicks)
	theory := recursion.New(s, func() (smt.Solver, error) { return e.opts.Backend.New(s, o) })
	r := &reader{ctx: ctx, sys: sys, theory: theory, values: newValues(s), meanings: map[*logic.Func]meaning{}, queries: map[*logic.Func]bool{}}
	r.read()
	e.stats.Functions = len(theory.Functions())
	for _, f := range theory.Functions() {
		e.opts.Log.Debug("function", "name", f.Func.Name(), "body", f.Body)
	}
	p := &prover{engine: e, reader: r, theory: theory, store: s, tried: map[*logic.Term]bool{}}
	ok := p.prove(ctx)
	e.stats.Lemmas = len(theory.Lemmas())
	switch {
	case ctx.Err() != nil:
		return horn.Result{}, context.Cause(ctx)
	case !ok:
		return horn.GiveUp("no proof by induction was found"), nil
	}
	return horn.Result{Verdict: horn.Safe, Model: p.model()}, nil
}

// prover looks for lemmas by which the clauses hold.
type prover struct {
	engine *Engine
	reader *reader
	theory *recursion.Theory
	store  *logic.Store
	goals  []*recursion.Lemma
	needed []*recursion.Lemma
	open   []*recursion.Lemma // conjectures without a proof so far
	tried  map[*logic.Term]bool
}

// prove reports whether all clauses have been shown to hold.
func (p *prover) prove(ctx context.Context) bool {
	var open []*logic.Term
	for _, c := range p.reader.sys.Clauses {
		x := p.reader.formula(c)
		isQuery := c.Head == nil || p.reader.queries[c.Head.Pred]
		if p.theory.Holds(ctx, x) {
			continue
		}
		if !isQuery && !p.again(c) {
			p.engine.opts.Log.Debug("a clause does not hold", "clause", c.Formula(p.store))
			return false
		}
		open = append(open, p.reader.formula(c))
	}
	for _, x := range open {
		l := p.goal(x)
		if !p.passes(l) {
			p.engine.opts.Log.Debug("a query does not hold", "query", l.Body)
			return false
		}
		p.engine.opts.Log.Debug("goal", "formula", l.Body)
		p.goals = append(p.goals, l)
	}
	if p.closed(ctx) {
		return true
	}
	x := newExplorer(ctx, p.store, p.theory, p.reader.values)
	x.found = func(a, b *logic.Term) { p.conjecture(x, a, b) }
	for size := 1; size <= maxTermSize && ctx.Err() == nil; size++ {
		x.run(size)
		p.engine.stats.Terms = x.count
		if p.lemmas(ctx) {
			return true
		}
	}
	for _, l := range p.open {
		p.engine.opts.Log.Debug("not proved", "formula", l.Body)
	}
	return false
}

// again is for clauses that do not hold; lemmas may help.
func (p *prover) again(*horn.Clause) bool { return true }

// goal makes a lemma of a clause: variables that equations determine are replaced.
func (p *prover) goal(x *logic.Term) *recursion.Lemma {
	x = p.theory.Solved(x)
	return &recursion.Lemma{Vars: logic.FreeVars(x), Body: x}
}

// passes reports whether examples do not contradict l.
func (p *prover) passes(l *recursion.Lemma) bool {
	for range 4 {
		for _, values := range p.reader.values.tuples(l.Vars) {
			if x := p.theory.Evaluate(p.store.Substitute(l.Body, l.Vars, values)); x != nil && x.IsFalse() {
				p.engine.opts.Log.Debug("counterexample", "values", fmt.Sprint(values))
				return false
			}
		}
	}
	return true
}

// closed reports whether all goals have been proved.
func (p *prover) closed(ctx context.Context) bool {
	p.goals = slices.DeleteFunc(p.goals, func(l *recursion.Lemma) bool {
		if p.theory.Holds(ctx, l.Body) {
			p.needed = append(p.needed, p.theory.Used()...)
			return true
		}
		if p.theory.Prove(ctx, l) {
			p.needed = append(p.needed, l)
			return true
		}
		return false
	})
	return len(p.goals) == 0
}

// conjecture notes that x and y have the same values.
func (p *prover) conjecture(e *explorer, x, y *logic.Term) {
	body, vars := renamed(p.store, p.store.Eq(x, y), e.vars)
	if body.IsTrue() || p.tried[body] {
		return
	}
	p.tried[body] = true
	p.engine.stats.Conjectures++
	p.open = append(p.open, &recursion.Lemma{Vars: vars, Body: body})
}

// lemmas proves conjectures as long as it can, and reports whether all goals hold then.
func (p *prover) lemmas(ctx context.Context) bool {
	for again := true; again && ctx.Err() == nil; {
		again = false
		var left []*recursion.Lemma
		for _, l := range p.open {
			switch {
			case ctx.Err() != nil:
				return false
			case p.theory.Reduces(l.Body):
				continue
			case !p.passes(l), p.theory.Holds(ctx, l.Body):
				continue
			case p.theory.Induct(ctx, l):
				p.engine.opts.Log.Debug("lemma", "formula", l.Body)
				again = true
			default:
				left = append(left, l)
			}
		}
		p.open = left
		if again && p.closed(ctx) {
			return true
		}
	}
	return false
}

// model defines the predicates by functions.
func (p *prover) model() *horn.Model {
	s, sys := p.store, p.reader.sys
	lemmas := p.theory.Needs(p.needed...)
	z := horn.NewModel()
	for _, pred := range sys.Preds {
		params := horn.Params(s, pred)
		m, ok := p.reader.meanings[pred]
		if !ok {
			z.Define(pred, params, s.True())
			continue
		}
		phi := m.formula(s, params)
		if phi.HasApps() {
			phi = recursion.Formula(s, p.theory.Functions(), lemmas, phi)
		}
		z.Define(pred, params, phi)
	}
	return z
}
