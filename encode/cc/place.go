// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// isPlace reports whether an expression denotes storage.
func (b *builder) isPlace(e cc.ExpressionNode) bool {
	switch n := inner(e).(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			switch n.ResolvedTo().(type) {
			case *cc.Declarator, *cc.Parameter:
				return true
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return true
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		case cc.PostfixExpressionSelect:
			return b.isPlace(n.PostfixExpression)
		}
	case *cc.UnaryExpression:
		return n.Case == cc.UnaryExpressionDeref
	}
	return false
}

// place evaluates an expression that denotes storage.
func (b *builder) place(e cc.ExpressionNode) cfg.Place {
	switch n := inner(e).(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			return b.variable(n)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return b.stringLiteral(n)
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			if rowsOf(n.PostfixExpression, n.ExpressionList) != nil {
				b.refuse(n, "this use of a variable-length array")
			}
			x, y := b.operands(n.PostfixExpression, n.ExpressionList)
			if x.Type().Kind == cfg.Int {
				x, y = y, x
			}
			if x.Type().Kind != cfg.Pointer || y.Type().Kind != cfg.Int {
				b.fail(n, "%v is indexed by %v", x.Type(), y.Type())
			}
			return b.deref(n, b.step(n, x, y, cfg.Bound{Length: b.lengthOf(n.PostfixExpression, n.ExpressionList)}))
		case cc.PostfixExpressionSelect:
			if !b.isPlace(n.PostfixExpression) {
				return b.memberOfValue(n)
			}
			return b.member(n, b.place(n.PostfixExpression), n.Token2.SrcStr())
		case cc.PostfixExpressionPSelect:
			return b.member(n, b.deref(n, b.value(n.PostfixExpression)), n.Token2.SrcStr())
		case cc.PostfixExpressionComplit:
			return b.compoundLiteral(n)
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			if rowsOf(n.CastExpression) != nil {
				b.refuse(n, "this use of a variable-length array")
			}
			return b.deref(n, b.value(n.CastExpression))
		}
	}
	b.fail(e, "not an lvalue")
	return nil
}

// variable returns the place of a name.
func (b *builder) variable(n *cc.PrimaryExpression) cfg.Place {
	var d *cc.Declarator
	switch r := n.ResolvedTo().(type) {
	case *cc.Declarator:
		d = r
	case *cc.Parameter:
		d = r.Declarator
	}
	name := n.Token.SrcStr()
	if d == nil {
		b.refuse(n, "%s", name)
	}
	if err := b.unusable[name]; err != nil && d.Linkage() != cc.None {
		panic(err)
	}
	if v := b.vars[d]; v != nil {
		b.use(v)
		return cfg.VarPlace{Var: v}
	}
	switch name {
	case "__func__":
		name, _, _ := strings.Cut(b.f.Name, sameNameMark)
		return cfg.VarPlace{Var: b.text(append([]byte(name), 0), b.types.char(), b.pos(n))}
	}
	if v := b.globals[name]; v != nil && d.Linkage() != cc.None {
		b.use(v)
		return cfg.VarPlace{Var: v}
	}
	if b.vlas[d] != nil {
		b.refuse(n, "this use of the variable-length array %s", name)
	}
	// A goto may skip the declaration and enter its scope. Then the variable is indeterminate.
	if d.Type().Kind() == cc.Array && d.Type().(*cc.ArrayType).IsVLA() {
		b.refuse(n, "a jump into the scope of the variable-length array %s", name)
	}
	v := b.newVar(name, b.declared(d), cfg.Local, b.f, b.pos(d))
	b.vars[d] = v
	return cfg.VarPlace{Var: v}
}

// deref returns the place that p points to. For the address of a place, it returns this place
// itself.
func (b *builder) deref(n cc.Node, p cfg.Expr) cfg.Place {
	t := p.Type()
	if t.Kind != cfg.Pointer {
		b.fail(n, "a value of type %v is dereferenced", t)
	}
	switch x := p.(type) {
	case cfg.AddrOf:
		if l := element(x, b.constant(0, b.types.long())); l != nil {
			return l
		}
	case cfg.Binary:
		if a, ok := x.X.(cfg.AddrOf); ok && x.Operator == cfg.PtrAdd {
			if l := element(a, x.Y); l != nil {
				return l
			}
		}
	}
	return cfg.Deref{Pointer: p, Of: t.Elem}
}

// element returns the place at an index from the place that a points to, if that is evident.
func element(a cfg.AddrOf, index cfg.Expr) cfg.Place {
	t := a.Place.Type()
	n, ok := cfg.Fold(index, nil)
	back := ok && n.Sign() < 0
	if t.Kind == cfg.Array && a.Of.Elem.Same(t.Elem) && !(back && leadsBack(a.Place)) {
		return cfg.IndexPlace{In: a.Place, Index: index}
	}
	if back {
		return nil
	}
	if c, ok := index.(cfg.Const); ok && c.Value.Sign() == 0 && a.Of.Elem.Same(t) {
		return a.Place
	}
	return nil
}

