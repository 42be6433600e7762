// SPDX-License-Identifier: Apache-2.0

package result

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"cornet/bench/task"
	"cornet/internal/child"

	"github.com/stretchr/testify/require"
)

// sample is a small benchmark run with every outcome that reports distinguish. Each task is one
// line:
//
//	TRACK NAME EXPECTED : SOLVER=WHAT/SECONDS[/FINDING] ...
//
// where WHAT is an answer, or timeout, cpu, memory, segv, exit2, silent.
const sample = `
LIA  small/a.smt2      sat     : cornet=sat/0.012/valid      z3=sat/0.04       golem=sat/1.5
LIA  small/b.smt2      unsat   : cornet=unsat/0.9/valid      z3=unsat/0.03     golem=timeout/20.1
LIA  small/c.smt2      sat     : cornet=sat/12.25/undecided  z3=timeout/20     golem=unknown/3
LIA  large/d.smt2      sat     : cornet=timeout/20.5         z3=sat/7          golem=memory/4.2
LIA  large/e.smt2      unsat   : cornet=sat/2.5/invalid      z3=segv/0.2       golem=unsat/2
LIA  large/f.smt2      sat     : cornet=sat/1.25/malformed   z3=unknown/5      golem=exit2/0.1
ADT  clam/g.smt2       unknown : cornet=sat/3/valid          z3=unsat/0.5      golem=silent/0.01
ADT  clam/h.smt2       unknown : cornet=unsat/4/valid        z3=timeout/20     golem=exit2/0.1
ADT  i.smt2            unsat   : cornet=cpu/19               z3=unsat/19.9     golem=unsat/15
c    loops/j.c         sat     : cornet=TRUE/6               z3=exit2/0.01     golem=exit2/0.1
c    loops/<k&k>.c     unsat   : cornet=FALSE/0.5            z3=exit2/0.01     golem=exit2/0.1
`

// parseSample builds a normalised file from the language of sample.
func parseSample(t *testing.T, text string) *File {
	t.Helper()
	f := &File{
		Schema:   Schema,
		Date:     time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC),
		Version:  "v0.1.0-7-gabc1234",
		Complete: true,
		Machine:  Machine{OS: "linux", Arch: "amd64", CPU: "Example 9000", Cores: 2, Memory: 24 << 30, Kernel: "6.1.0"},
		Limits:   Limits{Wall: 20, Memory: 4 << 30, Grace: 0.5},
		Jobs:     2,
		Property: "unreach-call",
	}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		left, right, ok := strings.Cut(line, ":")
		require.True(t, ok, "line %d", i+1)
		w := strings.Fields(left)
		require.Len(t, w, 3, "line %d", i+1)
		v, err := task.ParseVerdict(w[2])
		require.NoError(t, err)
		k := Task{Name: w[1], Track: w[0], Expected: v, Files: []string{"bench/" + w[1]}, Property: "check-sat"}
		if strings.HasSuffix(k.Name, ".c") {
			k.Language, k.Property = task.C, "unreach-call"
		}
		k.Family, _, ok = strings.Cut(k.Name, "/")
		if !ok {
			k.Family = ""
		}
		f.Tasks = append(f.Tasks, k)
		for _, spec := range strings.Fields(right) {
			solver, what, _ := strings.Cut(spec, "=")
			if i == 0 {
				f.Solvers = append(f.Solvers, Solver{Name: solver, Command: solver + " {}"})
			}
			f.Runs = append(f.Runs, parseRun(t, k.Name, solver, strings.Split(what, "/")))
		}
	}
	f.Solvers[0].Version = f.Version
	f.Validated = []string{f.Solvers[0].Name}
	f.Normalise()
	return f
}

func parseRun(t *testing.T, name, solver string, w []string) Run {
	t.Helper()
	seconds, err := strconv.ParseFloat(w[1], 64)
	require.NoError(t, err)
	wall := time.Duration(seconds * float64(time.Second))
	o := child.Outcome{Wall: wall, CPU: wall * 9 / 10, Memory: 50<<20 + int64(seconds*float64(10<<20))}
	switch w[0] {
	case "timeout":
		o.End, o.Signal = child.OverWall, "SIGTERM"
	case "cpu":
		o.End, o.Signal = child.OverCPU, "SIGTERM"
	case "memory":
		o.End, o.Signal, o.Memory = child.OverMemory, "SIGKILL", 4200<<20
	case "segv":
		o.End, o.Signal, o.Stderr = child.Signalled, "SIGSEGV", "about to fail\n"
	case "exit2":
		o.ExitCode, o.Stderr = 2, "usage: solver FILE\nsolver: cannot read <input>\n"
	case "silent":
	case "unknown":
		o.Stdout, o.Stderr = []byte("unknown\n"), "level=INFO msg=start\nnonlinear arithmetic in line 7\n"
	default:
		o.Stdout = []byte(w[0] + "\n")
	}
	r := Observe(name, solver, o)
	if len(w) > 2 {
		r.Validation = &Validation{Finding: Finding(w[2]), Wall: 0.25}
		if r.Validation.Finding != Valid {
			r.Validation.Detail = fmt.Sprintf("clause 3 fails (%s)", w[2])
		}
	}
	return r
}
