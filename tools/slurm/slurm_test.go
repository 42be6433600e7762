// SPDX-License-Identifier: Apache-2.0

// Package slurm tests work on a Slurm cluster: slurmctld and four slurmd on this machine, which the
// scripts here start and end.
package slurm

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cornet/bench/result"
	"cornet/internal/test/need"

	"github.com/stretchr/testify/require"
)

// cluster is a running cluster, and a folder with a program that all its nodes see.
type cluster struct {
	*testing.T
	dir    string // the folder in which commands run
	up     string // the folder of the cluster
	cornet string
	env    []string
}

// start starts a cluster for the test.
func start(t *testing.T) *cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a cluster")
	}
	need.Of(t, "munged", "slurmctld", "slurmd", "sbatch")
	if os.Getuid() != 0 {
		t.Skip("slurmd wants to be started by root")
	}
	dir, err := os.MkdirTemp("", "slurm") // sockets need a short name
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.Chmod(dir, 0o755))
	up := filepath.Join(dir, "up")
	z := &cluster{t, dir, up, filepath.Join(dir, "cornet"), append(os.Environ(), "SLURM_CONF="+filepath.Join(up, "slurm.conf"))}
	z.script("go", "build", "-o", z.cornet, "cornet/cmd/cornet")
	t.Cleanup(func() { z.script("./down", up) })
	// the cluster ends even if the tests run out of time
	t.Setenv("OWNER", strconv.Itoa(os.Getpid()))
	z.script("./up", up, "4")
	return z
}

// script runs a program in the folder of the scripts.
func (z *cluster) script(name string, args ...string) {
	z.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(z, err, "%s %v: %s", name, args, out)
}

// command returns a command line of cornet in the folder.
func (z *cluster) command(args ...string) (*exec.Cmd, *bytes.Buffer) {
	cmd, said := exec.CommandContext(z.Context(), z.cornet, args...), new(bytes.Buffer)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = z.dir, z.env, said, said, time.Second
	return cmd, said
}

// run runs cornet and returns its output.
func (z *cluster) run(args ...string) string {
	z.Helper()
	cmd, said := z.command(args...)
	require.NoError(z, cmd.Run(), "%s", said)
	return said.String()
}

// tasks fills the folder "tasks" with n small systems.
func (z *cluster) tasks(n int) {
	z.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "horn", "*.smt2"))
	require.NoError(z, err)
	require.NoError(z, os.Mkdir(filepath.Join(z.dir, "tasks"), 0o755))
	for i := range n {
		from := files[i%len(files)]
		text, err := os.ReadFile(from)
		require.NoError(z, err)
		require.NoError(z, os.WriteFile(filepath.Join(z.dir, "tasks", fmt.Sprintf("%04d-%s", i, filepath.Base(from))), text, 0o644))
	}
}

// results reads the results of a run, which must have each of n tasks once.
func (z *cluster) results(name string, n int) map[string]result.Run {
	z.Helper()
	f, err := result.ReadFile(filepath.Join(z.dir, name+".json"))
	require.NoError(z, err)
	require.True(z, f.Complete)
	require.Len(z, f.Runs, n)
	runs := map[string]result.Run{}
	for _, r := range f.Runs {
		runs[r.Task] = r
	}
	require.Len(z, runs, n)
	require.NoDirExists(z, filepath.Join(z.dir, name+".slurm"))
	require.NoFileExists(z, filepath.Join(z.dir, name+".journal"))
	return runs
}

// finished waits until the journal of a run has n lines. It reports whether that happened.
func (z *cluster) finished(name string, n int) {
	z.Helper()
	require.Eventually(z, func() bool {
		text, _ := os.ReadFile(filepath.Join(z.dir, name+".journal"))
		return bytes.Count(text, []byte{'\n'}) >= n
	}, 5*time.Minute, 50*time.Millisecond)
}

// TestCluster starts one cluster for all tests. CGROUP=yes gives it cgroups; see the script up.
func TestCluster(t *testing.T) {
	z := start(t)
	for _, part := range []struct {
		name string
		test func(*cluster)
	}{{"campaign", campaign}, {"faults", faults}, {"memory", memory}, {"portfolio", portfolio}} {
		t.Run(part.name, func(t *testing.T) {
			one := *z
			one.T, one.dir = t, filepath.Join(z.dir, part.name)
			require.NoError(t, os.Mkdir(one.dir, 0o755))
			part.test(&one)
		})
	}
}

