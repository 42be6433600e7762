// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
)

// direct is a copy of p without calls through pointers.
func direct(p *cfg.Program) *cfg.Program {
	if !hasIndirect(p) {
		return p
	}
	z := *p
	if p.Init != nil && !slices.Contains(p.Functions, p.Init) {
		whole := *p
		whole.Functions = append(p.Functions[:len(p.Functions):len(p.Functions)], p.Init)
		p = &whole
	}
	a := pointsto.Analyze(p)
	w := copier{}
	z.Functions = nil
	for _, f := range p.Functions {
		g := &cfg.Function{Name: f.Name, Params: f.Params, Locals: f.Locals, Result: f.Result, Pos: f.Pos, Atomic: f.Atomic, VarArgs: f.VarArgs}
		w[f] = g
		z.Functions = append(z.Functions, g)
	}
	for _, f := range p.Functions {
		g := w[f]
		nodes := make([]*cfg.Node, len(f.Nodes))
		for i, n := range f.Nodes {
			nodes[i] = g.NewNode(n.Pos)
			nodes[i].Label = n.Label
		}
		g.Entry, g.Exit = nodes[f.Entry.ID], nodes[f.Exit.ID]
		for e := range f.Edges() {
			from, to := nodes[e.From.ID], nodes[e.To.ID]
			call, ok := e.Op.(cfg.Call)
			switch {
			case !ok:
				from.Connect(to, w.retarget(e.Op), e.Pos)
			case call.Callee != nil:
				call.Callee = w[call.Callee]
				from.Connect(to, w.retarget(call), e.Pos)
			default:
				z.Notes = append(z.Notes, w.choose(g, from, to, call, a, e.Pos)...)
			}
		}
	}
	z.Init, z.Main = w[p.Init], w[p.Main]
	return &z
}

func hasIndirect(p *cfg.Program) bool {
	for e := range p.Edges() {
		if c, ok := e.Op.(cfg.Call); ok && c.Callee == nil {
			return true
		}
	}
	return false
}

func nextVar(p *cfg.Program) int {
	next := 0
	note := func(vs []*cfg.Var) {
		for _, v := range vs {
			next = max(next, v.ID+1)
		}
	}
	note(p.Globals)
	for _, f := range p.Functions {
		note(f.Params)
		note(f.Locals)
		if f.Result != nil {
			note([]*cfg.Var{f.Result})
		}
	}
	return next
}

// copier maps functions to their copies.
type copier map[*cfg.Function]*cfg.Function

// retarget replaces the functions whose addresses op takes by their copies.
func (w copier) retarget(op cfg.Op) cfg.Op {
	return cfg.Mapper{Expr: func(x cfg.Expr) cfg.Expr {
		if y, ok := x.(cfg.FuncAddr); ok && y.Func != nil && w[y.Func] != nil {
			y.Func = w[y.Func]
			return y
		}
		return x
	}}.MapOp(op)
}

// choose turns a call through a pointer into one branch for each callee that takes as many arguments.
// A pointer that comes from outside, or points to none of them, calls something unknown.
func (w copier) choose(g *cfg.Function, from, to *cfg.Node, call cfg.Call, a *pointsto.Analysis, pos cfg.Pos) []cfg.Note {
	var fit []*cfg.Function
	known := !a.MayBeOutside(call.Fun)
	for _, f := range a.Callees(call.Fun) {
		if len(f.Params) <= len(call.Args) && (call.To == nil || f.Result != nil && f.Result.Type.Kind == call.To.Type().Kind) {
			fit = append(fit, f)
		}
	}
	call = w.retarget(call).(cfg.Call)
	for i, f := range fit {
		c := call
		c.Callee, c.Fun = w[f], nil
		c.Args = c.Args[:len(f.Params)]
		if known && i == len(fit)-1 { // a valid pointer is one of them
			from.Connect(to, c, pos)
			return nil
		}
		cond := cfg.Binary{Operator: cfg.Eq, X: call.Fun, Y: cfg.FuncAddr{Func: w[f], Name: f.Name, Of: call.Fun.Type()}, Of: cInt}
		yes, no := g.NewNode(pos), g.NewNode(pos)
		from.Connect(yes, cfg.Assume{Cond: cond}, pos)
		from.Connect(no, cfg.Assume{Cond: cond, Negate: true}, pos)
		yes.Connect(to, c, pos)
		from = no
	}
	note := cfg.Note{Pos: pos, Inexact: true, Assumed: true, What: "a call through a pointer to an unknown function changes nothing and returns any value"}
	var op cfg.Op = cfg.Skip{}
	if call.To != nil {
		op = cfg.Assign{To: call.To, Value: cfg.Any{Of: call.To.Type(), Note: note.What}}
		if call.To.Type().IsAggregate() {
			op = cfg.Havoc{To: call.To, Input: ""}
		}
	}
	from.Connect(to, op, pos)
	return []cfg.Note{note}
}

var cInt = &cfg.Type{Kind: cfg.Int, Width: 32, Signed: true, Size: 4, Align: 4}
