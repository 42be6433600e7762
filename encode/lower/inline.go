// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"slices"

	"cornet/encode/cfg"
	"cornet/internal/scc"
	"cornet/internal/slice"
)

const (
	// maxEdges bounds the size of the result. Calls that would exceed it remain, except where their
	// callee is not called elsewhere.
	maxEdges = 40000
	// maxCallee limits the edges of a callee that is copied to several places, with its own
	// callees.
	maxCallee = 4000
)

// inline returns p with calls inlined, if the callee has at most limit edges or is called once. The
// result has no calls through pointers and no functions that are never called. Its Main is the new
// root, which runs Init first.
//
// Copies have variables of their own, so that analyses of the result distinguish calling contexts.
// Positions are those of the source.
func inline(p *cfg.Program, limit int) *cfg.Program {
	p = direct(p)
	w := &inliner{p: p, limit: limit, checked: asksForLives(p), nextVar: p.NextID(), total: map[*cfg.Function]int{}, keep: map[*cfg.Function]*cfg.Function{}}
	w.order()
	z := *p
	root := w.root()
	w.expand(root)
	z.Functions = []*cfg.Function{root}
	// Functions whose calls remain are expanded in turn.
	for i := 0; i < len(w.kept); i++ {
		z.Functions = append(z.Functions, w.kept[i])
		w.expand(w.kept[i])
	}
	z.Init, z.Main = nil, root
	for _, f := range z.Functions {
		prune(f)
	}
	return &z
}

// inliner makes one program with calls inlined.
type inliner struct {
	p       *cfg.Program
	limit   int // maximal number of edges of a callee that is copied to several places
	nextVar int
	edges   int  // edges of the result so far
	checked bool // errors in models of the library are reported at their calls
	// total is the size of a function with everything that it calls. Recursive functions have no
	// entry.
	total     map[*cfg.Function]int
	recursive map[*cfg.Function]bool
	sites     map[*cfg.Function]int
	once      map[*cfg.Function]bool          // the result has at most one copy of the function
	keep      map[*cfg.Function]*cfg.Function // original → copy that remains a function
	kept      []*cfg.Function
}

// root runs Init and Main with indeterminate arguments.
func (w *inliner) root() *cfg.Function {
	f := &cfg.Function{Name: w.p.Main.Name, Pos: w.p.Main.Pos}
	f.Entry, f.Exit = f.NewNode(f.Pos), nil
	at := f.Entry
	if w.p.Init != nil {
		next := f.NewNode(f.Pos)
		at.Connect(next, cfg.Call{Callee: w.p.Init}, f.Pos)
		at = next
	}
	call := cfg.Call{Callee: w.p.Main}
	for _, v := range w.p.Main.Params {
		arg := w.copyVar(v, f)
		next := f.NewNode(v.Pos)
		at.Connect(next, cfg.Havoc{To: cfg.VarPlace{Var: arg}, Input: "argument " + v.Name + " of " + f.Name}, v.Pos)
		call.Args = append(call.Args, cfg.Load{From: cfg.VarPlace{Var: arg}})
		at = next
	}
	f.Exit = f.NewNode(f.Pos)
	at.Connect(f.Exit, call, f.Pos)
	return f
}

// newVar returns a copy of v for f.
func (w *inliner) newVar(v *cfg.Var, f *cfg.Function) *cfg.Var {
	c := *v
	c.Func, c.ID = f, w.nextVar
	w.nextVar++
	return &c
}

// copyVar returns a local variable of f for v.
func (w *inliner) copyVar(v *cfg.Var, f *cfg.Function) *cfg.Var {
	c := w.newVar(v, f)
	if c.Kind == cfg.Param {
		c.Kind = cfg.Local
	}
	f.Locals = append(f.Locals, c)
	return c
}

// callees returns the functions that f calls, one for each call.
func callees(f *cfg.Function) []*cfg.Function {
	var z []*cfg.Function
	for e := range f.Edges() {
		if c, ok := e.Op.(cfg.Call); ok && c.Callee != nil {
			z = append(z, c.Callee)
		}
	}
	return z
}

// order finds the recursive functions and the sizes of the others.
func (w *inliner) order() {
	w.recursive = map[*cfg.Function]bool{}
	w.sites = map[*cfg.Function]int{}
	var functions []*cfg.Function
	number := map[*cfg.Function]int{}
	enter := func(f *cfg.Function) {
		if _, ok := number[f]; !ok {
			number[f] = len(functions)
			functions = append(functions, f)
		}
	}
	for _, f := range w.p.Functions {
		enter(f)
	}
	var calls [][]int
	for i := 0; i < len(functions); i++ {
		var to []int
		for _, g := range callees(functions[i]) {
			enter(g)
			w.sites[g]++
			to = append(to, number[g])
		}
		calls = append(calls, to)
	}
	graph := scc.Find(len(functions), func(v int) []int { return calls[v] })
	w.once = map[*cfg.Function]bool{w.p.Main: true}
	for _, members := range graph.Components { // callers come before their callees
		for _, v := range members {
			f := functions[v]
			for _, g := range calls[v] {
				if h := functions[g]; w.sites[h] == 1 {
					w.once[h] = w.once[f] || graph.OnCycle(v)
				}
			}
		}
	}
	for _, members := range slices.Backward(graph.Components) { // callees come before their callers
		for _, v := range members {
			f := functions[v]
			w.recursive[f] = graph.OnCycle(v)
			size := 0
			for _, n := range f.Nodes {
				size += len(n.Out)
			}
			for _, g := range calls[v] {
				size = min(size+w.total[functions[g]], 1<<30)
			}
			w.total[f] = size
		}
	}
}

