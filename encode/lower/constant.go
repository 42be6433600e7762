// SPDX-License-Identifier: Apache-2.0

package lower

import "cornet/encode/cfg"

// asksForLives reports whether p contains checks of the validity of accesses.
func asksForLives(p *cfg.Program) (asks bool) {
	m := cfg.Mapper{Expr: func(x cfg.Expr) cfg.Expr {
		switch x.(type) {
		case cfg.Valid, cfg.Leak:
			asks = true
		}
		return x
	}}
	for e := range p.Edges() {
		if a, ok := e.Op.(cfg.Assume); ok && a.Check {
			m.MapOp(a)
		}
	}
	return asks
}

// propagate replaces variables of p whose only value is a constant. For example, a parameter of a
// copied function that calls malloc then gives the constant size of an object.
func propagate(p *cfg.Program) {
	for again := true; again; {
		again = false
		values := onlyValues(p)
		m := cfg.Mapper{Expr: func(x cfg.Expr) cfg.Expr {
			if l, ok := x.(cfg.Load); ok {
				if v, ok := l.From.(cfg.VarPlace); ok && values[v.Var] != nil {
					again = true
					return values[v.Var]
				}
			}
			return x
		}}
		for e := range p.Edges() {
			e.Op = m.MapOp(e.Op)
		}
	}
}

// onlyValues returns the variables that have a constant value wherever they are read.
func onlyValues(p *cfg.Program) map[*cfg.Var]cfg.Expr {
	values, writes := map[*cfg.Var]cfg.Expr{}, map[*cfg.Var]int{}
	for e := range p.Edges() {
		cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
			if v := cfg.Root(l); v != nil && kind != cfg.Read {
				writes[v]++
			}
		})
		if a, ok := e.Op.(cfg.Assign); ok {
			to, whole := a.To.(cfg.VarPlace)
			n, constant := cfg.Fold(a.Value, nil)
			if whole && constant && to.Var.Kind != cfg.Global && to.Var.Type.Kind == cfg.Int && !to.Var.Type.Bool && !to.Var.Type.Volatile {
				values[to.Var] = cfg.Const{Value: to.Var.Type.Wrap(n), Of: a.Value.Type()}
			}
		}
	}
	for _, f := range p.Functions {
		for _, v := range f.Params {
			delete(values, v)
		}
	}
	for v := range values {
		if writes[v] != 1 {
			delete(values, v)
		}
	}
	return values
}
