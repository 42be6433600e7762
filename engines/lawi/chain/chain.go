// SPDX-License-Identifier: Apache-2.0

package chain

// Affect is the affection transitive function of Definition 5: the variables
// that affect psi once phi, which comes before it, is taken into account, and
// whether phi affects psi. Psi is an assumption when right is empty; both cases
// of the definition are the same then, with the pending variables on the left.
func Affect(phi, psi Pair) (Pair, bool) {
	pending := psi.Left
	if len(psi.Right) > 0 {
		pending = psi.Right
	}
	if !pending.meets(phi.Left) {
		return Pair{Left: pending}, false // rules 2 and 4
	}
	return Pair{Left: pending.replace(phi.Left, phi.Right)}, true // rules 1 and 3
}

// Derivation returns the derivation chain of goal: the positions in path of the
// links that affect it, assumptions included, in order. complete tells whether
// every variable that affects the goal is given a value by the chain; otherwise
// one of them is nondeterministic.
//
// An assumption affects by constraining: its variables stay pending, and it is
// kept when it shares one with them.
//
// Cost: O(size of the path).
func Derivation(path []Link, goal Link) (chosen []int, complete bool) {
	pair := goal.Pair
	for i := len(path) - 1; i >= 0; i-- {
		phi := &path[i]
		if phi.Kind == Assumption || phi.Kind == Atomic {
			if phi.Pair.Left.meets(pair.Left) {
				chosen = append(chosen, i)
				if phi.Kind == Assumption {
					pair = Pair{Left: pair.Left.replace(nil, phi.Pair.Left)}
				}
			}
			continue
		}
		var affects bool
		if pair, affects = Affect(phi.Pair, pair); affects {
			chosen = append(chosen, i)
		}
	}
	reverse(chosen)
	return chosen, len(pair.Left) == 0
}

// Shortest returns the shortest conditional interpolation formula chain of goal
// (Algorithm 2): as Derivation, but without the assumptions of the path, and going
// back no further than to atomic formulas. The formulas of one step stand in no
// order: one may give a value to what another one uses.
//
// Cost: O(size of the path), times the depth of definitions within a step.
func Shortest(path []Link, goal Link) (chosen []int, complete bool) {
	pair := goal.Pair
	for end := len(path); end > 0 && len(pair.Left) > 0; {
		start := end - 1
		for start > 0 && path[start-1].sameStep(&path[end-1]) {
			start--
		}
		taken := map[int]bool{}
		for changed := true; changed; {
			changed = false
			for i := end - 1; i >= start; i-- {
				if path[i].Kind == Assumption || taken[i] {
					continue
				}
				var affects bool
				if pair, affects = Affect(path[i].Pair, pair); affects {
					taken[i], changed = true, true
				}
			}
		}
		for i := end - 1; i >= start; i-- {
			if taken[i] {
				chosen = append(chosen, i)
			}
		}
		end = start
	}
	reverse(chosen)
	return chosen, len(pair.Left) == 0
}

// sameStep reports whether x and y stand in one step: its formulas, or the atomic
// formulas about the state after it.
func (x *Link) sameStep(y *Link) bool {
	return x.Step == y.Step && (x.Kind == Atomic) == (y.Kind == Atomic)
}

// Length returns the number of links among chosen that are not frames.
func Length(path []Link, chosen []int) int {
	n := 0
	for _, i := range chosen {
		if path[i].Kind != Frame {
			n++
		}
	}
	return n
}

func reverse(x []int) {
	for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 {
		x[i], x[j] = x[j], x[i]
	}
}
