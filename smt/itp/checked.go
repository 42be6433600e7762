// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"cornet/smt"
	"cornet/smtlib"
)

// CheckedOptions configure [Checked]. The zero value checks every answer.
type CheckedOptions struct {
	// Every is the sampling period: the first answer of every so many is
	// checked. 0 and 1 mean all.
	Every int
	// Report is called with every wrong answer; nil ignores it.
	Report func(Reproducer)
	// Log receives a record of every wrong answer; nil discards them.
	Log *slog.Logger
}

// Reproducer is a query with the wrong answer to it.
type Reproducer struct {
	Query    *smt.Query
	Formulas []*smtlib.Term // the interpolants, when they are wrong
	Model    *smtlib.Model  // the model, when it is wrong
	Err      error          // what is wrong
}

// Checked checks the answers of another interpolator and turns a wrong one into
// Unknown. It implements [smt.Interpolator]. One goroutine, one term store.
type Checked struct {
	inner     smt.Interpolator
	store     *smtlib.Store
	newSolver func() (smt.Solver, error)
	opts      CheckedOptions
	stats     CheckedStats
}

var _ smt.Interpolator = (*Checked)(nil)

// CheckedStats counts what a [Checked] has seen.
type CheckedStats struct {
	Answers   int64 // Sat and Unsat answers
	Checked   int64 // answers checked
	Undecided int64 // checks that the solver gave up; the answer was passed on
	Wrong     int64 // wrong answers, withheld
}

// NewChecked returns inner with its answers checked by fresh solvers.
func NewChecked(inner smt.Interpolator, store *smtlib.Store, newSolver func() (smt.Solver, error), o CheckedOptions) *Checked {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Checked{inner: inner, store: store, newSolver: newSolver, opts: o}
}

// Stats returns the counts so far.
func (c *Checked) Stats() CheckedStats { return c.stats }

// Interpolate answers q as the inner interpolator does, unless the answer is
// found to be wrong.
func (c *Checked) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	z, err := c.inner.Interpolate(ctx, q)
	if err != nil || z.Status == smt.Unknown {
		return z, err
	}
	c.stats.Answers++
	if n := int64(c.opts.Every); n > 1 && c.stats.Answers%n != 1 {
		return z, nil
	}
	c.stats.Checked++
	err = c.check(ctx, q, z)
	var bad *BadInterpolantError
	switch {
	case err == nil:
		return z, nil
	case errors.Is(err, errWrongModel) || errors.As(err, &bad):
		c.stats.Wrong++
		c.opts.Log.Error("wrong interpolation withheld", "error", err)
		if c.opts.Report != nil {
			c.opts.Report(Reproducer{Query: q, Formulas: z.Formulas, Model: z.Model, Err: err})
		}
		return smt.Interpolation{Reason: fmt.Sprintf("a wrong answer was withheld: %v", err)}, nil
	case errors.Is(err, ErrUndecided) || errors.Is(err, errors.ErrUnsupported):
		c.stats.Undecided++
		return z, nil
	}
	return smt.Interpolation{}, err
}

var errWrongModel = errors.New("itp: the model does not satisfy the query")

// check returns what is wrong with z, if anything.
func (c *Checked) check(ctx context.Context, q *smt.Query, z smt.Interpolation) error {
	if z.Status == smt.Sat {
		if z.Model == nil {
			return fmt.Errorf("%w: there is none", errWrongModel)
		}
		for i, t := range q.Part {
			if z.Model.Eval(t).IsFalse() { // other than true may be left open
				return fmt.Errorf("%w: partition %d is false", errWrongModel, i)
			}
		}
		return nil
	}
	s, err := c.newSolver()
	if err != nil {
		return err
	}
	defer s.Close()
	return Check(ctx, c.store, s, q, z.Formulas)
}
