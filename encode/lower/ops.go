// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"math/big"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
)

// op lowers the operation of e. It emits all steps except the last, which it returns.
func (l *lowerer) op(e *cfg.Edge) scalar.Op {
	switch o := e.Op.(type) {
	case cfg.Assume:
		return scalar.Assume{Cond: l.cond(o.Cond), Negate: o.Negate}
	case cfg.Assign:
		l.assign(o)
	case cfg.Havoc:
		l.havocRef(l.resolve(o.To, true), o.Input, "")
	case cfg.Call:
		l.call(o)
	case cfg.Error:
		return scalar.Error{Error: o}
	case cfg.Stop:
		return scalar.Stop{}
	case cfg.Alloc:
		l.alloc(e, o)
	case cfg.Copy:
		l.copy(o)
	case cfg.Fill:
		l.fill(o)
	case cfg.Clobber:
		l.clobber(o)
	case cfg.Free:
		l.free(o)
	case cfg.Scope:
		l.scope(o)
	case cfg.Skip, cfg.AtomicBegin, cfg.AtomicEnd, cfg.Signal, cfg.InitLock:
	case cfg.Lock, cfg.Unlock, cfg.Wait, cfg.Join:
		return l.sync(o)
	case cfg.Self:
		l.havocRef(l.resolve(o.To, true), "", l.note("identity of the thread"))
	case cfg.ExitThread:
		return scalar.Stop{}
	default:
		l.note("%T is not modelled", e.Op)
	}
	return scalar.Skip{}
}

// sync lowers synchronisation. Usually package threads has replaced it before. If a program without
// threads is too large for that, the operation may block, fail or succeed.
func (l *lowerer) sync(op cfg.Op) scalar.Op {
	note := l.note("locks are ignored here")
	cfg.Accesses(op, func(to cfg.Place, kind cfg.AccessKind) {
		if kind == cfg.Write {
			l.havocRef(l.resolve(to, true), "", note)
		}
	})
	if lock, ok := op.(cfg.Lock); ok && lock.Failure() == 0 {
		return scalar.Assume{Cond: l.cond(cfg.Any{Of: &cfg.Type{Kind: cfg.Int, Width: 32, Signed: true, Size: 4, Align: 4}, Note: note})}
	}
	return scalar.Skip{}
}

func (l *lowerer) assign(o cfg.Assign) {
	t := o.To.Type()
	if t.IsScalar() {
		x := l.expr(o.Value)
		l.write(l.resolve(o.To, true), x)
		return
	}
	to := l.resolve(o.To, true)
	switch x := o.Value.(type) {
	case cfg.Load:
		l.copyRef(to, l.resolve(x.From, true))
	case cfg.Aggregate:
		l.assignAggregate(to, x)
	case cfg.Cond:
		l.branch(x, func(y cfg.Expr) { l.assign(cfg.Assign{To: o.To, Value: y}) })
	case cfg.Any:
		l.havocRef(to, "", x.Note)
	default:
		l.havocRef(to, "", l.note("value of an unexpected form"))
	}
}

// branch runs then for the two values of x.
func (l *lowerer) branch(x cfg.Cond, then func(cfg.Expr)) {
	l.fork(l.cond(x.If), func() { then(x.Then) }, func() { then(x.Else) })
}

// fork runs then if c holds, and otherwise if it does not.
func (l *lowerer) fork(c *scalar.Expr, then, otherwise func()) {
	start, end := l.cur, l.f.NewNode(l.pos)
	for i, run := range []func(){then, otherwise} {
		l.cur = start
		l.emit(scalar.Assume{Cond: c, Negate: i == 1})
		run()
		l.cur.Connect(end, scalar.Skip{}, l.pos)
	}
	l.cur = end
}

// assignAggregate sets the parts of to. Parts without an element become zero.
func (l *lowerer) assignAggregate(to ref, x cfg.Aggregate) {
	if isOpaque(to) {
		return
	}
	if l.isFlat(to) {
		l.assignFlat(to, x)
		return
	}
	if reg := l.onlyCell(to); reg != nil {
		if l.init && reg.zero {
			l.assignNonzero(to, x)
			return
		}
		l.emit(scalar.Assign{To: reg.v, Value: &scalar.Expr{Operator: scalar.Fill, Type: reg.v.Type, Args: []*scalar.Expr{scalar.NewInt(0, reg.typ)}}})
		l.assignNonzero(to, x)
		return
	}
	if l.init && l.allZeroed(to) {
		l.assignNonzero(to, x)
		return
	}
	if !l.byParts(to) {
		l.havocLarge(to, l.note("initialisation of a large object"))
		return
	}
	parts := l.parts(to)
	if to.typ.Kind == cfg.Union && len(x.Elems) > 0 && !cfg.IsZero(x.Elems[0]) {
		// the only part, or one that is read as another part of the same size
		parts = []ref{l.field(to, 0)}
	}
	for i, p := range parts {
		var e cfg.Expr
		if i < len(x.Elems) {
			e = x.Elems[i]
		}
		l.assignPart(p, e)
	}
}

