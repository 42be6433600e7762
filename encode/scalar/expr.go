// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/ieee"
	"cornet/internal/slice"
)

// Kind is the kind of a type.
type Kind uint8

// The kinds of scalar types.
const (
	Int Kind = iota
	Pointer
	Float // values are ordinals of package encode/ieee
)

// Type is a scalar type or, with Array, the type of maps from addresses to scalars. The operator ==
// compares types.
type Type struct {
	Kind   Kind
	Width  int  // bits
	Signed bool // Int; true for Float, whose ordinals have signs
	Bool   bool // Int: conversion compares with 0
	Array  bool
}

// TypeOf returns the type of a scalar part of type t, where pointers have the given width.
func TypeOf(t *cfg.Type, pointer int) Type {
	switch t.Kind {
	case cfg.Int:
		return Type{Kind: Int, Width: t.Width, Signed: t.Signed, Bool: t.Bool}
	case cfg.Float:
		return Type{Kind: Float, Width: t.Width, Signed: true}
	}
	return Type{Kind: Pointer, Width: pointer}
}

// intType is C's int, the type of truth values.
var intType = Type{Kind: Int, Width: 32, Signed: true}

// Elem returns the type of the elements of an array.
func (t Type) Elem() Type {
	t.Array = false
	return t
}

// ArrayOf returns the type of arrays of t.
func ArrayOf(t Type) Type {
	t.Array = true
	return t
}

// CType returns t, which must not be an array, as a type of package cfg.
func (t Type) CType() *cfg.Type {
	switch t.Kind {
	case Pointer:
		return &cfg.Type{Kind: cfg.Pointer, Size: int64(t.Width / 8)}
	case Float:
		return &cfg.Type{Kind: cfg.Float, Width: t.Width}
	}
	return &cfg.Type{Kind: cfg.Int, Width: t.Width, Signed: t.Signed, Bool: t.Bool}
}

// Format returns the format of t, a Float.
func (t Type) Format() ieee.Format { return t.CType().Format() }

// Range returns the smallest and the largest value of t.
func (t Type) Range() (lo, hi *big.Int) {
	if t.Kind == Float {
		return t.Format().Range()
	}
	return t.CType().Range()
}

// Wrap returns v converted to t. Addresses and ordinals do not change.
func (t Type) Wrap(v *big.Int) *big.Int {
	if t.Kind != Int {
		return v
	}
	return t.CType().Wrap(v)
}

// Operator is the head of an expression.
type Operator uint8

// The operators. C's operators have their meaning at the type of the operands. Add to BitXor are in
// the order of [cfg.BinaryOp].
const (
	Const Operator = iota // the constant Value
	Read                  // the value of Var
	Any                   // any value of the type; Note and Pos describe it
	Neg
	BitNot
	Add
	Sub
	Mul
	Div
	Rem
	Shl
	Shr
	BitAnd
	BitOr
	BitXor
	Lt // comparisons and logic yield int
	Le
	Eq
	And
	Or
	Not
	Cast   // to Type
	Ite    // Args[0] != 0 ? Args[1] : Args[2]
	Select // element of array Args[0] at Args[1]
	Store  // array Args[0] with Args[2] at Args[1]
	Fill   // the array whose elements are all Args[0]
	Table  // the array with the elements Constants
	Apply  // Fn, an operation with floating-point operands or result
)

// Expr is a value without side effects. It is immutable.
type Expr struct {
	Operator Operator
	Type     Type
	Args     []*Expr
	Value    *big.Int
	Var      *Var
	Note     string  // for Any: the construct that is not modelled, or "" for indeterminate values
	Pos      cfg.Pos // for Any
	// for an operator: its result is in the range of Type without wrapping in all executions that
	// evaluate it
	Fits bool
	Fn   ieee.Op // for Apply
	// Constants are the elements of a Table.
	Constants *Constants
}

// NewConst returns the constant v of type t.
func NewConst(v *big.Int, t Type) *Expr { return &Expr{Operator: Const, Type: t, Value: t.Wrap(v)} }

// NewInt returns the constant v of type t.
func NewInt(v int64, t Type) *Expr { return NewConst(big.NewInt(v), t) }

