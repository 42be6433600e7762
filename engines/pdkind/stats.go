// SPDX-License-Identifier: Apache-2.0

package pdkind

import "cornet/engines/reach"

// Stats counts the work of one run.
type Stats struct {
	Depth       int64 `json:"depth"`        // steps for which the last frame holds
	Obligations int64 `json:"obligations"`  // obligations made
	Inductions  int64 `json:"inductions"`   // satisfiability queries for induction
	Reaches     int64 `json:"reaches"`      // and for reachability
	Lemmas      int64 `json:"frame_lemmas"` // lemmas of reachability frames
	reach.ImageStats
}
