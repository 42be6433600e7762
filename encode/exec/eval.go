// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"fmt"
	"math/big"

	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// eval computes an expression in a frame.
func (m *machine) eval(fr *frame, x cfg.Expr) value {
	switch x := x.(type) {
	case cfg.Const:
		return fromBig(x.Value)
	case cfg.FloatConst:
		return floatOf(x.Value)
	case cfg.Load:
		return m.read(fr, x.From)
	case cfg.AddrOf:
		return fromUint(uint64(m.place(fr, x.Place)))
	case cfg.FuncAddr:
		return small(m.code(x))
	case cfg.Unary:
		v := m.eval(fr, x.X)
		if v.isFloat {
			return m.float(x, v)
		}
		switch x.Operator {
		case cfg.LogNot:
			return fromBool(!v.truth())
		case cfg.Neg:
			r, _ := arithmetic(cfg.Sub, value{}, v, x.Of)
			return wrap(r, x.Of)
		default:
			r, _ := arithmetic(cfg.Sub, small(-1), v, x.Of) // ~v = -1 - v
			return wrap(r, x.Of)
		}
	case cfg.Binary:
		return m.binary(fr, x)
	case cfg.Cast:
		v := m.eval(fr, x.X)
		if v.isFloat || x.Of.Kind == cfg.Float {
			return m.float(x, v)
		}
		return wrap(v, x.Of)
	case cfg.Cond:
		if m.eval(fr, x.If).truth() {
			return m.eval(fr, x.Then)
		}
		return m.eval(fr, x.Else)
	case cfg.Aggregate:
		if sizeOf(x.Of) > maxPart {
			m.mem.exhausted = true
			return value{}
		}
		raw := make([]byte, sizeOf(x.Of))
		m.fill(fr, raw, x)
		return value{raw: raw}
	case cfg.Any:
		return m.inexact(x)
	case cfg.Valid:
		if x.Align > 0 {
			return m.aligned(fr, x)
		}
		return fromBool(m.valid(fr, x))
	case cfg.Leak:
		return fromBool(m.leaks(x.Lost))
	}
	panic(fmt.Sprintf("exec: expression %T", x))
}

// inexact returns a value for something that is not modelled exactly.
func (m *machine) inexact(x cfg.Any) value {
	was := m.note
	m.note = x.Note
	v := m.open(x.Of, "")
	m.note = was
	return v
}

// fill writes the elements of an aggregate into its bytes.
func (m *machine) fill(fr *frame, raw []byte, x cfg.Aggregate) {
	tmp := memory{heap: region{objects: []object{objectOf(raw)}}}
	for i, y := range x.Elems {
		v := m.eval(fr, y)
		if x.Of.Kind == cfg.Array {
			tmp.store(heapBase+int64(i)*x.Of.Elem.Size, x.Of.Elem, v)
			continue
		}
		f := x.Of.Fields[i]
		if f.Bits > 0 {
			putBits(raw, f, v)
			continue
		}
		tmp.store(heapBase+f.Offset, f.Type, v)
	}
}

// initialise stores an aggregate that is too large for a value. Its elements do not depend on the
// object.
func (m *machine) initialise(fr *frame, a int64, x cfg.Aggregate) {
	if !m.mem.fill(a, sizeOf(x.Of), 0) {
		m.invalid("a %v is stored at %#x, where no object is", x.Of, a)
		return
	}
	for i, y := range x.Elems {
		at, t := a, x.Of.Elem
		var field *cfg.Field
		if x.Of.Kind == cfg.Array {
			at += int64(i) * t.Size
		} else {
			field = &x.Of.Fields[i]
			t = field.Type
			at += field.Offset
		}
		inner, ok := y.(cfg.Aggregate)
		switch {
		case ok && sizeOf(t) > wholeBytes:
			m.initialise(fr, at, inner)
		case field != nil && field.Bits > 0:
			m.mem.storeBits(at-field.Offset, *field, m.eval(fr, y))
		default:
			m.mem.store(at, t, m.eval(fr, y))
		}
	}
}

