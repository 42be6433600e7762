// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// maxAggregate bounds the scalars that are stored by one assignment of an
// Aggregate; larger objects are zeroed and filled one by one.
const maxAggregate = 64

// An item is one initialised scalar, string or whole struct in an object.
type item struct {
	offset int64 // from the start of the object
	bit    int
	typ    *cfg.Type
	expr   cc.ExpressionNode
	text   []byte    // of a string literal that initialises an array
	value  *cfg.Expr // of expr, once it is evaluated, where several elements get it
}

// initialise gives a variable its declared initial value.
func (b *builder) initialise(v *cfg.Var, init *cc.Initializer) {
	b.initialisePlace(cfg.VarPlace{Var: v}, v, init)
}

func (b *builder) initialisePlace(l cfg.Place, v *cfg.Var, init *cc.Initializer) {
	t := l.Type()
	if init.Case == cc.InitializerExpr && !(t.Kind == cfg.Array && isText(init.AssignmentExpression)) {
		b.initialiseWith(l, init)
		return
	}
	items := b.items(init, t)
	if t.Size < 0 && t.Kind == cfg.Array && t.Elem.Size > 0 && v != nil {
		t = b.sized(t, items)
		v.Type = t
		l = cfg.VarPlace{Var: v}
	}
	b.initialiseItems(l, t, items)
}

// initialiseWith initialises a place with one expression.
func (b *builder) initialiseWith(l cfg.Place, init *cc.Initializer) {
	t := l.Type()
	if t.IsAggregate() && t.Size < 0 {
		b.fail(init, "%v has no size", t)
	}
	b.expectElem(init.AssignmentExpression, t)
	x := b.value(init.AssignmentExpression)
	b.emit(cfg.Assign{To: l, Value: b.toField(l, b.convertAt(init, b.cutToField(l, x), unqualified(t)))})
}

// initialiseItems initialises a place of type t with the items of a braced list.
func (b *builder) initialiseItems(l cfg.Place, t *cfg.Type, items []item) {
	if t.IsScalar() {
		if len(items) == 0 {
			b.emit(cfg.Assign{To: l, Value: b.zero(t)})
			return
		}
		it := items[len(items)-1]
		b.emit(cfg.Assign{To: l, Value: b.convertAt(it.expr, b.value(it.expr), unqualified(t))})
		return
	}
	values := make(map[itemKey]cfg.Expr, len(items))
	order := make([]itemKey, 0, len(items))
	var done []evaluation
	for i, it := range items {
		start := len(b.log)
		x := b.itemValue(l, it, items[i+1:])
		if it.expr != nil && !b.static {
			done = append(done, b.evaluation(it.expr, start, x))
		}
		k := itemKey{it.offset, it.bit, it.typ.IsAggregate()}
		if _, again := values[k]; !again {
			order = append(order, k)
		}
		values[k] = x
	}
	b.unordered(done...)
	if len(items) <= maxAggregate {
		rest := len(values)
		if x, ok := b.aggregate(t, 0, values, &rest); ok && rest == 0 {
			b.emit(cfg.Assign{To: l, Value: x})
			return
		}
	}
	b.emit(cfg.Assign{To: l, Value: b.zero(t)})
	for _, k := range order {
		x := values[k]
		p := b.placeAt(l, k, x.Type())
		if p == nil {
			panic(&Error{Pos: b.at, Msg: "an initialiser that fits no member"})
		}
		b.emit(cfg.Assign{To: p, Value: b.toField(p, b.convert(x, p.Type()))})
	}
}

// An itemKey is where an item lies in the object that is initialised.
type itemKey struct {
	offset    int64
	bit       int
	aggregate bool
}

// itemValue evaluates an item of l. Its value must stay the same while the later ones are evaluated.
func (b *builder) itemValue(l cfg.Place, it item, later []item) cfg.Expr {
	if it.text != nil {
		return b.textValue(it.text, it.typ)
	}
	if it.value != nil && *it.value != nil {
		return *it.value
	}
	x := b.value(it.expr)
	if x.Type().Kind == cfg.Float {
		x = b.cutToField(b.placeAt(l, itemKey{it.offset, it.bit, false}, it.typ), x)
	}
	x = b.convertAt(it.expr, x, unqualified(it.typ))
	if it.value != nil {
		if !stable(x) {
			x = b.spill(x)
		}
		*it.value = x
	}
	if stable(x) {
		return x
	}
	for _, other := range later {
		if other.expr != nil && b.effects(other.expr) {
			return b.spill(x)
		}
	}
	return x
}

