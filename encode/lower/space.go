// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"math/big"
	"reflect"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/internal/unionfind"
)

// This file abstracts structs that are allocated many times, such as elements of lists and trees,
// by invariants of their contents.
//
// A space consists of objects that some Allocs make and that one access may refer to. Variables
// hold the contents of two of its objects: the one that was made last, and the one among the others
// that was accessed last. When the program accesses a third object, the contents of the second one
// are pushed: added to a set. Then the contents of the accessed object are pulled: they become an
// arbitrary element of this set. So the set contains the contents of all objects that are not in
// variables, without their addresses. In the clauses, a predicate represents the set.
//
// The abstraction has all executions of the program in which accesses are valid, and possibly more.
//
// T. Kahsai, R. Kersten, P. Rümmer, M. Schäf, "Quantified Heap Invariants for Object-Oriented
// Programs", LPAR 2017. Differences: invariants do not mention addresses. Variables hold two
// objects instead of one, so that a new object can be linked with another before it is pushed.

// maxContents bounds the scalar parts of an object of a space.
const maxContents = 16

// A space is a set of objects.
type space struct {
	typ *cfg.Type
	// made is the newest object, and other the second one in variables. Their addresses are null
	// until such objects exist.
	made, other               *cfg.Var
	addressMade, addressOther *cfg.Var
	push, pull                *cfg.Function
	sites                     map[*cfg.Edge]bool
}

// Spaces returns a program in which spaces replace the objects of p that are made many times. Calls
// are inlined if possible. The result has at least the executions of p; p does not change. Spaces
// returns nil if there are no such objects. It also returns nil if p uses them in any way other
// than by accessing their members through pointers to their beginnings.
func Spaces(p *cfg.Program) *cfg.Program {
	if !allocates(p) || asksForLives(p) {
		return nil
	}
	z := *inline(p, maxCallee)
	w := &spacer{p: &z, a: pointsto.Analyze(&z), of: map[*pointsto.Object]*space{}, nextVar: z.NextID()}
	z.Globals = slices.Clone(z.Globals)
	if !w.find() {
		return nil
	}
	for _, f := range z.Functions {
		w.function(f)
	}
	w.begin()
	if w.failed || w.escapes() {
		return nil
	}
	return &z
}

// allocates reports whether p makes objects that are not variables.
func allocates(p *cfg.Program) bool {
	for e := range p.Edges() {
		if o, ok := e.Op.(cfg.Alloc); ok && !o.Auto {
			return true
		}
	}
	return false
}

// spacer makes the spaces of a program.
type spacer struct {
	p       *cfg.Program
	a       *pointsto.Analysis
	of      map[*pointsto.Object]*space
	spaces  []*space
	nextVar int
	failed  bool // an object is used in an unsupported way

	f   *cfg.Function
	at  *cfg.Node
	pos cfg.Pos
}

// find finds the spaces. It reports whether there are any.
func (w *spacer) find() bool {
	l := &lowerer{p: w.p}
	l.findCycles()
	var together unionfind.Sets[*pointsto.Object]
	bad, many := map[*pointsto.Object]bool{}, map[*pointsto.Object]bool{}
	access := func(pointer cfg.Expr, t *cfg.Type) {
		var first *pointsto.Object
		for _, c := range w.a.Values(pointer) {
			o := c.Object
			if o.Func != nil {
				continue
			}
			if first == nil {
				first = o
			}
			y, x := together.Union(o, first)
			bad[x] = bad[x] || bad[y] || !holds(o, t)
		}
	}
	m := cfg.Mapper{Place: func(p cfg.Place) cfg.Place {
		if d, ok := p.(cfg.Deref); ok && d.Direct() == nil {
			access(d.Pointer, d.Of)
		}
		return p
	}, Expr: func(x cfg.Expr) cfg.Expr {
		if b, ok := x.(cfg.Binary); ok && b.Operator == cfg.PtrAdd {
			access(b.X, nil)
		}
		return x
	}}
	for e := range w.p.Edges() {
		m.MapOp(e.Op)
		switch o := e.Op.(type) {
		case cfg.Copy:
			access(o.To, nil)
			access(o.From, nil)
		case cfg.Fill:
			access(o.To, nil)
		case cfg.Assign, cfg.Assume, cfg.Havoc, cfg.Call, cfg.Alloc, cfg.Skip, cfg.Stop, cfg.Error, cfg.Free:
		default:
			return false
		}
	}
	for _, o := range w.a.Objects {
		lead := together.Find(o)
		many[lead] = many[lead] || o.Site != nil && !l.once(o.Site)
	}
	for _, o := range slices.Clone(w.a.Objects) {
		lead := together.Find(o)
		if o.Site == nil || bad[lead] || !many[lead] || !holds(o, elementOf(o)) {
			continue
		}
		if w.of[lead] == nil {
			w.of[lead] = w.newSpace(o.Type.Elem)
		}
		w.of[o] = w.of[lead]
		w.of[o].sites[o.Site] = true
	}
	return len(w.spaces) > 0
}

