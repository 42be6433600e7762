// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/machine"
)

// featureDir has C programs by feature. Its README says how they are written.
const featureDir = "../../testdata/c/features"

// A featureProgram is a program of featureDir, with the contents of its first lines.
type featureProgram struct {
	feature, name string // the folder and the file
	about         string
	expect        string // TRUE, FALSE, over-approximated or refused
	construct     string // the construct that an UNKNOWN names
	flags, gcc    []string
	inputs        string
	notRun        bool // gcc does not run it
	text          string
}

func (p featureProgram) path() string { return filepath.Join(featureDir, p.feature, p.name) }

// word returns the verdict that the program should get.
func (p featureProgram) word() string {
	if p.expect == "TRUE" || p.expect == "FALSE" {
		return p.expect
	}
	return "UNKNOWN"
}

// featurePrograms reads the programs of all features, in the order of their paths.
func featurePrograms(t *testing.T) (z []featureProgram) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(featureDir, "*", "*.c"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		p := featureProgram{feature: filepath.Base(filepath.Dir(file)), name: filepath.Base(file), text: string(text)}
		for _, line := range strings.Split(p.text, "\n") {
			line, ok := strings.CutPrefix(line, "// ")
			if !ok {
				break
			}
			key, value, _ := strings.Cut(line, ": ")
			switch key {
			case "expect":
				p.expect, p.construct, _ = strings.Cut(value, ", ")
			case "flags":
				p.flags = strings.Fields(value)
			case "inputs":
				p.inputs = value
			case "gcc":
				p.gcc = strings.Fields(value)
			case "run":
				require.Regexp(t, "^no, ", value, "%s: a reason", file)
				p.notRun = true
			default:
				require.Empty(t, p.about, "%s: %s", file, line)
				p.about = line
			}
		}
		require.NotEmpty(t, p.about, file)
		require.Contains(t, []string{"TRUE", "FALSE", "over-approximated", "refused"}, p.expect, file)
		require.Equal(t, p.word() == "UNKNOWN", p.construct != "", "%s: the construct is named", file)
		z = append(z, p)
	}
	return z
}

// TestFeatures compares the verdicts on the programs with the expected ones. The verdict comes from
// the interpreter, which runs before the engines, or from the clauses. Programs use one of the two
// ways in turn, or both with CORNET_FEATURES=all.
func TestFeatures(t *testing.T) {
	for i, p := range featurePrograms(t) {
		if testing.Short() && i%40 > 0 {
			continue // one of many similar programs
		}
		t.Run(p.feature+"/"+p.name, func(t *testing.T) {
			t.Parallel()
			modes := []string{"--simulate", "--no-simulate"}
			if os.Getenv("CORNET_FEATURES") != "all" {
				modes = modes[i%2:][:1]
			}
			for _, mode := range modes {
				args := append([]string{"verify", p.path(), "--no-replay", "--timeout", "60", "-I", filepath.Dir(p.path()), mode}, p.flags...)
				z := cornet(t, "", args...)
				word, rest, _ := strings.Cut(z.stdout, "\n")
				require.Equal(t, p.word(), word, "%s: %s%s\n%s", mode, rest, z.stderr, p.text)
				require.Contains(t, rest, p.construct, mode)
				require.Equal(t, p.expect == "refused", z.code == exitInput, z.stderr)
			}
		})
	}
}

// established returns the line of established.txt for a program whose run has that outcome.
func (p featureProgram) established(outcome string) string {
	return fmt.Sprintf("%s/%s %x %s", p.feature, p.name, sha256.Sum256([]byte(p.text)), outcome)
}

// outcome returns the outcome of a run that the expected verdict claims. A program that is not
// modelled exactly may have any outcome.
func (p featureProgram) outcome() string {
	return map[string]string{"TRUE": "safe", "FALSE": "error"}[p.expect]
}

// TestFeaturesEstablished compares the expected verdicts with runs of the programs. It uses the
// recorded runs of the same text and, if gcc is installed, new runs of a sample.
func TestFeaturesEstablished(t *testing.T) {
	file := filepath.Join(featureDir, "established.txt")
	old, err := os.ReadFile(file)
	require.NoError(t, err)
	recorded := map[string]bool{}
	for _, line := range strings.Split(string(old), "\n") {
		recorded[line] = true
	}
	all := os.Getenv("CORNET_FEATURES") == "all"
	var lines []string
	for i, p := range featurePrograms(t) {
		if p.notRun || p.outcome() == "" {
			continue
		}
		lines = append(lines, p.established(p.outcome()))
		known := recorded[p.established(p.outcome())]
		t.Run(p.feature+"/"+p.name, func(t *testing.T) {
			t.Parallel()
			if !*update {
				require.True(t, known, "no run of this text has been recorded as %q: add it with -update", p.outcome())
			}
			if all || i%25 == 0 && !testing.Short() || *update && !known {
				z, said := p.run(t)
				require.Equal(t, p.outcome(), z, "%s\n%s", said, p.text)
			}
		})
	}
	text := strings.Join(lines, "\n") + "\n"
	if *update {
		t.Cleanup(func() {
			if !t.Failed() {
				require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
			}
		})
		return
	}
	require.Equal(t, string(old), text)
}

