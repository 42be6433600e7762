// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/project"
)

// Projector is model-based projection by the embedded projector of package
// project, with Spacer's code in libz3 behind it. It implements [smt.Projector].
// One goroutine.
//
// Z3 is asked for what the embedded projector cannot eliminate. A projection by
// it is accepted only when it is free of the variables and holds in the model.
// Formulas over arrays are kept from it: its projection of arrays ends the
// process now and then (version 4.8.12). What is not eliminated is replaced by
// its value in the model.
type Projector struct {
	c        *Context
	embedded *project.Projector
	// values is embedded, with model values as the last resort.
	values  *project.Projector
	log     *slog.Logger
	stats   ProjectorStats
	cleanup runtime.Cleanup
	closed  bool
}

// ProjectorStats counts the work of a [Projector].
type ProjectorStats struct {
	Embedded int64 // projections asked of the embedded projector
	Z3       int64 // of those, made by Z3 in its place
}

// NewProjector returns a projector. Close frees it; otherwise that happens some
// time after it becomes unreachable.
func (c *Context) NewProjector(o smt.Options) (*Projector, error) {
	if c.retain() == nil {
		return nil, errClosed
	}
	p := &Projector{c: c, log: o.Logger(),
		embedded: project.New(c.store, project.Options{Log: o.Log}),
		values:   project.New(c.store, project.Options{LastResortValues: true, Log: o.Log})}
	p.cleanup = runtime.AddCleanup(p, (*Context).Close, c)
	return p, nil
}

// Close frees the projector.
func (p *Projector) Close() {
	if !p.closed {
		p.closed = true
		p.cleanup.Stop()
		p.c.Close()
	}
}

// Stats returns the work done so far.
func (p *Projector) Stats() ProjectorStats { return p.stats }

// Project returns a formula g without vars such that m satisfies g and g implies
// ∃vars. f; see [smt.Projector]. m must satisfy f. For Bool, LIA and LRA, the
// models of one f lead to finitely many g; a variable of another sort that
// resists is replaced by its value in m, which is sound, but of finitely many g
// only where the sort is finite.
func (p *Projector) Project(ctx context.Context, m *logic.Model, vars []*logic.Term, f *logic.Term) (*logic.Term, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if len(vars) == 0 {
		return f, nil
	}
	p.stats.Embedded++
	g, err := p.embedded.Project(ctx, m, vars, f)
	if !errors.Is(err, errors.ErrUnsupported) {
		return g, err
	}
	if !hasArrays(f) {
		if g, err = p.byZ3(ctx, m, vars, f); err == nil {
			p.stats.Z3++
			return g, nil
		}
		if cause := context.Cause(ctx); cause != nil {
			return nil, cause
		}
		p.log.Debug("projection by Z3 failed", "err", err)
	}
	return p.values.Project(ctx, m, vars, f)
}

// hasArrays reports whether a term of an array sort occurs in f.
func hasArrays(f *logic.Term) bool {
	found := false
	logic.Walk(func(t *logic.Term) bool {
		found = found || t.Sort().IsArray()
		return !found
	}, f)
	return found
}

// errRejected reports a projection by Z3 that is none.
var errRejected = errors.New("z3: bad projection")

// byZ3 projects with Z3 and checks the result.
func (p *Projector) byZ3(ctx context.Context, m *logic.Model, vars []*logic.Term, f *logic.Term) (*logic.Term, error) {
	if err := p.live(); err != nil {
		return nil, err
	}
	c := p.c
	if f.HasQuantifiers() {
		return nil, fmt.Errorf("z3: projection of a quantified formula: %w", errors.ErrUnsupported)
	}
	body, err := c.encode(f)
	if err != nil {
		return nil, err
	}
	bound := make([]uintptr, len(vars))
	for i, v := range vars {
		a, err := c.encode(v)
		if err != nil {
			return nil, err
		}
		bound[i] = uintptr(a)
	}
	z, err := c.writeModel(m, vars, f)
	defer p.freeModel(c, z)
	if err != nil {
		return nil, err
	}
	// Spacer's projection expects the literals that make f true.
	cube, err := c.interruptible(ctx, fnModelExtrapolate, c.ref, uintptr(z), uintptr(body))
	if err == nil {
		_, err = c.made(fnModelExtrapolate, cube)
	}
	if err != nil {
		return nil, err
	}
	c.hold(cube)
	defer p.free(c, cube)
	r, err := c.interruptible(ctx, fnModelProject, c.ref, uintptr(z), uintptr(len(bound)), pin(&c.pins, &bound[0]), cube)
	if err == nil {
		_, err = c.made(fnModelProject, r)
	}
	if err != nil {
		return nil, err
	}
	c.hold(r)
	defer p.free(c, r)
	g, err := c.decode(ast(r))
	if err != nil {
		return nil, err
	}
	return g, checkProjection(m, vars, g)
}

// live makes sure that the context works.
func (p *Projector) live() error {
	if p.c.broken == nil {
		return nil
	}
	c, err := p.c.successor()
	if err != nil {
		return err
	}
	p.cleanup.Stop()
	p.c.Close()
	p.c = c
	p.cleanup = runtime.AddCleanup(p, (*Context).Close, c)
	return nil
}

// free drops a reference to a term, unless the context broke meanwhile: then a
// call may still be running in it.
func (p *Projector) free(c *Context, a uintptr) {
	if c.broken == nil {
		c.call(fnDecRef, c.ref, a)
	}
}

// freeModel drops the reference to a model, like free.
func (p *Projector) freeModel(c *Context, z object) {
	if z != 0 && c.broken == nil {
		c.call(fnModelDecRef, c.ref, uintptr(z))
	}
}

// checkProjection returns an error unless g is free of vars and holds in m.
func checkProjection(m *logic.Model, vars []*logic.Term, g *logic.Term) error {
	gone := make(map[*logic.Term]bool, len(vars))
	for _, v := range vars {
		gone[v] = true
	}
	for _, v := range logic.FreeVars(g) {
		if gone[v] {
			return fmt.Errorf("%w: %s is left", errRejected, v.Name())
		}
	}
	if g.HasQuantifiers() {
		return fmt.Errorf("%w: it has quantifiers", errRejected)
	}
	if !m.Holds(g) {
		return fmt.Errorf("%w: it does not hold in the model", errRejected)
	}
	return nil
}
