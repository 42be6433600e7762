// SPDX-License-Identifier: Apache-2.0

package euf

import (
	"fmt"
	"slices"
)

// Node is the number of a node, from 0.
type Node int32

// NoNode is no node.
const NoNode Node = -1

// Fn identifies a function. Negative numbers are reserved.
type Fn int32

// tuple is the function of the nodes for the beginnings of long argument lists.
const tuple Fn = -1

// leaf marks nodes that are not applications.
const leaf Fn = -2

// Reason is the caller's name for a merge: a nonnegative number.
type Reason int32

// Graph is a set of nodes with an equivalence that is a congruence. It belongs to one goroutine.
//
// Push opens a level. Backtrack undoes levels, including the nodes made in them.
type Graph struct {
	nodes   []node
	classes []class            // by root; entries of other nodes are out of date
	table   map[signature]Node // by function and roots: the canonical application
	exact   map[signature]Node // by function and arguments: the application
	trail   []change
	levels  []int // len(trail) when each level was opened
	news    []Meeting
	todo    []pair // pairs that must be merged
	stamp   uint32 // for Explain

	explainWork []pair
	explainPath []Link
}

// node is one node.
//
// Invariant: root is the same for all nodes of a class, and next links them in a circle.
type node struct {
	fn    Fn
	args  [3]Node // NoNode after the last
	root  Node
	next  Node
	canon bool // the table has this application

	// The link to the parent in the proof forest. parent is NoNode at the roots of the forest.
	parent Node
	why    Reason // Congruence if both are applications of one function with equal arguments
	seen   uint32 // stamp of the walk of Explain that passed the node
}

// class is the data of a class, kept at its root.
type class struct {
	size int32
	mark Node // a node, or NoNode
	uses []Node
}

// Meeting is the merge of a class that has a mark with another class. The other class had no mark
// or a different one.
type Meeting struct {
	Mark, Other Node // Other is NoNode if the other class had no mark
	root        Node // root of the class that had no mark
	uses        int32
}

type signature struct {
	fn   Fn
	args [3]Node
}

type pair struct {
	a, b Node
	why  Reason
}

// change is something that Backtrack undoes.
type change struct {
	kind changeKind
	a, b Node  // merged: the ends of the link; a's class went into b's
	root Node  // merged: the former root of a's class
	uses int32 // merged: the number of uses of b's class before
	mark bool  // merged: b's class got the mark of a's class
}

type changeKind uint8

const (
	merged    changeKind = iota
	displaced            // node a is no longer canonical
	made                 // the last node is new
	marked               // the class of root a got its mark
)

// New returns a graph without nodes.
func New() *Graph { return &Graph{table: map[signature]Node{}, exact: map[signature]Node{}} }

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.nodes) }

// Find returns the root of n's class. Equal nodes have the same root.
func (g *Graph) Find(n Node) Node { return g.nodes[n].root }

// Same reports whether a and b are equal.
func (g *Graph) Same(a, b Node) bool { return g.nodes[a].root == g.nodes[b].root }

// Next returns the node after n in the circle of its class.
func (g *Graph) Next(n Node) Node { return g.nodes[n].next }

// Uses returns the applications that have a node of n's class as an argument. It may contain
// repetitions. The slice belongs to the graph until the next change.
func (g *Graph) Uses(n Node) []Node { return g.classes[g.nodes[n].root].uses }

// SetMark makes n the mark of its class, unless the class has one. The mark is a member that
// identifies the class to the caller.
func (g *Graph) SetMark(n Node) {
	if c := &g.classes[g.nodes[n].root]; c.mark == NoNode {
		c.mark = n
		g.trail = append(g.trail, change{kind: marked, a: g.nodes[n].root})
	}
}

// Mark returns the mark of n's class, or NoNode.
func (g *Graph) Mark(n Node) Node { return g.classes[g.nodes[n].root].mark }

// NextMeeting returns a meeting that has not been returned yet, and the applications to the class
// that now has the mark. Backtrack removes meetings.
func (g *Graph) NextMeeting() (m Meeting, uses []Node, ok bool) {
	n := len(g.news)
	if n == 0 {
		return m, nil, false
	}
	m, g.news = g.news[n-1], g.news[:n-1]
	return m, g.classes[m.root].uses[:m.uses], true
}

