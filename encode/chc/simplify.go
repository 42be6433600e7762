// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"
	"slices"

	"cornet/encode/flat"
)

// simplify removes from p what cannot matter for reaching an error: assignments of values
// that no condition depends on, branches that differ in nothing, and nodes from
// which no error can be reached. With keep, all assignments stay, as their
// operations may be errors themselves.
func simplify(p *flat.Program, keep bool) {
	for changed := true; changed; {
		foldConstants(p)
		prune(p, keep)
		changed = false
		if !keep && dropDead(p) {
			changed = true
		}
		if !keep && dropTraps(p) {
			changed = true
		}
		if !keep && slice(p) {
			changed = true
		}
		if settleResidues(p) {
			changed = true
		}
		for _, f := range p.Functions {
			if !keep && joinBranches(f) {
				changed = true
			}
			contract(f)
		}
	}
	prune(p, keep)
}

// dropDead replaces assignments of values that nobody reads by skips.
func dropDead(p *flat.Program) bool {
	fx := findEffects(p)
	z := false
	for _, f := range p.Functions {
		live := liveness(f, f == p.Main, false, fx)
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				switch o := e.Op.(type) {
				case flat.Assign:
					if !live[e.To.ID][o.To] {
						e.Op, z = flat.Skip{}, true
					}
				case flat.Havoc:
					if !live[e.To.ID][o.To] && o.Input == "" {
						e.Op, z = flat.Skip{}, true
					}
				}
			}
		}
	}
	return z
}

// readsAny reports whether x reads a variable that is among some.
func readsAny(x *flat.Expr, among func(*flat.Var) bool) bool {
	found := false
	x.Walk(func(y *flat.Expr) { found = found || y.Operator == flat.Read && among(y.Var) })
	return found
}

// dropTraps replaces the traps of operations that have been dropped by skips.
func dropTraps(p *flat.Program) bool {
	z := false
	edges(p, func(e *flat.Edge) {
		if o, ok := e.Op.(flat.Assume); ok && o.Trap != nil && !o.Trap.Stays && !slices.ContainsFunc(o.Trap.Steps, func(s *flat.Edge) bool { return !isSkip(s.Op) }) {
			e.Op, p.Lenient, z = flat.Skip{}, true, true
		}
	})
	return z
}

// foldConstants replaces variables that are only ever assigned one constant. Variables that are
// indeterminate at first are assigned any value explicitly where that can be observed.
func foldConstants(p *flat.Program) {
	for range 20 {
		value := map[*flat.Var]*flat.Expr{}
		bad := map[*flat.Var]bool{}
		for _, f := range p.Functions {
			for _, v := range f.Params {
				bad[v] = true
			}
			for _, v := range f.Results {
				bad[v] = true
			}
		}
		edges(p, func(e *flat.Edge) {
			switch o := e.Op.(type) {
			case flat.Assign:
				if !o.Value.IsConst() || value[o.To] != nil && value[o.To].Value.Cmp(o.Value.Value) != 0 {
					bad[o.To] = true
				} else {
					value[o.To] = o.Value
				}
			default:
				flat.Written(e.Op, func(v *flat.Var) { bad[v] = true })
			}
		})
		changed := false
		by := func(v *flat.Var) *flat.Expr {
			if bad[v] {
				return nil
			}
			if x := value[v]; x != nil {
				changed = true
				return flat.NewConst(x.Value, v.Type)
			}
			return nil
		}
		edges(p, func(e *flat.Edge) {
			e.Op = replaceOp(e.Op, by)
			if o, ok := e.Op.(flat.Assume); ok && o.Trap != nil && o.Trap.Division && blocked(o) && !slices.Contains(p.Divisions, e.Pos) {
				p.Divisions = append(p.Divisions, e.Pos)
			}
		})
		if !changed {
			return
		}
	}
}

func replaceOp(op flat.Op, by func(*flat.Var) *flat.Expr) flat.Op {
	switch o := op.(type) {
	case flat.Assume:
		o.Cond = o.Cond.Replace(by)
		if o.Cond.IsConst() && (o.Cond.Value.Sign() != 0) != o.Negate {
			return flat.Skip{}
		}
		return o
	case flat.Assign:
		o.Value = o.Value.Replace(by)
		return o
	case flat.Call:
		args := make([]*flat.Expr, len(o.Args))
		for i, x := range o.Args {
			args[i] = x.Replace(by)
		}
		o.Args = args
		return o
	}
	return op
}

func edges(p *flat.Program, visit func(*flat.Edge)) {
	for _, f := range p.Functions {
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				visit(e)
			}
		}
	}
}

// blocked reports whether op can never be passed.
func blocked(op flat.Op) bool {
	o, ok := op.(flat.Assume)
	return ok && o.Cond.IsConst() && (o.Cond.Value.Sign() != 0) == o.Negate
}

