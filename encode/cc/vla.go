// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// A variable-length array is a pointer to the first of its innermost elements. These are the
// largest parts whose size is known at compile time. A row of an array with several dimensions is
// also a pointer. Indexing multiplies by the number of elements of a row, which is computed where
// the type is declared.

// A vla is a variable of such a type.
type vla struct {
	pointer *cfg.Var
	bytes   *cfg.Var // the size of the array in bytes
}

// vlaType returns t if it is a variable-length array type, else nil.
func vlaType(t cc.Type) *cc.ArrayType {
	if a, ok := t.(*cc.ArrayType); ok && a.IsVLA() {
		return a
	}
	return nil
}

// vlaBase returns the type of the innermost elements of a variable-length array.
func vlaBase(a *cc.ArrayType) cc.Type {
	t := a.Elem()
	for inner := vlaType(t); inner != nil; inner = vlaType(t) {
		t = inner.Elem()
	}
	return t
}

// length evaluates the number of elements of an array of type a. It must be positive (6.7.6.2p5).
// Otherwise the execution ends, with an error if the property asks for it.
func (b *builder) length(n cc.Node, a *cc.ArrayType) cfg.Expr {
	t := b.types.size()
	if a.Len() >= 0 {
		return b.constant(a.Len(), t)
	}
	if a.SizeExpression() == nil {
		b.refuse(n, "an array of unknown length")
	}
	b.evaluated[a.SizeExpression()] = true
	x := b.promote(b.value(a.SizeExpression()))
	if x.Type().Kind != cfg.Int {
		b.fail(n, "an array's length has type %v", x.Type())
	}
	x = b.spill(x)
	fine := b.compare(cfg.Gt, x, b.constant(0, x.Type()))
	if !b.o.Property.Lengths {
		b.emit(cfg.Assume{Cond: fine})
		return b.spill(b.convert(x, t))
	}
	yes, no := b.node(), b.node()
	b.branch(fine, yes, no)
	b.cur = no
	b.end(cfg.Error{Kind: cfg.WrongLength, What: b.written(a.SizeExpression())})
	b.cur = yes
	return b.spill(b.convert(x, t))
}

// measure computes the number of innermost elements of an object of type a, and stores it for a and
// its rows. If an object cannot be so large, executions end.
func (b *builder) measure(n cc.Node, a *cc.ArrayType) cfg.Expr {
	t := b.types.size()
	count := b.length(n, a)
	b.lengths[a] = count
	_, most := b.types.long().Range()
	limit := b.binary(cfg.Div, cfg.Const{Value: most, Of: t}, b.constant(max(b.typeOf(n, vlaBase(a)).Size, 1), t), t)
	if row := vlaType(a.Elem()); row != nil {
		rows := b.measure(n, row)
		b.emit(cfg.Assume{Cond: b.compare(cfg.Le, count, b.binary(cfg.Div, limit, rows, t))})
		count = b.spill(b.binary(cfg.Mul, count, rows, t))
	} else {
		b.emit(cfg.Assume{Cond: b.compare(cfg.Le, count, limit)})
	}
	b.counts[a] = count
	return count
}

// checkLengths refuses lengths of arrays with effects that have not been evaluated. In C, these
// take place when control reaches the declarator or the cast, and at the entry of a function for
// its parameters (6.7.6.2p5, 6.9.1p10):
//
//	int f(int n, int a[n++]) { return n; }
func (b *builder) checkLengths(def *cc.FunctionDefinition) {
	walk(def, func(n cc.Node) bool {
		var length cc.ExpressionNode
		switch n := n.(type) {
		case *cc.UnaryExpression:
			switch n.Case {
			case cc.UnaryExpressionSizeofExpr:
				return isVariable(n.UnaryExpression.Type()) // otherwise nothing is evaluated
			case cc.UnaryExpressionSizeofType:
				return isVariable(n.TypeName.Type())
			case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
				return false
			}
		case *cc.DirectDeclarator:
			length = n.AssignmentExpression
		case *cc.DirectAbstractDeclarator:
			length = n.AssignmentExpression
		}
		if length != nil && !b.evaluated[length] && b.effects(length) {
			b.refuse(n, "an effect in the length of this array")
		}
		return true
	})
}

