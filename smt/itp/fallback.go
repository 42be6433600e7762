// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"context"
	"errors"
	"strings"

	"cornet/smt"
)

// Fallback asks interpolators in turn until one answers. It implements [smt.Interpolator]. The
// interpolators share one term store.
type Fallback struct {
	chain    []smt.Interpolator
	answered []int64
}

var _ smt.Interpolator = (*Fallback)(nil)

// NewFallback returns an interpolator that asks the first of chain. It asks the next one if the
// answer is Unknown or an error that wraps errors.ErrUnsupported. Any other error, such as a
// cancelled context, ends the query.
func NewFallback(chain ...smt.Interpolator) *Fallback {
	return &Fallback{chain: chain, answered: make([]int64, len(chain))}
}

// Answered returns how many queries each interpolator of the chain has answered
// with Sat or Unsat. The caller owns the slice.
func (f *Fallback) Answered() []int64 { return append([]int64(nil), f.answered...) }

// Interpolate answers q. If no interpolator answers, the result is Unknown with all their reasons.
// If all of them refuse the query, it is an error.
func (f *Fallback) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	var reasons []string
	outOfTicks := false
	var refusals []error
	for i, ip := range f.chain {
		z, err := ip.Interpolate(ctx, q)
		switch {
		case errors.Is(err, errors.ErrUnsupported) && ctx.Err() == nil:
			refusals = append(refusals, err)
			reasons = append(reasons, err.Error())
		case err != nil:
			return smt.Interpolation{}, err
		case z.Status != smt.Unknown:
			f.answered[i]++
			return z, nil
		default:
			reasons = append(reasons, z.Reason)
			outOfTicks = outOfTicks || z.OutOfTicks
		}
	}
	if len(refusals) == len(f.chain) && len(refusals) > 0 {
		return smt.Interpolation{}, errors.Join(refusals...)
	}
	return smt.Interpolation{Reason: strings.Join(reasons, "; then "), OutOfTicks: outOfTicks}, nil
}
