// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// A typeTable turns the parser's types into the automaton's. A struct or union is identified by its
// first declared member, since the parser copies types freely.
type typeTable struct {
	model   cfg.DataModel
	structs map[structKey]*cfg.Type
	basic   map[basicKey]*cfg.Type
	ptrs    map[*cfg.Type]*cfg.Type
	// constant returns the value of a constant expression, which may depend on layouts.
	constant func(cc.ExpressionNode) (int64, bool)
	// enumerator returns the value of an enumerator.
	enumerator func(cc.Node, *cc.Enumerator) *big.Int
	found      *survey
	lengths    map[*cc.ArrayType]int64 // lengths of arrays that initialisers complete
	sizes      map[*cfg.Type]int64     // the result of sizeof, for objects with a flexible array member
	anon       int                     // number of structs without a tag so far
	// several means that there are several translation units. Equal structs and unions of different
	// units are then one type.
	several bool
	records []*cfg.Type
	// presumed maps each type under construction to a type of another translation unit with the
	// same tag, which is assumed to be the same.
	presumed map[*cfg.Type]*cfg.Type
	// open are the types under construction. They may already have some of their members.
	open map[*cfg.Type]bool
	// The layout of a pointer does not need the layout of the type that it points to. Conversely,
	// that layout may need the layout of the struct with the pointer. So inside a struct (placing >
	// 0), types that pointers lead to (behind > 0) are laid out later.
	behind, placing int
	unplaced        map[*cfg.Type]recordType
	later           []*cfg.Type
}

type structKey struct {
	member *cc.Declarator
	depth  int    // the number of anonymous members around it
	empty  string // the spelling of a struct without members
}

type basicKey struct {
	kind   cfg.TypeKind
	width  int
	signed bool
	isBool bool
}

func newTypeTable(m cfg.DataModel) *typeTable {
	return &typeTable{
		model:   m,
		structs: map[structKey]*cfg.Type{},
		basic:   map[basicKey]*cfg.Type{},
		ptrs:    map[*cfg.Type]*cfg.Type{},
		lengths: map[*cc.ArrayType]int64{},
		sizes:   map[*cfg.Type]int64{},

		presumed: map[*cfg.Type]*cfg.Type{},
		open:     map[*cfg.Type]bool{},
		unplaced: map[*cfg.Type]recordType{},
	}
}

// integer returns the integer type of a width.
func (tt *typeTable) integer(width int, signed bool) *cfg.Type {
	size := int64(1)
	for 8*size < int64(width) { // a bit-field has the range of the next larger type
		size *= 2
	}
	return tt.scalar(basicKey{kind: cfg.Int, width: width, signed: signed}, size)
}

func (tt *typeTable) scalar(k basicKey, size int64) *cfg.Type {
	t := tt.basic[k]
	if t == nil {
		t = &cfg.Type{Kind: k.kind, Width: k.width, Signed: k.signed, Bool: k.isBool, Size: size, Align: size}
		if tt.model == cfg.ILP32 && t.Align > 4 {
			t.Align = 4
		}
		tt.basic[k] = t
	}
	return t
}

func (tt *typeTable) int() *cfg.Type   { return tt.integer(32, true) }
func (tt *typeTable) char() *cfg.Type  { return tt.integer(8, true) }
func (tt *typeTable) uchar() *cfg.Type { return tt.integer(8, false) }

// long returns the signed integer type as wide as a pointer.
func (tt *typeTable) long() *cfg.Type { return tt.integer(int(8*tt.model.PointerBytes()), true) }

// size returns size_t.
func (tt *typeTable) size() *cfg.Type { return tt.integer(int(8*tt.model.PointerBytes()), false) }

func (tt *typeTable) bool() *cfg.Type {
	return tt.scalar(basicKey{kind: cfg.Int, width: 8, isBool: true}, 1)
}

func (tt *typeTable) void() *cfg.Type { return tt.scalar(basicKey{kind: cfg.Void}, 1) }

func (tt *typeTable) function() *cfg.Type { return tt.scalar(basicKey{kind: cfg.Func}, 1) }

// float returns a floating-point type: of 32 or 64 bits, or long double's 80.
func (tt *typeTable) float(width int) *cfg.Type {
	size := int64(width / 8)
	if width == 80 {
		size = 12
		if tt.model == cfg.LP64 {
			size = 16
		}
	}
	return tt.scalar(basicKey{kind: cfg.Float, width: width, signed: true}, size)
}