// holds reports whether o is allocated, has the size of the struct t, and is accessed only with
// that type.
func holds(o *pointsto.Object, t *cfg.Type) bool {
	return isOneStruct(o) && t != nil && o.Type.Elem.Same(t) && plain(t)
}

// elementOf returns the type of the elements of o, or nil if it is not known.
func elementOf(o *pointsto.Object) *cfg.Type {
	if o.Type == nil {
		return nil
	}
	return o.Type.Elem
}

// plain reports whether t has few scalar parts and no unions.
func plain(t *cfg.Type) bool {
	switch t.Kind {
	case cfg.Union, cfg.Void, cfg.Func:
		return false
	case cfg.Array:
		return t.Len > 0 && plain(t.Elem)
	case cfg.Struct:
		for _, f := range t.Fields {
			if !plain(f.Type) {
				return false
			}
		}
		n := leafCount(t)
		return 0 < n && n <= maxContents
	}
	return true
}

func (w *spacer) newSpace(t *cfg.Type) *space {
	global := func(name string, t *cfg.Type) *cfg.Var {
		v := w.newVar(name, t, cfg.Global, nil)
		w.p.Globals = append(w.p.Globals, v)
		return v
	}
	pointer := &cfg.Type{Kind: cfg.Pointer, Elem: t, Size: w.p.Model.PointerBytes(), Align: w.p.Model.PointerBytes()}
	name := t.Tag
	s := &space{typ: t, sites: map[*cfg.Edge]bool{}}
	s.made, s.other = global(name+" made last", t), global(name+" accessed last", t)
	s.addressMade, s.addressOther = global("&"+s.made.Name, pointer), global("&"+s.other.Name, pointer)
	pool := global(name+" pushed", t)
	function := func(name string) *cfg.Function {
		f := &cfg.Function{Name: name + t.Tag, Pool: pool, Key: s.addressOther}
		f.Entry, f.Exit = f.NewNode(f.Pos), f.NewNode(f.Pos)
		return f
	}
	s.push, s.pull = function("push "), function("pull ")
	x := w.newVar("contents", t, cfg.Param, s.push)
	s.push.Params = []*cfg.Var{x}
	s.push.Entry.Connect(s.push.Exit, cfg.Assign{To: cfg.VarPlace{Var: pool}, Value: load(x)}, cfg.Pos{})
	s.pull.Result = w.newVar("contents", t, cfg.Result, s.pull)
	s.pull.Entry.Connect(s.pull.Exit, cfg.Assign{To: cfg.VarPlace{Var: s.pull.Result}, Value: load(pool)}, cfg.Pos{})
	w.spaces = append(w.spaces, s)
	return s
}

func (w *spacer) newVar(name string, t *cfg.Type, kind cfg.VarKind, f *cfg.Function) *cfg.Var {
	v := &cfg.Var{Name: name, Type: t, Kind: kind, Func: f, ID: w.nextVar}
	w.nextVar++
	return v
}

func load(v *cfg.Var) cfg.Expr { return cfg.Load{From: cfg.VarPlace{Var: v}} }

func truth(n int64) cfg.Expr { return cfg.Const{Value: big.NewInt(n), Of: intType} }

func equal(x, y cfg.Expr) cfg.Expr {
	return cfg.Binary{Operator: cfg.Eq, X: x, Y: y, Of: intType}
}

func null(t *cfg.Type) cfg.Expr { return cfg.Const{Value: new(big.Int), Of: t} }

// temp returns a new variable with the current value of x.
func (w *spacer) temp(x cfg.Expr) *cfg.Var {
	v := w.local(x.Type())
	w.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: x})
	return v
}

