// SPDX-License-Identifier: Apache-2.0

// Package personality has Cornet called as another solver: it takes the flags of that solver, reads what it reads and prints what it
// prints, so that a program which calls that solver can call Cornet in its place.
//
// Each solver has a table of its flags and what they mean here. Flags that choose how that solver searches have no effect: Cornet
// chooses for itself. Flags that are not in the table are warned of on standard error. A flag that asks for an output that
// Cornet does not have is refused.
package personality
