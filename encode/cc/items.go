// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// This file reads initialisers according to 6.7.9 of C11. The parser also reads them, but with its
// own layout of types.

// A filler collects the items of an initialiser.
type filler struct {
	*builder
	items []item
	whole initial // the tree that gets the items
	// shared are the values of expressions that initialise a range of elements. They are evaluated
	// once.
	shared map[cc.ExpressionNode]*cfg.Expr
}

// A spot is the place of a part of an object. Parts of a union can have one offset and one type;
// the path distinguishes them.
type spot struct {
	path   []int64 // the indices of the elements and members that lead there
	offset int64   // from the start of the object
}

// within returns the spot of the i-th part of the object at s. behind is the distance of the part
// from s, in bytes.
func (s spot) within(i, behind int64) spot {
	return spot{append(s.path[:len(s.path):len(s.path)], i), s.offset + behind}
}

// maxItems bounds the items of an initialiser.
const maxItems = 1 << 16

// items returns the items of an initialiser for an object of type t.
func (b *builder) items(init *cc.Initializer, t *cfg.Type) []item {
	f := filler{builder: b}
	f.object(t, spot{}, init)
	return f.kept()
}

// listItems returns the items for the braces of a compound literal.
func (b *builder) listItems(n cc.Node, l *cc.InitializerList, t *cfg.Type) []item {
	f := filler{builder: b}
	f.braces(n, t, spot{}, l)
	return f.kept()
}

// object collects the items of the part of type t at a spot.
func (f *filler) object(t *cfg.Type, at spot, init *cc.Initializer) {
	if init.Case == cc.InitializerInitList {
		f.braces(init, t, at, init.InitializerList)
		return
	}
	it := item{spot: at, typ: t, expr: init.AssignmentExpression}
	if f.shared != nil {
		if f.shared[it.expr] == nil {
			f.shared[it.expr] = new(cfg.Expr)
		}
		it.value = f.shared[it.expr]
	}
	if t.Kind == cfg.Array {
		if !isText(it.expr) {
			f.fail(init, "an array is initialised by an expression")
		}
		elem := (*cfg.Type)(nil)
		if it.text, elem = f.literalText(inner(it.expr).(*cc.PrimaryExpression)); elem.Width != t.Elem.Width {
			f.fail(init, "an array of %v is initialised by a string of %v", t.Elem, elem)
		}
	}
	if t.IsAggregate() {
		f.remove(f.whole.at(at.path))
	}
	if it.text != nil && t.Len < 0 && at.offset > 0 { // a flexible array member
		sized := f.types.array(t.Elem, int64(len(it.text))/t.Elem.Size)
		elems := f.textValue(it.text, sized).(cfg.Aggregate).Elems
		for i := range sized.Len {
			x := f.zero(t.Elem)
			if i < int64(len(elems)) {
				x = elems[i]
			}
			f.add(init, item{spot: at.within(i, i*t.Elem.Size), typ: t.Elem, value: &x})
		}
		return
	}
	f.add(init, it)
}

// add appends an item. n is the node that gives its value.
func (f *filler) add(n cc.Node, it item) {
	if len(f.items) == maxItems {
		f.refuse(n, "an initialiser of more than %d elements", maxItems)
	}
	part := f.reach(n, it.path)
	part.items = append(part.items, len(f.items))
	f.items = append(f.items, it)
}

// reach returns the part at a path, which n initialises. If an expression has initialised a larger
// object as a whole, reach refuses a part of it, since compilers disagree about the rest of that
// object.
func (f *filler) reach(n cc.Node, path []int64) *initial {
	part := &f.whole
	for _, i := range path {
		if len(part.items) > 0 && f.items[part.items[0]].text == nil {
			f.refuse(n, "an initialiser of a part of what an expression has initialised")
		}
		part = part.part(i)
	}
	return part
}

// remove removes the items of a part that is initialised again.
func (f *filler) remove(n *initial) {
	for _, i := range n.items {
		f.items[i].dropped = true
	}
	for _, part := range n.parts {
		f.remove(part)
	}
	*n = initial{}
}

// kept returns the items that are not removed.
func (f *filler) kept() []item {
	return slices.DeleteFunc(f.items, func(it item) bool { return it.dropped })
}

