// SPDX-License-Identifier: Apache-2.0

package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/engines"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt/native"
	"cornet/verify"
)

// unfair has a check that fails in every run, one that holds, and one that no engine decides.
const unfair = `extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  unsigned a[8], i = __VERIFIER_nondet_uint();
  unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = __VERIFIER_nondet_uint();
  unsigned k = i < 8 ? i : 7;
  a[k] = 1;
  i = 100 / i;
  if (x > 0 && y > 0 && x < 2000000 && y < 2000000 && z < 3000000 && x * x * x + y * y * y == z * z * z) reach_error();
}
`

// TestAgenda verifies a check that fails, one that holds and one that no engine decides. The
// undecided one must not keep the others from being decided and reported. The reports must agree
// with the beginning of the answer.
func TestAgenda(t *testing.T) {
	t.Parallel()
	var told []verify.Result
	o := verify.Options{Replay: "off"}
	o.DataModel, o.Check = cfg.LP64, []string{"unreach-call", "division-by-zero", "bounds"}
	o.Progress = func(z verify.Result) { told = append(told, z) }
	ctx, stop := turn.Limit(t.Context(), 10_000*logic.TicksPerMillisecond, context.Canceled)
	defer stop()
	z, err := verify.Run(ctx, []verify.Source{{Name: "p.c", Text: []byte(unfair)}}, o, engines.Config{Backend: native.Backend{}})
	require.NoError(t, err)
	require.Equal(t, []string{"division-by-zero: FALSE", "bounds: TRUE"}, z.Decided())
	for _, early := range told {
		require.NotEmpty(t, early.Head(0))
		require.True(t, strings.HasPrefix(z.Text(0), early.Head(0)), early.Head(0))
	}
	require.Contains(t, z.Text(0), "\nunreach-call: UNKNOWN (")
	require.Equal(t, []string{"FALSE", "division-by-zero: FALSE", "p.c:7:3: division-by-zero: a number is divided by zero: 100 / i"}, strings.Split(z.Text(0), "\n")[:3])
}
