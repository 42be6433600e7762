// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTerminationOfPrograms checks answers about C programs by the rules of the termination
// competition, and by those of C.
func TestTerminationOfPrograms(t *testing.T) {
	t.Parallel()
	const nondet = "extern int __VERIFIER_nondet_int(void);\n"
	const integers = "assuming: integers are unbounded"
	for _, test := range []struct{ name, text, args, answer, says string }{
		{"a loop", nondet + "int main() { int i; i = __VERIFIER_nondet_int(); while (i > 0) { i = i - 1; } return 0; }", "", "YES", "ranking function i"},
		{"the reading is named", nondet + "int main() { int i = __VERIFIER_nondet_int(); while (i > 0) i--; }", "", "YES", integers},
		{"nothing overflows", "int main(void) { int x = 1; while (x > 0) x++; }", "", "NO", integers},
		{"overflow ends it in C", "int main(void) { int x = 1; while (x > 0) x++; }", "--ints auto", "MAYBE", ""},
		{"nothing wraps", "int main(void) { unsigned x = 1; while (x > 0) x++; }", "", "NO", integers},
		{"a wrap ends it in C", "int main(void) { unsigned char x = 1; while (x > 0) x++; }", "--ints auto", "YES", "ranking function"},
		{"the answer only", nondet + "int main() { int i = __VERIFIER_nondet_int(); while (i > 0) i--; }", "--no-proof", "YES", ""},
		{"valid accesses", "int main(void) { int a[4]; int i = 0; while (i < 4) { a[i] = 0; i++; } }", "", "YES", "ranking function"},
		{"an invalid access", "int main(void) { int a[4]; int i = 0; while (i < 5) { a[i] = 0; i++; } }", "", "MAYBE", ""},
		{"an invalid access before a loop without end", "int main(void) { int a[4]; int i = 4; a[i] = 1; while (i) { i = 2; } }", "", "MAYBE", ""},
		{"valid accesses before a loop without end", "int main(void) { int a[4]; int i = 3; a[i] = 1; while (i) { i = 2; } }", "", "NO", "an execution does not end"},
	} {
		t.Run(test.name, func(t *testing.T) {
			z := cornet(t, test.text, append([]string{"termination", "-", "--timeout", "30"}, strings.Fields(test.args)...)...)
			require.Equal(t, exitOK, z.code, z.stderr)
			answer, proof, _ := strings.Cut(z.stdout, "\n")
			require.Equal(t, test.answer, answer, z.stderr)
			require.Contains(t, proof, test.says)
			if test.says == "" {
				require.Empty(t, proof)
			}
		})
	}
}
