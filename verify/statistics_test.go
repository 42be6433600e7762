// SPDX-License-Identifier: Apache-2.0

package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "cornet"
	"cornet/verify"
)

// TestRunsOnce checks that the statistics have each run of an engine once, if there are several
// properties.
func TestRunsOnce(t *testing.T) {
	t.Parallel()
	const text = "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n" +
		"int main(void) { unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++; if (i != n) reach_error(); return 8 / (int)(i % 3 + 1); }"
	for _, check := range []string{"unreach-call", "unreach-call,division-by-zero", "unreach-call,division-by-zero,overflow"} {
		o := api.ProgramOptions{Program: verify.Options{Replay: "off"}}
		o.Program.Check = strings.Split(check, ",")
		z, err := api.VerifyText(t.Context(), "p.c", strings.NewReader(text), o)
		require.NoError(t, err)
		require.Equal(t, "TRUE", z.Word())
		require.NotEmpty(t, z.Runs)
		seen := map[string]bool{}
		for _, r := range z.Runs {
			key := fmt.Sprintf("%p %+v", r.Model, r.Stats)
			require.False(t, seen[key], "%s: a run is counted twice: %s", check, key)
			seen[key] = true
		}
	}
}
