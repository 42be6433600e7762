// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// inner removes the nodes that only pass an expression on: parentheses and grammar productions
// without an operator.
func inner(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		next := passedOn(e)
		if next == nil {
			return e
		}
		e = next
	}
}

// passedOn returns the expression that e only passes on, or nil.
func passedOn(e cc.ExpressionNode) cc.ExpressionNode {
	only := func(c bool, e cc.ExpressionNode) cc.ExpressionNode {
		if c {
			return e
		}
		return nil
	}
	switch n := e.(type) {
	case *cc.ConstantExpression:
		return n.ConditionalExpression
	case *cc.ExpressionList:
		return only(n.ExpressionList == nil, n.AssignmentExpression)
	case *cc.AssignmentExpression:
		return only(n.Case == cc.AssignmentExpressionCond, n.ConditionalExpression)
	case *cc.ConditionalExpression:
		return only(n.Case == cc.ConditionalExpressionLOr, n.LogicalOrExpression)
	case *cc.LogicalOrExpression:
		return only(n.Case == cc.LogicalOrExpressionLAnd, n.LogicalAndExpression)
	case *cc.LogicalAndExpression:
		return only(n.Case == cc.LogicalAndExpressionOr, n.InclusiveOrExpression)
	case *cc.InclusiveOrExpression:
		return only(n.Case == cc.InclusiveOrExpressionXor, n.ExclusiveOrExpression)
	case *cc.ExclusiveOrExpression:
		return only(n.Case == cc.ExclusiveOrExpressionAnd, n.AndExpression)
	case *cc.AndExpression:
		return only(n.Case == cc.AndExpressionEq, n.EqualityExpression)
	case *cc.EqualityExpression:
		return only(n.Case == cc.EqualityExpressionRel, n.RelationalExpression)
	case *cc.RelationalExpression:
		return only(n.Case == cc.RelationalExpressionShift, n.ShiftExpression)
	case *cc.ShiftExpression:
		return only(n.Case == cc.ShiftExpressionAdd, n.AdditiveExpression)
	case *cc.AdditiveExpression:
		return only(n.Case == cc.AdditiveExpressionMul, n.MultiplicativeExpression)
	case *cc.MultiplicativeExpression:
		return only(n.Case == cc.MultiplicativeExpressionCast, n.CastExpression)
	case *cc.CastExpression:
		return only(n.Case == cc.CastExpressionUnary, n.UnaryExpression)
	case *cc.UnaryExpression:
		return only(n.Case == cc.UnaryExpressionPostfix, n.PostfixExpression)
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionCall && calleeName(n) == "__builtin_choose_expr" {
			return chosen(n)
		}
		return only(n.Case == cc.PostfixExpressionPrimary, n.PrimaryExpression)
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return n.ExpressionList
		case cc.PrimaryExpressionGeneric:
			if a := n.GenericSelection.Associated(); a != nil {
				return a.AssignmentExpression
			}
		}
	}
	return nil
}

// operatorOf returns the operator and the operands of a node with two arithmetic operands.
func operatorOf(e cc.ExpressionNode) (op cfg.BinaryOp, x, y cc.ExpressionNode, ok bool) {
	switch n := e.(type) {
	case *cc.AdditiveExpression:
		op = map[cc.AdditiveExpressionCase]cfg.BinaryOp{cc.AdditiveExpressionAdd: cfg.Add, cc.AdditiveExpressionSub: cfg.Sub}[n.Case]
		return op, n.AdditiveExpression, n.MultiplicativeExpression, true
	case *cc.MultiplicativeExpression:
		op = map[cc.MultiplicativeExpressionCase]cfg.BinaryOp{
			cc.MultiplicativeExpressionMul: cfg.Mul, cc.MultiplicativeExpressionDiv: cfg.Div, cc.MultiplicativeExpressionMod: cfg.Rem,
		}[n.Case]
		return op, n.MultiplicativeExpression, n.CastExpression, true
	case *cc.ShiftExpression:
		op = map[cc.ShiftExpressionCase]cfg.BinaryOp{cc.ShiftExpressionLsh: cfg.Shl, cc.ShiftExpressionRsh: cfg.Shr}[n.Case]
		return op, n.ShiftExpression, n.AdditiveExpression, true
	case *cc.AndExpression:
		return cfg.BitAnd, n.AndExpression, n.EqualityExpression, true
	case *cc.ExclusiveOrExpression:
		return cfg.BitXor, n.ExclusiveOrExpression, n.AndExpression, true
	case *cc.InclusiveOrExpression:
		return cfg.BitOr, n.InclusiveOrExpression, n.ExclusiveOrExpression, true
	case *cc.RelationalExpression:
		op = map[cc.RelationalExpressionCase]cfg.BinaryOp{
			cc.RelationalExpressionLt: cfg.Lt, cc.RelationalExpressionGt: cfg.Gt,
			cc.RelationalExpressionLeq: cfg.Le, cc.RelationalExpressionGeq: cfg.Ge,
		}[n.Case]
		return op, n.RelationalExpression, n.ShiftExpression, true
	case *cc.EqualityExpression:
		op = map[cc.EqualityExpressionCase]cfg.BinaryOp{cc.EqualityExpressionEq: cfg.Eq, cc.EqualityExpressionNeq: cfg.Ne}[n.Case]
		return op, n.EqualityExpression, n.RelationalExpression, true
	}
	return 0, nil, nil, false
}