// expand replaces the calls in f.
func (w *inliner) expand(f *cfg.Function) {
	for i := 0; i < len(f.Nodes); i++ {
		n := f.Nodes[i]
		for _, e := range slices.Clone(n.Out) {
			w.edges++
			call, ok := e.Op.(cfg.Call)
			if !ok || call.Callee == nil {
				continue
			}
			g := call.Callee
			fits := w.total[g] <= w.limit || w.sites[g] <= 1
			if w.recursive[g] || g.Pool != nil || !w.once[g] && (!fits || w.edges+w.total[g] > maxEdges) {
				call.Callee = w.retained(g)
				e.Op = call
				continue
			}
			w.splice(f, e, call)
		}
	}
}

// retained returns the copy of g that remains a function. Later calls of g, in copies of the same
// kind, use this copy too.
func (w *inliner) retained(g *cfg.Function) *cfg.Function {
	if c := w.keep[g]; c != nil {
		return c
	}
	if slices.Contains(w.kept, g) {
		return g
	}
	c := &cfg.Function{Name: g.Name, Pos: g.Pos, Pool: g.Pool}
	w.keep[g] = c
	w.kept = append(w.kept, c)
	vars := map[*cfg.Var]*cfg.Var{}
	for _, v := range g.Params {
		vars[v] = w.newVar(v, c)
		c.Params = append(c.Params, vars[v])
	}
	if g.Result != nil {
		vars[g.Result] = w.newVar(g.Result, c)
		c.Result = vars[g.Result]
	}
	nodes := w.copyBody(c, g, vars)
	c.Entry, c.Exit = nodes[g.Entry.ID], nodes[g.Exit.ID]
	return c
}

// splice replaces e by a copy of the callee.
func (w *inliner) splice(f *cfg.Function, e *cfg.Edge, call cfg.Call) {
	g := call.Callee
	e.Disconnect()
	vars := map[*cfg.Var]*cfg.Var{}
	for _, v := range g.Params {
		vars[v] = w.copyVar(v, f)
	}
	if g.Result != nil {
		vars[g.Result] = w.copyVar(g.Result, f)
	}
	at := e.From
	for i, v := range g.Params {
		next := f.NewNode(e.Pos)
		var op cfg.Op = cfg.Havoc{To: cfg.VarPlace{Var: vars[v]}}
		if i < len(call.Args) {
			op = cfg.Assign{To: cfg.VarPlace{Var: vars[v]}, Value: call.Args[i]}
		}
		at.Connect(next, op, e.Pos)
		at = next
	}
	nodes := w.copyBody(f, g, vars)
	if w.checked && cfg.OfLibrary(g.Pos) {
		w.blame(nodes, e.Pos)
	}
	at.Connect(nodes[g.Entry.ID], cfg.Skip{}, g.Pos)
	var op cfg.Op = cfg.Skip{}
	if call.To != nil && g.Result != nil {
		op = cfg.Assign{To: call.To, Value: cfg.Load{From: cfg.VarPlace{Var: vars[g.Result]}}}
	} else if call.To != nil {
		op = cfg.Havoc{To: call.To}
	}
	nodes[g.Exit.ID].Connect(e.To, op, e.Pos)
}

// copyBody adds copies of g's nodes and edges to f, with variables replaced. Variables without a
// replacement get copies.
func (w *inliner) copyBody(f, g *cfg.Function, vars map[*cfg.Var]*cfg.Var) []*cfg.Node {
	m := cfg.Mapper{Var: func(v *cfg.Var) *cfg.Var {
		if v.Kind == cfg.Global {
			return v
		}
		if vars[v] == nil {
			vars[v] = w.copyVar(v, f)
		}
		return vars[v]
	}}
	nodes := cfg.CopyNodes(g.Nodes, f.NewNode)
	for e := range g.Edges() {
		nodes[e.From.ID].Connect(nodes[e.To.ID], m.MapOp(e.Op), e.Pos)
	}
	return nodes
}

// blame moves errors in a copy of a library model to the position of its call. nodes are the nodes
// of the copy.
func (w *inliner) blame(nodes []*cfg.Node, at cfg.Pos) {
	for _, n := range nodes {
		for _, e := range n.Out {
			switch e.Op.(type) {
			case cfg.Error, cfg.Call:
				e.Pos = at
			}
		}
	}
}

// prune removes the nodes that cannot be reached from the entry and numbers the rest.
func prune(f *cfg.Function) {
	seen := map[*cfg.Node]bool{f.Entry: true}
	stack := []*cfg.Node{f.Entry}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range n.Out {
			if !seen[e.To] {
				seen[e.To] = true
				stack = append(stack, e.To)
			}
		}
	}
	seen[f.Exit] = true
	var nodes []*cfg.Node
	for _, n := range f.Nodes {
		if !seen[n] {
			continue
		}
		n.ID = len(nodes)
		nodes = append(nodes, n)
		n.In = slice.Filter(n.In, func(e *cfg.EdgeOf[cfg.Function, cfg.Op]) bool { return seen[e.From] })
	}
	f.Nodes = nodes
}
