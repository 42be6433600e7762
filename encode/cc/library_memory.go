// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// memoryModels allocate, free and fill memory.
func memoryModels() map[string]model {
	return map[string]model{
		"malloc":            allocate,
		"kmalloc":           allocate,
		"ldv_malloc":        allocate,
		"xmalloc":           allocate,
		"valloc":            allocate,
		"alloca":            allocate,
		"alloca_with_align": allocate,
		"calloc":            allocateZero,
		"kzalloc":           allocate,
		"kcalloc":           allocateZero,
		"ldv_zalloc":        allocate,
		"realloc":           reallocate,
		"aligned_alloc":     allocateAligned,
		"memalign":          allocateAligned,
		"free":              release,
		"kfree":             release,
		"cfree":             release,
		"memcpy":            copyBytes,
		"memmove":           copyBytes,
		"mempcpy":           copyBytes,
		"memset":            fillBytes,
		"bzero":             clearBytes,
		"bcopy":             copyBytesBack,
		"posix_memalign":    allocateAt,
	}
}

var zeroed = map[string]bool{"kzalloc": true, "ldv_zalloc": true}

// allocate makes an object. Its number of bytes is the first argument.
func allocate(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 1)
	return b.alloc(c, b.convertAt(c.n, args[0], b.types.size()), zeroed[c.name])
}

// allocateAligned is the model of aligned_alloc(alignment, size).
func allocateAligned(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	return b.alloc(c, b.convertAt(c.n, args[1], b.types.size()), false)
}

// allocateZero is the model of calloc(n, size). It yields null if the product does not fit size_t.
func allocateZero(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	t := b.types.size()
	n, size := b.spill(b.convertAt(c.n, args[0], t)), b.spill(b.convertAt(c.n, args[1], t))
	product := b.binary(cfg.Mul, n, size, t)
	fits := b.fitsSize(n, size)
	if k, ok := cfg.Fold(fits, nil); ok && k.Sign() != 0 {
		return b.alloc(c, product, true)
	}
	to := cfg.VarPlace{Var: b.temp(b.types.pointer(b.types.void()))}
	succeeds, fails, after := b.node(), b.node(), b.node()
	b.branch(fits, succeeds, fails)
	b.cur = fails
	b.anyErrno(c)
	b.emit(cfg.Assign{To: to, Value: b.zero(to.Var.Type)})
	b.jump(after)
	b.cur = succeeds
	b.emit(cfg.Assign{To: to, Value: b.alloc(c, product, true)})
	b.label(after)
	return cfg.Load{From: to}
}

// fitsSize returns the condition that the product of n and size fits their type.
func (b *builder) fitsSize(n, size cfg.Expr) cfg.Expr {
	t := size.Type()
	_, most := t.Range()
	if _, ok := cfg.Fold(size, nil); ok {
		n, size = size, n
	}
	switch k, ok := cfg.Fold(n, nil); {
	case !ok:
		wide := &cfg.Type{Kind: cfg.Int, Width: 2*t.Width + 1, Signed: true, Size: 16, Align: 16}
		product := cfg.Binary{Operator: cfg.Mul, X: cfg.Cast{X: n, Of: wide}, Y: cfg.Cast{X: size, Of: wide}, Of: wide}
		return b.compare(cfg.Le, product, cfg.Const{Value: most, Of: wide})
	case k.Cmp(big.NewInt(1)) <= 0:
		return b.constant(1, b.types.int())
	default:
		return b.compare(cfg.Le, size, cfg.Const{Value: new(big.Int).Quo(most, k), Of: t})
	}
}

// allocateAt is the model of posix_memalign(place, alignment, size).
func allocateAt(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 3)
	l := b.deref(c.n, args[0])
	x := b.spill(b.alloc(c, b.convertAt(c.n, args[2], b.types.size()), false))
	made, after := b.node(), b.node()
	b.branch(b.compare(cfg.Ne, x, b.zero(x.Type())), made, after)
	b.cur = made
	b.emit(cfg.Assign{To: l, Value: b.convertAt(c.n, x, unqualified(l.Type()))})
	b.label(after)
	const outOfMemory = 12 // ENOMEM
	return b.ifThenElse(b.compare(cfg.Ne, x, b.zero(x.Type())), b.constant(0, b.types.int()), b.constant(outOfMemory, b.types.int()))
}