// campaign measures tasks on the cluster. In the middle, a node dies with everything that runs on
// it. Then the process that follows the jobs is killed, and started again. CORNET_SLURM is the
// number of tasks. If it is set, the throughput is compared with the throughput of this machine
// alone.
func campaign(z *cluster) {
	t, n := z.T, 60
	long, err := strconv.Atoi(os.Getenv("CORNET_SLURM"))
	if err == nil {
		n = long
	}
	z.tasks(n)
	// Each run takes a while, so that the faults happen in the middle of it.
	common := []string{"bench", "--timeout", "30s", "--memory", "512M", "tasks"}
	slow := append(common, "-v", "--on", "slurm", "--out", "far", "--solver", `cornet=sh -c 'sleep 0.2; exec "$0" --timeout 30 "$1"' `+z.cornet+" {}")
	z.run(append(common, "--jobs", "2", "--out", "near")...)

	cmd, said := z.command(slow...)
	require.NoError(t, cmd.Start())
	z.finished("far", n/5)
	z.script("./kill", z.up, "n2")
	z.finished("far", n/2)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait(), "%s", said)
	again := z.run(slow...)
	require.Contains(t, said.String()+again, "state=NODE_FAIL node=n2")
	require.Contains(t, again, "runs were taken from the journal of an interrupted run")

	want, nodes := z.results("near", n), map[string]int{}
	for task, r := range z.results("far", n) {
		require.Equal(t, want[task].Status, r.Status, "%s: %s", task, r.Reason)
		require.Equal(t, want[task].Answer, r.Answer, task)
		nodes[r.Node]++
	}
	require.Subset(t, []string{"n1", "n2", "n3", "n4"}, keys(nodes))
	t.Log("runs by node:", nodes)
	if long == 0 {
		return
	}
	cmd = exec.Command("slurmd", "-N", "n2")
	cmd.Env = z.env
	require.NoError(t, cmd.Run())
	for range 3 {
		for _, where := range [][]string{{"--jobs", "2", "--out", "near"}, {"--jobs", "4", "--out", "near"}, {"--on", "slurm", "--out", "far"}} {
			begin := time.Now()
			z.run(append(common, where...)...)
			took := time.Since(begin).Seconds()
			cpu := 0.0
			for _, r := range z.results(where[3], n) {
				cpu += r.CPU
			}
			t.Logf("%v: %.1f s, %.1f tasks/s, %.1f s of processor time in the runs", where[:2], took, float64(n)/took, cpu)
		}
	}
}

func keys(m map[string]int) (z []string) {
	for k := range m {
		z = append(z, k)
	}
	return z
}

// faults: a job that the cluster or somebody else ends is tried again automatically, and counts as
// lost in the end. What the solver does is a result. An interrupt ends all jobs.
func faults(z *cluster) {
	t := z.T
	z.tasks(8)
	behaviour := `case "$1" in *0001*) kill -KILL $$;; *0002*) kill -SEGV $$;; *0003*) sleep 60;; *0004*) head -c 400M /dev/zero | tail -n 1 | sleep 60;; *0005*) exit 7;; esac; echo sat`
	said := z.run("bench", "--on", "slurm", "--batch", "8", "--retries", "1", "--timeout", "3s", "--memory", "200M", "--out", "far", "--solver", "fake=sh -c '"+behaviour+"' sh {}", "tasks")
	require.Regexp(t, `\| fake +\| lost +\| +1 `, said+read(t, filepath.Join(z.dir, "far.md")))
	got := map[string]string{}
	for task, r := range z.results("far", 8) {
		got[task[:4]] = r.Status.String()
		if r.Status == result.Lost {
			require.Contains(t, r.Reason, "the cluster ended its job 2 times, the last time: COMPLETED on n")
		}
	}
	require.Equal(t, map[string]string{
		"0000": "unverified", "0001": "lost", "0002": "crash", "0003": "timeout", "0004": "memory", "0005": "crash", "0006": "unverified", "0007": "unverified",
	}, got)

	cmd, out := z.command("bench", "--on", "slurm", "--batch", "1", "--out", "stop", "--solver", "fake=sh -c 'case $0 in *000[0-3]*) echo sat;; *) sleep 60;; esac' {}", "--timeout", "90s", "tasks")
	require.NoError(t, cmd.Start())
	z.finished("stop", 4)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.NoError(t, cmd.Wait(), "%s", out)
	require.Contains(t, out.String(), "Interrupted with 4 runs to go.")
	require.Eventually(t, func() bool {
		cmd := exec.Command("squeue", "--noheader")
		cmd.Env = z.env
		text, err := cmd.Output()
		return err == nil && len(text) == 0
	}, time.Minute, 100*time.Millisecond, "jobs are left")

	cmd, out = z.command("bench", "--on", "slurm", "--partition", "none", "tasks")
	require.Error(t, cmd.Run())
	require.Contains(t, out.String(), "nvalid partition")
}

