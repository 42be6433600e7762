// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Attribute cleanup makes gcc call a function with the address of a local variable wherever control
// leaves its scope: at the end of the block, and by break, continue, goto and return. A call that
// does not return does not leave a scope.

// A cleanup belongs to a variable in scope that has attribute cleanup.
type cleanup struct {
	of   cc.Node // the variable's declarator, or a compound literal
	v    *cfg.Var
	fun  *function
	node cc.Node
	// If lifetimes are tracked, variables without the attribute have cleanups too. scope marks the
	// cleanup of the variable itself. array marks the cleanup of the variable-length array that it
	// points to.
	scope, array bool
}

// A target is the target of a jump, with the number of cleanups in scope there.
type target struct {
	node  *cfg.Node
	depth int
}

// cleanupOf returns the cleanup of attribute a of variable v.
func (b *builder) cleanupOf(d *cc.Declarator, v *cfg.Var, a attribute) cleanup {
	c := cleanup{of: d, v: v, node: a.node}
	if len(a.args) == 1 {
		if p, ok := inner(a.args[0]).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			c.fun = b.funcs[p.Token.SrcStr()]
		}
	}
	if c.fun == nil {
		b.fail(a.node, "attribute cleanup needs the name of a function")
	}
	return c
}

// scopes reports whether lifetimes are tracked.
func (b *builder) scopes() bool { return b.o.Lives || b.access }

// unwind calls the cleanups of the variables in scope beyond a depth, innermost first.
func (b *builder) unwind(depth int) {
	for _, c := range slices.Backward(b.cleanups[depth:]) {
		switch {
		case c.scope:
			b.emit(cfg.Scope{Var: c.v, End: true})
			continue
		case c.array:
			b.emit(cfg.Free{Pointer: cfg.Load{From: cfg.VarPlace{Var: c.v}}, Auto: true})
			continue
		}
		address := cfg.AddrOf{Place: cfg.VarPlace{Var: c.v}, Of: b.types.pointer(c.v.Type)}
		call := &callSite{n: c.node, fun: c.fun.typ, name: c.fun.linkName(), values: []cfg.Expr{address}}
		if c.fun.cfg == nil || b.o.Property.isError(c.fun.name) {
			b.callModelled(call)
			continue
		}
		if b.require(c.fun); len(c.fun.cfg.Params) != 1 {
			b.fail(c.node, "attribute cleanup needs a function with one parameter")
		}
		b.callFunction(call, c.fun)
	}
}

// rebegin begins the lifetimes of the variables in scope beyond a depth, at a label. A jump may
// skip their declarations.
func (b *builder) rebegin(depth int) {
	for _, c := range b.cleanups[depth:] {
		if c.scope {
			b.emit(cfg.Scope{Var: c.v})
		}
	}
}

// leave ends the scopes of variables beyond a depth.
func (b *builder) leave(depth int) {
	b.unwind(depth)
	b.cleanups = b.cleanups[:depth]
}

// jumpOut jumps out of scopes.
func (b *builder) jumpOut(to target) {
	b.unwind(to.depth)
	b.jump(to.node)
}

// sharedDepth returns how many of the cleanups in scope are also in scope at a label.
func (b *builder) sharedDepth(n cc.Node, label []cc.Node) int {
	shared := 0
	for shared < min(len(label), len(b.cleanups)) && b.cleanups[shared].of == label[shared] {
		shared++
	}
	for _, m := range label[shared:] {
		if d, ok := m.(*cc.Declarator); !ok {
			continue
		} else if _, ok := b.attributeOf(d, "cleanup"); ok {
			b.refuse(n, "a jump into the scope of variable %s with attribute cleanup", d.Name())
		}
	}
	return shared
}

// scopesOfLabels finds which variables with cleanups are in scope at the labels below n.
func (b *builder) scopesOfLabels(n cc.Node, scope []cc.Node) {
	switch n := n.(type) {
	case *cc.CompoundStatement:
		scope = b.withLiterals(n, scope)
		for l := n.BlockItemList; l != nil; l = l.BlockItemList {
			b.scopesOfLabels(l.BlockItem, scope)
			if l.BlockItem.Case == cc.BlockItemDecl {
				scope = b.withCleanups(l.BlockItem.Declaration, scope)
			}
		}
		return
	case *cc.SelectionStatement:
		scope = b.withLiterals(n, scope)
	case *cc.IterationStatement:
		scope = b.withLiterals(n, scope)
		if n.Case == cc.IterationStatementForDecl {
			scope = b.withCleanups(n.Declaration, scope)
		}
	case *cc.LabeledStatement:
		if n.Case == cc.LabeledStatementLabel {
			b.atLabel[n.Token.SrcStr()] = scope
		}
	}
	children(n, func(m cc.Node) {
		inner := scope
		if s, ok := m.(*cc.Statement); ok && isBlockOf(s, n) {
			inner = b.withLiterals(s, scope)
		}
		b.scopesOfLabels(m, inner)
	})
}

// withLiterals adds the compound literals of block n to the nodes in scope.
func (b *builder) withLiterals(n cc.Node, scope []cc.Node) []cc.Node {
	scope = slices.Clip(scope)
	for _, l := range b.literalsOf(n) {
		scope = append(scope, l)
	}
	return scope
}

// withCleanups adds the variables of a declaration that have the attribute to the nodes in scope.
func (b *builder) withCleanups(n *cc.Declaration, scope []cc.Node) []cc.Node {
	scope = slices.Clip(scope)
	add := func(d *cc.Declarator) {
		if d.IsStatic() || d.IsExtern() || d.IsTypename() || d.Type().Kind() == cc.Function {
			return
		}
		if b.scopes() {
			scope = append(scope, d)
		}
		if _, ok := b.attributeOf(d, "cleanup"); ok {
			scope = append(scope, d)
		}
	}
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		add(l.InitDeclarator.Declarator)
	}
	if n.Declarator != nil {
		add(n.Declarator)
	}
	return scope
}
