// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package hangup

import "os"

// gone cannot tell.
func gone(*os.File) bool { return false }