func (w *spacer) local(t *cfg.Type) *cfg.Var {
	v := w.newVar("t", t, cfg.Temp, w.f)
	w.f.Locals = append(w.f.Locals, v)
	return v
}

// emit appends op.
func (w *spacer) emit(op cfg.Op) {
	next := w.f.NewNode(w.pos)
	w.at.Connect(next, op, w.pos)
	w.at = next
}

// branch runs one function if c holds and another if it does not.
func (w *spacer) branch(c cfg.Expr, yes, no func()) {
	start, end := w.at, w.f.NewNode(w.pos)
	for _, do := range []func(){yes, no} {
		w.at = w.f.NewNode(w.pos)
		start.Connect(w.at, cfg.Assume{Cond: c, Negate: len(start.Out) > 0}, w.pos)
		if do != nil {
			do()
		}
		w.at.Connect(end, cfg.Skip{}, w.pos)
	}
	w.at = end
}

// begin empties the spaces at the start of the program, and adds the functions that push and pull
// contents.
func (w *spacer) begin() {
	w.f = w.p.Main
	entry := w.f.NewNode(w.f.Pos)
	w.at, w.pos = entry, w.f.Pos
	for _, s := range w.spaces {
		for _, v := range []*cfg.Var{s.addressMade, s.addressOther} {
			w.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: null(v.Type)})
		}
		for _, v := range []*cfg.Var{s.made, s.other} {
			w.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}})
		}
		w.p.Functions = append(w.p.Functions, s.push, s.pull)
	}
	w.at.Connect(w.f.Entry, cfg.Skip{}, w.pos)
	w.f.Entry = entry
}

// escapes reports whether an access through a pointer may still access an object of a space in
// another way.
func (w *spacer) escapes() (z bool) {
	a := pointsto.Analyze(w.p)
	sites := map[*cfg.Edge]bool{}
	for _, s := range w.spaces {
		for e := range s.sites {
			sites[e] = true
		}
	}
	m := cfg.Mapper{Place: func(p cfg.Place) cfg.Place {
		if d, ok := p.(cfg.Deref); ok && d.Direct() == nil {
			for _, c := range a.Values(d.Pointer) {
				z = z || sites[c.Object.Site]
			}
		}
		return p
	}}
	for e := range w.p.Edges() {
		m.MapOp(e.Op)
	}
	return z
}

// function rewrites the operations of f.
func (w *spacer) function(f *cfg.Function) {
	w.f = f
	for _, n := range slices.Clone(f.Nodes) {
		edges := slices.Clone(n.Out)
		if !slices.ContainsFunc(edges, func(e *cfg.Edge) bool { return w.concerns(e) }) {
			continue
		}
		if assume, ok := edges[0].Op.(cfg.Assume); ok && len(edges) <= 2 && branches(n) && (len(edges) == 1 || reflect.DeepEqual(assume.Cond, edges[1].Op.(cfg.Assume).Cond)) {
			w.at, w.pos = n, edges[0].Pos
			for _, e := range edges {
				e.Disconnect()
			}
			cond := w.expr(assume.Cond)
			for _, e := range edges {
				op := e.Op.(cfg.Assume)
				op.Cond = cond
				w.at.Connect(e.To, op, e.Pos)
			}
			continue
		}
		for _, e := range edges {
			w.edge(n, e)
		}
	}
}

// concerns reports whether e accesses, or makes, an object of a space.
func (w *spacer) concerns(e *cfg.Edge) (z bool) {
	if alloc, ok := e.Op.(cfg.Alloc); ok && !alloc.Auto && w.of[w.a.OfSite(e)] != nil {
		return true
	}
	m := cfg.Mapper{Place: func(p cfg.Place) cfg.Place {
		d, ok := p.(cfg.Deref)
		z = z || ok && w.spaceOf(d) != nil
		return p
	}}
	m.MapOp(e.Op)
	return z
}

// spaceOf returns the space that d's pointer points into, or nil.
func (w *spacer) spaceOf(d cfg.Deref) *space {
	if d.Direct() != nil {
		return nil
	}
	for _, c := range w.a.Values(d.Pointer) {
		if s := w.of[c.Object]; s != nil {
			return s
		}
	}
	return nil
}