// Fn returns the function of n and true, or false for a leaf.
func (g *Graph) Fn(n Node) (Fn, bool) { return g.nodes[n].fn, g.nodes[n].fn >= 0 }

// Arg returns the i-th argument, i < 3, of an application with at most three.
func (g *Graph) Arg(n Node, i int) Node { return g.nodes[n].args[i] }

// Leaf returns a new node that is not an application.
func (g *Graph) Leaf() Node { return g.add(leaf, [3]Node{NoNode, NoNode, NoNode}) }

func (g *Graph) add(f Fn, args [3]Node) Node {
	n := Node(len(g.nodes))
	g.nodes = append(g.nodes, node{fn: f, args: args, root: n, next: n, parent: NoNode})
	if len(g.classes) < len(g.nodes) {
		g.classes = append(g.classes, class{})
	}
	c := &g.classes[n]
	c.size, c.mark, c.uses = 1, NoNode, c.uses[:0]
	g.trail = append(g.trail, change{kind: made})
	return n
}

// Apply returns the application of f to args. If the graph has an application to exactly these
// nodes, it returns that one. Otherwise it returns a new one, which may be equal to others at once.
func (g *Graph) Apply(f Fn, args ...Node) Node {
	for len(args) > 3 {
		first := g.apply(tuple, [3]Node{args[0], args[1], args[2]})
		args = append([]Node{first}, args[3:]...)
	}
	key := [3]Node{NoNode, NoNode, NoNode}
	copy(key[:], args)
	return g.apply(f, key)
}

func (g *Graph) apply(f Fn, args [3]Node) Node {
	key := signature{f, args}
	if n, ok := g.exact[key]; ok {
		return n
	}
	n := g.add(f, args)
	g.exact[key] = n
	sig := g.signature(n)
	for i, r := range sig.args {
		if !repeated(&sig.args, i) {
			g.classes[r].uses = append(g.classes[r].uses, n)
		}
	}
	if same, found := g.table[sig]; found {
		g.todo = append(g.todo, pair{n, same, Congruence})
		g.close()
		return n
	}
	g.table[sig] = n
	g.nodes[n].canon = true
	return n
}

// repeated reports whether args[i] is NoNode or occurs before position i, too.
func repeated(args *[3]Node, i int) bool {
	return args[i] == NoNode || slices.Contains(args[:i], args[i])
}

// signature returns the current signature of an application.
func (g *Graph) signature(n Node) signature {
	x := &g.nodes[n]
	sig := signature{x.fn, x.args}
	for i, a := range sig.args {
		if a != NoNode {
			sig.args[i] = g.nodes[a].root
		}
	}
	return sig
}

// Merge makes a and b equal, with all consequences. It reports whether they were different before.
func (g *Graph) Merge(a, b Node, why Reason) bool {
	if why < 0 {
		panic(fmt.Sprintf("euf: reason %d", why))
	}
	if g.Same(a, b) {
		return false
	}
	g.todo = append(g.todo, pair{a, b, why})
	g.close()
	return true
}

// close performs the pending merges, until there are no more.
func (g *Graph) close() {
	for len(g.todo) > 0 {
		p := g.todo[len(g.todo)-1]
		g.todo = g.todo[:len(g.todo)-1]
		if !g.Same(p.a, p.b) {
			g.union(p)
		}
	}
}

// union merges two classes.
func (g *Graph) union(p pair) {
	a, b := p.a, p.b
	r, q := g.nodes[a].root, g.nodes[b].root
	if g.classes[r].size > g.classes[q].size {
		a, b, r, q = b, a, q, r
	}
	g.reroot(a)
	g.nodes[a].parent, g.nodes[a].why = b, p.why
	moved := g.classes[r].uses
	for _, u := range moved {
		if g.nodes[u].canon {
			delete(g.table, g.signature(u))
		}
	}
	g.rename(r, q)
	g.nodes[r].next, g.nodes[q].next = g.nodes[q].next, g.nodes[r].next
	g.classes[q].size += g.classes[r].size
	before := len(g.classes[q].uses)
	g.classes[q].uses = append(g.classes[q].uses, moved...)
	g.trail = append(g.trail, change{kind: merged, a: a, b: b, root: r, uses: int32(before), mark: g.passMark(r, q, before)})
	for _, u := range moved {
		if !g.nodes[u].canon {
			continue
		}
		sig := g.signature(u)
		switch v, found := g.table[sig]; {
		case !found:
			g.table[sig] = u
		case v != u:
			g.nodes[u].canon = false
			g.trail = append(g.trail, change{kind: displaced, a: u})
			g.todo = append(g.todo, pair{u, v, Congruence})
		}
	}
}

