// SPDX-License-Identifier: Apache-2.0

package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "cornet"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/verify"
)

// TestUnwind has programs whose errors need a bound on the iterations of a loop. With this bound
// the error is found, with a smaller one it is not.
func TestUnwind(t *testing.T) {
	t.Parallel()
	const head = "extern int n(void); extern void reach_error(void);\n"
	for _, test := range []struct {
		name, text string
		needs      int // how often a loop has to go back
	}{
		{"in the loop", "int main(void) { int i = 0; while (n()) { i++; if (i == 4) reach_error(); } }", 3},
		{"behind the loop", "int main(void) { int i = 0; while (n()) i++; if (i == 4) reach_error(); }", 4},
		{"a loop that is entered again", "int main(void) { int s = 0; for (int i = 0; i < 3; i++) for (int k = 0; k < 2; k++) s++; if (s == 6) reach_error(); }", 3},
		{"a loop of goto", "int main(void) { int i = 0; again: i++; if (n()) goto again; if (i == 4) reach_error(); }", 3},
		{"a loop that begins the function", "int f(int i) { do i++; while (i < 5); return i; } int main(void) { if (f(0) == 5) reach_error(); }", 4},
		{"a loop in a function that calls itself", "int f(int k) { int i = 0; while (i < 2) i++; return k ? i + f(k - 1) : i; } int main(void) { if (f(3) == 8) reach_error(); }", 2},
	} {
		for _, simulate := range []bool{true, false} {
			for bound := test.needs - 1; bound <= test.needs; bound++ {
				z, err := api.VerifyText(t.Context(), "p.c", strings.NewReader(head+test.text), api.ProgramOptions{
					Program: verify.Options{Encoding: verify.Encoding{Unwind: bound}, Replay: "off", NoSimulate: !simulate},
				})
				require.NoError(t, err)
				if bound == test.needs {
					require.Equal(t, "FALSE", z.Word(), "%s, %d: %s", test.name, bound, z.Reason)
					require.NotContains(t, strings.Join(z.Trace(0), "\n"), "iterations")
				} else {
					require.Equal(t, fmt.Sprintf("no error within %d iteration%s of each loop; executions with more iterations are not covered", bound, map[bool]string{true: "s"}[bound > 1]), z.Reason, test.name)
				}
			}
		}
	}
}

// TestBounded checks the answer for a program without a verdict.
func TestBounded(t *testing.T) {
	t.Parallel()
	const one = "extern int n(void); int main(void) { unsigned i = 0; while (n()) { i = i * 5 + 7; if (i == 1) { ERROR: ; } } }"
	const two = "extern int n(void); int main(void) { unsigned i = 0;\nwhile (n()) { i = i * 5 + 7;\nwhile (n()) i ^= i << 3;\nif (i == 1) { ERROR: ; } } }"
	for text, want := range map[string]string{
		one: `^bounded: no error within \d+ iterations of the loop at p.c:1; executions with more iterations are not covered$`,
		two: `^bounded: no error in executions that come at most \d+ times in all to the loop heads at p.c:2 and p.c:3; longer executions are not covered$`,
	} {
		o := api.ProgramOptions{Program: verify.Options{Replay: "off"}}
		ctx, stop := turn.Limit(t.Context(), 60*logic.TicksPerMillisecond, context.Canceled)
		z, err := api.VerifyText(ctx, "p.c", strings.NewReader(text), o)
		require.NoError(t, err)
		require.Equal(t, "UNKNOWN", z.Word())
		require.Len(t, z.Remarks, 1)
		require.Regexp(t, want, z.Remarks[0].String())
		stop()
	}
}
