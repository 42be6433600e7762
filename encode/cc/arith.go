// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// constant returns an integer constant.
func (b *builder) constant(v int64, t *cfg.Type) cfg.Expr {
	return cfg.Const{Value: big.NewInt(v), Of: t}
}

// zero returns the initial value of static storage.
func (u *unit) zero(t *cfg.Type) cfg.Expr {
	t = unqualified(t)
	switch t.Kind {
	case cfg.Float:
		return cfg.FloatConst{Value: new(big.Int), Of: t}
	case cfg.Int, cfg.Pointer:
		return cfg.Const{Value: new(big.Int), Of: t}
	}
	return cfg.Aggregate{Of: t}
}

// imprecise returns any value of a type. It replaces something that is not modelled exactly.
func (b *builder) imprecise(t *cfg.Type, what string) cfg.Expr {
	b.noteAt(b.at, true, "%s", what)
	return cfg.Any{Of: unqualified(t), Note: what}
}

// truth returns x as a condition.
func (b *builder) truth(x cfg.Expr) cfg.Expr {
	if x.Type().Kind == cfg.Float {
		return b.compare(cfg.Ne, x, b.zero(x.Type()))
	}
	return x
}

// promote does the integer promotions. A bit-field is promoted from a type of its width, as in gcc.
func (b *builder) promote(x cfg.Expr) cfg.Expr {
	t := x.Type()
	if l, ok := x.(cfg.Load); ok && t.Kind == cfg.Int {
		if f, ok := l.From.(cfg.FieldPlace); ok {
			bits := f.In.Type().Fields[f.Index].Bits
			switch {
			case bits == 0 || t.Bool:
			case bits < 32 || bits == 32 && t.Signed:
				return b.convert(x, b.types.int())
			default:
				return b.convert(x, b.types.integer(bits, t.Signed))
			}
		}
	}
	return b.convert(x, b.types.promoted(t))
}

// operate applies a binary operator to operands as they stand in the program.
func (b *builder) operate(n cc.Node, op cfg.BinaryOp, x, y cfg.Expr) cfg.Expr {
	s, t := x.Type(), y.Type()
	if !s.IsScalar() || !t.IsScalar() {
		b.fail(n, "an operator has operands of types %v and %v", s, t)
	}
	isPtr, isPtr2 := s.Kind == cfg.Pointer, t.Kind == cfg.Pointer
	switch {
	case op >= cfg.Lt && op <= cfg.Ne:
		return b.compare(op, x, y)
	case op == cfg.Add && isPtr && t.Kind == cfg.Int:
		return b.offset(n, x, y)
	case op == cfg.Add && isPtr2 && s.Kind == cfg.Int:
		return b.offset(n, y, x)
	case op == cfg.Sub && isPtr && isPtr2:
		b.meet(n, s.Elem)
		if s.Elem.Size <= 0 {
			b.fail(n, "difference of pointers to %v, which has no size", s.Elem)
		}
		return cfg.Binary{Operator: cfg.PtrDiff, X: x, Y: b.convert(y, s), Of: b.types.long()}
	case op == cfg.Sub && isPtr && t.Kind == cfg.Int:
		return b.offset(n, x, b.unary(n, cfg.Neg, b.convert(y, b.types.long())))
	case isPtr || isPtr2:
		b.fail(n, "an operator has operands of types %v and %v", s, t)
	}
	x, y = b.promote(x), b.promote(y)
	if op == cfg.Shl || op == cfg.Shr {
		if x.Type().Kind != cfg.Int || y.Type().Kind != cfg.Int {
			b.fail(n, "a shift has operands of types %v and %v", x.Type(), y.Type())
		}
		return b.binary(op, x, y, x.Type())
	}
	c := b.types.common(x.Type(), y.Type())
	if c.Kind == cfg.Float && op > cfg.Div {
		b.fail(n, "an integer operator has operands of types %v and %v", s, t)
	}
	return b.binary(op, b.convert(x, c), b.convert(y, c), c)
}

