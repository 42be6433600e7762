// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"slices"

	"cornet/encode/scalar"
	"cornet/internal/scc"
)

// blocked reports whether no execution passes op.
func blocked(op scalar.Op) bool {
	o, ok := op.(scalar.Assume)
	return ok && o.Cond.IsConst() && (o.Cond.Value.Sign() != 0) == o.Negate
}

// terminal reports whether executions end with op.
func terminal(op scalar.Op) bool {
	switch op.(type) {
	case scalar.Error, scalar.Stop:
		return true
	}
	return false
}

// complementary reports whether the ops are the two branches of one condition.
func complementary(x, y scalar.Op) bool {
	a, ok := x.(scalar.Assume)
	b, ok2 := y.(scalar.Assume)
	return ok && ok2 && a.Negate != b.Negate && same(a.Cond, b.Cond)
}

// same reports whether x and y always have the same value, by their structure.
func same(x, y *scalar.Expr) bool {
	if x == y {
		return !x.HasAny()
	}
	if x.Operator != y.Operator || x.Type != y.Type || x.Var != y.Var || len(x.Args) != len(y.Args) || x.Operator == scalar.Any {
		return false
	}
	if x.Operator == scalar.Const && x.Value.Cmp(y.Value) != 0 {
		return false
	}
	for i := range x.Args {
		if !same(x.Args[i], y.Args[i]) {
			return false
		}
	}
	return true
}

// depthFirst returns the reverse postorder of f, and the targets of its back edges.
func depthFirst(f *scalar.Function) (order []*scalar.Node, heads map[*scalar.Node]bool) {
	heads = map[*scalar.Node]bool{}
	to := func(v, i int) *scalar.Node { return f.Nodes[v].Out[i].To }
	for _, v := range scc.DepthFirst(len(f.Nodes), f.Entry.ID, func(v int) int { return len(f.Nodes[v].Out) },
		func(v, i int) int { return to(v, i).ID }, func(v, i int) { heads[to(v, i)] = true }) {
		order = append(order, f.Nodes[v])
	}
	slices.Reverse(order)
	return order, heads
}