// NewRead returns the value of v.
func NewRead(v *Var) *Expr { return &Expr{Operator: Read, Type: v.Type, Var: v} }

// NewAny returns any value of type t.
func NewAny(t Type, note string, pos cfg.Pos) *Expr {
	return &Expr{Operator: Any, Type: t, Note: note, Pos: pos}
}

// HasAny reports whether x contains an Any.
func (x *Expr) HasAny() bool {
	found := false
	x.Walk(func(y *Expr) { found = found || y.Operator == Any })
	return found
}

// IsConst reports whether x is a constant.
func (x *Expr) IsConst() bool { return x.Operator == Const }

func (x *Expr) isValue(n int64) bool { return x.IsConst() && x.Value.IsInt64() && x.Value.Int64() == n }

// Walk calls visit for x and its subexpressions.
func (x *Expr) Walk(visit func(*Expr)) {
	visit(x)
	for _, y := range x.Args {
		y.Walk(visit)
	}
}

// New returns op over args with a result of type t, folded if its operands are constants. The type
// does not matter for operators that yield int.
func New(op Operator, t Type, args ...*Expr) *Expr {
	switch op {
	case Lt, Le, Eq, And, Or, Not:
		t = intType
	}
	x := &Expr{Operator: op, Type: t, Args: args}
	if y := x.simplify(); y != nil {
		return y
	}
	return x
}

// NewFitting is like New, for an operator whose result is known to fit t without wrapping.
func NewFitting(op Operator, t Type, args ...*Expr) *Expr {
	x := &Expr{Operator: op, Type: t, Args: args, Fits: true}
	if y := x.simplify(); y != nil {
		return y
	}
	return x
}

// simplify returns x in a simpler form, or nil.
func (x *Expr) simplify() *Expr {
	a := x.Args
	switch x.Operator {
	case Cast:
		if a[0].Type == x.Type {
			return a[0]
		}
	case Ite:
		if a[0].IsConst() {
			if a[0].Value.Sign() != 0 {
				return a[1]
			}
			return a[2]
		}
		if a[1] == a[2] || a[1].Operator == Read && a[2].Operator == Read && a[1].Var == a[2].Var {
			return a[1]
		}
		return nil
	case And:
		if a[0].IsConst() {
			if a[0].Value.Sign() == 0 {
				return NewInt(0, x.Type)
			}
			return truth(a[1])
		}
	case Or:
		if a[0].IsConst() {
			if a[0].Value.Sign() != 0 {
				return NewInt(1, x.Type)
			}
			return truth(a[1])
		}
	case Add:
		if a[0].isValue(0) && a[1].Type == x.Type {
			return a[1]
		}
		if a[1].isValue(0) && a[0].Type == x.Type {
			return a[0]
		}
	case Sub:
		if a[1].isValue(0) && a[0].Type == x.Type {
			return a[0]
		}
		if x.Type.Kind == Pointer && a[1].IsConst() && a[0].Operator == Add && a[0].Args[1].IsConst() && a[0].Type.Kind == Pointer {
			// (y + c) - d
			return New(Add, x.Type, a[0].Args[0], NewConst(new(big.Int).Sub(a[0].Args[1].Value, a[1].Value), a[1].Type))
		}
		if x.Type.Kind == Pointer && a[1].IsConst() && a[0].Operator == Add && a[0].Args[0].IsConst() && a[0].Type.Kind == Pointer {
			// (c + y) - d
			return New(Add, x.Type, NewConst(new(big.Int).Sub(a[0].Args[0].Value, a[1].Value), a[1].Type), a[0].Args[1])
		}
	case Mul:
		if a[0].isValue(1) && a[1].Type == x.Type {
			return a[1]
		}
		if a[1].isValue(1) && a[0].Type == x.Type {
			return a[0]
		}
	case Select, Store, Fill:
		return nil
	}
	return x.fold()
}

// NewApply returns fn over args with a result of type t: an operation on floating-point numbers, or
// a conversion from, to or between them. If the result is not a value of t (see ieee.Format.Apply),
// it is any value.
func NewApply(fn ieee.Op, t Type, args ...*Expr) *Expr {
	if fn.IsCompare() {
		t = intType
	}
	x := &Expr{Operator: Apply, Type: t, Fn: fn, Args: args}
	for _, a := range args {
		if !a.IsConst() {
			return x
		}
	}
	if v := x.ApplyTo(values(args)); v != nil {
		return NewConst(v, t)
	}
	return x
}