// prune removes functions that are not called, and nodes that are not on a way from the entry to an error or
// (in functions that are called) to the exit; with keep, everywhere there may be errors.
func prune(p *flat.Program, keep bool) {
	// Functions from which an error can be reached.
	errs := map[*flat.Function]bool{}
	for changed := true; changed; {
		changed = false
		for _, f := range p.Functions {
			if errs[f] {
				continue
			}
			for _, n := range f.Nodes {
				for _, e := range n.Out {
					c, call := e.Op.(flat.Call)
					_, err := e.Op.(flat.Error)
					if !errs[f] && (err || call && errs[c.Callee]) {
						errs[f], changed = true, true
					}
				}
			}
		}
	}
	called := map[*flat.Function]bool{p.Main: true}
	work := []*flat.Function{p.Main}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		pruneNodes(f, f != p.Main, keep, errs)
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				if c, ok := e.Op.(flat.Call); ok && !called[c.Callee] {
					called[c.Callee] = true
					work = append(work, c.Callee)
				}
			}
		}
	}
	var fs []*flat.Function
	for _, f := range p.Functions {
		if called[f] {
			fs = append(fs, f)
		}
	}
	p.Functions = fs
}

func pruneNodes(f *flat.Function, returns, all bool, errs map[*flat.Function]bool) {
	forward := map[*flat.Node]bool{f.Entry: true}
	stack := []*flat.Node{f.Entry}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range n.Out {
			if !forward[e.To] && !blocked(e.Op) {
				forward[e.To] = true
				stack = append(stack, e.To)
			}
		}
	}
	useful := map[*flat.Node]bool{}
	goal := map[*flat.Edge]bool{} // edges that matter themselves
	mark := func(n *flat.Node) {
		if !useful[n] {
			useful[n] = true
			stack = append(stack, n)
		}
	}
	if returns {
		mark(f.Exit)
	}
	for _, n := range f.Nodes {
		if all {
			mark(n)
		}
	}
	for _, n := range f.Nodes {
		for _, e := range n.Out {
			c, call := e.Op.(flat.Call)
			_, err := e.Op.(flat.Error)
			if err || call && errs[c.Callee] {
				goal[e] = true
				mark(n)
			}
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range n.In {
			if !blocked(e.Op) && !terminal(e.Op) {
				mark(e.From)
			}
		}
	}
	keep := map[*flat.Node]bool{f.Entry: true, f.Exit: true}
	for _, n := range f.Nodes {
		if forward[n] && useful[n] {
			keep[n] = true
			for _, e := range n.Out {
				if goal[e] {
					keep[e.To] = true
				}
			}
		}
	}
	var nodes []*flat.Node
	for _, n := range f.Nodes {
		if !keep[n] {
			continue
		}
		n.ID = len(nodes)
		nodes = append(nodes, n)
		n.Out = filter(n.Out, func(e *flat.Edge) bool {
			return !blocked(e.Op) && forward[n] && keep[e.To] && (goal[e] || useful[e.To] && !terminal(e.Op))
		})
	}
	for _, n := range nodes {
		n.In = nil
	}
	for _, n := range nodes {
		for _, e := range n.Out {
			e.To.In = append(e.To.In, e)
		}
	}
	f.Nodes = nodes
}

// terminal reports whether control ends with op.
func terminal(op flat.Op) bool {
	switch op.(type) {
	case flat.Error, flat.Stop:
		return true
	}
	return false
}

func filter(es []*flat.Edge, keep func(*flat.Edge) bool) []*flat.Edge {
	var z []*flat.Edge
	for _, e := range es {
		if keep(e) {
			z = append(z, e)
		}
	}
	return z
}

// slice replaces assignments whose values no condition depends on by skips, and traps that depend on
// such values.
func slice(p *flat.Program) bool {
	relevant := map[*flat.Var]bool{}
	changed := true
	need := func(x *flat.Expr) {
		x.Walk(func(y *flat.Expr) {
			if y.Operator == flat.Read && !relevant[y.Var] {
				relevant[y.Var] = true
				changed = true
			}
		})
	}
	needVar := func(v *flat.Var) {
		if !relevant[v] {
			relevant[v] = true
			changed = true
		}
	}
	for changed {
		changed = false
		edges(p, func(e *flat.Edge) {
			switch o := e.Op.(type) {
			case flat.Assume:
				if o.Trap == nil || o.Trap.Stays {
					need(o.Cond)
				}
			case flat.Assign:
				if relevant[o.To] {
					need(o.Value)
				}
			case flat.Call:
				for i, v := range o.Callee.Params {
					if relevant[v] {
						need(o.Args[i])
					}
				}
				for i, v := range o.Results {
					if v != nil && relevant[v] {
						needVar(o.Callee.Results[i])
					}
				}
			}
		})
	}
	z := false
	edges(p, func(e *flat.Edge) {
		switch o := e.Op.(type) {
		case flat.Assume:
			if o.Trap != nil && readsAny(o.Cond, func(v *flat.Var) bool { return !relevant[v] }) {
				e.Op, p.Lenient, z = flat.Skip{}, true, true
			}
		case flat.Assign:
			if !relevant[o.To] {
				e.Op, z = flat.Skip{}, true
			}
		case flat.Havoc:
			// Inputs have to be read in order when a counterexample is replayed.
			if !relevant[o.To] && o.Input == "" {
				e.Op, z = flat.Skip{}, true
			}
		case flat.Call:
			for i, v := range o.Results {
				if v != nil && !relevant[v] {
					o.Results[i], z = nil, true
				}
			}
		}
	})
	for _, f := range p.Functions {
		for i, v := range f.Params {
			if v != nil && !relevant[v] {
				dropParam(p, f, i)
			}
		}
	}
	return z
}

