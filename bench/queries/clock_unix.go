// SPDX-License-Identifier: Apache-2.0

//go:build unix

package queries

import (
	"syscall"
	"time"
)

// processorTime returns the time that the processors have spent on this process.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
