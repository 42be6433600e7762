// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"

	"cornet/smt/euf"
	"cornet/smt/sat"
)

// This file makes the congruence graph follow the trail of the SAT solver. So contradictions among
// equations, and contradictions with the axioms of datatypes, are found as soon as the literals are
// assigned (R. Nieuwenhuis, A. Oliveras: Fast Congruence Closure and Extensions, Information and
// Computation 205, 2007, https://doi.org/10.1016/j.ic.2006.08.009). Values of other theories and
// the axioms of arrays are left to the final check (see combination.go).
//
// The graph lags behind the trail: it is updated when the search propagates. Levels that were
// undone meanwhile are removed at that time. So after the search, the graph of the last model can
// still be read. If terms get nodes during the search, the graph only loses its merges.

// meaning is the effect of a literal on the graph.
type meaning struct {
	kind meaningKind
	at   int // the index of the equation, shared term or expansion
}

type meaningKind uint8

const (
	meansEquation  meaningKind = iota // the sides of atoms[at] are equal, or not
	meansTruth                        // sharedTerms[at] is true, or false
	meansExpansion                    // expansions[at] holds
)

// trail is the equality theory's copy of the assignment.
type trail struct {
	meanings [][]meaning // by SAT variable
	meant    []sat.Var   // one for each meaning, in the order in which they were given
	scopes   []int       // len(meant) at each open scope

	told  []sat.Lit // literals with a meaning that are true, in the order of assignment
	marks []int     // the number of literals in told that have not changed since they were merged
	valid int       // the number of literals of told that have not changed since they were merged

	batches      []batch // the merges, each batch in a level of the graph
	disequations []int   // the indices in atoms of equations that are false
}

// batch is a group of literals of one level of the search. It has the numbers of told literals,
// reasons and disequations after these literals were merged.
type batch struct{ told, why, disequations int }

// mean gives the variable of l a meaning while the innermost scope is open. If proofs are kept, it
// does nothing: derivations come from final checks.
func (q *equality) mean(l sat.Lit, m meaning) {
	if q.grounds != nil {
		return
	}
	v := l.Var()
	for int(v) >= len(q.meanings) {
		q.meanings = append(q.meanings, nil)
	}
	q.meanings[v] = append(q.meanings[v], m)
	q.meant = append(q.meant, v)
	q.enc.sat.WatchTheory(v)
}

// forgetMeanings removes the meanings given in the innermost scope, which is about to close. The
// search is at level 0. A literal without meanings may get one again.
func (q *equality) forgetMeanings() {
	last := len(q.scopes) - 1
	for _, v := range q.meant[q.scopes[last]:] {
		q.meanings[v] = q.meanings[v][:len(q.meanings[v])-1]
	}
	q.meant, q.scopes = q.meant[:q.scopes[last]], q.scopes[:last]
	kept := q.told[:0]
	for _, l := range q.told {
		if len(q.meanings[l.Var()]) > 0 {
			kept = append(kept, l)
		}
	}
	q.told = kept
}

// assign records that l is true.
func (q *equality) assign(l sat.Lit) {
	if v := l.Var(); int(v) < len(q.meanings) && len(q.meanings[v]) > 0 {
		q.told = append(q.told, l)
	}
}

func (q *equality) newLevel() { q.marks = append(q.marks, len(q.told)) }

// backtrack undoes the levels above the given one. The graph does not change.
func (q *equality) backtrack(level int) {
	if level < len(q.marks) {
		q.told, q.marks = q.told[:q.marks[level]], q.marks[:level]
		q.valid = min(q.valid, len(q.told))
	}
}

// forgetMerges restores the graph as the given number of scopes have made it.
func (q *equality) forgetMerges(scopes int) {
	q.g.Backtrack(scopes)
	q.trim()
	q.batches, q.disequations, q.valid = q.batches[:0], q.disequations[:0], 0
	q.why = append(q.why[:0], reason{})
}

// catchUp brings the graph up to date with the trail, and drops what the last final
// check has merged. The disequations from unchecked on may contradict the graph.
func (q *equality) catchUp(out *sat.Outbox) (unchecked int) {
	n := len(q.batches)
	for n > 0 && q.batches[n-1].told > q.valid {
		n--
	}
	q.g.Backtrack(len(q.enc.marks) + n)
	q.trim()
	before := batch{why: 1} // why[0] is the axiom
	if n > 0 {
		before = q.batches[n-1]
	}
	q.batches, q.why, q.disequations = q.batches[:n], q.why[:before.why], q.disequations[:before.disequations]
	from := before.told
	unchecked = len(q.disequations)
	for from < len(q.told) {
		level, _ := slices.BinarySearch(q.marks, from+1) // the first level that begins later
		to := len(q.told)
		if level < len(q.marks) {
			to = q.marks[level]
		}
		q.g.Push()
		for _, l := range q.told[from:to] {
			if q.tell(l) {
				unchecked = 0
			}
		}
		if q.settleMeetings() {
			unchecked = 0
		}
		q.batches = append(q.batches, batch{to, len(q.why), len(q.disequations)})
		from = to
	}
	q.valid = len(q.told)
	out.Spend(literalTicks * int64(len(q.told)-before.told))
	return unchecked
}

// literalTicks is the effort of merging a literal.
const literalTicks = 16

// tell merges the nodes that l makes equal. It reports whether this was new.
func (q *equality) tell(l sat.Lit) (merged bool) {
	equal := func(a, b euf.Node) {
		merged = q.g.Merge(a, b, q.because(reason{kind: byLiteral, lit: l})) || merged
	}
	for _, m := range q.meanings[l.Var()] {
		switch m.kind {
		case meansEquation:
			if x := &q.atoms[m.at]; x.gate.lit == l {
				equal(x.a, x.b)
			} else if x.gate.made&negative != 0 {
				q.disequations = append(q.disequations, m.at)
			}
		case meansTruth:
			f := &q.sharedTerms[m.at]
			yes, no, _ := q.truths()
			if f.lit != l {
				yes = no
			}
			equal(f.node, yes)
		case meansExpansion:
			if x := &q.expansions[m.at]; x.lit == l {
				equal(x.t, x.n)
			}
		}
	}
	return merged
}

// propagate reports a conflict if the assigned literals contradict each other by congruence.
func (q *equality) propagate(out *sat.Outbox) bool {
	if q.g.Len() == 0 {
		return false
	}
	first := q.catchUp(out)
	unchecked := q.disequations[first:]
	out.Spend(int64(len(unchecked)))
	for _, at := range unchecked {
		if x := &q.atoms[at]; q.g.Same(x.a, x.b) {
			q.contradict(out, x.a, x.b, x.gate.lit)
			return true
		}
	}
	if yes, no, known := q.truths(); known && q.g.Same(yes, no) {
		q.contradict(out, yes, no)
		return true
	}
	return false
}

// contradict reports that a and b are not equal, or that one of the false literals holds.
func (q *equality) contradict(out *sat.Outbox, a, b euf.Node, literals ...sat.Lit) {
	q.clause = append(q.clause[:0], literals...)
	q.beginPremises()
	q.restOn(a, b)
	q.addPremises()
	out.Conflict(0, q.clause...)
}
