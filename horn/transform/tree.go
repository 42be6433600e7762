// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"slices"

	"cornet/horn"
	"cornet/smtlib"
)

// tree is a derivation tree of clauses that are to be resolved into one. Its
// pieces stand children before parents; the last one is the root.
type tree []piece

// piece is one clause of a tree.
type piece struct {
	clause int
	// child has an entry per body atom: the piece whose head is resolved with the
	// atom, or -1 when the atom stays.
	child []int
}

// apartPieces returns the clauses of the tree with variables renamed apart. The
// root keeps its names, others as far as they can.
func (t tree) apartPieces(sys *horn.System) []instance {
	z := make([]instance, len(t))
	used := map[*smtlib.Term]bool{}
	for i := len(t) - 1; i >= 0; i-- {
		c := sys.Clauses[t[i].clause]
		z[i] = apart(sys.Store, c, c.Vars(), used)
	}
	return z
}

// resolve makes one clause of the tree. The clause is nil when its constraint
// is false or its head stands in its body.
//
// Cost: near-linear in the size of the tree's clauses.
func (t tree) resolve(sys *horn.System) (*horn.Clause, origin) {
	s := sys.Store
	pieces := t.apartPieces(sys)
	root := len(t) - 1
	d := &draft{head: pieces[root].head, from: sys.Clauses[t[root].clause]}
	parts := make([]part, len(t))
	for i := root; i >= 0; i-- {
		p := &pieces[i]
		parts[i] = part{clause: t[i].clause, rename: p.rename, premises: make([]int, len(p.body))}
		d.conj = append(d.conj, p.conj)
		for j, a := range p.body {
			k := t[i].child[j]
			if k < 0 {
				parts[i].premises[j] = ^len(d.body)
				d.body = append(d.body, a)
				continue
			}
			parts[i].premises[j] = k
			for n, x := range a.Args {
				d.conj = append(d.conj, s.Eq(x, pieces[k].head.Args[n]))
			}
		}
	}
	z := d.finish(s)
	if z.clause == nil {
		return nil, nil
	}
	for _, p := range parts {
		for j, k := range p.premises {
			if k < 0 {
				p.premises[j] = ^z.atoms[^k]
			}
		}
	}
	return z.clause, origin{{bind: z.bind, parts: parts}}
}

// size returns the size of c: the number of distinct subterms of its constraint
// and arguments, plus one per atom.
func size(c *horn.Clause) int {
	ts := []*smtlib.Term{c.Constraint}
	for _, a := range c.Body {
		ts = append(ts, a.Args...)
	}
	n := len(c.Body)
	if c.Head != nil {
		ts = append(ts, c.Head.Args...)
		n++
	}
	return n + smtlib.Size(ts...)
}

// distinctVars reports whether ts are distinct variables.
func distinctVars(ts []*smtlib.Term) bool {
	for i, t := range ts {
		if !t.IsVar() || slices.Contains(ts[:i], t) {
			return false
		}
	}
	return true
}
