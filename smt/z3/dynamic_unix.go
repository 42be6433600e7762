// SPDX-License-Identifier: Apache-2.0

//go:build !windows

package z3

import "github.com/ebitengine/purego"

func loadLibrary(path string) (uintptr, error) {
	return purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

func symbolOf(library uintptr, name string) (uintptr, error) { return purego.Dlsym(library, name) }
