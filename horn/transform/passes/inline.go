// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"cmp"
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/turn"
	"cornet/logic"
)

// Inline eliminates predicates that are not directly recursive, with m definitions and n uses, by
// resolving every use with every definition. It does so if the number of clauses does not grow (m =
// 1, or n = 1, or m = n = 2) and their size stays within the limits. One call eliminates predicates
// that share no clause, starting with those that make the system smallest; the pass is repeated.
//
// Cost: near-linear in the size of input and output.
func Inline(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	n := newInliner(env, sys)
	chosen := n.choose()
	if len(chosen) == 0 {
		return pass.Unchanged(sys), nil
	}
	b := lift.NewSystemBuilder(env, sys)
	gone := map[*logic.Func]bool{}
	defines, uses := map[int]bool{}, map[int]*lift.Elimination{} // eliminations by clause
	for _, c := range chosen {
		gone[c.Pred] = true
		for _, i := range c.Defs {
			defines[i] = true
		}
		for _, i := range c.Uses {
			uses[i] = c
		}
	}
	for i := range sys.Clauses {
		if i%64 == 0 && turn.Yield(ctx) != nil {
			return pass.Outcome{}, context.Cause(ctx)
		}
		switch u := uses[i]; {
		case defines[i]:
		case u == nil:
			b.Keep(i)
		default:
			for _, t := range u.Resolvents(sys, i) {
				if c, o := t.Resolve(sys); c != nil {
					b.Add(c, o)
				}
			}
		}
	}
	preds := without(sys.Preds, gone)
	return b.Outcome(preds, lift.Resolved(env, sys, preds, chosen)), nil
}

// candidate is a predicate that may be eliminated.
type candidate struct {
	lift.Elimination
	growth int // growth of the system
}

// inliner finds the predicates to eliminate.
type inliner struct {
	env    *pass.Env
	sys    *horn.System
	index  map[*logic.Func]int
	sizes  []int // sizes of the clauses
	defs   [][]int
	uses   [][]int
	occurs []int // numbers of occurrences in bodies
}

func newInliner(env *pass.Env, sys *horn.System) *inliner {
	n := &inliner{
		env: env, sys: sys, index: sys.Index(), sizes: make([]int, len(sys.Clauses)),
		defs: make([][]int, len(sys.Preds)), uses: make([][]int, len(sys.Preds)), occurs: make([]int, len(sys.Preds)),
	}
	for i, c := range sys.Clauses {
		n.sizes[i] = c.Size()
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

// choose returns the predicates to eliminate: greedily by growth, at most one in each clause.
func (n *inliner) choose() []*lift.Elimination {
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
	var z []*lift.Elimination
next:
	for _, c := range all {
		if c.growth > 0 && total+c.growth > n.env.MaxSize(total) {
			break
		}
		for _, i := range slices.Concat(c.Defs, c.Uses) {
			if taken[i] {
				continue next
			}
		}
		for _, i := range slices.Concat(c.Defs, c.Uses) {
			taken[i] = true
		}
		total += c.growth
		z = append(z, &c.Elimination)
	}
	return z
}

// candidate returns predicate p as a candidate, or nil if its elimination exceeds the limits.
// Predicates without definition or use are left to [Cone].
func (n *inliner) candidate(i int, p *logic.Func) *candidate {
	c := &candidate{Elimination: lift.Elimination{Pred: p, Defs: n.defs[i], Uses: n.uses[i]}}
	m := len(c.Defs)
	if m == 0 || len(c.Uses) == 0 || m*n.occurs[i] > m+n.occurs[i] || n.env.Hinted(p) {
		return nil
	}
	longest, defSize := 0, 0
	for _, d := range c.Defs {
		longest = max(longest, len(n.sys.Clauses[d].Body))
		defSize += n.sizes[d]
	}
	c.growth = -defSize
	for _, u := range c.Uses {
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
			return nil // there would be m^k clauses
		}
		body := len(n.sys.Clauses[u].Body) + k*(longest-1)
		if longest > 1 && body > n.env.Limits.MaxBodyAtoms() {
			return nil
		}
		grown := m*n.sizes[u] + k*defSize // growth in m clauses
		if (m > 1 || n.occurs[i] > 1) && grown/m > cmp.Or(n.env.Limits.ClauseSize, 2000) {
			return nil
		}
		c.growth += grown - n.sizes[u]
	}
	if n.env.Backend == nil && !n.definable(c) {
		return nil
	}
	return c
}

// definable reports whether substitution defines c's predicate.
func (n *inliner) definable(c *candidate) bool {
	byUse := true
	for _, u := range c.Uses {
		byUse = byUse && lift.UseDefines(n.sys, n.sys.Clauses[u])
	}
	if byUse {
		return true
	}
	for _, i := range c.Defs {
		if !lift.DefinitionDefines(n.sys, n.sys.Clauses[i]) {
			return false
		}
	}
	return true
}
