// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Volatile memory at fixed addresses belongs to devices. With Options.VolatileInputs, so does all
// volatile memory.

// deviceRead returns the value of a place that a device may change. It returns nil for other
// places.
func (b *builder) deviceRead(n cc.Node, l cfg.Place) (cfg.Expr, bool) {
	input := ""
	switch {
	case b.static || !volatilePlace(l):
		return nil, false
	case b.isDevice(l):
		b.assumeDevice(n)
		input = "a read of a device"
	case b.o.VolatileInputs:
		b.assume(n, "a read of volatile memory yields any value")
		input = "a read of volatile memory"
	default:
		return nil, false
	}
	v := b.temp(l.Type())
	b.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}, Input: input})
	if x := cfg.Expr(cfg.Load{From: cfg.VarPlace{Var: v}}); !l.Type().IsAggregate() {
		return b.promotedField(l, b.toField(l, x)), true
	}
	return cfg.Load{From: cfg.VarPlace{Var: v}}, true
}

func (b *builder) assumeDevice(n cc.Node) {
	b.assume(n, "volatile memory at fixed addresses belongs to devices: a read yields any value, a write changes nothing in the program")
}

// volatilePlace reports whether a place, or an object that contains it, is volatile.
func volatilePlace(l cfg.Place) bool {
	for k := range cfg.Enclosing(l) {
		if k.Type().Volatile {
			return true
		}
	}
	return false
}

// saysVolatile reports whether a type name has the specifier volatile. The parser drops it from the
// type.
func saysVolatile(n *cc.TypeName) bool {
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil && l.TypeQualifier.Case == cc.TypeQualifierVolatile {
			return true
		}
	}
	return false
}

// volatileBelow returns t with volatile added to the innermost type that its pointers lead to.
func (u *unit) volatileBelow(t *cfg.Type) *cfg.Type {
	if t.Kind == cfg.Pointer {
		return u.types.pointer(u.volatileBelow(t.Elem))
	}
	return qualified(t, false, true)
}

// isDevice reports whether a place has a fixed address.
func (b *builder) isDevice(l cfg.Place) bool {
	d, ok := cfg.Outermost(l).(cfg.Deref)
	return ok && b.isFixed(d.Pointer)
}

// isFixed reports whether a pointer is a constant other than null, or such a constant plus some
// elements.
func (b *builder) isFixed(p cfg.Expr) bool {
	for {
		if n, ok := cfg.Fold(p, nil); ok {
			return n.Sign() != 0
		}
		switch x := p.(type) {
		case cfg.Cast:
			p = x.X
		case cfg.Binary:
			if x.Operator != cfg.PtrAdd {
				return false
			}
			p = x.X
		case cfg.AddrOf:
			return b.isDevice(x.Place)
		case cfg.Load:
			v, ok := x.From.(cfg.VarPlace)
			return ok && b.isFixedVar(v.Var)
		default:
			return false
		}
	}
}

// isFixedVar reports whether a constant variable begins with a fixed address.
func (b *builder) isFixedVar(v *cfg.Var) bool {
	i, ok := b.initOf[v]
	if !ok || !b.readOnly[v] || b.inits[i].init == nil || b.inits[i].init.AssignmentExpression == nil {
		return false
	}
	n, ok := integerOf(b.inits[i].init.AssignmentExpression.Value())
	return ok && n.Sign() != 0
}
