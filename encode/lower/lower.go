// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"fmt"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
	"cornet/internal/unionfind"
)

const (
	// maxParts bounds the scalar parts of an exploded object that is accessed at known places.
	// maxElements bounds the parts of an array in it, since it may be copied to an array that is
	// accessed at an unknown index.
	maxParts    = 16384
	maxElements = 256
	// maxCases bounds the cases of an access with an unknown index or pointer.
	maxCases = 8
)

// Program returns p with its calls inlined and without memory. p does not change; types and
// expressions are shared.
//
// Cost: that of the points-to analysis, and linear in the result.
func Program(p *cfg.Program) *scalar.Program {
	p = inline(p, maxCallee)
	if asksForLives(p) {
		propagate(p)
	}
	a := pointsto.Analyze(p)
	unit := int64(0)
	for {
		l := lower(p, a, unit)
		// Lowering may have used cells that the analysis did not consider, or may have shown that
		// an object has another structure than the analysis assumed.
		if a.Refresh() {
			continue
		}
		if unit = l.finerUnit(); unit == 0 {
			scalar.FoldTables(l.out)
			return l.out
		}
	}
}

// lower lowers p with a unit of addresses that divides the given number, unless that is 0.
func lower(p *cfg.Program, a *pointsto.Analysis, unit int64) *lowerer {
	l := &lowerer{
		p: p, a: a, unit: unit, first: firstAddress, out: &scalar.Program{Model: p.Model, Notes: p.Notes},
		ptr:     scalar.Type{Kind: scalar.Pointer, Width: int(8 * p.Model.PointerBytes())},
		regions: map[*pointsto.Cell]*region{}, names: map[string]int{}, noted: map[cfg.Note]bool{},
		funcs: map[*cfg.Function]*scalar.Function{}, indexed: map[*pointsto.Object]bool{}, accessed: map[*pointsto.Object]map[*pointsto.Cell]bool{}, layouts: map[*pointsto.Object]*layout{},
		unranked: map[*pointsto.Object]bool{},
	}
	if unit != 0 {
		l.first = firstAmongNumbers
	}
	l.lives = lives{scoped: map[*cfg.Var]bool{}, single: map[*pointsto.Object]*life{}}
	l.findCycles()
	l.survey()
	for _, d := range l.derefs {
		a.Cells(d)
	}
	a.Refresh()
	l.surveyFlat()
	l.plan()
	l.brk = l.newVar("heap", l.ptr, nil)
	for _, f := range p.Functions {
		g := &scalar.Function{Name: f.Name, Pos: f.Pos}
		l.funcs[f] = g
		l.out.Functions = append(l.out.Functions, g)
	}
	l.linkPools()
	for _, f := range p.Functions {
		l.setOwners(f)
	}
	for _, f := range p.Functions {
		l.signature(f)
	}
	for _, f := range p.Functions {
		l.function(f)
	}
	l.prologue()
	l.out.Main = l.funcs[p.Main]
	return l
}

// linkPools records which functions add values to sets, and which take values from them.
func (l *lowerer) linkPools() {
	pools := map[*cfg.Var]*scalar.Function{}
	for _, f := range l.p.Functions {
		if f.Pool != nil && f.Result == nil {
			l.funcs[f].Adds = true
			pools[f.Pool] = l.funcs[f]
		}
	}
	for _, f := range l.p.Functions {
		if f.Pool != nil && f.Result != nil {
			l.funcs[f].From = pools[f.Pool]
		}
	}
}

type lowerer struct {
	p    *cfg.Program
	a    *pointsto.Analysis
	out  *scalar.Program
	ptr  scalar.Type
	unit int64 // in bytes
	// The first addresses of objects, and of dynamic ones, in units.
	first, heap int64
	bases       []int64 // constant addresses of objects, ascending
	dynamic     []*pointsto.Object
	brk         *scalar.Var
	classes     []*class // of ranked objects
	// unranked are objects of classes for which ranks failed.
	unranked map[*pointsto.Object]bool

	cyclic  map[*cfg.Node]bool
	prefix  map[*cfg.Node]bool // nodes that run once, before everything else
	frames  frames
	derefs  []cfg.Place // accessed places that pointers point to
	indexed map[*pointsto.Object]bool
	stores  map[*pointsto.Object]*storage
	united  unionfind.Sets[*pointsto.Cell]
	ranges  unionfind.Sets[*atom] // atoms that accesses cannot distinguish, in regions
	regions map[*pointsto.Cell]*region
	used    []*region // in order of first use
	// numbered means that the program converts an address to a number.
	numbered bool
	// converted are the numbers that become pointers, and the pointers that become numbers.
	converted []*scalar.Expr
	layouts   map[*pointsto.Object]*layout
	lives     lives
	uses      []*use
	accessed  map[*pointsto.Object]map[*pointsto.Cell]bool // the cells of the uses
	copies    [][2]*use
	names     map[string]int
	noted     map[cfg.Note]bool
	funcs     map[*cfg.Function]*scalar.Function
	nextVar   int

	f    *scalar.Function // the function being made
	cur  *scalar.Node
	pos  cfg.Pos
	init bool // within the prefix
}

