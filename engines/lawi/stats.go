// SPDX-License-Identifier: Apache-2.0

package lawi

// Stats counts the work of one run.
type Stats struct {
	Nodes          int64 `json:"nodes"`            // nodes of the reachability tree
	Expanded       int64 `json:"expanded"`         // nodes whose successors were made
	Covered        int64 `json:"covered"`          // times a node was covered
	Uncovered      int64 `json:"uncovered"`        // covers lost to a stronger label
	ForcedTried    int64 `json:"forced_tried"`     // forced covers attempted
	Forced         int64 `json:"forced"`           // forced covers that succeeded
	Refinements    int64 `json:"refinements"`      // infeasible error paths
	PathSteps      int64 `json:"path_steps"`       // sum of their lengths in clauses
	Interpolations int64 `json:"interpolations"`   // interpolation queries
	Checks         int64 `json:"checks"`           // satisfiability queries
	CoverCacheHits int64 `json:"cover_cache_hits"` // entailments answered without a query
}
