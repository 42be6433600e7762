// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/test/need"
	"cornet/smt/native"
)

// TestUndefinedResults has errors that need a certain result of an operation that C leaves
// undefined. They count only if the compiled program has that result.
func TestUndefinedResults(t *testing.T) {
	t.Parallel()
	const shift = "what C leaves undefined: test.c:2: a shift by the width or more"
	for _, test := range []struct {
		name, text, replay string
		ints               chc.Ints
		want               horn.Verdict
		reason             string
	}{
		{"a result that the program has not", "unsigned n = __VERIFIER_nondet_uint(); if (n > 31 && 1u << n == 77) reach_error();", "", chc.Auto, horn.Unknown, shift},
		{"the same with bit-vectors", "unsigned n = __VERIFIER_nondet_uint(); if (n > 31 && 1u << n == 77) reach_error();", "", chc.BV, horn.Unknown, shift},
		{"beside a variable that is not set", "unsigned n = __VERIFIER_nondet_uint(); int x; if (x == 3 && n > 31 && 1u << n == 77) reach_error();", "", chc.Auto, horn.Unknown, shift},
		{"without a run", "unsigned n = __VERIFIER_nondet_uint(); if (n > 31 && 1u << n == 77) reach_error();", "off", chc.Auto, horn.Unknown, shift},
		{"a result that the program has", "unsigned n = __VERIFIER_nondet_uint(); if (n > 31 && 1u << n != 77) reach_error();", "", chc.Auto, horn.Unsafe, ""},
		{"a defined result", "unsigned n = __VERIFIER_nondet_uint(); if (n < 32 && 1u << n == 64) reach_error();", "off", chc.Auto, horn.Unsafe, ""},
		{"a result that matters nowhere", "unsigned n = __VERIFIER_nondet_uint(), m = 1u << n; if (n > 40) reach_error(); return m;", "off", chc.Auto, horn.Unsafe, ""},
		{"no result is an error", "unsigned n = __VERIFIER_nondet_uint(); unsigned m = 2u << n; if (n < 31 && m == 3) reach_error();", "off", chc.Auto, horn.Safe, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.replay == "" {
				need.Of(t, "gcc")
			}
			text := "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\nint main(void) { " + test.text + " }\n"
			e := Encoding{DataModel: cfg.LP64, Ints: test.ints}
			z, err := Run(t.Context(), []Source{{Name: "test.c", Text: []byte(text)}}, Options{Encoding: e, Replay: test.replay, NoSimulate: true},
				engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
			require.NoError(t, err)
			require.Equal(t, test.want, z.Verdict, z.Reason)
			require.Contains(t, z.Reason, test.reason)
		})
	}
}
