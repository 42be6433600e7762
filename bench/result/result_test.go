// SPDX-License-Identifier: Apache-2.0

package result

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cornet/bench/task"
	"cornet/internal/child"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestReadAnswer(t *testing.T) {
	sat, unsat := Answer{Verdict: task.True, Given: true}, Answer{Verdict: task.False, Given: true}
	for out, want := range map[string]Answer{
		"sat\n":                       sat,
		"unsat":                       unsat,
		"unknown\n":                   {Given: true},
		"TRUE\n":                      sat,
		"FALSE\n":                     unsat,
		"FALSE(unreach-call)\nmore\n": unsat,
		"WARNING: option ignored\n\n  sat  \r\n(model)":   sat,
		"sat\n(error \"line 9: model is not available\")": sat,
		"unsat\nsat\n": unsat,
		"unknown\n(:reason-unknown \"incomplete\")\n":                 {Given: true, Reason: `(:reason-unknown "incomplete")`},
		"UNKNOWN\nunreach-call: UNKNOWN\nreason: out of time (5 s)\n": {Given: true, Reason: "out of time (5 s)"},
		"timeout\n": {Given: true, TimeUp: true, Reason: "the solver reports a timeout"},
		"(error \"line 3: unknown sort\")\nsat\n": {Given: true, Reason: `an error before the verdict: (error "line 3: unknown sort")`},
		"(error \"line 3: unknown sort\")\n":      {Reason: `(error "line 3: unknown sort")`},
		"":                                        {},
		"satisfiable\nSAT\nVerification result: TRUE\ns(at)\n": {},
		strings.Repeat("x", 1<<20) + "\nsat":                   sat,
		"\xff\xfe\nsat":                                        sat,
	} {
		require.Equal(t, want, ReadAnswer([]byte(out)), "%.60q", out)
	}
}

// TestJudge describes each run as "END STDOUT EXPECTED [FINDING]".
func TestJudge(t *testing.T) {
	for spec, want := range map[string]string{
		"exit0 sat sat":              "correct",
		"exit0 unsat unsat":          "correct",
		"exit10 sat sat":             "correct",
		"SIGSEGV sat sat":            "correct",
		"exit0 sat unsat":            "wrong answered sat, expected unsat",
		"exit0 unsat sat":            "wrong answered unsat, expected sat",
		"exit0 sat unknown":          "unverified",
		"exit0 sat sat valid":        "correct",
		"exit0 sat sat undecided":    "correct",
		"exit0 sat sat failed":       "correct",
		"exit0 sat sat invalid":      "wrong witness for sat invalid: said so",
		"exit0 sat unknown invalid":  "wrong witness for sat invalid: said so",
		"exit0 sat sat malformed":    "wrong witness for sat malformed: said so",
		"exit0 sat unsat valid":      "wrong answered sat, expected unsat",
		"exit0 unknown sat":          "unknown because",
		"exit1 unknown sat":          "unknown because",
		"exit0 - sat":                "unknown no verdict on standard output: because",
		"exit2 - sat":                "crash exit code 2: because",
		"SIGSEGV - sat":              "crash SIGSEGV: because",
		"SIGSEGV unknown sat":        "crash SIGSEGV: because",
		"exit0 timeout sat":          "timeout the solver reports a timeout",
		"wall sat sat":               "timeout over wall time",
		"cpu - unsat":                "timeout over cpu time",
		"memory sat sat":             "memory over memory",
		"memory sat unsat malformed": "memory over memory",
	} {
		w := strings.Fields(spec)
		o := child.Outcome{Stdout: []byte(w[1] + "\n"), Stderr: "first\nbecause\n\n"}
		switch {
		case strings.HasPrefix(w[0], "exit"):
			o.ExitCode = int(w[0][4] - '0')
		case strings.HasPrefix(w[0], "SIG"):
			o.End, o.Signal = child.Signalled, w[0]
		default:
			o.End = map[string]child.End{"wall": child.OverWall, "cpu": child.OverCPU, "memory": child.OverMemory}[w[0]]
		}
		expected, err := task.ParseVerdict(w[2])
		require.NoError(t, err)
		r := Observe("t", "s", o)
		if len(w) > 3 {
			r.Validation = &Validation{Finding: Finding(w[3]), Detail: "said so"}
		}
		for range 2 { // judging again changes nothing
			r.Judge(Task{Expected: expected})
			require.Equal(t, want, strings.TrimSpace(r.Status.String()+" "+r.Reason), spec)
		}
	}
}

