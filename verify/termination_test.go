// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/smt/native"
)

// TestTermination checks verdicts about termination, and what is said about them.
func TestTermination(t *testing.T) {
	t.Parallel()
	const n = "int __VERIFIER_nondet_int(void);\n"
	assume := Encoding{SignedOverflow: assumeOverflow}
	for _, test := range []struct {
		name, text string
		e          Encoding
		word, says string
	}{
		{"a loop", n + "int main(void) {\n for (int i = __VERIFIER_nondet_int(); i > 0; i--) ;\n}", Encoding{}, "TRUE", "a.c:3: ranking function "},
		{"no loop", "int main(void) { return 0; }", Encoding{}, "TRUE", ""},
		{"recursion", n + "int f(int k) { return k > 0 ? f(k - 1) : 0; }\nint main(void) { return f(__VERIFIER_nondet_int()); }", Encoding{}, "TRUE", "a.c:2: ranking function of f() "},
		{"a call that has returned is no step", "int f(int k) { return k > 0 ? f(k - 1) : 0; }\nint main(void) { return f(f(0)); }", Encoding{}, "TRUE", ""},
		{"recursion without end", "int f(int k) { return k > 0 ? f(k) : 0; }\nint main(void) { return f(0) + f(1); }", Encoding{}, "FALSE", "a.c:1: an execution does not end: f() calls itself for ever"},
		{"a loop without end", n + "int main(void) {\n int i = __VERIFIER_nondet_int();\n while (i > 3) i = 7;\n}", Encoding{}, "FALSE", "a.c:4: an execution does not end"},
		{"only overflow ends it", "int main(void) { int x = 1; while (1) x++; }", Encoding{}, "UNKNOWN", endsByOverflow},
		{"only overflow ends it, which is accepted", "int main(void) { int x = 1; while (1) x++; }", assume, "TRUE", restsOnOverflow.Text},
		{"a wrap would go on", n + "int main(void) {\n int k = __VERIFIER_nondet_int();\n for (int i = 0; i < k; i += 2) ;\n}", Encoding{}, "TRUE", restsOnOverflow.Text},
		{"threads", "#include <pthread.h>\nvoid *f(void *p) { return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }", Encoding{}, "UNKNOWN", "threads or locks"},
		{"what is not supported", "int main(void) { int x = 3; __asm__(\"magic %0\" : \"+r\"(x) : : \"memory\"); while (x > 0) x--; }", Encoding{}, "UNKNOWN", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := Options{Encoding: test.e, Replay: "off"}
			o.Check = []string{"termination"}
			z, _ := Run(t.Context(), []Source{{Name: "a.c", Text: []byte(test.text)}}, o, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
			require.Equal(t, test.word, z.Word(), z.Text(0))
			require.Contains(t, z.Text(0), test.says)
			require.Len(t, z.Properties, 1)
		})
	}
}

// TestTerminationBeside checks that termination is decided together with other properties.
func TestTerminationBeside(t *testing.T) {
	t.Parallel()
	o := Options{Encoding: Encoding{Check: []string{"unreach-call", "termination"}}, Replay: "off"}
	text := "int main(void) { int i = 0; while (i < 10) i++; if (i == 10) { ERROR: ; } }"
	z, err := Run(t.Context(), []Source{{Name: "a.c", Text: []byte(text)}}, o, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
	require.NoError(t, err)
	require.Equal(t, "FALSE", z.Word())
	require.Contains(t, z.Text(0), "unreach-call: FALSE")
	require.Contains(t, z.Text(0), "termination: TRUE")
	require.Len(t, z.Rankings, 1)
	require.Len(t, z.Findings, 1)
}

// TestTerminationWitness checks that witnesses of termination name what was found, and that their
// claims are checked.
func TestTerminationWitness(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := func(text string, o Options) (Result, string) {
		o.Replay = "off"
		z, err := Run(t.Context(), []Source{{Name: "a.c", Text: []byte(text)}}, o, engines.Config{Backend: native.Backend{}, Reproducers: dir})
		require.NoError(t, err)
		w, err := os.ReadFile(filepath.Join(dir, "w.yml"))
		require.NoError(t, err)
		return z, string(w)
	}
	asks := Options{Encoding: Encoding{Check: []string{"termination"}}, Witness: filepath.Join(dir, "w.yml")}
	down := "int __VERIFIER_nondet_int(void);\nint main(void) {\n  int i = __VERIFIER_nondet_int();\n  while (i > 0)\n    i--;\n}\n"
	_, w := run(down, asks)
	require.Contains(t, w, "loop_transition_invariant")
	require.Contains(t, w, `\at(i, AnyPrev)`)
	certified := asks
	certified.Certificate = filepath.Join(dir, "certificate")
	z, _ := run(down, certified)
	require.Regexp(t, `certificate: ([1-9]\d*) of (\d+) conditions of the ranking functions have proofs`, z.Text(0))
	require.FileExists(t, filepath.Join(certified.Certificate, "check.sh"))
	z, _ = run(down, Options{ValidateWitness: asks.Witness})
	require.Equal(t, "confirmed: its invariants hold, and so does the property", z.Validation, z.Text(0))
	require.NotContains(t, z.Text(0), "__witness")

	wrong := strings.ReplaceAll(w, " > ", " < ")
	require.NoError(t, os.WriteFile(asks.Witness, []byte(wrong), 0o600))
	z, _ = run(down, Options{ValidateWitness: asks.Witness})
	require.Contains(t, z.Validation, "refuted: it does not hold: ")

	_, w = run("int main(void) {\n  int i = 1;\n  while (i > 0)\n    i = 3;\n}\n", asks)
	require.Contains(t, w, "action: cycle")
	require.NotContains(t, w, "target")
}

// TestTerminationBound checks bounds on iterations and on the depth of recursion.
func TestTerminationBound(t *testing.T) {
	t.Parallel()
	const n = "int __VERIFIER_nondet_int(void);\n"
	for _, test := range []struct{ name, text, says string }{
		{"a loop", n + "int main(void) {\n int n = __VERIFIER_nondet_int();\n for (int i = 0; i < n; i++) ;\n}", "a.c:4: at most max(0, n - i + 1) iterations come back to the loop's head\n"},
		{"a loop in a loop", n + "int main(void) {\n int n = __VERIFIER_nondet_int();\n while (n > 0) {\n for (int i = 0; i < 10; i++) ;\n n--; }\n}", " iterations come back to the loop's head while "},
		{"recursion", n + "int f(int k) { return k > 0 ? f(k - 1) : 0; }\nint main(void) { return f(__VERIFIER_nondet_int()); }", "a.c:2: at most max(0, k + 1) calls of f() are nested in a call\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := Options{Encoding: Encoding{Check: []string{"termination"}}, Replay: "off", Bound: true}
			z, err := Run(t.Context(), []Source{{Name: "a.c", Text: []byte(test.text)}}, o, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
			require.NoError(t, err)
			require.Contains(t, z.Text(0), test.says)
		})
	}
}