func (l *lowerer) allCells() []*pointsto.Cell { return l.a.AllCells() }

// newVar makes a variable of function f, or a global one, with a unique name.
func (l *lowerer) newVar(name string, t scalar.Type, f *scalar.Function) *scalar.Var {
	l.names[name]++
	if n := l.names[name]; n > 1 {
		name = fmt.Sprintf("%s@%d", name, n)
	}
	v := &scalar.Var{Name: name, Type: t, Func: f, ID: l.nextVar}
	l.nextVar++
	if f == nil {
		l.out.Globals = append(l.out.Globals, v)
	} else {
		f.Locals = append(f.Locals, v)
	}
	return v
}

// note records that something is not modelled. It returns the text.
func (l *lowerer) note(format string, args ...any) string {
	n := cfg.Note{Pos: l.pos, What: fmt.Sprintf(format, args...), Inexact: true}
	if !l.noted[n] {
		l.noted[n] = true
		l.out.Notes = append(l.out.Notes, n)
	}
	return n.What
}

// setOwners sets the owner of the storage of a function's variables. Variables of the root count as
// globals, since it is never called.
func (l *lowerer) setOwners(f *cfg.Function) {
	if f == l.p.Main {
		return
	}
	own := func(v *cfg.Var) {
		if o := l.a.OfVar(v); l.stores[o] != nil && l.ownedBy(o) == f {
			l.stores[o].owner = l.funcs[f]
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

// assume records an assumption about executions.
func (l *lowerer) assume(what string) {
	if n := (cfg.Note{Pos: l.pos, What: what, Assumed: true}); !l.noted[n] {
		l.noted[n] = true
		l.out.Notes = append(l.out.Notes, n)
	}
}

// store returns the storage of v. Variables that the program never mentions get one here.
func (l *lowerer) store(v *cfg.Var) *storage {
	o := l.a.OfVar(v)
	s := l.stores[o]
	if s == nil {
		s = &storage{object: o, typ: v.Type, direct: true, slots: map[slotKey]*scalar.Var{}}
		if v.Func != nil && v.Func != l.p.Main {
			s.owner = l.funcs[v.Func]
		}
		l.stores[o] = s
		l.classify(s)
	}
	return s
}

// signature makes the parameters and results of f: the scalar parts of its parameters and result.
func (l *lowerer) signature(f *cfg.Function) {
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

// boundary returns the variable that passes a scalar part between a function and its caller. If the
// part is itself a variable, this is that variable.
func (l *lowerer) boundary(r ref, v *cfg.Var, g *scalar.Function) *scalar.Var {
	if x := l.slotOf(r); x != nil {
		return x
	}
	t := l.scalarType(r.typ)
	return l.newVar(v.Name+"_in", t, g)
}

// slotOf returns the variable that scalar r denotes, or nil if r is not exactly one variable.
func (l *lowerer) slotOf(r ref) *scalar.Var {
	a := r.alts[0]
	if s := l.stores[a.cell.Object]; s.kind != exploded || s.dynamic {
		return nil
	}
	if !a.isFlat() {
		return l.slot(a)
	}
	if ps := l.pieces(a, 0, r.typ.Size); len(ps) == 1 && ps[0].typ == l.scalarType(r.typ) && r.bits == nil {
		return ps[0].v
	}
	return nil
}

// function lowers the body of f.
func (l *lowerer) function(f *cfg.Function) {
	g := l.funcs[f]
	l.f = g
	nodes := cfg.CopyNodes(f.Nodes, g.NewNode)
	g.Entry, g.Exit = nodes[f.Entry.ID], nodes[f.Exit.ID]
	if f != l.p.Main {
		entry := g.NewNode(f.Pos)
		l.cur, l.pos, l.init = entry, f.Pos, false
		l.enter(f)
		l.cur.Connect(g.Entry, scalar.Skip{}, f.Pos)
		g.Entry = entry
	}
	for _, n := range f.Nodes {
		start := nodes[n.ID]
		if branches(n) { // both edges evaluate the condition
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
			l.cur.Connect(nodes[e.To.ID], last, e.Pos)
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

// enter makes the objects whose lifetime is a call of f, and fills parameters.
func (l *lowerer) enter(f *cfg.Function) {
	var vars []*cfg.Var
	vars = append(vars, f.Params...)
	vars = append(vars, f.Locals...)
	for _, v := range vars {
		if s := l.store(v); s.dynamic {
			at := l.newVar("&"+v.Name, l.ptr, l.f)
			s.base = scalar.NewRead(at)
			l.allocate(s.object, at, scalar.NewInt(l.units(max(v.Type.Size, 1)), l.ptr))
		}
	}
	i := 0
	for _, v := range f.Params {
		for _, r := range l.leaves(l.whole(v)) {
			p := l.f.Params[i]
			i++
			if l.slotOf(r) != nil {
				continue
			}
			l.write(r, scalar.NewRead(p))
		}
	}
}

// prologue assumes facts at the start of the program: the heap begins after the objects with
// constant addresses, and memory that is zero until it is written is zero.
func (l *lowerer) prologue() {
	main := l.funcs[l.p.Main]
	start := main.NewNode(main.Pos)
	at := start
	add := func(op scalar.Op) {
		next := main.NewNode(main.Pos)
		at.Connect(next, op, main.Pos)
		at = next
	}
	add(scalar.Assign{To: l.brk, Value: l.address(l.heap)})
	for _, c := range l.classes {
		add(scalar.Assign{To: c.next, Value: l.address(c.first)})
	}
	l.initialLives(add)
	for _, r := range l.used {
		if r.zero {
			add(scalar.Assign{To: r.v, Value: &scalar.Expr{Operator: scalar.Fill, Type: r.v.Type, Args: []*scalar.Expr{scalar.NewInt(0, r.typ)}}})
		}
	}
	at.Connect(main.Entry, scalar.Skip{}, main.Pos)
	main.Entry = start
}

// emit adds op after the current node.
func (l *lowerer) emit(op scalar.Op) {
	next := l.f.NewNode(l.pos)
	l.cur.Connect(next, op, l.pos)
	l.cur = next
}

// temp returns a new variable of the function being made.
func (l *lowerer) temp(name string, t scalar.Type) *scalar.Var {
	owner := l.f
	if l.f == l.funcs[l.p.Main] {
		owner = nil
	}
	return l.newVar(name, t, owner)
}

// allocate makes a new object, an instance of o with size units, and stores its address in to.
func (l *lowerer) allocate(o *pointsto.Object, to *scalar.Var, size *scalar.Expr) {
	next, between := l.brk, l.between()
	c := l.stores[o].class
	if c != nil {
		next, size, between = c.next, l.address(1), 0
	}
	l.emit(scalar.Make{Site: o.ID, Address: scalar.NewRead(next)})
	l.emit(scalar.Assign{To: to, Value: scalar.NewRead(next)})
	switch {
	case c != nil || !l.numbered:
	case size.IsConst():
		between = l.rounded(size.Value.Int64()+between) - size.Value.Int64()
	default: // a rounded size that is large enough, computed without a division
		size, between = scalar.New(scalar.Mul, l.ptr, size, l.address(l.rounded(1))), l.rounded(between)
	}
	after := scalar.New(scalar.Add, l.ptr, scalar.NewRead(next), scalar.New(scalar.Add, l.ptr, size, scalar.NewInt(between, l.ptr)))
	l.emit(scalar.Assign{To: next, Value: after})
}

// between returns the number of units between objects.
func (l *lowerer) between() int64 {
	if l.lives.checked {
		return gap
	}
	return 1
}

// rounded returns the first multiple of the alignment of allocated objects from n on. If the
// program never uses addresses as numbers, a smaller alignment suffices.
func (l *lowerer) rounded(n int64) int64 {
	step := int64(8)
	if l.numbered {
		step = cfg.AllocAlign
	}
	return (n + step - 1) / step * step
}

// units returns the number of units that n bytes need.
func (l *lowerer) units(n int64) int64 { return (n + l.unit - 1) / l.unit }
