// SPDX-License-Identifier: Apache-2.0

package pointsto

import (
	"fmt"
	"math/big"
	"slices"

	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// Analysis is the result for one program. It must be used by one goroutine.
type Analysis struct {
	Objects []*Object // in order of first mention
	// Outside represents the memory that only unknown functions access.
	Outside *Object

	program *cfg.Program
	cells   []*Cell
	byVar   map[*cfg.Var]*Object
	bySite  map[*cfg.Edge]*Object
	byFunc  map[*cfg.Function]*Object
	mixed   map[*cfg.Field]bool // unions with more than one member in use
	member  map[*cfg.Field]int  // for the other unions, the member in use
	work    worklist
	numbers numbers
	changed bool
	// restart means that objects have become flat since the sets were computed.
	restart bool
	// epoch counts the times at which cells got others to represent them.
	epoch int
}

// Analyze computes what the pointers of p may point to.
//
// Cost: each operation is evaluated as often as the sets that it reads grow, and twice more. The
// cost of an evaluation is linear in these sets. When an object becomes flat, everything is
// evaluated again. After a number of evaluations (constant plus linear in the program), this is
// postponed until nothing else remains to be done.
func Analyze(p *cfg.Program) *Analysis {
	a := &Analysis{
		program: p, byVar: map[*cfg.Var]*Object{}, bySite: map[*cfg.Edge]*Object{}, byFunc: map[*cfg.Function]*Object{},
		mixed: map[*cfg.Field]bool{}, member: map[*cfg.Field]int{},
	}
	a.Outside = a.newObject("memory of unknown functions")
	a.Outside.Opaque = true
	a.Root(a.Outside).holds.add(a.Outside.root.ID)
	if p.Init != nil && !slices.Contains(p.Functions, p.Init) {
		whole := *p
		whole.Functions = append(p.Functions[:len(p.Functions):len(p.Functions)], p.Init)
		a.program = &whole
	}
	a.unions()
	a.changed, a.work.current = true, -1
	a.Refresh()
	return a
}

func (a *Analysis) newObject(name string) *Object {
	o := &Object{ID: len(a.Objects), Name: name}
	a.Objects = append(a.Objects, o)
	return o
}

// OfVar returns the object of v.
func (a *Analysis) OfVar(v *cfg.Var) *Object {
	o := a.byVar[v]
	if o == nil {
		o = a.newObject(v.Name)
		o.Var, o.Type = v, v.Type
		a.byVar[v] = o
	}
	return o
}

// OfSite returns the object that the Alloc of e makes.
func (a *Analysis) OfSite(e *cfg.Edge) *Object {
	o := a.bySite[e]
	if o == nil {
		o = a.newObject(fmt.Sprintf("alloc@%d", e.Pos.Line))
		o.Site, o.Taken = e, true
		if t := e.Op.(cfg.Alloc).Elem; t != nil && t.Kind != cfg.Void {
			o.Type = &cfg.Type{Kind: cfg.Array, Elem: t, Len: -1, Size: -1, Align: t.Align}
		}
		a.bySite[e] = o
	}
	return o
}

// OfFunc returns the object of a function.
func (a *Analysis) OfFunc(f *cfg.Function) *Object {
	o := a.byFunc[f]
	if o == nil {
		o = a.newObject(f.Name)
		o.Func = f
		a.byFunc[f] = o
	}
	return o
}

// Values returns the cells that x may point to.
func (a *Analysis) Values(x cfg.Expr) []*Cell { return a.list(a.eval(x)) }

// Held returns the cells that a pointer in c may point to.
func (a *Analysis) Held(c *Cell) []*Cell { return a.list(a.held(a.canonical(c))) }

// Cells returns the cells that l may denote.
func (a *Analysis) Cells(l cfg.Place) []*Cell { return a.list(a.place(l)) }

// Callees returns the functions with a body that fun may point to, in the order of the program.
func (a *Analysis) Callees(fun cfg.Expr) []*cfg.Function {
	in := map[*cfg.Function]bool{}
	for _, c := range a.Values(fun) {
		in[c.Object.Func] = true
	}
	return slice.Filter(a.program.Functions, func(f *cfg.Function) bool { return in[f] })
}

// callees returns the functions that a call of callee, or through the pointer fun, may run.
func (a *Analysis) callees(callee *cfg.Function, fun cfg.Expr) []*cfg.Function {
	if callee != nil {
		return []*cfg.Function{callee}
	}
	return a.Callees(fun)
}

// MayBeOutside reports whether x may point to memory that the program does not define.
func (a *Analysis) MayBeOutside(x cfg.Expr) bool {
	for _, c := range a.Values(x) {
		if c.Object == a.Outside {
			return true
		}
	}
	return false
}

// list returns s without the cells that opaque and flat objects have made redundant.
func (a *Analysis) list(s Set) []*Cell {
	var z []*Cell
	seen := map[*Cell]bool{}
	s.each(func(i int) {
		if c := a.canonical(a.cells[i]); !seen[c] && !c.isGhost() && !a.numbers.isUnknown(c) {
			seen[c] = true
			z = append(z, c)
		}
	})
	return slices.DeleteFunc(z, func(c *Cell) bool {
		return c.IsFlat() && slices.ContainsFunc(z, func(d *Cell) bool { return d != c && d.Object == c.Object && d.has(c.Span) })
	})
}

// unions finds the unions with more than one member in use, by name or by an initialiser. An
// initialiser whose bytes are all zero does not use a member.
func (a *Analysis) unions() {
	used := map[*cfg.Field]map[int]bool{}
	types := map[*cfg.Field]*cfg.Type{}
	use := func(t *cfg.Type, i int) {
		key := unionKey(t)
		if used[key] == nil {
			used[key] = map[int]bool{}
		}
		used[key][i] = true
		types[key] = t
		// If several members qualify, take the first one, and prefer one that holds all patterns of
		// bits.
		if old, ok := a.member[key]; !ok || i < old && t.Fields[i].Type.Kind == cfg.Int || t.Fields[old].Type.Kind == cfg.Float {
			a.member[key] = i
		}
	}
	m := cfg.Mapper{Place: func(l cfg.Place) cfg.Place {
		if k, ok := l.(cfg.FieldPlace); ok && k.In.Type().Kind == cfg.Union {
			use(k.In.Type(), k.Index)
		}
		return l
	}, Expr: func(x cfg.Expr) cfg.Expr {
		if y, ok := x.(cfg.Aggregate); ok && y.Of.Kind == cfg.Union && !cfg.IsZero(y) {
			use(y.Of, 0)
		}
		return x
	}}
	for e := range a.program.Edges() {
		m.MapOp(e.Op)
	}
	for key, members := range used {
		for i := range members {
			a.mixed[key] = a.mixed[key] || !alike(types[key].Fields[i], types[key].Fields[a.member[key]])
		}
	}
}

// alike reports whether two members of a union are the same bits read in two ways: numbers of the
// same size.
func alike(f, g cfg.Field) bool {
	number := func(f cfg.Field) bool {
		return (f.Type.Kind == cfg.Int && !f.Type.Bool || f.Type.Kind == cfg.Float) && f.Bits == 0
	}
	return f.Type == g.Type && f.Bits == g.Bits || number(f) && number(g) && f.Type.Size == g.Type.Size
}

// eval returns what x may point to.
func (a *Analysis) eval(x cfg.Expr) Set {
	var z Set
	switch y := x.(type) {
	case cfg.Load:
		if y.Type().IsScalar() || y.Type().Kind == cfg.Void {
			from, bytes := a.place(y.From), false
			if c, ok := from.only(); ok {
				d := a.canonical(a.cells[c])
				return a.loaded(y.Type(), a.heldIn(d, y.Type().Size), d.IsFlat())
			}
			from.each(func(i int) {
				d := a.canonical(a.cells[i])
				bytes = bytes || d.IsFlat()
				z.union(a.heldIn(d, y.Type().Size))
			})
			return a.loaded(y.Type(), z, bytes)
		}
	case cfg.AddrOf:
		z = a.place(y.Place)
		z.each(func(i int) { a.takeAddress(a.cells[i].Object) })
	case cfg.FuncAddr:
		if y.Func != nil {
			z.add(a.Root(a.OfFunc(y.Func)).ID)
		}
	case cfg.Unary:
		if of := a.eval(y.X); y.Operator != cfg.LogNot {
			z = a.anyNumber()
			z.union(of)
		}
	case cfg.Binary:
		switch y.Operator {
		case cfg.Lt, cfg.Le, cfg.Gt, cfg.Ge, cfg.Eq, cfg.Ne:
			if s, t := a.eval(y.X), a.eval(y.Y); y.X.Type().Kind == cfg.Pointer {
				a.compare(s, t)
			}
		case cfg.LogAnd, cfg.LogOr:
			a.eval(y.X)
			a.eval(y.Y)
		case cfg.PtrDiff:
			a.eval(y.X)
			a.eval(y.Y)
			return a.anyNumber()
		case cfg.PtrAdd:
			index := a.eval(y.Y)
			k, known := byteOffset(y)
			if _, null := cfg.Fold(y.X, nil); null { // a number becomes a pointer
				_, constant := cfg.Fold(y.Y, nil)
				return a.converted(y.Of, y.Y.Type(), index, constant)
			}
			a.eval(y.X).each(func(i int) {
				c := a.canonical(a.cells[i])
				if known && a.shiftable(c) {
					z.add(a.shift(c, k).ID)
				} else {
					z.add(a.step(c, y).ID)
				}
			})
		default:
			k, known := integerOffset(y)
			s, t := a.eval(y.X), a.eval(y.Y)
			z = a.arithmetic(y, s, t)
			for _, operand := range []Set{s, t} {
				operand.each(func(i int) {
					c := a.canonical(a.cells[i])
					switch {
					case known && a.shiftable(c):
						c = a.shift(c, k)
					case c.isGhost() || moves[y.Operator] && a.hasParts(c.Object): // the integer may become a pointer again elsewhere
						a.makeFlat(c.Object)
						c = a.at(c.Object, Span{0, 1})
					}
					z.add(a.canonical(c).ID)
				})
			}
		}
	case cfg.Cast:
		_, constant := cfg.Fold(y.X, nil)
		return a.converted(y.Of, y.X.Type(), a.eval(y.X), constant)
	case cfg.Cond:
		a.eval(y.If)
		z.union(a.eval(y.Then))
		z.union(a.eval(y.Else))
	case cfg.Aggregate:
		for _, e := range y.Elems {
			a.eval(e)
		}
	case cfg.Any:
		if y.Of.Kind != cfg.Pointer {
			return a.anyNumber()
		}
		z.add(a.Outside.root.ID)
	case cfg.Valid:
		a.eval(y.Pointer)
		for _, x := range []cfg.Expr{y.Bytes, y.In} {
			if x != nil {
				a.eval(x)
			}
		}
	}
	return z
}

// step returns the place that a pointer to c points to after pointer arithmetic x.
func (a *Analysis) step(c *Cell, x cfg.Binary) *Cell {
	if c.isBlob() {
		return c
	}
	t := x.Of.Elem
	flat := func() *Cell {
		a.makeFlat(c.Object)
		return a.advance(a.canonical(c), x)
	}
	// a ghost's pointer may return to the object
	if c.isGhost() || c.IsFlat() || t == nil || t.Kind == cfg.Void || t.Kind == cfg.Func {
		return flat()
	}
	d := a.As(c, t)
	if d.IsFlat() {
		return flat()
	}
	n, known := cfg.Fold(x.Y, nil)
	back := known && n.Sign() < 0
	if d.Type != nil && d.Parent != nil && d.Parent.Type.Kind == cfg.Array {
		if a.program.Overruns && d.Parent.isMember() {
			return flat()
		}
		// The pointer may move to the part before a flexible array.
		if back && d.Parent.Type.Len <= 1 && d.Parent.Parent != nil {
			return flat()
		}
		return d
	}
	if d.Parent == nil && (d.Object.Var == nil || d.Object.Var.Type.Same(t)) {
		return d // one past a single object
	}
	if known && n.Sign() == 0 {
		return d
	}
	return flat()
}

func (a *Analysis) takeAddress(o *Object) {
	if !o.Taken {
		o.Taken = true
		a.changed = true
	}
}

// place returns the set of cells that l may denote.
func (a *Analysis) place(l cfg.Place) Set {
	var z Set
	switch k := l.(type) {
	case cfg.VarPlace:
		z.add(a.Root(a.OfVar(k.Var)).ID)
	case cfg.FieldPlace:
		t := k.In.Type()
		a.place(k.In).each(func(i int) {
			c := a.As(a.cells[i], t)
			if c.isGhost() {
				z.add(a.shift(c, t.Fields[k.Index].Offset).ID)
			} else {
				z.add(a.Kid(c, t, k.Index).ID)
			}
		})
	case cfg.IndexPlace:
		a.eval(k.Index)
		t := k.In.Type()
		a.place(k.In).each(func(i int) {
			c := a.asArray(a.cells[i], t)
			if c.isGhost() {
				if c.outside(t) {
					return
				}
				a.makeFlat(c.Object)
				c = a.canonical(c)
			}
			if c.isTyped() && c.isMember() && a.leaves(c, t, k.Index) {
				a.makeFlat(c.Object)
				c = a.canonical(c)
			}
			if c.IsFlat() {
				z.add(a.element(c, t, k.Index).ID)
			} else {
				z.add(a.Kid(c, t, 0).ID)
			}
		})
	case cfg.Deref:
		a.targeted(a.pointer(k.Pointer), k.Of).each(func(i int) { z.add(a.As(a.cells[i], k.Of).ID) })
	}
	return z
}

// leaves reports whether an index may lead from c, an array of type t, to other members of its
// object. A constant index may. An index of an array without elements may, since other members
// overlap it. Other indices may only if the program has overruns. The array at the end of a struct
// has as many elements as there is room for.
func (a *Analysis) leaves(c *Cell, t *cfg.Type, index cfg.Expr) bool {
	n, known := cfg.Fold(index, nil)
	s := c.Parent.Type
	last := s.Kind == cfg.Struct && c.Field == len(s.Fields)-1
	switch {
	case known && n.Sign() < 0:
		return true
	case t.Len < 0 || last && t.Len <= 1:
		return false
	case known:
		return n.Cmp(big.NewInt(t.Len)) >= 0
	}
	return a.program.Overruns || t.Len == 0
}

// asArray is As for arrays, whose length may be known on one side only.
func (a *Analysis) asArray(c *Cell, t *cfg.Type) *Cell {
	c = a.canonical(c)
	if c.isTyped() && c.Type != nil && c.Type.Kind == cfg.Array && c.Type.Elem.Same(t.Elem) {
		return c
	}
	return a.As(c, t)
}

// pointer is like eval, but does not mark an object that is accessed immediately as taken.
func (a *Analysis) pointer(x cfg.Expr) Set {
	if y, ok := x.(cfg.AddrOf); ok {
		return a.place(y.Place)
	}
	return a.eval(x)
}

// flow adds the targets of x to the cells of l. It stores aggregates part by part.
func (a *Analysis) flow(l cfg.Place, x cfg.Expr) {
	if !l.Type().IsAggregate() {
		s := a.eval(x)
		if !s.Empty() {
			a.store(a.place(l), s)
		} else {
			a.place(l)
		}
		return
	}
	switch y := x.(type) {
	case cfg.Load:
		to, from := a.place(l), a.place(y.From)
		if a.copyUntyped(to, from, l.Type().Size) {
			return
		}
		from.each(func(i int) {
			to.each(func(j int) { a.copyCells(a.cells[j], a.cells[i], l.Type().Size) })
		})
	case cfg.Aggregate:
		t := l.Type()
		a.place(l).each(func(i int) { a.fill(a.cells[i], t, y) })
	case cfg.Cond:
		a.eval(y.If)
		a.flow(l, y.Then)
		a.flow(l, y.Else)
	case cfg.Any:
		var s Set
		s.add(a.Outside.root.ID)
		a.place(l).each(func(i int) { a.storeAll(a.cells[i], s) })
	}
}

// fill stores the parts of an aggregate in c.
func (a *Analysis) fill(c *Cell, t *cfg.Type, x cfg.Aggregate) {
	for i, e := range x.Elems {
		if e == nil {
			continue
		}
		kid := a.canonical(c)
		switch {
		case kid.isBlob():
		case t.Kind != cfg.Array:
			kid = a.Kid(a.As(kid, t), t, i)
		case kid.IsFlat():
			kid = a.move(kid, int64(i)*t.Elem.Size)
		default:
			kid = a.Kid(a.As(kid, t), t, 0)
		}
		switch y := e.(type) {
		case cfg.Aggregate:
			a.fill(kid, y.Of, y)
		case cfg.Load:
			if y.Type().IsAggregate() {
				a.place(y.From).each(func(i int) { a.copyCells(kid, a.cells[i], y.Type().Size) })
				continue
			}
			a.storeOne(kid, a.eval(e))
		default:
			a.storeOne(kid, a.eval(e))
		}
	}
}

// copyCells copies the contents of from to to, part by part. size is the number of bytes, or -1 if
// it is unknown.
func (a *Analysis) copyCells(to, from *Cell, size int64) {
	to, from = a.canonical(to), a.canonical(from)
	if to == from {
		return
	}
	// Both become flat. Memory outside of the program does not change.
	if to.IsFlat() || from.IsFlat() {
		a.makeFlat(to.Object)
		a.makeFlat(from.Object)
		a.copyFlat(a.canonical(to), a.canonical(from), size)
		return
	}
	if !to.isTyped() || !from.isTyped() || to.Type == nil || from.Type == nil {
		var s Set
		a.gather(from, &s)
		a.storeAll(to, s)
		return
	}
	a.storeOne(to, a.held(from))
	if to.Type.Kind != from.Type.Kind || len(to.Type.Fields) != len(from.Type.Fields) {
		return
	}
	switch t := from.Type; t.Kind {
	case cfg.Array:
		a.copyCells(a.Kid(to, to.Type, 0), a.Kid(from, t, 0), -1)
	case cfg.Struct, cfg.Union:
		for i := range t.Fields {
			if t.Kind == cfg.Union && i != a.member[unionKey(t)] {
				continue
			}
			p, q := a.Kid(to, to.Type, i), a.Kid(from, t, i)
			if to.Object.Flat || from.Object.Flat {
				a.copyCells(to, from, size)
				return
			}
			a.copyCells(p, q, -1)
		}
	}
}

// gather adds the contents of c and its parts to s.
func (a *Analysis) gather(c *Cell, s *Set) {
	s.union(a.held(c))
	a.work.read(&c.Object.readers)
	for _, k := range c.Kids {
		if k != nil {
			a.gather(k, s)
		}
	}
}

// store adds s to the cells of to.
func (a *Analysis) store(to, s Set) { to.each(func(i int) { a.storeOne(a.cells[i], s) }) }

func (a *Analysis) storeOne(c *Cell, s Set) {
	if c = a.canonical(c); c.holds.union(s) {
		a.changed = true
		a.work.grown(&c.readers)
	}
}

// storeAll adds s to c and all its existing parts.
func (a *Analysis) storeAll(c *Cell, s Set) {
	c = a.canonical(c)
	if c.IsFlat() {
		c = a.at(c.Object, Span{0, 1})
	}
	a.storeOne(c, s)
	if !c.isTyped() || c.Type == nil {
		return
	}
	switch t := c.Type; t.Kind {
	case cfg.Array:
		a.storeAll(a.Kid(c, t, 0), s)
	case cfg.Struct:
		for i := range t.Fields {
			a.storeAll(a.Kid(c, t, i), s)
		}
	case cfg.Union:
		a.storeAll(a.Kid(c, t, a.member[unionKey(t)]), s)
	}
}