func (m *machine) binary(fr *frame, x cfg.Binary) value {
	a := m.eval(fr, x.X)
	switch x.Operator {
	case cfg.LogAnd:
		return fromBool(a.truth() && m.eval(fr, x.Y).truth())
	case cfg.LogOr:
		return fromBool(a.truth() || m.eval(fr, x.Y).truth())
	}
	b := m.eval(fr, x.Y)
	if a.isFloat {
		return m.float(x, a, b)
	}
	switch op := x.Operator; op {
	case cfg.Lt:
		return fromBool(cmp(a, b) < 0)
	case cfg.Le:
		return fromBool(cmp(a, b) <= 0)
	case cfg.Gt:
		return fromBool(cmp(a, b) > 0)
	case cfg.Ge:
		return fromBool(cmp(a, b) >= 0)
	case cfg.Eq:
		return fromBool(cmp(a, b) == 0)
	case cfg.Ne:
		return fromBool(cmp(a, b) != 0)
	case cfg.PtrAdd:
		d, _ := arithmetic(cfg.Mul, b, small(stride(x.Of)), x.Of)
		s, _ := arithmetic(cfg.Add, a, d, x.Of)
		z := wrap(s, x.Of)
		m.stray(a.address(), z.address())
		// it has wrapped around the address space
		m.result.Strayed = m.result.Strayed || cmp(s, z) != 0
		return z
	case cfg.PtrDiff:
		d, _ := arithmetic(cfg.Sub, a, b, x.Of)
		q, _ := arithmetic(cfg.Div, d, small(stride(x.X.Type())), x.Of)
		return wrap(q, x.Of)
	default:
		v, ok := arithmetic(op, a, b, x.Of)
		switch {
		case !ok && (op == cfg.Div || op == cfg.Rem):
			m.invalid("a number is divided by zero")
		case !ok:
			m.undefined()
		}
		return wrap(v, x.Of)
	}
}

// float computes an operation that takes or yields a floating-point number. If C leaves the result
// open, the environment chooses it.
func (m *machine) float(x cfg.Expr, vs ...value) value {
	ns := slice.Map(vs, value.int)
	z := cfg.FoldFloat(x, ns...)
	switch {
	case z == nil:
		m.undefined()
		return m.open(x.Type(), "")
	case x.Type().Kind == cfg.Float:
		return floatOf(z)
	}
	return fromBig(z)
}

// stride returns the size of the elements that a pointer steps over.
func stride(t *cfg.Type) int64 { return max(t.Elem.Size, 1) }

// stray records whether arithmetic has led from an object into another one.
func (m *machine) stray(from, to int64) {
	if o := m.mem.find(from); o != nil && !m.result.Strayed {
		p := m.mem.find(to)
		m.result.Strayed = p != nil && p != o
	}
}

// undefined counts an operation without a defined result.
func (m *machine) undefined() {
	if m.trial {
		m.impure = true // a trial; the expression will be evaluated again
		return
	}
	if m.result.Undefined == 0 {
		m.result.UndefinedAt = m.edge
	}
	m.result.Undefined++
}

// open returns a value that the environment chooses.
func (m *machine) open(t *cfg.Type, name string) value {
	switch t.Kind {
	case cfg.Int, cfg.Pointer:
		return wrap(fromBig(m.input(m.edge, t, name)), t)
	case cfg.Float:
		v := m.input(m.edge, t, name)
		if lo, hi := t.Format().Range(); v.Cmp(lo) < 0 || v.Cmp(hi) > 0 {
			v = hi
		}
		return floatOf(v)
	}
	if sizeOf(t) > maxPart {
		m.mem.exhausted = true
		return value{}
	}
	raw := make([]byte, sizeOf(t))
	m.chooseBytes(raw, t, name)
	return value{raw: raw}
}

// chooseBytes lets the environment choose the bytes of an aggregate, except its padding.
func (m *machine) chooseBytes(raw []byte, t *cfg.Type, name string) {
	switch {
	case t.Kind == cfg.Array && t.Elem.Size > 0:
		for i := int64(0); i+t.Elem.Size <= int64(len(raw)); i += t.Elem.Size {
			m.chooseBytes(raw[i:i+t.Elem.Size], t.Elem, name)
		}
	case t.Kind == cfg.Struct:
		for _, f := range t.Fields {
			m.chooseBytes(raw[f.Offset:min(f.Offset+max(f.Type.Size, 0), int64(len(raw)))], f.Type, name)
		}
	default:
		for i := range raw {
			raw[i] = byte(m.input(m.edge, byteType, name).Int64())
		}
	}
}

var byteType = &cfg.Type{Kind: cfg.Int, Width: 8, Size: 1, Align: 1}

func (m *machine) input(e *cfg.Edge, t *cfg.Type, name string) *big.Int {
	if m.trial {
		m.impure = true
		return new(big.Int)
	}
	if m.o.Input == nil {
		return new(big.Int)
	}
	q := Request{Edge: e, Thread: 1, Type: t, Name: name, Note: m.note}
	if m.th != nil {
		q.Thread, q.Depth = m.th.id, len(m.th.frames)-1
	}
	v := m.o.Input(q)
	if v == nil {
		return new(big.Int)
	}
	return v
}

// havoc stores values that the environment chooses, one for each scalar.
func (m *machine) havoc(e *cfg.Edge, a int64, t *cfg.Type, name string) bool {
	was := m.edge
	m.edge = e
	defer func() { m.edge = was }()
	switch t.Kind {
	case cfg.Array:
		n := t.Len
		if n < 0 {
			n = sizeOf(t) / max(t.Elem.Size, 1)
		}
		for i := range min(n, max(maxOpen/max(t.Elem.Size, 1), 1)) {
			if !m.havoc(e, a+i*t.Elem.Size, t.Elem, name) {
				return false
			}
		}
		return true
	case cfg.Struct:
		for _, f := range t.Fields {
			if f.Bits > 0 {
				m.mem.storeBits(a, f, m.open(f.Type, name))
			} else if !m.havoc(e, a+f.Offset, f.Type, name) {
				return false
			}
		}
		return m.mem.bytes(a, 0) != nil
	}
	return m.mem.store(a, t, m.open(t, name))
}