// braces collects the items of a list in braces of its own.
func (f *filler) braces(n cc.Node, t *cfg.Type, at spot, l *cc.InitializerList) {
	switch {
	case l == nil:
		f.remove(f.reach(n, at.path))
	case t.IsScalar():
		if l.Designation != nil || l.InitializerList != nil {
			f.fail(n, "an initialiser of a scalar with more than one element")
		}
		f.object(t, at, l.Initializer)
	case t.Kind == cfg.Array && t.Elem.Kind == cfg.Int && l.Designation == nil && l.Initializer.Case == cc.InitializerExpr && isText(l.Initializer.AssignmentExpression):
		if l.InitializerList != nil {
			f.fail(l.InitializerList, "an initialiser with too many elements")
		}
		f.object(t, at, l.Initializer)
	default:
		f.remove(f.whole.at(at.path))
		if rest := f.list(t, at, l, true, nil); rest != nil {
			f.fail(rest, "an initialiser with too many elements")
		}
	}
}

// list collects the items for the parts of an aggregate, beginning with l, and returns the rest of
// the list. Without braces of its own, the aggregate's list ends with the aggregate or with the
// next designator. ds are the designators of the first element.
func (f *filler) list(t *cfg.Type, at spot, l *cc.InitializerList, own bool, ds *cc.DesignatorList) *cc.InitializerList {
	for i, first := int64(0), true; l != nil; first = false {
		if own && l.Designation != nil {
			ds = l.Designation.DesignatorList
		} else if l.Designation != nil && !first {
			return l
		}
		if ds == nil {
			p, ok := f.part(t, i)
			if !ok {
				return l
			}
			f.choose(t, at, i)
			l = f.element(p, at.within(i, p.offset), l)
			i = next(t, i)
			continue
		}
		path, count := f.designated(ds.Designator, t)
		outer, in := at, t
		for _, i := range path[:len(path)-1] { // through anonymous members
			f.choose(in, outer, i)
			p, _ := f.part(in, i)
			outer, in = outer.within(i, p.offset), p.typ
		}
		i = path[len(path)-1]
		p, ok := f.part(in, i)
		if !ok {
			f.fail(ds, "a designator beyond the end of %v", t)
		}
		f.choose(in, outer, i)
		l, ds = f.each(p, outer, i, count, l, ds), nil
		i = next(in, i+count-1)
		if len(path) > 1 { // first the rest of the anonymous member, then the next members
			if len(path) > 2 && l != nil && l.Designation == nil {
				f.refuse(l, "an initialiser after a designator through several anonymous members")
			}
			l = f.resume(in, outer, l, i)
			i = next(t, path[0])
		}
	}
	return nil
}

// next returns the index of the part of t after the i-th. A union has no next part.
func next(t *cfg.Type, i int64) int64 {
	if t.Kind == cfg.Union {
		return int64(len(t.Fields))
	}
	return i + 1
}

// resume collects items for the parts of an anonymous member, beginning with the i-th.
func (f *filler) resume(t *cfg.Type, at spot, l *cc.InitializerList, i int64) *cc.InitializerList {
	for ; l != nil && l.Designation == nil; i++ {
		p, ok := f.part(t, i)
		if !ok {
			break
		}
		l = f.element(p, at.within(i, p.offset), l)
	}
	return l
}

// each collects the items of the count parts that the designator ds names, beginning with the i-th
// part at a spot. It returns the rest of the list.
func (f *filler) each(p part, at spot, i, count int64, l *cc.InitializerList, ds *cc.DesignatorList) (rest *cc.InitializerList) {
	if count > maxItems {
		f.refuse(ds, "an initialiser of more than %d elements", maxItems)
	}
	if count > 1 && f.shared == nil {
		f.shared = map[cc.ExpressionNode]*cfg.Expr{}
		defer func() { f.shared = nil }()
	}
	for k := range count {
		here := at.within(i+k, p.offset+k*p.typ.Size)
		if ds.DesignatorList != nil {
			rest = f.list(p.typ, here, l, false, ds.DesignatorList)
		} else {
			rest = f.element(p, here, l)
		}
	}
	return rest
}

// element collects the items of one part at a spot, and returns the rest of the list.
func (f *filler) element(p part, at spot, l *cc.InitializerList) *cc.InitializerList {
	init, t := l.Initializer, p.typ
	if init.Case == cc.InitializerExpr && t.IsAggregate() {
		e := init.AssignmentExpression
		switch k := e.Type().Kind(); {
		case t.Kind == cfg.Array && t.Elem.Kind == cfg.Int && isText(e):
		case t.Kind != cfg.Array && (k == cc.Struct || k == cc.Union) && unqualified(f.typeOfExpr(e)).Same(unqualified(t)):
		default:
			return f.list(t, at, l, false, nil)
		}
	}
	f.object(t, at, init)
	return l.InitializerList
}

