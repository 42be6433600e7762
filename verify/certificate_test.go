// SPDX-License-Identifier: Apache-2.0

package verify_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "cornet"
	"cornet/internal/test/need"
	"cornet/proof/certificate"
	"cornet/verify"
)

const loop = "unsigned n(void); int main(void) { unsigned i = 0, k = n(); while (i < k) i++; if (i != k) { ERROR: ; } }"

const threads = `#include <pthread.h>
int x, ready;
static void *run(void *a) { x = 7; ready = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); while (!ready) ; if (x != 7) { ERROR: ; } }`

// certified are programs with their remark on the certificate, text of the outline, and the last
// line of the outline's check.
var certified = []struct {
	name, text               string
	options                  verify.Options
	remark, outline, checked string
}{
	{"a proof", loop, verify.Options{}, "certificate: 3 of 3 conditions have proofs", "i <= k", "3 valid, 0 without a proof, 0 invalid"},
	{"threads", threads, verify.Options{}, "certificate: 6 of 6 conditions have proofs", "main at line 4, thread 1 has ended", "6 valid, 0 without a proof, 0 invalid"},
	{"threads on demand", threads, verify.Options{Encoding: verify.Encoding{Product: "lazy"}}, "certificate: 6 of 6 conditions have proofs", "unwound on demand", "6 valid, 0 without a proof, 0 invalid"},
	{
		"multiplied variables", "unsigned n(void); int main(void) { unsigned a = n(), b = n(); if (a < 9 && b < 9 && a * b > 64) { ERROR: ; } }", verify.Options{},
		"certificate: 0 of 1 conditions have proofs", "**1 of 1 conditions have no proof**", "0 valid, 1 without a proof, 0 invalid",
	},
	{"a refutation", "int n(void); int main(void) { int i; for (i = 0; i < 3; i++) ; if (n() == i) { ERROR: ; } }", verify.Options{NoSimulate: true}, "certificate: a refutation; holes in its proof: 0", "n() = 3", "the refutation is valid"},
	{"a refutation over arrays", "int n(void); int a[100]; int main(void) { int i = n(), k = n(); if (i < 0 || i > 99 || k < 0 || k > 99) return 0; a[i] = 3; if (a[k] == 3) { ERROR: ; } }", verify.Options{NoSimulate: true}, "certificate: a refutation; holes in its proof: 0", "axioms.rare", "the refutation is valid"},
	{"an error that a run finds", "int n(void); int main(void) { int i; for (i = 0; i < 3; i++) ; if (n() == i) { ERROR: ; } }", verify.Options{}, "certificate: a refutation; holes in its proof: 0", "without holes", "the refutation is valid"},
}

// TestNoRefutation has an error that a run finds, and a program whose clauses cannot be made.
func TestNoRefutation(t *testing.T) {
	t.Parallel()
	text := "int n(void); int f(int i) { if (i == 3) { ERROR: ; } return i > 5 ? f(i - 1) : 0; } int main(void) { return f(n()); }"
	z, err := certify(t, t.TempDir(), text, verify.Options{Encoding: verify.Encoding{Product: "lazy"}})
	require.NoError(t, err)
	require.Equal(t, "FALSE", z.Word())
	require.Contains(t, z.Remarks[len(z.Remarks)-1].String(), "certificate: none, since the error was found by running the program and not by its clauses: ")
}

// certify verifies a program and returns the answer.
func certify(t *testing.T, dir, text string, o verify.Options) (verify.Result, error) {
	o.Certificate, o.Replay = dir, "off"
	return api.VerifyText(t.Context(), "p.c", strings.NewReader(text), api.ProgramOptions{Program: o})
}

func TestCertificate(t *testing.T) {
	t.Parallel()
	for _, test := range certified {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			z, err := certify(t, dir, test.text, test.options)
			require.NoError(t, err)
			require.Contains(t, z.Remarks.Lines(), test.remark)
			text, err := os.ReadFile(filepath.Join(dir, certificate.OutlineFile))
			require.NoError(t, err)
			require.Contains(t, string(text), test.outline)
		})
	}
}

// TestCarcara has the certificates checked.
func TestCarcara(t *testing.T) {
	t.Parallel()
	carcara := need.Of(t, "carcara")
	for _, test := range certified {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			_, err := certify(t, dir, test.text, test.options)
			require.NoError(t, err)
			c := exec.Command(filepath.Join(dir, certificate.ScriptFile))
			c.Env = append(os.Environ(), "CARCARA="+carcara)
			out, err := c.Output()
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			require.Equal(t, test.checked, lines[len(lines)-1])
			require.Equal(t, !strings.Contains(test.checked, "1 without"), err == nil, "only what is proved has exit status 0")
		})
	}
}

// TestFolderOfCertificate checks that a certificate replaces an earlier one, even if there is no
// answer, and that it replaces no other files.
func TestFolderOfCertificate(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "certificate")
	files := func() (names []string) {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	_, err := certify(t, dir, loop, verify.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"0000.alethe", "0000.smt2", "0001.alethe", "0001.smt2", "0002.alethe", "0002.smt2", "check.sh", "clauses.smt2", "model.txt", "outline.md"}, files())
	_, err = certify(t, dir, "int n(void); int main(void) { if (n() == 3) { ERROR: ; } }", verify.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"check.sh", "clauses.smt2", "outline.md", "refutation.alethe", "refutation.txt"}, files())
	z, err := certify(t, dir, "double n(void), sin(double); int main(void) { if (sin(n()) > 2) { ERROR: ; } }", verify.Options{})
	require.NoError(t, err)
	require.Equal(t, "UNKNOWN", z.Word())
	require.Empty(t, files())

	require.NoError(t, os.WriteFile(filepath.Join(dir, "0001.smt2"), nil, 0o600))
	_, err = certify(t, dir, loop, verify.Options{})
	require.ErrorContains(t, err, "has files that are of no certificate")
	require.Equal(t, []string{"0001.smt2"}, files())
}
