// SPDX-License-Identifier: Apache-2.0

// Package need skips tests that this machine cannot run, and says what to install. Package machine
// finds out what the machine supports.
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

// Found skips the test if err reports that something with its own loader is missing, such as
// "libz3" or the "sandbox". It reads the PATH, so that Go does not reuse a cached result from
// another environment.
func Found(t testing.TB, name string, err error) {
	t.Helper()
	_ = os.Getenv("PATH")
	if err != nil {
		t.Skipf("%s: %v", machine.Install(name), err)
	}
}