// declareVLA makes the object of a variable-length array.
func (b *builder) declareVLA(d *cc.Declarator, a *cc.ArrayType) {
	elem := b.typeOf(d, vlaBase(a))
	if elem.Size < 0 {
		b.refuse(d, "array %s of %v", d.Name(), elem)
	}
	w := &vla{
		pointer: b.newVar(d.Name(), b.types.pointer(elem), cfg.Local, b.f, b.pos(d)),
		bytes:   b.temp(b.types.size()),
	}
	size := b.binary(cfg.Mul, b.measure(d, a), b.constant(elem.Size, b.types.size()), b.types.size())
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: w.bytes}, Value: size})
	b.emit(cfg.Alloc{
		To:   cfg.VarPlace{Var: w.pointer},
		Size: cfg.Load{From: cfg.VarPlace{Var: w.bytes}},
		Elem: elem,
		Auto: true,
	})
	b.vlas[d] = w
	if b.scopes() {
		b.cleanups = append(b.cleanups, cleanup{of: d, v: w.pointer, node: d, array: true})
	}
}

// measureParams measures the rows of parameters such as int a[n][m].
func (b *builder) measureParams(def *cc.FunctionDefinition) {
	ft, ok := def.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return
	}
	for _, p := range ft.Parameters() {
		if row := pointedVLA(p.Type()); row != nil {
			b.measure(p, row)
		}
	}
}

// pointedVLA returns the variable-length array type that t points to, or nil.
func pointedVLA(t cc.Type) *cc.ArrayType {
	if p, ok := t.(*cc.PointerType); ok {
		return vlaType(p.Elem())
	}
	return nil
}

// vlaRow returns a pointer to the first element of n, if n is a row of a variable-length array.
// Otherwise it returns nil.
func (b *builder) vlaRow(n *cc.PostfixExpression) cfg.Expr {
	row := elementRow(n)
	if row == nil {
		return nil
	}
	x, y := b.operands(n.PostfixExpression, n.ExpressionList)
	return taken(b.operateRows(n, cfg.Add, row, b.lengthOf(n.PostfixExpression, n.ExpressionList), x, y))
}

// lengthOf returns the number of elements of an operand that is a variable-length array and decays
// to a pointer to its first element. It returns nil if neither operand is such an array.
func (b *builder) lengthOf(x, y cc.ExpressionNode) cfg.Expr {
	for _, e := range []cc.ExpressionNode{inner(x), inner(y)} {
		a := elementRow(e)
		if behind(e) {
			return nil
		}
		if p, ok := e.(*cc.PrimaryExpression); ok && b.vlas[declaratorOf(p)] != nil {
			a = vlaType(declaratorOf(p).Type())
		}
		if a != nil {
			return b.lengths[a]
		}
	}
	return nil
}

// behind reports whether e is the array after another one, *(&a + 1). Programs use it to compute
// the number of elements.
func behind(e cc.ExpressionNode) bool {
	d, ok := e.(*cc.UnaryExpression)
	if !ok || d.Case != cc.UnaryExpressionDeref {
		return false
	}
	_, x, y, _ := operatorOf(inner(d.CastExpression))
	for _, z := range []cc.ExpressionNode{x, y} {
		if z == nil {
			continue
		}
		if u, ok := inner(z).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
			return true
		}
	}
	return false
}

// step returns pointer x plus y elements. If in.Count is not nil, each element has in.Count
// innermost elements. If in.Length is not nil, x points to the first element of an array of
// in.Length elements.
func (b *builder) step(n cc.Node, x, y cfg.Expr, in cfg.Bound) cfg.Expr {
	if in.Length != nil {
		y = b.chosen(y)
	}
	by := y
	if in.Count != nil {
		by = b.binary(cfg.Mul, b.convertAt(n, y, b.types.long()), in.Count, b.types.long())
	}
	z := b.offset(n, x, by)
	c, isConst := y.(cfg.Const)
	sum, isSum := z.(cfg.Binary)
	if in.Length == nil || in.Count == nil && isConst && c.Value.Sign() == 0 || !isSum || sum.Operator != cfg.PtrAdd {
		return z
	}
	in.Index = b.promote(y)
	sum.Bound = &in
	return sum
}

