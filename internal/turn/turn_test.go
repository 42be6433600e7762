// SPDX-License-Identifier: Apache-2.0

package turn_test

import (
	"context"
	"errors"
	"testing"

	"cornet/internal/turn"
)

// last ends its context after some calls.
type last struct {
	left   int
	cancel context.CancelCauseFunc
}

func (y *last) Yield(context.Context) {
	if y.left--; y.left == 0 {
		y.cancel(errOver)
	}
}

var errOver = errors.New("over")

func TestYield(t *testing.T) {
	if err := turn.Yield(context.Background()); err != nil {
		t.Errorf("without turns: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	y := &last{3, cancel}
	derived, stop := context.WithCancel(turn.With(ctx, y))
	defer stop()
	for i, want := range []error{nil, nil, errOver, errOver} {
		if err := turn.Yield(derived); err != want {
			t.Errorf("call %d: %v, want %v", i, err, want)
		}
	}
	if y.left != 0 {
		t.Errorf("%d calls are left: a context that is done takes no turns", y.left)
	}
}

func TestInnerTurns(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	outer, inner := &last{9, cancel}, &last{9, cancel}
	if err := turn.Yield(turn.With(turn.With(ctx, outer), inner)); err != nil || outer.left != 9 || inner.left != 8 {
		t.Errorf("%v, outer %d, inner %d; want the inner turns alone", err, outer.left, inner.left)
	}
}
