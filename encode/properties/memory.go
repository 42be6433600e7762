// SPDX-License-Identifier: Apache-2.0

package properties

import (
	"math/big"
	"slices"

	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// This file has the rules about memory. If one kind is checked, there are sites for all kinds,
// since an execution ends at the first invalid access and the translation of the code after it is
// right only for valid accesses. Sites of the other kinds are switched off.

// Memory has the kinds of errors of memory.
var Memory = Where(func(k Kind) bool { return k.Error.OfMemory() })

// pointers has the kinds of errors of arithmetic on pointers.
var pointers = Set(0).With(cfg.PointerArithmetic, cfg.PointerComparison)

// Lives has the kinds of errors that depend on which objects are live.
var Lives = Memory | pointers

// pointers applies the rules of pointers to x. Comparing or subtracting equal pointers is allowed,
// as is adding 0 to any pointer.
func (w walker) pointers(x cfg.Binary) {
	together := func(p, q cfg.Expr) cfg.Expr { return cfg.Valid{Pointer: p, Bytes: number(0), In: q, Of: intType} }
	switch {
	case x.Operator == cfg.PtrAdd && w.in.kinds.Has(cfg.PointerArithmetic):
		cond := together(x, x.X)
		if n, ok := cfg.Fold(x.Y, nil); !ok || n.Sign() == 0 {
			cond = or(binary(cfg.Eq, x.Y, cfg.Const{Value: new(big.Int), Of: x.Y.Type()}), cond)
		}
		w.require(cfg.PointerArithmetic, x, cond)
	case (x.Operator == cfg.PtrDiff || x.Operator >= cfg.Lt && x.Operator <= cfg.Ge) && w.in.kinds.Has(cfg.PointerComparison):
		if x.Y.Type().Kind == cfg.Pointer && x.X.Type().Elem.Kind != cfg.Func {
			w.require(cfg.PointerComparison, x, or(binary(cfg.Eq, x.X, x.Y), together(x.X, x.Y)))
		}
	}
}

// valid claims that reading l, or storing in it, is valid. Its parts have been checked.
func (w walker) valid(l cfg.Place, write bool) {
	if l == nil || w.in.kinds&Memory == 0 {
		return
	}
	t := l.Type()
	size := cfg.AccessSize(l)
	for at := l; ; {
		switch k := at.(type) {
		case cfg.FieldPlace:
			at = k.In
			continue
		case cfg.IndexPlace:
			w.withinArray(l, k, size, write)
			at = k.In
			continue
		case cfg.Deref:
			if direct := k.Direct(); direct != nil {
				at = direct
				continue
			}
			w.withinRows(l, k.Pointer)
			if size > 0 {
				var pointer cfg.Expr = cfg.AddrOf{Place: l, Of: w.pointerTo(t)}
				if _, same := l.(cfg.Deref); same {
					pointer = k.Pointer
				}
				w.require(cfg.InvalidDeref, cfg.Load{From: l}, cfg.Valid{Pointer: pointer, Bytes: number(size), Write: write, Of: intType})
			}
			if align := k.Of.Align; align > 1 && w.in.kinds.Has(cfg.Misaligned) {
				w.require(cfg.Misaligned, cfg.Load{From: l}, cfg.Valid{Pointer: k.Pointer, Align: align, Of: intType})
			}
		case cfg.VarPlace:
			if write && k.Var.Literal {
				w.require(cfg.InvalidDeref, cfg.Load{From: l}, truth(false))
			}
		}
		return
	}
}

// pointerTo returns the type of pointers to t.
func (w walker) pointerTo(t *cfg.Type) *cfg.Type {
	size := w.in.p.Model.PointerBytes()
	return &cfg.Type{Kind: cfg.Pointer, Elem: t, Size: size, Align: size}
}

// number returns a number of bytes.
func number(n int64) cfg.Expr {
	return cfg.Const{Value: big.NewInt(n), Of: &cfg.Type{Kind: cfg.Int, Width: 64, Size: 8, Align: 8}}
}

// withinArray claims that the index of k is within its array, where l is accessed. An array at the
// end of an object that a pointer points to may have more elements than declared. A flexible array
// may have as many as fit its object.
func (w walker) withinArray(l cfg.Place, k cfg.IndexPlace, size int64, write bool) {
	n, v := k.In.Type().Len, cfg.Root(k)
	_, member := k.In.(cfg.FieldPlace)
	switch {
	case n < 0 && v != nil && (v.Extern || !member):
		w.require(cfg.InvalidDeref, cfg.Load{From: l}, cfg.Any{Of: intType, Note: "whether an index is within an array of unknown length"})
		return
	case n <= 0 && v != nil && member:
		w.require(cfg.InvalidDeref, cfg.Load{From: l}, cfg.Valid{Pointer: cfg.AddrOf{Place: l, Of: w.pointerTo(l.Type())}, Bytes: number(size), Write: write, Of: intType})
		return
	case n < 0 || n == 0 && member || cfg.Trailing(k.In):
		return
	}
	cond := within(k.Index, new(big.Int), big.NewInt(n-1))
	if v, ok := cfg.Fold(k.Index, nil); ok {
		cond = truth(v.Sign() >= 0 && v.Cmp(big.NewInt(n)) < 0)
	}
	w.require(cfg.InvalidDeref, cfg.Load{From: l}, cond)
}

// withinRows claims that the indices in pointer are within their arrays, where l is accessed.
func (w walker) withinRows(l cfg.Place, pointer cfg.Expr) {
	for {
		x, ok := pointer.(cfg.Binary)
		if !ok || x.Bound == nil {
			return
		}
		w.require(cfg.InvalidDeref, cfg.Load{From: l}, among(*x.Bound, 0))
		pointer = x.X
	}
}

// memory claims that the other effects of op on memory are valid, apart from reading and writing
// places.
func (w walker) memory(op cfg.Op) {
	if o, ok := op.(cfg.Copy); ok && o.Disjoint && w.in.kinds.Has(cfg.Overlap) {
		w.disjoint(o)
	}
	if w.in.kinds&Memory == 0 {
		return
	}
	null := func(x cfg.Expr) cfg.Expr { return cfg.Const{Value: new(big.Int), Of: x.Type()} }
	switch o := op.(type) {
	case cfg.Call:
		w.code(o.Fun)
	case cfg.Create:
		w.code(o.Fun)
	case cfg.Free:
		if !o.Auto {
			w.require(cfg.InvalidFree, o.Pointer, or(binary(cfg.Eq, o.Pointer, null(o.Pointer)), cfg.Valid{Pointer: o.Pointer, Of: intType}))
		}
	case cfg.Copy:
		w.block(o.To, o.Bytes, true)
		if !o.Partial {
			w.block(o.From, o.Bytes, false)
		}
	case cfg.Fill:
		w.block(o.To, o.Bytes, true)
	case cfg.Lock:
		w.lock(o.Mutex)
	case cfg.Unlock:
		w.lock(o.Mutex)
	}
}

// disjoint claims that the blocks that o copies do not overlap.
func (w walker) disjoint(o cfg.Copy) {
	bytes := &cfg.Type{Kind: cfg.Int, Width: 8, Size: 1, Align: 1}
	t := &cfg.Type{Kind: cfg.Pointer, Elem: bytes, Size: o.To.Type().Size, Align: o.To.Type().Align}
	to, from := cfg.Expr(cfg.Cast{X: o.To, Of: t}), cfg.Expr(cfg.Cast{X: o.From, Of: t})
	ends := func(p, q cfg.Expr) cfg.Expr {
		return binary(cfg.Le, cfg.Binary{Operator: cfg.PtrAdd, X: p, Y: o.Bytes, Of: t}, q)
	}
	none := binary(cfg.Eq, o.Bytes, cfg.Const{Value: new(big.Int), Of: o.Bytes.Type()})
	w.require(cfg.Overlap, o.To, or(none, or(ends(to, from), ends(from, to))))
}

// code claims that the target of a call through a pointer, if the pointer is not nil, is a
// function.
func (w walker) code(fun cfg.Expr) {
	if fun != nil {
		w.require(cfg.InvalidDeref, fun, cfg.Valid{Pointer: fun, Code: true, Of: intType})
	}
}

// lock claims that a lock that is not a variable is live.
func (w walker) lock(mutex cfg.Expr) {
	if a, ok := mutex.(cfg.AddrOf); !ok || cfg.Root(a.Place) == nil {
		w.require(cfg.InvalidDeref, mutex, cfg.Valid{Pointer: mutex, Bytes: number(1), Of: intType})
	}
}

// block claims that some bytes that a pointer points to may be read, or stored.
func (w walker) block(pointer, bytes cfg.Expr, write bool) {
	var cond cfg.Expr = cfg.Valid{Pointer: pointer, Bytes: bytes, Write: write, Of: intType}
	if n, ok := cfg.Fold(bytes, nil); !ok {
		cond = or(binary(cfg.Eq, bytes, cfg.Const{Value: new(big.Int), Of: bytes.Type()}), cond)
	} else if n.Sign() == 0 {
		return
	}
	w.require(cfg.InvalidDeref, pointer, cond)
}

// lives begins and ends, in f, the lifetimes of variables whose address is taken, and of objects
// that are allocated for a call. Scope ops tell where the lifetimes of variables in blocks begin.
func (in *instrumenter) lives(f *cfg.Function) {
	pointed, begun := map[*cfg.Var]bool{}, map[*cfg.Var]bool{}
	var allocated []*cfg.Var
	for e := range f.Edges() {
		cfg.Accesses(e.Op, func(l cfg.Place, k cfg.AccessKind) {
			if v := cfg.Root(l); v != nil && k == cfg.Pointed && v.Kind != cfg.Global {
				pointed[v] = true
			}
		})
		switch o := e.Op.(type) {
		case cfg.Scope:
			begun[o.Var] = true
		case cfg.Alloc:
			if v, ok := o.To.(cfg.VarPlace); ok && o.Auto && v.Var.Kind == cfg.Temp {
				allocated = append(allocated, v.Var)
			}
		}
	}
	for e := range f.Edges() {
		if s, ok := e.Op.(cfg.Scope); ok && !pointed[s.Var] {
			e.Op = cfg.Skip{}
		}
	}
	vars := slice.Filter(append(slices.Clone(f.Params), f.Locals...), func(v *cfg.Var) bool { return pointed[v] })
	if len(vars)+len(allocated) == 0 {
		return
	}
	in.f, in.pos = f, f.Pos
	entry := f.NewNode(f.Pos)
	n := entry
	for _, v := range vars {
		if !begun[v] {
			n = in.then(n, cfg.Scope{Var: v})
		}
	}
	for _, v := range allocated {
		n = in.then(n, cfg.Assign{To: cfg.VarPlace{Var: v}, Value: cfg.Const{Value: new(big.Int), Of: v.Type}})
	}
	n.Connect(f.Entry, cfg.Skip{}, f.Pos)
	f.Entry = entry
	if f == in.p.Main { // the program ends here
		return
	}
	n = in.beforeExit()
	for _, v := range vars {
		n = in.then(n, cfg.Scope{Var: v, End: true})
	}
	for _, v := range allocated {
		n = in.then(n, cfg.Free{Pointer: cfg.Load{From: cfg.VarPlace{Var: v}}, Auto: true})
	}
	n.Connect(f.Exit, cfg.Skip{}, f.Exit.Pos)
}

// beforeExit redirects all edges to the exit of the function to a new node, which it returns.
func (in *instrumenter) beforeExit() *cfg.Node {
	exit := in.f.Exit
	before := in.f.NewNode(exit.Pos)
	for _, e := range slices.Clone(exit.In) {
		e.Disconnect()
		e.From.Connect(before, e.Op, e.Pos)
	}
	return before
}

// ends checks, where the program ends normally, that memory has been freed.
func (in *instrumenter) ends() {
	leaks := in.kinds & Set(0).With(cfg.LostMemory, cfg.NotFreed)
	if leaks == 0 {
		return
	}
	recursive := false
	for e := range in.p.Edges() {
		c, ok := e.Op.(cfg.Call)
		recursive = recursive || ok && c.Callee == in.p.Main
	}
	check := func(n, next *cfg.Node, op cfg.Op, pos cfg.Pos) {
		in.begin(pos)
		for _, kind := range []cfg.ErrorKind{cfg.LostMemory, cfg.NotFreed} {
			if leaks.Has(kind) {
				fine := not(cfg.Leak{Lost: kind == cfg.LostMemory, Of: intType})
				if recursive {
					fine = or(fine, cfg.Any{Of: intType, Note: "whether the program ends where main returns, which calls itself"})
				}
				in.claims = append(in.claims, claim{kind, pos, fine, ""})
			}
		}
		n, atomic := in.check(n)
		in.finish(n, op, &cfg.Edge{To: next, Pos: pos}, atomic)
	}
	for _, f := range in.p.Functions {
		in.f = f
		for _, e := range slices.Collect(f.Edges()) {
			if s, ok := e.Op.(cfg.Stop); ok && s.Exit {
				e.Disconnect()
				check(e.From, e.To, s, e.Pos)
			}
		}
	}
	in.f = in.p.Main
	pos := in.f.Exit.Pos
	if in := in.f.Exit.In; len(in) > 0 {
		pos = in[len(in)-1].Pos
	}
	check(in.beforeExit(), in.f.Exit, cfg.Skip{}, pos)
}
