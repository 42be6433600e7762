// SPDX-License-Identifier: Apache-2.0

package euf

import "fmt"

// check verifies the invariants of the graph.
func (g *Graph) check() error {
	members := make([]int32, len(g.nodes))
	for i := range g.nodes {
		n, x := Node(i), &g.nodes[i]
		members[x.root]++
		if g.nodes[x.root].root != x.root {
			return fmt.Errorf("node %d: root %d has root %d", n, x.root, g.nodes[x.root].root)
		}
		if g.nodes[x.next].root != x.root {
			return fmt.Errorf("node %d: next %d is in another class", n, x.next)
		}
		if x.parent != NoNode && g.nodes[x.parent].root != x.root {
			return fmt.Errorf("node %d: link to %d of another class", n, x.parent)
		}
		if err := g.checkApplication(n); err != nil {
			return err
		}
	}
	for i, size := range members {
		if g.nodes[i].root == Node(i) && g.classes[i].size != size {
			return fmt.Errorf("class %d: size %d, but %d members", i, g.classes[i].size, size)
		}
	}
	for sig, n := range g.table {
		if !g.nodes[n].canon || g.signature(n) != sig {
			return fmt.Errorf("table: node %d has signature %v, not %v", n, g.signature(n), sig)
		}
	}
	return nil
}

// checkApplication: an application is in the table or equal to one that is, and it is in the lists
// of its arguments.
func (g *Graph) checkApplication(n Node) error {
	x := &g.nodes[n]
	if x.fn == leaf {
		return nil
	}
	sig := g.signature(n)
	m, ok := g.table[sig]
	if !ok || !g.Same(n, m) || x.canon != (n == m) {
		return fmt.Errorf("application %d: the table has %d, %v", n, m, ok)
	}
	for _, r := range sig.args {
		if r == NoNode {
			continue
		}
		found := false
		for _, u := range g.classes[r].uses {
			found = found || u == n
		}
		if !found {
			return fmt.Errorf("application %d is not among the uses of %d", n, r)
		}
	}
	return nil
}
