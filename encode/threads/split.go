// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"fmt"
	"reflect"

	"cornet/encode/cfg"
)

// split returns s's program in which every op that accesses shared storage more than once is split
// into ops with one access each. The loads come first, in the order of evaluation, and go to
// temporaries. The result has the same variables and new functions.
func (s *summary) split() *cfg.Program {
	p := *s.program
	sp := splitter{s: s, functions: map[*cfg.Function]*cfg.Function{}, nextID: p.NextID()}
	for _, f := range s.program.Functions {
		g := *f
		g.Nodes = nil
		g.Locals = append([]*cfg.Var(nil), f.Locals...)
		sp.functions[f] = &g
	}
	p.Functions = nil
	for _, f := range s.program.Functions {
		p.Functions = append(p.Functions, sp.function(f))
	}
	p.Main = sp.functions[s.program.Main]
	if p.Init != nil {
		p.Init = sp.init(p.Init)
	}
	return &p
}

// init copies f, which runs before threads and has no branches. Functions in it are replaced by
// their copies.
func (sp *splitter) init(f *cfg.Function) *cfg.Function {
	g := *f
	g.Nodes = nil
	at := g.NewNode(f.Entry.Pos)
	g.Entry, sp.current = at, &g
	for n := f.Entry; len(n.Out) > 0; n = n.Out[0].To {
		e := n.Out[0]
		at = sp.chain(at, []cfg.Op{sp.retarget(e.Op)}, e.Pos)
	}
	g.Exit = at
	return &g
}

type splitter struct {
	s         *summary
	functions map[*cfg.Function]*cfg.Function
	nextID    int
	current   *cfg.Function
}

// function copies f with its edges split.
func (sp *splitter) function(f *cfg.Function) *cfg.Function {
	g := sp.functions[f]
	sp.current = g
	nodes := cfg.CopyNodes(f.Nodes, g.NewNode)
	g.Entry, g.Exit = nodes[f.Entry.ID], nodes[f.Exit.ID]
	for i, n := range f.Nodes {
		from := nodes[i]
		if cond := branch(n); cond != nil {
			loads, hoisted := sp.hoist(sp.retarget(cfg.Assume{Cond: cond}))
			from = sp.chain(from, loads, n.Pos)
			for _, e := range n.Out {
				a := e.Op.(cfg.Assume)
				a.Cond = hoisted.(cfg.Assume).Cond
				from.Connect(nodes[e.To.ID], a, e.Pos)
			}
			continue
		}
		for _, e := range n.Out {
			loads, op := sp.hoist(wholeCopy(sp.retarget(e.Op)))
			var ops []cfg.Op
			for _, o := range append(loads, op) {
				ops = append(ops, sp.s.parts(o)...)
			}
			last := len(ops) - 1
			sp.chain(from, ops[:last], e.Pos).Connect(nodes[e.To.ID], ops[last], e.Pos)
		}
	}
	return g
}

// retarget replaces functions in op by their copies.
func (sp *splitter) retarget(op cfg.Op) cfg.Op {
	return cfg.Mapper{Func: func(f *cfg.Function) *cfg.Function { return sp.functions[f] }}.MapOp(op)
}

// branch returns the condition that all edges out of n test. It returns nil if they do anything
// else.
func branch(n *cfg.Node) cfg.Expr {
	var cond cfg.Expr
	for _, e := range n.Out {
		a, ok := e.Op.(cfg.Assume)
		if !ok || cond != nil && !reflect.DeepEqual(a.Cond, cond) {
			return nil
		}
		cond = a.Cond
	}
	return cond
}

// hoist returns the loads of op that must be separate steps, and the rest of op.
func (sp *splitter) hoist(op cfg.Op) ([]cfg.Op, cfg.Op) {
	accesses := 0
	cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
		if kind != cfg.Pointed && sp.s.maybeShared(l) {
			accesses++
		}
	})
	// Parts of structs are copied one after the other. So the places must not change in between.
	whole := accesses > 0 && len(sp.s.parts(op)) > 1
	if accesses < 2 && !whole {
		return nil, op
	}
	var loads []cfg.Op
	m := cfg.Mapper{Expr: func(x cfg.Expr) cfg.Expr {
		l, ok := x.(cfg.Load)
		if !ok || !whole && !sp.s.maybeShared(l.From) {
			return x
		}
		t := sp.temp(x.Type())
		loads = append(loads, cfg.Assign{To: cfg.VarPlace{Var: t}, Value: x})
		return cfg.Load{From: cfg.VarPlace{Var: t}}
	}}
	return loads, m.MapOp(op)
}