// effect evaluates an expression for its side effects.
func (b *builder) effect(e cc.ExpressionNode) {
	all := b.o.Values || b.threads && b.o.Races
	if all && e.Type().Kind() != cc.Void && !b.effects(e) {
		b.operandEffects(e)
		return
	}
	switch n := inner(e).(type) {
	case *cc.ExpressionList:
		for l := n; l != nil; l = l.ExpressionList {
			b.effect(l.AssignmentExpression)
		}
	case *cc.AssignmentExpression:
		b.assignment(n, false)
	case *cc.ConditionalExpression:
		if !b.effects(n) && !all {
			return
		}
		yes, no, after := b.node(), b.node(), b.node()
		b.cond(n.LogicalOrExpression, yes, no)
		b.cur = yes
		if n.ExpressionList != nil {
			b.effect(n.ExpressionList)
		}
		b.jump(after)
		b.cur = no
		b.effect(n.ConditionalExpression)
		b.label(after)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		if b.effects(n) {
			after := b.node()
			b.cond(n, after, after)
			b.cur = after
		}
	case *cc.CastExpression:
		b.effect(n.CastExpression)
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			b.increment(n.UnaryExpression, n.Case == cc.UnaryExpressionInc, resultUnused)
		default:
			if b.effects(n) {
				b.operandEffects(n)
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			b.increment(n.PostfixExpression, n.Case == cc.PostfixExpressionInc, resultUnused)
		case cc.PostfixExpressionCall:
			b.call(n, false)
		default:
			if b.effects(n) {
				b.operandEffects(n)
			}
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionStmt {
			b.compound(n.CompoundStatement)
		}
	default:
		if b.effects(n) {
			b.operandEffects(n)
		}
	}
}

// operandEffects evaluates the operands of n, which has side effects, and drops its value.
func (b *builder) operandEffects(n cc.ExpressionNode) {
	if n.Type().Kind() == cc.Void {
		return
	}
	b.drop(b.value(n))
}

// drop evaluates x, whose value is not used. It emits an operation only if threads may observe the
// access, or if something in x may be checked. It emits none for a variable alone, since programs
// write this to mark the variable as used.
func (b *builder) drop(x cfg.Expr) {
	load, isLoad := cfg.StripCasts(x).(cfg.Load)
	variable := false
	if isLoad {
		_, variable = load.From.(cfg.VarPlace)
	}
	if x.Type().IsScalar() && (b.o.Values && !variable || b.threads && b.o.Races && !stable(x)) {
		b.spill(x)
	}
}

// value evaluates an expression to a value. Arrays decay to pointers, functions to their addresses.
func (b *builder) value(e cc.ExpressionNode) cfg.Expr {
	e = inner(e)
	if op, x, y, ok := operatorOf(e); ok {
		if op >= cfg.Lt && op <= cfg.Ne && isZeroLiteral(y) {
			b.signOnly(x, op)
		}
		l, r := b.operands(x, y)
		return b.operateRows(e, op, rowsOf(x, y), b.lengthOf(x, y), l, r)
	}
	switch n := e.(type) {
	case *cc.ExpressionList:
		for ; n.ExpressionList != nil; n = n.ExpressionList {
			b.effect(n.AssignmentExpression)
		}
		return b.value(n.AssignmentExpression)
	case *cc.AssignmentExpression:
		return b.assignment(n, true)
	case *cc.ConditionalExpression:
		return b.conditional(n)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return b.shortCircuit(n)
	case *cc.CastExpression:
		return b.cast(n)
	case *cc.UnaryExpression:
		return b.unaryExpression(n)
	case *cc.PostfixExpression:
		return b.postfix(n)
	case *cc.PrimaryExpression:
		return b.primary(n)
	}
	b.refuse(e, "expression %T", e)
	return nil
}

// operands evaluates two operands from left to right.
func (b *builder) operands(x, y cc.ExpressionNode) (cfg.Expr, cfg.Expr) {
	start := len(b.log)
	l := b.value(x)
	if b.effects(y) {
		l = b.keep(l)
	}
	first, middle := b.evaluation(x, start, l), len(b.log)
	r := b.value(y)
	b.unordered(first, b.evaluation(y, middle, r))
	return l, r
}

// conditional evaluates ?:.
func (b *builder) conditional(n *cc.ConditionalExpression) cfg.Expr {
	if n.ExpressionList == nil { // x ?: y
		x := b.spill(b.unfield(b.value(n.LogicalOrExpression)))
		return b.choose(n, x, func() cfg.Expr { return x }, n.ConditionalExpression, b.branches(n.ConditionalExpression))
	}
	branches := b.branches(n.ExpressionList) || b.branches(n.ConditionalExpression)
	if !branches {
		x := b.value(n.LogicalOrExpression)
		return b.choose(n, x, func() cfg.Expr { return b.value(n.ExpressionList) }, n.ConditionalExpression, false)
	}
	if n.Type().Kind() == cc.Void {
		b.effect(n)
		return b.voidValue()
	}
	yes, no, after := b.node(), b.node(), b.node()
	b.cond(n.LogicalOrExpression, yes, no)
	return b.join(n, yes, no, after, func() cfg.Expr { return b.value(n.ExpressionList) }, n.ConditionalExpression)
}

// choose evaluates x ? then : other, as an expression or by branching.
func (b *builder) choose(n cc.Node, x cfg.Expr, then func() cfg.Expr, other cc.ExpressionNode, branches bool) cfg.Expr {
	if branches {
		yes, no, after := b.node(), b.node(), b.node()
		b.branch(x, yes, no)
		return b.join(n, yes, no, after, then, other)
	}
	y, z := b.balance(n, then(), b.value(other))
	if y.Type().Kind == cfg.Void {
		return b.voidValue()
	}
	return b.ifThenElse(x, y, z)
}

// join evaluates the arms of a choice on separate branches, and merges their values.
func (b *builder) join(n cc.Node, yes, no, after *cfg.Node, then func() cfg.Expr, other cc.ExpressionNode) cfg.Expr {
	b.cur = yes
	y := then()
	yes = b.cur
	b.cur = no
	z := b.value(other)
	y, z = b.balance(n, y, z)
	if y.Type().Kind == cfg.Void {
		b.jump(after)
		b.cur = yes
		b.label(after)
		return b.voidValue()
	}
	v := b.temp(y.Type())
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: z})
	b.jump(after)
	b.cur = yes
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: y})
	b.label(after)
	return cfg.Load{From: cfg.VarPlace{Var: v}}
}

