// SPDX-License-Identifier: Apache-2.0

package pointsto

import (
	"slices"

	"cornet/encode/cfg"
	"cornet/internal/scc"
)

// modRef has the cells that the functions of a program modify and reference, themselves or through
// their callees.
type modRef struct {
	p       *cfg.Program
	a       *Analysis
	of      map[*cfg.Function]*effects
	pointed map[*cfg.Var]bool // variables whose address is taken
	// fresh are pointers of a function that point to objects that the same call has allocated.
	fresh     map[*cfg.Var]bool
	calls     map[*cfg.Function][]*cfg.Function
	recursive map[*cfg.Function]bool
	// groups of functions that call each other; callees come before callers
	groups [][]*cfg.Function
}

func newModRef(p *cfg.Program) *modRef {
	s := &modRef{
		p: p, a: Analyze(p), of: map[*cfg.Function]*effects{},
		pointed: map[*cfg.Var]bool{}, fresh: map[*cfg.Var]bool{}, calls: map[*cfg.Function][]*cfg.Function{}, recursive: map[*cfg.Function]bool{},
	}
	for e := range p.Edges() {
		cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
			if v := cfg.Root(l); v != nil && kind == cfg.Pointed {
				s.pointed[v] = true
			}
		})
	}
	s.findFresh()
	s.findRecursive()
	return s
}

// callees returns the functions that op may call.
func (s *modRef) callees(op cfg.Op) []*cfg.Function {
	if c, ok := op.(cfg.Call); ok {
		return s.a.callees(c.Callee, c.Fun)
	}
	return nil
}

