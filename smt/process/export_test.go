// SPDX-License-Identifier: Apache-2.0

package process

import (
	tree "cornet/internal/child"
	"cornet/smt"
)

// Kill kills the child of a solver behind the solver's back.
func Kill(s smt.Solver) {
	if c := s.(*Solver).child; c != nil {
		tree.KillTree(c.cmd)
		<-c.done
	}
}
