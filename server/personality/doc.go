// SPDX-License-Identifier: Apache-2.0

// Package personality has the compatibility modes. In such a mode Cornet accepts the flags and the
// input of another solver, and prints output in its form. So a program that calls the other solver
// can call Cornet instead.
//
// There is a table for each solver, with its flags and their meanings for Cornet. Flags that
// control the search of the other solver have no effect, since Cornet searches in other ways. A
// flag that is not in the table gives a warning on standard error. A flag for an output that Cornet
// does not support is refused.
package personality
