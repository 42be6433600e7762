// SPDX-License-Identifier: Apache-2.0

package bmc

// Stats counts the work of one run.
type Stats struct {
	Depth  int64 `json:"depth"`  // height up to which no derivation of a linear system exists
	Nodes  int64 `json:"nodes"`  // positions and predicates unfolded or open
	Checks int64 `json:"checks"` // satisfiability queries
	// SimulatedSteps counts the steps of concrete runs.
	SimulatedSteps int64 `json:"simulated_steps"`
}
