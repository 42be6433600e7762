// SPDX-License-Identifier: Apache-2.0

package exec_test

import (
	"context"
	"math/big"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	run "cornet/encode/exec"

	"github.com/stretchr/testify/require"
)

// TestBenchRuns runs the programs of ../shared/bench/c, if they exist, on random inputs and
// schedules. No safe program may fail. With -v it lists the unsafe ones that do.
func TestBenchRuns(t *testing.T) {
	files, err := filepath.Glob("../../../shared/bench/c/*/*.[ci]")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("no programs in ../shared/bench/c")
	}
	unsafe, found := 0, 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		task, err := os.ReadFile(strings.TrimSuffix(f, filepath.Ext(f)) + ".yml")
		require.NoError(t, err)
		o := cc.Options{Model: cfg.ILP32}
		if strings.Contains(string(task), "data_model: LP64") {
			o.Model = cfg.LP64
		}
		p, err := cc.Load(f, text, o)
		if err != nil {
			continue
		}
		safe := strings.Contains(string(task), "expected_verdict: true")
		exact := true
		for _, n := range p.Notes {
			exact = exact && !n.Inexact
		}
		failed, invalid := run.Result{}, run.Result{}
		start := time.Now()
		for seed := int64(0); seed < 12 && time.Since(start) < 10*time.Millisecond && failed.Outcome != run.Failed; seed++ {
			r := randomRun(t, p, seed, 3000)
			switch r.Outcome {
			case run.Failed:
				failed = r
			case run.Invalid:
				invalid = r
			}
		}
		name := filepath.Base(filepath.Dir(f)) + "/" + filepath.Base(f)
		if invalid.Outcome == run.Invalid {
			t.Logf("%s: invalid at %v: %s", name, invalid.Edge.Pos, invalid.Reason)
		}
		switch {
		case !safe:
			unsafe++
			if failed.Outcome == run.Failed {
				found++
			}
		case failed.Outcome == run.Failed && exact:
			t.Errorf("%s is safe and fails at %v", name, failed.Edge.Pos)
		}
	}
	t.Logf("%d of %d unsafe programs fail on random inputs", found, unsafe)
}

// TestPapers runs the papers' programs on random inputs and schedules: the unsafe one fails, the
// others never do.
func TestPapers(t *testing.T) {
	files, err := filepath.Glob("../../testdata/papers/*.c")
	require.NoError(t, err)
	require.Len(t, files, 5)
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		task, err := os.ReadFile(strings.TrimSuffix(f, ".c") + ".yml")
		require.NoError(t, err)
		p, err := cc.Load(f, text, cc.Options{})
		require.NoError(t, err)
		require.NoError(t, p.Check())
		failed := false
		for seed := range int64(200) {
			failed = failed || randomRun(t, p, seed, 1000).Outcome == run.Failed
		}
		require.Equal(t, strings.Contains(string(task), "expected_verdict: false"), failed, f)
	}
}

// randomRun runs a program on random inputs, small ones more often, and a random schedule.
func randomRun(t testing.TB, p *cfg.Program, seed int64, steps int) run.Result {
	r := rand.New(rand.NewSource(seed))
	result, err := run.Run(context.Background(), p, run.Options{
		MaxSteps: steps,
		Input: func(q run.Request) *big.Int {
			switch r.Intn(3) {
			case 0:
				return big.NewInt(int64(r.Intn(3)))
			case 1:
				return big.NewInt(int64(r.Intn(40) - 20))
			}
			return new(big.Int).SetUint64(r.Uint64())
		},
		Schedule: func(enabled []int) int { return enabled[r.Intn(len(enabled))] },
		Choose:   func(edges []*cfg.Edge) int { return r.Intn(len(edges)) },
	})
	require.NoError(t, err)
	return result
}
