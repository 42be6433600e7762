// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"fmt"
	"strings"
)

// Mode says which of the papers' methods the search uses. The zero value is
// what has been measured best.
type Mode struct {
	// Interpolants besides those for reachability.
	Interpolants Interpolants
	// Regions is how reachable regions are kept.
	Regions Regions
	// Rebuild explores again below the first node on a refuted path that gets new
	// predicates, as the papers do, instead of strengthening regions where they are.
	// Labels are always strengthened.
	Rebuild bool
	// Cases explores the disjunctions of a clause case by case when there are at
	// most so many; 0 keeps clauses whole.
	Cases int
	// DepthFirst explores the newest node first, as the papers do; the default
	// is the shallowest.
	DepthFirst bool
	// FullChains interpolates whole paths for conditional interpolants instead of
	// shortest chains: the paper's R+C*.
	FullChains bool
	// Weights guides a depth-first search by weights of edges, so that safety
	// interpolants become full early.
	Weights bool
	// Prune leaves out predicates from which no query can be reached.
	Prune bool
}

// Interpolants is a set of kinds of interpolants. The zero value is the
// default, Reachability alone.
type Interpolants uint8

// The kinds.
const (
	Reachability Interpolants = 1 << iota // always on
	Safety                                // universal safety interpolants
	Error                                 // existential error interpolants
	Conditional                           // conditional interpolants
)

// interpolantLetters are the letters of the kinds, in the order of their bits.
const interpolantLetters = "rsec"

// ParseInterpolants reads a set of kinds: r, and any of s, e and c after it.
func ParseInterpolants(text string) (Interpolants, error) {
	var z Interpolants
	for _, c := range text {
		k := strings.IndexRune(interpolantLetters, c)
		if k < 0 || z&(1<<k) != 0 {
			return 0, fmt.Errorf("%q does not name interpolants: write r (reachability), followed by any of s (safety), e (error) and c (conditional), such as rse", text)
		}
		z |= 1 << k
	}
	if z&Reachability == 0 {
		return 0, fmt.Errorf("%q leaves out r: reachability interpolants are always needed; write r%s", text, text)
	}
	return z, nil
}

// UnmarshalText is ParseInterpolants.
func (z *Interpolants) UnmarshalText(text []byte) (err error) {
	*z, err = ParseInterpolants(string(text))
	return err
}

// String returns the letters of the kinds.
func (z Interpolants) String() string {
	var b strings.Builder
	b.WriteByte('r')
	for k := 1; k < len(interpolantLetters); k++ {
		if z&(1<<k) != 0 {
			b.WriteByte(interpolantLetters[k])
		}
	}
	return b.String()
}

// has reports whether kind k is in z.
func (z Interpolants) has(k Interpolants) bool { return z&k != 0 }

// Regions is how the over-approximation of the states at a node is kept.
type Regions uint8

// The ways.
const (
	// Labels are interpolants that hold at the node: no post-condition is ever
	// computed (McMillan's IMPACT).
	Labels Regions = iota
	// Cartesian regions are conjunctions of the tracked predicates that the
	// abstract post-condition implies.
	Cartesian
	// Boolean regions are the strongest Boolean combinations of the tracked
	// predicates that the abstract post-condition implies.
	Boolean
)

var regionNames = [...]string{"labels", "cartesian", "boolean"}

// String returns the word for r.
func (r Regions) String() string { return regionNames[r] }

// UnmarshalText reads the word for r.
func (r *Regions) UnmarshalText(text []byte) error {
	for k, name := range regionNames {
		if name == string(text) {
			*r = Regions(k)
			return nil
		}
	}
	return fmt.Errorf("%q is no kind of regions; there are %s", text, strings.Join(regionNames[:], ", "))
}
