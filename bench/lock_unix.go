// SPDX-License-Identifier: Apache-2.0

//go:build unix && !solaris && !illumos && !aix

package bench

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks the file for this process until it is closed, or fails with errJournalBusy. On
// file systems without locks it does nothing.
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errJournalBusy
	}
	return nil
}
