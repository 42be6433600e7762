// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"cornet/encode/ieee"
	"cornet/internal/option"
)

// DataModel gives the widths of C's types.
type DataModel uint8

// The data models of the field's task definitions, and the model of the machine.
const (
	// the model that a compiler without options uses on this machine: see Resolve
	Host  DataModel = iota
	ILP32           // int, long and pointers of 32 bits
	LP64            // int of 32, long and pointers of 64 bits
)

var dataModels = []string{"host", "ILP32", "LP64"}

// Resolve returns the model of m. For Host it is LP64 if Cornet was built for 64 bits, and ILP32 if
// it was built for 32 bits. It depends on nothing else, so that answers do not depend on installed
// programs. Windows has a third model, with pointers of 64 bits and a long of 32 bits. This model
// is not supported; LP64 is used instead.
func (m DataModel) Resolve() DataModel {
	switch {
	case m != Host:
		return m
	case strconv.IntSize == 32:
		return ILP32
	}
	return LP64
}

func (m DataModel) String() string { return dataModels[m] }

// UnmarshalText reads the words that String returns.
func (m *DataModel) UnmarshalText(text []byte) error { return option.ReadWord(m, text, dataModels...) }

// PointerBytes returns the size of a pointer.
func (m DataModel) PointerBytes() int64 {
	if m.Resolve() == LP64 {
		return 8
	}
	return 4
}

// TypeKind is the kind of a type.
type TypeKind uint8

// The kinds of types.
const (
	Void TypeKind = iota
	Int           // integers, characters, enumerations and _Bool
	Float
	Pointer
	Array
	Struct
	Union
	Func // only below a Pointer
)

// A Type is a type of C, reduced to the properties that affect computations. It has no typedefs,
// and only the qualifiers that affect visibility to other threads. Same compares types. There is
// one *Type for a struct or union. Copies of it that differ in qualifiers share the slice of its
// fields.
type Type struct {
	Kind TypeKind

	Width  int  // Int, Float: bits
	Signed bool // Int
	Bool   bool // Int: _Bool, whose conversions compare with 0

	Elem *Type // Pointer: the type that it points to; Array: its element type
	Len  int64 // Array: number of elements; -1 if unknown or computed at run time

	Tag    string  // Struct, Union: as in the source, or invented
	Fields []Field // Struct, Union; in order of declaration

	Size, Align int64 // bytes; Size is -1 if unknown

	Atomic, Volatile bool // _Atomic, volatile
}

// A Field is a member of a struct or union.
type Field struct {
	Name   string // "" for an anonymous member
	Type   *Type
	Offset int64 // bytes
	// Bits is the width of a bit-field, 0 for other members. BitOffset is the position of its first
	// bit, counted from Offset, least significant first.
	Bits, BitOffset int
	// Parted means that a bit-field of width 0 comes before it, which separates memory locations.
	Parted bool
}

// Format returns the floating-point format of t, or the zero value for other types.
func (t *Type) Format() ieee.Format {
	if t.Kind != Float {
		return ieee.Format{}
	}
	f, _ := ieee.Of(t.Width)
	return f
}

// IsInteger reports whether t is an integer type.
func (t *Type) IsInteger() bool { return t.Kind == Int }

// IsScalar reports whether a value of type t is one number or address.
func (t *Type) IsScalar() bool { return t.Kind == Int || t.Kind == Float || t.Kind == Pointer }

// IsAggregate reports whether t has parts.
func (t *Type) IsAggregate() bool { return t.Kind == Array || t.Kind == Struct || t.Kind == Union }

// Same reports whether values of t and u are interchangeable. Qualifiers do not count. Structs and
// unions are the same only if they come from one declaration.
func (t *Type) Same(u *Type) bool {
	if t == u {
		return true
	}
	if t == nil || u == nil || t.Kind != u.Kind {
		return false
	}
	switch t.Kind {
	case Int:
		return t.Width == u.Width && t.Signed == u.Signed && t.Bool == u.Bool
	case Float:
		return t.Width == u.Width
	case Pointer:
		return t.Elem.Same(u.Elem)
	case Array:
		return t.Len == u.Len && t.Elem.Same(u.Elem)
	case Struct, Union:
		// Copies of one type that differ in qualifiers share their fields.
		return t.Tag == u.Tag && len(t.Fields) > 0 && len(u.Fields) > 0 && &t.Fields[0] == &u.Fields[0]
	}
	return true // Void, Func
}

// Range returns the smallest and the largest value of an integer type, or of addresses if t is a
// pointer.
func (t *Type) Range() (lo, hi *big.Int) {
	one := big.NewInt(1)
	switch {
	case t.Bool:
		return new(big.Int), one
	case t.Kind == Pointer:
		hi = new(big.Int).Lsh(one, uint(8*t.Size))
		return new(big.Int), hi.Sub(hi, one)
	case t.Signed:
		hi = new(big.Int).Lsh(one, uint(t.Width-1))
		lo = new(big.Int).Neg(hi)
		return lo, hi.Sub(hi, one)
	default:
		hi = new(big.Int).Lsh(one, uint(t.Width))
		return new(big.Int), hi.Sub(hi, one)
	}
}

// Wrap returns the value of the integer type t that is congruent to v modulo 2^Width. For _Bool, it
// returns whether v differs from 0.
func (t *Type) Wrap(v *big.Int) *big.Int {
	if t.Bool {
		return big.NewInt(int64(v.CmpAbs(new(big.Int)))) // |v| > 0
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(t.Width))
	w := new(big.Int).Mod(v, m)
	if t.Signed && w.Bit(t.Width-1) == 1 {
		w.Sub(w, m)
	}
	return w
}

// String returns the type in a form close to C, for messages.
func (t *Type) String() string {
	switch t.Kind {
	case Void:
		return "void"
	case Int:
		if t.Bool {
			return "_Bool"
		}
		if t.Signed {
			return fmt.Sprintf("int%d", t.Width)
		}
		return fmt.Sprintf("uint%d", t.Width)
	case Float:
		return fmt.Sprintf("float%d", t.Width)
	case Pointer:
		return t.Elem.String() + "*"
	case Array:
		if t.Len < 0 {
			return t.Elem.String() + "[]"
		}
		return fmt.Sprintf("%s[%d]", t.Elem, t.Len)
	case Struct, Union:
		return strings.ToLower(kindNames[t.Kind]) + " " + t.Tag
	}
	return "function"
}

var kindNames = [...]string{
	Void: "Void", Int: "Int", Float: "Float", Pointer: "Pointer", Array: "Array",
	Struct: "Struct", Union: "Union", Func: "Func",
}