// balance converts the arms of a choice to their common type.
func (b *builder) balance(n cc.Node, y, z cfg.Expr) (cfg.Expr, cfg.Expr) {
	s, t := y.Type(), z.Type()
	isArith := func(t *cfg.Type) bool { return t.Kind == cfg.Int || t.Kind == cfg.Float }
	switch {
	case s.Kind == cfg.Void || t.Kind == cfg.Void:
		return b.voidValue(), b.voidValue()
	case isArith(s) && isArith(t):
		y, z = b.promote(y), b.promote(z)
		c := b.types.common(y.Type(), z.Type())
		return b.convert(y, c), b.convert(z, c)
	case s.Kind == cfg.Pointer && t.Kind == cfg.Pointer:
		if t.Elem.Kind == cfg.Void && !isNull(z) || isNull(y) {
			return b.convert(y, t), z
		}
		return y, b.convert(z, s)
	case s.Kind == cfg.Pointer:
		return y, b.convert(z, s)
	case t.Kind == cfg.Pointer:
		return b.convert(y, t), z
	case !s.Same(t):
		b.fail(n, "the arms of ?: have types %v and %v", s, t)
	}
	return y, z
}

func isNull(x cfg.Expr) bool {
	c, ok := x.(cfg.Const)
	return ok && c.Of.Kind == cfg.Pointer && c.Value.Sign() == 0
}

// voidValue represents the value of an expression of type void.
func (b *builder) voidValue() cfg.Expr { return cfg.Any{Of: b.types.void()} }