// passMark gives the class of q the mark of one of the two classes. q has absorbed r's class, and
// had the given number of uses before. It reports whether the mark comes from r.
func (g *Graph) passMark(r, q Node, before int) bool {
	from, to := &g.classes[r], &g.classes[q]
	switch {
	case from.mark == NoNode && to.mark == NoNode:
		return false
	case from.mark == NoNode:
		g.news = append(g.news, Meeting{to.mark, NoNode, r, int32(len(from.uses))})
		return false
	case to.mark == NoNode:
		to.mark = from.mark
		g.news = append(g.news, Meeting{from.mark, NoNode, q, int32(before)})
		return true
	}
	g.news = append(g.news, Meeting{to.mark, from.mark, r, 0})
	return false
}

// rename gives the nodes of the class around r the root q.
func (g *Graph) rename(r, q Node) {
	for n := r; ; {
		g.nodes[n].root = q
		if n = g.nodes[n].next; n == r {
			return
		}
	}
}

// reroot reverses the links from n to its root, so that n has no parent.
func (g *Graph) reroot(n Node) {
	to, why := NoNode, Reason(0)
	for n != NoNode {
		x := &g.nodes[n]
		up, w := x.parent, x.why
		x.parent, x.why = to, why
		to, why, n = n, w, up
	}
}

// Push opens a level.
func (g *Graph) Push() { g.levels = append(g.levels, len(g.trail)) }

// Backtrack undoes the merges and nodes of all levels above the given number of levels.
func (g *Graph) Backtrack(to int) {
	if to >= len(g.levels) {
		return
	}
	end := g.levels[to]
	g.levels, g.news = g.levels[:to], g.news[:0]
	for i := len(g.trail) - 1; i >= end; i-- {
		switch c := &g.trail[i]; c.kind {
		case merged:
			g.separate(c)
		case displaced:
			// The displaced node is canonical again when the merge that displaced it is undone.
			g.nodes[c.a].canon = true
		case made:
			g.removeLast()
		case marked:
			g.classes[c.a].mark = NoNode
		}
	}
	g.trail = g.trail[:end]
}

// removeLast removes the last node, which is alone in its class and was the last to
// become a use.
func (g *Graph) removeLast() {
	n := Node(len(g.nodes) - 1)
	x := &g.nodes[n]
	if x.fn != leaf {
		delete(g.exact, signature{x.fn, x.args})
		sig := g.signature(n)
		if x.canon {
			delete(g.table, sig)
		}
		for i, r := range sig.args {
			if !repeated(&sig.args, i) {
				c := &g.classes[r]
				c.uses = c.uses[:len(c.uses)-1]
			}
		}
	}
	g.nodes = g.nodes[:n]
}

// separate undoes a merge.
func (g *Graph) separate(c *change) {
	r := c.root
	q := g.nodes[r].root
	moved := g.classes[r].uses
	for _, u := range moved {
		if g.nodes[u].canon {
			if sig := g.signature(u); g.table[sig] == u {
				delete(g.table, sig)
			}
		}
	}
	x := &g.classes[q]
	if c.mark {
		x.mark = NoNode
	}
	x.uses = x.uses[:c.uses]
	x.size -= g.classes[r].size
	g.nodes[r].next, g.nodes[q].next = g.nodes[q].next, g.nodes[r].next
	g.rename(r, r)
	for _, u := range moved {
		if g.nodes[u].canon {
			g.table[g.signature(u)] = u
		}
	}
	if g.nodes[c.a].parent == c.b {
		g.nodes[c.a].parent = NoNode
	} else {
		g.nodes[c.b].parent = NoNode
	}
}
