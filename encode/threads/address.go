// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"math/big"

	"cornet/encode/cfg"
)

// addresses resolves pointers that are assigned once: a thread's argument, the parameters of an
// inlined call, and local copies of these. Their targets are known wherever they are used, because
// a use before the assignment is undefined.
type addresses struct {
	single map[*cfg.Var]cfg.Expr // the only value of each variable; nil if there are several
	named  map[int]cfg.Expr      // by the variable's ID
}

// maxAddressSteps bounds the variables through which one pointer is followed.
const maxAddressSteps = 64

// findAddresses collects the values of the instances' own variables.
func (b *builder) findAddresses() *addresses {
	a := &addresses{single: map[*cfg.Var]cfg.Expr{}}
	own := map[*cfg.Var]bool{}
	for _, in := range b.instances {
		for _, v := range in.vars {
			own[v] = v.Kind != cfg.Global
		}
	}
	spoil := func(v *cfg.Var) { a.single[v] = nil }
	for _, op := range b.ops() {
		cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
			v := cfg.Root(l)
			if v == nil || !own[v] || kind == cfg.Read {
				return
			}
			set, ok := op.(cfg.Assign)
			if _, whole := l.(cfg.VarPlace); !ok || !whole || kind == cfg.Pointed {
				if h, ok := op.(cfg.Havoc); !ok || h.Input != "" || !whole {
					spoil(v)
				}
				return
			}
			old, met := a.single[v]
			switch {
			case !met:
				a.single[v] = set.Value
			case old != nil && !sameExpr(old, set.Value):
				spoil(v)
			}
		})
	}
	for _, c := range b.classes { // all threads of a class are created in the same way
		if v := c.any.param; v != nil {
			a.single[v] = a.single[c.tracked[0].param]
		}
	}
	// Synchronisation also assigns variables, but its ops are added later.
	for _, st := range b.steps() {
		cfg.Accesses(st.sync, func(l cfg.Place, kind cfg.AccessKind) {
			if v := cfg.Root(l); v != nil && kind != cfg.Read {
				spoil(v)
			}
		})
	}
	a.named = map[int]cfg.Expr{}
	for v, x := range a.single {
		a.named[v.ID] = x
	}
	return a
}

// pointee returns the place that pointer points to, in terms of variables and constants. It returns
// nil if there is no such form.
func (a *addresses) pointee(pointer cfg.Expr) cfg.Place { return a.follow(pointer, maxAddressSteps) }

func (a *addresses) follow(pointer cfg.Expr, steps int) cfg.Place {
	if steps == 0 {
		return nil
	}
	switch x := cfg.StripCasts(pointer).(type) {
	case cfg.AddrOf:
		l := a.place(x.Place, steps-1)
		if l != nil && l.Type().Kind == cfg.Array && x.Of.Elem.Same(l.Type().Elem) {
			l = cfg.IndexPlace{In: l, Index: number(0)}
		}
		return l
	case cfg.Load:
		if v, ok := x.From.(cfg.VarPlace); ok && a.single[v.Var] != nil {
			return a.follow(a.single[v.Var], steps-1)
		}
	case cfg.Binary:
		if x.Operator != cfg.PtrAdd {
			return nil
		}
		l, ok := a.follow(x.X, steps-1).(cfg.IndexPlace)
		n := a.number(x.Y, steps-1)
		if !ok || n == nil || !x.Of.Elem.Same(l.Type()) {
			return nil
		}
		base, ok := cfg.Fold(l.Index, nil)
		if !ok {
			return nil
		}
		return cfg.IndexPlace{In: l.In, Index: constant(new(big.Int).Add(base, n).Int64(), ghostType)}
	}
	return nil
}

// place returns l with its pointers followed and its indices computed.
func (a *addresses) place(l cfg.Place, steps int) cfg.Place {
	switch k := l.(type) {
	case cfg.VarPlace:
		return k
	case cfg.FieldPlace:
		if in := a.place(k.In, steps); in != nil {
			return cfg.FieldPlace{In: in, Index: k.Index}
		}
	case cfg.IndexPlace:
		in, n := a.place(k.In, steps), a.number(k.Index, steps)
		if in != nil && n != nil {
			return cfg.IndexPlace{In: in, Index: constant(n.Int64(), ghostType)}
		}
	case cfg.Deref:
		if to := a.follow(k.Pointer, steps); to != nil && to.Type().Same(k.Of) {
			return to
		}
	}
	return nil
}

// number returns the value of x if it follows from variables that are assigned once.
func (a *addresses) number(x cfg.Expr, steps int) *big.Int {
	var value func(v *cfg.Var) *big.Int
	value = func(v *cfg.Var) *big.Int {
		steps--
		if steps < 0 || a.single[v] == nil {
			return nil
		}
		n, _ := cfg.Fold(a.single[v], value)
		return n
	}
	n, _ := cfg.Fold(x, value)
	return n
}
