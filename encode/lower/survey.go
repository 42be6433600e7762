// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/internal/scc"
)

// findCycles finds the nodes of the root that can be passed more than once, and those that always
// run first.
func (l *lowerer) findCycles() {
	f := l.p.Main
	l.cyclic, l.prefix = map[*cfg.Node]bool{}, map[*cfg.Node]bool{}
	number := make(map[*cfg.Node]int, len(f.Nodes))
	for i, n := range f.Nodes {
		number[n] = i
	}
	graph := scc.Find(len(f.Nodes), func(v int) []int {
		var next []int
		for _, e := range f.Nodes[v].Out {
			next = append(next, number[e.To])
		}
		return next
	})
	for i, n := range f.Nodes {
		if graph.OnCycle(i) {
			l.cyclic[n] = true
		}
	}
	for n := f.Entry; len(n.In) <= 1 && !l.prefix[n]; {
		l.prefix[n] = true
		if len(n.Out) != 1 {
			break
		}
		n = n.Out[0].To
	}
}

// survey collects the accesses through pointers, the objects that are indexed by unknown numbers,
// and the unit of addresses.
func (l *lowerer) survey() {
	m := cfg.Mapper{
		Place: func(p cfg.Place) cfg.Place { l.surveyPlace(p); return p },
		Expr:  func(x cfg.Expr) cfg.Expr { l.surveyExpr(x); return x },
	}
	for e := range l.p.Edges() {
		m.MapOp(e.Op)
		cfg.Accesses(e.Op, func(p cfg.Place, k cfg.AccessKind) {
			if k != cfg.Pointed && behind(p) {
				l.derefs = append(l.derefs, p)
			}
		})
		l.surveyBlock(e.Op)
		l.surveyLives(e.Op)
	}
	// The parts of objects with addresses have addresses too.
	for _, c := range l.a.AllCells() {
		if c.IsFlat() {
			l.divide(c.Offset)
			l.divide(c.Stride)
		}
		if c.Parent == nil || c.Object.Opaque || !c.Object.Taken || c.Parent.Type == nil {
			continue
		}
		if t := c.Parent.Type; t.Kind == cfg.Array {
			l.divide(max(t.Elem.Size, 0))
		} else {
			l.divide(t.Fields[c.Field].Offset)
		}
	}
	l.unit = max(l.unit, 1)
}

// divide changes the unit of addresses to a divisor of n.
func (l *lowerer) divide(n int64) {
	if n != 0 {
		l.unit = gcd(l.unit, n)
	}
}

// surveyPlace surveys one place. It reports whether p is reached through a pointer, or is in an
// object with an address.
func (l *lowerer) surveyPlace(p cfg.Place) bool {
	switch k := p.(type) {
	case cfg.VarPlace:
		return l.a.OfVar(k.Var).Taken
	case cfg.FieldPlace:
		z := l.surveyPlace(k.In)
		if z && addressed(l.a.Cells(k.In)) {
			l.divide(k.In.Type().Fields[k.Index].Offset)
		}
		return z
	case cfg.IndexPlace:
		z := l.surveyPlace(k.In)
		cs := l.a.Cells(k.In)
		if z && addressed(cs) {
			l.divide(max(k.In.Type().Elem.Size, 0))
		}
		if _, ok := cfg.Fold(k.Index, nil); !ok {
			for _, c := range cs {
				l.indexed[c.Object] = true
			}
		}
		return z
	case cfg.Deref:
		return true
	}
	return false
}

// surveyExpr surveys the arithmetic of pointers in x.
func (l *lowerer) surveyExpr(x cfg.Expr) {
	switch y := x.(type) {
	case cfg.Valid, cfg.Leak:
		l.lives.checked = true
	case cfg.Cast:
		l.numbered = l.numbered || y.Of.Kind == cfg.Int && y.X.Type().Kind == cfg.Pointer
	}
	y, ok := x.(cfg.Binary)
	if !ok || y.Operator != cfg.PtrAdd && y.Operator != cfg.PtrDiff || !addressed(l.a.Values(y.X)) {
		return
	}
	if k, ok := constantOffset(y); ok && y.Operator == cfg.PtrAdd {
		l.divide(k)
	} else if t := y.X.Type().Elem; t != nil {
		l.divide(max(t.Size, 0))
	}
}

// addressed reports whether some of the cells need an address.
func addressed(cs []*pointsto.Cell) bool {
	return slices.ContainsFunc(cs, func(c *pointsto.Cell) bool { return c.Object.Func == nil && !c.Object.Opaque })
}

// surveyBlock records the accesses of block copies, which have the types of the objects.
func (l *lowerer) surveyBlock(op cfg.Op) {
	switch o := op.(type) {
	case cfg.Copy:
		if t := l.blockType(o.Bytes, o.To, o.From); t != nil {
			l.derefs = append(l.derefs, at(o.To, t, 0), at(o.From, t, 0))
		}
	case cfg.Fill:
		if t := l.blockType(o.Bytes, o.To); t != nil {
			l.derefs = append(l.derefs, at(o.To, t, 0))
		}
	}
}

// behind reports whether p is reached through a pointer.
func behind(p cfg.Place) bool {
	d, ok := cfg.Outermost(p).(cfg.Deref)
	if !ok {
		return false
	}
	a, ok := d.Pointer.(cfg.AddrOf)
	return !ok || !a.Place.Type().Same(d.Of) || behind(a.Place)
}
