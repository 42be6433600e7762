// SPDX-License-Identifier: Apache-2.0

package mem

import (
	"fmt"

	"cornet/encode/cfg"
	"cornet/encode/flat"
	"cornet/encode/points"
)

// Options bound what is exploded. The zero value is usable.
type Options struct {
	// Explode is the most scalar parts that an object accessed at known places
	// is exploded into; default 256.
	Explode int
	// Split is the most cases of an access with an unknown index or pointer;
	// default 8.
	Split int
}

// Lower returns p without memory. p has no calls through pointers; package encode/inline
// sees to that.
//
// Cost: that of the points-to analysis, and linear in the result.
func Lower(p *cfg.Program, o Options) *flat.Program {
	if o.Explode == 0 {
		o.Explode = 256
	}
	if o.Split == 0 {
		o.Split = 8
	}
	a := points.Analyze(p)
	for {
		z := lower(p, o, a)
		// Lowering asks about cells that the analysis has not seen, and may find out
		// that the structure of an object is not what it seemed.
		if !a.Refresh() {
			return z
		}
	}
}

func lower(p *cfg.Program, o Options, a *points.Analysis) *flat.Program {
	l := &lowerer{
		p: p, o: o, a: a, out: &flat.Program{Model: p.Model, Notes: p.Notes},
		ptr:     flat.Type{Kind: flat.Pointer, Width: int(8 * p.Model.PointerBytes())},
		regions: map[*points.Cell]*region{}, names: map[string]int{}, noted: map[cfg.Note]bool{},
		funcs: map[*cfg.Function]*flat.Function{}, indexed: map[*points.Object]bool{},
	}
	l.findCycles()
	l.survey()
	for _, d := range l.derefs {
		a.Cells(d)
	}
	a.Refresh()
	l.plan()
	l.brk = l.newVar("heap", l.ptr, nil)
	for _, f := range p.Functions {
		g := &flat.Function{Name: f.Name, Pos: f.Pos}
		l.funcs[f] = g
		l.out.Functions = append(l.out.Functions, g)
	}
	for _, f := range p.Functions {
		l.owners(f)
	}
	for _, f := range p.Functions {
		l.interface_(f)
	}
	for _, f := range p.Functions {
		l.function(f)
	}
	l.prologue()
	l.out.Main = l.funcs[p.Main]
	return l.out
}

type lowerer struct {
	p    *cfg.Program
	o    Options
	a    *points.Analysis
	out  *flat.Program
	ptr  flat.Type
	unit int64 // bytes
	heap int64 // first address of dynamic objects, in units
	brk  *flat.Var

	cyclic  map[*cfg.Node]bool
	prefix  map[*cfg.Node]bool // run once, before everything else
	derefs  []cfg.Place        // places behind pointers that are accessed
	indexed map[*points.Object]bool
	stores  map[*points.Object]*storage
	leader  map[*points.Cell]*points.Cell
	regions map[*points.Cell]*region
	used    []*region // in order of first use
	names   map[string]int
	noted   map[cfg.Note]bool
	funcs   map[*cfg.Function]*flat.Function
	nextVar int

	f    *flat.Function // being made
	cur  *flat.Node
	pos  cfg.Pos
	init bool // within the prefix
}

func (l *lowerer) allCells() []*points.Cell { return l.a.AllCells() }

// newVar makes a variable, of function f or global, with a name of its own.
func (l *lowerer) newVar(name string, t flat.Type, f *flat.Function) *flat.Var {
	l.names[name]++
	if n := l.names[name]; n > 1 {
		name = fmt.Sprintf("%s@%d", name, n)
	}
	v := &flat.Var{Name: name, Type: t, Func: f, ID: l.nextVar}
	l.nextVar++
	if f == nil {
		l.out.Globals = append(l.out.Globals, v)
	} else {
		f.Locals = append(f.Locals, v)
	}
	return v
}

// note remembers that something is not modelled and returns the text.
func (l *lowerer) note(format string, args ...any) string {
	n := cfg.Note{Pos: l.pos, What: fmt.Sprintf(format, args...), Inexact: true}
	if !l.noted[n] {
		l.noted[n] = true
		l.out.Notes = append(l.out.Notes, n)
	}
	return n.What
}

// owners tells the storage of a function's variables that they are its own. Those of the root may be
// taken for globals, as it is never called.
func (l *lowerer) owners(f *cfg.Function) {
	if f == l.p.Main {
		return
	}
	own := func(v *cfg.Var) {
		if s := l.stores[l.a.OfVar(v)]; s != nil {
			s.owner = l.funcs[f]
		}
	}
	for _, v := range f.Params {
		own(v)
	}
	for _, v := range f.Locals {
		own(v)
	}
	if f.Result != nil {
		own(f.Result)
	}
}

// store is the storage of v; variables that the program never mentions get one here.
func (l *lowerer) store(v *cfg.Var) *storage {
	o := l.a.OfVar(v)
	s := l.stores[o]
	if s == nil {
		s = &storage{object: o, typ: v.Type, direct: true, slots: map[slotKey]*flat.Var{}, base: l.address(0)}
		if v.Func != nil && v.Func != l.p.Main {
			s.owner = l.funcs[v.Func]
		}
		l.stores[o] = s
		l.classify(s)
	}
	return s
}