// chosen returns x with its arbitrary values stored in temporaries, so that each has one value.
func (b *builder) chosen(x cfg.Expr) cfg.Expr {
	return cfg.Mapper{Expr: func(y cfg.Expr) cfg.Expr {
		if _, ok := y.(cfg.Any); ok {
			return b.spill(y)
		}
		return y
	}}.MapExpr(x)
}

// taken returns x. If x is the address of an element, it is marked as an address without an access.
func taken(x cfg.Expr) cfg.Expr {
	sum, ok := x.(cfg.Binary)
	if !ok || sum.Bound == nil {
		return x
	}
	bound := *sum.Bound
	bound.Taken = true
	sum.Bound = &bound
	return sum
}

// elementRow returns the type of e if it is a variable-length array, or nil. e is an element, or
// the target of a pointer.
func elementRow(e cc.ExpressionNode) *cc.ArrayType {
	switch n := inner(e).(type) {
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionIndex {
			return rowsOf(n.PostfixExpression, n.ExpressionList)
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return rowsOf(n.CastExpression)
		}
	}
	return nil
}

// rowsOf returns the type of the rows that one of the operands points to, if they are
// variable-length arrays; else nil.
func rowsOf(operands ...cc.ExpressionNode) *cc.ArrayType {
	for _, e := range operands {
		if row := pointedVLA(inner(e).Type()); row != nil {
			return row
		}
	}
	return nil
}

// operateRows is operate for pointers into variable-length arrays. If row is not nil, one operand
// points to rows of type row, and moves by the elements of a row. If length is not nil, one operand
// points to the first of length elements.
func (b *builder) operateRows(n cc.Node, op cfg.BinaryOp, row *cc.ArrayType, length, x, y cfg.Expr) cfg.Expr {
	if row == nil && length == nil || op != cfg.Add && op != cfg.Sub {
		return b.operate(n, op, x, y)
	}
	t := b.types.long()
	in := cfg.Bound{Length: length}
	if row != nil {
		count := b.counts[row]
		if count == nil {
			b.refuse(n, "this use of a variable-length array")
		}
		in.Count = b.convert(count, t)
	}
	if x.Type().Kind == cfg.Int && op == cfg.Add {
		x, y = y, x
	}
	switch {
	case x.Type().Kind != cfg.Pointer || y.Type().Kind != cfg.Pointer && y.Type().Kind != cfg.Int:
		return b.operate(n, op, x, y) // this reports an error
	case y.Type().Kind == cfg.Pointer && in.Count != nil && op == cfg.Sub:
		return b.binary(cfg.Div, b.operate(n, op, x, y), in.Count, t)
	case y.Type().Kind == cfg.Pointer:
		return b.operate(n, op, x, y)
	case op == cfg.Sub:
		y = b.unary(n, cfg.Neg, b.convert(y, t))
	}
	return b.step(n, x, y, in)
}

// hasVariableLength reports whether the length of an array type, or of its elements, is not
// constant.
func hasVariableLength(t cc.Type) bool {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok || a.IsVLA() {
			return ok
		}
		t = a.Elem()
	}
}

// variablyModified reports whether a type is, or leads by pointers and arrays to, a variable-length
// array.
func variablyModified(t cc.Type) bool {
	for {
		switch d := t.(type) {
		case *cc.PointerType:
			t = d.Elem()
		case *cc.ArrayType:
			if d.IsVLA() {
				return true
			}
			t = d.Elem()
		default:
			return false
		}
	}
}

func isTypeof(s *cc.TypeSpecifier) bool {
	return s != nil && (s.Case == cc.TypeSpecifierTypeofExpr || s.Case == cc.TypeSpecifierTypeofType)
}

// checkTypeof refuses typeof of a variable-length array. C fixes its size at the declaration, but
// the parser's type would evaluate the length again.
func (u *unit) checkTypeof(s *cc.TypeSpecifier) {
	if s.Case != cc.TypeSpecifierTypeofExpr || s.ExpressionList.Type() == nil {
		return
	}
	t := s.ExpressionList.Type()
	if p, ok := inner(s.ExpressionList).(*cc.PrimaryExpression); !ok || p.Case != cc.PrimaryExpressionIdent {
		t = t.Undecay()
	}
	if variablyModified(t) {
		u.refuse(s, "typeof of a variable-length array (write its type, with the length in a variable)")
	}
}
