// SPDX-License-Identifier: Apache-2.0

//go:build static || !(darwin || freebsd || linux || netbsd || windows)

package z3

import (
	"errors"
	"runtime"
)

// loads reports whether libraries can be loaded.
const loads = false

// loadLibrary fails: programs for some platforms, such as WebAssembly, cannot load libraries, nor
// can statically linked programs, which start without a C library.
func loadLibrary(string) (uintptr, error) {
	return 0, errors.New("this program, built for " + runtime.GOOS + ", loads no libraries")
}

func symbolOf(uintptr, string) (uintptr, error) { panic("z3: no library has been loaded") }

func invoke(uintptr, ...uintptr) uintptr { panic("z3: no library has been loaded") }
