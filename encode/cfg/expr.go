// SPDX-License-Identifier: Apache-2.0

package cfg

import "math/big"

// An Expr is a value without side effects. Type is never nil.
type Expr interface {
	Type() *Type
	expr()
}

// A Place is storage of a type.
type Place interface {
	Type() *Type
	place()
}

// Expressions.
type (
	// Const is an integer constant, or the null pointer (Value 0 of a pointer type).
	Const struct {
		Value *big.Int
		Of    *Type
	}

	// FloatConst is a floating-point constant. Value is its ordinal in the format of Of (package
	// encode/ieee).
	FloatConst struct {
		Value *big.Int
		Of    *Type
	}

	// Load is the value in a place.
	Load struct {
		From Place
	}

	// AddrOf is a pointer to a place. Of points to the place's type, or, where
	// an array decays, to its element type.
	AddrOf struct {
		Place Place
		Of    *Type
	}

	// FuncAddr is a pointer to a function.
	FuncAddr struct {
		Func *Function // nil: one without body, named Name
		Name string
		Of   *Type
	}

	// Unary applies an operator to X, which has type Of; LogNot and SignBit yield int. Fits is as
	// in Binary.
	Unary struct {
		Operator UnaryOp
		X        Expr
		Of       *Type
		Fits     bool
	}

	// Binary applies an operator to X and Y, of the same type, or (PtrAdd) to a pointer and an
	// integer. Only shifts take operands of different types. Fits says that executions come here
	// only if the result is in the range of Of without wrapping, since that was checked before.
	// Bound, for PtrAdd, is not nil if X points to the beginning of an array whose length no type
	// gives.
	Binary struct {
		Operator BinaryOp
		X, Y     Expr
		Of       *Type
		Fits     bool
		Bound    *Bound
	}

	// Bound says which element of an array a sum points to: Index, of Length elements. Y is Index
	// or, if the elements are arrays, Index times the Count of elements in each. Neither chooses a
	// value. Taken says that the element is named without an access, as in &a[i].
	Bound struct {
		Index, Length Expr
		Count         Expr // or nil
		Taken         bool
	}

	// Cast converts X to type Of: integers by wrapping (to _Bool: comparison with 0), pointers to
	// pointers by keeping the address, pointers to integers and back by keeping the bits, numbers
	// to floating-point ones by rounding to the nearest, and these to integers by rounding towards
	// zero, with any result if that does not fit.
	Cast struct {
		X  Expr
		Of *Type
	}

	// Cond is Then if If, a scalar, differs from 0, else Else.
	Cond struct {
		If, Then, Else Expr
	}

	// Aggregate is a whole struct, union or array value, with Elems in the order of the fields or
	// indices (for a union, only the first field's). Missing ones at the end are zero (numbers,
	// null pointers): an Aggregate without Elems is all zeros.
	Aggregate struct {
		Elems []Expr
		Of    *Type
	}

	// Any is an arbitrary value, chosen again at each evaluation. Front ends make it where they
	// over-approximate, and Note says what; see Program.Notes.
	Any struct {
		Of   *Type
		Note string
	}

	// Valid is 1 if Pointer points to Bytes bytes of a live object that, if Write is set, is not a
	// string literal, or else 0. Without Bytes it is 1 if Pointer points to the beginning of a live
	// object that Alloc has made, and that is not Auto. With In, a pointer, and no bytes, it is 1
	// if both point into one live object, or one past its end. With Align it is 1 unless Pointer
	// points into an object where no multiple of so many bytes lies. With Code it is 1 if Pointer
	// points to a function.
	Valid struct {
		Pointer Expr
		Bytes   Expr // an integer, or nil
		In      Expr // a pointer, or nil
		Align   int64
		Write   bool
		Code    bool
		Of      *Type
	}

	// Leak is 1 if an object that Alloc has made, and that is not Auto, is live, or else 0. With
	// Lost, it is 1 only if nothing in static storage, or in another object that is not lost,
	// points to it.
	Leak struct {
		Lost bool
		Of   *Type
	}
)

