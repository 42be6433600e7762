// SPDX-License-Identifier: Apache-2.0

// Package personality has the compatibility modes. In such a mode Cornet takes the flags of another
// solver, reads what it reads and prints what it prints, so that a program which calls that solver
// can call Cornet instead.
//
// Each solver has a table of its flags and their meanings here. Flags that choose how that solver
// searches have no effect, since Cornet chooses for itself. A flag outside the table gives a
// warning on standard error. A flag for an output that Cornet does not have is refused.
package personality
