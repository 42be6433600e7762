// SPDX-License-Identifier: Apache-2.0

package imc

import "cornet/engines/transition"

// Stats counts the work of one run.
type Stats struct {
	Depth  int64 `json:"depth"`  // horizon reached
	Checks int64 `json:"checks"` // satisfiability queries for runs
	transition.ImageStats
	transition.LemmaStats
	transition.MinimiseStats
}
