// SPDX-License-Identifier: Apache-2.0

//go:build (darwin || freebsd || linux || netbsd) && !static

package z3

import "github.com/ebitengine/purego"

// loads reports whether libraries can be loaded.
const loads = true

func loadLibrary(path string) (uintptr, error) {
	return purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

func symbolOf(library uintptr, name string) (uintptr, error) { return purego.Dlsym(library, name) }

// invoke calls the C function at an address.
func invoke(function uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(function, args...)
	return r
}
