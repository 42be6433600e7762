// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// group is a single process: its descendants are out of reach here.
type group struct {
	leader *os.Process
	state  *os.ProcessState // set by awaitExit
	err    error            // set by awaitExit
}

func isolate(*exec.Cmd) {}

func newGroup(p *os.Process) *group { return &group{leader: p} }

func (g *group) awaitExit() { g.state, g.err = g.leader.Wait() }

func (g *group) reap() (*os.ProcessState, error) { return g.state, g.err }

func (g *group) sample() usage { return usage{} }

// signal kills; there is no gentler request.
func (g *group) signal(syscall.Signal) { g.leader.Kill() }

func (g *group) killRest() {}

// exitOf returns the exit code; there are no signals.
func exitOf(s *os.ProcessState) (code int, signal string) { return s.ExitCode(), "" }

// peakMemory is not known.
func peakMemory(*os.ProcessState) int64 { return 0 }

// ownPeak is not known.
func ownPeak() int64 { return 0 }
