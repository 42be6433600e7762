// SPDX-License-Identifier: Apache-2.0

package loop

import "cornet/smtlib"

// Mirror returns the system that runs against the steps of z, from the bad states
// to the initial ones: its runs are those of z, read from the end. An inductive
// invariant of it that excludes its bad states, which are z's initial ones, is the
// complement of one of z.
//
// The two share variables, also those of runs. The mirror image has no Horn system of
// its own: models and refutations are made by z.
func (z *System) Mirror() *System {
	m := *z
	m.Init, m.Bad = z.Bad, z.Init
	here, there := append(z.Vars[:len(z.Vars):len(z.Vars)], z.Next...), append(z.Next[:len(z.Next):len(z.Next)], z.Vars...)
	m.Trans = z.Store.Substitute(z.Trans, here, there)
	m.cached = map[step]*smtlib.Term{}
	return &m
}
