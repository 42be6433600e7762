// SPDX-License-Identifier: Apache-2.0

package pass

import (
	"time"

	"cornet/horn"
)

// Measures are the sizes of a system.
type Measures struct {
	Preds   int `json:"preds"`   // predicates
	Clauses int `json:"clauses"` // clauses
	Args    int `json:"args"`    // arguments of all predicates
	Size    int `json:"size"`    // distinct subterms and atoms, summed over the clauses
}

// Measure returns the sizes of sys.
//
// Cost: O(size of the system).
func Measure(sys *horn.System) Measures {
	z := Measures{Preds: len(sys.Preds), Clauses: len(sys.Clauses), Size: sys.Size()}
	for _, p := range sys.Preds {
		z.Args += p.Arity()
	}
	return z
}

// Stats describes one run of one pass.
type Stats struct {
	Pass    string        `json:"pass"`
	Time    time.Duration `json:"time"` // wall clock
	Changed bool          `json:"changed"`
	After   Measures      `json:"after"` // measures of the output; zero if nothing changed
}
