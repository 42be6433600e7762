// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"context"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// treeLifter defines the predicates that were eliminated by resolving a tree: the heads of all
// pieces except the root.
type treeLifter struct {
	*modelLifter
	tree   Tree
	pieces []instance
	parent []int // the piece with the body atom that a piece's head is resolved with
	atom   []int // the position of that atom
}

// defineTree defines the eliminated predicates of t.
func (d *modelLifter) defineTree(ctx context.Context, sys *horn.System, t Tree) error {
	z := &treeLifter{
		modelLifter: d, tree: t, pieces: t.apartPieces(sys),
		parent: make([]int, len(t)), atom: make([]int, len(t)),
	}
	for i, p := range t {
		for j, k := range p.Child {
			if k >= 0 {
				z.parent[k], z.atom[k] = i, j
			}
		}
	}
	for k := len(t) - 2; k >= 0; k-- {
		z.weaken(k)
	}
	for k := range len(t) - 1 {
		z.strengthen(k)
	}
	// The remaining undefined predicates are connected in subtrees.
	for i := len(t) - 1; i >= 0; i-- {
		if i == len(t)-1 || z.known(z.pieces[i].head.Pred) {
			if err := z.subtree(ctx, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// formula returns the conjunction of the constraint of piece i, the definitions of its body atoms
// that are defined, and the negation of its head, if that is defined. It returns false for a query
// that need not be satisfied. base is the size of the inputs.
func (z *treeLifter) formula(i int) (conj []*logic.Term, base int) {
	p := &z.pieces[i]
	conj = []*logic.Term{p.conj}
	for j := range p.body {
		if a := &p.body[j]; z.known(a.Pred) {
			conj = append(conj, z.meaning(a))
			base += z.base[a.Pred]
		}
	}
	if p.head == nil && z.open() {
		conj = append(conj, z.store.False())
	}
	if p.head != nil && z.known(p.head.Pred) {
		conj = append(conj, z.store.Not(z.meaning(p.head)))
		base += z.base[p.head.Pred]
	}
	return conj, base
}

// unknown returns the number of body atoms of piece i that are not defined.
func (z *treeLifter) unknown(i int) int {
	n := 0
	for _, a := range z.pieces[i].body {
		if !z.known(a.Pred) {
			n++
		}
	}
	return n
}

// weaken tries to define the head of piece k by its use.
func (z *treeLifter) weaken(k int) {
	i := z.parent[k]
	p := &z.pieces[i]
	if p.head != nil && !z.known(p.head.Pred) || z.unknown(i) != 1 {
		return
	}
	conj, base := z.formula(i)
	xs, eqs := z.ports(&p.body[z.atom[k]])
	if f := z.exact(xs, z.limit(base), append(conj, eqs...)); f != nil {
		z.define(p.body[z.atom[k]].Pred, xs, z.store.Not(f), base)
	}
}

// strengthen tries to define the head of piece k by its definition.
func (z *treeLifter) strengthen(k int) {
	p := &z.pieces[k]
	if z.known(p.head.Pred) || z.unknown(k) != 0 {
		return
	}
	conj, base := z.formula(k)
	xs, eqs := z.connect(p.head)
	if f := z.exact(xs, z.limit(base), append(conj, eqs...)); f != nil {
		z.define(p.head.Pred, xs, f, base)
	}
}

// subtree defines the undefined predicates below piece root by interpolation, down to the defined
// ones. The head of root is defined.
func (z *treeLifter) subtree(ctx context.Context, root int) error {
	// Parents come first.
	nodes := []int{root}
	for n := 0; n < len(nodes); n++ {
		for _, k := range z.tree[nodes[n]].Child {
			if k >= 0 && !z.known(z.pieces[k].head.Pred) {
				nodes = append(nodes, k)
			}
		}
	}
	if len(nodes) == 1 {
		return nil
	}
	last := len(nodes) - 1
	q := &smt.Query{Part: make([]*logic.Term, len(nodes)), Parent: make([]int, len(nodes))}
	place := map[int]int{} // piece → node of the query
	for n, i := range nodes {
		place[i] = last - n
	}
	ports := map[int][]*logic.Term{} // piece → variables of its head's definition
	bases := map[int]int{}
	for _, i := range nodes {
		conj, base := z.formula(i)
		bases[i] = base
		for j, k := range z.tree[i].Child {
			if _, in := place[k]; k < 0 || !in {
				continue
			}
			xs, eqs := z.ports(&z.pieces[i].body[j])
			ports[k] = xs
			conj = append(conj, eqs...)
		}
		if i != root {
			for j, t := range z.pieces[i].head.Args {
				conj = append(conj, z.store.Eq(ports[i][j], t))
			}
		}
		n := place[i]
		q.Part[n] = z.store.And(conj...)
		q.Parent[n] = -1
		if i != root {
			q.Parent[n] = place[z.parent[i]]
		}
	}
	formulas, err := z.interpolate(ctx, q)
	if err != nil {
		return err
	}
	for n := last; n > 0; n-- { // children come first
		i := nodes[n]
		p := &z.pieces[i]
		var f *logic.Term
		if formulas != nil {
			f = formulas[place[i]]
		}
		if f == nil || !onlyVars(f, set(ports[i])) {
			conj := []*logic.Term{q.Part[place[i]]}
			for j, k := range z.tree[i].Child {
				if _, in := place[k]; k >= 0 && in {
					conj = append(conj, z.meaning(&p.body[j]))
				}
			}
			if f, err = z.strongest(ctx, ports[i], z.store.And(conj...)); err != nil {
				return err
			}
			// The definition implies every interpolant, so the formulas above still follow.
		}
		z.define(p.head.Pred, ports[i], f, logic.Size(f))
	}
	return nil
}
