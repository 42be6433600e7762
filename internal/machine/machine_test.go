// SPDX-License-Identifier: Apache-2.0

package machine_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/machine"
)

// compiler makes a substitute for gcc. It refuses some words. Otherwise it makes a program that
// runs or fails.
func compiler(t *testing.T, refuses, makes string) {
	t.Helper()
	dir := t.TempDir()
	script := "#!SH\nout=\nfor a; do case $a in " + refuses + ") exit 1;; esac; [ \"$last\" = -o ] && out=$a; last=$a; done\n" +
		"printf '#!SH\\n" + makes + "\\n' > \"$out\"; CHMOD +x \"$out\"\n"
	for _, name := range []string{"sh", "chmod"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skip(machine.Install(name))
		}
		script = strings.ReplaceAll(script, strings.ToUpper(name), path)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "gcc"), []byte(script), 0o755))
	t.Setenv("PATH", dir)
}

// TestCompilers asks about compilers with missing features.
func TestCompilers(t *testing.T) {
	for _, test := range []struct{ name, refuses, makes, need, lacks string }{
		{"all is there", "-none", "exit 0", "gcc -m32 -fsanitize=address,undefined", ""},
		{"programs do not run", "-none", "exit 1", "gcc", "install gcc and libc6-dev"},
		{"and are not asked to", "-none", "exit 1", "gcc -fsyntax-only", ""},
		{"nothing compiles", "*", "exit 0", "gcc -m32", "install gcc and libc6-dev"},
		{"no 32 bits", "-m32", "exit 0", "gcc -m32", "install gcc-multilib: 'gcc -m32' makes no program that runs"},
		{"no 32 bits, and 64 are asked for", "-m32", "exit 0", "gcc -m64 -fsanitize=thread", ""},
		{"no 32 bits with a sanitizer", "-m32", "exit 0", "gcc -m32 -fsanitize=thread", "install gcc-multilib: 'gcc -m32' makes no program that runs"},
		{"no sanitizers", "-fsanitize=*", "exit 0", "gcc -fsanitize=undefined,address", "install libubsan of gcc's version and libasan of gcc's version: 'gcc -fsanitize=undefined,address' makes no program that runs"},
		{"no sanitizer of a part", "-fsanitize=*", "exit 0", "gcc -fsanitize=shift", "install libubsan of gcc's version: 'gcc -fsanitize=shift' makes no program that runs"},
		{"no sanitizers, and none is asked for", "-fsanitize=*", "exit 0", "gcc -m32", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			compiler(t, test.refuses, test.makes)
			require.Equal(t, test.lacks, machine.Lacks(test.need))
		})
	}
}

// TestPrograms asks about programs on an empty path.
func TestPrograms(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Chdir(t.TempDir())
	for _, name := range []string{"CORNET_CARCARA", "CORNET_SMTINTERPOL", "SOLC_JS"} {
		t.Setenv(name, "")
	}
	for need, lacks := range map[string]string{
		"z3": "install z3", "gcc": "install gcc and libc6-dev", "gcc -m32": "install gcc and libc6-dev", "dot": "install graphviz", "python3 -m benchexec": "install python3",
		"carcara": "install carcara: build it", "smtinterpol": "install a Java runtime, and SMTInterpol", "solc": "install Node, and the Solidity compiler",
	} {
		require.Regexp(t, "^"+lacks, machine.Lacks(need), need)
	}
	t.Setenv("CORNET_CARCARA", "here")
	path, lacks := machine.Find("carcara")
	require.Equal(t, "here", path)
	require.Empty(t, lacks)
	require.Equal(t, "install z3", machine.Lacks("carcara", "z3", "dot"), "the first that is missing")
}
