// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// maxAggregate is the largest number of scalars that one assignment of an Aggregate stores. Larger
// objects are zeroed and filled scalar by scalar.
const maxAggregate = 64

// An item is one initialised scalar, string or whole struct in an object.
type item struct {
	spot
	typ   *cfg.Type
	expr  cc.ExpressionNode
	text  []byte    // for a string literal that initialises an array
	value *cfg.Expr // the value of expr after its evaluation, if several elements get it
	// dropped means that a later designator replaces the item.
	dropped bool
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
	whole, parts := &initial{}, make([]*initial, len(items))
	var done []evaluation
	for i, it := range items {
		start := len(b.log)
		x := b.itemValue(l, it, items[i+1:])
		if it.expr != nil && !b.static {
			done = append(done, b.evaluation(it.expr, start, x))
		}
		parts[i] = whole.at(it.path)
		parts[i].value = x
	}
	b.unordered(done...)
	if len(items) <= maxAggregate {
		if x, ok := b.aggregate(t, whole); ok {
			b.emit(cfg.Assign{To: l, Value: x})
			return
		}
	}
	b.emit(cfg.Assign{To: l, Value: b.zero(t)})
	for i, part := range parts {
		if part.value == nil {
			continue // stored already, together with other items for this part
		}
		p := b.placeAt(l, items[i].path)
		b.emit(cfg.Assign{To: p, Value: b.toField(p, b.convert(part.value, p.Type()))})
		part.value = nil
	}
}

// initial is the initial value of an object or of a part of it.
type initial struct {
	items []int // the indices of the items for the part as a whole
	value cfg.Expr
	parts map[int64]*initial
}

// part returns the i-th part of n.
func (n *initial) part(i int64) *initial {
	if n.parts == nil {
		n.parts = map[int64]*initial{}
	}
	if n.parts[i] == nil {
		n.parts[i] = &initial{}
	}
	return n.parts[i]
}

// at returns the part of n that a path leads to.
func (n *initial) at(path []int64) *initial {
	for _, i := range path {
		n = n.part(i)
	}
	return n
}

// itemValue evaluates an item of l to a value that does not change while later items are evaluated.
func (b *builder) itemValue(l cfg.Place, it item, later []item) cfg.Expr {
	if it.text != nil {
		return b.textValue(it.text, it.typ)
	}
	if it.value != nil && *it.value != nil {
		return *it.value
	}
	x := b.value(it.expr)
	if x.Type().Kind == cfg.Float {
		x = b.cutToField(b.placeAt(l, it.path), x)
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

// sized returns the array type t with the length that its initialiser gives it.
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

// aggregate builds the value of type t that an initialiser gives. It fails for three kinds of
// objects: unions whose initialised member is not the first, flexible array members, and arrays
// with initialised parts far after the beginning.
func (b *builder) aggregate(t *cfg.Type, n *initial) (cfg.Expr, bool) {
	if n.value != nil {
		return n.value, n.parts == nil && n.value.Type().Same(t)
	}
	a := cfg.Aggregate{Of: unqualified(t)}
	end := int64(0)
	for i := range n.parts {
		end = max(end, i+1)
	}
	switch {
	case t.Kind == cfg.Union && end > 1, t.Kind == cfg.Array && t.Len < 0, end > 4*maxAggregate:
		return a, false
	}
	for i := range end {
		et, bits := t.Elem, 0
		if t.Kind != cfg.Array {
			et, bits = t.Fields[i].Type, t.Fields[i].Bits
		}
		part := n.parts[i]
		if part == nil {
			a.Elems = append(a.Elems, b.zero(et))
			continue
		}
		x, ok := b.aggregate(et, part)
		if !ok {
			return a, false
		}
		if bits > 0 && bits < et.Width && !et.Bool {
			x = b.convert(b.convert(x, b.types.integer(bits, et.Signed)), et)
		}
		a.Elems = append(a.Elems, x)
	}
	return a, true
}

// placeAt returns the part of a place that a path leads to.
func (b *builder) placeAt(l cfg.Place, path []int64) cfg.Place {
	for _, i := range path {
		if l.Type().Kind == cfg.Array {
			l = cfg.IndexPlace{In: l, Index: b.constant(i, b.types.long())}
		} else {
			l = cfg.FieldPlace{In: l, Index: int(i)}
		}
	}
	return l
}