// code returns the address of a function.
func (m *machine) code(x cfg.FuncAddr) int64 {
	a, ok := m.codes[x.Name]
	if !ok {
		a = codeBase + 16*int64(len(m.codes))
		m.codes[x.Name] = a
		m.byCode[a] = x.Func
	}
	return a
}

// place returns the address of a place. For a bit-field, this is the address of its storage.
func (m *machine) place(fr *frame, l cfg.Place) int64 {
	switch l := l.(type) {
	case cfg.VarPlace:
		return m.variable(fr, l.Var)
	case cfg.Deref:
		return m.eval(fr, l.Pointer).address()
	case cfg.FieldPlace:
		return m.place(fr, l.In) + l.In.Type().Fields[l.Index].Offset
	case cfg.IndexPlace:
		a := m.place(fr, l.In)
		z := a + m.eval(fr, l.Index).address()*l.Type().Size
		m.stray(a, z)
		return z
	}
	panic(fmt.Sprintf("exec: place %T", l))
}

// bitField returns the bit-field that a place denotes, or nil.
func bitField(l cfg.Place) *cfg.Field {
	if p, ok := l.(cfg.FieldPlace); ok {
		if f := &p.In.Type().Fields[p.Index]; f.Bits > 0 {
			return f
		}
	}
	return nil
}

// read returns the value in a place. If there is no object, the environment chooses the value.
func (m *machine) read(fr *frame, l cfg.Place) value {
	a := m.place(fr, l)
	if f := bitField(l); f != nil {
		v := m.mem.loadBits(a-f.Offset, *f)
		m.recordAccess(fr, l, a, v, false)
		return v
	}
	v, ok := m.mem.tryLoad(a, l.Type())
	if ok {
		m.recordAccess(fr, l, a, v, false)
	}
	if !ok {
		if a >= 0 && a < codeBase {
			m.invalid("a %v is read at %#x, through a null pointer", l.Type(), a)
		}
		m.undefined()
		return m.open(l.Type(), "")
	}
	return v
}

// write stores in a place.
func (m *machine) write(fr *frame, l cfg.Place, v value) {
	a := m.place(fr, l)
	m.recordAccess(fr, l, a, v, true)
	if f := bitField(l); f != nil {
		if !m.mem.storeBits(a-f.Offset, *f, v) {
			m.invalid("a bit-field is stored at %#x, where no object is", a)
		}
		return
	}
	if !m.mem.store(a, l.Type(), v) {
		m.invalid("a %v is stored at %#x, where no object is", l.Type(), a)
	}
}

func (m *machine) invalid(format string, args ...any) {
	switch {
	case m.result.Outcome != Unknown:
	case m.mem.isExhausted(): // this is why there is no object
		m.result.Outcome = Limit
	default:
		m.result.Outcome = Invalid
		m.result.Edge = m.edge
		m.result.Reason = fmt.Sprintf(format, args...)
	}
}

// loadBits reads a bit-field of the struct at an address.
func (mem *memory) loadBits(a int64, f cfg.Field) value {
	first := f.Offset*8 + int64(f.BitOffset)
	z := new(big.Int)
	for i := f.Bits - 1; i >= 0; i-- {
		bit := first + int64(i)
		b := mem.bytes(a+bit/8, 1)
		z.Lsh(z, 1)
		if b != nil && b[0]>>(bit%8)&1 == 1 {
			z.Or(z, big.NewInt(1))
		}
	}
	return wrap(fromBig(z), &cfg.Type{Kind: cfg.Int, Width: f.Bits, Signed: f.Type.Signed, Bool: f.Type.Bool})
}

// storeBits writes a bit-field of the struct at an address.
func (mem *memory) storeBits(a int64, f cfg.Field, v value) bool {
	size := (int64(f.BitOffset) + int64(f.Bits) + 7) / 8
	b := mem.bytes(a+f.Offset, size)
	if b == nil {
		return false
	}
	f.Offset = 0
	putBits(b, f, v)
	return true
}

// putBits writes a bit-field into the bytes of its struct.
func putBits(raw []byte, f cfg.Field, v value) {
	z := new(big.Int).Set(v.int())
	if z.Sign() < 0 {
		z.Add(z, new(big.Int).Lsh(big.NewInt(1), 128))
	}
	first := f.Offset*8 + int64(f.BitOffset)
	for i := range f.Bits {
		bit := first + int64(i)
		raw[bit/8] = raw[bit/8]&^(1<<(bit%8)) | byte(z.Bit(i))<<(bit%8)
	}
}
