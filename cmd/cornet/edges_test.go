// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const overflowing = "int main(void) { int x = 2147483647; x++; if (x > 0) reach_error(); }\n"

// TestCompilersOptions gives the program the options of a compiler. Options that do not change the
// meaning of a program are accepted. Others are modelled or refused.
func TestCompilersOptions(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a.c", []byte(overflowing), 0o644))
	const harmless = "-Wall -Wextra -O2 -g -c -o X -pedantic -std=c11 -fPIC -march=native -pipe -MD -MF X"
	for _, c := range []struct {
		args, stdout, stderr string
		code                 int
	}{
		{harmless + " a.c", "TRUE\n", "", exitOK},
		{"a.c -fwrapv -lm", "TRUE\n", "", exitOK},
		{"--check overflow -g a.c", "FALSE\n", "", exitOK},
		{"--check overflow -fwrapv a.c", "UNKNOWN\nreason: a.c: -fwrapv defines signed operations that overflow", "", exitInput},
		{"--signed-overflow assume -fno-strict-overflow a.c", "UNKNOWN\nreason: a.c: -fwrapv defines signed operations that overflow", "", exitInput},
		{"-funsigned-char a.c", "", "compiler option -funsigned-char: unsupported", exitUsage},
		{"-m16 a.c", "", "cornet: compiler option -m16: unsupported", exitUsage},
		{"-Ofast a.c", "", "compiler option -Ofast: unsupported", exitUsage},
	} {
		z := cornet(t, "", append([]string{"verify", "--no-replay", "--trace", "1"}, strings.Fields(c.args)...)...)
		require.Equal(t, c.code, z.code, c.args)
		require.True(t, strings.HasPrefix(z.stdout, c.stdout), "%s: %s", c.args, z.stdout)
		require.Contains(t, z.stderr, c.stderr, c.args)
	}
	require.NoFileExists(t, "X")
	z := cornet(t, "", append(append([]string{"encode"}, strings.Fields(harmless)...), "a.c")...)
	require.Equal(t, exitOK, z.code, z.stderr)
}

// TestFirstMinutes has command lines of people who have not read the documentation.
func TestFirstMinutes(t *testing.T) {
	t.Chdir(t.TempDir())
	binary := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 90) + "\xff\xfe\x1b[31m"
	for name, text := range map[string]string{
		"a.c": overflowing, "wrong.c": "int main(void) { int x = ; }\n", "binary.c": binary, "binary.smt2": binary, "empty.smt2": "", "nothing.smt2": "(set-logic HORN)\n(check-sat)\n",
		"escape.smt2": "(assert |\x1b[31m\xff|)\n",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	for _, c := range []struct {
		args           string
		code           int
		stdout, stderr string // the text of each; "…" at the end means a prefix
	}{
		{"", exitUsage, "", shortHelp},
		{"verify --check memmory a.c", exitUsage, "", "cornet: --check: \"memmory\" is no property that can be checked; did you mean \"memory\"?\n"},
		{"verify --property no-overfow a.c", exitInput, "", "cornet: open no-overfow: no such file or directory; did you mean the property \"no-overflow\"?\n"},
		{"verify wrong.c", exitInput, "UNKNOWN\nreason: wrong.c:1:26: unexpected ';', expected an expression\n", ""},
		{"verify --format markdown wrong.c", exitInput, "### Cornet: UNKNOWN…", "cornet: wrong.c:1:26: unexpected ';', expected an expression\n"},
		{"encode wrong.c", exitInput, "", "cornet: wrong.c:1:26: unexpected ';', expected an expression\n"},
		{"verify binary.c", exitInput, "", "cornet: read binary.c: is no text file; expected C or SMT-LIB, in UTF-8\n"},
		{"binary.smt2", exitInput, "", "cornet: read binary.smt2: is no text file; expected C or SMT-LIB, in UTF-8\n"},
		{"escape.smt2", exitInput, "", `cornet: escape.smt2:1:9: …`},
		{"empty.smt2", exitOK, "sat\n", "cornet: warning: empty.smt2:1:1: there is nothing to decide: the file asserts nothing\n"},
		{"nothing.smt2", exitOK, "sat\n", "cornet: warning: nothing.smt2:1:1: there is nothing to decide: the file asserts nothing\n"},
	} {
		z := cornet(t, "", strings.Fields(c.args)...)
		require.Equal(t, c.code, z.code, "%s: %s", c.args, z.stderr)
		for got, want := range map[string]string{"out " + z.stdout: "out " + c.stdout, "err " + z.stderr: "err " + c.stderr} {
			if begin, ok := strings.CutSuffix(want, "…"); ok {
				require.True(t, strings.HasPrefix(got, begin), "%s: %s", c.args, got)
			} else {
				require.Equal(t, want, got, c.args)
			}
			require.NotContains(t, got, "\x1b", c.args)
			require.NotContains(t, got, "\xff", c.args)
		}
	}
}

// TestUnknownOnce checks that the reason for an unknown answer is printed once.
func TestUnknownOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hard.c")
	require.NoError(t, os.WriteFile(file, []byte("double sin(double), __VERIFIER_nondet_double(void); int main(void) { if (sin(__VERIFIER_nondet_double()) > 2) reach_error(); }\n"), 0o644))
	z := cornet(t, "", "verify", "--no-replay", file)
	require.True(t, strings.HasPrefix(z.stdout, "UNKNOWN\nreason: the counterexample depends on what is not modelled exactly"), z.stdout)
	require.Empty(t, z.stderr)
	z = cornet(t, "", "verify", "--no-replay", "--format", "github", file)
	require.Contains(t, z.stderr, "unknown: the counterexample depends")
}
