// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"

	"cornet/encode/cfg"
)

// atomicModels returns the models of gcc's atomic builtins, __sync_* and __atomic_*, and of C11's
// functions. The embedded stdatomic.h maps the latter to __cornet_atomic_*. All are sequentially
// consistent.
func atomicModels() map[string]model {
	m := map[string]model{
		"__sync_bool_compare_and_swap":         compareAndSwap(true),
		"__sync_val_compare_and_swap":          compareAndSwap(false),
		"__sync_lock_test_and_set":             exchange,
		"__sync_lock_release":                  atomicClear,
		"__atomic_load_n":                      atomicLoad,
		"__atomic_store_n":                     atomicStore,
		"__atomic_exchange_n":                  exchange,
		"__atomic_compare_exchange_n":          compareExchange(false),
		"__atomic_compare_exchange":            compareExchange(true),
		"__atomic_load":                        atomicLoadTo,
		"__atomic_store":                       atomicStoreFrom,
		"__atomic_exchange":                    exchangeBetween,
		"__atomic_test_and_set":                atomicTestAndSet,
		"__atomic_clear":                       atomicClear,
		"__cornet_atomic_load":                 atomicLoad,
		"__cornet_atomic_store":                atomicStore,
		"__cornet_atomic_exchange":             exchange,
		"__cornet_atomic_cas":                  compareExchange(false),
		"__cornet_atomic_cas_weak":             compareExchange(false),
		"atomic_load":                          atomicLoad,
		"atomic_load_explicit":                 atomicLoad,
		"atomic_store":                         atomicStore,
		"atomic_store_explicit":                atomicStore,
		"atomic_init":                          atomicStore,
		"atomic_exchange":                      exchange,
		"atomic_exchange_explicit":             exchange,
		"atomic_compare_exchange_strong":       compareExchange(false),
		"atomic_compare_exchange_weak":         compareExchange(false),
		"__c11_atomic_load":                    atomicLoad,
		"__c11_atomic_store":                   atomicStore,
		"__c11_atomic_init":                    atomicStore,
		"__c11_atomic_exchange":                exchange,
		"__c11_atomic_compare_exchange_strong": compareExchange(false),
		"__c11_atomic_compare_exchange_weak":   compareExchange(false),
	}
	for name, op := range map[string]cfg.BinaryOp{
		"add": cfg.Add, "sub": cfg.Sub, "or": cfg.BitOr, "and": cfg.BitAnd, "xor": cfg.BitXor, "nand": cfg.BitAnd,
	} {
		nand := name == "nand"
		m["__sync_fetch_and_"+name] = readModifyWrite(op, nand, resultOld)
		m["__sync_"+name+"_and_fetch"] = readModifyWrite(op, nand, resultNew)
		m["__atomic_fetch_"+name] = readModifyWrite(op, nand, resultOld)
		m["__atomic_"+name+"_fetch"] = readModifyWrite(op, nand, resultNew)
		for _, prefix := range []string{"__cornet_atomic_fetch_", "atomic_fetch_", "__c11_atomic_fetch_"} {
			m[prefix+name] = readModifyWrite(op, nand, resultOld)
			m[prefix+name+"_explicit"] = readModifyWrite(op, nand, resultOld)
		}
	}
	return m
}

// target returns the place that the first argument of an atomic function points to.
func (b *builder) target(c *callSite, x cfg.Expr) cfg.Place {
	l := b.deref(c.n, x)
	if !l.Type().IsScalar() {
		b.refuse(c.n, "%s on %v", c.name, l.Type())
	}
	return b.spillPlace(l)
}

// load reads a place into a temporary, inside an atomic block.
func (b *builder) load(l cfg.Place) cfg.Expr { return b.spill(cfg.Load{From: l}) }

// readModifyWrite replaces the value of a place by the result of an operation on it and an operand
// of its type. Pointers move by bytes, except in clang's functions.
func readModifyWrite(op cfg.BinaryOp, nand bool, use resultUse) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, 2)
		l := b.target(c, args[0])
		t := unqualified(l.Type())
		bytes := t.Kind == cfg.Pointer && (op == cfg.Add || op == cfg.Sub) && !strings.HasPrefix(c.name, "__c11_")
		operand := t
		if t.Kind == cfg.Pointer {
			operand = b.types.long()
		}
		y := b.spill(b.convertAt(c.n, args[1], operand))
		var old, fresh cfg.Expr
		b.atomically(func() {
			old = b.load(l)
			x := old
			if bytes {
				x = b.convertAt(c.n, old, b.types.pointer(b.types.char()))
			}
			z := b.operate(c.n, op, x, y)
			if nand {
				z = b.unary(c.n, cfg.BitNot, b.promote(z))
			}
			fresh = b.spill(b.convertAt(c.n, z, t))
			b.emit(cfg.Assign{To: l, Value: fresh})
		})
		if use == resultOld {
			return old
		}
		return fresh
	}
}

// exchange stores a value and yields the previous one.
func exchange(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	l := b.target(c, args[0])
	y := b.spill(b.convertAt(c.n, args[1], unqualified(l.Type())))
	return b.swap(l, y)
}

