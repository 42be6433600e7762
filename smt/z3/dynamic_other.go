// SPDX-License-Identifier: Apache-2.0

//go:build !(darwin || freebsd || linux || netbsd || windows)

package z3

import (
	"fmt"
	"runtime"
)

// loadLibrary fails: programs of this platform, such as WebAssembly, load no libraries.
func loadLibrary(path string) (uintptr, error) {
	return 0, fmt.Errorf("%s cannot be loaded: programs for %s load no libraries", path, runtime.GOOS)
}

func symbolOf(uintptr, string) (uintptr, error) { panic("z3: no library has been loaded") }

func invoke(uintptr, ...uintptr) uintptr { panic("z3: no library has been loaded") }
