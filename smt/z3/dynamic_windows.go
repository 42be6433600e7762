// SPDX-License-Identifier: Apache-2.0

//go:build !static

package z3

import (
	"github.com/ebitengine/purego"
	"golang.org/x/sys/windows"
)

// loads reports whether libraries can be loaded.
const loads = true

func loadLibrary(path string) (uintptr, error) {
	handle, err := windows.LoadLibrary(path)
	return uintptr(handle), err
}

func symbolOf(library uintptr, name string) (uintptr, error) {
	return windows.GetProcAddress(windows.Handle(library), name)
}

// invoke calls the C function at an address.
func invoke(function uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(function, args...)
	return r
}
