// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cornet/smt"
	"cornet/smtlib"
)

// This file derives the interpolants of a tree from binary ones, in either
// direction.
//
// Bottom-up, node i is separated with A = Part[i] ∧ ⋀ I[children] and B = the
// parts of the nodes above and beside it, where finished subtrees beside it are
// represented by their interpolants. A implies I[i] by construction; B ∧ I[i] is
// unsatisfiable, which keeps the invariant that the unfinished parts and the
// interpolants of finished subtrees are inconsistent.
//
// Top-down, the children of node i are separated one after the other with A =
// the parts of the child's subtree and B = Part[i] ∧ ¬I[i] with the subtrees of
// its siblings, represented by their interpolants once they have them. After
// the last child, Part[i] ∧ ⋀ I[children] ⇒ I[i].

// bottomUp derives strong interpolants: each is found by covering the models of
// its own side.
func (r *run) bottomUp(q *smt.Query) ([]*smtlib.Term, error) {
	n := len(q.Part)
	kids := children(q)
	itps := make([]*smtlib.Term, n)
	for i := range n - 1 {
		a := []*smtlib.Term{q.Part[i]}
		for _, k := range kids[i] {
			a = append(a, itps[k])
		}
		var b []*smtlib.Term
		for j := range n {
			switch {
			case j > i:
				b = append(b, q.Part[j])
			case j < i && q.Parent[j] > i:
				b = append(b, itps[j])
			}
		}
		z, err := r.separate(a, b, false)
		if err != nil {
			return nil, err
		}
		itps[i] = z
	}
	itps[n-1] = r.store.False()
	return itps, nil
}

// topDown derives weak interpolants: each is found by covering the models of
// the other side, as a weakest precondition would.
func (r *run) topDown(q *smt.Query) ([]*smtlib.Term, error) {
	n := len(q.Part)
	kids := children(q)
	itps := make([]*smtlib.Term, n)
	itps[n-1] = r.store.False()
	for i := n - 1; i >= 0; i-- {
		for k, c := range kids[i] {
			b := []*smtlib.Term{q.Part[i], r.store.Not(itps[i])}
			for _, d := range kids[i][:k] {
				b = append(b, itps[d])
			}
			for _, d := range kids[i][k+1:] {
				b = append(b, subtree(q, kids, d)...)
			}
			z, err := r.separate(subtree(q, kids, c), b, true)
			if err != nil {
				return nil, err
			}
			itps[c] = z
		}
	}
	return itps, nil
}