// swap stores a value in a place and yields the previous one.
func (b *builder) swap(l cfg.Place, y cfg.Expr) (old cfg.Expr) {
	b.atomically(func() {
		old = b.load(l)
		b.emit(cfg.Assign{To: l, Value: y})
	})
	return old
}

// exchangeBetween is the model of __atomic_exchange(place, from, to, order).
func exchangeBetween(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 3)
	l := b.target(c, args[0])
	y := b.convertAt(c.n, b.load(b.target(c, args[1])), unqualified(l.Type()))
	to := b.target(c, args[2])
	old := b.swap(l, y)
	b.emit(cfg.Assign{To: to, Value: b.convertAt(c.n, old, unqualified(to.Type()))})
	return b.voidValue()
}

func atomicTestAndSet(b *builder, c *callSite) cfg.Expr {
	l := b.target(c, b.atLeast(c, 1)[0])
	return b.convert(b.swap(l, b.convert(b.constant(1, b.types.int()), unqualified(l.Type()))), b.types.bool())
}

func atomicClear(b *builder, c *callSite) cfg.Expr {
	l := b.target(c, b.atLeast(c, 1)[0])
	b.atomicStore(l, b.zero(l.Type()))
	return b.voidValue()
}

func atomicLoad(b *builder, c *callSite) cfg.Expr {
	return b.atomicLoad(b.target(c, b.atLeast(c, 1)[0]))
}

func (b *builder) atomicLoad(l cfg.Place) (x cfg.Expr) {
	b.indivisibly(l, func() { x = b.load(l) })
	return x
}

func atomicStore(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	l := b.target(c, args[0])
	b.atomicStore(l, b.convertAt(c.n, args[1], unqualified(l.Type())))
	return b.voidValue()
}

func (b *builder) atomicStore(l cfg.Place, x cfg.Expr) {
	b.indivisibly(l, func() { b.emit(cfg.Assign{To: l, Value: x}) })
}

// atomicLoadTo is the model of __atomic_load(from, to, order).
func atomicLoadTo(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	x := b.atomicLoad(b.target(c, args[0]))
	b.emit(cfg.Assign{To: b.target(c, args[1]), Value: x})
	return b.voidValue()
}

// atomicStoreFrom is the model of __atomic_store(to, from, order).
func atomicStoreFrom(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	x := b.load(b.target(c, args[1]))
	b.atomicStore(b.target(c, args[0]), x)
	return b.voidValue()
}

// compareAndSwap is the model of __sync_*_compare_and_swap(place, old, new).
func compareAndSwap(wantSuccess bool) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, 3)
		l := b.target(c, args[0])
		t := unqualified(l.Type())
		expected, fresh := b.spill(b.convertAt(c.n, args[1], t)), b.spill(b.convertAt(c.n, args[2], t))
		var old cfg.Expr
		b.atomically(func() {
			old = b.load(l)
			b.storeIf(b.compare(cfg.Eq, old, expected), l, fresh, nil, nil)
		})
		if wantSuccess {
			return b.convert(b.compare(cfg.Eq, old, expected), b.types.bool())
		}
		return old
	}
}

// compareExchange is the model of compare_exchange(place, expected, new). If the place does not
// have the value that expected points to, its value is stored through expected. It is an assumption
// that the weak form does not fail without a reason.
func compareExchange(byPointer bool) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.atLeast(c, 3)
		if strings.HasSuffix(c.name, "_weak") || len(args) > 3 && mayBeWeak(args[3]) {
			b.assume(c.n, "a weak compare-and-exchange fails only if the values differ")
		}
		l, e := b.target(c, args[0]), b.target(c, args[1])
		t := unqualified(l.Type())
		fresh := args[2]
		if byPointer && !strings.HasSuffix(c.name, "_n") {
			fresh = b.load(b.target(c, fresh))
		}
		fresh = b.spill(b.convertAt(c.n, fresh, t))
		expected := b.convertAt(c.n, b.load(e), t)
		var old cfg.Expr
		b.atomically(func() {
			old = b.load(l)
			b.storeIf(b.compare(cfg.Eq, old, expected), l, fresh, e, old)
		})
		return b.convert(b.compare(cfg.Eq, old, expected), b.types.bool())
	}
}

// mayBeWeak reports whether the argument that asks __atomic_compare_exchange for its weak form may
// be true.
func mayBeWeak(x cfg.Expr) bool {
	v, ok := cfg.Fold(x, nil)
	return !ok || v.Sign() != 0
}

// storeIf stores x in l if the condition holds. Otherwise it stores y in m, if m is not nil.
func (b *builder) storeIf(cond cfg.Expr, l cfg.Place, x cfg.Expr, m cfg.Place, y cfg.Expr) {
	yes, no, after := b.node(), b.node(), b.node()
	b.branch(cond, yes, no)
	b.cur = yes
	b.emit(cfg.Assign{To: l, Value: x})
	b.jump(after)
	b.cur = no
	if m != nil {
		b.emit(cfg.Assign{To: m, Value: b.convert(y, unqualified(m.Type()))})
	}
	b.label(after)
}