// dropParam passes a constant for a parameter that nobody reads.
func dropParam(p *flat.Program, f *flat.Function, i int) {
	edges(p, func(e *flat.Edge) {
		if o, ok := e.Op.(flat.Call); ok && o.Callee == f && !o.Args[i].IsConst() && !o.Args[i].Type.Array {
			o.Args[i] = flat.NewConst(new(big.Int), o.Args[i].Type)
		}
	})
}

// joinBranches replaces conditions that do not matter, because both branches lead to one node without
// doing anything, by one skip.
func joinBranches(f *flat.Function) bool {
	z := false
	for _, n := range f.Nodes {
		if len(n.Out) != 2 || n.Out[0].To != n.Out[1].To {
			continue
		}
		a, b := n.Out[0], n.Out[1]
		if complementary(a.Op, b.Op) || isSkip(a.Op) && isSkip(b.Op) {
			flat.Disconnect(b)
			a.Op, b.Op = flat.Skip{}, flat.Skip{}
			z = true
		}
	}
	return z
}

func isSkip(op flat.Op) bool {
	_, ok := op.(flat.Skip)
	return ok
}

// complementary reports whether the ops are the two branches of one condition.
func complementary(x, y flat.Op) bool {
	a, ok := x.(flat.Assume)
	b, ok2 := y.(flat.Assume)
	return ok && ok2 && a.Negate != b.Negate && same(a.Cond, b.Cond)
}

// same reports whether x and y always have the same value, by their structure.
func same(x, y *flat.Expr) bool {
	if x == y {
		return !hasAny(x)
	}
	if x.Operator != y.Operator || x.Type != y.Type || x.Var != y.Var || len(x.Args) != len(y.Args) || x.Operator == flat.Any {
		return false
	}
	if x.Operator == flat.Const && x.Value.Cmp(y.Value) != 0 {
		return false
	}
	for i := range x.Args {
		if !same(x.Args[i], y.Args[i]) {
			return false
		}
	}
	return true
}

func hasAny(x *flat.Expr) bool {
	z := false
	x.Walk(func(y *flat.Expr) { z = z || y.Operator == flat.Any })
	return z
}

// contract removes nodes whose only edge out is a skip, by leading their edges in to its end.
func contract(f *flat.Function) {
	for changed := true; changed; {
		changed = false
		for _, n := range f.Nodes {
			if n == f.Exit || len(n.Out) != 1 || !isSkip(n.Out[0].Op) || n.Out[0].To == n {
				continue
			}
			to := n.Out[0].To
			if n == f.Entry {
				if len(n.In) == 0 && len(to.In) == 1 && to != f.Exit {
					flat.Disconnect(n.Out[0])
					f.Entry = to
					changed = true
				}
				continue
			}
			if len(n.In) == 0 {
				continue
			}
			flat.Disconnect(n.Out[0])
			for _, e := range n.In {
				e.To = to
				to.In = append(to.In, e)
			}
			n.In = nil
			if to.Pos.Line == 0 {
				to.Pos = n.Pos
			}
			changed = true
		}
		// Nodes with a single edge in that is a skip join their predecessor.
		for _, n := range f.Nodes {
			if n == f.Exit || n == f.Entry || len(n.In) != 1 || !isSkip(n.In[0].Op) || n.In[0].From == n {
				continue
			}
			from := n.In[0].From
			if len(from.Out) != 1 {
				continue
			}
			flat.Disconnect(n.In[0])
			for _, e := range n.Out {
				e.From = from
				from.Out = append(from.Out, e)
			}
			n.Out = nil
			changed = true
		}
	}
	var nodes []*flat.Node
	for _, n := range f.Nodes {
		if len(n.In) > 0 || len(n.Out) > 0 || n == f.Entry || n == f.Exit {
			n.ID = len(nodes)
			nodes = append(nodes, n)
		}
	}
	f.Nodes = nodes
}
