// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// jarVariable names the environment variable with the path of SMTInterpol's jar.
const jarVariable = "CORNET_SMTINTERPOL"

// install says how to get the programs.
var install = map[string]string{
	"z3":          "install z3 (Debian: z3)",
	"cvc5":        "install cvc5 (Debian: cvc5)",
	"smtinterpol": "install a JVM, run 'mvn dependency:get -Dartifact=de.uni-freiburg.informatik.ultimate:smtinterpol:2.5-1388-ga5a4ab0c', or set " + jarVariable + " to the jar",
}

// Program returns the command line of a solver that tests run as a child process, z3, cvc5 or smtinterpol, or
// skips the test with what to install.
func Program(t testing.TB, program string) string {
	t.Helper()
	line, needed := program, program
	if program == "smtinterpol" {
		line, needed = os.Getenv(jarVariable), "java"
		if line == "" {
			home, _ := os.UserHomeDir()
			found, _ := filepath.Glob(filepath.Join(home, ".m2/repository/de/uni-freiburg/informatik/ultimate/smtinterpol/*/smtinterpol-*.jar"))
			if len(found) == 0 {
				t.Skip(install[program])
			}
			line = found[len(found)-1]
		}
	}
	if _, err := exec.LookPath(needed); err != nil {
		t.Skipf("%s: %v", install[program], err)
	}
	return line
}

// Carcara returns the path of the checker of Alethe proofs, which CORNET_CARCARA names, or which is on the PATH or in
// the folder shared/tools beside the checkout; otherwise it skips the test.
func Carcara(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("CORNET_CARCARA"); path != "" {
		return path
	}
	if path, err := exec.LookPath("carcara"); err == nil {
		return path
	}
	for dir, err := os.Getwd(); err == nil && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "shared", "tools", "carcara")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skip("carcara is missing: build it from ufmg-smite/carcara with cargo and put it on the PATH, or name it in CORNET_CARCARA")
	return ""
}