// ApplyTo returns the value of x, an Apply, over vs, or nil if it has none.
func (x *Expr) ApplyTo(vs []*big.Int) *big.Int {
	var from, to ieee.Format
	if x.Type.Kind == Float {
		to = x.Type.Format()
	}
	if from = to; x.Args[0].Type.Kind == Float {
		from = x.Args[0].Type.Format()
	}
	if x.Fn == ieee.FromBits { // the bits of a NaN may have either sign
		vs = []*big.Int{Type{Kind: Int, Width: x.Type.Width}.Wrap(vs[0])}
	}
	v := from.Apply(x.Fn, to, vs...)
	if v == nil {
		return nil
	}
	if x.Fn == ieee.Bits {
		return x.Type.Wrap(v)
	}
	if lo, hi := x.Type.Range(); v.Cmp(lo) < 0 || v.Cmp(hi) > 0 {
		return nil
	}
	return v
}

// IsTruth reports whether x is 0 or 1 by its operator.
func (x *Expr) IsTruth() bool {
	switch x.Operator {
	case Lt, Le, Eq, And, Or, Not:
		return true
	case Apply:
		return x.Fn.IsCompare() || x.Fn == ieee.SignBit
	}
	return false
}

// truth returns x as 0 or 1.
func truth(x *Expr) *Expr {
	if x.IsTruth() {
		return x
	}
	return New(Not, intType, New(Not, intType, x))
}

// fold computes x if its operands are constants.
func (x *Expr) fold() *Expr {
	for _, a := range x.Args {
		if !a.IsConst() {
			return nil
		}
	}
	v := Compute(x.Operator, x.Type, values(x.Args))
	if v == nil {
		return nil
	}
	return NewConst(v, x.Type)
}

func values(xs []*Expr) []*big.Int {
	return slice.Map(xs, func(x *Expr) *big.Int { return x.Value })
}

// Compute returns the value, of type t, of a scalar operator over vs. It returns nil if C does not
// define it.
func Compute(op Operator, t Type, vs []*big.Int) *big.Int {
	z := new(big.Int)
	flag := func(b bool) *big.Int {
		if b {
			return z.SetInt64(1)
		}
		return z
	}
	switch op {
	case Neg:
		return t.Wrap(z.Neg(vs[0]))
	case BitNot:
		return t.Wrap(z.Not(vs[0]))
	case Lt:
		return flag(vs[0].Cmp(vs[1]) < 0)
	case Le:
		return flag(vs[0].Cmp(vs[1]) <= 0)
	case Eq:
		return flag(vs[0].Cmp(vs[1]) == 0)
	case And:
		return flag(vs[0].Sign() != 0 && vs[1].Sign() != 0)
	case Or:
		return flag(vs[0].Sign() != 0 || vs[1].Sign() != 0)
	case Not:
		return flag(vs[0].Sign() == 0)
	case Cast:
		return t.Wrap(z.Set(vs[0]))
	}
	if op >= Add && op <= BitXor {
		if z = (cfg.Add + cfg.BinaryOp(op-Add)).Compute(vs[0], vs[1], t.Width); z != nil {
			return t.Wrap(z)
		}
	}
	return nil
}

// Replace returns x with variables replaced. by returns the replacement, if there is one.
func (x *Expr) Replace(by func(*Var) *Expr) *Expr {
	if x.Operator == Read {
		if y := by(x.Var); y != nil {
			return y
		}
		return x
	}
	var args []*Expr
	for i, a := range x.Args {
		if b := a.Replace(by); b != a {
			if args == nil {
				args = append([]*Expr(nil), x.Args...)
			}
			args[i] = b
		}
	}
	if args == nil {
		return x
	}
	switch x.Operator {
	case Lt, Le, Eq, And, Or, Not, Cast, Ite, Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor, Neg, BitNot:
		if x.Fits {
			return NewFitting(x.Operator, x.Type, args...)
		}
		return New(x.Operator, x.Type, args...)
	case Apply:
		return NewApply(x.Fn, x.Type, args...)
	}
	y := *x
	y.Args = args
	return &y
}