func TestReasonFrom(t *testing.T) {
	for stderr, want := range map[string]string{
		"":                      "",
		"one\ntwo\n \n":         "two",
		"x\npanic: broken\ng 1": "panic: broken",
		"runtime: goroutine\nfatal error: out of memory\nmore": "fatal error: out of memory",
		strings.Repeat("é", 400):                               strings.Repeat("é", maxReason/2) + "…",
		"\xff":                                                 "?",
	} {
		require.Equal(t, want, reasonFrom(stderr), "%.40q", stderr)
	}
}

func TestGoldenJSON(t *testing.T) {
	f := parseSample(t, sample)
	text, err := f.Encode()
	require.NoError(t, err)
	path := filepath.Join("testdata", "sample.json")
	if *update {
		require.NoError(t, os.WriteFile(path, text, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(text), "run the test with -update if this is meant")

	back, err := Decode(text)
	require.NoError(t, err)
	require.Equal(t, f, back)
}

func TestNormalise(t *testing.T) {
	f := parseSample(t, sample)
	want := slices.Clone(f.Runs)
	stale := want[5]
	stale.Answer = task.False
	f.Runs = append([]Run{stale, {Task: "gone", Solver: "z3"}, {Task: "i.smt2", Solver: "gone"}}, f.Runs...)
	slices.Reverse(f.Runs[3:])
	f.Normalise()
	require.Equal(t, want, f.Runs, "order is that of tasks and solvers, the last run of a pair counts, strangers are dropped")
	require.Equal(t, []Disagreement{
		{"large/e.smt2", []string{"cornet"}, []string{"golem"}},
		{"clam/g.smt2", []string{"cornet"}, []string{"z3"}},
	}, f.Disagreements)
}

func TestDecodeErrors(t *testing.T) {
	for text, want := range map[string]string{
		"task,solver\n":                        "not a results file",
		"{}":                                   `schema "": expected "cornet-bench/1"`,
		`{"schema": "cornet-bench/9"}`:         `schema "cornet-bench/9"`,
		`{"runs": [{"status": "splendid"}]}`:   `status "splendid": expected one of`,
		`{"runs": [{"end": "well"}]}`:          `end of a run "well"`,
		`{"tasks": [{"expected": "perhaps"}]}`: `verdict "perhaps"`,
	} {
		_, err := Decode([]byte(text))
		require.ErrorContains(t, err, want)
	}
	_, err := ReadFile(filepath.Join(t.TempDir(), "none.json"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestTally(t *testing.T) {
	f := parseSample(t, sample)
	total := f.Total()
	require.Equal(t, 11, total.Tasks)
	cornet, golem := total.Tallies[0], total.Tallies[2]
	require.Equal(t, Tally{Runs: 11, True: 4, False: 3, Unverified: 2, Unique: 4, Wrong: 2, Timeout: 2, Validated: 4, Unchecked: 1, time: cornet.time}, cornet)
	require.Equal(t, 7, cornet.Solved())
	require.Equal(t, 7-2*64, cornet.Score())
	require.InDelta(t, (0.012+0.9+12.25+3+4+6+0.5+4*40)/11, cornet.PAR2(), 1e-9)
	require.Equal(t, Tally{Runs: 11, True: 1, False: 2, Unknown: 2, Timeout: 1, Memory: 1, Crash: 4, time: golem.time, Unique: 1}, golem)
	require.True(t, math.IsNaN(Tally{}.PAR2()))

	for name, groups := range map[string][]Group{"tracks": f.Tracks(), "families": f.Families()} {
		for j := range f.Solvers {
			var sum Tally
			tasks := 0
			for _, g := range groups {
				y := g.Tallies[j]
				sum.Runs += y.Runs
				sum.True += y.True
				sum.False += y.False
				sum.Wrong += y.Wrong
				sum.Unique += y.Unique
				tasks += g.Tasks
			}
			whole := total.Tallies[j]
			require.Equal(t, [5]int{whole.Runs, whole.True, whole.False, whole.Wrong, whole.Unique},
				[5]int{sum.Runs, sum.True, sum.False, sum.Wrong, sum.Unique}, name)
			require.Equal(t, total.Tasks, tasks)
		}
	}
	require.Empty(t, (&File{}).Total().Tallies)
}

func TestCompare(t *testing.T) {
	old := parseSample(t, `
LIA gained.smt2  sat     : cornet=timeout/20
LIA lost.smt2    unsat   : cornet=unsat/1
LIA turned.smt2  unknown : cornet=unsat/1
LIA repair.smt2  sat     : cornet=unsat/1
LIA ruin.smt2    sat     : cornet=unknown/1
LIA slower.smt2  sat     : cornet=sat/1
LIA slowest.smt2 sat     : cornet=sat/1
LIA faster.smt2  sat     : cornet=sat/8
LIA noise.smt2   sat     : cornet=sat/0.01
LIA steady.smt2  sat     : cornet=sat/10
LIA gone.smt2    sat     : cornet=sat/10
`)
	new := parseSample(t, `
LIA gained.smt2  sat     : dev=sat/2
LIA lost.smt2    unsat   : dev=memory/1
LIA turned.smt2  unknown : dev=sat/1
LIA repair.smt2  sat     : dev=sat/1
LIA ruin.smt2    sat     : dev=unsat/1
LIA slower.smt2  sat     : dev=sat/2
LIA slowest.smt2 sat     : dev=sat/9
LIA faster.smt2  sat     : dev=sat/1
LIA noise.smt2   sat     : dev=sat/0.04
LIA steady.smt2  sat     : dev=sat/12
LIA fresh.smt2   sat     : dev=sat/12
`)
	cs := Compare(old, new)
	require.Len(t, cs, 1)
	c := cs[0]
	names := func(list []Change) (out []string) {
		for _, d := range list {
			from, to := d.Answers()
			out = append(out, d.Task.Name+" "+from+" "+to)
		}
		return out
	}
	require.Equal(t, []string{"gained.smt2 timeout sat"}, names(c.Gained))
	require.Equal(t, []string{"lost.smt2 unsat memory"}, names(c.Lost))
	require.Equal(t, []string{"turned.smt2 unsat sat", "repair.smt2 unsat sat", "ruin.smt2 unknown unsat"}, names(c.Verdicts))
	require.Equal(t, []string{"slowest.smt2 sat sat", "slower.smt2 sat sat"}, names(c.Slower))
	require.Equal(t, []string{"faster.smt2 sat sat"}, names(c.Faster))
	require.Equal(t, [3]int{10, 1, 1}, [3]int{c.Common, c.OnlyOld, c.OnlyNew})
	require.Equal(t, [2]string{"cornet", "dev"}, [2]string{c.OldSolver, c.Solver})

	same := Compare(new, new)[0]
	require.Empty(t, slices.Concat(same.Gained, same.Lost, same.Verdicts, same.Slower, same.Faster))
	require.False(t, same.LimitsDiffer)
	full := parseSample(t, sample)
	require.Len(t, Compare(full, full), 3, "each solver with itself")
	require.Empty(t, Compare(&File{}, full))
}

func TestThisMachine(t *testing.T) {
	m := ThisMachine()
	require.Positive(t, m.Cores)
	require.NotEmpty(t, m.OS)
}
