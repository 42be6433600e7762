// SPDX-License-Identifier: Apache-2.0

package verify_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/engines"
	"cornet/smt/native"
	"cornet/verify"
)

// TestUnsupportedProperties: all checks of a property come after an unsupported construct. If an
// execution reaches the construct, the property is not proved.
func TestUnsupportedProperties(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"an execution gets there", "return f(x);", "no-overflow: UNKNOWN"},
		{"no execution gets there", "if (c > 2) return f(x); return 0;", "no-overflow: TRUE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "extern int __VERIFIER_nondet_int(void);\nint f(int x) { int g(int y) { return y; } return x + g(x); }\nint main(void) { int c = __VERIFIER_nondet_int(), a[3] = {1, 2, 3}; if (c < 0 || c > 2) return 0; int x = a[c]; " + c.text + " }"
			o := verify.Options{Replay: "off"}
			o.DataModel, o.Check = cfg.LP64, []string{"overflow", "arrays"}
			z, err := verify.Run(t.Context(), []verify.Source{{Name: "p.c", Text: []byte(text)}}, o, engines.Config{Backend: native.Backend{}})
			require.NoError(t, err)
			require.Contains(t, z.Text(0), c.want)
		})
	}
}
