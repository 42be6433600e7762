// SPDX-License-Identifier: Apache-2.0

package verify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "cornet"
	"cornet/internal/sandbox"
	"cornet/internal/test/need"
	"cornet/verify"
)

const inputs = "extern unsigned char __VERIFIER_nondet_uchar(void); extern int __VERIFIER_nondet_int(void); extern double __VERIFIER_nondet_double(void); " +
	"extern double sin(double); extern void *malloc(unsigned long); extern void reach_error(void);\n#define N __VERIFIER_nondet_int\n"

// TestFuzz has programs with errors that no run of the interpreter can confirm, since the path uses
// operations that are not modelled exactly.
func TestFuzz(t *testing.T) {
	t.Parallel()
	need.Of(t, "gcc")
	need.Found(t, "sandbox", sandbox.Available())
	for _, test := range []struct{ name, text, verdict, trace string }{
		{"an input that another one is compared with", "int main(void) { int x = N(), y = N(); if (x < 0 || x > 1000) return 0; if (x == 777 && y == x * 3 && sin(x) < 5) reach_error(); }", "FALSE", "N() = 777"},
		{"a number of several bytes", "int main(void) { unsigned h = 5381; char b[8]; for (int i = 0; i < 8; i++) { b[i] = __VERIFIER_nondet_uchar(); h = h * 33 ^ b[i]; } if (b[0] == 'c' && b[1] == 'o' && b[2] == 'r' && (h & 7) == 3 && sin(h) < 5) reach_error(); }", "FALSE", "b[0] = 99"},
		{"a floating-point input", "int main(void) { double d = __VERIFIER_nondet_double(); if (d > 2 && d < 3 && sin(d) < 0.2) reach_error(); }", "FALSE", "sin yields any value"},
		{"an assertion that the program defines", "static void check(int c) { if (!c) reach_error(); } int main(void) { int i = N(); check(!(i == 4321 && sin(i) < 2)); }", "FALSE", "N() = 4321"},
		{"no error", "int main(void) { int i = N(); if (sin(i) > 2) reach_error(); }", "UNKNOWN", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			z, err := api.VerifyText(t.Context(), "p.c", strings.NewReader(inputs+test.text), api.ProgramOptions{})
			require.NoError(t, err)
			require.Equal(t, test.verdict, z.Word(), z.Reason)
			if test.verdict == "FALSE" {
				require.Contains(t, z.Remarks.Lines(), "replay: confirmed by running the program")
			}
			require.Contains(t, strings.ReplaceAll(strings.Join(z.Trace(0), "\n"), "__VERIFIER_nondet_int", "N"), test.trace)
			z, err = api.VerifyText(t.Context(), "p.c", strings.NewReader(inputs+test.text), api.ProgramOptions{Program: verify.Options{Replay: "off"}})
			require.NoError(t, err)
			require.Equal(t, "UNKNOWN", z.Word(), "what the clauses say of sin() is any value")
		})
	}
}
