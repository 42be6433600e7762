// SPDX-License-Identifier: Apache-2.0

// Package fallback puts one solver back end in front of another: the second is
// asked where the first has no theory or gives up within its budget.
//
// It is what the solver "auto" of the command line is made of: the embedded
// solver in front of libz3, or alone where libz3 is not installed.
package fallback
