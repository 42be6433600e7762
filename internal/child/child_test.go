// SPDX-License-Identifier: Apache-2.0

//go:build linux

package child

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

const ms = time.Millisecond

// shell runs a script under the limits.
func shell(t *testing.T, script string, l Limits) Outcome {
	t.Helper()
	out, err := Run(t.Context(), Command{Args: []string{"/bin/sh", "-c", script}}, l)
	require.NoError(t, err)
	return out
}

func TestRun(t *testing.T) {
	for _, tc := range []struct {
		name, script   string
		limits         Limits
		end            End
		code           int
		signal         string
		stdout, stderr string
	}{
		{"output and exit code", "echo sat; echo warning >&2; exit 3", Limits{}, Exited, 3, "", "sat\n", "warning\n"},
		{"within limits", "echo ok", Limits{Wall: time.Minute, CPU: time.Minute, Memory: 1 << 30}, Exited, 0, "", "ok\n", ""},
		{"a signal of its own", "kill -SEGV $$", Limits{}, Signalled, 0, "SIGSEGV", "", ""},
		{"wall time", "echo early; sleep 60", Limits{Wall: 100 * ms}, OverWall, 0, "SIGTERM", "early\n", ""},
		{"a last word after the request to stop", "trap 'echo late; exit 5' TERM; sleep 60 & wait", Limits{Wall: time.Second}, OverWall, 5, "", "late\n", ""},
		{"deaf to the request", "trap '' TERM; while :; do sleep 0.05; done", Limits{Wall: 100 * ms, Grace: 100 * ms}, OverWall, 0, "SIGKILL", "", ""},
		{"no grace", "trap 'echo late; exit 5' TERM; sleep 60 & wait", Limits{Wall: 100 * ms, Grace: -1}, OverWall, 0, "SIGKILL", "", ""},
		{"tasks", "for i in 1 2 3 4 5 6 7 8; do sleep 60 & done; wait", Limits{Tasks: 6, Wall: 20 * time.Second}, OverTasks, 0, "SIGKILL", "", ""},
		{"CPU time", "while :; do :; done", Limits{CPU: 150 * ms, Wall: 20 * time.Second}, OverCPU, 0, "SIGTERM", "", ""},
		{"output over the limit", "printf 0123456789; printf more", Limits{Output: 4}, Exited, 0, "", "0123", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			start := time.Now()
			out := shell(t, tc.script, tc.limits)
			require.Less(t, time.Since(start), 5*time.Second)
			require.Equal(t, tc.end, out.End, "ended: %s", out.End)
			require.Equal(t, tc.code, out.ExitCode)
			require.Equal(t, tc.signal, out.Signal)
			require.Equal(t, tc.stdout, string(out.Stdout))
			require.Equal(t, tc.stderr, out.Stderr)
			require.Equal(t, tc.limits.Output > 0, out.Truncated)
			require.Positive(t, out.Wall)
		})
	}
}

func TestRunInput(t *testing.T) {
	big := strings.Repeat("line of input\n", 20_000)
	out, err := Run(t.Context(), Command{Args: []string{"wc", "-c"}, Stdin: []byte(big)}, Limits{})
	require.NoError(t, err)
	require.Equal(t, strconv.Itoa(len(big)), strings.TrimSpace(string(out.Stdout)))

	out, err = Run(t.Context(), Command{Args: []string{"true"}, Stdin: []byte(big)}, Limits{})
	require.NoError(t, err, "a child that ignores its input")
	require.Equal(t, Exited, out.End)
}

func TestRunCannotStart(t *testing.T) {
	_, err := Run(t.Context(), Command{Args: []string{"no-such-solver-here"}}, Limits{})
	require.ErrorContains(t, err, "starting no-such-solver-here")
	_, err = Run(t.Context(), Command{}, Limits{})
	require.ErrorContains(t, err, "empty command")
}

func TestRunCancelled(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(100*ms, func() { cancel(cause) })
	start := time.Now()
	_, err := Run(ctx, Command{Args: []string{"sleep", "60"}}, Limits{})
	require.ErrorIs(t, err, cause)
	require.Less(t, time.Since(start), 3*time.Second)
	_, err = Run(ctx, Command{Args: []string{"true"}}, Limits{})
	require.ErrorIs(t, err, cause, "already cancelled")
}

// TestMemory lets a process tree grow. The limit is on the sum. Address space that is not touched
// does not count.
func TestMemory(t *testing.T) {
	hog := func(mb int) string { // reads and holds mb megabytes, then sleeps
		return "head -c " + strconv.Itoa(mb) + "M /dev/zero | tail -n 1 | sleep 60"
	}
	out := shell(t, hog(400), Limits{Memory: 100 << 20, Wall: 10 * time.Second})
	require.Equal(t, OverMemory, out.End)
	require.Less(t, out.Wall, 5*time.Second)
	require.Greater(t, out.Memory, int64(100<<20))

	both := "(" + hog(60) + ") & (" + hog(60) + ") & wait"
	out = shell(t, both, Limits{Memory: 100 << 20, Wall: 10 * time.Second})
	require.Equal(t, OverMemory, out.End, "two halves make a whole; peak %d", out.Memory)

	out = shell(t, "sleep 0.2", Limits{Memory: 100 << 20})
	require.Equal(t, Exited, out.End)
	require.Less(t, out.Memory, int64(50<<20), "the peak of the parent is not the child's")
	require.Positive(t, out.Memory)
}

