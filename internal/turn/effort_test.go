// SPDX-License-Identifier: Apache-2.0

package turn_test

import (
	"context"
	"errors"
	"testing"

	"cornet/internal/turn"
)

var errSpent = errors.New("spent")

// All contexts around a computation hear of its effort, and the limit that is exceeded ends it.
func TestEffort(t *testing.T) {
	turn.Spend(context.Background(), 1) // nobody watches
	outer, whole := turn.Metered(context.Background())
	first, stop := turn.Limit(outer, 10, errSpent)
	defer stop()
	second, part := turn.Metered(outer)
	turn.Spend(first, 10)
	turn.Spend(second, 3)
	if err := context.Cause(first); err != nil {
		t.Errorf("the limit is not exceeded: %v", err)
	}
	turn.Spend(first, 1)
	if err := context.Cause(first); err != errSpent {
		t.Errorf("the cause is %v, want %v", err, errSpent)
	}
	if outer.Err() != nil || second.Err() != nil {
		t.Error("the limit of one part ends the others")
	}
	if whole.Effort() != 14 || part.Effort() != 3 {
		t.Errorf("the effort is %d, that of a part %d; want 14 and 3", whole.Effort(), part.Effort())
	}
}

// What is done around a wait also happens without turns to wait for.
func TestAround(t *testing.T) {
	y := &last{left: 9}
	for _, test := range []struct {
		ctx  context.Context
		left int
	}{{turn.With(context.Background(), y), 8}, {context.Background(), 8}} {
		var log string
		ctx := turn.Around(test.ctx, func(wait func()) { log += "before "; wait(); log += "after" })
		if err := turn.Yield(ctx); err != nil || log != "before after" || y.left != test.left {
			t.Errorf("%v, %q, %d calls left; want %d", err, log, y.left, test.left)
		}
	}
}

type counter int64

func (c *counter) Effort() int64 { return int64(*c) }

// A computation that only yields is limited by what a counter counts.
func TestCounting(t *testing.T) {
	count := counter(100)
	limited, stop := turn.Limit(context.Background(), 10, errSpent)
	defer stop()
	ctx := turn.Counting(limited, &count)
	for i, want := range []error{nil, nil, nil, errSpent} {
		if err := turn.Yield(ctx); err != want {
			t.Errorf("step %d: %v, want %v", i, err, want)
		}
		count += 5
	}
}
