// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/budget"
)

// open has a check that fails in every run, and one that nothing decides.
const open = `extern unsigned __VERIFIER_nondet_uint(void);
int divide(unsigned i) { return 100 / i; }
int main(void) {
  unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = __VERIFIER_nondet_uint();
  divide(x);
  if (x > 0 && y > 0 && x < 2000000 && y < 2000000 && z < 3000000 && x * x * x + y * y * y == z * z * z) reach_error();
}
`

// until runs a command line, and interrupts it when it has printed a text to standard output or
// standard error.
func until(t *testing.T, text, stdin string, args ...string) outcome {
	t.Helper()
	ctx, interrupt := context.WithCancelCause(t.Context())
	defer interrupt(nil)
	var out, errs bytes.Buffer
	watch := func(b *bytes.Buffer) io.Writer {
		return writer(func(p []byte) (int, error) {
			n, err := b.Write(p)
			if strings.Contains(b.String(), text) {
				interrupt(budget.ErrInterrupted)
			}
			return n, err
		})
	}
	code := run(ctx, args, strings.NewReader(stdin), watch(&out), watch(&errs))
	return outcome{code, out.String(), errs.String()}
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// TestFindingsAtOnce interrupts a run when it has printed its first finding. The other checks are
// not decided by then.
func TestFindingsAtOnce(t *testing.T) {
	z := until(t, "divided by zero", open, "verify", "--no-replay", "--check", "unreach-call,division-by-zero", "-")
	require.Equal(t, exitOK, z.code)
	lines := strings.Split(strings.TrimSpace(z.stdout), "\n")
	require.Equal(t, []string{"FALSE", "division-by-zero: FALSE"}, lines[:2])
	require.Equal(t, "unreach-call: UNKNOWN (interrupted)", lines[len(lines)-1])
	require.Equal(t, 1, strings.Count(z.stdout, "division-by-zero: FALSE"))

	z = until(t, "divide: FALSE", open, "verify", "--no-replay", "--check", "unreach-call,division-by-zero", "--each", "*", "-")
	lines = strings.Split(strings.TrimSpace(z.stdout), "\n")
	require.Equal(t, []string{"FALSE", "divide: FALSE"}, lines[:2])
	require.Contains(t, z.stdout, "\nmain: UNKNOWN")
	require.Contains(t, z.stdout, "interrupted")
}

// TestKnownAtTheEnd checks that the results so far are in each format when the time is over.
func TestKnownAtTheEnd(t *testing.T) {
	args := []string{"verify", "--no-replay", "--check", "unreach-call,division-by-zero", "--timeout", "1.5", "-", "--format"}
	z := cornet(t, open, append(args, "json")...)
	var r report
	require.NoError(t, json.Unmarshal([]byte(z.stdout), &r))
	require.Equal(t, "FALSE", r.Verdict)
	require.Equal(t, []propertyReport{{"division-by-zero", "FALSE", ""}, {"unreach-call", "UNKNOWN", "out of time (1.5 s)"}}, r.Properties)
	require.Len(t, r.Findings, 1)
	z = cornet(t, open, append(args, "sarif")...)
	var s sarifLog
	require.NoError(t, json.Unmarshal([]byte(z.stdout), &s))
	require.Len(t, s.Runs[0].Results, 1)
	z = cornet(t, open, append(args, "github")...)
	require.Equal(t, 1, strings.Count(z.stdout, "::error "), z.stdout)
	require.True(t, strings.HasPrefix(z.stdout, "cornet: FALSE\n"), z.stdout)
}
