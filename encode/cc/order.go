// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"

	"modernc.org/cc/v4"
)

// An evaluation has the operations that evaluate an expression.
type evaluation struct {
	n   cc.ExpressionNode
	ops []cfg.Op
}

// evaluation returns the operations for n since the log had a given length, and the operations that
// compute its value.
func (b *builder) evaluation(n cc.ExpressionNode, since int, x cfg.Expr) evaluation {
	ops := b.log[since:len(b.log):len(b.log)]
	if x.Type().IsScalar() || x.Type().IsAggregate() {
		ops = append(ops, cfg.Assume{Cond: x}) // for the reads in x
	}
	return evaluation{n, ops}
}

// unordered records evaluations whose order C does not specify. The translation evaluates from left
// to right.
func (b *builder) unordered(es ...evaluation) {
	for i := range es {
		for j := range i {
			b.pair(es[j], es[i], "left to right")
		}
	}
}

// pair records two evaluations whose order C does not specify, with the order taken.
func (b *builder) pair(x, y evaluation, taken string) {
	if b.dry || !b.effects(x.n) && !b.effects(y.n) {
		return
	}
	b.pairs = append(b.pairs, pointsto.Unsequenced{Pos: b.pos(x.n), X: b.written(x.n), Y: b.written(y.n), A: x.ops, B: y.ops, Taken: taken})
}

// spelling returns an expression as the program spells it. The parser's text has a space between
// all tokens.
func (u *unit) spelling(n cc.Node) string {
	var b strings.Builder
	rest := cc.NodeSource(n)
	for line := n.Position().Line; rest != ""; line++ {
		t := u.at(line)
		after, ok := strings.CutPrefix(rest, t.Spelling())
		if !ok || t.Text == "" {
			return cc.NodeSource(n)
		}
		if b.Len() > 0 && t.Spaced() {
			b.WriteByte(' ')
		}
		b.WriteString(t.Spelling())
		rest = strings.TrimPrefix(after, " ")
	}
	return b.String()
}

// written returns an expression as the program spells it, shortened.
func (u *unit) written(n cc.Node) string {
	text := []rune(u.spelling(n))
	if len(text) > 40 {
		text = append(text[:39], '…')
	}
	return string(text)
}

// changedTwice records that an assignment changes a variable that its operand also changes, as in i
// = i++. C leaves this undefined. The translation does the outer assignment last.
func (b *builder) changedTwice(n *cc.AssignmentExpression) {
	target := cc.NodeSource(inner(n.UnaryExpression))
	sideEffects(n.AssignmentExpression, func(m cc.ExpressionNode) {
		if cc.NodeSource(inner(m)) == target {
			b.assume(n, "%s changes %s twice, which C leaves undefined: the outer assignment was done last", b.written(n), b.spelling(inner(n.UnaryExpression)))
		}
	})
}

// sideEffects calls visit for the side effects of evaluating e that may happen after the value of e
// is known.
func sideEffects(e cc.ExpressionNode, visit func(cc.ExpressionNode)) {
	switch n := inner(e).(type) {
	case *cc.AssignmentExpression:
		if n.Case != cc.AssignmentExpressionAssign {
			visit(n.UnaryExpression)
		}
		sideEffects(n.AssignmentExpression, visit)
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			visit(n.UnaryExpression)
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		default:
			if n.CastExpression != nil {
				sideEffects(n.CastExpression, visit)
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			visit(n.PostfixExpression)
		case cc.PostfixExpressionIndex:
			sideEffects(n.PostfixExpression, visit)
			sideEffects(n.ExpressionList, visit)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			sideEffects(n.PostfixExpression, visit)
		}
	case *cc.CastExpression:
		sideEffects(n.CastExpression, visit)
	default:
		if _, x, y, ok := operatorOf(n); ok {
			sideEffects(x, visit)
			sideEffects(y, visit)
		}
	}
}
