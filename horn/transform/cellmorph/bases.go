// SPDX-License-Identifier: Apache-2.0

package cellmorph

import (
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
)

// bases gives the argument from which the indices of an array argument are counted. Most accesses
// to memory are at an unchanging address plus an offset, and related cells of two arrays have the
// same distance from their addresses. bases is indexed by predicate and position; -1 means that
// indices count from 0.
type bases map[*logic.Func][]int

// basesOf guesses the bases of the predicates of sys. A base is an argument that occurs in most
// indices and that no clause changes, or one that clauses pass on. Any bases are sound.
//
// Cost: linear in the size of the clauses, times the length of chains of predicates that only pass
// arrays on.
func basesOf(sys *horn.System) bases {
	z := bases{}
	changed := map[*logic.Func][]bool{}
	votes := map[*logic.Func][][]int{}
	for _, p := range sys.Preds {
		z[p] = slices.Repeat([]int{-1}, p.Arity())
		changed[p] = make([]bool, p.Arity())
		votes[p] = make([][]int, p.Arity())
		for i := range votes[p] {
			votes[p][i] = make([]int, p.Arity())
		}
	}
	for _, c := range sys.Clauses {
		for _, a := range c.Body {
			for j := range a.Args {
				if c.Head != nil && c.Head.Pred == a.Pred && c.Head.Args[j] != a.Args[j] {
					changed[a.Pred][j] = true
				}
			}
		}
	}
	for _, c := range sys.Clauses {
		all := atoms(c)
		// the order does not matter, since votes are added
		for array, indices := range accesses(c) {
			for _, a := range all {
				vote(sys.Store, votes[a.Pred], changed[a.Pred], a, array, indices)
			}
		}
	}
	for _, p := range sys.Preds {
		for i, v := range votes[p] {
			if best := slices.Max(append(v, 0)); best > 0 {
				z[p][i] = slices.Index(v, best)
			}
		}
	}
	for again := true; again; {
		again = false
		for _, c := range sys.Clauses {
			all := atoms(c)
			for _, a := range all {
				for _, b := range all {
					again = z.pass(a, b) || again
				}
			}
		}
	}
	return z
}

func atoms(c *horn.Clause) []*horn.Atom {
	var z []*horn.Atom
	for i := range c.Body {
		z = append(z, &c.Body[i])
	}
	if c.Head != nil {
		z = append(z, c.Head)
	}
	return z
}

// accesses returns the indices at which c reads or writes, by the root of the array.
func accesses(c *horn.Clause) map[*logic.Term][]*logic.Term {
	z := map[*logic.Term][]*logic.Term{}
	terms := []*logic.Term{c.Constraint}
	for _, a := range atoms(c) {
		terms = append(terms, a.Args...)
	}
	logic.Walk(func(t *logic.Term) bool {
		if (t.Op() == logic.OpSelect || t.Op() == logic.OpStore) && t.Arg(1).Sort().IsInt() {
			r := t.Arg(0).Stored()
			z[r] = append(z[r], t.Arg(1))
		}
		return true
	}, terms...)
	return z
}

// vote counts, for the positions of array among the arguments of a, the other arguments that occur
// in indices and do not change. Each argument counts once.
func vote(s *logic.Store, votes [][]int, changed []bool, a *horn.Atom, array *logic.Term, indices []*logic.Term) {
	for i, x := range a.Args {
		if !splits(x.Sort()) || x.Stored() != array {
			continue
		}
		for j, b := range a.Args {
			if !b.IsVar() || !b.Sort().IsInt() || changed[j] {
				continue
			}
			for _, t := range indices {
				for _, m := range s.Linear(t).Monomials {
					if m.Term == b && m.Coeff.Equal(rational.Int(1)) {
						votes[i][j]++
					}
				}
			}
		}
	}
}

// pass gives arrays of b without a base the bases that they have in a. It reports whether there
// were any.
func (z bases) pass(a, b *horn.Atom) bool {
	found := false
	for i, base := range z[a.Pred] {
		if base < 0 {
			continue
		}
		for k, y := range b.Args {
			if z[b.Pred][k] >= 0 || !splits(y.Sort()) || y.Stored() != a.Args[i].Stored() {
				continue
			}
			if j := slices.Index(b.Args, a.Args[base]); j >= 0 {
				z[b.Pred][k] = j
				found = true
			}
		}
	}
	return found
}

// index returns the index at distance k from the base of the array at position i of args, the
// arguments of p.
func (z bases) index(s *logic.Store, p *logic.Func, args []*logic.Term, i int, k *logic.Term) *logic.Term {
	if z == nil || z[p][i] < 0 {
		return k
	}
	return s.Add(args[z[p][i]], k)
}

// distance returns k such that index is at distance k.
func (z bases) distance(s *logic.Store, p *logic.Func, args []*logic.Term, i int, index *logic.Term) *logic.Term {
	if z == nil || z[p][i] < 0 {
		return index
	}
	return s.Sub(index, args[z[p][i]])
}
