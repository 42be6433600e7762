// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"fmt"
	"strings"

	"cornet/internal/option"
)

// Mode chooses the methods of the papers that the search uses. Its fields are options of the
// engine. The zero value performed best in measurements.
type Mode struct {
	Interpolants Interpolants `group:"engine" placeholder:"r[s][e][c]" help:"lawi: kinds of interpolants: r (reachability), followed by any of s (universal safety), e (existential error), c (conditional)."`
	Regions      Regions      `group:"engine" default:"labels" enum:"labels,cartesian,boolean" help:"lawi: how reachable regions are computed, by interpolants or predicate abstraction: ${enum}."`
	// Rebuild controls what follows a refinement with new predicates. If it is set, the search
	// explores the tree again below the first node on the path that gets one. Otherwise regions are
	// strengthened in place. Labels are always strengthened.
	Rebuild bool `group:"experiment" help:"lawi: with predicate abstraction, explore again whatever new predicates may change, as the papers do."`
	Cases   int  `group:"experiment" range:"0," placeholder:"N" help:"lawi: explore a clause case by case when its disjunctions have at most N cases; 0 keeps clauses whole."`
	// DepthFirst explores the newest node first, as the papers do; the default is the shallowest.
	DepthFirst bool `group:"engine" help:"lawi: explore depth-first."`
	// FullChains makes chains complete, as in the paper's configuration R+C*.
	FullChains bool `group:"experiment" help:"lawi: compute conditional interpolants from whole paths instead of shortest chains."`
	Weights    bool `group:"experiment" help:"lawi: search depth-first, guided by weights of branches, so that safety interpolants become full early."`
	Prune      bool `group:"experiment" help:"lawi: leave out predicates from which no query can be reached."`
}

// Interpolants is a set of kinds of interpolants. The zero value is the
// default, Reachability alone.
type Interpolants uint8

// The kinds of interpolants.
const (
	Reachability Interpolants = 1 << iota // always on
	Safety                                // universal safety interpolants
	Error                                 // existential error interpolants
	Conditional                           // conditional interpolants
)

// interpolantLetters are the letters of the kinds, in the order of their bits.
const interpolantLetters = "rsec"

// ParseInterpolants reads a set of kinds: the letter r, followed by any of s, e and c.
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

// Regions chooses how the search over-approximates the states at a node.
type Regions uint8

// The kinds of regions.
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

var regionNames = []string{"labels", "cartesian", "boolean"}

// String returns the word for r.
func (r Regions) String() string { return regionNames[r] }

// UnmarshalText reads the word for r.
func (r *Regions) UnmarshalText(text []byte) error { return option.ReadWord(r, text, regionNames...) }