// interface_ makes the parameters and results of f: the scalar parts of its own.
func (l *lowerer) interface_(f *cfg.Function) {
	g := l.funcs[f]
	if f == l.p.Main {
		return
	}
	for _, v := range f.Params {
		for _, r := range l.leaves(l.whole(v)) {
			g.Params = append(g.Params, l.boundary(r, v, g))
		}
	}
	if f.Result != nil {
		for _, r := range l.leaves(l.whole(f.Result)) {
			g.Results = append(g.Results, l.boundary(r, f.Result, g))
		}
	}
}

// boundary is the variable that carries a scalar part over a call: the part itself if it is a
// variable.
func (l *lowerer) boundary(r ref, v *cfg.Var, g *flat.Function) *flat.Var {
	if s := l.store(v); s.kind == exploded && !s.dynamic {
		return l.slot(r.alts[0])
	}
	t := l.flatType(r.typ)
	return l.newVar(v.Name+"_in", t, g)
}

// function lowers the body of f.
func (l *lowerer) function(f *cfg.Function) {
	g := l.funcs[f]
	l.f = g
	nodes := make([]*flat.Node, len(f.Nodes))
	for i, n := range f.Nodes {
		nodes[i] = g.NewNode(n.Pos)
		nodes[i].Label = n.Label
	}
	g.Entry, g.Exit = nodes[f.Entry.ID], nodes[f.Exit.ID]
	if f != l.p.Main {
		entry := g.NewNode(f.Pos)
		l.cur, l.pos, l.init = entry, f.Pos, false
		l.receive(f)
		flat.Connect(l.cur, g.Entry, flat.Skip{}, f.Pos)
		g.Entry = entry
	}
	for _, n := range f.Nodes {
		start := nodes[n.ID]
		if branches(n) { // both evaluate the condition
			l.cur, l.pos = start, n.Out[0].Pos
			l.guarded(n.Out[0].Op)
			start = l.cur
		}
		for _, e := range n.Out {
			l.cur, l.pos, l.init = start, e.Pos, l.prefix[n]
			if _, ok := e.Op.(cfg.Assume); !ok {
				l.guarded(e.Op)
			}
			last := l.op(e)
			flat.Connect(l.cur, nodes[e.To.ID], last, e.Pos)
		}
	}
}

// branches reports whether control at n depends on one condition.
func branches(n *cfg.Node) bool {
	if len(n.Out) == 0 || len(n.Out) > 2 {
		return false
	}
	first, ok := n.Out[0].Op.(cfg.Assume)
	if len(n.Out) == 1 || !ok {
		return ok
	}
	second, ok := n.Out[1].Op.(cfg.Assume)
	return ok && first.Negate != second.Negate
}

// receive makes the objects that live as long as a call of f does, and fills parameters.
func (l *lowerer) receive(f *cfg.Function) {
	var vars []*cfg.Var
	vars = append(vars, f.Params...)
	vars = append(vars, f.Locals...)
	for _, v := range vars {
		if s := l.store(v); s.dynamic {
			at := l.newVar("&"+v.Name, l.ptr, l.f)
			s.base = flat.NewRead(at)
			l.allocate(s.object, at, flat.NewInt(l.units(max(v.Type.Size, 1)), l.ptr))
		}
	}
	i := 0
	for _, v := range f.Params {
		for _, r := range l.leaves(l.whole(v)) {
			p := l.f.Params[i]
			i++
			if s := l.store(v); s.kind == exploded && !s.dynamic {
				continue
			}
			l.write(r, flat.NewRead(p))
		}
	}
}

// prologue sets what holds at the start of the program: the heap begins behind the objects with
// constant addresses, and memory that is zero before it is written is zero.
func (l *lowerer) prologue() {
	main := l.funcs[l.p.Main]
	start := main.NewNode(main.Pos)
	at := start
	add := func(op flat.Op) {
		next := main.NewNode(main.Pos)
		flat.Connect(at, next, op, main.Pos)
		at = next
	}
	add(flat.Assign{To: l.brk, Value: l.address(l.heap)})
	for _, r := range l.used {
		if r.zero {
			add(flat.Assign{To: r.v, Value: &flat.Expr{Operator: flat.Fill, Type: r.v.Type, Args: []*flat.Expr{flat.NewInt(0, r.typ)}}})
		}
	}
	flat.Connect(at, main.Entry, flat.Skip{}, main.Pos)
	main.Entry = start
}

// emit adds op behind the current node.
func (l *lowerer) emit(op flat.Op) {
	next := l.f.NewNode(l.pos)
	flat.Connect(l.cur, next, op, l.pos)
	l.cur = next
}

// temp is a new variable of the function being made.
func (l *lowerer) temp(name string, t flat.Type) *flat.Var {
	owner := l.f
	if l.f == l.funcs[l.p.Main] {
		owner = nil
	}
	return l.newVar(name, t, owner)
}

// allocate makes to the address of a new object, one of o, of size units.
func (l *lowerer) allocate(o *points.Object, to *flat.Var, size *flat.Expr) {
	l.emit(flat.Make{Site: o.ID, Address: flat.NewRead(l.brk)})
	l.emit(flat.Assign{To: to, Value: flat.NewRead(l.brk)})
	next := flat.New(flat.Add, l.ptr, flat.NewRead(l.brk), flat.New(flat.Add, l.ptr, size, flat.NewInt(1, l.ptr)))
	l.emit(flat.Assign{To: l.brk, Value: next})
}

// units is the number of units that n bytes need.
func (l *lowerer) units(n int64) int64 { return (n + l.unit - 1) / l.unit }
