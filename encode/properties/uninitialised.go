// SPDX-License-Identifier: Apache-2.0

package properties

import (
	"math/big"
	"slices"

	"cornet/encode/cfg"
)

// This file has the rule that a local variable must not be read before it is assigned, if its
// address is not taken (6.3.2.1p2). A struct or an array has a shadow of the same form, which
// records which of its scalar parts are assigned. Copying the whole object does not count as
// reading its parts.

// definedness adds a second variable for some local variables of f. The second variable records
// whether the first one, or each part of it, is assigned. This is done for variables whose address
// is not taken and that may be read before they are assigned, according to control flow.
func (in *instrumenter) definedness(f *cfg.Function) {
	in.f, in.defined = f, nil
	if !in.kinds.Has(cfg.Uninitialised) {
		return
	}
	pointed := map[*cfg.Var]bool{}
	for e := range f.Edges() {
		cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
			if kind == cfg.Pointed {
				pointed[cfg.Root(l)] = true
			}
		})
	}
	for _, v := range slices.Clone(f.Locals) {
		t := in.shadowOf(v.Type)
		if v.Kind == cfg.Local && (pointed[v] || t == nil) {
			in.trust(f, v)
			continue
		}
		if v.Kind != cfg.Local || v.Type.IsScalar() && !readBefore(f, v) || !v.Type.IsScalar() && !inParts(f, v) {
			continue
		}
		if in.defined == nil {
			in.defined = map[*cfg.Var]*cfg.Var{}
		}
		in.pos = v.Pos
		in.defined[v] = in.temp(t)
	}
	if in.defined != nil {
		in.follow(f)
	}
}

// trust makes v count as assigned where it is declared without a value. v is a variable of f that
// is not checked.
func (in *instrumenter) trust(f *cfg.Function, v *cfg.Var) {
	for e := range f.Edges() {
		if declares(e, v) {
			what := "a variable whose address is taken, or that is large or has a union, is assigned before it is read"
			in.p.Notes = append(in.p.Notes, cfg.Note{Pos: v.Pos, What: what, Assumed: true})
			return
		}
	}
}

// readBefore reports whether some path of f reads v before assigning it.
func readBefore(f *cfg.Function, v *cfg.Var) bool {
	seen := make([]bool, len(f.Nodes))
	var work []*cfg.Node
	reach := func(n *cfg.Node) {
		if !seen[n.ID] {
			seen[n.ID] = true
			work = append(work, n)
		}
	}
	reach(f.Entry)
	for e := range f.Edges() {
		if declares(e, v) {
			reach(e.To)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range n.Out {
			read := false
			cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
				read = read || kind == cfg.Read && l == cfg.Place(cfg.VarPlace{Var: v})
			})
			if read {
				return true
			}
			if !slices.Contains(assigned(e.Op), v) || declares(e, v) {
				reach(e.To)
			}
		}
	}
	return false
}

// declares reports whether e declares v without a value.
func declares(e *cfg.Edge, v *cfg.Var) bool {
	h, ok := e.Op.(cfg.Havoc)
	return ok && h.Input == "" && h.To == cfg.Place(cfg.VarPlace{Var: v}) &&
		// otherwise e is assembly that stores something
		e.Pos.File == v.Pos.File && e.Pos.Line == v.Pos.Line && e.Pos.Column <= v.Pos.Column
}

// assigned returns the variables that op stores as a whole.
func assigned(op cfg.Op) (z []*cfg.Var) {
	for _, part := range cfg.Parts(op) {
		if v, ok := part.To.(cfg.VarPlace); ok {
			z = append(z, v.Var)
		}
	}
	return z
}

// follow keeps track of the assigned variables and parts of variables.
func (in *instrumenter) follow(f *cfg.Function) {
	for _, n := range f.Nodes[:len(f.Nodes):len(f.Nodes)] {
		for _, e := range n.Out {
			for _, part := range cfg.Parts(e.Op) {
				if part.To == nil {
					continue
				}
				v := cfg.Root(part.To)
				to := in.shadow(part.To)
				if to == nil {
					continue
				}
				in.pos = e.Pos
				n := in.f.NewNode(e.Pos)
				n.Connect(e.To, cfg.Assign{To: to, Value: in.definedBy(e.Op, to.Type(), declares(e, v))}, e.Pos)
				op := e.Op
				e.Disconnect()
				e = e.From.Connect(n, op, e.Pos)
			}
		}
	}
}

// definedBy returns the shadow, of type t, of the value that op assigns. declared means that op
// declares the variable without a value.
func (in *instrumenter) definedBy(op cfg.Op, t *cfg.Type, declared bool) cfg.Expr {
	if a, ok := op.(cfg.Assign); ok && !t.IsScalar() {
		if l, ok := a.Value.(cfg.Load); ok {
			if from := in.shadow(l.From); from != nil {
				return cfg.Load{From: from}
			}
		}
	}
	return everywhere(t, truth(!declared))
}