// reallocate copies to a new object. The bytes after the end of the old object are indeterminate.
// As in glibc, size 0 frees the object, and the result is null.
func reallocate(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	void := b.types.pointer(b.types.void())
	old := b.spill(b.convertAt(c.n, args[0], void))
	size := b.spill(b.convertAt(c.n, args[1], b.types.size()))
	to := cfg.VarPlace{Var: b.temp(void)}
	made, have, after := b.node(), b.node(), b.node()
	if n, ok := cfg.Fold(size, nil); !ok || n.Sign() == 0 {
		none, released, some := b.node(), b.node(), b.node()
		b.branch(b.compare(cfg.Ne, size, b.zero(size.Type())), some, none)
		b.cur = none
		b.branch(b.compare(cfg.Ne, old, b.zero(void)), released, some)
		b.cur = released
		b.emit(cfg.Free{Pointer: old})
		b.emit(cfg.Assign{To: to, Value: b.zero(void)})
		b.jump(after)
		b.cur = some
	}
	x := b.spill(b.alloc(c, size, false))
	b.emit(cfg.Assign{To: to, Value: x})
	b.branch(b.compare(cfg.Ne, x, b.zero(void)), made, after)
	b.cur = made
	b.branch(b.compare(cfg.Ne, old, b.zero(void)), have, after)
	b.cur = have
	b.emit(cfg.Copy{To: x, From: old, Bytes: size, Partial: true})
	b.emit(cfg.Free{Pointer: old})
	b.label(after)
	return cfg.Load{From: to}
}

// atLeast evaluates the arguments of a call, which must have at least n.
func (b *builder) atLeast(c *callSite, n int) []cfg.Expr {
	args := b.arguments(c)
	if len(args) < n {
		b.fail(c.n, "%s takes %d arguments", c.name, n)
	}
	return args
}

// addressBits is the maximal width of a process's addresses on common processors. Those with 57
// bits reserve half of the addresses for the system.
const addressBits = 56

// alloc makes an object. If allocation may fail, it may yield null instead. It always fails for
// more bytes than a process can have.
func (b *builder) alloc(c *callSite, size cfg.Expr, zero bool) cfg.Expr {
	if !b.o.MallocMayFail || strings.HasPrefix(strings.TrimPrefix(c.name, "__builtin_"), "alloca") {
		return b.allocated(c, size, zero)
	}
	void := b.types.pointer(b.types.void())
	v := b.temp(b.types.bool())
	succeeds, fails, after := b.node(), b.node(), b.node()
	size = b.spill(size)
	b.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}, Input: c.name + " fails"})
	b.branch(cfg.Load{From: cfg.VarPlace{Var: v}}, fails, succeeds)
	to := cfg.VarPlace{Var: b.temp(void)}
	b.cur = succeeds
	most := new(big.Int).Lsh(big.NewInt(1), uint(min(size.Type().Width-1, addressBits)))
	b.emit(cfg.Assume{Cond: b.compare(cfg.Lt, size, cfg.Const{Value: most, Of: size.Type()})})
	b.emit(cfg.Assign{To: to, Value: b.allocated(c, size, zero)})
	b.jump(after)
	b.cur = fails
	b.anyErrno(c)
	b.emit(cfg.Assign{To: to, Value: b.zero(void)})
	b.label(after)
	return cfg.Load{From: to}
}

// allocated makes an object. Its type is the one that the program probably uses the memory with.
func (b *builder) allocated(c *callSite, size cfg.Expr, zero bool) cfg.Expr {
	elem := b.expectedElems[c.call]
	if elem == nil || elem.Kind == cfg.Void || elem.Size <= 1 {
		// The program may use memory for bytes with the type that a sizeof in the size names.
		if m := b.measured(c); m != nil || elem == nil || elem.Kind == cfg.Void || elem.Size <= 0 {
			elem = m
		}
	}
	t := b.types.void()
	if elem != nil {
		t = elem
	}
	v := b.temp(b.types.pointer(t))
	auto := c.name == "alloca" || c.name == "__builtin_alloca" || c.name == "__builtin_alloca_with_align"
	if auto && b.scopes() {
		b.assume(c.n, "%s() is called once in a call of its function: of several objects only the last one ends with that", c.name)
	}
	b.emit(cfg.Alloc{To: cfg.VarPlace{Var: v}, Size: size, Elem: elem, Zero: zero, Auto: auto})
	return b.convert(cfg.Load{From: cfg.VarPlace{Var: v}}, b.types.pointer(b.types.void()))
}

// expectElem records that the value of e becomes a pointer of type t, if e is a call. This tells
// which type the program uses allocated memory with.
func (b *builder) expectElem(e cc.ExpressionNode, t *cfg.Type) {
	if t.Kind != cfg.Pointer {
		return
	}
	if call, ok := inner(e).(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
		b.expectedElems[call] = t.Elem
	}
}