// assignPart sets p to e, or to zero if e is nil.
func (l *lowerer) assignPart(p ref, e cfg.Expr) {
	switch y := e.(type) {
	case nil:
		if p.typ.IsScalar() {
			t := l.scalarType(p.typ)
			l.write(p, scalar.NewInt(0, t))
			return
		}
		l.assignAggregate(p, cfg.Aggregate{Of: p.typ})
	case cfg.Aggregate:
		l.assignAggregate(p, y)
	case cfg.Load:
		if p.typ.IsAggregate() {
			l.copyRef(p, l.resolve(y.From, true))
			return
		}
		l.write(p, l.expr(e))
	case cfg.Any:
		if p.typ.IsAggregate() {
			l.havocRef(p, "", y.Note)
			return
		}
		l.write(p, l.expr(e))
	default:
		l.write(p, l.expr(e))
	}
}

// assignNonzero sets the parts of to that are not zero.
func (l *lowerer) assignNonzero(to ref, x cfg.Aggregate) {
	for i, e := range x.Elems {
		if cfg.IsZero(e) {
			continue
		}
		var p ref
		if to.typ.Kind == cfg.Array {
			p = l.element(to, int64(i))
		} else {
			p = l.field(to, i)
		}
		if y, ok := e.(cfg.Aggregate); ok {
			l.assignNonzero(p, y)
			continue
		}
		l.assignPart(p, e)
	}
}

// allZeroed reports whether all parts of to are in regions that are zero at the start.
func (l *lowerer) allZeroed(to ref) bool {
	if l.isFlat(to) {
		return l.flatZeroed(to)
	}
	if to.typ.IsScalar() {
		for _, a := range to.alts {
			if a.kind != regions {
				return false
			}
			if reg, _ := l.place(a); !reg.zero {
				return false
			}
		}
		return true
	}
	if to.typ.Kind == cfg.Array {
		return l.allZeroed(l.element(to, 0))
	}
	for _, p := range l.parts(to) {
		if !l.allZeroed(p) {
			return false
		}
	}
	return true
}

// call passes scalar parts to a function that has not been inlined.
func (l *lowerer) call(o cfg.Call) {
	if o.Callee == nil {
		l.strayCall(o.Fun)
		return
	}
	g := l.funcs[o.Callee]
	call := scalar.Call{Callee: g}
	for i, v := range o.Callee.Params {
		if i >= len(o.Args) {
			for range l.leaves(l.whole(v)) {
				p := g.Params[len(call.Args)]
				call.Args = append(call.Args, scalar.NewAny(p.Type, "", l.pos))
			}
			continue
		}
		if v.Type.IsScalar() {
			x := l.expr(o.Args[i])
			call.Args = append(call.Args, x)
			continue
		}
		load, ok := o.Args[i].(cfg.Load)
		for _, r := range l.leaves(l.whole(v)) {
			_ = r
			p := g.Params[len(call.Args)]
			if !ok {
				call.Args = append(call.Args, scalar.NewAny(p.Type, l.note("argument of an unexpected form"), l.pos))
				continue
			}
			from := l.leaves(l.resolve(load.From, false))
			k := len(call.Args) - l.firstParam(o.Callee, i)
			call.Args = append(call.Args, l.convert(l.read(from[k]), p.Type))
		}
	}
	for i, x := range call.Args {
		if p := g.Params[i]; x.Type != p.Type {
			call.Args[i] = l.convert(x, p.Type)
		}
	}
	temps := make([]*scalar.Var, len(g.Results))
	if o.To != nil {
		for i, v := range g.Results {
			temps[i] = l.temp("result", v.Type)
		}
	}
	call.Results = temps
	l.emit(call)
	if o.To != nil {
		for i, r := range l.leaves(l.resolve(o.To, true)) {
			if i < len(temps) {
				l.write(r, scalar.NewRead(temps[i]))
			}
		}
	}
}

// firstParam returns the number of scalar parameters before parameter i of f.
func (l *lowerer) firstParam(f *cfg.Function, i int) int {
	n := 0
	for _, v := range f.Params[:i] {
		n += len(l.leaves(l.whole(v)))
	}
	return n
}

