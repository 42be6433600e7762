// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
)

// maxPieces limits the clauses that one call of chains resolves into one. The pass is repeated, so
// longer chains are contracted level by level. Models of a chain of n predicates then cost O(n log
// n), with interpolation queries of bounded size.
const maxPieces = 32

// Chains eliminates predicates that occur in one head and in one body, by resolving the two
// clauses: straight-line code becomes one clause. Together with [Merge] this is large-block
// encoding (Beyer, Cimatti, Griggio, Keremoglu and Sebastiani, FMCAD 2009).
//
// Differences from the paper: bodies may have several atoms, so trees are contracted; entry points
// and queries are not special.
//
// Cost: near-linear in the size of the system.
func Chains(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	l := findLinks(env, sys)
	trees, err := l.trees(ctx)
	if err != nil {
		return pass.Outcome{}, err
	}
	b := lift.NewSystemBuilder(env, sys)
	var resolved []lift.Tree
	gone := map[*logic.Func]bool{}
	for _, t := range trees {
		root := t[len(t)-1].Clause
		if len(t) == 1 {
			b.Keep(root)
			continue
		}
		if turn.Yield(ctx) != nil {
			return pass.Outcome{}, context.Cause(ctx)
		}
		resolved = append(resolved, t)
		for _, p := range t[:len(t)-1] {
			gone[sys.Clauses[p.Clause].Head.Pred] = true
		}
		if c, o := t.Resolve(sys); c != nil {
			b.Add(c, o)
		}
	}
	if len(resolved) == 0 {
		return pass.Unchanged(sys), nil
	}
	preds := without(sys.Preds, gone)
	return b.Outcome(preds, lift.Contracted(env, sys, preds, resolved)), nil
}

// without returns preds except those in gone.
func without(preds []*logic.Func, gone map[*logic.Func]bool) []*logic.Func {
	return slice.Filter(preds, func(p *logic.Func) bool { return !gone[p] })
}

// links are the predicates that chains may eliminate.
type links struct {
	env *pass.Env
	sys *horn.System
	// def is, for such a predicate, the clause with the predicate in the head.
	def map[*logic.Func]int
}

// findLinks returns the predicates with one definition and one use, in different clauses. Without a
// back end, models need substitution, so only predicates whose use defines them exactly count.
func findLinks(env *pass.Env, sys *horn.System) *links {
	index := sys.Index()
	type count struct{ heads, bodies, def, use int }
	counts := make([]count, len(sys.Preds))
	for i, c := range sys.Clauses {
		if c.Head != nil {
			k := &counts[index[c.Head.Pred]]
			k.heads++
			k.def = i
		}
		for _, a := range c.Body {
			k := &counts[index[a.Pred]]
			k.bodies++
			k.use = i
		}
	}
	l := &links{env: env, sys: sys, def: map[*logic.Func]int{}}
	for i, p := range sys.Preds {
		k := counts[i]
		if k.heads != 1 || k.bodies != 1 || k.def == k.use || env.Hinted(p) {
			continue
		}
		if env.Backend == nil && !lift.UseDefines(sys, sys.Clauses[k.use]) {
			continue
		}
		l.def[p] = k.def
	}
	return l
}

// trees partitions the clauses into trees, in the order of their roots. A clause is a root if its
// head is not a link, or if the tree above is full. Clauses in cycles of links, which no other root
// reaches, become roots at the end.
func (l *links) trees(ctx context.Context) ([]lift.Tree, error) {
	var trees []lift.Tree
	seen := make([]bool, len(l.sys.Clauses))
	roots := make([]int, 0, len(l.sys.Clauses))
	grow := func() error {
		for len(roots) > 0 {
			if turn.Yield(ctx) != nil {
				return context.Cause(ctx)
			}
			r := roots[0]
			roots = roots[1:]
			t, cut := l.tree(r, seen)
			trees = append(trees, t)
			roots = append(roots, cut...)
		}
		return nil
	}
	for i, c := range l.sys.Clauses {
		if c.Head == nil || !l.is(c.Head.Pred) {
			roots = append(roots, i)
		}
	}
	if err := grow(); err != nil {
		return nil, err
	}
	for i := range l.sys.Clauses {
		if !seen[i] {
			roots = append(roots, i)
			if err := grow(); err != nil {
				return nil, err
			}
		}
	}
	return trees, nil
}

func (l *links) is(p *logic.Func) bool {
	_, ok := l.def[p]
	return ok
}

// tree returns the tree below clause root, and the clauses that define atoms for which the tree has
// no room.
func (l *links) tree(root int, seen []bool) (lift.Tree, []int) {
	seen[root] = true
	nodes := lift.Tree{{Clause: root}} // parents come first; until the end, children are indices
	var cut []int
	open := len(l.sys.Clauses[root].Body) // number of atoms that remain so far
	for n := 0; n < len(nodes); n++ {
		body := l.sys.Clauses[nodes[n].Clause].Body
		child := make([]int, len(body))
		for j, a := range body {
			child[j] = -1
			i, ok := l.def[a.Pred]
			switch {
			case !ok || seen[i]:
			case len(nodes) == maxPieces || !l.fits(open, i):
				cut = append(cut, i)
			default:
				open += len(l.sys.Clauses[i].Body) - 1
				seen[i] = true
				child[j] = len(nodes)
				nodes = append(nodes, lift.Node{Clause: i})
			}
		}
		nodes[n].Child = child
	}
	// Children come first.
	t := make(lift.Tree, len(nodes))
	last := len(nodes) - 1
	for n, p := range nodes {
		for j, k := range p.Child {
			if k >= 0 {
				p.Child[j] = last - k
			}
		}
		t[last-n] = p
	}
	return t, cut
}

// fits reports whether the body of clause i may replace one of open body atoms.
func (l *links) fits(open, i int) bool {
	n := len(l.sys.Clauses[i].Body)
	return n <= 1 || open-1+n <= l.env.Limits.MaxBodyAtoms()
}
