// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	interpreter "cornet/encode/exec"
	"cornet/internal/machine"
	"cornet/internal/test/difftest"
)

// waysWithThreads are options for making products of threads.
var waysWithThreads = [][]string{
	{"--product", "whole", "--reduction", "sleep"},
	{"--product", "lazy", "--reduction", "sleep"},
	{"--product", "whole", "--reduction", "persistent"},
	{"--product", "lazy", "--reduction", "full"},
	{"--product", "auto"},
}

// TestRandomThreads compares the verdicts on random programs with threads with a run of all
// interleavings. No run of the compiled program may reach an error that is said to be unreachable.
// CORNET_THREADTEST chooses the programs.
func TestRandomThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("verifies random programs")
	}
	from, to, asked, err := difftest.ThreadCampaign()
	require.NoError(t, err)
	if !asked {
		to = 6
	}
	counts := map[string]int{}
	file := filepath.Join(t.TempDir(), "p.c")
	for i := from; i < to; i++ {
		if i%100 == 99 {
			t.Logf("%d programs: %v", i+1, counts)
		}
		text := difftest.ThreadProgram(i)
		p, err := cc.Load("p.c", []byte(text), cc.Options{Model: cfg.LP64})
		require.NoError(t, err)
		bits := func(interpreter.Request) []*big.Int { return []*big.Int{big.NewInt(0), big.NewInt(1)} }
		truth, err := interpreter.Explore(t.Context(), p, interpreter.ExploreOptions{Values: bits, MaxStates: 12_000})
		require.NoError(t, err)
		want := map[interpreter.Outcome]string{interpreter.Returned: "TRUE", interpreter.Failed: "FALSE"}[truth.Outcome]
		if want == "" {
			counts["not judged"]++
			continue
		}
		counts[want]++
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		args := append([]string{"verify", "--data-model", "LP64", "--timeout", "10"}, waysWithThreads[i%int64(len(waysWithThreads))]...)
		if i%2 == 0 {
			args = append(args, "--no-simulate") // so that the engines find the errors
		}
		out := cornet(t, "", append(args, file)...)
		got, _, _ := strings.Cut(out.stdout, "\n")
		if got == "UNKNOWN" {
			counts["undecided"]++
		} else if got != want {
			t.Errorf("program %d, %v: %s, but all interleavings say %s\n%s%s\n%s", i, args, got, want, out.stdout, out.stderr, text)
		}
		if want == "TRUE" && i%4 == 0 {
			counts["runs"] += runThreads(t, file, text)
		}
	}
	t.Logf("of %d programs: %v", to-from, counts)
	require.Positive(t, counts["TRUE"])
}

// Random programs can fail. An abstraction of threads that are created in loops must not prove them
// safe.
func TestReplicatedThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("verifies random programs")
	}
	from, to, asked, err := difftest.ThreadCampaign()
	require.NoError(t, err)
	if !asked {
		to = 8
	}
	counts := map[string]int{}
	file := filepath.Join(t.TempDir(), "p.c")
	for i := from; i < to; i++ {
		text := difftest.ReplicatedProgram(i)
		p, err := cc.Load("p.c", []byte(text), cc.Options{Model: cfg.LP64})
		require.NoError(t, err, text)
		bits := func(interpreter.Request) []*big.Int { return []*big.Int{big.NewInt(0)} }
		truth, err := interpreter.Explore(t.Context(), p, interpreter.ExploreOptions{Values: bits, MaxStates: 8_000})
		require.NoError(t, err)
		want := map[interpreter.Outcome]string{interpreter.Returned: "TRUE", interpreter.Failed: "FALSE"}[truth.Outcome]
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		out := cornet(t, "", "verify", "--data-model", "LP64", "--timeout", "1", "--product", "counters", "--no-simulate", file)
		got, _, _ := strings.Cut(out.stdout, "\n")
		counts[want+" "+got]++
		if asked {
			t.Logf("%d: %s %s", i, want, got)
		}
		if got == "FALSE" || got == "TRUE" && want == "FALSE" || strings.Contains(out.stderr, "internal error") {
			t.Errorf("program %d: %s, but all interleavings say %q\n%s%s\n%s", i, got, want, out.stdout, out.stderr, text)
		}
	}
	t.Logf("%v", counts)
	require.Positive(t, counts["FALSE UNKNOWN"])
}

// runThreads compiles a program that cannot reach its error and runs it several times.
func runThreads(t *testing.T, file, text string) int {
	t.Helper()
	const runs = 20
	gcc, lacks := machine.Find("gcc")
	if lacks != "" {
		return 0
	}
	binary := strings.TrimSuffix(file, ".c")
	out, err := exec.Command(gcc, "-DREAL", "-O0", "-w", "-pthread", "-o", binary, file).CombinedOutput()
	if err != nil {
		t.Errorf("gcc: %v\n%s\n%s", err, out, text)
		return 0
	}
	for i := range runs {
		ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
		err := exec.CommandContext(ctx, binary, strings.Fields(strings.Repeat("a ", i))...).Run()
		stop()
		if x, ok := err.(*exec.ExitError); ok && x.ExitCode() == 1 {
			t.Errorf("a run reaches the error that no interleaving reaches: %s\n%s", fmt.Sprint(err), text)
			return i
		}
		if err != nil {
			return i + 1 // a run that waits for ever takes a second
		}
	}
	return runs
}
