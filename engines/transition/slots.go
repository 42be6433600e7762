// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"cornet/horn"
	"cornet/logic"
)

// Slots assigns the arguments of predicates to shared state variables. It returns the sorts of the
// slots and, per predicate, the slot of every argument.
//
// Predicates are placed in the order of the system. An argument takes the slot with the most votes.
// A vote comes from a clause that copies the argument from or to an argument that has the slot
// already. Arguments without a vote take the first free slot of their sort.
//
// Cost: O(c · a² + p · a · n) for c clauses, p predicates, n slots, and a arguments per predicate.
func Slots(sys *horn.System) ([]*logic.Sort, map[*logic.Func][]int) {
	var sorts []*logic.Sort
	slotsOf := map[*logic.Func][]int{}
	near := map[*logic.Func][]*horn.Clause{}
	for _, c := range sys.Clauses {
		if len(c.Body) == 1 && c.Head != nil && c.Body[0].Pred != c.Head.Pred {
			near[c.Body[0].Pred] = append(near[c.Body[0].Pred], c)
			near[c.Head.Pred] = append(near[c.Head.Pred], c)
		}
	}
	for _, p := range sys.Preds {
		votes := slotVotes(p, near[p], slotsOf)
		mine := make([]int, p.Arity())
		used := make([]bool, len(sorts), len(sorts)+p.Arity())
		for i := range mine {
			mine[i] = -1
		}
		for i := range mine {
			best := 0
			for slot := range sorts { // in order, so that the result is deterministic
				if n := votes[i][slot]; n > best && !used[slot] {
					best, mine[i] = n, slot
				}
			}
			if mine[i] >= 0 {
				used[mine[i]] = true
			}
		}
		for i, sort := range p.Params() {
			for slot := 0; mine[i] < 0; slot++ {
				if slot == len(sorts) {
					sorts, used = append(sorts, sort), append(used, false)
				}
				if sorts[slot] == sort && !used[slot] {
					mine[i], used[slot] = slot, true
				}
			}
		}
		slotsOf[p] = mine
	}
	return sorts, slotsOf
}

// slotVotes returns, for each argument of p, how many of the clauses copy it from or to an argument
// with a slot.
func slotVotes(p *logic.Func, clauses []*horn.Clause, slotsOf map[*logic.Func][]int) []map[int]int {
	votes := make([]map[int]int, p.Arity())
	for i := range votes {
		votes[i] = map[int]int{}
	}
	for _, c := range clauses {
		mine, other := &c.Body[0], c.Head
		if mine.Pred != p {
			mine, other = other, mine
		}
		taken, ok := slotsOf[other.Pred]
		if !ok {
			continue
		}
		for i, a := range mine.Args {
			for j, b := range other.Args {
				if a == b && a.IsVar() {
					votes[i][taken[j]]++
				}
			}
		}
	}
	return votes
}
