// SPDX-License-Identifier: Apache-2.0

package backends_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/backends"
)

// oneAnswer is a back end whose interpolators give the same answer to every query.
type oneAnswer struct {
	smt.Backend
	answer smt.Interpolation
	err    error
	asked  int
	ticks  uint64
}

func (b *oneAnswer) Interpolator(_ *logic.Store, o smt.Options) (smt.Interpolator, error) {
	b.ticks = o.Ticks
	return b, nil
}

func (b *oneAnswer) Interpolate(context.Context, *smt.Query) (smt.Interpolation, error) {
	b.asked++
	return b.answer, b.err
}

func TestInterpolator(t *testing.T) {
	unsat := smt.Interpolation{Status: smt.Unsat}
	spent := smt.Interpolation{Reason: "satisfiability not decided", OutOfTicks: true}
	other := smt.Interpolation{Reason: "a proof that is too long"}
	refused := fmt.Errorf("toy: %w", errors.ErrUnsupported)
	for _, c := range []struct {
		name   string
		ticks  uint64 // the caller's ticks
		answer smt.Interpolation
		err    error
		second int // number of questions to the second one
	}{
		{"an answer", 0, unsat, nil, 0},
		{"an answer within a bound", 100, unsat, nil, 0},
		{"the first's own bound is used up", 0, spent, nil, 1},
		{"the caller's bound is used up", 100, spent, nil, 0},
		{"given up for another reason", 100, other, nil, 1},
		{"refused", 100, smt.Interpolation{}, refused, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, second := &oneAnswer{answer: c.answer, err: c.err}, &oneAnswer{answer: unsat}
			b := &backends.Fallback{First: first, Second: func() (smt.Backend, error) { return second, nil }, Ticks: 7}
			ip, err := b.Interpolator(logic.NewStore(), smt.Options{Ticks: c.ticks})
			require.NoError(t, err)
			z, err := ip.Interpolate(t.Context(), nil)
			require.NoError(t, err)
			require.Equal(t, c.second, second.asked)
			if c.second == 1 {
				require.Equal(t, smt.Unsat, z.Status)
			}
			if c.ticks > 0 {
				require.Equal(t, c.ticks, first.ticks)
			} else {
				require.Greater(t, first.ticks, uint64(7), "more than a check may cost")
			}
		})
	}
}