// offset returns pointer x plus y elements.
func (b *builder) offset(n cc.Node, x, y cfg.Expr) cfg.Expr {
	b.meet(n, x.Type().Elem)
	if x.Type().Elem.Size < 0 {
		b.fail(n, "arithmetic on a pointer to %v, which has no size", x.Type().Elem)
	}
	if c, ok := y.(cfg.Const); ok && c.Value.Sign() == 0 {
		return x
	}
	y = b.promote(y)
	if c, ok := y.(cfg.Const); ok {
		y = b.convert(c, b.types.long())
	}
	// gcc treats these as having the size of a byte
	if k := x.Type().Elem.Kind; k == cfg.Void || k == cfg.Func {
		bytes := b.types.pointer(b.types.char())
		return b.convert(cfg.Binary{Operator: cfg.PtrAdd, X: b.convert(x, bytes), Y: y, Of: bytes}, x.Type())
	}
	return cfg.Binary{Operator: cfg.PtrAdd, X: x, Y: y, Of: x.Type()}
}

// binary applies an operator to converted operands. It computes the result if they are constants.
func (b *builder) binary(op cfg.BinaryOp, x, y cfg.Expr, t *cfg.Type) cfg.Expr {
	if x.Type().Kind == cfg.Float {
		return b.floatBinary(op, x, y, t)
	}
	c, ok := x.(cfg.Const)
	d, ok2 := y.(cfg.Const)
	if ok && ok2 && (b.static || !b.checked(op, c.Value, d.Value, t)) {
		if v, known := cfg.Fold(cfg.Binary{Operator: op, X: x, Y: y, Of: t}, nil); known {
			return cfg.Const{Value: v, Of: t}
		}
	}
	switch {
	case ok2 && d.Value.Sign() == 0 && (op == cfg.Add || op == cfg.Sub || op == cfg.BitOr || op == cfg.BitXor || op == cfg.Shl && !t.Signed || op == cfg.Shr):
		return x
	case ok && c.Value.Sign() == 0 && (op == cfg.Add || op == cfg.BitOr || op == cfg.BitXor):
		return y
	case ok2 && d.Value.IsInt64() && d.Value.Int64() == 1 && (op == cfg.Mul || op == cfg.Div):
		return x
	case ok && c.Value.IsInt64() && c.Value.Int64() == 1 && op == cfg.Mul:
		return y
	}
	return cfg.Binary{Operator: op, X: x, Y: y, Of: t}
}

// checked reports whether an operation on constants must not be folded, because a check of it
// fails. The check fails if C11 does not define the operation for these operands or this result. If
// wrap-around of unsigned operations counts as an error, it also fails for operations that wrap.
func (b *builder) checked(op cfg.BinaryOp, x, y *big.Int, t *cfg.Type) bool {
	if t.Kind != cfg.Int || op > cfg.BitXor || !t.Signed && (!b.o.Wraps || op > cfg.Mul) {
		return false
	}
	if op == cfg.Rem { // the remainder is defined if the quotient is
		op = cfg.Div
	}
	z := op.Compute(x, y, t.Width)
	return z == nil || op == cfg.Shl && x.Sign() < 0 || t.Wrap(z).Cmp(z) != 0
}

// compare compares operands after the usual conversions.
func (b *builder) compare(op cfg.BinaryOp, x, y cfg.Expr) cfg.Expr {
	s, t := x.Type(), y.Type()
	switch {
	case s.Kind == cfg.Pointer && t.Kind == cfg.Pointer:
		if s.Elem.Kind == cfg.Void || isNull(x) {
			x = b.convert(x, t)
		} else {
			y = b.convert(y, s)
		}
	case s.Kind == cfg.Pointer:
		y = b.convert(y, s)
	case t.Kind == cfg.Pointer:
		x = b.convert(x, t)
	default:
		if c, ok := y.(cfg.Const); ok && c.Value.Sign() == 0 && isTruth(x) {
			switch op {
			case cfg.Ne:
				return x
			case cfg.Eq:
				return b.not(x)
			}
		}
		x, y = b.promote(x), b.promote(y)
		c := b.types.common(x.Type(), y.Type())
		x, y = b.convert(x, c), b.convert(y, c)
	}
	return b.binary(op, x, y, b.types.int())
}

