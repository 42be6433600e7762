// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package hangup

import "os"

// gone returns false: it cannot be determined on this system.
func gone(*os.File) bool { return false }