// findFresh finds the greatest set of pointers that are only ever set to allocated objects, or to
// each other.
func (s *modRef) findFresh() {
	for e := range s.p.Edges() {
		for _, part := range cfg.Parts(e.Op) {
			if l, ok := part.To.(cfg.VarPlace); ok && l.Var.Type.Kind == cfg.Pointer && l.Var.Func != nil && l.Var.Kind != cfg.Param && !s.pointed[l.Var] {
				s.fresh[l.Var] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for e := range s.p.Edges() {
			for _, part := range cfg.Parts(e.Op) {
				if l, ok := part.To.(cfg.VarPlace); ok && s.fresh[l.Var] && !s.allocates(e.Op) {
					s.fresh[l.Var] = false
					changed = true
				}
			}
		}
	}
}

// allocates reports whether the value that op stores points to allocated memory, if it points
// anywhere.
func (s *modRef) allocates(op cfg.Op) bool {
	switch o := op.(type) {
	case cfg.Alloc:
		return true
	case cfg.Havoc:
		return o.Input == ""
	case cfg.Assign:
		return s.isFresh(o.Value)
	case cfg.Call:
		callees := s.callees(op)
		for _, f := range callees {
			if f.Result == nil || !s.fresh[f.Result] {
				return false
			}
		}
		return len(callees) > 0
	}
	return false
}

func (s *modRef) isFresh(x cfg.Expr) bool {
	switch x := x.(type) {
	case cfg.Const:
		return x.Value.Sign() == 0
	case cfg.Cast:
		return s.isFresh(x.X)
	case cfg.Load:
		l, ok := x.From.(cfg.VarPlace)
		return ok && s.fresh[l.Var]
	case cfg.Cond:
		return s.isFresh(x.Then) && s.isFresh(x.Else)
	case cfg.Binary:
		return x.Operator == cfg.PtrAdd && s.isFresh(x.X)
	}
	return false
}

// findRecursive computes the call graph and the functions that may be called while they run.
func (s *modRef) findRecursive() {
	for e := range s.p.Edges() {
		for _, g := range s.callees(e.Op) {
			if f := e.From.Func; !slices.Contains(s.calls[f], g) {
				s.calls[f] = append(s.calls[f], g)
			}
		}
	}
	number := make(map[*cfg.Function]int, len(s.p.Functions))
	for i, f := range s.p.Functions {
		number[f] = i
	}
	graph := scc.Find(len(s.p.Functions), func(v int) []int {
		var next []int
		for _, g := range s.calls[s.p.Functions[v]] {
			if i, ok := number[g]; ok {
				next = append(next, i)
			}
		}
		return next
	})
	for _, component := range slices.Backward(graph.Components) {
		group := make([]*cfg.Function, len(component))
		for i, v := range component {
			group[i] = s.p.Functions[v]
			s.recursive[group[i]] = graph.OnCycle(v)
		}
		s.groups = append(s.groups, group)
	}
}

// compute computes the effects of all functions. It repeats this while effects and pairs mention
// cells that the points-to analysis does not have yet.
func (s *modRef) compute(pairs []Unsequenced) {
	for again := true; again; again = s.a.Refresh() {
		for _, f := range s.p.Functions {
			s.of[f] = &effects{of: map[*Cell]access{}}
		}
		for e := range s.p.Edges() {
			f := e.From.Func
			s.step(e.Op, f, func(c *Cell, x access) { s.add(f, c, x) })
		}
		for _, group := range s.groups {
			for s.addCallees(group) {
			}
		}
		for _, q := range pairs {
			s.region(q.A)
			s.region(q.B)
		}
	}
}

// addCallees adds the effects of the callees to the functions of a group. It reports whether the
// caller must repeat it.
func (s *modRef) addCallees(group []*cfg.Function) bool {
	changed := false
	for _, f := range group {
		for _, g := range s.calls[f] {
			for _, c := range s.of[g].cells {
				changed = s.add(f, c, s.of[g].of[c]) || changed
			}
		}
	}
	return changed && s.recursive[group[0]]
}

// add adds to the effects of f. It reports whether this is new. Variables that live only during the
// call do not count.
func (s *modRef) add(f *cfg.Function, c *Cell, x access) bool {
	v := c.Object.Var
	return (v == nil || v.Func != f || s.recursive[f]) && s.of[f].add(c, x)
}

// region returns the effects of an evaluation.
func (s *modRef) region(ops []cfg.Op) *effects {
	fx := &effects{of: map[*Cell]access{}}
	for _, op := range ops {
		s.step(op, nil, func(c *Cell, x access) { fx.add(c, x) })
		for _, g := range s.callees(op) {
			for _, c := range s.of[g].cells {
				fx.add(c, s.of[g].of[c])
			}
		}
	}
	return fx
}

// step visits the effects of op itself, without those of its callees. op belongs to f, or to the
// evaluation if f is nil.
func (s *modRef) step(op cfg.Op, f *cfg.Function, visit func(*Cell, access)) {
	counter := added(op)
	cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
		x := map[cfg.AccessKind]access{cfg.Read: reads, cfg.Write: writes}[kind]
		if counter != nil && cfg.Root(l) == counter {
			x = adds
		}
		if x == 0 || s.own(l, f) {
			return
		}
		for _, c := range s.a.Cells(l) {
			visit(c, x)
		}
	})
}

// own reports whether l is storage that only this call of f has, or a temporary.
func (s *modRef) own(l cfg.Place, f *cfg.Function) bool {
	v := cfg.Root(l)
	if v == nil {
		d, ok := cfg.Outermost(l).(cfg.Deref)
		return ok && f != nil && s.isFresh(d.Pointer)
	}
	return v.Kind == cfg.Temp || f != nil && v.Func == f && !s.pointed[v]
}

// added returns the variable that op adds a constant to, if op does nothing else.
func added(op cfg.Op) *cfg.Var {
	o, ok := op.(cfg.Assign)
	if !ok {
		return nil
	}
	to, ok := o.To.(cfg.VarPlace)
	if !ok || to.Var.Type.Kind != cfg.Int {
		return nil
	}
	x := o.Value
	if c, ok := x.(cfg.Cast); ok && c.X.Type().Kind == cfg.Int && c.X.Type().Width >= to.Var.Type.Width {
		x = c.X
	}
	y, ok := x.(cfg.Binary)
	if !ok || y.Operator != cfg.Add && y.Operator != cfg.Sub {
		return nil
	}
	if _, ok := y.Y.(cfg.Const); !ok {
		return nil
	}
	z := y.X
	if c, ok := z.(cfg.Cast); ok {
		z = c.X
	}
	from, ok := z.(cfg.Load)
	if l, isVar := from.From.(cfg.VarPlace); ok && isVar && l.Var == to.Var {
		return to.Var
	}
	return nil
}
