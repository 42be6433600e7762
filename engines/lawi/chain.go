// SPDX-License-Identifier: Apache-2.0

package lawi

// This file shortens interpolation paths: from the formulas of a path it picks those that affect a
// decision at its end. It is the method of the conditional-interpolation paper, §3.3, on formulas
// alone.
//
// A link is a formula of the path with its affection pair (Definition 4): on the left the variables
// that it gives values to, and on the right the variables that these values depend on. An
// assumption has all its variables on the left. affect is the affection transitive function
// (Definition 5). derivation picks the links that affect the goal. shortestChain picks those of the
// shortest conditional interpolation formula chain (Definition 6, Algorithm 2). That chain has no
// assumptions of the path, and ends at known atomic formulas.
//
// From clauses to formulas. The formulas of a program are assignments and conditions. The conjuncts
// of a clause become links by classify: an equation that can be solved for a variable of the step's
// new state is an assignment to it; another conjunct with variables of the new state relates them
// to the old ones, and counts as an assignment to them all; the rest are assumptions. A frame is an
// equation between two variables. Programs have no frames: in static single assignment form a
// variable that is not assigned keeps its name. A chain may contain frames, but they do not count
// for its length.
//
// Differences from the paper:
//
//   - Algorithm 2, line 17 removes an atomic formula when an earlier formula
//     has one of its variables; its variable is no longer pending then, so
//     nothing would replace it. Here an atomic formula is added only while its
//     variable is pending, and stays: there is at most one for each variable.
//   - A path without a complete chain has no chain (shortestChain reports it); the paper
//     answers with the formula true.
//
// Reference: Jie Su, Cong Tian, Zhenhua Duan, "Conditional Interpolation: Making Concurrent Program
// Verification More Effective", ESEC/FSE 2021, https://doi.org/10.1145/3468264.3468602.

// affect is the affection transitive function of Definition 5. It returns the variables that affect
// psi before phi, the formula in front of it. It also reports whether phi affects psi. Psi is an
// assumption if right is empty; both cases of the definition then agree, with the pending variables
// on the left.
func affect(phi, psi affectionPair) (affectionPair, bool) {
	pending := psi.Left
	if len(psi.Right) > 0 {
		pending = psi.Right
	}
	if !pending.meets(phi.Left) {
		return affectionPair{Left: pending}, false // rules 2 and 4
	}
	return affectionPair{Left: pending.replace(phi.Left, phi.Right)}, true // rules 1 and 3
}

// derivation returns the derivation chain of goal: the positions in path of the links that affect
// it, including assumptions, in order. complete reports whether the chain gives a value to every
// variable that affects the goal. Otherwise such a variable is nondeterministic.
//
// An assumption belongs to the chain if it shares a variable with those that are pending. Its
// variables stay pending, since it constrains them without giving them values.
//
// Cost: O(size of the path).
func derivation(path []link, goal link) (chosen []int, complete bool) {
	pair := goal.Pair
	for i := len(path) - 1; i >= 0; i-- {
		phi := &path[i]
		if phi.Kind == linkAssumption || phi.Kind == linkAtomic {
			if phi.Pair.Left.meets(pair.Left) {
				chosen = append(chosen, i)
				if phi.Kind == linkAssumption {
					pair = affectionPair{Left: pair.Left.replace(nil, phi.Pair.Left)}
				}
			}
			continue
		}
		var affects bool
		if pair, affects = affect(phi.Pair, pair); affects {
			chosen = append(chosen, i)
		}
	}
	reverse(chosen)
	return chosen, len(pair.Left) == 0
}

// shortestChain returns the shortest conditional interpolation formula chain of goal (Algorithm 2).
// It works like derivation, but skips the assumptions of the path, and stops at atomic formulas.
// The formulas of one step are unordered: each may give values to variables that another one uses.
//
// Cost: O(size of the path), times the depth of definitions within a step.
func shortestChain(path []link, goal link) (chosen []int, complete bool) {
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
				if path[i].Kind == linkAssumption || taken[i] {
					continue
				}
				var affects bool
				if pair, affects = affect(path[i].Pair, pair); affects {
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

// sameStep reports whether x and y belong to one step: both are its formulas, or both are atomic
// formulas about the state after it.
func (x *link) sameStep(y *link) bool {
	return x.Step == y.Step && (x.Kind == linkAtomic) == (y.Kind == linkAtomic)
}

// chainLength returns the number of links among chosen that are not frames.
func chainLength(path []link, chosen []int) int {
	n := 0
	for _, i := range chosen {
		if path[i].Kind != linkFrame {
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