// expectElemOf is expectElem with the type of the place that e is assigned to.
func (b *builder) expectElemOf(e, place cc.ExpressionNode) {
	if _, ok := inner(e).(*cc.PostfixExpression); !ok || !b.isPlace(place) {
		return
	}
	if t, err := b.types.of(place.Type()); err == nil {
		b.expectElem(e, t)
	}
}

// measured returns the type of a sizeof in the arguments of a call, or nil.
func (b *builder) measured(c *callSite) *cfg.Type {
	var found *cfg.Type
	for _, a := range c.args {
		walk(a, func(n cc.Node) bool {
			if u, ok := n.(*cc.UnaryExpression); ok && found == nil {
				switch u.Case {
				case cc.UnaryExpressionSizeofType:
					if t, err := b.types.of(u.TypeName.Type()); err == nil && t.Size > 0 {
						found = t
					}
				case cc.UnaryExpressionSizeofExpr:
					if t := b.typeOfExpr(u.UnaryExpression); t.Size > 0 {
						found = t
					}
					return false
				}
			}
			return true
		})
	}
	return found
}

// release is the model of free.
func release(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 1)
	b.emit(cfg.Free{Pointer: b.pointerArgument(c, args[0])})
	return b.voidOrInt(c)
}

// pointerArgument returns an argument as a pointer. A pointer keeps its type.
func (b *builder) pointerArgument(c *callSite, x cfg.Expr) cfg.Expr {
	if x.Type().Kind == cfg.Pointer {
		return x
	}
	return b.convertAt(c.n, x, b.types.pointer(b.types.void()))
}

// copyBytes is the model of memcpy and memmove. They differ only in what they leave undefined.
func copyBytes(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 3)
	to, from := b.pointerArgument(c, args[0]), b.pointerArgument(c, args[1])
	n := b.convertAt(c.n, args[2], b.types.size())
	if c.used {
		to = b.spill(to)
	}
	b.noteStep(c)
	b.emit(cfg.Copy{To: to, From: from, Bytes: n, Disjoint: !strings.HasSuffix(c.name, "memmove")})
	result := b.convert(to, b.types.pointer(b.types.void()))
	if c.name == "mempcpy" {
		return b.offset(c.n, result, n)
	}
	return result
}

// noteStep adds a note that a function is not interrupted, although it accesses much memory.
func (b *builder) noteStep(c *callSite) {
	if b.threads {
		b.note(c.n, false, "%s is one step: other threads do not see it half done", c.name)
	}
}

// copyBytesBack is the model of bcopy(from, to, n).
func copyBytesBack(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 3)
	b.emit(cfg.Copy{
		To:    b.pointerArgument(c, args[1]),
		From:  b.pointerArgument(c, args[0]),
		Bytes: b.convertAt(c.n, args[2], b.types.size()),
	})
	return b.voidOrInt(c)
}

// fillBytes is the model of memset.
func fillBytes(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 3)
	to := b.pointerArgument(c, args[0])
	if c.used {
		to = b.spill(to)
	}
	b.noteStep(c)
	b.emit(cfg.Fill{To: to, Value: b.lowBits(b.convertAt(c.n, args[1], b.types.int()), b.types.uchar()), Bytes: b.convertAt(c.n, args[2], b.types.size())})
	return b.convert(to, b.types.pointer(b.types.void()))
}

// lowBits returns x, an integer, truncated to t, as functions of the library do it. It does not
// count as a conversion of the program.
func (b *builder) lowBits(x cfg.Expr, t *cfg.Type) cfg.Expr {
	s := x.Type()
	if !b.o.Wraps || embeds(s, t) {
		return b.convert(x, t)
	}
	wide := b.types.integer(max(s.Width, t.Width)+1, true)
	least, most := t.Range()
	number := func(v *big.Int) cfg.Expr { return cfg.Const{Value: v, Of: wide} }
	low := b.binary(cfg.BitAnd, b.convert(x, wide), number(new(big.Int).Sub(most, least)), wide)
	if t.Signed { // large unsigned numbers mostly represent negative ones
		over := b.compare(cfg.Gt, low, number(most))
		low = cfg.Cond{If: over, Then: b.binary(cfg.Sub, low, number(new(big.Int).Lsh(big.NewInt(1), uint(t.Width))), wide), Else: low}
	}
	return b.convert(low, t)
}

// clearBytes is the model of bzero(to, n).
func clearBytes(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	b.emit(cfg.Fill{
		To:    b.pointerArgument(c, args[0]),
		Value: b.constant(0, b.types.uchar()),
		Bytes: b.convertAt(c.n, args[1], b.types.size()),
	})
	return b.voidOrInt(c)
}
