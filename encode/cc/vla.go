// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Variable-length arrays are pointers to the first of their innermost elements, the largest parts with a size
// known beforehand. A row of one with several dimensions is a pointer too: indexing
// steps by as many elements as a row has, which is computed where its type is declared.

// A vla is a variable of such a type.
type vla struct {
	pointer *cfg.Var
	bytes   *cfg.Var // its size
}

// vlaType is t if it is a variable-length array type, else nil.
func vlaType(t cc.Type) *cc.ArrayType {
	if a, ok := t.(*cc.ArrayType); ok && a.IsVLA() {
		return a
	}
	return nil
}

// vlaBase is the type of the innermost elements of a variable-length array.
func vlaBase(a *cc.ArrayType) cc.Type {
	t := a.Elem()
	for inner := vlaType(t); inner != nil; inner = vlaType(t) {
		t = inner.Elem()
	}
	return t
}

// measure computes how many innermost elements an object of type a has, and stores it
// for a and its rows.
func (b *builder) measure(n cc.Node, a *cc.ArrayType) cfg.Expr {
	t := b.types.size()
	var count cfg.Expr
	if a.Len() >= 0 {
		count = b.constant(a.Len(), t)
	} else if a.SizeExpression() != nil {
		count = b.spill(b.convertAt(n, b.value(a.SizeExpression()), t))
	} else {
		b.refuse(n, "an array of unknown length")
	}
	if row := vlaType(a.Elem()); row != nil {
		count = b.spill(b.binary(cfg.Mul, count, b.measure(n, row), t))
	}
	b.counts[a] = count
	return count
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

// pointedVLA is the variable-length array type that t points to, or nil.
func pointedVLA(t cc.Type) *cc.ArrayType {
	if p, ok := t.(*cc.PointerType); ok {
		return vlaType(p.Elem())
	}
	return nil
}

// vlaRow is the value of n, an element of a variable-length array, if that is a row: a pointer to
// its first element. Otherwise it is nil.
func (b *builder) vlaRow(n *cc.PostfixExpression) cfg.Expr {
	row := elementRow(n)
	if row == nil {
		return nil
	}
	x, y := b.operands(n.PostfixExpression, n.ExpressionList)
	return b.operateRows(n, cfg.Add, row, x, y)
}

// elementRow is the type of e, what a pointer points to or an element, if that is a variable-length array; else nil.
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

// rowsOf is the type of the rows that one of the operands points to, if they are variable-length arrays; else nil.
func rowsOf(operands ...cc.ExpressionNode) *cc.ArrayType {
	for _, e := range operands {
		if row := pointedVLA(inner(e).Type()); row != nil {
			return row
		}
	}
	return nil
}

// operateRows is operate for operands of which one points to rows of type row, unless row is nil. Pointers
// to rows move by the elements of a row.
func (b *builder) operateRows(n cc.Node, op cfg.BinaryOp, row *cc.ArrayType, x, y cfg.Expr) cfg.Expr {
	if row == nil || op != cfg.Add && op != cfg.Sub {
		return b.operate(n, op, x, y)
	}
	count := b.counts[row]
	if count == nil {
		b.refuse(n, "this use of a variable-length array")
	}
	t := b.types.long()
	count = b.convert(count, t)
	if x.Type().Kind == cfg.Int {
		x, y = y, x
	}
	if y.Type().Kind == cfg.Pointer {
		return b.binary(cfg.Div, b.operate(n, op, x, y), count, t)
	}
	return b.operate(n, op, x, b.binary(cfg.Mul, b.convertAt(n, y, t), count, t))
}

// hasVariableLength reports whether an array type, or that of its elements, has a length that is not constant.
func hasVariableLength(t cc.Type) bool {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok || a.IsVLA() {
			return ok
		}
		t = a.Elem()
	}
}

// variablyModified reports whether a type is, or leads by pointers and arrays to, a variable-length array.
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

// checkTypeof refuses typeof of a variable-length array, whose size is the one at its declaration: the parser's type evaluates it again.
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
