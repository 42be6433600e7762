// SPDX-License-Identifier: Apache-2.0

package predabs

// Stats counts the work of one run.
type Stats struct {
	Refinements  int64 `json:"refinements"`  // spurious counterexamples
	Predicates   int64 `json:"predicates"`   // formulas in all precisions
	Adopted      int64 `json:"adopted"`      // those of them from other engines
	States       int64 `json:"states"`       // abstract states made, over all rounds
	Subsumed     int64 `json:"subsumed"`     // those of them that imply another state
	Applications int64 `json:"applications"` // clauses applied to states
	Checks       int64 `json:"checks"`       // satisfiability queries
	CacheHits    int64 `json:"cache_hits"`   // applications answered from memory
	Guided       int64 `json:"guided"`       // refinements under an abstraction
	Lazy         int64 `json:"lazy"`         // counterexamples unfolded only as far as necessary
	TreeSteps    int64 `json:"tree_steps"`   // sum of the sizes of counterexample trees
}