// choose removes the items of the union at a spot that belong to a member other than the i-th,
// which is now initialised.
func (f *filler) choose(t *cfg.Type, at spot, i int64) {
	if t.Kind != cfg.Union {
		return
	}
	for j, part := range f.whole.at(at.path).parts {
		if j != i {
			f.remove(part)
		}
	}
}

// A part is an element or a member of an aggregate.
type part struct {
	typ    *cfg.Type
	offset int64
}

// part returns the i-th part of t, if there is one.
func (f *filler) part(t *cfg.Type, i int64) (part, bool) {
	switch t.Kind {
	case cfg.Array:
		return part{typ: t.Elem, offset: i * t.Elem.Size}, t.Len < 0 || i < t.Len
	case cfg.Struct, cfg.Union:
		if n := int64(len(t.Fields)); i < n {
			m := t.Fields[i]
			return part{m.Type, m.Offset}, true
		}
	}
	return part{}, false
}

// designated returns the path to the part of t that a designator names, and the number of elements
// that it names.
func (f *filler) designated(d *cc.Designator, t *cfg.Type) (path []int64, count int64) {
	index := func(e cc.ExpressionNode) int64 {
		c, ok := f.value(e).(cfg.Const)
		if !ok || !c.Value.IsInt64() || c.Value.Sign() < 0 {
			f.fail(e, "a designator that is not a constant index")
		}
		return c.Value.Int64()
	}
	name := ""
	switch d.Case {
	case cc.DesignatorIndex, cc.DesignatorIndex2:
		if t.Kind != cfg.Array {
			f.fail(d, "an index designates a part of %v", t)
		}
		lo := index(d.ConstantExpression)
		hi := lo
		if d.Case == cc.DesignatorIndex2 {
			hi = index(d.ConstantExpression2)
		}
		if hi < lo || t.Len >= 0 && hi >= t.Len {
			f.fail(d, "a designator that is not in the array")
		}
		return []int64{lo}, hi - lo + 1
	case cc.DesignatorField:
		name = d.Token2.SrcStr()
	case cc.DesignatorField2:
		name = d.Token.SrcStr()
	}
	for _, i := range field(t, name) {
		path = append(path, int64(i))
	}
	if path == nil {
		f.fail(d, "%v has no member %s", t, name)
	}
	return path, 1
}

// isText reports whether an expression is a string literal.
func isText(e cc.ExpressionNode) bool {
	p, ok := inner(e).(*cc.PrimaryExpression)
	return ok && (p.Case == cc.PrimaryExpressionString || p.Case == cc.PrimaryExpressionLString)
}

// completed returns type t of declarator d, completed by its initialiser. An array gets its length
// from init, and a struct with a flexible array member gets its size.
func (u *unit) completed(d *cc.Declarator, t *cfg.Type, init *cc.Initializer) *cfg.Type {
	if init == nil {
		return t
	}
	t = u.incomplete(d.Type(), t)
	flexible := t.Kind == cfg.Struct && len(t.Fields) > 0 && t.Fields[len(t.Fields)-1].Type.Size < 0 && init.Case == cc.InitializerInitList
	if !flexible && (t.Kind != cfg.Array || t.Len >= 0 || t.Elem.Size <= 0) {
		return t
	}
	b := u.scratch()
	b.at = u.pos(d)
	was := u.dry
	u.dry = true
	items := b.items(init, t)
	u.dry = was
	if flexible {
		return u.types.extended(t, items)
	}
	t = b.sized(t, items)
	if a := d.Type().(*cc.ArrayType); a.Typedef() == nil {
		u.types.lengths[a] = t.Len
	}
	return t
}

// extended returns a type for an object of struct type t with items for its flexible array member.
// sizeof yields the size of t.
func (tt *typeTable) extended(t *cfg.Type, items []item) *cfg.Type {
	end := t.Size
	for _, it := range items {
		end = max(end, it.offset+max(it.typ.Size, int64(len(it.text))))
	}
	if end == t.Size {
		return t
	}
	z := *t
	z.Size = end
	tt.sizes[&z] = t.Size
	return &z
}

// incomplete returns the type t of an initialised declaration d, without the length that the parser
// gives to an array of unknown length.
func (u *unit) incomplete(d cc.Type, t *cfg.Type) *cfg.Type {
	if a, ok := d.(*cc.ArrayType); ok && a.SizeExpression() == nil && t.Kind == cfg.Array && !a.IsVLA() {
		return qualified(u.types.array(t.Elem, -1), t.Atomic, t.Volatile)
	}
	return t
}