func (tt *typeTable) pointer(elem *cfg.Type) *cfg.Type {
	t := tt.ptrs[elem]
	if t == nil {
		n := tt.model.PointerBytes()
		t = &cfg.Type{Kind: cfg.Pointer, Elem: elem, Size: n, Align: n}
		tt.ptrs[elem] = t
	}
	return t
}

func (tt *typeTable) array(elem *cfg.Type, n int64) *cfg.Type {
	t := &cfg.Type{Kind: cfg.Array, Elem: elem, Len: n, Size: -1, Align: elem.Align}
	if n >= 0 && elem.Size >= 0 {
		t.Size = n * elem.Size
	}
	return t
}

// qualified returns t with qualifiers added.
func qualified(t *cfg.Type, atomic, volatile bool) *cfg.Type {
	if t.Atomic == atomic && t.Volatile == volatile || !atomic && !volatile {
		return t
	}
	q := *t
	q.Atomic = q.Atomic || atomic
	q.Volatile = q.Volatile || volatile
	return &q
}

// qualifiers returns the qualifiers of a declared object's type. The parser reports the qualifiers
// among the specifiers. For a pointer, they belong to the type that it points to, unless a typedef
// or _Atomic( ) makes the pointer.
func qualifiers(d *cc.Declarator) (atomic, volatile bool) {
	if d.Type().Kind() != cc.Ptr {
		return d.IsAtomic(), d.IsVolatile()
	}
	innermost := d
	for dd := d.DirectDeclarator; dd != nil; {
		if dd.Case == cc.DirectDeclaratorDecl {
			innermost = dd.Declarator
			dd = innermost.DirectDeclarator
		} else {
			dd = dd.DirectDeclarator
		}
	}
	p := innermost.Pointer
	if p == nil {
		return d.IsAtomic(), d.IsVolatile()
	}
	for p.Pointer != nil {
		p = p.Pointer
	}
	for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
		if q.TypeQualifier != nil {
			atomic = atomic || q.TypeQualifier.Case == cc.TypeQualifierAtomic
			volatile = volatile || q.TypeQualifier.Case == cc.TypeQualifierVolatile
		}
	}
	return atomic, volatile
}

// declared returns the type t of an object declared as d, with its qualifiers. If pointers lead to
// atomic objects, it includes their qualifiers.
func (tt *typeTable) declared(t *cfg.Type, d *cc.Declarator) *cfg.Type {
	atomic, volatile := qualifiers(d)
	if depth, ok := derivations(d); ok && depth > 0 && d.IsAtomic() {
		t = tt.atomicBelow(t, depth)
	}
	return qualified(t, atomic, volatile)
}

// derivations returns the number of pointers and arrays that a declarator adds to the type of its
// specifiers. It fails for functions.
func derivations(d *cc.Declarator) (n int, ok bool) {
	for p := d.Pointer; p != nil; p = p.Pointer {
		n++
	}
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		switch dd.Case {
		case cc.DirectDeclaratorIdent:
		case cc.DirectDeclaratorDecl:
			inside, ok := derivations(dd.Declarator)
			return n + inside, ok
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			return 0, false
		default:
			n++
		}
	}
	return n, true
}

// atomicBelow returns t with its base type made atomic. depth is the number of pointers and arrays
// in t.
func (tt *typeTable) atomicBelow(t *cfg.Type, depth int) *cfg.Type {
	switch {
	case depth == 0:
		return qualified(t, true, false)
	case t.Kind == cfg.Pointer:
		return tt.pointer(tt.atomicBelow(t.Elem, depth-1))
	case t.Kind == cfg.Array:
		return qualified(tt.array(tt.atomicBelow(t.Elem, depth-1), t.Len), t.Atomic, t.Volatile)
	}
	return t
}

// The widths of the basic integer types that both data models share, except for long.
var integers = map[cc.Kind]struct {
	width  int
	signed bool
}{
	cc.Char: {8, true}, cc.SChar: {8, true}, cc.UChar: {8, false},
	cc.Short: {16, true}, cc.UShort: {16, false},
	cc.Int: {32, true}, cc.UInt: {32, false},
	cc.LongLong: {64, true}, cc.ULongLong: {64, false},
	cc.Int128: {128, true}, cc.UInt128: {128, false},
}

var floats = map[cc.Kind]int{
	cc.Float: 32, cc.Float32: 32, cc.Double: 64, cc.Float64: 64, cc.Float32x: 64,
	cc.LongDouble: 80, cc.Float64x: 80, cc.Float128: 128, cc.Float16: 16,
}