func (l *lowerer) alloc(e *cfg.Edge, o cfg.Alloc) {
	s := l.stores[l.a.OfSite(e)]
	size := l.expr(o.Size)
	to := l.resolve(o.To, true)
	if s == nil || s.base != nil { // a single instance
		base := l.address(1)
		if s != nil {
			base = s.base
		}
		if s != nil && s.kind != opaque && s.typ != nil && (o.Zero) {
			l.assignAggregate(ref{typ: s.typ, alts: []alt{{cell: l.a.Root(s.object), kind: s.kind, base: s.base}}}, cfg.Aggregate{Of: s.typ})
		}
		if s != nil {
			l.begin(s.object, base, size)
		}
		l.write(to, base)
		return
	}
	at := l.temp("new", l.ptr)
	var units *scalar.Expr
	if size.IsConst() && size.Value.IsInt64() {
		units = scalar.NewInt(l.units(max(size.Value.Int64(), 1)), l.ptr)
	} else {
		units = scalar.New(scalar.Cast, l.ptr, size)
		if l.unit > 1 {
			units = scalar.New(scalar.Div, l.ptr, scalar.New(scalar.Add, l.ptr, units, l.address(l.unit-1)), l.address(l.unit))
		}
	}
	l.allocate(s.object, at, units)
	l.begin(s.object, scalar.NewRead(at), size)
	switch {
	case o.Zero && s.object.Flat:
		l.zeroFlat(s, at)
	case o.Zero && s.kind == regions && s.object.Type != nil:
		l.zeroNew(s, at, size)
	}
	l.write(to, scalar.NewRead(at))
}

// zeroNew fills the new object at an address with zeros, except in regions that are zero anyway.
func (l *lowerer) zeroNew(s *storage, at *scalar.Var, size *scalar.Expr) {
	n := int64(-1)
	elem := s.object.Type.Elem
	if size.IsConst() && elem.Size > 0 {
		n = size.Value.Int64() / elem.Size
	}
	whole := ref{typ: s.object.Type, alts: []alt{{cell: l.a.Root(s.object), kind: regions, base: scalar.NewRead(at)}}}
	first := l.element(whole, 0)
	if l.allZeroed(first) {
		return
	}
	if m := leafCount(elem); n < 0 || m < 0 || n*int64(m) > 64 {
		l.havocLarge(first, l.note("calloc of unknown or large size"))
		return
	}
	for i := range n {
		l.assignPart(l.element(whole, i), nil)
	}
}

// at returns element n of the memory at pointer, seen as an array of type t.
func at(pointer cfg.Expr, t *cfg.Type, n int64) cfg.Place {
	of := &cfg.Type{Kind: cfg.Pointer, Elem: t, Size: pointer.Type().Size, Align: pointer.Type().Align}
	p := pointer
	for {
		c, ok := p.(cfg.Cast)
		if !ok || c.X.Type().Kind != cfg.Pointer {
			break
		}
		p = c.X
	}
	var x cfg.Expr = cfg.Cast{X: p, Of: of}
	if a, ok := p.(cfg.AddrOf); ok && a.Place.Type().Same(t) {
		x = cfg.AddrOf{Place: a.Place, Of: of}
	}
	if n != 0 {
		x = cfg.Binary{Operator: cfg.PtrAdd, X: x, Y: cfg.Const{Value: big.NewInt(n), Of: intType}, Of: of}
	}
	return cfg.Deref{Pointer: x, Of: t}
}

// blockType returns a type at which all objects of the pointers can be accessed as blocks of the
// given size, or nil.
func (l *lowerer) blockType(bytes cfg.Expr, pointers ...cfg.Expr) *cfg.Type {
	var z *cfg.Type
	for _, p := range pointers {
		for _, c := range l.a.Values(p) {
			if c.Object.Func != nil || c.Object.Opaque || c.Object.Flat || c.Type == nil {
				continue
			}
			c, _ = enclosing(c, bytes)
			t := c.Type
			for t.Kind == cfg.Array {
				t = t.Elem
			}
			// A pointer to the first member may be meant for the whole struct.
			if z == nil || z.Size < t.Size {
				z = t
			}
		}
	}
	return z
}

// blocks returns the number of elements of type t in x bytes, or -1 if it is unknown or too large.
func (l *lowerer) blocks(x cfg.Expr, t *cfg.Type) int64 {
	v := l.expr(x)
	if t == nil || t.Size <= 0 || !v.IsConst() || !v.Value.IsInt64() || v.Value.Int64()%t.Size != 0 {
		return -1
	}
	n := v.Value.Int64() / t.Size
	if m := leafCount(t); m < 0 || n > maxLeaves || n*int64(m) > maxLeaves {
		return -1
	}
	return n
}

