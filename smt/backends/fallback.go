// SPDX-License-Identifier: Apache-2.0

package backends

import (
	"cmp"
	"context"
	"errors"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
)

// Fallback makes solvers of First that fall back on Second. It implements smt.Backend, and is as
// safe for concurrent use as both.
type Fallback struct {
	First smt.Backend
	// Second is made when it is first needed. The call that needs it returns its error.
	Second func() (smt.Backend, error)
	// Ticks bounds the effort of First for one check if the caller sets no bound; 0 means no bound.
	// A bound of the caller applies to both: if First has used it up, Second is not asked. If the
	// caller sets no bound, an interpolation query may cost many times as much.
	Ticks uint64
	// Keeps, if not nil, reports whether a question stays with First after First has used up its
	// bound.
	Keeps func(...*logic.Term) bool
}

// Name returns "auto".
func (b *Fallback) Name() string { return "auto" }

// New implements smt.Backend.
func (b *Fallback) New(store *logic.Store, o smt.Options) (smt.Solver, error) {
	first, err := b.First.New(store, b.options(o))
	if err != nil {
		return nil, err
	}
	return &FallbackSolver{
		bounded: o.Ticks > 0, keeps: b.Keeps,
		first: first, current: first, frames: [][]*logic.Term{nil},
		newSecond: func() (smt.Solver, error) {
			second, err := b.Second()
			if err != nil {
				return nil, err
			}
			return second.New(store, o)
		},
	}, nil
}

func (b *Fallback) options(o smt.Options) smt.Options {
	o.Ticks = cmp.Or(o.Ticks, b.Ticks)
	return o
}

// Projector implements smt.Backend. It replaces a variable that cannot be eliminated by its value
// in the model.
func (b *Fallback) Projector(store *logic.Store, o smt.Options) (smt.Projector, error) {
	return project.New(store, project.Options{LastResortValues: true, Log: o.Log}), nil
}

// interpolationFactor is the factor by which an interpolation query may cost more than a check.
// After that, interpolation from models takes over, which asks hundreds of equally hard checks.
const interpolationFactor = 50

// Interpolator implements smt.Backend. As with checks, Second is not asked if First has used up a
// bound of the caller.
func (b *Fallback) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	limited := o
	limited.Ticks = cmp.Or(limited.Ticks, interpolationFactor*b.Ticks)
	first, err := b.First.Interpolator(store, limited)
	if err != nil {
		return nil, err
	}
	second := &lateInterpolator{keeps: b.Keeps, newInner: func() (smt.Interpolator, error) {
		second, err := b.Second()
		if err != nil {
			return nil, err
		}
		return second.Interpolator(store, o)
	}}
	if o.Ticks > 0 {
		return &bounded{first, second}, nil
	}
	return itp.NewFallback(first, second), nil
}

// bounded asks the second interpolator if the first refuses or gives up. If the first has used up
// the bound of the caller, it does not ask.
type bounded struct{ first, second smt.Interpolator }

func (b *bounded) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	z, err := b.first.Interpolate(ctx, q)
	if err == nil && z.Status == smt.Unknown && z.OutOfTicks {
		return z, nil
	}
	if err != nil && !errors.Is(err, errors.ErrUnsupported) || err == nil && z.Status != smt.Unknown {
		return z, err
	}
	return b.second.Interpolate(ctx, q)
}

// lateInterpolator makes its inner interpolator when it is first asked. It gives up on questions
// that must stay with First.
type lateInterpolator struct {
	keeps    func(...*logic.Term) bool
	newInner func() (smt.Interpolator, error)
	inner    smt.Interpolator
}

func (i *lateInterpolator) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	if i.keeps != nil && i.keeps(q.Part...) {
		return smt.Interpolation{}, nil
	}
	if i.inner == nil {
		inner, err := i.newInner()
		if err != nil {
			return smt.Interpolation{}, err
		}
		i.inner = inner
	}
	return i.inner.Interpolate(ctx, q)
}
