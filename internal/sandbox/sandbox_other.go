// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package sandbox

import (
	"errors"
	"runtime"
)

// Available returns nil if commands can be confined on this machine, and otherwise the reason.
func Available() error { return errors.New("programs cannot be confined on " + runtime.GOOS) }

func launcher(Box, []string) []string { return nil }
