// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/smtlib"
)

// inline eliminates predicates that are not recursive in one step, with m
// definitions and n uses, by resolving every use with every definition, where
// the number of clauses does not grow (m = 1, or n = 1, or m = n = 2) and their
// size stays within the limits. One call eliminates predicates no two of which
// stand in one clause, those that make the system smallest first; the pass is
// repeated.
//
// Cost: near-linear in the size of input and output.
func inline(ctx context.Context, env *Env, sys *horn.System) (Outcome, error) {
	n := newInliner(env, sys)
	chosen := n.choose()
	if len(chosen) == 0 {
		return unchanged(sys), nil
	}
	b := &builder{store: sys.Store}
	gone := map[*smtlib.Func]bool{}
	defines, uses := map[int]bool{}, map[int]*candidate{} // by clause
	for _, c := range chosen {
		gone[c.pred] = true
		for _, i := range c.defs {
			defines[i] = true
		}
		for _, i := range c.uses {
			uses[i] = c
		}
	}
	for i, c := range sys.Clauses {
		if i%64 == 0 && ctx.Err() != nil {
			return Outcome{}, context.Cause(ctx)
		}
		switch u := uses[i]; {
		case defines[i]:
		case u == nil:
			b.add(c, same(i, len(c.Body)))
		default:
			for _, t := range u.resolvents(sys, i) {
				if c, o := t.resolve(sys); c != nil {
					b.add(c, o)
				}
			}
		}
	}
	preds := without(sys.Preds, gone)
	return b.outcome(env, sys, preds, func(ctx context.Context, m *horn.Model) (*horn.Model, error) {
		d, err := newDefiner(env, sys.Store, preds, m)
		if err != nil {
			return nil, err
		}
		for _, c := range chosen {
			if err := d.defineBetween(ctx, sys, c); err != nil {
				return nil, err
			}
		}
		return d.model, nil
	}), nil
}

// candidate is a predicate that may be eliminated.
type candidate struct {
	pred   *smtlib.Func
	defs   []int // clauses with pred in the head
	uses   []int // clauses with pred in the body
	growth int   // by how much the size of the system grows
}

// resolvents returns the trees that replace clause i, which uses the predicate:
// one for each choice of definitions for its occurrences.
func (c *candidate) resolvents(sys *horn.System, i int) []tree {
	var at []int // occurrences in the body
	for j, a := range sys.Clauses[i].Body {
		if a.Pred == c.pred {
			at = append(at, j)
		}
	}
	var trees []tree
	choice := make([]int, len(at))
	for {
		root := piece{clause: i, child: noChildren(len(sys.Clauses[i].Body))}
		var t tree
		for k, j := range at {
			d := c.defs[choice[k]]
			root.child[j] = len(t)
			t = append(t, piece{clause: d, child: noChildren(len(sys.Clauses[d].Body))})
		}
		trees = append(trees, append(t, root))
		k := len(at) - 1
		for ; k >= 0; k-- {
			if choice[k]++; choice[k] < len(c.defs) {
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

// inliner finds the predicates to eliminate.
type inliner struct {
	env    *Env
	sys    *horn.System
	index  map[*smtlib.Func]int
	sizes  []int // of the clauses
	defs   [][]int
	uses   [][]int
	occurs []int // occurrences in bodies
}

func newInliner(env *Env, sys *horn.System) *inliner {
	n := &inliner{
		env: env, sys: sys, index: predIndex(sys.Preds), sizes: make([]int, len(sys.Clauses)),
		defs: make([][]int, len(sys.Preds)), uses: make([][]int, len(sys.Preds)), occurs: make([]int, len(sys.Preds)),
	}
	for i, c := range sys.Clauses {
		n.sizes[i] = size(c)
		if c.Head != nil {
			k := n.index[c.Head.Pred]
			n.defs[k] = append(n.defs[k], i)
		}
		for _, a := range c.Body {
			k := n.index[a.Pred]
			n.occurs[k]++
			if u := n.uses[k]; len(u) == 0 || u[len(u)-1] != i {
				n.uses[k] = append(u, i)
			}
		}
	}
	return n
}

// choose returns the predicates to eliminate: greedily by growth, no two of them
// in one clause.
func (n *inliner) choose() []*candidate {
	var all []*candidate
	total := 0
	for _, k := range n.sizes {
		total += k
	}
	for i, p := range n.sys.Preds {
		if c := n.candidate(i, p); c != nil {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b *candidate) int { return a.growth - b.growth })
	taken := make([]bool, len(n.sys.Clauses))
	var z []*candidate
next:
	for _, c := range all {
		if c.growth > 0 && total+c.growth > n.env.maxSize(total) {
			break
		}
		for _, i := range slices.Concat(c.defs, c.uses) {
			if taken[i] {
				continue next
			}
		}
		for _, i := range slices.Concat(c.defs, c.uses) {
			taken[i] = true
		}
		total += c.growth
		z = append(z, c)
	}
	return z
}

// candidate returns predicate p as a candidate, or nil when its elimination is
// against the limits. A predicate without definition or use is left to [cone].
func (n *inliner) candidate(i int, p *smtlib.Func) *candidate {
	c := &candidate{pred: p, defs: n.defs[i], uses: n.uses[i]}
	m := len(c.defs)
	if m == 0 || len(c.uses) == 0 || m*n.occurs[i] > m+n.occurs[i] || n.env.hinted(p) {
		return nil
	}
	longest, defSize := 0, 0
	for _, d := range c.defs {
		longest = max(longest, len(n.sys.Clauses[d].Body))
		defSize += n.sizes[d]
	}
	c.growth = -defSize
	for _, u := range c.uses {
		k := 0
		for _, a := range n.sys.Clauses[u].Body {
			if a.Pred == p {
				k++
			}
		}
		if h := n.sys.Clauses[u].Head; h != nil && h.Pred == p {
			return nil
		}
		if k > 1 && m > 1 {
			return nil // m^k clauses
		}
		body := len(n.sys.Clauses[u].Body) + k*(longest-1)
		if longest > 1 && body > n.env.Limits.bodyAtoms() {
			return nil
		}
		grown := m*n.sizes[u] + k*defSize // in m clauses
		if (m > 1 || n.occurs[i] > 1) && grown/m > or(n.env.Limits.ClauseSize, 2000) {
			return nil
		}
		c.growth += grown - n.sizes[u]
	}
	if n.env.Backend == nil && !n.definable(c) {
		return nil
	}
	return c
}

// definable reports whether the meaning of c's predicate comes by substitution.
func (n *inliner) definable(c *candidate) bool {
	byUse := true
	for _, u := range c.uses {
		byUse = byUse && useDefines(n.sys, n.sys.Clauses[u])
	}
	if byUse {
		return true
	}
	for _, i := range c.defs {
		if !definitionDefines(n.sys, n.sys.Clauses[i]) {
			return false
		}
	}
	return true
}
