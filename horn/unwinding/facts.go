// SPDX-License-Identifier: Apache-2.0

package unwinding

import "cornet/smt/sat"

// facts are literals that hold whenever an edge is taken: literals of its constraint, and the facts
// of its source. The facts of an instance are the common facts of its edges. So facts form a tree,
// as dominators do. nil is the empty set.
type facts struct {
	parent *facts
	lits   []sat.Lit
	depth  int
}

// and returns f with more literals.
func (f *facts) and(lits []sat.Lit) *facts {
	if len(lits) == 0 {
		return f
	}
	z := &facts{parent: f, lits: lits, depth: 1}
	if f != nil {
		z.depth += f.depth
	}
	return z
}

// common returns the facts that all of them share.
func common(all []*facts) *facts {
	z := all[0]
	for _, f := range all[1:] {
		for z != f {
			if z == nil || f != nil && f.depth > z.depth {
				z, f = f, z
			}
			z = z.parent
		}
	}
	return z
}

// maxCompared bounds the literals that exclusive compares.
const maxCompared = 20_000

// exclusive reports whether at most one of the edges with these facts is taken: each two edges have
// contrary facts. The cost is quadratic in the number of edges. If it would exceed its bound, the
// result is false.
func exclusive(all []*facts) bool {
	if len(all) == 1 {
		return true
	}
	root, work := common(all), 0
	sets := make([]map[sat.Lit]bool, len(all))
	for i, f := range all {
		sets[i] = map[sat.Lit]bool{}
		for ; f != root; f = f.parent {
			for _, l := range f.lits {
				sets[i][l] = true
			}
			if work += len(f.lits); work > maxCompared {
				return false
			}
		}
	}
	for i, x := range sets {
		for _, y := range sets[:i] {
			if len(x) > len(y) {
				x, y = y, x
			}
			if work += len(x); work > maxCompared || !contrary(x, y) {
				return false
			}
		}
	}
	return true
}

// contrary reports whether a literal of x is negated in y.
func contrary(x, y map[sat.Lit]bool) bool {
	for l := range x {
		if y[l.Not()] {
			return true
		}
	}
	return false
}
