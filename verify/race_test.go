// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/chc"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/budget"
	"cornet/internal/turn"
	"cornet/smt"
	"cornet/smt/native"
)

// script is a procedure that works for some rounds, each a twelfth of companionDelay, and then
// answers.
func script(name string, rounds int, answer horn.Verdict, log *[]string) procedure {
	return func(ctx context.Context) decided {
		for i := range rounds {
			if ctx.Err() != nil {
				return decided{}
			}
			*log = append(*log, fmt.Sprint(name, i))
			turn.Spend(ctx, companionDelay/12)
			_ = turn.Yield(ctx)
		}
		if ctx.Err() != nil {
			return decided{}
		}
		return decided{sys: &chc.System{}, z: engines.Outcome{Verdict: answer, Reason: name}}
	}
}

// TestRounds checks which of two procedures answers, and when each one works.
func TestRounds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		first        int
		firstSays    horn.Verdict
		second       int
		secondSays   horn.Verdict
		delay        int64
		counts       bool
		work, winner string
	}{
		{"the first is quicker", 2, horn.Safe, 5, horn.Unsafe, 0, true, "a0 b0 a1 b1", "a"},
		{"the second is quicker", 5, horn.Safe, 1, horn.Unsafe, 0, true, "a0 b0 a1", "b"},
		{"an answer that does not count", 3, horn.Safe, 1, horn.Unsafe, 0, false, "a0 b0 a1 a2", "a"},
		{"the first gives up", 1, horn.Unknown, 3, horn.Safe, 0, true, "a0 b0 b1 b2", "b"},
		{"both give up", 2, horn.Unknown, 1, horn.Unknown, 0, true, "a0 b0 a1", "a"},
		{"a second one that comes late", 14, horn.Safe, 1, horn.Safe, companionDelay, true, "a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 b0 a12", "b"},
		{"the first is there before", 3, horn.Safe, 1, horn.Unsafe, companionDelay, true, "a0 a1 a2", "a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 20 {
				var log []string // written by the procedure that holds the token
				z := race(t.Context(),
					[2]procedure{script("a", test.first, test.firstSays, &log), script("b", test.second, test.secondSays, &log)},
					test.delay, func(decided) bool { return test.counts })
				require.Equal(t, test.winner, z.z.Reason)
				require.Equal(t, test.work, strings.Join(log, " "))
			}
		})
	}
}

// TestNested checks that a race within a race takes turns with the other procedure of the outer
// race.
func TestNested(t *testing.T) {
	t.Parallel()
	var log []string
	inner := func(ctx context.Context) decided {
		return race(ctx, [2]procedure{script("a", 5, horn.Safe, &log), script("b", 5, horn.Safe, &log)}, 0, func(decided) bool { return true })
	}
	z := race(t.Context(), [2]procedure{inner, script("c", 3, horn.Safe, &log)}, 0, func(decided) bool { return true })
	require.Equal(t, "c", z.z.Reason)
	require.Equal(t, "a0 b0 c0 c1 a1 b1 c2", strings.Join(log, " "))
}

// TestLoserIsAwaited checks that the procedure without the first verdict has ended when the race is
// over.
func TestLoserIsAwaited(t *testing.T) {
	t.Parallel()
	ended := false
	loser := func(ctx context.Context) decided {
		turn.Spend(ctx, companionDelay)
		_ = turn.Yield(ctx)
		<-ctx.Done()
		for range 1000 {
			runtime.Gosched()
		}
		ended = true
		return decided{}
	}
	z := race(t.Context(), [2]procedure{loser, script("b", 0, horn.Safe, nil)}, 0, func(decided) bool { return true })
	require.Equal(t, "b", z.z.Reason)
	require.True(t, ended)
}

// TestDeterministic checks that programs decided in two encodings get the same answer in every run.
func TestDeterministic(t *testing.T) {
	t.Parallel()
	const extern = "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"
	for _, test := range []struct{ name, text, word string }{
		{"bit operations", extern + "int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = x; while (y & 6) y = y ^ (y & 6); if (y == 2) reach_error(); }", "TRUE"},
		{"an error with remainders", extern + "int main(void) { unsigned x = __VERIFIER_nondet_uint(); for (unsigned i = 0; i < 3; i++) x = x * 2 + 1; if (x % 16 == 7) reach_error(); }", "FALSE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var first string
			for i := range 3 {
				o := Options{Replay: "off", NoSimulate: true, Invariants: true}
				z, err := Run(t.Context(), []Source{{Name: "test.c", Text: []byte(test.text)}}, o, engines.Config{
					Backend: native.Backend{}, Reproducers: t.TempDir(), SMT: smt.Options{},
				})
				require.NoError(t, err)
				text := fmt.Sprint(z.Text(0), z.Runs[0].Stats.Engine)
				if i == 0 {
					first = text
					require.Equal(t, test.word, z.Word(), text)
				}
				require.Equal(t, first, text)
			}
		})
	}
}

// TestThreadsOutOfTime: if threads are created in loops and the time is over, this is a reason for
// UNKNOWN, and not an error.
func TestThreadsOutOfTime(t *testing.T) {
	t.Parallel()
	p, err := Load(t.Context(), []Source{{Name: "p.c", Text: []byte(`#include <pthread.h>
extern int in(void);
int x;
void *f(void *p) { x = 1; return 0; }
int main(void) { pthread_t t; while (in()) pthread_create(&t, 0, f, 0); }
`)}}, Encoding{})
	require.NoError(t, err)
	require.True(t, p.unbounded)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(&budget.Error{Reason: budget.OutOfTime + " (1 s)"})
	z := (&driver{log: slog.New(slog.DiscardHandler), prog: p}).grow(ctx)
	require.NoError(t, z.err)
	require.Equal(t, horn.Unknown, z.z.Verdict)
	require.Equal(t, budget.OutOfTime+" (1 s)", z.z.Reason)
}
