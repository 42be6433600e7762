// SPDX-License-Identifier: Apache-2.0

package pointsto

import "cornet/encode/cfg"

// edge adds the effects of e's operation on points-to sets.
func (a *Analysis) edge(e *cfg.Edge) {
	switch o := e.Op.(type) {
	case cfg.Assume:
		a.eval(o.Cond)
	case cfg.Assign:
		a.flow(o.To, o.Value)
	case cfg.Havoc:
		a.havoc(o)
	case cfg.Call:
		for _, f := range a.callees(o.Callee, o.Fun) {
			a.call(f, o.Args, o.To)
		}
	case cfg.Alloc:
		a.eval(o.Size)
		var s Set
		s.add(a.Root(a.OfSite(e)).ID)
		a.store(a.place(o.To), s)
	case cfg.Free:
		a.eval(o.Pointer)
	case cfg.Copy:
		a.copyOp(o)
	case cfg.Fill:
		a.eval(o.Bytes)
		to := a.targeted(a.eval(o.To), nil)
		if s := a.eval(o.Value); a.mayBeAny(s) {
			to.each(func(i int) { a.storeAll(a.cells[i], s) })
		}
	case cfg.Clobber:
		a.clobber(o)
	case cfg.Create:
		for _, f := range a.callees(o.Callee, o.Fun) {
			var args []cfg.Expr
			if o.Arg != nil {
				args = []cfg.Expr{o.Arg}
			}
			a.call(f, args, nil)
		}
	case cfg.Join:
		// The analysis does not track which thread ends, so it takes the results of all functions.
		a.eval(o.Thread)
		if o.Status != nil {
			a.place(o.Status)
		}
		if o.To != nil {
			to := a.place(o.To)
			for _, f := range a.program.Functions {
				if f.Result != nil && f.Result.Type.Kind == cfg.Pointer {
					a.store(to, a.held(a.Root(a.OfVar(f.Result))))
				}
			}
		}
	default:
		cfg.Accesses(e.Op, func(l cfg.Place, _ cfg.AccessKind) { a.place(l) })
	}
}

func (a *Analysis) call(f *cfg.Function, args []cfg.Expr, to cfg.Place) {
	for i, x := range args {
		if i < len(f.Params) {
			a.flow(cfg.VarPlace{Var: f.Params[i]}, x)
		} else {
			a.eval(x)
		}
	}
	if to != nil && f.Result != nil {
		a.flow(to, cfg.Load{From: cfg.VarPlace{Var: f.Result}})
	}
}

// havoc adds objects outside the program to pointers that come from there. Numbers that come from
// there may be equal to any address. Indeterminate values point nowhere, except in external
// variables.
func (a *Analysis) havoc(o cfg.Havoc) {
	to := a.place(o.To)
	root := cfg.Root(o.To)
	if o.Input == "" && (root == nil || !root.Extern) {
		return
	}
	s := a.anyNumber()
	if o.To.Type().IsAggregate() {
		s.add(a.Outside.root.ID)
		to.each(func(i int) { a.storeAll(a.cells[i], s) })
	} else if o.To.Type().Kind == cfg.Pointer {
		a.store(to, only(a.Outside.root))
	} else if !s.Empty() {
		a.store(to, s)
	}
}

// clobber makes all reachable storage hold all reachable objects, and memory outside the program.
func (a *Analysis) clobber(o cfg.Clobber) {
	objects, held := a.reach(a.eval(o.Pointer))
	held.add(a.Outside.root.ID)
	held.union(a.anyNumber())
	for _, o := range objects {
		a.storeAll(a.Root(o), held)
	}
}

// Reached returns the objects that x may point into, the objects that pointers in those may point
// into, and so on. The first n are those of x itself.
func (a *Analysis) Reached(x cfg.Expr) (objects []*Object, n int) {
	at := a.eval(x)
	objects, _ = a.reach(at)
	direct := map[*Object]bool{}
	at.each(func(i int) { direct[a.cells[i].Object] = true })
	for n < len(objects) && direct[objects[n]] {
		n++
	}
	return objects, n
}

// reach returns the objects that pointers to some cells reach, and all cells that are pointed to on
// the way. It leaves out functions and the memory of unknown functions.
func (a *Analysis) reach(from Set) (objects []*Object, all Set) {
	all.union(from)
	seen := map[*Object]bool{}
	for work := from; !work.Empty(); {
		var next Set
		work.each(func(i int) {
			o := a.cells[i].Object
			if seen[o] || o.Func != nil || o.Opaque {
				return
			}
			seen[o] = true
			objects = append(objects, o)
			a.gather(a.Root(o), &next)
		})
		all.union(next)
		work = next
	}
	return objects, all
}

// copyOp copies between the objects that the pointers point to, of any type.
func (a *Analysis) copyOp(o cfg.Copy) {
	a.eval(o.Bytes)
	size := int64(-1)
	if n, ok := cfg.Fold(o.Bytes, nil); ok && n.IsInt64() {
		size = n.Int64()
	}
	to, from := a.targeted(a.eval(o.To), nil), a.targeted(a.eval(o.From), nil)
	if a.copyUntyped(to, from, size) {
		return
	}
	to.each(func(i int) {
		from.each(func(j int) { a.copyBlock(a.canonical(a.cells[i]), a.canonical(a.cells[j]), size) })
	})
}

// copyBlock copies the contents at d to c.
func (a *Analysis) copyBlock(c, d *Cell, size int64) {
	if c.isTyped() && d.isTyped() {
		if c.Type == nil && d.Type != nil {
			c = a.As(c, leaf(d.Type))
		}
		if d.Type == nil && c.Type != nil {
			d = a.As(d, leaf(c.Type))
		}
		if p, q, ok := a.Match(c, d); ok && covers(p, size) && covers(q, size) {
			a.copyCells(p, q, size)
			return
		}
		if c.Type != nil && d.Type != nil {
			a.makeFlat(c.Object)
		}
	}
	a.copyCells(c, d, size)
}

// covers reports whether size bytes that begin at c lie in c or in elements like it. A size of -1
// is an unknown number.
func covers(c *Cell, size int64) bool {
	return size <= c.Type.Size || c.Parent == nil || c.Parent.Type.Kind == cfg.Array
}

// leaf returns t, or the innermost element type if t is an array.
func leaf(t *cfg.Type) *cfg.Type {
	for t.Kind == cfg.Array {
		t = t.Elem
	}
	return t
}

// Match finds cells of one type at the addresses of c and d. It returns the largest such cells.
func (a *Analysis) Match(c, d *Cell) (*Cell, *Cell, bool) {
	if !c.isTyped() || !d.isTyped() || c.Type == nil || d.Type == nil {
		return nil, nil, false
	}
	chain := func(c *Cell) []*Cell {
		top := c
		for top.Parent != nil && top.Parent.Type.Kind == cfg.Struct && top.Parent.Type.Fields[top.Field].Offset == 0 {
			top = top.Parent
		}
		var z []*Cell
		for d := top; d != nil && d.isTyped(); d = a.first(d) {
			z = append(z, d)
		}
		return z
	}
	for _, p := range chain(c) {
		for _, q := range chain(d) {
			if p.Type.Kind != cfg.Array && p.Type.Same(q.Type) {
				return p, q, true
			}
		}
	}
	return nil, nil, false
}
