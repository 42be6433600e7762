// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"cornet/horn"
	"cornet/logic"
)

// Tree is a tree of clauses that are resolved into one, as in a derivation. Its pieces are in
// order, children before parents. The last one is the root.
type Tree []Node

// Node is one clause of a tree.
type Node struct {
	Clause int
	// child has an entry per body atom: the piece whose head is resolved with the
	// atom, or -1 when the atom stays.
	Child []int
}

// apartPieces returns the clauses of the tree with variables renamed apart. The root keeps its
// names, and the others keep theirs where possible.
func (t Tree) apartPieces(sys *horn.System) []instance {
	z := make([]instance, len(t))
	used := map[*logic.Term]bool{}
	for i := len(t) - 1; i >= 0; i-- {
		c := sys.Clauses[t[i].Clause]
		z[i] = apart(sys.Store, c, c.Vars(), used)
	}
	return z
}

// Resolve makes one clause from the tree. The clause is nil if its constraint is false or its head
// is in its body.
//
// Cost: near-linear in the size of the tree's clauses.
func (t Tree) Resolve(sys *horn.System) (*horn.Clause, Origin) {
	s := sys.Store
	pieces := t.apartPieces(sys)
	root := len(t) - 1
	d := &ClauseBuilder{Head: pieces[root].head, From: sys.Clauses[t[root].Clause]}
	parts := make([]Part, len(t))
	for i := root; i >= 0; i-- {
		p := &pieces[i]
		parts[i] = Part{Clause: t[i].Clause, Rename: p.rename, Premises: make([]int, len(p.body))}
		d.Conj = append(d.Conj, p.conj)
		for j, a := range p.body {
			k := t[i].Child[j]
			if k < 0 {
				parts[i].Premises[j] = ^len(d.Body)
				d.Body = append(d.Body, a)
				continue
			}
			parts[i].Premises[j] = k
			for n, x := range a.Args {
				d.Conj = append(d.Conj, s.Eq(x, pieces[k].head.Args[n]))
			}
		}
	}
	z := d.Build(s)
	if z.Clause == nil {
		return nil, nil
	}
	for _, p := range parts {
		for j, k := range p.Premises {
			if k < 0 {
				p.Premises[j] = ^z.atoms[^k]
			}
		}
	}
	return z.Clause, Origin{{Bind: z.Bind, Parts: parts}}
}

// Elimination is a predicate to be eliminated by resolving each of its uses with each of its
// definitions.
type Elimination struct {
	Pred *logic.Func
	Defs []int // clauses with Pred in the head
	Uses []int // clauses with Pred in the body, but not in the head
}

// Resolvents returns the trees that replace clause i, which uses the predicate:
// one for each choice of definitions for its occurrences.
func (c *Elimination) Resolvents(sys *horn.System, i int) []Tree {
	var at []int // positions of the occurrences in the body
	for j, a := range sys.Clauses[i].Body {
		if a.Pred == c.Pred {
			at = append(at, j)
		}
	}
	var trees []Tree
	choice := make([]int, len(at))
	for {
		root := Node{Clause: i, Child: noChildren(len(sys.Clauses[i].Body))}
		var t Tree
		for k, j := range at {
			d := c.Defs[choice[k]]
			root.Child[j] = len(t)
			t = append(t, Node{Clause: d, Child: noChildren(len(sys.Clauses[d].Body))})
		}
		trees = append(trees, append(t, root))
		k := len(at) - 1
		for ; k >= 0; k-- {
			if choice[k]++; choice[k] < len(c.Defs) {
				break
			}
			choice[k] = 0
		}
		if k < 0 {
			return trees
		}
	}
}

func noChildren(n int) []int {
	z := make([]int, n)
	for i := range z {
		z[i] = -1
	}
	return z
}
