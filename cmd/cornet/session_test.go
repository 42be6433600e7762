// SPDX-License-Identifier: Apache-2.0

//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

func TestInteractive(t *testing.T) {
	question := strings.Replace(counterWith("(< x 0)"), "(check-sat)\n", "", 1)
	for name, c := range map[string]struct {
		input string
		args  []string
		want  outcome
	}{
		"a conversation":           {question + "(push 1)(check-sat)(pop 1)(echo \"x\")", []string{"-in"}, outcome{0, "sat\n\"x\"\n", ""}},
		"models unasked":           {"(check-sat)", []string{"--interactive", "-", "--model"}, outcome{0, "sat\n(model)\n", ""}},
		"proofs":                   {question + "(push 1)(pop 1)(check-sat)(push 1)(assert (not (inv 2)))(check-sat)", []string{"-in", "--check=proof"}, outcome{0, "sat\nunsat\n", ""}},
		"an error":                 {"(check)", []string{"-in"}, outcome{exitInput, "(error \"line 1 column 2: unknown command check; see SMT-LIB 2.6, section 3.9, for the commands\")\n", "cornet: 1 command was refused\n"}},
		"several checks":           {question + "(push 1)(check-sat)(assert (not (inv 2)))(check-sat)(pop 1)(check-sat)", []string{"solve", "-"}, outcome{0, "sat\nunsat\nsat\n", ""}},
		"each model":               {"(check-sat)(check-sat)", []string{"-", "--model"}, outcome{0, "sat\n(model)\nsat\n(model)\n", ""}},
		"each proof":               {"(assert false)(check-sat)(check-sat)", []string{"-", "--proof=native", "--check=proof"}, outcome{0, strings.Repeat("unsat\n(refutation\n  (step 0 (clause 0) (values) (premises))\n)\n", 2), ""}},
		"some refused":             {"(check-sat)(assert false)(check-sat)(get-model)", []string{"-"}, outcome{exitInput, "sat\nunsat\n(error \"line 1 column 37: model is not available: the last answer was unsat\")\n", "cornet: 1 command was refused\n"}},
		"assumptions":              {"(declare-fun p () Bool)(assert p)(check-sat-assuming ((not p)))", []string{"-"}, outcome{0, "unsat\n", ""}},
		"several, no conversation": {"(check-sat)(check-sat)", []string{"-", "--stats"}, outcome{exitInput, "", "cornet: -:1:12: second check of the script; a Horn problem has one: split the script\n"}},
		"statistics":               {"", []string{"-in", "--stats"}, outcome{exitUsage, "", "cornet: --interactive goes with neither --stats, for which there is (get-info :all-statistics), nor --lemmas, nor --format, nor --on\n"}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, cornet(t, c.input, c.args...)) })
	}
}

// endless is a question that no engine answers soon.
const endless = `(declare-fun p (Int Int) Bool)
(assert (p 0 1))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x (* y 3) 1) (ite (= 0 (mod (* x x y) 7)) (- x y) (+ y 5))))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= (* x x x) (+ 77 (* y y y y)))) false)))
(check-sat)
`

// childProcess is the program in a process of its own.
type childProcess struct {
	*exec.Cmd
	in  io.WriteCloser
	out io.ReadCloser
	err bytes.Buffer
}

func newChild(t *testing.T, args ...string) *childProcess {
	t.Helper()
	c := &childProcess{Cmd: exec.CommandContext(t.Context(), os.Args[0], args...)}
	c.Env = append(os.Environ(), stackVariable+"="+strconv.Itoa(1<<30))
	c.Stderr = &c.err
	var err error
	c.in, err = c.StdinPipe()
	require.NoError(t, err)
	c.out, err = c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	return c
}

// ask asks a question. It waits until the process has worked on it for a while, or has the expected
// number of children.
func (c *childProcess) ask(t *testing.T, question string, children bool) {
	t.Helper()
	io.WriteString(c.in, "(echo \"ready\")\n")
	line := make([]byte, len("\"ready\"\n"))
	_, err := io.ReadFull(c.out, line)
	require.NoError(t, err)
	io.WriteString(c.in, question)
	start := -1
	require.Eventually(t, func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.Process.Pid))
		if err != nil {
			return false
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		ticks, err := strconv.Atoi(fields[11])
		if start < 0 {
			start = ticks
		}
		return err == nil && (children && len(c.children()) > 0 || !children && ticks >= start+20)
	}, time.Minute, 20*time.Millisecond)
}

// children returns the processes that the process has started.
func (c *childProcess) children() (z []int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", c.Process.Pid))
	for _, f := range files {
		text, _ := os.ReadFile(f)
		for _, word := range strings.Fields(string(text)) {
			pid, _ := strconv.Atoi(word)
			z = append(z, pid)
		}
	}
	return z
}

// TestClientsThatGo checks that no process stays behind if a client ends in the middle of a
// question, closes its end of a pipe or interrupts. It tries the embedded solver, and one in a
// process of its own.
func TestClientsThatGo(t *testing.T) {
	for _, solver := range []string{"native", "process:z3"} {
		for name, leave := range map[string]func(*childProcess){
			"both pipes are closed":  func(c *childProcess) { c.in.Close(); c.out.Close() },
			"the answers are unread": func(c *childProcess) { c.out.Close() },
			"an interrupt":           func(c *childProcess) { c.Process.Signal(os.Interrupt) },
			"a request to end":       func(c *childProcess) { c.Process.Signal(syscall.SIGTERM) },
		} {
			t.Run(solver+", "+name, func(t *testing.T) {
				t.Parallel()
				if _, program, ok := strings.Cut(solver, ":"); ok {
					need.Of(t, program)
				}
				c := newChild(t, "-in", "--solver", solver)
				c.ask(t, endless, solver != "native")
				children := c.children()
				leave(c)
				c.Wait()
				for _, pid := range children {
					require.Eventually(t, func() bool { return syscall.Kill(pid, 0) != nil }, 10*time.Second, 20*time.Millisecond)
				}
			})
		}
	}
}

// TestInterruptedQuestion checks that the answer after an interrupt is the same as after a timeout.
func TestInterruptedQuestion(t *testing.T) {
	c := newChild(t, "-in", "--solver", "native")
	c.ask(t, endless, false)
	c.Process.Signal(os.Interrupt)
	text, err := io.ReadAll(c.out)
	require.NoError(t, err)
	require.Equal(t, "unknown\n", string(text))
	require.NoError(t, c.Wait())
}

// TestIdleClient checks that the process ends at the end of the input.
func TestIdleClient(t *testing.T) {
	c := newChild(t, "-in")
	io.WriteString(c.in, "(echo \"ready\")\n")
	line, err := bufio.NewReader(c.out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "\"ready\"\n", line)
	c.in.Close()
	require.NoError(t, c.Wait())
	require.Empty(t, c.err.String())
}
