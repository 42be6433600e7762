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
	// Const is an integer constant, or the null pointer (Value 0 of a pointer type). Written is its
	// spelling in the program, such as 0xE0, 'b' or the name of an enumerator, for messages; "" if
	// it has none.
	Const struct {
		Value   *big.Int
		Of      *Type
		Written string
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

	// AddrOf is a pointer to a place. Of points to the place's type. If an array decays, it points
	// to the array's element type.
	AddrOf struct {
		Place Place
		Of    *Type
	}

	// FuncAddr is a pointer to a function.
	FuncAddr struct {
		Func *Function // nil for a function without body, which is called Name
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

	// Binary applies an operator to X and Y, which have the same type, except for shifts. PtrAdd
	// takes a pointer and an integer. Fits means that the result is in the range of Of without
	// wrapping, since a check before it ends all other executions. For PtrAdd, Bound is not nil if
	// X points to the beginning of an array whose length is not in its type.
	Binary struct {
		Operator BinaryOp
		X, Y     Expr
		Of       *Type
		Fits     bool
		Bound    *Bound
	}

	// Bound tells which element of an array a sum points to: Index, of Length elements. Y is Index.
	// If the elements are arrays, Y is Index times the Count of elements in each. Neither
	// expression contains an Any. Taken means that the element is named without an access, as in
	// &a[i].
	Bound struct {
		Index, Length Expr
		Count         Expr // or nil
		Taken         bool
	}

	// Cast converts X to type Of. Integers wrap (to _Bool: comparison with 0). Pointers to pointers
	// keep the address, and pointers to integers and back keep the bits. Numbers are rounded to the
	// nearest floating-point number. Floating-point numbers are rounded towards zero to integers,
	// with any result if that does not fit.
	Cast struct {
		X  Expr
		Of *Type
	}

	// Cond is Then if If, a scalar, differs from 0, and otherwise Else.
	Cond struct {
		If, Then, Else Expr
	}

	// Aggregate is a whole struct, union or array value. Elems are in the order of the fields or
	// indices; for a union there is only the value of the first field. Missing elements at the end
	// are zero (numbers, null pointers), so an Aggregate without Elems is all zeros.
	Aggregate struct {
		Elems []Expr
		Of    *Type
	}

	// Any is an arbitrary value, chosen again at each evaluation. Front ends use it for
	// over-approximations, which Note describes; see Program.Notes.
	Any struct {
		Of   *Type
		Note string
	}

	// Valid is 1 if a condition on Pointer holds, and otherwise 0. The condition depends on the
	// fields. With Bytes: Pointer points to Bytes bytes of a live object. If Write is set, the
	// object must not be a string literal. Without Bytes: Pointer points to the beginning of a live
	// object that Alloc has made with Auto unset. With In, a pointer, and without Bytes: both point
	// into one live object, or one past its end. With Align: Pointer does not point into an object
	// that has no multiple of Align bytes at that place. With Code: Pointer points to a function.
	Valid struct {
		Pointer Expr
		Bytes   Expr // an integer, or nil
		In      Expr // a pointer, or nil
		Align   int64
		Write   bool
		Code    bool
		Of      *Type
	}

	// Leak is 1 if some live object was made by Alloc with Auto unset, and otherwise 0. With Lost,
	// there must also be no pointer to it in static storage, or in another object that is not lost.
	Leak struct {
		Lost bool
		Of   *Type
	}
)

// AllocAlign is the alignment, in bytes, of objects that Alloc makes.
const AllocAlign = 16

// OpenAlignment is the note of a Valid whose Align exceeds the guarantee of the object's
// declaration.
const OpenAlignment = "at which address an object lies"

// Places.
type (
	// VarPlace is a variable.
	VarPlace struct {
		Var *Var
	}

	// Deref is the place that Pointer points to.
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
	// The following operators are for floating-point numbers.
	Abs
	Sqrt
	Floor
	Ceil
	Trunc
	Rint    // to the nearest integer; in the middle, to the even one
	Round   // to the nearest integer; in the middle, away from zero
	SignBit // 1 for negative numbers and -0, 0 for other numbers, either for NaN
	Resize  // conversion to another format
)

// BinaryOp is an operator with two operands.
type BinaryOp uint8

// The binary operators. Comparisons are signed or unsigned depending on the type of their operands,
// and yield int.
const (
	Add BinaryOp = iota
	Sub
	Mul
	Div // towards zero
	Rem // sign of the dividend; fmod for floating-point numbers
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
	LogOr   // at least one operand differs from 0
	PtrAdd  // pointer X plus Y elements
	PtrDiff // elements from pointer Y to pointer X
	// The following operators are for floating-point numbers.
	Remainder // X - n·Y for the n nearest to X / Y; in the middle, the even one
	SumTo     // X + Y, rounded once to another format
)

// Type returns the type of a place or value.
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