// edge rewrites the operation of e, which leads away from n.
func (w *spacer) edge(n *cfg.Node, e *cfg.Edge) {
	w.at, w.pos = w.f.NewNode(e.Pos), e.Pos
	first := w.at
	if alloc, ok := e.Op.(cfg.Alloc); ok && w.of[w.a.OfSite(e)] != nil {
		w.alloc(e, alloc)
	} else {
		w.op(e.Op)
	}
	e.Disconnect()
	n.Connect(first, cfg.Skip{}, e.Pos)
	w.at.Connect(e.To, cfg.Skip{}, e.Pos)
}

// op rewrites op, which makes no object of a space.
func (w *spacer) op(op cfg.Op) {
	var to cfg.Place
	z := cfg.MapParts(op, w.expr, func(l cfg.Place) cfg.Place {
		if l == nil || !w.behind(l) {
			return w.place(l).at
		}
		to = l
		return cfg.VarPlace{Var: w.local(l.Type())}
	})
	w.emit(z)
	if to != nil {
		var v *cfg.Var
		cfg.MapParts(z, func(x cfg.Expr) cfg.Expr { return x }, func(l cfg.Place) cfg.Place { v = cfg.Root(l); return l })
		w.store(to, load(v))
	}
}

// alloc makes an object of a space.
func (w *spacer) alloc(e *cfg.Edge, o cfg.Alloc) {
	s := w.of[w.a.OfSite(e)]
	t := w.local(o.To.Type())
	w.evict(s)
	w.emit(cfg.Assign{To: cfg.VarPlace{Var: s.other}, Value: load(s.made)})
	w.emit(cfg.Assign{To: cfg.VarPlace{Var: s.addressOther}, Value: load(s.addressMade)})
	if o.Zero {
		w.emit(cfg.Assign{To: cfg.VarPlace{Var: s.made}, Value: cfg.Aggregate{Of: s.typ}})
	} else {
		w.emit(cfg.Havoc{To: cfg.VarPlace{Var: s.made}})
	}
	to := o.To
	o.Size, o.To, o.Zero = w.expr(o.Size), cfg.VarPlace{Var: t}, false
	w.emit(o)
	s.sites[w.at.In[0]] = true
	w.emit(cfg.Assign{To: cfg.VarPlace{Var: s.addressMade}, Value: cfg.Cast{X: load(t), Of: s.addressMade.Type}})
	w.store(to, load(t))
}

// evict pushes the contents of the second object in variables, if there is one.
func (w *spacer) evict(s *space) {
	w.branch(equal(load(s.addressOther), null(s.addressOther.Type)), nil, func() {
		w.emit(cfg.Call{Callee: s.push, Args: []cfg.Expr{load(s.other)}})
	})
}

// focus loads the object at an address into variables.
func (w *spacer) focus(l located) {
	s, p := l.in, load(l.pointer)
	w.emit(cfg.Assume{Cond: equal(p, null(p.Type())), Negate: true})
	w.branch(l.isMade(), nil, func() {
		w.branch(equal(p, load(s.addressOther)), nil, func() {
			w.evict(s)
			w.emit(cfg.Assign{To: cfg.VarPlace{Var: s.addressOther}, Value: p})
			w.emit(cfg.Call{Callee: s.pull, To: cfg.VarPlace{Var: s.other}})
		})
	})
}

// located is a place of the program, or a place in an object of a space that a pointer points to.
// In the second case, it has the two variables that may contain the place.
type located struct {
	at      cfg.Place
	in      *space
	pointer *cfg.Var
	other   cfg.Place
}

func (l located) isMade() cfg.Expr { return equal(load(l.pointer), load(l.in.addressMade)) }

// behind reports whether l is in an object of a space.
func (w *spacer) behind(l cfg.Place) bool {
	d, ok := cfg.Outermost(l).(cfg.Deref)
	if !ok {
		return false
	}
	if direct := d.Direct(); direct != nil {
		return w.behind(direct)
	}
	return w.spaceOf(d) != nil
}

