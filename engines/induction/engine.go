// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"cornet/horn"
	"cornet/horn/recursion"
	"cornet/internal/turn"
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
	ticks uint64 // limit of a query
}

// New returns an engine.
func New(o Options) *Engine {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
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

// Limits of queries. Most queries that have an answer have it early. Harder queries about
// conjectures get their time after all conjectures have been made.
const (
	soonTicks  = 50_000
	queryTicks = 300_000
)

// Solve returns Safe with a model, or Unknown.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats, e.ticks = Stats{}, soonTicks
	if !Applies(sys) {
		return horn.Result{}, fmt.Errorf("induction: no predicate has an argument of a recursive datatype: %w", errors.ErrUnsupported)
	}
	if sys.Depth() > recursion.MaxDepth {
		return horn.Result{}, fmt.Errorf("induction: terms nested more than %d deep: %w", recursion.MaxDepth, errors.ErrUnsupported)
	}
	s := sys.Store
	r := e.read(ctx, sys, false)
	if r.missing > 0 {
		if other := e.read(ctx, sys, true); other.missing < r.missing {
			r = other
		}
	}
	theory := r.theory
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

// read finds the functions that the predicates describe. If both the first and the last parameter
// can be the output, first chooses between them.
func (e *Engine) read(ctx context.Context, sys *horn.System, first bool) *reader {
	s := sys.Store
	theory := recursion.New(s, func() (smt.Solver, error) { return e.opts.Backend.New(s, e.opts.Solver.Within(e.ticks)) })
	v := newValues(s)
	v.natural = true // negative numbers are unlikely inputs of functions that count down
	r := &reader{ctx: ctx, sys: sys, theory: theory, values: v, first: first, meanings: map[*logic.Func]meaning{}, queries: map[*logic.Func]bool{}, defined: map[*logic.Func]*recursion.Function{}}
	r.read()
	return r
}

// templateSize is the size of terms after which conjectures are made of templates.
const templateSize = 3

// prover looks for lemmas that imply the clauses.
type prover struct {
	engine *Engine
	reader *reader
	theory *recursion.Theory
	store  *logic.Store
	goals  []*recursion.Lemma
	needed []*recursion.Lemma
	open   []*recursion.Lemma // conjectures without a proof so far
	// conjectures kept until the search for lemmas about other functions
	later []*recursion.Lemma
	tried map[*logic.Term]bool
	known int // number of lemmas when the goals were tried last
}

// prove reports whether it has proved all clauses.
func (p *prover) prove(ctx context.Context) bool {
	var open []*logic.Term
	for _, c := range p.reader.sys.Clauses {
		x := p.reader.formula(c)
		if p.theory.Holds(ctx, x) {
			continue
		}
		open = append(open, p.reader.formula(c))
	}
	for _, x := range open {
		l := p.goal(p.theory.Pointwise(x))
		if !p.passes(l, p.reader.values) {
			p.engine.opts.Log.Debug("a clause does not hold", "clause", l.Body)
			return false
		}
		p.engine.opts.Log.Debug("goal", "formula", l.Body)
		p.goals = append(p.goals, l)
	}
	if p.closed(ctx, bySolver, soonTicks) {
		return true
	}
	p.reader.values.natural = false
	for _, m := range p.reader.meanings {
		p.reader.values.natural = p.reader.values.natural || m.domain != nil
	}
	all := p.theory.Functions()
	// goals about few functions need fewer lemmas
	for last := 0; len(p.goals) > 0 && turn.Yield(ctx) == nil; {
		var fs []*recursion.Function
		for _, l := range p.goals {
			if x := p.relevant(l); len(x) > last && (fs == nil || len(x) < len(fs)) {
				fs = x
			}
		}
		if last = len(fs); last == 0 || last == len(all) {
			break
		}
		if p.explore(ctx, fs, byRewriting) {
			return true
		}
		p.later, p.open = append(p.later, p.open...), nil
	}
	p.open = p.later
	return p.explore(ctx, all, byDistinction) || p.append(ctx)
}

// append looks for lemmas about functions that append lists, such as rotate(length(x), x ++ y) = y
// ++ x. The system itself has no such function.
func (p *prover) append(ctx context.Context) bool {
	var fs []*recursion.Function
	for _, f := range p.relevant(p.goals[0]) {
		for _, sort := range f.Func.Params() {
			if slices.ContainsFunc(fs, func(g *recursion.Function) bool { return g.Func.Result() == sort }) {
				continue
			}
			if g := p.theory.NewAppend(sort); g != nil {
				fs = append(fs, g)
			}
		}
	}
	if len(fs) == 0 || turn.Yield(ctx) != nil {
		return false
	}
	p.theory.Define(fs...)
	p.open = nil
	return p.explore(ctx, append(p.relevant(p.goals[0]), fs...), byRewriting)
}

// relevant returns the functions in l and those that they call. If l is an equation, it also
// returns operators for its two sides.
func (p *prover) relevant(l *recursion.Lemma) []*recursion.Function {
	all := p.theory.Functions()
	found := map[*logic.Func]bool{}
	var visit func(x *logic.Term)
	visit = func(x *logic.Term) {
		for _, f := range logic.Funcs(x) {
			if i := slices.IndexFunc(all, func(g *recursion.Function) bool { return g.Func == f }); i >= 0 && !found[f] {
				found[f] = true
				visit(all[i].Body)
			}
		}
	}
	visit(l.Body)
	logic.Walk(func(x *logic.Term) bool {
		for _, f := range all {
			if x.Op() == logic.OpEq && slices.Equal(append(slices.Clip(f.Func.Params()), f.Func.Result()), []*logic.Sort{x.Arg(0).Sort(), x.Arg(0).Sort(), x.Arg(0).Sort()}) {
				visit(p.store.Apply(f.Func, f.Vars...))
			}
		}
		return true
	}, l.Body)
	return slices.DeleteFunc(slices.Clone(all), func(f *recursion.Function) bool { return !found[f.Func] })
}

// explore looks for lemmas about fs. It reports whether all goals follow from them. Conjectures
// from templates, or all of them, get more effort than rewriting.
func (p *prover) explore(ctx context.Context, fs []*recursion.Function, with effort) bool {
	p.known, p.engine.ticks = 0, soonTicks
	first := append(orders(p.store, fs), complements(p.store, fs)...)
	for _, l := range signs(p.store, fs) {
		if p.reader.values.natural {
			l = p.guarded(l)
		}
		first = append(first, l)
	}
	for _, l := range first {
		if !p.tried[l.Body] && p.passes(l, p.reader.values) {
			p.open = append(p.open, l)
		}
		p.tried[l.Body] = true
	}
	// comparisons are proved to be orders first, since case distinctions need that
	if p.lemmas(ctx, bySolver) {
		return true
	}
	x := newExplorer(ctx, p.store, p.theory, fs, p.reader.values)
	x.found = func(a, b *logic.Term) { p.conjecture(x, p.store.Eq(a, b)) }
	more := newTemplates(p.store, x)
	for _, l := range p.goals {
		parts := []*logic.Term{l.Body}
		if l.Body.Op() == logic.OpOr {
			parts = append(parts, l.Body.Args()...)
		}
		for _, x := range parts {
			more.generalise(x)
			more.apart(x)
		}
	}
	for size := 1; size <= maxTermSize && turn.Yield(ctx) == nil; size++ {
		if x.run(size); size == templateSize {
			if p.lemmas(ctx, byRewriting) {
				return true
			}
			more.run()
			if p.lemmas(ctx, byRewriting) || compare(fs) && p.distinguish(ctx) {
				return true
			}
		}
		p.engine.stats.Terms = x.count
		if p.lemmas(ctx, byRewriting) {
			return true
		}
	}
	if p.conditional(ctx, more) {
		return true
	}
	if with == byRewriting {
		return p.speculate(ctx, p.conditions(more), 0, 1)
	}
	if p.lemmas(ctx, bySolver) || p.speculate(ctx, p.conditions(more), maxResidualSplits, maxResidualRounds) {
		return true
	}
	p.known, p.engine.ticks = -1, queryTicks
	if p.lemmas(ctx, byDistinction) {
		return true
	}
	for _, l := range p.open {
		p.engine.opts.Log.Debug("not proved", "formula", l.Body)
	}
	return false
}

// goal makes a lemma from a clause. It replaces variables that equations determine.
func (p *prover) goal(x *logic.Term) *recursion.Lemma {
	x = p.theory.Solved(x)
	return &recursion.Lemma{Vars: logic.FreeVars(x), Body: x}
}

// passes reports whether examples do not contradict l.
func (p *prover) passes(l *recursion.Lemma, v *values) bool {
	for range 4 {
		for _, values := range v.tuples(l.Vars) {
			if x := p.theory.Evaluate(p.store.Substitute(l.Body, l.Vars, values)); x != nil && x.IsFalse() {
				p.engine.opts.Log.Debug("counterexample", "values", values)
				return false
			}
		}
	}
	return true
}

// closed reports whether all goals have been proved. Proved goals become lemmas for the others.
func (p *prover) closed(ctx context.Context, with effort, ticks uint64) bool {
	defer func(ticks uint64) { p.engine.ticks = ticks }(p.engine.ticks)
	p.engine.ticks = ticks
	for open := len(p.goals) + 1; len(p.goals) < open; {
		open = len(p.goals)
		p.goals = slices.DeleteFunc(p.goals, func(l *recursion.Lemma) bool {
			t := p.theory
			if turn.Yield(ctx) != nil || !t.Rewrite(ctx, l) && !t.Follow(ctx, l) && !t.Induct(ctx, l) && !(with == byDistinction && t.Distinguish(ctx, l)) {
				return false
			}
			p.needed = append(p.needed, l)
			return true
		})
	}
	return len(p.goals) == 0
}

// conjecture adds the conjecture that x, over variables of e, holds.
func (p *prover) conjecture(e *explorer, x *logic.Term) {
	body, vars := renamed(p.store, p.theory.Simplified(x), e.vars)
	if body.IsTrue() || p.tried[body] || len(vars) < len(logic.FreeVars(body)) {
		return
	}
	p.tried[body] = true
	l := &recursion.Lemma{Vars: vars, Body: body}
	if p.reader.values.natural {
		l = p.guarded(l)
	}
	if p.passes(l, p.reader.values) {
		p.engine.stats.Conjectures++
		p.engine.opts.Log.Debug("conjecture", "formula", l.Body)
		p.open = append(p.open, l)
	}
}

// guarded adds conditions to l that numbers are not negative. If these are enough, it adds them
// only for numbers that a recursion counts down.
func (p *prover) guarded(l *recursion.Lemma) *recursion.Lemma {
	var all, counted []*logic.Term
	for _, v := range l.Vars {
		if v.Sort().IsInt() {
			g := p.store.Ge(v, p.store.IntNum(0))
			if all = append(all, g); p.theory.Counts(l.Body, v) {
				counted = append(counted, g)
			}
		}
	}
	if len(counted) < len(all) {
		z := &recursion.Lemma{Vars: l.Vars, Body: p.store.Implies(p.store.And(counted...), l.Body)}
		if p.passes(z, p.reader.values.integers()) {
			return z
		}
	}
	return &recursion.Lemma{Vars: l.Vars, Body: p.store.Implies(p.store.And(all...), l.Body)}
}

// effort is a way to prove conjectures. The efforts before it are tried first.
type effort uint8

const (
	byRewriting effort = iota
	bySolver
	byDistinction
)

// lemmas proves conjectures, and tries the unproved ones once more with what has been proved. It
// reports whether all goals then hold. General conjectures come first, so that their instances need
// no proof.
func (p *prover) lemmas(ctx context.Context, with effort) bool {
	slices.SortStableFunc(p.open, func(a, b *recursion.Lemma) int { return len(b.Vars) - len(a.Vars) })
	for again := true; again && turn.Yield(ctx) == nil; {
		n := len(p.theory.Lemmas())
		p.open = slices.DeleteFunc(p.open, func(l *recursion.Lemma) bool { return p.theory.Reduces(l.Body) || p.rewritten(ctx, l) })
		if len(p.theory.Lemmas()) > n {
			continue
		}
		if n > p.known { // new lemmas since the goals were tried
			if p.known = n; p.closed(ctx, with, p.engine.ticks) {
				return true
			}
		}
		if with == byRewriting {
			break
		}
		p.open = slices.DeleteFunc(p.open, func(l *recursion.Lemma) bool { return p.settled(ctx, l, with) })
		if again = len(p.theory.Lemmas()) > n; !again && with == byDistinction {
			p.open = slices.DeleteFunc(p.open, func(l *recursion.Lemma) bool {
				return p.shown(l, turn.Yield(ctx) == nil && p.theory.Distinguish(ctx, l))
			})
			again = len(p.theory.Lemmas()) > n
		}
	}
	return false
}

// compare reports whether the result of some function in fs depends on a comparison. Other
// functions distinguish only constructors.
func compare(fs []*recursion.Function) bool {
	found := false
	for _, f := range fs {
		logic.Walk(func(x *logic.Term) bool {
			if x.Op() == logic.OpIte {
				logic.Walk(func(c *logic.Term) bool {
					found = found || c.Op() == logic.OpLe || c.Op() == logic.OpApp
					return true
				}, x.Arg(0))
			}
			return !found
		}, f.Body)
	}
	return found
}

// conditional proves conjectures with conditions. It reports whether all goals then hold. It does
// not try an unproved conjecture again. Rewriting cannot use conditions, so it asks a solver.
func (p *prover) conditional(ctx context.Context, t *templates) bool {
	others := p.open
	p.open = nil
	p.conditions(t).run()
	slices.SortStableFunc(p.open, func(a, b *recursion.Lemma) int { return logic.Size(a.Body) - logic.Size(b.Body) })
	for with := range 2 { // the first round has few ticks
		p.engine.ticks = []uint64{soonTicks, queryTicks}[with]
		for again := len(p.open) > 0; again && turn.Yield(ctx) == nil; {
			n := len(p.open)
			p.open = slices.DeleteFunc(p.open, func(l *recursion.Lemma) bool {
				return p.theory.Reduces(l.Body) || p.shown(l, turn.Yield(ctx) == nil && (p.theory.Induct(ctx, l) || p.theory.Follow(ctx, l)))
			})
			if again = len(p.open) < n; again && p.closed(ctx, bySolver, p.engine.ticks) {
				return true
			}
		}
	}
	p.engine.ticks = soonTicks
	p.open = others
	return false
}

// conditions returns a maker of conjectures with conditions. They are added to the open ones.
func (p *prover) conditions(t *templates) *conditional {
	return newConditional(t, p.reader.values, func(body *logic.Term) bool {
		n := len(p.open)
		p.conjecture(t.explorer, body)
		return len(p.open) > n
	})
}

// distinguish proves conjectures by case distinctions. It reports whether all goals then hold.
func (p *prover) distinguish(ctx context.Context) bool {
	defer func(ticks uint64) { p.engine.ticks = ticks }(p.engine.ticks)
	p.engine.ticks = queryTicks
	for {
		n := len(p.theory.Lemmas())
		p.open = slices.DeleteFunc(p.open, func(l *recursion.Lemma) bool {
			return p.theory.Reduces(l.Body) || p.rewritten(ctx, l) || p.shown(l, turn.Yield(ctx) == nil && p.theory.Distinguish(ctx, l))
		})
		switch {
		case len(p.theory.Lemmas()) == n:
			return false
		case p.closed(ctx, byDistinction, queryTicks):
			return true
		}
	}
}

// rewritten reports whether rewriting proves conjecture l and makes it a lemma.
func (p *prover) rewritten(ctx context.Context, l *recursion.Lemma) bool {
	return p.shown(l, turn.Yield(ctx) == nil && p.theory.Rewrite(ctx, l))
}

// shown logs that conjecture l is a lemma now, if it is.
func (p *prover) shown(l *recursion.Lemma, ok bool) bool {
	if ok {
		p.engine.opts.Log.Debug("lemma", "formula", l.Body)
	}
	return ok
}

// settled reports whether conjecture l needs no more work: it is a lemma now, or follows from
// lemmas.
func (p *prover) settled(ctx context.Context, l *recursion.Lemma, with effort) bool {
	holds := p.theory.HoldsSoon
	if with == byDistinction {
		holds = p.theory.Holds
	}
	switch {
	case ctx.Err() != nil:
		return false
	case p.theory.Reduces(l.Body):
		return true
	case holds(ctx, l.Body):
		return !p.theory.Simplifies(l) || p.theory.Prove(ctx, l)
	}
	return p.shown(l, p.theory.Induct(ctx, l))
}

// model defines the predicates by their functions.
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