// sized is the array type t with the length that its initialiser gives it.
func (b *builder) sized(t *cfg.Type, items []item) *cfg.Type {
	n := int64(0)
	for _, it := range items {
		end := it.offset + max(it.typ.Size, 1)
		if it.text != nil && it.typ.Size < 0 {
			end = it.offset + int64(len(it.text))
		}
		n = max(n, (end+t.Elem.Size-1)/t.Elem.Size)
	}
	return qualified(b.types.array(t.Elem, n), t.Atomic, t.Volatile)
}

// aggregate puts together the value of type t at an offset, and takes what it uses off rest.
// It fails for a union of which another than the first member is initialised.
func (b *builder) aggregate(t *cfg.Type, offset int64, values map[itemKey]cfg.Expr, rest *int) (cfg.Expr, bool) {
	if x, ok := values[itemKey{offset, 0, true}]; ok && x.Type().Same(t) {
		*rest--
		return x, true
	}
	a := cfg.Aggregate{Of: unqualified(t)}
	if *rest == 0 {
		return a, true
	}
	used := 0
	add := func(et *cfg.Type, offset int64, bit, bits int) bool {
		if et.IsScalar() {
			x, ok := values[itemKey{offset, bit, false}]
			if !ok {
				a.Elems = append(a.Elems, b.zero(et))
				return true
			}
			if !x.Type().Same(et) {
				return false
			}
			if bits > 0 && bits < et.Width && !et.Bool {
				x = b.convert(b.convert(x, b.types.integer(bits, et.Signed)), et)
			}
			*rest--
			a.Elems = append(a.Elems, x)
			used = len(a.Elems)
			return true
		}
		before := *rest
		x, ok := b.aggregate(et, offset, values, rest)
		a.Elems = append(a.Elems, x)
		if *rest < before {
			used = len(a.Elems)
		}
		return ok
	}
	switch t.Kind {
	case cfg.Array:
		for i := int64(0); i < t.Len && *rest > 0; i++ {
			if i > 4*maxAggregate || !add(t.Elem, offset+i*t.Elem.Size, 0, 0) {
				return a, false
			}
		}
	case cfg.Struct:
		for _, f := range t.Fields {
			if *rest == 0 {
				break
			}
			if !add(f.Type, offset+f.Offset, f.BitOffset, f.Bits) {
				return a, false
			}
		}
	case cfg.Union:
		if len(t.Fields) > 0 && !add(t.Fields[0].Type, offset, t.Fields[0].BitOffset, t.Fields[0].Bits) {
			return a, false
		}
	}
	a.Elems = a.Elems[:used] // the others are zero
	return a, true
}

// placeAt finds the part of a place that lies at a key and takes a value of type t.
func (b *builder) placeAt(l cfg.Place, k itemKey, t *cfg.Type) cfg.Place {
	lt := l.Type()
	if k.offset == 0 && k.aggregate == lt.IsAggregate() && (k.bit == 0 || !k.aggregate) && t.Same(lt) {
		return l
	}
	inside := func(in cfg.Place, offset int64, bit int) cfg.Place {
		size := in.Type().Size
		if k.offset < offset || size >= 0 && k.offset >= offset+size {
			return nil
		}
		sub := k
		sub.offset -= offset
		if in.Type().IsScalar() && bit != k.bit {
			return nil
		}
		return b.placeAt(in, sub, t)
	}
	switch lt.Kind {
	case cfg.Array:
		if lt.Elem.Size > 0 {
			i := k.offset / lt.Elem.Size
			return inside(cfg.IndexPlace{In: l, Index: b.constant(i, b.types.long())}, i*lt.Elem.Size, 0)
		}
	case cfg.Struct, cfg.Union:
		for i, f := range lt.Fields {
			if p := inside(cfg.FieldPlace{In: l, Index: i}, f.Offset, f.BitOffset); p != nil {
				return p
			}
		}
	}
	return nil
}
