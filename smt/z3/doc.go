// SPDX-License-Identifier: Apache-2.0

// Package z3 is the back end that runs in libz3, loaded at run time without cgo.
package z3
