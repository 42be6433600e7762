// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"fmt"
	"strings"
)

// SortKind is the family of a [Sort].
type SortKind uint8

// The families of sorts.
const (
	KindBool SortKind = iota
	KindInt
	KindReal
	KindBitVec
	KindArray
	KindDatatype
	KindUninterpreted
)

// Sort is a ground SMT-LIB sort. Sorts are hash-consed by their [Store]: two
// sorts of one store are equal if and only if their pointers are. A Sort is
// immutable once its declaration is complete.
type Sort struct {
	id       uint32
	kind     SortKind
	width    int         // bit-vectors
	name     string      // uninterpreted sorts and datatypes
	params   [2]*Sort    // arrays: index, element
	dt       *Datatype   // datatypes
	float    FloatFormat // floating-point numbers
	rounding bool        // RoundingMode
	generic  *Generic    // of instances of a datatype with parameters,
	args     []*Sort     // and these
	size     int         // nodes written out, at most maxInt/2
}

// Generic is a datatype with parameters as a script declares it; its instances are sorts. It
// belongs to no store.
type Generic struct {
	Name     string
	Arity    int
	Text     string // (par (X …) (constructor …))
	Inferred []bool // by constructor: its fields determine the parameters
}

// ID returns the dense number of the sort in its store.
func (s *Sort) ID() uint32 { return s.id }

// Kind returns the family of s.
func (s *Sort) Kind() SortKind { return s.kind }

// Width returns the number of bits of a bit-vector sort, 0 for other sorts.
func (s *Sort) Width() int { return s.width }

// Index returns the index sort of an array sort, nil for other sorts.
func (s *Sort) Index() *Sort { return s.params[0] }

// Elem returns the element sort of an array sort, nil for other sorts.
func (s *Sort) Elem() *Sort { return s.params[1] }

// Generic returns the datatype with parameters that s is an instance of, or nil.
func (s *Sort) Generic() *Generic { return s.generic }

// Arguments returns the arguments of an instance of a datatype with parameters, nil for other
// sorts.
func (s *Sort) Arguments() []*Sort { return s.args }

// Size returns the number of nodes of s written out.
func (s *Sort) Size() int { return s.size }

// Name returns the declared name of an uninterpreted sort or datatype. The name of an instance of a
// datatype with parameters is written like an application, (List Int).
func (s *Sort) Name() string { return s.name }

// Datatype returns the constructors of a datatype sort, nil for other sorts.
func (s *Sort) Datatype() *Datatype { return s.dt }

// IsBool reports whether s is Bool.
func (s *Sort) IsBool() bool { return s.kind == KindBool }

// IsInt reports whether s is Int.
func (s *Sort) IsInt() bool { return s.kind == KindInt }

// IsReal reports whether s is Real.
func (s *Sort) IsReal() bool { return s.kind == KindReal }

// IsArith reports whether s is Int or Real.
func (s *Sort) IsArith() bool { return s.kind == KindInt || s.kind == KindReal }

// IsBitVec reports whether s is a bit-vector sort.
func (s *Sort) IsBitVec() bool { return s.kind == KindBitVec }

// IsArray reports whether s is an array sort.
func (s *Sort) IsArray() bool { return s.kind == KindArray }

// IsDatatype reports whether s is an algebraic datatype.
func (s *Sort) IsDatatype() bool { return s.kind == KindDatatype }

// String returns s in SMT-LIB syntax.
func (s *Sort) String() string {
	var b strings.Builder
	s.write(&b)
	return b.String()
}

// write recurses along nested array sorts only, whose depth the reader bounds.
func (s *Sort) write(b *strings.Builder) {
	switch s.kind {
	case KindBool:
		b.WriteString("Bool")
	case KindInt:
		b.WriteString("Int")
	case KindReal:
		b.WriteString("Real")
	case KindBitVec:
		fmt.Fprintf(b, "(_ BitVec %d)", s.width)
	case KindArray:
		b.WriteString("(Array ")
		s.params[0].write(b)
		b.WriteByte(' ')
		s.params[1].write(b)
		b.WriteByte(')')
	default:
		if s.generic != nil || s.Builtin() {
			b.WriteString(s.name)
			return
		}
		b.WriteString(QuoteSymbol(s.name))
	}
}