// everywhere returns a value of t with x in each scalar part.
func everywhere(t *cfg.Type, x cfg.Expr) cfg.Expr {
	z := cfg.Aggregate{Of: t}
	switch t.Kind {
	case cfg.Struct:
		for _, f := range t.Fields {
			z.Elems = append(z.Elems, everywhere(f.Type, x))
		}
	case cfg.Array:
		for range t.Len {
			z.Elems = append(z.Elems, everywhere(t.Elem, x))
		}
	default:
		return x
	}
	return z
}

// shadow returns the place of the shadow of l, a variable or a part of one, or nil.
func (in *instrumenter) shadow(l cfg.Place) cfg.Place {
	switch k := l.(type) {
	case cfg.VarPlace:
		if d := in.defined[k.Var]; d != nil {
			return cfg.VarPlace{Var: d}
		}
	case cfg.FieldPlace:
		if of := in.shadow(k.In); of != nil {
			return cfg.FieldPlace{In: of, Index: k.Index}
		}
	case cfg.IndexPlace:
		if of := in.shadow(k.In); of != nil {
			return cfg.IndexPlace{In: of, Index: k.Index}
		}
	}
	return nil
}

// maxShadow bounds the scalar parts of a variable with a shadow.
const maxShadow = 256

// shadowOf returns the type of the shadow of a variable of type t. It returns nil if that is too
// large, or if its parts share memory.
func (in *instrumenter) shadowOf(t *cfg.Type) *cfg.Type {
	switch z := *t; {
	case t.IsScalar():
		return intType
	case t.Kind == cfg.Array && t.Len > 0:
		if z.Elem = in.shadowOf(t.Elem); z.Elem == nil || t.Len*z.Elem.Size/intType.Size > maxShadow {
			return nil
		}
		z.Size, z.Align = t.Len*z.Elem.Size, intType.Align
		return &z
	case t.Kind == cfg.Struct && len(t.Fields) > 0:
		key := &t.Fields[0] // copies of one type share their fields
		if old := in.shadows[key]; old != nil {
			return old
		}
		z.Fields, z.Size, z.Align = nil, 0, intType.Align
		for _, f := range t.Fields {
			of := in.shadowOf(f.Type)
			if of == nil {
				return nil
			}
			z.Fields = append(z.Fields, cfg.Field{Name: f.Name, Type: of, Offset: z.Size})
			z.Size += of.Size
		}
		if z.Size/intType.Size > maxShadow {
			return nil
		}
		z.Tag += " (which parts are assigned)"
		if in.shadows == nil {
			in.shadows = map[*cfg.Field]*cfg.Type{}
		}
		in.shadows[key] = &z
		return &z
	}
	return nil
}

// inParts reports whether v, a struct or an array, is declared without a value or copied from a
// place, and no index of a part that is assigned depends on v itself.
func inParts(f *cfg.Function, v *cfg.Var) bool {
	bare := false
	for e := range f.Edges() {
		a, isAssign := e.Op.(cfg.Assign)
		copied := false
		if isAssign && cfg.Root(a.To) == v && a.To.Type().IsAggregate() {
			_, copied = a.Value.(cfg.Load)
		}
		bare = bare || copied || declares(e, v)
		for _, part := range cfg.Parts(e.Op) {
			if part.To == nil || cfg.Root(part.To) != v {
				continue
			}
			own := false
			cfg.ExprAccesses(cfg.AddrOf{Place: part.To, Of: &cfg.Type{Kind: cfg.Pointer, Elem: part.To.Type()}}, func(l cfg.Place, kind cfg.AccessKind) {
				own = own || kind == cfg.Read && cfg.Root(l) == v
			})
			if own {
				return false
			}
		}
	}
	return bare
}

// reads applies the rule to a read of place l. An element at an index outside its array does not
// count as a part.
func (w walker) reads(l cfg.Place) {
	d := w.in.shadow(l)
	if d == nil || !d.Type().IsScalar() {
		return
	}
	cond := binary(cfg.Ne, cfg.Load{From: d}, truth(false))
	for k := range cfg.Enclosing(l) {
		if x, ok := k.(cfg.IndexPlace); ok {
			if inside := within(x.Index, new(big.Int), big.NewInt(x.In.Type().Len-1)); !isTrue(inside) {
				cond = or(not(inside), cond)
			}
		}
	}
	w.require(cfg.Uninitialised, cfg.Load{From: l}, cond)
}

func isTrue(x cfg.Expr) bool {
	c, ok := x.(cfg.Const)
	return ok && c.Value.Sign() != 0
}
