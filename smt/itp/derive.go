// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cornet/logic"
	"cornet/smt"
)

// This file derives the interpolants of a tree from binary ones, in either direction.
//
// Bottom-up, node i is separated with A = Part[i] ∧ ⋀ I[children] and B = the parts of all nodes
// outside the subtree. In B, finished subtrees are represented by their interpolants. A implies
// I[i] by construction, and B ∧ I[i] is unsatisfiable. So the unfinished parts and the interpolants
// of finished subtrees remain inconsistent, which is the invariant.
//
// Top-down, the children of node i are separated one after the other. A is the parts of the child's
// subtree. B is Part[i] ∧ ¬I[i] with the subtrees of the siblings, represented by their
// interpolants once these exist. After the last child, Part[i] ∧ ⋀ I[children] ⇒ I[i].
//
// In both directions, one side of the binary query is small: the part of one node. The models of
// this side are enumerated. So a derivation projects single steps only, like a strongest
// postcondition or a weakest precondition. Cubes are generalised against the other side, which is
// the whole rest of the query. On a path it grows or shrinks by one part per step, so the solver
// keeps its parts in a stack of scopes.

// bottomUp derives strong interpolants. It finds each by covering the models of its own side.
func (r *run) bottomUp() ([]*logic.Term, error) {
	q := r.q
	n := len(q.Part)
	itps := make([]*logic.Term, n)
	itps[n-1] = r.store.False()
	if n == 1 {
		return itps, nil
	}
	path := r.isPath()
	if path { // side 1 has a scope per part, the last part at the bottom
		closeAll, err := r.stack(r.side[1], n-1, 1)
		defer closeAll()
		if err != nil {
			return nil, err
		}
	}
	for i := range n - 1 {
		own := []*logic.Term{q.Part[i]}
		for _, k := range r.kids[i] {
			own = append(own, itps[k])
		}
		rest := &block{solver: r.side[1], asserted: path}
		for j := range n {
			switch {
			case j > i:
				rest.parts = append(rest.parts, q.Part[j])
			case j < i && q.Parent[j] > i:
				rest.parts = append(rest.parts, itps[j])
			}
		}
		z, err := r.separate(&block{parts: own, solver: r.side[0]}, rest, r.shared[i], false)
		if err != nil {
			return nil, err
		}
		itps[i] = z
		if path {
			r.side[1].Pop(1)
			r.scopes--
		}
	}
	return itps, nil
}

// topDown derives weak interpolants. It finds each by covering the models of the other side, like a
// weakest precondition.
func (r *run) topDown() ([]*logic.Term, error) {
	q := r.q
	n := len(q.Part)
	itps := make([]*logic.Term, n)
	itps[n-1] = r.store.False()
	path := r.isPath()
	if path && n > 1 { // side 1 has a scope per part, the first part at the bottom
		closeAll, err := r.stack(r.side[1], 0, n-2)
		defer closeAll()
		if err != nil {
			return nil, err
		}
	}
	for i := n - 1; i >= 0; i-- {
		for k, c := range r.kids[i] {
			own := []*logic.Term{q.Part[i], r.store.Not(itps[i])}
			for _, d := range r.kids[i][:k] {
				own = append(own, itps[d])
			}
			for _, d := range r.kids[i][k+1:] {
				own = append(own, subtree(q, r.kids, d)...)
			}
			below := &block{parts: subtree(q, r.kids, c), solver: r.side[1], asserted: path}
			z, err := r.separate(&block{parts: own, solver: r.side[0]}, below, r.shared[c], true)
			if err != nil {
				return nil, err
			}
			itps[c] = r.tidy(r.store.Not(z))
			if path {
				r.side[1].Pop(1)
				r.scopes--
			}
		}
	}
	return itps, nil
}

// isPath reports whether the query is a sequence.
func (r *run) isPath() bool {
	for i, p := range r.q.Parent[:len(r.q.Part)-1] {
		if p != i+1 {
			return false
		}
	}
	return true
}

// stack asserts the parts from first to last, in either direction. Each part gets a scope on top of
// the previous one. It returns a function that closes the scopes that are still open.
func (r *run) stack(s smt.Solver, first, last int) (closeAll func(), err error) {
	r.scopes = 0
	closeAll = func() {
		if r.scopes > 0 {
			s.Pop(r.scopes)
		}
		r.scopes = 0
	}
	step := 1
	if last < first {
		step = -1
	}
	for i := first; ; i += step {
		s.Push()
		r.scopes++
		if err := s.Assert(r.q.Part[i]); err != nil {
			return closeAll, err
		}
		if i == last {
			return closeAll, nil
		}
	}
}
