// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// effects reports whether evaluating an expression may have an effect in addition to its value. It
// visits each node once.
func (u *unit) effects(n cc.Node) bool {
	if found, known := u.impure[n]; known {
		return found
	}
	found := false
	switch n := n.(type) {
	case *cc.AssignmentExpression:
		found = n.Case != cc.AssignmentExpressionCond
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			found = true
		case cc.UnaryExpressionSizeofExpr:
			if !isVariable(n.UnaryExpression.Type()) {
				return false // the operand is not evaluated
			}
		case cc.UnaryExpressionSizeofType:
			if !isVariable(n.TypeName.Type()) {
				return false
			}
			found = true // an execution ends if the length is not positive
		case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return false
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec, cc.PostfixExpressionComplit:
			found = true
		case cc.PostfixExpressionCall:
			found = !pureCalls[calleeName(n)]
		}
	case *cc.PrimaryExpression:
		found = n.Case == cc.PrimaryExpressionStmt
	case *cc.GenericSelection:
		a := n.Associated()
		return a != nil && a.AssignmentExpression != nil && u.effects(a.AssignmentExpression)
	}
	if !found {
		children(n, func(m cc.Node) { found = found || u.effects(m) })
	}
	u.impure[n] = found
	return found
}

// assigns reports whether an expression has an assignment.
func assigns(n cc.Node) bool {
	found := false
	walk(n, func(n cc.Node) bool {
		a, ok := n.(*cc.AssignmentExpression)
		found = found || ok && a.Case != cc.AssignmentExpressionCond
		return !found
	})
	return found
}

// isVariable reports whether t is an array whose size is computed at run time, or an array of such
// arrays.
func isVariable(t cc.Type) bool {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok || a.IsVLA() {
			return ok
		}
		t = a.Elem()
	}
}

// pureCalls are functions whose calls need no operation.
var pureCalls = map[string]bool{
	"__builtin_expect": true, "__builtin_constant_p": true, "__builtin_object_size": true,
	"__builtin_choose_expr": true, "__ccgo__types_compatible_p": true,
	"__cornet_no_effects": true, oldName: true,
}

// branches reports whether an operand that is evaluated only sometimes needs a branch. It needs one
// if it has side effects or accesses variables that threads share.
func (b *builder) branches(e cc.ExpressionNode) bool {
	if b.effects(e) || b.rounds && !b.static { // rounding operations use temporary variables
		return true
	}
	if !b.threads || b.static || b.f.Atomic && !b.o.Races {
		return false
	}
	found := false
	walk(e, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.PrimaryExpression:
			if d := declaratorOf(n); d != nil && n.Case == cc.PrimaryExpressionIdent && d.Type().Kind() != cc.Function {
				v := b.vars[d]
				found = found || v == nil || b.shared(cfg.VarPlace{Var: v})
			}
		case *cc.UnaryExpression:
			found = found || n.Case == cc.UnaryExpressionDeref
		case *cc.PostfixExpression:
			found = found || n.Case == cc.PostfixExpressionIndex || n.Case == cc.PostfixExpressionPSelect
		}
		return !found
	})
	return found
}
