// SPDX-License-Identifier: Apache-2.0

// Package need skips tests that this machine cannot run, and says what to install. What the machine
// can do is decided by package machine.
package need

import (
	"os"
	"testing"

	"cornet/internal/machine"
)

// Of skips the test unless the machine meets all needs, and returns the path of the first need's
// program.
func Of(t testing.TB, needs ...string) string {
	t.Helper()
	if lacks := machine.Lacks(needs...); lacks != "" {
		t.Skip(lacks)
	}
	path, _ := machine.Find(needs[0])
	return path
}

// Found skips the test if err says that something with a loader of its own is missing, such as
// "libz3" or the "sandbox". It reads the PATH, so that a result is not taken from Go's cache if
// another environment may have it.
func Found(t testing.TB, name string, err error) {
	t.Helper()
	_ = os.Getenv("PATH")
	if err != nil {
		t.Skipf("%s: %v", machine.Install(name), err)
	}
}