func (sp *splitter) temp(t *cfg.Type) *cfg.Var {
	v := &cfg.Var{Name: fmt.Sprintf("load%d", sp.nextID), Type: t, Kind: cfg.Temp, Func: sp.current, ID: sp.nextID}
	sp.nextID++
	sp.current.Locals = append(sp.current.Locals, v)
	return v
}

// chain appends ops after n. It returns the node where they end.
func (sp *splitter) chain(n *cfg.Node, ops []cfg.Op, pos cfg.Pos) *cfg.Node {
	for _, op := range ops {
		next := sp.current.NewNode(pos)
		n.Connect(next, op, pos)
		n = next
	}
	return n
}

// wholeCopy returns the assignment for an op that copies the bytes of one whole struct, and other
// ops unchanged.
func wholeCopy(op cfg.Op) cfg.Op {
	c, ok := op.(cfg.Copy)
	if !ok {
		return op
	}
	to, from := cfg.StripCasts(c.To), cfg.StripCasts(c.From)
	t, u := to.Type().Elem, from.Type().Elem
	n, known := cfg.Fold(c.Bytes, nil)
	if t == nil || u == nil || t.Kind != cfg.Struct || !t.Same(u) || !known || !n.IsInt64() || n.Int64() != t.Size {
		return op
	}
	return cfg.Assign{To: cfg.Deref{Pointer: to, Of: t}, Value: cfg.Load{From: cfg.Deref{Pointer: from, Of: t}}}
}

// maxParts bounds the parts of an aggregate that are copied one by one.
const maxParts = 64

// parts returns the ops that copy the scalar parts of an aggregate that op copies. It returns just
// op for other ops, and for large arrays and unions.
func (s *summary) parts(op cfg.Op) []cfg.Op {
	a, ok := op.(cfg.Assign)
	if !ok || !a.To.Type().IsAggregate() {
		return []cfg.Op{op}
	}
	from, isLoad := a.Value.(cfg.Load)
	values, isList := a.Value.(cfg.Aggregate)
	if !isLoad && !isList || !s.maybeShared(a.To) && !(isLoad && s.maybeShared(from.From)) {
		return []cfg.Op{op}
	}
	t := a.To.Type()
	n := 0
	switch {
	case t.Kind == cfg.Struct:
		n = len(t.Fields)
	case t.Kind == cfg.Array && t.Len <= maxParts:
		n = int(t.Len)
	}
	part := func(l cfg.Place, i int) cfg.Place {
		if t.Kind == cfg.Struct {
			return cfg.FieldPlace{In: l, Index: i}
		}
		return cfg.IndexPlace{In: l, Index: number(int64(i))}
	}
	var ops []cfg.Op
	for i := range n {
		to := part(a.To, i)
		var value cfg.Expr
		switch {
		case isLoad:
			value = cfg.Load{From: part(from.From, i)}
		case i < len(values.Elems):
			value = values.Elems[i]
		case to.Type().IsAggregate():
			value = cfg.Aggregate{Of: to.Type()}
		case to.Type().Kind == cfg.Int:
			value = constant(0, to.Type())
		default:
			return []cfg.Op{op}
		}
		ops = append(ops, s.parts(cfg.Assign{To: to, Value: value})...)
		if len(ops) > maxParts {
			return []cfg.Op{op}
		}
	}
	if len(ops) == 0 {
		return []cfg.Op{op}
	}
	return ops
}

// maybeShared reports whether place l of the source may be accessed by several
// threads.
func (s *summary) maybeShared(l cfg.Place) bool {
	switch v := cfg.Root(l); {
	case v == nil:
		return true
	case v.Kind == cfg.Global:
		return !v.Thread && (s.shared[v] || s.memory && s.addressed[v])
	default:
		return s.addressed[v]
	}
}