// shortCircuit evaluates && or ||. It yields an expression if that has no side effects.
func (b *builder) shortCircuit(e cc.ExpressionNode) cfg.Expr {
	op, x, y := cfg.LogAnd, cc.ExpressionNode(nil), cc.ExpressionNode(nil)
	switch n := e.(type) {
	case *cc.LogicalAndExpression:
		x, y = n.LogicalAndExpression, n.InclusiveOrExpression
	case *cc.LogicalOrExpression:
		op, x, y = cfg.LogOr, n.LogicalOrExpression, n.LogicalAndExpression
	}
	if !b.branches(y) {
		l := b.value(x)
		return b.logical(op, l, b.value(y))
	}
	yes, no, after := b.node(), b.node(), b.node()
	b.cond(e, yes, no)
	v := b.temp(b.types.int())
	b.cur = yes
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: b.constant(1, v.Type)})
	b.jump(after)
	b.cur = no
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: b.constant(0, v.Type)})
	b.label(after)
	return cfg.Load{From: cfg.VarPlace{Var: v}}
}

// cond evaluates a condition and goes to yes or no.
func (b *builder) cond(e cc.ExpressionNode, yes, no *cfg.Node) {
	e = inner(e)
	switch n := e.(type) {
	case *cc.LogicalAndExpression:
		if b.branches(n.InclusiveOrExpression) {
			more := b.node()
			b.cond(n.LogicalAndExpression, more, no)
			b.cur = more
			b.cond(n.InclusiveOrExpression, yes, no)
			return
		}
	case *cc.LogicalOrExpression:
		if b.branches(n.LogicalAndExpression) {
			more := b.node()
			b.cond(n.LogicalOrExpression, yes, more)
			b.cur = more
			b.cond(n.LogicalAndExpression, yes, no)
			return
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionNot {
			b.cond(n.CastExpression, no, yes)
			return
		}
	}
	b.signOnly(e, cfg.Ne)
	x := b.value(e)
	if !x.Type().IsScalar() {
		b.fail(e, "a condition of type %v", x.Type())
	}
	b.branch(b.truth(x), yes, no)
}

// cast evaluates an explicit conversion.
func (b *builder) cast(n *cc.CastExpression) cfg.Expr {
	t := b.typeOf(n, n.TypeName.Type())
	if t.Kind == cfg.Pointer && saysVolatile(n.TypeName) {
		t = b.volatileBelow(t)
	}
	if t.Kind == cfg.Void {
		b.effect(n.CastExpression)
		return b.voidValue()
	}
	b.expectElem(n.CastExpression, t)
	x := b.value(n.CastExpression)
	if t.Kind == cfg.Union && !x.Type().Same(t) {
		return b.castToUnion(n, x, t)
	}
	x = b.convertAt(n, x, t)
	if l, ok := x.(cfg.Load); ok && isBitField(l.From) {
		return b.spill(x) // the result has the type of the cast, not that of the bit-field
	}
	return x
}

// unfield returns x in a form that a variable can hold: a value read from a bit-field is promoted.
func (b *builder) unfield(x cfg.Expr) cfg.Expr {
	if l, ok := x.(cfg.Load); ok && isBitField(l.From) {
		return b.promote(x)
	}
	return x
}

// isBitField reports whether l is a bit-field.
func isBitField(l cfg.Place) bool {
	f, ok := l.(cfg.FieldPlace)
	return ok && f.In.Type().Fields[f.Index].Bits > 0
}

func (b *builder) unaryExpression(n *cc.UnaryExpression) cfg.Expr {
	switch n.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return b.increment(n.UnaryExpression, n.Case == cc.UnaryExpressionInc, resultNew)
	case cc.UnaryExpressionAddrof:
		return b.addressOf(n.CastExpression)
	case cc.UnaryExpressionDeref:
		if pointedVLA(inner(n.CastExpression).Type()) != nil {
			return b.value(n.CastExpression) // the row's first element
		}
		return b.read(n, b.place(n))
	case cc.UnaryExpressionPlus:
		return b.promote(b.value(n.CastExpression))
	case cc.UnaryExpressionMinus:
		return b.unary(n, cfg.Neg, b.promote(b.value(n.CastExpression)))
	case cc.UnaryExpressionCpl:
		return b.unary(n, cfg.BitNot, b.promote(b.value(n.CastExpression)))
	case cc.UnaryExpressionNot:
		b.signOnly(n.CastExpression, cfg.Ne)
		return b.not(b.value(n.CastExpression))
	case cc.UnaryExpressionSizeofExpr:
		return b.sizeofExpr(n)
	case cc.UnaryExpressionSizeofType:
		return b.sizeofType(n, n.TypeName.Type())
	case cc.UnaryExpressionAlignofExpr:
		return b.alignofExpr(n)
	case cc.UnaryExpressionAlignofType:
		t := b.typeOf(n, n.TypeName.Type())
		align := b.types.alignment(t, n.TypeName.Type(), false)
		return b.alignof(n, t, align)
	case cc.UnaryExpressionLabelAddr:
		return b.addressOfLabel(n)
	}
	b.refuse(n, "complex numbers")
	return nil
}