func (l *lowerer) copy(o cfg.Copy) {
	if l.anyFlat(o.To, o.From) {
		l.copyBytes(o)
		return
	}
	t := l.blockType(o.Bytes, o.To, o.From)
	if t == nil {
		return
	}
	if l.crosses(o.Bytes, o.To, o.From) {
		l.flatten(o.To, o.From)
		return
	}
	n := l.blocks(o.Bytes, t)
	if n < 0 && l.ragged(o.Bytes, t) {
		l.flatten(o.To, o.From)
		return
	}
	if n < 0 {
		if k := l.atMost(o.Bytes, t, o.To, o.From); k >= 0 && !l.expr(o.Bytes).IsConst() {
			to, starts := l.elements(o.To, t, k)
			from, _ := l.elements(o.From, t, k)
			l.transfer(to, from, starts, l.expr(o.Bytes))
			return
		}
		if l.copyLoop(o, t) {
			return
		}
		l.havocLarge(l.resolve(at(o.To, t, 0), true), l.note("copy of a block of unknown or large size"))
		l.havocExploded(o.To)
		return
	}
	if n <= 1 {
		for i := range n {
			l.copyRef(l.resolve(at(o.To, t, i), true), l.resolve(at(o.From, t, i), true))
		}
		return
	}
	// The blocks may overlap: read all, then write all.
	var values []*scalar.Var
	for i := range n {
		for _, r := range l.leaves(l.resolve(at(o.From, t, i), true)) {
			v := l.temp("block", l.scalarType(r.typ))
			l.emit(scalar.Assign{To: v, Value: l.read(r)})
			values = append(values, v)
		}
	}
	k := 0
	for i := range n {
		for _, r := range l.leaves(l.resolve(at(o.To, t, i), true)) {
			l.write(r, scalar.NewRead(values[k]))
			k++
		}
	}
}

// havocExploded havocs the exploded objects that pointer may point to.
func (l *lowerer) havocExploded(pointer cfg.Expr) {
	for _, c := range l.a.Values(pointer) {
		s := l.stores[c.Object]
		if s == nil || s.kind != exploded || s.typ == nil || c.Object.Func != nil {
			continue
		}
		l.havocRef(ref{typ: s.typ, alts: []alt{{cell: l.a.Root(s.object), kind: s.kind, base: s.base}}}, "", l.note("block of unknown or large size"))
	}
}

func (l *lowerer) fill(o cfg.Fill) {
	if l.anyFlat(o.To) {
		l.fillBytes(o)
		return
	}
	t := l.blockType(o.Bytes, o.To)
	if t == nil {
		return
	}
	if l.crosses(o.Bytes, o.To) {
		l.flatten(o.To)
		return
	}
	v := l.expr(o.Value)
	n := l.blocks(o.Bytes, t)
	if n < 0 && l.ragged(o.Bytes, t) {
		l.flatten(o.To)
		return
	}
	whole := l.resolve(at(o.To, t, 0), true)
	if n < 0 || !v.IsConst() {
		if v.IsConst() && v.Value.Sign() == 0 && l.fillWhole(o) {
			return
		}
		if k := l.atMost(o.Bytes, t, o.To); k >= 0 && (n >= 0 || !l.expr(o.Bytes).IsConst()) {
			to, starts := l.elements(o.To, t, k)
			l.fillParts(to, starts, v, l.expr(o.Bytes))
			return
		}
		if l.fillLoop(o, t) {
			return
		}
		l.havocLarge(whole, l.note("filling a block of unknown or large size"))
		l.havocExploded(o.To)
		return
	}
	to, starts := l.elements(o.To, t, n)
	if slices.ContainsFunc(to, isBitField) && v.Value.Sign() != 0 {
		l.flatten(o.To)
		return
	}
	l.fillParts(to, starts, v, l.expr(o.Bytes))
}

// fillWhole clears an array that is a whole region, if the operation does exactly this.
func (l *lowerer) fillWhole(o cfg.Fill) bool {
	cs := l.a.Values(o.To)
	if len(cs) != 1 {
		return false
	}
	s := l.stores[cs[0].Object]
	bytes := l.expr(o.Bytes)
	if s == nil || s.typ == nil || s.typ.Kind != cfg.Array || !bytes.IsConst() || bytes.Value.Cmp(big.NewInt(s.typ.Size)) != 0 {
		return false
	}
	reg := l.onlyCell(ref{typ: s.typ, alts: []alt{{cell: l.a.Root(s.object), kind: s.kind, base: s.base}}})
	if reg == nil {
		return false
	}
	l.emit(scalar.Assign{To: reg.v, Value: &scalar.Expr{Operator: scalar.Fill, Type: reg.v.Type, Args: []*scalar.Expr{scalar.NewInt(0, reg.typ)}}})
	return true
}
