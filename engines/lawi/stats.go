// SPDX-License-Identifier: Apache-2.0

package lawi

// Stats counts the work of one run.
type Stats struct {
	Mode           string `json:"mode"`               // kinds of interpolants, and regions
	Nodes          int64  `json:"nodes"`              // nodes of the reachability tree
	Explored       int64  `json:"explored"`           // nodes that were looked at
	Expanded       int64  `json:"expanded"`           // nodes whose successors were made
	Covered        int64  `json:"covered"`            // times a node was covered
	Uncovered      int64  `json:"uncovered"`          // covers lost to a stronger label
	ForcedTried    int64  `json:"forced_tried"`       // forced covers attempted
	Forced         int64  `json:"forced"`             // forced covers that succeeded
	Refinements    int64  `json:"refinements"`        // infeasible error paths
	Trial          int64  `json:"trial"`              // refinements of the trial
	PathSteps      int64  `json:"path_steps"`         // sum of their lengths in clauses
	Guided         int64  `json:"guided"`             // refinements that templates were tried for
	Interpolations int64  `json:"interpolations"`     // interpolation queries
	Checks         int64  `json:"checks"`             // satisfiability queries
	CoverCacheHits int64  `json:"cover_cache_hits"`   // entailments answered without a query
	Predicates     int64  `json:"predicates"`         // predicates tracked for regions
	Adopted        int64  `json:"adopted"`            // formulas of other engines that are tracked
	PrunedSafety   int64  `json:"pruned_safety"`      // nodes pruned by safety interpolants
	FullLocations  int64  `json:"full_locations"`     // locations whose safety interpolant was full at the end
	ErrorHits      int64  `json:"error_hits"`         // paths that implied an error interpolant
	PrunedError    int64  `json:"pruned_error"`       // hits confirmed by a suffix
	Conditionals   int64  `json:"conditionals"`       // branches tried for conditional interpolants
	PrunedCond     int64  `json:"pruned_conditional"` // branches pruned by them
	ChainBefore    int64  `json:"chain_before"`       // formulas on their paths
	ChainAfter     int64  `json:"chain_after"`        // formulas in the chains that were used
	PrunedDead     int64  `json:"pruned_unreachable"` // edges left out because no query follows
	// time of interpolation queries, if there is a clock
	ItpSeconds  float64 `json:"interpolation_time"`
	CondSeconds float64 `json:"conditional_time"` // part of it for conditional interpolants
}
