// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// compoundOperators are the operators of the compound assignments.
var compoundOperators = map[cc.AssignmentExpressionCase]cfg.BinaryOp{
	cc.AssignmentExpressionMul: cfg.Mul, cc.AssignmentExpressionDiv: cfg.Div, cc.AssignmentExpressionMod: cfg.Rem,
	cc.AssignmentExpressionAdd: cfg.Add, cc.AssignmentExpressionSub: cfg.Sub,
	cc.AssignmentExpressionLsh: cfg.Shl, cc.AssignmentExpressionRsh: cfg.Shr,
	cc.AssignmentExpressionAnd: cfg.BitAnd, cc.AssignmentExpressionXor: cfg.BitXor, cc.AssignmentExpressionOr: cfg.BitOr,
}

// assignment evaluates =, += and the other assignments. If the value is not used, the result is
// nil.
func (b *builder) assignment(n *cc.AssignmentExpression, used bool) cfg.Expr {
	// The value comes first. C does not specify the order, and common compilers evaluate the place
	// late.
	b.expectElemOf(n.AssignmentExpression, n.UnaryExpression)
	start := len(b.log)
	x := b.value(n.AssignmentExpression)
	if b.effects(n.UnaryExpression) {
		x = b.spill(x)
	}
	right, middle := b.evaluation(n.AssignmentExpression, start, x), len(b.log)
	l := b.place(n.UnaryExpression)
	op, isCompound := compoundOperators[n.Case]
	left := b.evaluation(n.UnaryExpression, middle, cfg.AddrOf{Place: l, Of: b.types.pointer(l.Type())})
	if isCompound {
		left = b.evaluation(n.UnaryExpression, middle, cfg.Load{From: l})
	}
	b.pair(left, right, "right to left")
	b.changedTwice(n)
	if !isCompound {
		return b.store(n, l, x, used)
	}
	if b.effects(n.UnaryExpression) {
		l = b.spillPlace(l)
	}
	if b.effects(n.AssignmentExpression) {
		x = b.spill(x)
	}
	atomic := b.beginAtomic(l)
	x = b.store(n, l, b.operateRows(n, op, rowsOf(n.UnaryExpression), nil, b.read(n, l), x), used)
	b.endAtomic(atomic)
	return x
}

// spillPlace computes the pointers and indices of a place into temporaries.
func (b *builder) spillPlace(l cfg.Place) cfg.Place {
	switch l := l.(type) {
	case cfg.Deref:
		l.Pointer = b.keep(l.Pointer)
		return l
	case cfg.FieldPlace:
		l.In = b.spillPlace(l.In)
		return l
	case cfg.IndexPlace:
		l.In = b.spillPlace(l.In)
		if !stable(l.Index) {
			l.Index = b.spill(l.Index)
		}
		return l
	}
	return l
}

// store converts x to the type of a place and stores it there. If the result is used, store returns
// the new value of the place.
func (b *builder) store(n cc.Node, l cfg.Place, x cfg.Expr, used bool) cfg.Expr {
	t := unqualified(l.Type())
	if t.Kind == cfg.Array || t.Kind == cfg.Func || t.Kind == cfg.Void {
		b.fail(n, "assignment to %v", t)
	}
	x = b.toField(l, b.convertAt(n, b.cutToField(l, x), t))
	if used {
		x = b.spill(x)
	}
	if volatilePlace(l) && b.isDevice(l) {
		b.assumeDevice(n)
	} else if !b.storeField(l, x) {
		b.emit(cfg.Assign{To: l, Value: x})
	}
	if !used {
		return nil
	}
	return b.promotedField(l, x)
}

// toField wraps the value of a bit-field into its range.
func (b *builder) toField(l cfg.Place, x cfg.Expr) cfg.Expr {
	f, ok := l.(cfg.FieldPlace)
	if !ok {
		return x
	}
	t := x.Type()
	if bits := f.In.Type().Fields[f.Index].Bits; bits > 0 && !t.Bool && bits < t.Width {
		return b.convert(b.convert(x, b.types.integer(bits, t.Signed)), t)
	}
	return x
}

// cutToField converts x, a floating-point number assigned to a bit-field, to the type of the
// field's width (6.3.1.4p1, 6.7.2.1p10). The number must fit this type. Other values stay as they
// are.
func (b *builder) cutToField(l cfg.Place, x cfg.Expr) cfg.Expr {
	f, ok := l.(cfg.FieldPlace)
	if !ok || x.Type().Kind != cfg.Float {
		return x
	}
	t, bits := l.Type(), f.In.Type().Fields[f.Index].Bits
	if bits == 0 || t.Bool || bits >= t.Width {
		return x
	}
	return b.convert(x, b.types.integer(bits, t.Signed))
}

// promotedField returns the value x of a place as an operand. The value of a bit-field is promoted.
func (b *builder) promotedField(l cfg.Place, x cfg.Expr) cfg.Expr {
	f, ok := l.(cfg.FieldPlace)
	if !ok {
		return x
	}
	bits, t := f.In.Type().Fields[f.Index].Bits, x.Type()
	switch {
	case bits == 0 || t.Bool:
		return x
	case bits < 32:
		return b.convert(x, b.types.int())
	}
	return b.convert(x, b.types.integer(bits, t.Signed))
}

// A resultUse states which value of ++ and -- the program uses.
type resultUse uint8

const (
	resultUnused resultUse = iota
	resultOld              // x++
	resultNew              // ++x
)

// increment evaluates ++ and --.
func (b *builder) increment(e cc.ExpressionNode, up bool, use resultUse) cfg.Expr {
	l := b.place(e)
	if use != resultUnused || b.threads {
		l = b.spillPlace(l)
	}
	atomic := b.beginAtomic(l)
	x := b.read(e, l)
	if use == resultOld {
		x = b.spill(x)
	}
	op := cfg.Add
	if !up {
		op = cfg.Sub
	}
	y := b.operateRows(e, op, rowsOf(e), nil, x, b.constant(1, b.types.int()))
	y = b.store(e, l, y, use == resultNew)
	b.endAtomic(atomic)
	if use == resultOld {
		return b.promotedField(l, x)
	}
	return y
}

// beginAtomic begins an atomic block if no other thread may run between a read and a write of l.
func (b *builder) beginAtomic(l cfg.Place) bool {
	if !b.threads || b.f.Atomic || b.static || !l.Type().Atomic {
		return false
	}
	b.emit(cfg.AtomicBegin{Inner: true})
	return true
}

func (b *builder) endAtomic(begun bool) {
	if begun {
		b.emit(cfg.AtomicEnd{Inner: true})
	}
}
