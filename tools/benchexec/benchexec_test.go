// SPDX-License-Identifier: Apache-2.0

// Package benchexec tests the archive, its module for BenchExec, and models in CHC-COMP's
// validator.
package benchexec

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

var root = filepath.Join("..", "..")

// command runs a program in dir and returns its output.
func command(t *testing.T, dir, stdin string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.WaitDelay = dir, env, strings.NewReader(stdin), time.Second
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %v\n%s", name, args, out)
	return string(out)
}

// unpacked returns the unpacked folder of the archive that make dist builds.
func unpacked(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("links two programs")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the archive is for Linux on amd64")
	}
	need.Of(t, "make")
	command(t, root, "", nil, "make", "-s", "dist", "RELEASE=test")
	dir := t.TempDir()
	command(t, dir, "", nil, "tar", "-xzf", mustAbs(t, filepath.Join(root, "dist", "cornet-test-linux-amd64.tar.gz")))
	return filepath.Join(dir, "cornet-test-linux-amd64")
}

func mustAbs(t *testing.T, file string) string {
	t.Helper()
	z, err := filepath.Abs(file)
	require.NoError(t, err)
	return z
}

const tasks = `<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 1.9//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">
<benchmark tool="tools.benchexec.cornet" walltimelimit="60 s">
  <rundefinition name="all"><option name="--stats"/></rundefinition>
  <tasks name="horn">
    <include>DATA/horn/bounded_loop.smt2</include>
    <include>DATA/horn/counter_up_bug.smt2</include>
  </tasks>
  <tasks name="c">
    <include>DATA/papers/exa.yml</include>
    <propertyfile>DATA/papers/unreach-call.prp</propertyfile>
    <option name="--replay">off</option>
  </tasks>
  <columns><column title="engine">engine</column></columns>
</benchmark>
`

// TestArchive starts the program of the archive in an environment without other programs. It also
// has BenchExec run it on systems and a program.
func TestArchive(t *testing.T) {
	dir := unpacked(t)
	program, err := elf.Open(filepath.Join(dir, "bin", "cornet"))
	require.NoError(t, err)
	defer program.Close()
	for _, p := range program.Progs {
		require.NotEqual(t, elf.PT_INTERP, p.Type, "the program needs a C library")
	}
	data := mustAbs(t, filepath.Join(root, "testdata"))
	require.Equal(t, "sat\n", command(t, dir, "", []string{"PATH="}, filepath.Join(dir, "bin", "cornet"), filepath.Join(data, "horn", "bounded_loop.smt2")))

	need.Of(t, "python3 -m benchexec")
	env := append(os.Environ(), "PYTHONPATH=.")
	info := command(t, dir, "", env, "python3", "-m", "benchexec.test_tool_info", "tools.benchexec.cornet", "--no-container", "--tool-directory", ".")
	require.Contains(t, info, "Version: “test")
	require.Contains(t, info, "['bin/cornet', 'solve', 'INPUT.FILE']")

	definition := filepath.Join(t.TempDir(), "tasks.xml")
	require.NoError(t, os.WriteFile(definition, []byte(strings.ReplaceAll(tasks, "DATA", data)), 0o644))
	said := command(t, dir, "", env, "python3", "-m", "benchexec.benchexec", "--no-container", "--tool-directory", ".", "--outputpath", t.TempDir()+"/", definition)
	require.Regexp(t, `bounded_loop\.smt2 +true `, said)
	require.Regexp(t, `counter_up_bug\.smt2 +false `, said)
	require.Regexp(t, `exa\.yml +false\(unreach-call\) `, said)

	// The run that 'cornet bench' would measure.
	out := t.TempDir()
	command(t, dir, "", nil, filepath.Join("bin", "cornet"), "bench", "--on", "benchexec", "--memory=-1", "--timeout", "60s", "--args=--engine auto", "--out", filepath.Join(out, "set"),
		filepath.Join(data, "papers", "exa.yml"), filepath.Join(data, "horn", "even.smt2"), filepath.Join(data, "horn", "counter_up_bug.smt2"))
	said = command(t, dir, "", env, "python3", "-m", "benchexec.benchexec", "--no-container", "--tool-directory", ".", "--outputpath", out+"/", filepath.Join(out, "set.xml"))
	require.Regexp(t, `even\.smt2\.yml +true `, said)
	require.Regexp(t, `counter_up_bug\.smt2\.yml +false `, said)
	require.Regexp(t, `exa\.c\.yml +false\(unreach-call\) `, said)
	require.Regexp(t, `correct: +1\n`, said)
}

// TestTemplate parses cornet.xml, and checks its run definitions and the number of its task sets.
func TestTemplate(t *testing.T) {
	need.Of(t, "python3 -m benchexec")
	command(t, ".", "", nil, "python3", "-c", "import xml.etree.ElementTree as e; r = e.parse('cornet.xml').getroot(); "+
		"assert [d.get('name') for d in r.findall('rundefinition')] == ['verdict', 'model', 'proof']; assert len(r.findall('tasks')) == 9")
}

// TestCompetitionValidator gives models to CHC-COMP's validate-model.py, and its output to z3 and
// cvc5. Lines with set-info are removed from the systems: the validator quotes keywords, which
// makes its output unreadable.
func TestCompetitionValidator(t *testing.T) {
	validator := os.Getenv("CHC_COMP_VALIDATOR")
	if validator == "" {
		t.Skip("set CHC_COMP_VALIDATOR to the folder tools/validator of the repository chc-comp/chc-comp-2026, and install ply, z3 and cvc5")
	}
	dir := t.TempDir()
	command(t, ".", "", nil, "go", "build", "-o", filepath.Join(dir, "cornet"), "cornet/cmd/cornet")
	files, err := filepath.Glob(filepath.Join(root, "testdata", "horn", "*.smt2"))
	require.NoError(t, err)
	checked := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(text), "(rule") {
			continue // another language
		}
		input := filepath.Join(dir, filepath.Base(file))
		require.NoError(t, os.WriteFile(input, regexp.MustCompile(`(?m)^\(set-info .*\)$`).ReplaceAll(text, nil), 0o644))
		answer := command(t, dir, "", nil, "./cornet", "--timeout", "30", "--model", input)
		if !strings.HasPrefix(answer, "sat\n") {
			continue
		}
		query := filepath.Join(dir, "query.smt2")
		require.NoError(t, os.WriteFile(query, []byte(command(t, dir, answer, nil, "python3", filepath.Join(validator, "validate-model.py"), input)), 0o644))
		valid := false
		for _, judge := range [][]string{{"z3", "-T:10"}, {"cvc5", "--tlimit=10000"}} {
			cmd := exec.CommandContext(t.Context(), judge[0], judge[1], query)
			out, _ := cmd.CombinedOutput() // one of the solvers may give up
			require.NotContains(t, string(out), "error", file)
			require.NotEqual(t, "sat", strings.TrimSpace(string(out)), file)
			valid = valid || strings.TrimSpace(string(out)) == "unsat"
		}
		if !valid {
			t.Logf("%s: neither decides in time", file)
			continue
		}
		checked++
	}
	require.Greater(t, checked, 10)
}