// run compiles the program with gcc and its sanitizers, runs it, and says whether it reached the
// error.
func (p featureProgram) run(t *testing.T) (outcome, said string) {
	const sanitizers = "-fsanitize=undefined,address"
	width := "-m64"
	if slices.Contains(p.flags, "ILP32") {
		width = "-m32"
	}
	gcc, lacks := machine.Find("gcc " + width + " " + sanitizers)
	if *update {
		require.Empty(t, lacks, "nothing is recorded that has not been run")
	}
	if lacks != "" {
		t.Skip(lacks)
	}
	dir := t.TempDir()
	args := []string{"-w", "-g", "-std=gnu11", width, sanitizers, "-fno-sanitize-recover=all"}
	args = append(append(args, p.gcc...), "-o", filepath.Join(dir, "run"), p.path(), filepath.Join(featureDir, "runtime.c"), "-lm", "-lpthread")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	out, err := exec.CommandContext(ctx, gcc, args...).CombinedOutput()
	if err != nil {
		return "refused by gcc", string(out)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "run"))
	cmd.Dir = dir
	cmd.Env = []string{"ASAN_OPTIONS=detect_leaks=0:exitcode=99", "UBSAN_OPTIONS=exitcode=99", "INPUTS=" + p.inputs}
	out, err = cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "safe", ""
	case !errors.As(err, &exit):
		return err.Error(), string(out)
	}
	status := exit.Sys().(syscall.WaitStatus)
	switch code := exit.ExitCode(); {
	case code == 107:
		return "error", ""
	case code > 0 && code < 99, status.Signaled() && status.Signal() == syscall.SIGABRT:
		return "safe", "" // the program chose to end
	}
	return exit.String(), string(out)
}

// TestFeatureTable compares docs/c-features.md with the programs.
func TestFeatureTable(t *testing.T) {
	const file = "../../docs/c-features.md"
	text := featureTable(featurePrograms(t))
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "write it anew with -update")
}

// featureTable returns the text of docs/c-features.md: the claims of each feature, and how they are
// modelled.
func featureTable(programs []featureProgram) string {
	type claim struct{ feature, about string }
	how := map[claim]string{}
	var claims []claim
	count, kinds := map[string]int{}, map[string]int{}
	for _, p := range programs {
		c := claim{p.feature, p.about}
		if how[c] == "" {
			claims = append(claims, c)
			how[c] = "exactly"
		}
		if p.word() == "UNKNOWN" {
			how[c] = p.expect + ": " + p.construct
		}
		count[p.feature]++
	}
	for _, h := range how {
		kind, _, _ := strings.Cut(h, ":")
		kinds[kind]++
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# Features of C

This page shows what `+"`cornet verify`"+` does with each feature of C. A test writes it from %d small programs in `+"`testdata/c/features`"+`.
Verdicts are those without a replay of counterexamples, with the options of the program.

- **exactly**: proofs and counterexamples are both found. Most claims have one program whose error can be reached and one whose error cannot; both are decided.
- **over-approximated**: a proof remains valid; a counterexample that depends on the feature is `+"`UNKNOWN`"+` and names it.
- **refused**: the program is not analysed; the answer names the construct and its line.

Of %d claims %d are modelled exactly, %d over-approximated, %d refused.

`, len(programs), len(how), kinds["exactly"], kinds["over-approximated"], kinds["refused"])
	last := ""
	for _, c := range claims {
		if c.feature != last {
			last = c.feature
			fmt.Fprintf(&b, "\n## %s\n\n%d programs.\n\n| what | modelled |\n|---|---|\n", strings.ReplaceAll(last, "-", " "), count[last])
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.ReplaceAll(c.about, "|", "\\|"), strings.ReplaceAll(how[c], "|", "\\|"))
	}
	return strings.ReplaceAll(b.String(), "\n\n\n", "\n\n")
}
