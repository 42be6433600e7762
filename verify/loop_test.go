// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/horn"
	"cornet/internal/sandbox"
	"cornet/internal/test/need"
	"cornet/smt/native"
)

// TestLoops has errors after hundreds of millions of iterations.
func TestLoops(t *testing.T) {
	t.Parallel()
	need.Of(t, "gcc")
	need.Found(t, "sandbox", sandbox.Available())
	const extern = "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"
	for _, test := range []struct {
		name, text string
		want       horn.Verdict
		says       string // a remark, or the reason
	}{
		{"a number of iterations that is an input", `int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 7; for (unsigned i = 0; i < n; i++) { s += 2; if (s < 7) return 0; } if (s > 800000000) reach_error(); }`,
			horn.Unsafe, "times; the first iterations are shown"},
		{"two loops", `int main(void) { unsigned a = 0, b = 5; while (a < 300000000) a++; while (a > 1) { a -= 2; b++; } if (b != 150000005) return 0; reach_error(); }`,
			horn.Unsafe, "a loop is passed 300000000 times"},
		{"inputs in a loop", `int main(void) { unsigned s = 0; for (unsigned i = 0; i < 500000000; i++) if (__VERIFIER_nondet_uint() > 3) s++; if (s > 400000000) reach_error(); }`,
			horn.Unknown, "iterations with inputs"},
	} {
		t.Run(test.name, func(t *testing.T) {
			z, err := Run(t.Context(), []Source{{Name: "test.c", Text: []byte(extern + test.text)}}, Options{}, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
			require.NoError(t, err)
			require.Equal(t, test.want, z.Verdict, z.Reason)
			if test.want == horn.Unknown {
				require.Contains(t, z.Reason, test.says)
				return
			}
			require.Equal(t, "replay: confirmed by running the program", z.Remarks[0].String())
			require.Contains(t, z.Remarks[1].Text, test.says)
		})
	}
}
