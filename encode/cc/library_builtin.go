// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"
)

// builtinModels are builtins of the compiler that are no functions of the library.
func builtinModels() map[string]model {
	return map[string]model{
		"object_size": func(b *builder, c *callSite) cfg.Expr {
			return b.convert(b.constant(-1, b.types.long()), b.types.size())
		},
		"dynamic_object_size": func(b *builder, c *callSite) cfg.Expr {
			return b.convert(b.constant(-1, b.types.long()), b.types.size())
		},
		"assume_aligned": func(b *builder, c *callSite) cfg.Expr {
			return b.atLeast(c, 1)[0]
		},
		"return_address": anyPointer,
		"frame_address":  anyPointer,
		"getenv":         anyPointer,
		"fopen":          anyPointer,
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

// overflowModels are __builtin_add_overflow and its kin: they compute without overflow, in a
// type wide enough for any result, and return whether the result fits. Those with a sign and a
// length in their names take operands of that type; the others, of any.
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
