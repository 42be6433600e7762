// SPDX-License-Identifier: Apache-2.0

//go:build unix && !linux

package child

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// group is a process group; without /proc its members are not listed and not sampled.
type group struct {
	leader *os.Process
	state  *os.ProcessState // set by awaitExit
	err    error            // set by awaitExit
}

// isolate makes the command the leader of a new session and process group.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func newGroup(p *os.Process) *group { return &group{leader: p} }

// awaitExit waits for the leader, which frees its number: killRest can in principle meet a new
// group.
func (g *group) awaitExit() { g.state, g.err = g.leader.Wait() }

func (g *group) reap() (*os.ProcessState, error) { return g.state, g.err }

func (g *group) sample() usage { return usage{} }

func (g *group) signal(sig syscall.Signal) { syscall.Kill(-g.leader.Pid, sig) }

func (g *group) killRest() { syscall.Kill(-g.leader.Pid, syscall.SIGKILL) }

// maxrssUnit returns the unit of Maxrss in bytes.
func maxrssUnit() int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return 1
	}
	return 1024
}
