// SPDX-License-Identifier: Apache-2.0

//go:build unix

package bench

import (
	"context"
	"encoding/xml"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cornet/bench/result"
	"cornet/internal/child"
	"cornet/internal/slurm"

	"github.com/stretchr/testify/require"
)

// fakeSlurm puts programs on the path that replace Slurm. sbatch runs the elements of an array one
// after the other, on two nodes. The script before simulates the effects of the cluster on a job.
// It gets the number of the element and runs in the folder of the round. If it exits with code 1,
// the job ends before it has begun.
func fakeSlurm(w workshop, before string) {
	w.script("bin/scontrol", "echo 'MaxArraySize = 4'; echo 'SelectTypeParameters = CR_CPU_MEMORY'\n")
	w.script("bin/sinfo", "echo 0/2/0/2\n")
	w.script("bin/scancel", "exit 0\n")
	w.script("before", before)
	w.script("bin/sbatch", `for a; do case $a in --array=*) last=${a#--array=0-};; --job-name=*) name=${a#--job-name=};; *.sh) job=$a;; esac; done
echo "$@" >>`+w.path("submitted")+`
cd "$(dirname "$job")"
for i in $(seq 0 "${last%\%*}"); do
  export SLURM_ARRAY_TASK_ID=$i SLURMD_NODENAME=n$((i % 2))
  state=COMPLETED
  `+w.path("before")+` $i && sh "$job" >$i.log 2>&1 || state=NODE_FAIL
  echo "$i|$state|None|$SLURMD_NODENAME" >>`+w.path("states.")+`$name
done
`)
	w.script("bin/squeue", `for a; do case $a in --name=*) cat `+w.path("states.")+`${a#--name=};; esac; done`+"\n")
	w.t.Setenv("PATH", w.path("bin")+":"+os.Getenv("PATH"))
}

