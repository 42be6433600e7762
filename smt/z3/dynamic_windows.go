// SPDX-License-Identifier: Apache-2.0

package z3

import "golang.org/x/sys/windows"

func loadLibrary(path string) (uintptr, error) {
	handle, err := windows.LoadLibrary(path)
	return uintptr(handle), err
}

func symbolOf(library uintptr, name string) (uintptr, error) {
	return windows.GetProcAddress(windows.Handle(library), name)
}