// TestNothingSurvives starts descendants that try to escape: in another process group, in another
// session, as an orphan. When Run returns, all must be gone, or dead and waiting for init.
func TestNothingSurvives(t *testing.T) {
	for name, script := range map[string]string{
		"background":            "sleep 61 & echo $! > $PIDS; echo ready; exit 0",
		"own group":             "timeout 62 sleep 62 & echo $! > $PIDS; sleep 60",
		"own session":           "setsid sh -c 'echo $$ > $PIDS; exec sleep 63' & sleep 60",
		"orphan in own session": "(setsid sh -c 'echo $$ > $PIDS; exec sleep 64' & sleep 0.3) ; sleep 60",
		"pipes held open":       "setsid sh -c 'echo $$ > $PIDS; exec sleep 65' & sleep 0.1; exit 0",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if strings.Contains(script, "setsid") {
				need.Of(t, "sh", "setsid")
			}
			pids := filepath.Join(t.TempDir(), "pids")
			start := time.Now()
			_, err := Run(t.Context(), Command{
				Args: []string{"/bin/sh", "-c", script},
				Env:  append(os.Environ(), "PIDS="+pids),
			}, Limits{Wall: 800 * ms, Grace: 100 * ms})
			require.NoError(t, err)
			require.Less(t, time.Since(start), 4*time.Second)
			text, err := os.ReadFile(pids)
			require.NoError(t, err)
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			require.NoError(t, err)
			require.Eventually(t, func() bool {
				s, ok := procfs{}.stat(pid)
				return !ok || s.state == 'Z'
			}, time.Second, 10*ms, "process %d is alive", pid)
		})
	}
}

func TestCPUOfTree(t *testing.T) {
	need.Of(t, "sh")
	out := shell(t, "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'; true", Limits{})
	require.Greater(t, out.CPU, 20*ms, "the grandchild's time counts")
	require.Less(t, out.CPU, 2*out.Wall)
}

func TestParseStat(t *testing.T) {
	line := "42 (a) b) (c) S 7 42 41 0 -1 4194304 1 2 3 4 50 60 70 80 20 0 9 0 123456 99999 300 1844 1 1\n"
	s, ok := parseStat(42, []byte(line))
	require.True(t, ok)
	require.Equal(t, procStat{pid: 42, state: 'S', parent: 7, session: 41, cpu: 2600 * ms, tasks: 9, born: 123456, resident: 300 * pageSize}, s)
	for _, bad := range []string{"", "42 (a", "42 (a) S 1 2", "42 (a) Sleeping 7 42 41 0 -1 4194304 1 2 3 4 50 60 70 80 20 0 9 0 123456 99999 300 1844"} {
		_, ok := parseStat(42, []byte(bad))
		require.False(t, ok, bad)
	}
	self, ok := procfs{}.stat(os.Getpid())
	require.True(t, ok)
	require.Equal(t, os.Getppid(), self.parent)
	require.Positive(t, self.resident)
}

func TestChildrenByScan(t *testing.T) {
	p := procfs{}
	require.Contains(t, p.childrenByScan(os.Getppid(), nil), os.Getpid())
	require.Contains(t, p.children(os.Getppid(), nil), os.Getpid())
}

func TestEnds(t *testing.T) {
	var e ends
	for i := range 4000 {
		e.Write([]byte("line " + strconv.Itoa(i) + "\n"))
	}
	text := e.text()
	require.True(t, strings.HasPrefix(text, "line 0\n"))
	require.True(t, strings.HasSuffix(text, "line 3999\n"))
	require.Contains(t, text, "\n[...]\n")
	require.LessOrEqual(t, len(text), 2*keepEnds+10)
}

func BenchmarkSample(b *testing.B) {
	p, err := os.FindProcess(os.Getpid())
	require.NoError(b, err)
	g := newGroup(p)
	for b.Loop() {
		g.sample()
	}
}

// TestKillTree: an isolated command takes its descendants along, also those in another session.
func TestKillTree(t *testing.T) {
	need.Of(t, "sh", "setsid")
	pids := filepath.Join(t.TempDir(), "pids")
	cmd := exec.Command("/bin/sh", "-c", "setsid sh -c 'echo $$ > $PIDS.new; mv $PIDS.new $PIDS; exec sleep 66' & sleep 66")
	cmd.Env = append(os.Environ(), "PIDS="+pids)
	Isolate(cmd)
	require.NoError(t, cmd.Start())
	var text []byte
	require.Eventually(t, func() bool {
		var err error
		text, err = os.ReadFile(pids)
		return err == nil
	}, 5*time.Second, 10*ms)
	KillTree(cmd)
	cmd.Wait()
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		s, ok := procfs{}.stat(pid)
		return !ok || s.state == 'Z'
	}, 5*time.Second, 10*ms)
}
