// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/sandbox"
	"cornet/internal/test/need"
	"cornet/verify"
)

// TestVerify has programs with the first line of the answer and the exit code.
func TestVerify(t *testing.T) {
	for _, test := range []struct {
		name, text string
		args       []string
		word       string
		code       int
	}{
		{"safe", "int n(void); int main(void) { int x = n(); if (x != x) { ERROR: ; } }", nil, "TRUE", exitOK},
		{"unsafe", "int n(void); int main(void) { int x = n(); if (x == 7) { ERROR: ; } }", nil, "FALSE", exitOK},
		{"wraps", "int n(void); int main(void) { int x = n(); if (x + 1 < x) { ERROR: ; } }", nil, "FALSE", exitOK},
		{"must not wrap", "int n(void); int main(void) { int x = n(); if (x + 1 < x) { ERROR: ; } }", []string{"--signed-overflow", "assume"}, "TRUE", exitOK},
		{"wrapping is an error", "int n(void); int main(void) { int x = n(); return x + 1; }", []string{"--signed-overflow", "check", "--no-replay"}, "FALSE", exitOK},
		{"unbounded", "int n(void); int main(void) { int x = n(); if (x + 1 < x) { ERROR: ; } }", []string{"--ints", "math"}, "TRUE", exitOK},
		{"doubtful", "double n(void), sin(double); int main(void) { if (sin(n()) > 2) { ERROR: ; } }", nil, "UNKNOWN", exitOK},
		{"floating-point numbers", "float n(void); int main(void) { float x = n(); if (x * 2 > 1 && x < 0) { ERROR: ; } }", nil, "TRUE", exitOK},
		{"bounds of a bit operation hold where it is done", "int n(void); int main(void) { int a = n(), b = n(), c = n(), r = 0; " +
			"if (c == 1) r = 1; else if (c == 2) r = 2; else if (c == 3) r = 3; else if (c == 4) r = 4; else if (c == 5) r = 5; else if (c == 6) r = 6; " +
			"else if (a >= 0 && b >= 0) r = a & b; if (a < -5 && r == 0) { ERROR: ; } }", []string{"--ints", "wrap", "--no-simulate", "--no-replay"}, "FALSE", exitOK},
		{"malformed", "int main(void) { return }", nil, "UNKNOWN", exitInput},
		{"a missing header", "#include <nothing.h>\nint main(void) { return 0; }", nil, "UNKNOWN\nreason: -:1:10: the header <nothing.h> is not found", exitInput},
		{"other entry", "int f(void) { ERROR: return 1; } int main(void) { return 0; }", []string{"--entry", "f", "--no-replay"}, "FALSE", exitOK},
	} {
		t.Run(test.name, func(t *testing.T) {
			z := cornet(t, test.text, append([]string{"verify", "-", "--timeout", "60"}, test.args...)...)
			require.Equal(t, test.code, z.code, z.stderr)
			require.Regexp(t, "^"+test.word, z.stdout, z.stderr)
		})
	}
}

func TestVerifyFiles(t *testing.T) {
	dir := t.TempDir()
	text := "int n(void); int main(void) { int x = n(); if (x == 7) { ERROR: ; } }"
	prp := filepath.Join(dir, "a.prp")
	require.NoError(t, os.WriteFile(prp, []byte("CHECK( init(main()), LTL(F served) )"), 0o600))
	z := cornet(t, text, "verify", "-", "--property", prp)
	require.Equal(t, exitInput, z.code, "other properties are refused")

	witness, harness := filepath.Join(dir, "w.yml"), filepath.Join(dir, "h")
	z = cornet(t, text, "verify", "-", "--witness", witness, "--harness", harness)
	require.Equal(t, exitOK, z.code, z.stderr)
	require.Contains(t, z.stdout, "n() = 7")
	w, err := os.ReadFile(witness)
	require.NoError(t, err)
	require.Contains(t, string(w), "violation_sequence")
	h, err := os.ReadFile(filepath.Join(harness, "harness.c"))
	require.NoError(t, err)
	require.Contains(t, string(h), "7LL")
}

// TestEncode checks that the printed system can be read back and gets the same verdict.
func TestEncode(t *testing.T) {
	for text, word := range map[string]string{
		"int n(void); int main(void) { int i = 0, k = n(); while (i < k) i++; if (k > 0 && i > k) { ERROR: ; } }":  "sat\n",
		"int n(void); int main(void) { int i = 0, k = n(); while (i < k) i++; if (k > 0 && i == 3) { ERROR: ; } }": "unsat\n",
	} {
		z := cornet(t, text, "encode", "-")
		require.Equal(t, exitOK, z.code, z.stderr)
		require.Contains(t, z.stdout, "; -:1:")
		back := cornet(t, z.stdout, "solve", "-", "--timeout", "60")
		require.Equal(t, word, back.stdout, back.stderr)
	}
	z := cornet(t, "int main(void) { int a = 1; ERROR: return a; }", "encode", "-", "--scalar")
	require.Contains(t, z.stdout, "error")
}

// TestVerifyReplay checks what the last line of a counterexample says about the compiled program.
func TestVerifyReplay(t *testing.T) {
	need.Of(t, "gcc")
	need.Found(t, "sandbox", sandbox.Available())
	text := "int n(void); int main(void) { int x = n(); if (x == 7) { ERROR: ; } }"
	for _, test := range []struct {
		args []string
		line string
	}{
		{nil, "replay: confirmed by running the program"},
		{[]string{"--no-simulate"}, "replay: confirmed by running the program"},
		{[]string{"--replay", "unconfined"}, "replay: confirmed by running the program"},
		{[]string{"--replay", "off", "--no-simulate"}, "replay: confirmed by interpreting the program; the compiled program was not run: switched off"},
		{[]string{"--no-replay"}, "replay: confirmed by interpreting the program; the compiled program was not run: switched off"},
	} {
		z := cornet(t, text, append([]string{"verify", "-", "--data-model", "LP64"}, test.args...)...)
		require.Regexp(t, "^FALSE\n", z.stdout, z.stderr)
		require.Contains(t, z.stdout, test.line, test.args)
	}
}

// An answer without a verdict for lack of time names the options that may help.
func TestNext(t *testing.T) {
	late, wrong := verify.Unknown("out of time (2 s)"), verify.Unknown("p.c:1:2: unexpected ';'")
	c := verifyCmd{}
	c.Budget.Timeout = 2 * time.Second
	require.Equal(t, "next: more time (--timeout 20s), or print what is proved so far (--invariants), or look for errors in short executions (--unwind 10)\n", c.next(late))
	require.Empty(t, c.next(wrong))
	require.Empty(t, c.next(verify.Result{Verdict: horn.Safe}))
	c.Options.Invariants, c.Options.Unwind = true, 3
	require.Equal(t, "next: more time (--timeout 20s)\n", c.next(late))
}