// memory: the kernel ends a run if its job has less memory than requested. The test needs a machine
// on which Slurm may create cgroups.
func memory(z *cluster) {
	t := z.T
	if os.Getenv("CGROUP") == "" {
		t.Skip("set CGROUP=yes where the cluster may make cgroups")
	}
	z.tasks(4)
	require.NoError(t, os.WriteFile(filepath.Join(z.dir, "hold.sh"), []byte("#!/bin/sh\n#SBATCH --hold\n{command}\n"), 0o644))
	hog := `case "$1" in *0001*) x=$(head -c 600M /dev/zero | tr "\\0" x);; esac; echo sat`
	cmd, said := z.command("bench", "--on", "slurm", "--script", "hold.sh", "--retries", "1", "--memory", "2G", "--timeout", "10s", "--out", "far", "--solver", "hog=sh -c '"+hog+"' sh {}", "tasks")
	require.NoError(t, cmd.Start())
	over := make(chan error)
	go func() { over <- cmd.Wait() }()
	for waiting := true; waiting; {
		release := exec.Command("sh", "-c", "for j in $(squeue -h -t PD -o %F | sort -u); do scontrol update jobid=$j MinMemoryNode=300 && scontrol release $j; done")
		release.Env = z.env
		_ = release.Run() // there may be no process
		select {
		case err := <-over:
			require.NoError(t, err, "%s", said)
			waiting = false
		case <-time.After(200 * time.Millisecond):
		}
	}
	for task, r := range z.results("far", 4) {
		if !strings.HasPrefix(task, "0001") {
			require.Equal(t, result.Unverified, r.Status, task)
			continue
		}
		require.Equal(t, result.Lost, r.Status)
		require.Contains(t, r.Reason, "the cluster ended its job 2 times, the last time: OUT_OF_MEMORY on n")
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// portfolio: one system, many jobs.
func portfolio(z *cluster) {
	t := z.T
	for file, want := range map[string]string{"bounded_loop": "sat", "counter_up_bug": "unsat"} {
		text := read(t, filepath.Join("..", "..", "testdata", "horn", file+".smt2"))
		require.NoError(t, os.WriteFile(filepath.Join(z.dir, "input.smt2"), []byte(text), 0o644))
		answer := z.run("solve", "--on", "slurm", "--members", "4", "--timeout", "60", "--model", "--proof", "input.smt2")
		require.Equal(t, want, strings.SplitN(answer, "\n", 2)[0])
		require.NoError(t, os.WriteFile(filepath.Join(z.dir, "answer"), []byte(answer), 0o644))
		require.Contains(t, z.run("check", "input.smt2", "answer"), "valid ")
	}
	// An engine with nothing to do gives up, whatever the seed. The inductive ones of the hints go
	// to the next members.
	system := `(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (forall ((n Int)) (=> (= n 0) (inv n))))
(assert (forall ((n Int)) (=> (and (inv n) (< n 7)) (inv (+ n 1)))))
(assert (forall ((n Int)) (=> (and (inv n) (= n 123456)) false)))
(check-sat)
`
	require.NoError(t, os.WriteFile(filepath.Join(z.dir, "input.smt2"), []byte(system), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(z.dir, "guess"), []byte("(define-fun inv ((n Int)) Bool (and (>= n 0) (not (= n 3))))"), 0o644))
	said := z.run("solve", "-v", "--on", "slurm", "--engine", "catamorphism", "--solver", "native", "--hints", "guess", "--timeout", "100", "input.smt2")
	require.Contains(t, said, "unknown: all members of the portfolio give up")
	require.Contains(t, said, "msg=lemmas files=1")
	left, err := filepath.Glob(filepath.Join(z.dir, ".cornet-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}
