// SPDX-License-Identifier: Apache-2.0

//go:build !unix || solaris || illumos || aix

package bench

import "os"

// lockFile does nothing on systems without flock.
func lockFile(*os.File) error { return nil }