// Datatype lists the constructors of an algebraic datatype sort.
type Datatype struct {
	Sort         *Sort
	Constructors []*Constructor
}

// Constructor is one constructor of a datatype.
type Constructor struct {
	Name   string
	Index  int // position among the constructors of its datatype
	Sort   *Sort
	Fields []*Selector
}

// Selector is one field of a constructor.
type Selector struct {
	Name  string
	Index int // position among the fields of its constructor
	Ctor  *Constructor
	Sort  *Sort // sort of the field
}

// Constructor returns the constructor called name, or nil.
func (d *Datatype) Constructor(name string) *Constructor {
	for _, c := range d.Constructors {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Func is an uninterpreted function or predicate symbol. Functions are
// interned by their store: name, parameter sorts and result sort determine the
// pointer.
type Func struct {
	id     uint32
	name   string
	params []*Sort
	result *Sort
}

// ID returns the dense number of the function in its store.
func (f *Func) ID() uint32 { return f.id }

// Name returns the symbol, without quotes.
func (f *Func) Name() string { return f.name }

// Params returns the parameter sorts. The caller must not modify the slice.
func (f *Func) Params() []*Sort { return f.params }

// Arity returns the number of parameters.
func (f *Func) Arity() int { return len(f.params) }

// Result returns the result sort.
func (f *Func) Result() *Sort { return f.result }

// String returns the symbol in SMT-LIB syntax.
func (f *Func) String() string { return QuoteSymbol(f.name) }

// QuoteSymbol returns name as an SMT-LIB symbol, with bars if it is not a simple symbol. SMT-LIB
// cannot write names that contain a bar or a backslash; the reader never produces them, and those
// characters are replaced by an underscore.
func QuoteSymbol(name string) string {
	if isSimpleSymbol(name) {
		return name
	}
	if strings.ContainsAny(name, "|\\") {
		name = strings.NewReplacer("|", "_", "\\", "_").Replace(name)
	}
	return "|" + name + "|"
}

func isSimpleSymbol(name string) bool {
	if name == "" || name[0] >= '0' && name[0] <= '9' || IsReserved(name) {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !symbolBytes[name[i]] {
			return false
		}
	}
	return true
}

// SymbolBytes returns the set of the characters of simple symbols (SMT-LIB 2.6, §3.1).
func SymbolBytes() [256]bool { return symbolBytes }

var symbolBytes = func() (set [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789~!@$%^&*_-+=<>.?/") {
		set[c] = true
	}
	return set
}()

// IsReserved reports whether name is one of the words of SMT-LIB's term language and the names of
// its commands (SMT-LIB 2.6, §3.1), which need quotes when used as symbols.
func IsReserved(name string) bool { return reservedWords[name] }

var reservedWords = map[string]bool{
	"!": true, "_": true, "as": true, "exists": true, "forall": true,
	"let": true, "match": true, "par": true,
	"BINARY": true, "DECIMAL": true, "HEXADECIMAL": true, "NUMERAL": true, "STRING": true,

	"assert": true, "check-sat": true, "check-sat-assuming": true, "declare-const": true,
	"declare-datatype": true, "declare-datatypes": true, "declare-fun": true, "declare-sort": true,
	"define-fun": true, "define-fun-rec": true, "define-funs-rec": true, "define-sort": true,
	"echo": true, "exit": true, "get-assertions": true, "get-assignment": true, "get-info": true,
	"get-model": true, "get-option": true, "get-proof": true, "get-unsat-assumptions": true,
	"get-unsat-core": true, "get-value": true, "pop": true, "push": true, "reset": true,
	"reset-assertions": true, "set-info": true, "set-logic": true, "set-option": true,
}
