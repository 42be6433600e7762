// SPDX-License-Identifier: Apache-2.0

//go:build unix

package hangup

import (
	"os"

	"golang.org/x/sys/unix"
)

// gone reports whether the other end of f is closed.
func gone(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd())}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
}