// isTruth reports whether x is 0 or 1 by its syntax.
func isTruth(x cfg.Expr) bool {
	switch x := x.(type) {
	case cfg.Binary:
		return x.Operator >= cfg.Lt && x.Operator <= cfg.LogOr
	case cfg.Unary:
		return x.Operator == cfg.LogNot
	}
	return false
}

// logical applies && or || to scalars without side effects.
func (b *builder) logical(op cfg.BinaryOp, x, y cfg.Expr) cfg.Expr {
	x, y = b.truth(x), b.truth(y)
	if c, ok := x.(cfg.Const); ok {
		if (c.Value.Sign() != 0) == (op == cfg.LogOr) {
			return b.constant(int64(c.Value.CmpAbs(new(big.Int))), b.types.int())
		}
		return b.bool01(y)
	}
	return cfg.Binary{Operator: op, X: x, Y: y, Of: b.types.int()}
}

// bool01 returns 1 if x differs from 0, else 0.
func (b *builder) bool01(x cfg.Expr) cfg.Expr {
	if isTruth(x) {
		return x
	}
	return b.compare(cfg.Ne, x, b.zero(x.Type()))
}

// not returns !x.
func (b *builder) not(x cfg.Expr) cfg.Expr {
	x = b.truth(x)
	if c, ok := x.(cfg.Const); ok {
		return b.constant(1-int64(c.Value.CmpAbs(new(big.Int))), b.types.int())
	}
	return cfg.Unary{Operator: cfg.LogNot, X: x, Of: b.types.int()}
}

// unary applies - or ~ to a promoted operand.
func (b *builder) unary(n cc.Node, op cfg.UnaryOp, x cfg.Expr) cfg.Expr {
	t := x.Type()
	switch x := x.(type) {
	case cfg.Const:
		if t.Kind == cfg.Int && (b.static || op != cfg.Neg || !b.checked(cfg.Sub, new(big.Int), x.Value, t)) {
			v := new(big.Int).Neg(x.Value)
			if op == cfg.BitNot {
				v.Not(x.Value)
			}
			return cfg.Const{Value: t.Wrap(v), Of: t}
		}
	}
	switch {
	case t.Kind == cfg.Float && op == cfg.Neg:
		return b.floatUnary(op, x)
	case t.Kind != cfg.Int:
		b.fail(n, "an operator has an operand of type %v", t)
	}
	return cfg.Unary{Operator: op, X: x, Of: t}
}

// ifThenElse returns x ? y : z.
func (b *builder) ifThenElse(x, y, z cfg.Expr) cfg.Expr {
	x = b.truth(x)
	if c, ok := x.(cfg.Const); ok {
		if c.Value.Sign() != 0 {
			return y
		}
		return z
	}
	return cfg.Cond{If: x, Then: y, Else: z}
}

// convertAt converts x to type t, for node n.
func (b *builder) convertAt(n cc.Node, x cfg.Expr, t *cfg.Type) cfg.Expr {
	s := x.Type()
	if !s.Same(t) && (!s.IsScalar() || !t.IsScalar() || s.Kind == cfg.Float && t.Kind == cfg.Pointer || s.Kind == cfg.Pointer && t.Kind == cfg.Float) {
		if _, ok := x.(cfg.Any); ok && s.Kind == cfg.Void {
			b.fail(n, "a value of type void is used")
		}
		b.fail(n, "a value of type %v where %v is expected", s, t)
	}
	if s.Kind == cfg.Pointer && (t.Kind == cfg.Int && !t.Bool || t.Kind == cfg.Pointer && t.Elem.Kind != cfg.Void && t.Elem.Size == 1) && besideList(x) {
		b.refuse(n, "an address in an object with a va_list")
	}
	return b.convert(x, t)
}