// place resolves l.
func (w *spacer) place(l cfg.Place) located {
	switch k := l.(type) {
	case cfg.FieldPlace:
		z := w.place(k.In)
		z.at = cfg.FieldPlace{In: z.at, Index: k.Index}
		if z.in != nil {
			z.other = cfg.FieldPlace{In: z.other, Index: k.Index}
		}
		return z
	case cfg.IndexPlace:
		z := w.place(k.In)
		x := w.expr(k.Index)
		z.at = cfg.IndexPlace{In: z.at, Index: x}
		if z.in != nil {
			z.other = cfg.IndexPlace{In: z.other, Index: x}
		}
		return z
	case cfg.Deref:
		if d := k.Direct(); d != nil {
			return w.place(d)
		}
		s := w.spaceOf(k)
		if s == nil {
			return located{at: cfg.Deref{Pointer: w.expr(k.Pointer), Of: k.Of}}
		}
		p := w.expr(k.Pointer)
		if !p.Type().Same(s.addressMade.Type) {
			p = cfg.Cast{X: p, Of: s.addressMade.Type}
		}
		return located{at: cfg.VarPlace{Var: s.made}, in: s, pointer: w.temp(p), other: cfg.VarPlace{Var: s.other}}
	}
	return located{at: l}
}

// store stores the value of a variable, x, in a place.
func (w *spacer) store(to cfg.Place, x cfg.Expr) {
	l := w.place(to)
	if l.in == nil {
		w.emit(cfg.Assign{To: l.at, Value: x})
		return
	}
	w.focus(l)
	w.branch(l.isMade(), func() { w.emit(cfg.Assign{To: l.at, Value: x}) }, func() { w.emit(cfg.Assign{To: l.other, Value: x}) })
}

// expr returns an expression with the value of x that accesses objects of spaces only through
// temporaries.
func (w *spacer) expr(x cfg.Expr) cfg.Expr {
	switch y := x.(type) {
	case cfg.Load:
		l := w.place(y.From)
		if l.in == nil {
			return cfg.Load{From: l.at}
		}
		w.focus(l)
		return load(w.temp(cfg.Cond{If: l.isMade(), Then: cfg.Load{From: l.at}, Else: cfg.Load{From: l.other}}))
	case cfg.AddrOf:
		if w.behind(y.Place) {
			if d, ok := y.Place.(cfg.Deref); ok {
				return cfg.Cast{X: w.expr(d.Pointer), Of: y.Of}
			}
			w.failed = true
			return x
		}
		y.Place = w.place(y.Place).at
		return y
	case cfg.Unary:
		y.X = w.expr(y.X)
		return y
	case cfg.Cast:
		y.X = w.expr(y.X)
		return y
	case cfg.Binary:
		y.X = w.expr(y.X)
		if (y.Operator == cfg.LogAnd || y.Operator == cfg.LogOr) && w.mentions(y.Y) {
			rest := func() cfg.Expr { return cfg.Cond{If: w.expr(y.Y), Then: truth(1), Else: truth(0)} }
			if y.Operator == cfg.LogOr {
				return w.either(y.X, y.Of, func() cfg.Expr { return truth(1) }, rest)
			}
			return w.either(y.X, y.Of, rest, func() cfg.Expr { return truth(0) })
		}
		y.Y = w.expr(y.Y)
		return y
	case cfg.Cond:
		y.If = w.expr(y.If)
		if w.mentions(y.Then) || w.mentions(y.Else) {
			return w.either(y.If, y.Type(), func() cfg.Expr { return w.expr(y.Then) }, func() cfg.Expr { return w.expr(y.Else) })
		}
		return y
	case cfg.Aggregate:
		y.Elems = slices.Clone(y.Elems)
		for i, e := range y.Elems {
			y.Elems[i] = w.expr(e)
		}
		return y
	}
	return x
}

// either returns the value of one expression if c holds, and of another if it does not.
func (w *spacer) either(c cfg.Expr, t *cfg.Type, yes, no func() cfg.Expr) cfg.Expr {
	v := w.local(t)
	c = load(w.temp(c))
	set := func(x func() cfg.Expr) func() {
		return func() { w.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: x()}) }
	}
	w.branch(c, set(yes), set(no))
	return load(v)
}

// mentions reports whether x accesses an object of a space.
func (w *spacer) mentions(x cfg.Expr) (z bool) {
	cfg.Mapper{Place: func(p cfg.Place) cfg.Place {
		d, ok := p.(cfg.Deref)
		z = z || ok && w.spaceOf(d) != nil
		return p
	}}.MapExpr(x)
	return z
}
