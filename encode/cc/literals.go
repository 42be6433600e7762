// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// A compound literal in a function is an object of the innermost block around it (C17 6.5.2.5p5).
// Selection and iteration statements, and the statements below them, are blocks even without braces
// (6.8.4p3, 6.8.5p5):
//
//	if (n > 0)
//		p = &(int){1};
//	return *p; // the literal's lifetime has ended

// compoundLiteral returns the place of (T){ … }, which is a variable of its own.
func (b *builder) compoundLiteral(n *cc.PostfixExpression) cfg.Place {
	t, items := b.literalItems(n)
	v := b.literals[n]
	if v != nil {
		b.emit(cfg.Scope{Var: v})
	} else {
		v = b.literalVar(n, t)
	}
	b.initialiseItems(cfg.VarPlace{Var: v}, t, items)
	return cfg.VarPlace{Var: v}
}

// literalItems returns the type of a compound literal, and what initialises it.
func (b *builder) literalItems(n *cc.PostfixExpression) (*cfg.Type, []item) {
	t := b.typeOf(n, n.TypeName.Type())
	t = b.incomplete(n.TypeName.Type(), t)
	items := b.listItems(n, n.InitializerList, t)
	if t.Kind == cfg.Array && t.Size < 0 {
		t = b.sized(t, items)
		items = b.listItems(n, n.InitializerList, t)
	}
	return t, items
}

// literalVar makes the variable of a compound literal.
func (b *builder) literalVar(n *cc.PostfixExpression, t *cfg.Type) *cfg.Var {
	kind, f := cfg.Local, b.f
	if b.static {
		kind, f = cfg.Global, nil
	}
	v := b.newVar("<literal>", t, kind, f, b.pos(n))
	b.escapes[v] = b.threads && kind == cfg.Local
	if b.static {
		b.use(v)
	}
	return v
}

// enterBlock makes the variables of the compound literals of block n, if lifetimes are tracked. In
// the automaton, the lifetime begins where the literal is evaluated, since only pointers from an
// earlier run of the block can point to it before that. It ends where control leaves the block.
func (b *builder) enterBlock(n cc.Node) {
	for _, l := range b.literalsOf(n) {
		t, _ := b.literalItems(l)
		v := b.literalVar(l, t)
		b.literals[l] = v
		b.cleanups = append(b.cleanups, cleanup{of: l, v: v, node: l, scope: true})
	}
}

// literalsOf returns the compound literals of block n, without those of nested blocks. The result
// is empty if lifetimes are not tracked.
func (b *builder) literalsOf(n cc.Node) []*cc.PostfixExpression {
	if !b.scopes() {
		return nil
	}
	var z []*cc.PostfixExpression
	var visit func(m cc.Node)
	visit = func(m cc.Node) {
		switch m := m.(type) {
		case *cc.CompoundStatement, *cc.SelectionStatement, *cc.IterationStatement:
			if m != n {
				return
			}
		case *cc.Statement:
			if isBlockOf(m, n) {
				return
			}
		case *cc.PostfixExpression:
			if m.Case == cc.PostfixExpressionComplit {
				z = append(z, m)
			}
		}
		children(m, visit)
	}
	visit(n)
	return z
}

// isBlockOf reports whether s stands below the selection or iteration statement n. Then s is a
// block of its own.
func isBlockOf(s *cc.Statement, n cc.Node) bool {
	switch n := n.(type) {
	case *cc.SelectionStatement:
		return s == n.Statement || s == n.Statement2
	case *cc.IterationStatement:
		return s == n.Statement
	}
	return false
}

// substatement translates a statement below a selection or iteration statement.
func (b *builder) substatement(n *cc.Statement) {
	depth := len(b.cleanups)
	b.enterBlock(n)
	b.statement(n)
	b.leave(depth)
}
