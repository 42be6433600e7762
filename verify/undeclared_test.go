// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/horn"
	"cornet/smt/native"
)

// TestUndeclaredNull has programs that use NULL without a header. Compilers reject such programs.
// So an assertion that fails is not reported as an error, but a proof that it holds counts.
func TestUndeclaredNull(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, reason string
		want         horn.Verdict
	}{
		{"int *p = NULL; if (!p) assert(x != 3);", "does not declare NULL", horn.Unknown},
		{"int *p = NULL; if (p) assert(x != 3);", "", horn.Safe},
		{"int *p = 0; if (!p) assert(x != 3);", "", horn.Unsafe},
	} {
		text := "extern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); " + test.text + " }\n"
		z, err := Run(t.Context(), []Source{{Name: "test.c", Text: []byte(text)}}, Options{Replay: "off"}, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
		require.NoError(t, err, test.text)
		require.Equal(t, test.want, z.Verdict, "%s: %s", test.text, z.Reason)
		require.Contains(t, z.Reason, test.reason)
	}
}