// TestMain lets the test's program act as "cornet bench --element".
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "bench" && os.Args[2] == "--element" {
		if _, err := Run(context.Background(), Options{Element: os.Args[3], Log: slog.New(slog.DiscardHandler)}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestCampaign: the first job of the first array does not begin, and a run is killed each time.
// Still every task is in the result once.
func TestCampaign(t *testing.T) {
	w := newWorkshop(t, `
a true  echo sat
b false echo unsat
c true  kill -KILL $$
d true  echo unsat
e true  exit 7
f true  echo sat
g true  echo sat
`)
	fakeSlurm(w, `case $PWD/$1 in */1/0) exit 1;; esac`)
	o := w.options()
	o.On, o.Batch, o.Retries, o.Jobs, o.Memory, o.Partition, o.CPUs = "slurm", 1, 1, 2, 1<<30, "p", 3
	s := run(t, o)
	require.Equal(t, []string{"a fake correct", "b fake correct", "c fake lost", "d fake wrong", "e fake crash", "f fake correct", "g fake correct"}, outcomes(s.File))
	require.True(t, s.File.Complete)
	require.Equal(t, "n1", s.File.Runs[0].Node)
	require.Equal(t, "the cluster ended its job 2 times, the last time: COMPLETED on n0", s.File.Runs[2].Reason)
	require.NoDirExists(t, w.path("out/all.slurm"))
	require.NoFileExists(t, w.path("out/all.journal"))
	text, err := os.ReadFile(w.path("submitted"))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	require.Len(t, lines, 2)
	require.Contains(t, lines[1], "--array=0-2%2 ", "the run that was killed, by itself, and those of the job that has not begun")
	require.Contains(t, lines[0], "--array=0-3%2 --no-requeue --nodes=1 --ntasks=1 --cpus-per-task=3 --time=2 ")
	require.Contains(t, lines[0], "--mem=1280M --partition=p ")
	calls := map[string]int{}
	for _, c := range w.calls() {
		calls[c]++
	}
	require.Equal(t, map[string]int{"fake a": 1, "fake b": 1, "fake c": 2, "fake d": 1, "fake e": 1, "fake f": 1, "fake g": 1}, calls)
}

// TestHopeless: a cluster on which no job ever begins is reported. Results of a process that was
// killed are taken over.
func TestHopeless(t *testing.T) {
	w := newWorkshop(t, "a true echo sat\nb true echo sat")
	fakeSlurm(w, "exit 1")
	o := w.options()
	o.On, o.Retries = "slurm", -1
	_, err := Run(t.Context(), o)
	require.ErrorContains(t, err, "the cluster finishes no run: the cluster ended its job 1 times, the last time: NODE_FAIL on n")

	// Another process writes the journals that the elements should write. They end in the middle of
	// a line, and one repeats a result of another one.
	files, err := filepath.Glob(w.path("out/all.slurm/1/*.json"))
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, f := range files {
		_, err := Run(t.Context(), Options{Element: f, Log: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
	}
	both := ""
	for _, f := range files {
		text, err := os.ReadFile(strings.TrimSuffix(f, ".json") + ".journal")
		require.NoError(t, err)
		both += string(text)
	}
	for _, f := range files {
		require.NoError(t, os.WriteFile(strings.TrimSuffix(f, ".json")+".journal", []byte(both+`{"key":"cut`), 0o644))
	}
	w.calls()
	s := run(t, o)
	require.Equal(t, []string{"a fake correct", "b fake correct"}, outcomes(s.File))
	require.Empty(t, w.calls(), "nothing is measured twice")
}

// TestRest: an element whose time is over leaves runs to others. Its finished runs show that the
// cluster works, also to a process that takes over.
func TestRest(t *testing.T) {
	w := newWorkshop(t, "a true echo sat\nb true echo sat")
	fakeSlurm(w, "exit 1")
	o := w.options()
	o.On, o.Retries, o.Batch = "slurm", -1, 2
	_, err := Run(t.Context(), o)
	require.ErrorContains(t, err, "the cluster finishes no run")
	file := w.path("out/all.slurm/1/0.json")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, regexp.MustCompile(`"begin":[1-9]\d*`).ReplaceAll(text, []byte(`"begin":0`)), 0o644))
	_, err = Run(t.Context(), Options{Element: file, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	require.Equal(t, []string{"fake a"}, w.calls())
	s := run(t, o)
	require.Equal(t, []string{"a fake correct", "b fake lost"}, outcomes(s.File))
}

func TestBatch(t *testing.T) {
	for _, x := range []struct {
		name                                 string
		runs, solvers, cpus, max, each, want int
	}{
		{"two jobs for each processor", 2000, 1, 4, 1001, 0, 250},
		{"more processors than runs", 60, 1, 400, 1001, 0, 1},
		{"more than an array has elements", 100000, 1, 4000, 1001, 0, 100},
		{"all solvers of a task", 2000, 3, 4, 1001, 0, 252},
		{"as the user says", 2000, 2, 4, 1001, 5, 10},
		{"the user's array would be too large", 3000, 1, 4, 1001, 1, 3},
	} {
		c := campaign{measurement: &measurement{}, cluster: slurm.Cluster{MaxArray: x.max, CPUs: x.cpus}, solvers: make([]solver, x.solvers)}
		c.opts.Batch = x.each
		require.Equal(t, x.want, c.batch(x.runs, x.max), x.name)
	}
}

// TestParts: parts are disjoint, and their journals give the whole.
func TestParts(t *testing.T) {
	w := newWorkshop(t, "a true echo sat\nb true echo sat\nc false echo unsat")
	var whole []byte
	first := w.options()
	for i := range 2 {
		o := first
		o.Part, o.Out = fmt.Sprintf("%d/2", i), w.path(fmt.Sprint("part", i))
		require.Contains(t, run(t, o).String(), fmt.Sprintf("Part %d/2 is done.", i))
		text, err := os.ReadFile(o.Out + ".journal")
		require.NoError(t, err)
		whole = append(whole, text...)
	}
	require.Equal(t, []string{"fake a", "fake c", "fake b"}, w.calls())
	o := first
	w.file("out/all.journal", string(whole))
	s := run(t, o)
	require.True(t, s.File.Complete)
	require.Empty(t, w.calls())
	for _, bad := range []string{"1", "2/2", "-1/2", "0/0", "1/2/3", "x"} {
		o.Part = bad
		_, err := Run(t.Context(), o)
		require.ErrorContains(t, err, "expected I/N", bad)
	}
}

// TestBenchExec reads back what is written for BenchExec; tools/benchexec has BenchExec read it.
func TestBenchExec(t *testing.T) {
	w := newWorkshop(t, "sub/a true echo sat\nc-b false echo unsat\nd unknown echo sat")
	o := w.options()
	o.On, o.Solver, o.Args, o.Memory = "benchexec", "", "--engine lawi", 1<<30
	o.Self = w.path("fake")
	require.Contains(t, run(t, o).String(), "3 tasks for BenchExec.")
	text, err := os.ReadFile(w.path("out/all.xml"))
	require.NoError(t, err)
	var z runDefinition
	require.NoError(t, xml.Unmarshal(text, &z))
	require.Equal(t, []runOption{{Name: "--engine"}, {Name: "lawi"}, {Name: "--stats"}, {Name: "--timeout=10"}}, z.Run.Options)
	require.Equal(t, []string{"10 s", "1073741824 B", ""}, []string{z.Wall, z.Memory, z.CPU})
	require.Equal(t, []runTasks{{"all", "all.all.set", "all.tasks/check-sat.prp"}, {"all.unreach-call", "all.all.unreach-call.set", "../unreach-call.prp"}}, z.Tasks)

	again := w.options()
	again.Places, again.Property = []string{w.path("out/all.tasks")}, "unreach-call"
	s := run(t, again)
	expected := map[string]string{}
	for _, x := range s.File.Tasks {
		expected[filepath.Base(x.Name)] = x.Expected.String()
	}
	require.Equal(t, map[string]string{"a.smt2": "sat", "c-b.c": "unsat", "d.smt2": "unknown"}, expected)
	o.Against = []string{"z=z {}"}
	_, err = Run(t.Context(), o)
	require.ErrorContains(t, err, "for this program alone")
}

// TestDisturbed: a limit that the harness enforces is a result, like an answer. A signal from
// outside is not.
func TestDisturbed(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, x := range []struct {
		ctx  context.Context
		run  result.Run
		want bool
	}{
		{t.Context(), result.Run{Status: result.Correct}, false},
		{t.Context(), result.Run{Status: result.Timeout, End: child.OverWall, Signal: "SIGKILL"}, false},
		{t.Context(), result.Run{Status: result.Memory, End: child.OverMemory, Signal: "SIGKILL"}, false},
		{t.Context(), result.Run{Status: result.Crash, End: child.Signalled, Signal: "SIGKILL"}, true},
		{t.Context(), result.Run{Status: result.Crash, End: child.Signalled, Signal: "SIGTERM"}, true},
		{t.Context(), result.Run{Status: result.Crash, End: child.Signalled, Signal: "SIGSEGV"}, false},
		{t.Context(), result.Run{Status: result.Unknown}, false},
		{ended, result.Run{Status: result.Unknown}, true},
		{ended, result.Run{Status: result.Wrong}, false},
	} {
		require.Equal(t, x.want, disturbed(x.ctx, x.run), "%+v", x.run)
	}
}