// of translates a type of the parser to a type of the automaton.
func (tt *typeTable) of(t cc.Type) (*cfg.Type, error) {
	if t == nil {
		return nil, fmt.Errorf("unknown type")
	}
	r, err := tt.unqualified(t)
	if err != nil {
		return nil, err
	}
	if a, ok := tt.found.types[t.Typedef()]; ok {
		if r, err = tt.changed(r, a); err != nil {
			return nil, err
		}
	}
	return qualified(r, tt.isAtomic(t), t.Attributes().IsVolatile()), nil
}

// modes are the widths of gcc's machine modes for integers. Words are as wide as pointers.
var modes = map[string]int{"byte": 8, "QI": 8, "HI": 16, "SI": 32, "DI": 64, "TI": 128}

// changed returns type t of a typedef with an attribute that changes it.
func (tt *typeTable) changed(t *cfg.Type, a attribute) (*cfg.Type, error) {
	if a.refused != nil {
		return nil, a.refused
	}
	mode := ""
	if len(a.args) == 1 {
		if p, ok := inner(a.args[0]).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			mode = plainAttribute(p.Token.SrcStr())
		}
	}
	width := modes[mode]
	if mode == "word" || mode == "pointer" || mode == "unwind_word" {
		width = int(8 * tt.model.PointerBytes())
	}
	if width == 0 || t.Kind != cfg.Int || t.Bool {
		return nil, fmt.Errorf("attribute mode(%s) of %v", mode, t)
	}
	return tt.integer(width, t.Signed), nil
}

// isAtomic reports whether t comes from a typedef with _Atomic.
func (tt *typeTable) isAtomic(t cc.Type) bool {
	d := t.Typedef()
	if d == nil {
		return false
	}
	atomic, _ := qualifiers(d)
	return atomic || tt.found.atomics[d]
}

func (tt *typeTable) unqualified(t cc.Type) (*cfg.Type, error) {
	if k, ok := integers[t.Kind()]; ok {
		if t.VectorSize() > 0 {
			return nil, fmt.Errorf("vector type %v", t)
		}
		return tt.integer(k.width, k.signed), nil
	}
	if w, ok := floats[t.Kind()]; ok {
		return tt.float(w), nil
	}
	switch t := t.(type) {
	case *cc.EnumType:
		if t.IsIncomplete() {
			return tt.integer(32, false), nil
		}
		if es := t.Enumerators(); len(es) > 0 && strings.HasPrefix(es[len(es)-1].Token.SrcStr(), packedName) {
			return tt.packed(es), nil
		}
		return tt.unqualified(t.UnderlyingType())
	case *cc.PointerType:
		target := t.Elem()
		if a := vlaType(target); a != nil {
			target = vlaBase(a)
		}
		tt.behind++
		elem, err := tt.of(target)
		tt.behind--
		if err != nil {
			return nil, err
		}
		return tt.pointer(elem), nil
	case *cc.ArrayType:
		defer func(behind int) { tt.behind = behind }(tt.behind)
		tt.behind = 0 // the size matters
		elem, err := tt.of(t.Elem())
		if err != nil {
			return nil, err
		}
		n := t.Len()
		if own, ok := tt.lengths[t]; ok {
			n = own
		}
		if e := t.SizeExpression(); e != nil && !t.IsVLA() {
			if assigns(e) {
				// the parser takes the array for one of constant length
				return nil, fmt.Errorf("%w: an assignment in the size of an array", errors.ErrUnsupported)
			}
			if own, ok := tt.constant(e); ok {
				n = own
			}
		}
		if t.IsVLA() || t.IsIncomplete() {
			n = -1
		}
		return tt.array(elem, n), nil
	case *cc.FunctionType:
		return tt.function(), nil
	case *cc.StructType:
		return tt.record(t, cfg.Struct)
	case *cc.UnionType:
		return tt.record(t, cfg.Union)
	}
	switch t.Kind() {
	case cc.Void:
		return tt.void(), nil
	case cc.Bool:
		return tt.bool(), nil
	case cc.Long:
		return tt.long(), nil
	case cc.ULong:
		return tt.size(), nil
	}
	return nil, fmt.Errorf("type %v", t)
}

// packed returns the narrowest integer type that has the values of some enumerators.
func (tt *typeTable) packed(es []*cc.Enumerator) *cfg.Type {
	lo, hi := new(big.Int), new(big.Int)
	for _, e := range es {
		v := tt.enumerator(e, e)
		if v.Cmp(lo) < 0 {
			lo = v
		}
		if v.Cmp(hi) > 0 {
			hi = v
		}
	}
	for width := 8; ; width *= 2 {
		t := tt.integer(width, lo.Sign() < 0)
		if from, to := t.Range(); lo.Cmp(from) >= 0 && hi.Cmp(to) <= 0 || width == 64 {
			return t
		}
	}
}

