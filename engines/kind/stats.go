// SPDX-License-Identifier: Apache-2.0

package kind

import "cornet/engines/transition"

// Stats counts the work of one run.
type Stats struct {
	Depth      int64 `json:"depth"`       // k reached
	BaseChecks int64 `json:"base_checks"` // satisfiability queries of the base case
	StepChecks int64 `json:"step_checks"` // satisfiability queries of the step case
	transition.ImageStats
	transition.LemmaStats
}