// leadsBack reports whether a negative index in array l may be intended. It may be in *(&a + 1),
// which is the array after a. It may also be intended in an array at the end of a struct, whose
// length depends on the allocation.
func leadsBack(l cfg.Place) bool {
	if d, ok := l.(cfg.Deref); ok {
		if x, sum := d.Pointer.(cfg.Binary); sum && x.Operator == cfg.PtrAdd {
			_, behind := x.X.(cfg.AddrOf)
			return behind
		}
	}
	return l.Type().Len <= 0 || cfg.Trailing(l)
}

// meet lays out t before an expression needs its layout.
func (b *builder) meet(n cc.Node, t *cfg.Type) {
	if err := b.types.meet(t); err != nil {
		b.fail(n, "%v", err)
	}
}

// member returns the place of a member of a struct or union in place l.
func (b *builder) member(n cc.Node, l cfg.Place, name string) cfg.Place {
	b.meet(n, l.Type())
	path := field(l.Type(), name)
	if path == nil {
		b.fail(n, "%v has no member %s", l.Type(), name)
	}
	for _, i := range path {
		l = cfg.FieldPlace{In: l, Index: i}
	}
	return l
}

// read returns the value in a place. Arrays decay, and functions become addresses. If threads may
// share the storage, a separate step reads it into a temporary.
func (b *builder) read(n cc.Node, l cfg.Place) cfg.Expr {
	t := l.Type()
	switch t.Kind {
	case cfg.Array:
		return cfg.AddrOf{Place: l, Of: b.types.pointer(t.Elem)}
	case cfg.Func:
		return l.(cfg.Deref).Pointer
	case cfg.Void:
		return b.voidValue()
	}
	if t.IsAggregate() && t.Size < 0 {
		b.fail(n, "%v is incomplete", t)
	}
	if x, ok := b.deviceRead(n, l); ok {
		return x
	}
	x := cfg.Load{From: l}
	if b.shared(l) {
		return b.spillAs(x)
	}
	return x
}

// spillAs saves a value read from shared storage. A bit-field is promoted first, since a temporary
// does not have its width.
func (b *builder) spillAs(x cfg.Load) cfg.Expr {
	if f, ok := x.From.(cfg.FieldPlace); ok && f.In.Type().Fields[f.Index].Bits > 0 {
		return b.spill(b.promote(x))
	}
	return b.spill(x)
}

// shared reports whether an access to l must be a separate step.
func (b *builder) shared(l cfg.Place) bool {
	if !b.threads || b.static || b.f.Atomic && !b.o.Races {
		return false
	}
	switch l := l.(type) {
	case cfg.VarPlace:
		return l.Var.Kind == cfg.Global && !l.Var.Thread && !b.constants[l.Var] || b.escapes[l.Var]
	case cfg.FieldPlace:
		return b.shared(l.In)
	case cfg.IndexPlace:
		return b.shared(l.In)
	}
	return true
}

// addressOf evaluates &e.
func (b *builder) addressOf(e cc.ExpressionNode) cfg.Expr {
	switch n := inner(e).(type) {
	case *cc.PrimaryExpression:
		if d := declaratorOf(n); d != nil {
			if d.Type().Kind() == cc.Function {
				return b.functionAddress(n, d.Name())
			}
			if w := b.vlas[d]; w != nil {
				return cfg.Load{From: cfg.VarPlace{Var: w.pointer}}
			}
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return b.value(n.CastExpression) // &*p is p for every p
		}
	case *cc.PostfixExpression:
		if row := b.vlaRow(n); row != nil {
			return row
		}
	}
	l := b.place(e)
	if f, ok := l.(cfg.FieldPlace); ok && f.In.Type().Fields[f.Index].Bits > 0 {
		b.fail(e, "address of a bit-field")
	}
	if d, ok := l.(cfg.Deref); ok {
		return taken(d.Pointer)
	}
	return cfg.AddrOf{Place: l, Of: b.types.pointer(l.Type())}
}

