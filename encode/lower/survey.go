// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/internal/scc"
)

// findCycles finds the nodes of the root that can be passed more than once, and those which run
// first whatever happens.
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

// survey collects the accesses through pointers, the objects that are indexed by unknown numbers, and
// the unit of addresses.
func (l *lowerer) survey() {
	unit := int64(0)
	known := func(cs []*pointsto.Cell) bool {
		for _, c := range cs {
			if c.Object.Func == nil && !c.Object.Opaque {
				return true
			}
		}
		return false
	}
	var place func(p cfg.Place) bool // reports whether p lies behind a pointer, or in an object with an address
	place = func(p cfg.Place) bool {
		switch k := p.(type) {
		case cfg.VarPlace:
			return l.a.OfVar(k.Var).Taken
		case cfg.FieldPlace:
			z := place(k.In)
			if z && known(l.a.Cells(k.In)) {
				unit = gcd(unit, k.In.Type().Fields[k.Index].Offset)
			}
			return z
		case cfg.IndexPlace:
			z := place(k.In)
			cs := l.a.Cells(k.In)
			if z && known(cs) && k.In.Type().Elem.Size > 0 {
				unit = gcd(unit, k.In.Type().Elem.Size)
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
	expr := cfg.Mapper{
		Place: func(p cfg.Place) cfg.Place { place(p); return p },
		Expr: func(x cfg.Expr) cfg.Expr {
			if y, ok := x.(cfg.Binary); ok && (y.Operator == cfg.PtrAdd || y.Operator == cfg.PtrDiff) {
				t := y.X.Type().Elem
				if y.Operator == cfg.PtrAdd {
					if k, ok := constantOffset(y); ok && known(l.a.Values(y.X)) {
						unit = gcd(unit, k)
						return x
					}
				}
				if t != nil && t.Size > 0 && known(l.a.Values(y.X)) {
					unit = gcd(unit, t.Size)
				}
			}
			return x
		},
	}
	for _, f := range l.p.Functions {
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				expr.MapOp(e.Op)
				cfg.Accesses(e.Op, func(p cfg.Place, k cfg.AccessKind) {
					if k != cfg.Pointed && behind(p) {
						l.derefs = append(l.derefs, p)
					}
				})
				l.surveyBlock(e.Op)
			}
		}
	}
	// Objects with addresses whose parts have others.
	for _, c := range l.a.AllCells() {
		if c.Parent == nil || c.Object.Opaque || !c.Object.Taken || c.Parent.Type == nil {
			continue
		}
		if t := c.Parent.Type; t.Kind == cfg.Array {
			if t.Elem.Size > 0 {
				unit = gcd(unit, t.Elem.Size)
			}
		} else {
			unit = gcd(unit, t.Fields[c.Field].Offset)
		}
	}
	l.unit = max(unit, 1)
}

// surveyBlock notes the accesses of block copies, which are at the type of the objects.
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

// behind reports whether p lies behind a pointer.
func behind(p cfg.Place) bool {
	for {
		switch k := p.(type) {
		case cfg.FieldPlace:
			p = k.In
		case cfg.IndexPlace:
			p = k.In
		case cfg.Deref:
			if a, ok := k.Pointer.(cfg.AddrOf); ok && a.Place.Type().Same(k.Of) {
				p = a.Place
				continue
			}
			return true
		default:
			return false
		}
	}
}
