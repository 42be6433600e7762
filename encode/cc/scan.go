// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"reflect"
	"sync"

	"modernc.org/cc/v4"
)

// walk calls visit for a node of the syntax tree. If visit returns true, walk continues with the
// nodes below, in the order of the text.
func walk(n cc.Node, visit func(cc.Node) bool) {
	v := reflect.ValueOf(n)
	if !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil() || !visit(n) {
		return
	}
	children(n, func(m cc.Node) { walk(m, visit) })
}

// children calls visit for the direct parts of n.
func children(n cc.Node, visit func(cc.Node)) {
	v := reflect.ValueOf(n)
	if !v.IsValid() || v.Kind() != reflect.Pointer || v.IsNil() {
		return
	}
	v = v.Elem()
	if v.Kind() != reflect.Struct {
		return
	}
	for _, i := range links(v.Type()) {
		if v.Field(i).IsNil() {
			continue
		}
		if m, ok := v.Field(i).Interface().(cc.Node); ok {
			visit(m)
		}
	}
}

// linksOf caches the results of links.
var linksOf sync.Map

// links returns the fields of a node type that may have nodes below it.
func links(t reflect.Type) []int {
	if z, ok := linksOf.Load(t); ok {
		return z.([]int)
	}
	var z []int
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && !f.Anonymous && (f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Interface) {
			z = append(z, i)
		}
	}
	linksOf.Store(t, z)
	return z
}

// scan collects what the translation needs beforehand: whether the program makes threads or calls
// atexit, and which local variables other threads may see.
func (u *unit) scan() {
	var bodies []*cc.CompoundStatement
	for _, p := range u.parts {
		for tu := p.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			d := tu.ExternalDeclaration
			if d.Case == cc.ExternalDeclarationFuncDef {
				bodies = append(bodies, d.FunctionDefinition.CompoundStatement)
			}
			u.scanLocks(d)
			walk(d, func(n cc.Node) bool {
				if !u.scanRounding(n) {
					return false
				}
				// A mention suffices, since a pointer may be used to call the function.
				if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
					name := p.Token.SrcStr()
					u.threads = u.threads || threadMakers[name]
					u.handlers = u.handlers || name == "atexit"
					u.again = u.again || name == "main"
				}
				return true
			})
		}
	}
	if !u.threads {
		return
	}
	for _, body := range bodies {
		u.scanEscapes(body)
	}
	for d := range u.found.attributes {
		if _, ok := u.attributeOf(d, "cleanup"); ok {
			u.escaping[d] = true
		}
	}
}

var threadMakers = map[string]bool{"pthread_create": true, "thrd_create": true}

// scanEscapes finds the variables whose address is taken. Functions that make and join threads do
// not count.
func (u *unit) scanEscapes(body *cc.CompoundStatement) {
	walk(body, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.UnaryExpression:
			if n.Case == cc.UnaryExpressionSizeofExpr {
				return false
			}
		case *cc.PostfixExpression:
			return u.scanPostfix(n)
		}
		return u.scanNested(n)
	})
}

// scanPostfix is scanEscapes for a single expression. It reports whether the parts of n need a
// scan.
func (u *unit) scanPostfix(n *cc.PostfixExpression) bool {
	switch n.Case {
	case cc.PostfixExpressionIndex:
		if p, ok := inner(n.PostfixExpression).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			walk(n.ExpressionList, u.scanNested)
			return false // the array itself is not passed on
		}
	case cc.PostfixExpressionSelect:
		if f := n.Field(); f != nil && f.Type().Kind() == cc.Array {
			u.escape(n.PostfixExpression) // it may decay to a pointer
		}
	case cc.PostfixExpressionCall:
		kept, ok := nonEscaping[calleeName(n)]
		if !ok {
			return true
		}
		for i, arg := range arguments(n) {
			if a, ok := inner(arg).(*cc.UnaryExpression); !ok || a.Case != cc.UnaryExpressionAddrof || i >= kept {
				walk(arg, u.scanNested)
			}
		}
		return false
	}
	return true
}

// scanNested is scanEscapes for a node inside another expression.
func (u *unit) scanNested(n cc.Node) bool {
	switch n := n.(type) {
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionAddrof {
			u.escape(n.CastExpression)
		}
	case *cc.PrimaryExpression:
		if d := declaratorOf(n); n.Case == cc.PrimaryExpressionIdent && d != nil && d.Type().Kind() == cc.Array {
			u.escaping[d] = true
		}
	}
	return true
}

// nonEscaping are functions that do not pass on the addresses in their first arguments. They map to
// the number of these arguments.
var nonEscaping = map[string]int{
	"pthread_create": 1, "pthread_join": 2, "pthread_mutex_init": 2, "pthread_mutex_lock": 1, "pthread_mutex_unlock": 1,
	"pthread_mutex_destroy": 1, "pthread_attr_init": 1, "pthread_attr_destroy": 1,
}

// escape records that the address of a part of a variable is taken.
func (u *unit) escape(e cc.ExpressionNode) {
	for {
		switch n := inner(e).(type) {
		case *cc.PrimaryExpression:
			if d := declaratorOf(n); d != nil {
				u.escaping[d] = true
			}
			return
		case *cc.PostfixExpression:
			if n.Case != cc.PostfixExpressionSelect && n.Case != cc.PostfixExpressionIndex {
				return
			}
			e = n.PostfixExpression
		default:
			return
		}
	}
}

// calleeName returns the name of the function that a call calls, or "".
func calleeName(n *cc.PostfixExpression) string {
	if p, ok := inner(n.PostfixExpression).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		return p.Token.SrcStr()
	}
	return ""
}