// typeOfExpr returns the type of an expression that is not evaluated, without decay.
func (b *builder) typeOfExpr(e cc.ExpressionNode) *cfg.Type {
	if isFunction(e) {
		return b.types.function()
	}
	dry := newBuilder(b.unit, &cfg.Function{Name: b.f.Name, Result: b.f.Result})
	dry.cur, dry.at, dry.vlas, dry.counts, dry.lengths = dry.node(), b.at, b.vlas, b.counts, b.lengths
	was, next, inits, globals := b.dry, b.nextVar, len(b.inits), len(b.p.Globals)
	b.dry = true
	defer func() {
		b.dry = was
		if len(b.p.Globals) == globals && len(b.inits) == inits {
			b.nextVar = next // the scratch evaluation leaves no temporaries
		}
	}()
	if n, ok := inner(e).(*cc.PostfixExpression); dry.isPlace(e) || ok && n.Case == cc.PostfixExpressionSelect {
		// This includes members of values, since an array does not decay here.
		return dry.place(e).Type()
	}
	return dry.value(e).Type()
}

// isFunction reports whether an expression denotes a function.
func isFunction(e cc.ExpressionNode) bool {
	switch n := inner(e).(type) {
	case *cc.PrimaryExpression:
		d := declaratorOf(n)
		return n.Case == cc.PrimaryExpressionIdent && d != nil && d.Type().Kind() == cc.Function
	case *cc.UnaryExpression:
		if n.Case != cc.UnaryExpressionDeref {
			return false
		}
		p, ok := n.CastExpression.Type().(*cc.PointerType)
		return isFunction(n.CastExpression) || ok && p.Elem().Kind() == cc.Function
	}
	return false
}

// sizeofExpr evaluates sizeof e.
func (b *builder) sizeofExpr(n *cc.UnaryExpression) cfg.Expr {
	e := inner(n.UnaryExpression)
	if p, ok := e.(*cc.PrimaryExpression); ok {
		if w := b.vlas[declaratorOf(p)]; w != nil {
			return cfg.Load{From: cfg.VarPlace{Var: w.bytes}}
		}
	}
	if row := elementRow(e); row != nil && b.counts[row] != nil {
		if b.effects(e) {
			b.refuse(n, "the size of a variable-length array that is selected with side effects")
		}
		size := b.constant(b.typeOf(n, vlaBase(row)).Size, b.types.size())
		return b.binary(cfg.Mul, b.counts[row], size, b.types.size())
	}
	t := b.typeOfExpr(e)
	if t.Kind == cfg.Func {
		return b.constant(1, b.types.size())
	}
	size := b.sizeOf(n, t)
	if own, ok := b.types.sizes[t]; ok {
		size = own
	}
	return b.constant(size, b.types.size())
}

// sizeOf returns the size of a type. It fails if the type has no size, or if the compiler may lay
// it out differently.
func (b *builder) sizeOf(n cc.Node, t *cfg.Type) int64 {
	b.meet(n, t)
	if t.Size < 0 {
		b.fail(n, "sizeof of %v, which has no size", t)
	}
	if hasList(t) {
		b.refuse(n, "the size of a va_list")
	}
	return t.Size
}

// besideList reports whether the address x points to, or into, an object with a va_list.
func besideList(x cfg.Expr) bool {
	if hasList(x.Type().Elem) {
		return true
	}
	a, ok := x.(cfg.AddrOf)
	for l := a.Place; ok; {
		switch in := l.(type) {
		case cfg.FieldPlace:
			l = in.In
		case cfg.IndexPlace:
			l = in.In
		default:
			return false
		}
		if hasList(l.Type()) {
			return true
		}
	}
	return false
}

// hasList reports whether an object of type t contains a va_list. The size of our va_list is not
// that of the library.
func hasList(t *cfg.Type) bool {
	for t.Kind == cfg.Array {
		t = t.Elem
	}
	return t.Tag == listTag || slices.ContainsFunc(t.Fields, func(f cfg.Field) bool { return hasList(f.Type) })
}

func (b *builder) sizeofType(n cc.Node, t cc.Type) cfg.Expr {
	if a, ok := t.(*cc.ArrayType); ok && a.IsVLA() {
		elem := b.sizeofType(n, a.Elem())
		return b.binary(cfg.Mul, b.length(n, a), elem, b.types.size())
	}
	return b.constant(b.sizeOf(n, b.typeOf(n, t)), b.types.size())
}

// castToUnion translates GNU C's cast of a value to a union that has a member of its type.
func (b *builder) castToUnion(n cc.Node, x cfg.Expr, t *cfg.Type) cfg.Expr {
	for i, f := range t.Fields {
		if f.Type.Same(x.Type()) && (f.Bits == 0 || f.Bits == f.Type.Width) {
			v := b.temp(t)
			b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: b.zero(t)})
			b.emit(cfg.Assign{To: cfg.FieldPlace{In: cfg.VarPlace{Var: v}, Index: i}, Value: x})
			return cfg.Load{From: cfg.VarPlace{Var: v}}
		}
	}
	b.fail(n, "cast to union %s, which has no member of type %v", t.Tag, x.Type())
	return nil
}