func (b *builder) postfix(n *cc.PostfixExpression) cfg.Expr {
	switch n.Case {
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return b.increment(n.PostfixExpression, n.Case == cc.PostfixExpressionInc, resultOld)
	case cc.PostfixExpressionCall:
		return b.call(n, true)
	case cc.PostfixExpressionSelect:
		if !b.isPlace(n) {
			return b.read(n, b.memberOfValue(n))
		}
	case cc.PostfixExpressionIndex:
		if row := b.vlaRow(n); row != nil {
			return row
		}
	}
	return b.read(n, b.place(n))
}

// memberOfValue returns the place of a member of a struct that is a value without a place, such as
// the result of a call. It stores the value in a temporary.
func (b *builder) memberOfValue(n *cc.PostfixExpression) cfg.Place {
	x := b.value(n.PostfixExpression)
	if x.Type().Kind != cfg.Struct && x.Type().Kind != cfg.Union {
		b.fail(n, "member %s of a value of type %v", n.Token2.SrcStr(), x.Type())
	}
	var at cfg.Place
	if l, ok := x.(cfg.Load); ok {
		at = l.From
	} else {
		v := b.temp(x.Type())
		at = cfg.VarPlace{Var: v}
		b.emit(cfg.Assign{To: at, Value: x})
	}
	z := b.member(n, at, n.Token2.SrcStr())
	if z.Type().Kind == cfg.Array && b.scopes() {
		b.refuse(n, "a pointer to an array in a value that is stored nowhere, which lives as long as the expression (assign the value to a variable first)")
	}
	return z
}

func (b *builder) primary(n *cc.PrimaryExpression) cfg.Expr {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		return b.identifier(n)
	case cc.PrimaryExpressionInt:
		return b.integerLiteral(n)
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return b.characterLiteral(n)
	case cc.PrimaryExpressionFloat:
		return b.floatLiteral(n)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return b.read(n, b.stringLiteral(n))
	case cc.PrimaryExpressionStmt:
		return b.statementExpression(n)
	}
	b.refuse(n, "expression %v", n.Case)
	return nil
}

// statementExpression evaluates GNU C's ({ … }).
func (b *builder) statementExpression(n *cc.PrimaryExpression) cfg.Expr {
	depth := len(b.cleanups)
	defer func() { b.leave(depth) }()
	b.enterBlock(n.CompoundStatement)
	l := n.CompoundStatement.BlockItemList
	for ; l != nil && l.BlockItemList != nil; l = l.BlockItemList {
		b.blockItem(l.BlockItem)
	}
	if l == nil {
		return b.voidValue()
	}
	item := l.BlockItem
	if item.Case == cc.BlockItemStmt {
		last := item.Statement
		for ; last.Case == cc.StatementLabeled; last = last.LabeledStatement.Statement {
			b.at = b.pos(last)
			b.labelOf(last.LabeledStatement)
		}
		if last.Case != cc.StatementExpr {
			b.statement(last)
			return b.voidValue()
		}
		if e := last.ExpressionStatement.ExpressionList; e != nil {
			b.at = b.pos(last)
			x := b.value(e)
			if x.Type().Kind == cfg.Void {
				return x
			}
			return b.spill(b.unfield(x))
		}
		return b.voidValue()
	}
	b.blockItem(item)
	return b.voidValue()
}

// identifier returns the value of a name.
func (b *builder) identifier(n *cc.PrimaryExpression) cfg.Expr {
	switch d := n.ResolvedTo().(type) {
	case *cc.Enumerator:
		v := b.enumerator(n, d)
		t := b.types.int()
		if lo, hi := t.Range(); v.Cmp(lo) < 0 || v.Cmp(hi) > 0 {
			if t = b.typeOf(n, d.Type()); t.Wrap(v).Cmp(v) != 0 {
				b.refuse(n, "enumerator %s", d.Token.SrcStr())
			}
		}
		return cfg.Const{Value: v, Of: t, Written: d.Token.SrcStr()}
	case *cc.Declarator:
		if d.Type().Kind() == cc.Function {
			return b.functionAddress(n, d.Name())
		}
	}
	if w := b.vlas[declaratorOf(n)]; w != nil {
		return cfg.Load{From: cfg.VarPlace{Var: w.pointer}}
	}
	return b.read(n, b.place(n))
}

func declaratorOf(n *cc.PrimaryExpression) *cc.Declarator {
	d, _ := n.ResolvedTo().(*cc.Declarator)
	return d
}
