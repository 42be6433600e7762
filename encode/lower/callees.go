// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"cmp"
	"math/big"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
)

// direct returns a copy of p without calls through pointers.
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
		nodes := cfg.CopyNodes(f.Nodes, g.NewNode)
		g.Entry, g.Exit = nodes[f.Entry.ID], nodes[f.Exit.ID]
		for e := range f.Edges() {
			from, to := nodes[e.From.ID], nodes[e.To.ID]
			if call, ok := e.Op.(cfg.Call); ok && call.Callee == nil {
				z.Notes = append(z.Notes, w.choose(g, from, to, call, a, e.Pos)...)
			} else {
				from.Connect(to, w.retarget(e.Op), e.Pos)
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

// copier maps functions to their copies.
type copier map[*cfg.Function]*cfg.Function

// retarget replaces the functions that op names by their copies.
func (w copier) retarget(op cfg.Op) cfg.Op {
	return cfg.Mapper{Func: func(f *cfg.Function) *cfg.Function { return cmp.Or(w[f], f) }}.MapOp(op)
}

// choose turns a call through a pointer into one branch for each function that it may run, and one
// for other addresses. If the pointer may come from outside and is not null, that branch calls an
// unknown function. Otherwise it is an undefined call, which stays unchanged.
func (w copier) choose(g *cfg.Function, from, to *cfg.Node, call cfg.Call, a *pointsto.Analysis, pos cfg.Pos) (notes []cfg.Note) {
	callees, outside := a.Callees(call.Fun), a.MayBeOutside(call.Fun)
	call = w.retarget(call).(cfg.Call)
	split := func(cond cfg.Expr) *cfg.Node {
		yes, no := g.NewNode(pos), g.NewNode(pos)
		from.Connect(yes, cfg.Assume{Cond: cond}, pos)
		from.Connect(no, cfg.Assume{Cond: cond, Negate: true}, pos)
		from = no
		return yes
	}
	for _, f := range callees {
		if !f.Takes(call.Args, call.To) {
			notes = append(notes, cfg.Note{Pos: pos, Assumed: true, What: "an execution ends where a pointer to a function of another type is called, such as " + f.Name})
			continue
		}
		c := call
		c.Callee, c.Fun = w[f], nil
		c.Args = c.Args[:len(f.Params)]
		if p, ok := cfg.StripCasts(call.Fun).(cfg.FuncAddr); ok && p.Func == w[f] {
			from.Connect(to, c, pos)
			return nil
		}
		split(binary(cfg.Eq, call.Fun, cfg.FuncAddr{Func: w[f], Name: f.Name, Of: call.Fun.Type()})).Connect(to, c, pos)
	}
	if outside {
		note := cfg.Note{Pos: pos, Inexact: true, Assumed: true, What: "a call through a pointer to an unknown function changes nothing and returns any value"}
		notes = append(notes, note)
		var op cfg.Op = cfg.Skip{}
		if call.To != nil {
			op = cfg.Assign{To: call.To, Value: cfg.Any{Of: call.To.Type(), Note: note.What}}
			if call.To.Type().IsAggregate() {
				op = cfg.Havoc{To: call.To, Input: ""}
			}
		}
		split(binary(cfg.Ne, call.Fun, cfg.Const{Value: new(big.Int), Of: call.Fun.Type()})).Connect(to, op, pos)
	}
	from.Connect(to, call, pos)
	return notes
}

// strayCall ends an execution that calls, through a pointer, a function outside the points-to set.
// An access through null ends in the same way. The obligation states that the pointer points to no
// other function.
func (l *lowerer) strayCall(fun cfg.Expr) {
	found := map[*pointsto.Object]bool{}
	for _, c := range l.a.Values(fun) {
		found[c.Object] = true
	}
	if x := l.expr(fun); !x.HasAny() {
		fine := l.truth(true)
		for _, o := range l.a.Objects {
			if o.Func != nil && !found[o] {
				fine = l.and(fine, scalar.New(scalar.Not, l.int(), scalar.New(scalar.Eq, l.int(), x, l.base(o))))
			}
		}
		if !fine.IsConst() || fine.Value.Sign() == 0 {
			l.emit(scalar.Obligation{Cond: fine, Address: x})
		}
	}
	l.emit(scalar.Assume{Cond: l.truth(false)})
}

// binary applies an operator that yields int.
func binary(op cfg.BinaryOp, x, y cfg.Expr) cfg.Expr {
	return cfg.Binary{Operator: op, X: x, Y: y, Of: cInt}
}

var cInt = &cfg.Type{Kind: cfg.Int, Width: 32, Signed: true, Size: 4, Align: 4}
