// SPDX-License-Identifier: Apache-2.0

//go:build unix

package child

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// exitOf returns the exit code of a process, or the name of the signal that ended it.
func exitOf(s *os.ProcessState) (code int, signal string) {
	w, ok := s.Sys().(syscall.WaitStatus)
	if !ok || !w.Signaled() {
		return s.ExitCode(), ""
	}
	name := unix.SignalName(w.Signal())
	if name == "" {
		name = w.Signal().String()
	}
	return 0, name
}

// peakMemory returns the kernel's ru_maxrss in bytes: the largest peak of the process and of the
// descendants that were waited for, not their sum. See the package comment for its trap.
func peakMemory(s *os.ProcessState) int64 {
	r, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(r.Maxrss) * maxrssUnit()
}

// ownPeak returns the peak of the calling process, which a child's ru_maxrss cannot fall below.
func ownPeak() int64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return int64(r.Maxrss) * maxrssUnit()
}
