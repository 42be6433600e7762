// SPDX-License-Identifier: Apache-2.0

package verify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "cornet"
	"cornet/encode/witness"
	"cornet/verify"
)

// TestNothingToReach has programs that are TRUE. If nothing in a program could be an error, the
// answer says so.
func TestNothingToReach(t *testing.T) {
	t.Parallel()
	const noError, hint = "nothing to reach: no assertion or error function", "; `--check all` looks for undefined behaviour"
	for _, c := range []struct{ text, check, note string }{
		{"int main(void) { int x = 2147483647; x++; return x; }", "", noError + hint},
		{"#define NDEBUG\n#include <assert.h>\nint main(void) { assert(0); }", "", noError + hint},
		{"#include <assert.h>\nextern void reach_error(void); static_assert(1, \"\"); int main(void) { return 0; }", "", noError + hint},
		{"#include <stdlib.h>\n#include <string.h>\nint main(void) { char *p = malloc(3); if (p) strcpy(p, \"ab\"); free(p); }", "", noError + hint},
		{"int a[2]; int main(void) { return a[1]; }", "unreach-call,bounds", noError},
		{"int f(int x) { return x / 2; } int main(void) { return f(2); }", "unreach-call,division-by-zero", noError},
		{"int a[2]; int main(void) { return a[1]; }", "bounds", ""},
		{"#include <assert.h>\nint main(void) { assert(1); }", "", ""},
		{"#include <assert.h>\nvoid f(int x) { assert(x > 0); } int main(void) { return 0; }", "", ""},
		{"int main(void) { if (0) { ERROR: return 1; } return 0; }", "", ""},
		{"extern void reach_error(void); int main(void) { while (0) reach_error(); }", "", ""},
		{"extern void reach_error(void); void (*fail)(void) = reach_error; int main(void) { return 0; }", "", ""},
		{"extern void __VERIFIER_assert(int); int main(void) { __VERIFIER_assert(3 > 2); }", "", ""},
	} {
		o := api.ProgramOptions{Program: verify.Options{Replay: "off"}}
		if c.check != "" {
			o.Program.Check = strings.Split(c.check, ",")
		}
		z, err := api.VerifyText(t.Context(), "p.c", strings.NewReader(c.text), o)
		require.NoError(t, err)
		require.Equal(t, "TRUE", z.Word(), c.text)
		notes := []string{""}
		for _, r := range z.Remarks {
			if r.Kind == witness.Vacuous {
				notes = []string{r.String()}
			}
		}
		require.Equal(t, c.note, notes[0], c.text)
	}
}