// A recordType is a struct or union of the parser.
type recordType interface {
	cc.Type
	NumFields() int
	FieldByIndex(int) *cc.Field
	Tag() cc.Token
}

// keyOf finds the member that identifies a struct or union.
func keyOf(t recordType) structKey {
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		if f == nil {
			break
		}
		if d := f.Declarator(); d != nil && f.Name() != "" {
			return structKey{member: d}
		}
		if r, ok := f.Type().(recordType); ok {
			if k := keyOf(r); k.member != nil {
				k.depth++
				return k
			}
		}
	}
	return structKey{empty: t.String()}
}

func (tt *typeTable) record(t recordType, kind cfg.TypeKind) (*cfg.Type, error) {
	key := keyOf(t)
	if kind == cfg.Union {
		key.empty += " union" // an anonymous first member has the same first member as its parent
	}
	token := t.Tag()
	tag := token.SrcStr()
	key.empty += "#" + tag
	if r := tt.structs[key]; r != nil {
		if tt.unplaced[r] != nil && tt.behind == 0 {
			return r, tt.place(r)
		}
		return r, nil
	}
	r := &cfg.Type{Kind: kind, Size: -1, Align: 1}
	r.Tag = tag
	if r.Tag == "" {
		tt.anon++
		r.Tag = fmt.Sprintf("%s%d", anonymousTag, tt.anon)
	}
	if t.IsIncomplete() && t.NumFields() == 0 {
		if t.Size() < 0 {
			return r, nil // it may be completed later, so it is not stored
		}
	}
	tt.structs[key] = r
	tt.unplaced[r] = t
	if tt.behind > 0 && tt.placing > 0 {
		tt.later = append(tt.later, r)
		return r, nil
	}
	return r, tt.place(r)
}

// place lays out a struct or union, and then those that its pointers lead to.
func (tt *typeTable) place(r *cfg.Type) error {
	t := tt.unplaced[r]
	delete(tt.unplaced, r)
	behind := tt.behind
	tt.behind = 0
	tt.placing++
	tt.open[r] = true
	err := tt.layOut(r, t)
	delete(tt.open, r)
	tt.placing--
	tt.behind = behind
	if err == nil && tt.several {
		err = tt.unify(r)
	}
	for tt.placing == 0 && err == nil && len(tt.later) > 0 {
		next := tt.later[0]
		tt.later = tt.later[1:]
		if tt.unplaced[next] != nil {
			err = tt.place(next)
		}
	}
	return err
}

// meet lays out t if its layout was postponed. Some expressions need the layout of a struct at
// once, such as offsetof in the bound of an array.
func (tt *typeTable) meet(t *cfg.Type) error {
	for t.Kind == cfg.Array {
		t = t.Elem
	}
	if tt.unplaced[t] == nil {
		return nil
	}
	return tt.place(t)
}

// field returns the path to the member with a name in t: the indices through anonymous members.
func field(t *cfg.Type, name string) []int {
	for i, f := range t.Fields {
		if f.Name == name {
			return []int{i}
		}
	}
	for i, f := range t.Fields {
		if f.Name == "" && len(f.Type.Fields) > 0 {
			if rest := field(f.Type, name); rest != nil {
				return append([]int{i}, rest...)
			}
		}
	}
	return nil
}

// promoted returns the type that an operand of type t is promoted to.
func (tt *typeTable) promoted(t *cfg.Type) *cfg.Type {
	if t.Kind == cfg.Int && (t.Width < 32 || t.Bool) {
		return tt.int()
	}
	return t
}

// common returns the type of the usual arithmetic conversions. It need not distinguish ranks of
// equal width: their common type has that width, and is unsigned if one of them is.
func (tt *typeTable) common(t, u *cfg.Type) *cfg.Type {
	switch {
	case t.Kind == cfg.Float && u.Kind == cfg.Float:
		return tt.float(max(t.Width, u.Width))
	case t.Kind == cfg.Float:
		return tt.float(t.Width)
	case u.Kind == cfg.Float:
		return tt.float(u.Width)
	}
	t, u = tt.promoted(t), tt.promoted(u)
	switch {
	case t.Width > u.Width:
		return tt.integer(t.Width, t.Signed)
	case t.Width < u.Width:
		return tt.integer(u.Width, u.Signed)
	}
	return tt.integer(t.Width, t.Signed && u.Signed)
}
