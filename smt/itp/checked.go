// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"cornet/logic"
	"cornet/smt"
)

// Checked checks a sample of the answers of another interpolator and turns a wrong one into
// Unknown. It implements [smt.Interpolator]. It is for one goroutine and one term store.
type Checked struct {
	inner     smt.Interpolator
	store     *logic.Store
	newSolver func() (smt.Solver, error)
	every     int
	log       *slog.Logger
	answers   int
}

var _ smt.Interpolator = (*Checked)(nil)

// NewChecked returns inner with a new solver that checks the first of every given number of
// answers; 1 means that all are checked. It logs wrong answers.
func NewChecked(inner smt.Interpolator, store *logic.Store, newSolver func() (smt.Solver, error), every int, log *slog.Logger) *Checked {
	return &Checked{inner: inner, store: store, newSolver: newSolver, every: every, log: log}
}

// Interpolate answers q as the inner interpolator does, unless the answer is found wrong.
func (c *Checked) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	z, err := c.inner.Interpolate(ctx, q)
	if err != nil || z.Status == smt.Unknown {
		return z, err
	}
	if c.answers++; (c.answers-1)%c.every != 0 {
		return z, nil
	}
	err = c.check(ctx, q, z)
	var bad *BadInterpolantError
	switch {
	case err == nil:
		return z, nil
	case errors.Is(err, errWrongModel) || errors.As(err, &bad):
		c.log.Error("wrong interpolation withheld", "error", err)
		return smt.Interpolation{Reason: fmt.Sprintf("a wrong answer was withheld: %v", err)}, nil
	case errors.Is(err, ErrUndecided) || errors.Is(err, errors.ErrUnsupported):
		return z, nil
	}
	return smt.Interpolation{}, err
}

var errWrongModel = errors.New("itp: the model does not satisfy the query")

// check returns a description of what is wrong with z, or "".
func (c *Checked) check(ctx context.Context, q *smt.Query, z smt.Interpolation) error {
	if z.Status == smt.Sat {
		if z.Model == nil {
			return fmt.Errorf("%w: no model is given", errWrongModel)
		}
		for i, t := range q.Part {
			// a partition may have no definite value, but must not be false
			if z.Model.Eval(t).IsFalse() {
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
