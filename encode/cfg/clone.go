// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"slices"

	"cornet/internal/slice"
)

// Clone returns a copy of p in which edges may have other operations: op, if not nil, returns that
// of an edge of p, in terms of p. Functions, nodes, edges and variables of functions are new.
// Global variables, types and positions are shared. So changes to the graph of the copy do not
// change p.
//
// Nodes, edges and variables keep their order and their numbers. For example,
// p.Functions[2].Nodes[7] becomes z.Functions[2].Nodes[7].
//
// Cost: O(size of the program).
func (p *Program) Clone(op func(*Edge) Op) *Program {
	c := cloner{functions: map[*Function]*Function{}, vars: map[*Var]*Var{}}
	c.mapper = Mapper{Var: c.variable, Func: func(f *Function) *Function { return c.functions[f] }}
	all := slices.Clone(p.Functions)
	for _, f := range []*Function{p.Init, p.Main} {
		if f != nil && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	for _, f := range all {
		c.declare(f)
	}
	if op == nil {
		op = func(e *Edge) Op { return e.Op }
	}
	for _, f := range all {
		c.body(f, op)
	}
	z := *p
	z.Globals, z.Notes = slices.Clip(p.Globals), slices.Clip(p.Notes)
	z.Functions = slice.Map(p.Functions, func(f *Function) *Function { return c.functions[f] })
	z.Init, z.Main = c.functions[p.Init], c.functions[p.Main]
	return &z
}

// A cloner maps the parts of a program to their copies.
type cloner struct {
	functions map[*Function]*Function
	vars      map[*Var]*Var // of functions
	mapper    Mapper
}

// variable returns the copy of v, or v if it is global.
func (c *cloner) variable(v *Var) *Var {
	if z := c.vars[v]; z != nil {
		return z
	}
	return v
}

// declare makes the copy of f and of its variables, without nodes.
func (c *cloner) declare(f *Function) {
	z := *f
	c.functions[f] = &z
	clone := func(v *Var) *Var {
		if v == nil {
			return nil
		}
		w := *v
		w.Func, c.vars[v] = &z, &w
		return &w
	}
	z.Params, z.Locals, z.Result = slice.Map(f.Params, clone), slice.Map(f.Locals, clone), clone(f.Result)
}

// body copies the nodes and edges of f.
func (c *cloner) body(f *Function, op func(*Edge) Op) {
	z := c.functions[f]
	z.Nodes = make([]*Node, len(f.Nodes))
	for i, n := range f.Nodes {
		z.Nodes[i] = &Node{ID: n.ID, Func: z, Pos: n.Pos, Label: n.Label}
	}
	z.Entry, z.Exit = z.Nodes[f.Entry.ID], z.Nodes[f.Exit.ID]
	edges := map[*Edge]*Edge{}
	for i, n := range f.Nodes {
		for _, e := range n.Out {
			edges[e] = &Edge{From: z.Nodes[i], To: z.Nodes[e.To.ID], Op: c.mapper.MapOp(op(e)), Pos: e.Pos}
			z.Nodes[i].Out = append(z.Nodes[i].Out, edges[e])
		}
	}
	for i, n := range f.Nodes {
		for _, e := range n.In {
			if edges[e] != nil { // its source may have been removed from the function
				z.Nodes[i].In = append(z.Nodes[i].In, edges[e])
			}
		}
	}
}
