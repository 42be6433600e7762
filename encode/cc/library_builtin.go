// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"
)

// builtinModels returns the models of compiler builtins that are not functions of the library.
func builtinModels() map[string]model {
	return map[string]model{
		"object_size":         objectSize,
		"dynamic_object_size": objectSize,
		"assume_aligned": func(b *builder, c *callSite) cfg.Expr {
			return b.atLeast(c, 1)[0]
		},
		"return_address": anyPointer,
		"frame_address":  anyPointer,
		"fopen":          anyPointer,
	}
}

// objectSize returns the number of bytes from a constant place in a variable to its end. In other
// cases, and for members (types 1 and 3), gcc's answer depends on its optimisations, so the result
// is arbitrary.
func objectSize(b *builder, c *callSite) cfg.Expr {
	if len(c.args) != 2 {
		b.fail(c.n, "%s takes 2 arguments", c.name)
	}
	if kind, ok := cfg.Fold(b.value(c.args[1]), nil); ok && kind.Sign() == 0 && !b.branches(c.args[0]) {
		if size, ok := b.bytesBehind(b.value(c.args[0])); ok {
			return b.constant(size, b.types.size())
		}
	}
	return b.imprecise(b.types.size(), c.name+" of what gcc may or may not know yields any number")
}

// bytesBehind returns the number of bytes from the address x to the end of the variable that
// contains it.
func (b *builder) bytesBehind(x cfg.Expr) (int64, bool) {
	if p, ok := cfg.StripCasts(x).(cfg.Binary); ok && p.Operator == cfg.PtrAdd {
		n, constant := cfg.Fold(p.Y, nil)
		size, ok := b.bytesBehind(p.X)
		if !ok || !constant || !n.IsInt64() || n.Sign() < 0 || n.Int64() > size {
			return 0, false
		}
		return max(size-n.Int64()*max(p.Of.Elem.Size, 1), 0), true
	}
	a, ok := cfg.StripCasts(x).(cfg.AddrOf)
	if !ok {
		return 0, false
	}
	offset := int64(0)
	for l := a.Place; ; {
		switch in := l.(type) {
		case cfg.FieldPlace:
			offset += in.In.Type().Fields[in.Index].Offset
			l = in.In
		case cfg.IndexPlace:
			n, ok := cfg.Fold(in.Index, nil)
			if !ok || !n.IsInt64() || n.Sign() < 0 || n.Int64() > 1<<31 {
				return 0, false
			}
			offset += n.Int64() * in.Type().Size
			l = in.In
		case cfg.VarPlace:
			t := in.Var.Type
			_, completed := b.types.sizes[t]
			if t.Size < 0 || completed {
				return 0, false
			}
			return max(t.Size-offset, 0), true
		default:
			return 0, false
		}
	}
}

// anyPointer yields any pointer.
func anyPointer(b *builder, c *callSite) cfg.Expr {
	b.dropped(c)
	t := b.types.pointer(b.types.void())
	if r := b.result(c); r.Kind == cfg.Pointer {
		t = r
	}
	return b.imprecise(t, c.name+" yields any pointer")
}

// overflowModels returns the models of __builtin_add_overflow and similar builtins. They compute in
// a type wide enough for any result, and return whether the result overflows. Those with a sign and
// a length in their names take operands of that type. The others take operands of any type.
func overflowModels() map[string]model {
	m := map[string]model{}
	for name, op := range map[string]cfg.BinaryOp{"add": cfg.Add, "sub": cfg.Sub, "mul": cfg.Mul} {
		m[name+"_overflow"] = func(b *builder, c *callSite) cfg.Expr {
			return b.overflow(c, op, b.atLeast(c, 3))
		}
		for length, typeOf := range map[string]func(*builder, bool) *cfg.Type{
			"":   func(b *builder, signed bool) *cfg.Type { return b.types.integer(32, signed) },
			"l":  func(b *builder, signed bool) *cfg.Type { return b.types.integer(b.types.long().Width, signed) },
			"ll": func(b *builder, signed bool) *cfg.Type { return b.types.integer(64, signed) },
		} {
			for sign, signed := range map[string]bool{"s": true, "u": false} {
				m[sign+name+length+"_overflow"] = func(b *builder, c *callSite) cfg.Expr {
					args, t := b.atLeast(c, 3), typeOf(b, signed)
					for i, to := range []*cfg.Type{t, t, b.types.pointer(t)} {
						args[i] = b.convertAt(c.n, args[i], to)
					}
					return b.overflow(c, op, args)
				}
			}
		}
	}
	return m
}

func (b *builder) overflow(c *callSite, op cfg.BinaryOp, args []cfg.Expr) cfg.Expr {
	l := b.deref(c.n, args[2])
	t := unqualified(l.Type())
	if t.Kind != cfg.Int || args[0].Type().Kind != cfg.Int || args[1].Type().Kind != cfg.Int {
		b.fail(c.n, "%s takes integers and a pointer to one", c.name)
	}
	w := max(args[0].Type().Width, args[1].Type().Width, t.Width)
	wide := b.types.integer(2*w+2, true)
	z := b.spill(b.binary(op, b.convert(args[0], wide), b.convert(args[1], wide), wide))
	narrow := b.convert(z, t)
	b.emit(cfg.Assign{To: l, Value: narrow})
	return b.convert(b.compare(cfg.Ne, b.convert(narrow, wide), z), b.types.bool())
}