// convert converts x to type t. x is a scalar or has the same type as t.
func (b *builder) convert(x cfg.Expr, t *cfg.Type) cfg.Expr {
	t = unqualified(t)
	s := x.Type()
	// whether an access is atomic is part of the type
	if s.Same(t) && !(s.Kind == cfg.Pointer && s.Elem.Atomic != t.Elem.Atomic) {
		if l, ok := x.(cfg.Load); ok && isBitField(l.From) && t.Kind == cfg.Int {
			return cfg.Cast{X: x, Of: t} // a value of the declared type has no promotion of its own
		}
		return x
	}
	if !s.IsScalar() || !t.IsScalar() {
		panic(&Error{Pos: b.at, Msg: "a value of type " + s.String() + " where " + t.String() + " is expected"})
	}
	if s.Kind == cfg.Float || t.Kind == cfg.Float {
		return b.floatConvert(x, t)
	}
	switch y := x.(type) {
	case cfg.Const:
		if t.Kind == cfg.Pointer {
			m := new(big.Int).Lsh(big.NewInt(1), uint(8*t.Size))
			return cfg.Const{Value: m.Mod(y.Value, m), Of: t}
		}
		if v := t.Wrap(y.Value); b.static || t.Bool || !b.o.Wraps || v.Cmp(y.Value) == 0 {
			z := cfg.Const{Value: v, Of: t}
			if v.Cmp(y.Value) == 0 && !t.Bool {
				z.Written = y.Written
			}
			return z
		}
	case cfg.AddrOf:
		if t.Kind == cfg.Int && !t.Bool {
			if a := address(y.Place); a != nil {
				return cfg.Const{Value: t.Wrap(a), Of: t}
			}
		}
	case cfg.Any:
		if s.Kind == t.Kind && s.Kind == cfg.Pointer {
			return cfg.Any{Of: t, Note: y.Note}
		}
	case cfg.Cast:
		// A conversion to an intermediate type does not matter if that type has all values, or if
		// the result is narrowed further.
		u := y.X.Type()
		if t.Kind == cfg.Pointer && s.Kind == cfg.Pointer && u.Kind == cfg.Pointer {
			return b.convert(y.X, t)
		}
		if t.Kind == cfg.Int && s.Kind == cfg.Int && u.Kind == cfg.Int && !t.Bool && !s.Bool && (embeds(u, s) || t.Width <= s.Width && !b.o.Wraps) {
			return b.convert(y.X, t)
		}
	}
	return cfg.Cast{X: x, Of: t}
}

// embeds reports whether type t has all values of type s.
func embeds(s, t *cfg.Type) bool {
	lo, hi := s.Range()
	lo2, hi2 := t.Range()
	return lo2.Cmp(lo) <= 0 && hi.Cmp(hi2) <= 0
}

// address returns the address of a place as a constant if its base is a constant address, as in
// offsetof. Otherwise it returns nil.
func address(l cfg.Place) *big.Int {
	switch l := l.(type) {
	case cfg.Deref:
		if c, ok := l.Pointer.(cfg.Const); ok {
			return c.Value
		}
	case cfg.FieldPlace:
		if a := address(l.In); a != nil {
			return new(big.Int).Add(a, big.NewInt(l.In.Type().Fields[l.Index].Offset))
		}
	case cfg.IndexPlace:
		c, ok := l.Index.(cfg.Const)
		if a := address(l.In); a != nil && ok {
			return new(big.Int).Add(a, new(big.Int).Mul(c.Value, big.NewInt(l.Type().Size)))
		}
	}
	return nil
}

// integerOf returns the value of a constant of the parser.
func integerOf(v cc.Value) (*big.Int, bool) {
	switch v := v.(type) {
	case cc.Int64Value:
		return big.NewInt(int64(v)), true
	case cc.UInt64Value:
		return new(big.Int).SetUint64(uint64(v)), true
	}
	return nil, false
}
