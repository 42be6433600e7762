// SPDX-License-Identifier: Apache-2.0

package project

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// Projector is a model-based projector without a solver. It implements [smt.Projector]. It belongs
// to one goroutine and one term store.
type Projector struct {
	store *logic.Store
	opts  Options
	log   *slog.Logger
}

var _ smt.Projector = (*Projector)(nil)

// New returns a projector over the terms of a store.
func New(store *logic.Store, o Options) *Projector {
	return &Projector{store: store, opts: o, log: o.logger()}
}

// Project returns a conjunction of literals g without vars. m satisfies g, and g implies ∃vars. f;
// see [smt.Projector]. m must satisfy f.
//
// Cost: linear in f for the implicant; then for each variable linear in the
// number of literals that mention it, for Int and Real.
func (p *Projector) Project(ctx context.Context, m *logic.Model, vars []*logic.Term, f *logic.Term) (*logic.Term, error) {
	if err := turn.Yield(ctx); err != nil {
		return nil, context.Cause(ctx)
	}
	e := &elimination{
		p:       p,
		store:   p.store,
		val:     valuation{store: p.store, m: m},
		pending: make(map[*logic.Term]bool, len(vars)),
		heavy:   map[*logic.Term]bool{},
	}
	whole := f
	// A Boolean variable is replaced by its value. This is Shannon's expansion, and the model
	// selects one half of it.
	var bools, vals []*logic.Term
	for _, v := range vars {
		if v.Op() != logic.OpVar {
			panic(fmt.Sprintf("project: elimination of a %v term", v.Op()))
		}
		if v.Sort().IsBool() {
			bools, vals = append(bools, v), append(vals, m.Value(v))
		} else {
			e.pending[v] = true
		}
	}
	if len(bools) > 0 {
		f = p.store.Substitute(f, bools, vals)
	}
	x := newExtractor(&e.val, vars)
	if err := x.add(f); err != nil {
		return nil, err
	}
	e.lits = x.lits
	if err := e.run(ctx); err != nil {
		return nil, err
	}
	g := p.store.And(e.done...)
	if p.opts.Check {
		check(m, vars, whole, g)
	}
	return g, nil
}

// check panics if the model shows that g is not a projection.
func check(m *logic.Model, vars []*logic.Term, f, g *logic.Term) {
	if v := m.Eval(g); !v.IsTrue() {
		panic(fmt.Sprintf("project: the model satisfies term %d but its projection %d is %v", f.ID(), g.ID(), v.Op()))
	}
	gone := map[*logic.Term]bool{}
	for _, v := range vars {
		gone[v] = true
	}
	for _, v := range logic.FreeVars(g) {
		if gone[v] {
			panic(fmt.Sprintf("project: variable %s is left in term %d", v.Name(), g.ID()))
		}
	}
}

// elimination is the state of one projection.
//
// Invariant: the model, extended to fresh variables, satisfies lits and done. Their conjunction
// implies that the formula has a solution for the variables that are no longer pending. done
// mentions no pending variable.
type elimination struct {
	p       *Projector
	store   *logic.Store
	val     valuation
	pending map[*logic.Term]bool
	lits    []*logic.Term
	done    []*logic.Term
	heavy   map[*logic.Term]bool // memo of mentions, for the current pending variables
}

// mentions reports whether a pending variable occurs in t.
func (e *elimination) mentions(t *logic.Term) bool {
	if t.Op() == logic.OpVar {
		return e.pending[t]
	}
	if h, ok := e.heavy[t]; ok {
		return h
	}
	found := false
	logic.Walk(func(u *logic.Term) bool {
		found = found || u.Op() == logic.OpVar && e.pending[u] || e.heavy[u]
		return !found && u.HasVars()
	}, t)
	e.heavy[t] = found
	return found
}

// drop removes x, which no longer occurs, from the pending variables.
func (e *elimination) drop(x *logic.Term) {
	delete(e.pending, x)
}

// introduce returns a fresh pending variable that has the value of t.
func (e *elimination) introduce(prefix string, t *logic.Term) *logic.Term {
	v := e.val.fresh(prefix, t)
	e.pending[v] = true
	return v
}

// add requires f, which the model satisfies. It adds the literals of an implicant of f.
func (e *elimination) add(f *logic.Term) error {
	x := newExtractor(&e.val, nil)
	if err := x.add(f); err != nil {
		return err
	}
	e.lits = append(e.lits, x.lits...)
	return nil
}

// replace substitutes t for the pending variable x in all literals.
func (e *elimination) replace(x, t *logic.Term) error {
	sub := e.store.NewSubstitution([]*logic.Term{x}, []*logic.Term{t})
	old := e.lits
	e.lits = nil
	for _, lit := range old {
		if !e.mentions(lit) {
			e.lits = append(e.lits, lit)
			continue
		}
		if err := e.add(sub.Apply(lit)); err != nil {
			return err
		}
	}
	e.drop(x)
	return nil
}

// maxSteps bounds the steps of one projection before arithmetic. Rewriting equalities between
// arrays of arrays may not terminate: it can repeat with a fresh variable each time.
const maxSteps = 1000

// run eliminates all pending variables.
func (e *elimination) run(ctx context.Context) error {
	steps := []func() (bool, error){e.solveTerm, e.stepDatatype, e.stepArray, e.stepWord, e.stepAlien}
	taken := 0
loop:
	for {
		if err := turn.Yield(ctx); err != nil {
			return context.Cause(ctx)
		}
		if taken++; taken > maxSteps {
			return unsupported("all variables within the limit of steps")
		}
		e.collectDone()
		for _, step := range steps {
			again, err := step()
			if err != nil {
				return err
			}
			if again {
				continue loop
			}
		}
		return e.solveArith(ctx)
	}
}

// collectDone moves literals without pending variables to the result and drops
// duplicates.
func (e *elimination) collectDone() {
	clear(e.heavy)
	k := 0
	seen := map[*logic.Term]bool{}
	for _, lit := range e.lits {
		switch {
		case seen[lit]:
		case e.mentions(lit):
			e.lits[k] = lit
			k++
		default:
			e.done = append(e.done, lit)
		}
		seen[lit] = true
	}
	e.lits = e.lits[:k]
}

// byValue replaces x by its value in the model, as a last resort.
func (e *elimination) byValue(x, val *logic.Term) error {
	e.p.log.Debug("variable replaced by its value", "variable", x, "value", val)
	return e.replace(x, val)
}

// unsupported returns an error that names what cannot be eliminated.
func unsupported(what string) error {
	return fmt.Errorf("project: cannot eliminate %s: %w", what, errors.ErrUnsupported)
}