// AllocAlign is of how many bytes the address of an object that Alloc makes is a multiple.
const AllocAlign = 16

// OpenAlignment is the note of Valid with an Align that exceeds what the object's declaration
// guarantees.
const OpenAlignment = "at which address an object lies"

// Places.
type (
	// VarPlace is a variable.
	VarPlace struct {
		Var *Var
	}

	// Deref is what Pointer points to.
	Deref struct {
		Pointer Expr // of type pointer to Of
		Of      *Type
	}

	// FieldPlace is field Index of In, a struct or union.
	FieldPlace struct {
		In    Place
		Index int
	}

	// IndexPlace is element Index, any integer expression, of In, an array.
	IndexPlace struct {
		In    Place
		Index Expr
	}
)

// UnaryOp is an operator with one operand.
type UnaryOp uint8

// The unary operators.
const (
	Neg    UnaryOp = iota // -x
	BitNot                // ~x
	LogNot                // !x
	// Of floating-point numbers.
	Abs
	Sqrt
	Floor
	Ceil
	Trunc
	Rint    // to the nearest integer, of two the even one
	Round   // of two the one further from zero
	SignBit // 1 of negative numbers and -0, 0 of others, any of the two of NaN
	Resize  // of another format
)

// BinaryOp is an operator with two operands.
type BinaryOp uint8

// The binary operators. Comparisons are signed or not after the type of their
// operands, and yield int.
const (
	Add BinaryOp = iota
	Sub
	Mul
	Div // towards zero
	Rem // sign of the dividend; of floating-point numbers, fmod
	Shl
	Shr // arithmetic on signed types
	BitAnd
	BitOr
	BitXor
	Lt
	Le
	Gt
	Ge
	Eq
	Ne
	LogAnd  // both operands differ from 0; any scalar types
	LogOr   // one of them does
	PtrAdd  // pointer X plus Y elements
	PtrDiff // elements from pointer Y to pointer X
	// Of floating-point numbers.
	Remainder // X - n·Y for n nearest to X / Y, of two the even one
	SumTo     // X + Y, rounded once to another format
)

// Type of a place or value.
func (x Const) Type() *Type      { return x.Of }
func (x FloatConst) Type() *Type { return x.Of }
func (x Load) Type() *Type       { return x.From.Type() }
func (x AddrOf) Type() *Type     { return x.Of }
func (x FuncAddr) Type() *Type   { return x.Of }
func (x Unary) Type() *Type      { return x.Of }
func (x Binary) Type() *Type     { return x.Of }
func (x Cast) Type() *Type       { return x.Of }
func (x Cond) Type() *Type       { return x.Then.Type() }
func (x Aggregate) Type() *Type  { return x.Of }
func (x Any) Type() *Type        { return x.Of }
func (x Valid) Type() *Type      { return x.Of }
func (x Leak) Type() *Type       { return x.Of }

func (l VarPlace) Type() *Type   { return l.Var.Type }
func (l Deref) Type() *Type      { return l.Of }
func (l FieldPlace) Type() *Type { return l.In.Type().Fields[l.Index].Type }
func (l IndexPlace) Type() *Type { return l.In.Type().Elem }

func (Const) expr()      {}
func (FloatConst) expr() {}
func (Load) expr()       {}
func (AddrOf) expr()     {}
func (FuncAddr) expr()   {}
func (Unary) expr()      {}
func (Binary) expr()     {}
func (Cast) expr()       {}
func (Cond) expr()       {}
func (Aggregate) expr()  {}
func (Any) expr()        {}
func (Valid) expr()      {}
func (Leak) expr()       {}

func (VarPlace) place()   {}
func (Deref) place()      {}
func (FieldPlace) place() {}
func (IndexPlace) place() {}
