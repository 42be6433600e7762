// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"slices"

	"cornet/encode/scalar"
)

// reads reports whether x reads v.
func reads(x *scalar.Expr, v *scalar.Var) bool {
	found := false
	x.Walk(func(y *scalar.Expr) { found = found || y.Operator == scalar.Read && y.Var == v })
	return found
}

// blocked reports whether op can never be passed.
func blocked(op scalar.Op) bool {
	o, ok := op.(scalar.Assume)
	return ok && o.Cond.IsConst() && (o.Cond.Value.Sign() != 0) == o.Negate
}

// terminal reports whether control ends with op.
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
		return !hasAny(x)
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

func hasAny(x *scalar.Expr) bool {
	z := false
	x.Walk(func(y *scalar.Expr) { z = z || y.Operator == scalar.Any })
	return z
}

// depthFirst is the reverse postorder of f, and the targets of its back edges.
func depthFirst(f *scalar.Function) (order []*scalar.Node, heads map[*scalar.Node]bool) {
	heads = map[*scalar.Node]bool{}
	const open, done = 1, 2
	state := make([]int, len(f.Nodes))
	type frame struct {
		n *scalar.Node
		i int
	}
	stack := []frame{{f.Entry, 0}}
	state[f.Entry.ID] = open
	for len(stack) > 0 {
		fr := &stack[len(stack)-1]
		if fr.i == len(fr.n.Out) {
			state[fr.n.ID] = done
			order = append(order, fr.n)
			stack = stack[:len(stack)-1]
			continue
		}
		to := fr.n.Out[fr.i].To
		fr.i++
		switch state[to.ID] {
		case 0:
			state[to.ID] = open
			stack = append(stack, frame{to, 0})
		case open:
			heads[to] = true
		}
	}
	slices.Reverse(order)
	return order, heads
}
