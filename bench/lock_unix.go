// SPDX-License-Identifier: Apache-2.0

//go:build unix && !solaris && !illumos && !aix

package bench

import (
	"errors"
	"os"
	"syscall"
)

// lockFile takes the file for this process until it is closed, or fails with errJournalBusy. File systems
// without locks are used without.
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errJournalBusy
	}
	return nil
}
