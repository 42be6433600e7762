// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// This file evaluates constant expressions over the types of the automaton. It does not use the
// parser's values, since the parser has a different layout of types and different values of some
// literals.

// constantValue returns the value of an integer constant expression.
func (u *unit) constantValue(e cc.ExpressionNode) (int64, bool) {
	v, ok := u.constantInteger(e)
	if !ok || !v.IsInt64() {
		return 0, false
	}
	return v.Int64(), true
}

func (u *unit) constantInteger(e cc.ExpressionNode) (*big.Int, bool) {
	b := u.scratch()
	was := u.dry
	u.dry = true
	defer func() { u.dry = was }()
	c, ok := b.value(e).(cfg.Const)
	if !ok || c.Of.Kind != cfg.Int {
		return nil, false
	}
	return c.Value, true
}

// scratch returns a builder for code that is not executed.
func (u *unit) scratch() *builder {
	f := &cfg.Function{Name: "<scratch>"}
	f.Entry, f.Exit = f.NewNode(cfg.Pos{}), f.NewNode(cfg.Pos{})
	b := newBuilder(u, f)
	b.static = true
	return b
}

// enumerator returns the value of an enumeration constant.
func (u *unit) enumerator(n cc.Node, d *cc.Enumerator) *big.Int {
	if v := u.enumerators[d]; v != nil {
		return v
	}
	before, known := u.found.before[d]
	v := new(big.Int)
	switch {
	case !known: // the constant belongs to a library that is built into the parser
		v, known = integerOf(d.Value())
	case d.Case == cc.EnumeratorExpr:
		v, known = u.constantInteger(d.ConstantExpression)
	case before != nil:
		v.Add(u.enumerator(n, before), big.NewInt(1))
	}
	if !known {
		u.fail(n, "enumerator %s has no value", d.Token.SrcStr())
	}
	u.enumerators[d] = v
	return v
}

// checkAssertions evaluates the static assertions. The parser does not get their conditions; see
// the prelude.
func (u *unit) checkAssertions() {
	for _, n := range u.found.asserts {
		e := inner(n.ConstantExpression)
		if c, ok := e.(*cc.ConditionalExpression); ok && c.Case == cc.ConditionalExpressionCond {
			e = c.LogicalOrExpression
		}
		v, ok := u.constantInteger(e)
		if !ok {
			u.fail(n, "a static assertion that is not an integer constant")
		}
		if v.Sign() == 0 {
			text := strings.Trim(n.Token4.SrcStr(), `"`)
			u.fail(e, "%s", strings.TrimSuffix("assertion failed: "+text, ": "))
		}
	}
}

// alignofExpr returns the alignment of the type of an expression. It refuses programs in which an
// object may have another alignment.
func (b *builder) alignofExpr(n *cc.UnaryExpression) cfg.Expr {
	if b.found.aligned {
		b.refuse(n, "the alignment of an expression where alignments are asked for")
	}
	t := b.typeOfExpr(n.UnaryExpression)
	return b.alignof(n, t, 8*max(t.Align, 1))
}

// alignof returns the value of _Alignof for a type with an alignment in bits. GNU C's __alignof__
// is about separate objects, whose alignment may exceed that of members.
func (b *builder) alignof(n *cc.UnaryExpression, t *cfg.Type, align int64) cfg.Expr {
	for t.Kind == cfg.Array {
		t = t.Elem
	}
	if t.Size < 0 && t.IsAggregate() {
		b.fail(n, "alignment of %v, an incomplete type", t)
	}
	if t.IsScalar() && t.Size == 8 && align == 32 && n.Token.SrcStr() != "_Alignof" {
		align = 64
	}
	return b.constant(align/8, b.types.size())
}
