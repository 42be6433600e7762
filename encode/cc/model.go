// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"regexp"
	"slices"
	"strings"

	"modernc.org/cc/v4"
)

// modelMacros are macros that make a text depend on the data model.
var modelMacros = regexp.MustCompile(`\b(_?_(LP64|ILP32)_*|__(x86_64|amd64|i386)(__)?|__SIZEOF_(LONG|POINTER|SIZE_T|PTRDIFF_T|LONG_DOUBLE)__|__WORDSIZE|` +
	`U?LONG_M(AX|IN)|SIZE_MAX|SSIZE_MAX|U?INTPTR_M(AX|IN)|PTRDIFF_M(AX|IN)|__(LONG|SIZE|PTRDIFF|U?INTPTR)_(MAX|WIDTH)__)\b`)

// modelMatters reports whether the reachable text of the program depends on the data model. It does
// if it has arithmetic on long, size_t and other types as wide as a pointer, or sizes that differ.
// It also does if it converts between these types and types whose values fit in only one model.
// Answers then name the model; nothing else depends on the result.
func (u *unit) modelMatters() bool {
	matters := false
	look := func(n cc.Node) {
		walk(n, func(n cc.Node) bool {
			if isObjectSize(n) {
				return false
			}
			matters = matters || dependsOnModel(n)
			return !matters
		})
	}
	for _, p := range u.parts {
		matters = matters || modelMacros.Match(p.source.Text)
	}
	for _, f := range u.order {
		if f.required && !matters && !strings.HasPrefix(f.cfg.Pos.File, "<") {
			look(f.def)
		}
	}
	for v := range u.used {
		if i, ok := u.initOf[v]; ok && u.inits[i].init != nil && !matters {
			look(u.inits[i].init)
		}
	}
	return matters
}

// isObjectSize reports whether a node is the last argument of a call and the size of a struct or
// union, as in malloc(sizeof *p). Then the object has the size that its type has in each model.
// Sizes of numbers and pointers depend on the model even there.
func isObjectSize(n cc.Node) bool {
	l, ok := n.(*cc.ArgumentExpressionList)
	if !ok {
		return false
	}
	var t cc.Type
	if x, ok := inner(l.AssignmentExpression).(*cc.UnaryExpression); ok {
		switch x.Case {
		case cc.UnaryExpressionSizeofExpr:
			t = undecayed(x.UnaryExpression)
		case cc.UnaryExpressionSizeofType:
			t = x.TypeName.Type()
		}
	}
	return t != nil && (t.Kind() == cc.Struct || t.Kind() == cc.Union) && l.ArgumentExpressionList == nil
}

// dependsOnModel reports whether a node of the syntax tree, apart from its operands, may have
// different values in different data models.
func dependsOnModel(n cc.Node) bool {
	computes := func(n cc.ExpressionNode, operands ...cc.ExpressionNode) bool {
		return isWide(n.Type()) && n.Value() == cc.Unknown && !slices.ContainsFunc(operands, func(x cc.ExpressionNode) bool {
			return x.Type() == nil || x.Type().Kind() == cc.Ptr || x.Type().Kind() == cc.Array // a pointer difference
		})
	}
	meet := func(x, y cc.ExpressionNode) bool { return crosses(x, y.Type()) || crosses(y, x.Type()) }
	switch n := n.(type) {
	case *cc.AdditiveExpression:
		return computes(n, n.AdditiveExpression, n.MultiplicativeExpression)
	case *cc.MultiplicativeExpression:
		return computes(n)
	case *cc.ShiftExpression:
		return computes(n)
	case *cc.RelationalExpression:
		return meet(n.RelationalExpression, n.ShiftExpression)
	case *cc.EqualityExpression:
		return meet(n.EqualityExpression, n.RelationalExpression)
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return computes(n)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			return computes(n)
		case cc.UnaryExpressionSizeofExpr:
			return sizeDiffers(undecayed(n.UnaryExpression))
		case cc.UnaryExpressionSizeofType:
			return sizeDiffers(n.TypeName.Type())
		case cc.UnaryExpressionAlignofExpr:
			t := undecayed(n.UnaryExpression)
			return t != nil && t.Align() > 4
		case cc.UnaryExpressionAlignofType:
			return n.TypeName.Type().Align() > 4
		}
	case *cc.CastExpression:
		return n.Case == cc.CastExpressionCast && crosses(n.CastExpression, n.TypeName.Type())
	case *cc.AssignmentExpression:
		if n.Case != cc.AssignmentExpressionAssign {
			return computes(n.UnaryExpression) || crosses(n.AssignmentExpression, n.UnaryExpression.Type())
		}
		return crosses(n.AssignmentExpression, n.UnaryExpression.Type())
	case *cc.Initializer:
		return n.Case == cc.InitializerExpr && n.Type() != nil && crosses(n.AssignmentExpression, n.Type())
	}
	return false
}

// undecayed returns the type of an expression as sizeof sees it: an array does not become a pointer
// there.
func undecayed(x cc.ExpressionNode) cc.Type {
	if x.Type() == nil {
		return nil
	}
	return x.Type().Undecay()
}

// isWide reports whether an integer type is as wide as a pointer.
func isWide(t cc.Type) bool { return t != nil && (t.Kind() == cc.Long || t.Kind() == cc.ULong) }

// crosses reports whether the conversion of x to type t matters. It does if one type is as wide as
// a pointer, and all values of the other fit it in only one data model. A constant x matters if it
// does not fit an int.
func crosses(x cc.ExpressionNode, t cc.Type) bool {
	if x.Type() == nil || t == nil || !isWide(x.Type()) && !isWide(t) {
		return false
	}
	if v, ok := integerOf(x.Value()); ok {
		return !v.IsInt64() || v.Int64() != int64(int32(v.Int64()))
	}
	if isWide(x.Type()) && isWide(t) {
		return false
	}
	other := t.Kind()
	if isWide(t) {
		other = x.Type().Kind()
	}
	_, float := floats[other]
	return float || other == cc.UInt || other == cc.LongLong || other == cc.ULongLong || other == cc.Int128 || other == cc.UInt128 || other == cc.Ptr
}

// sizeDiffers reports whether the size of a type may differ between data models. It may also differ
// if members of 64 bits are aligned.
func sizeDiffers(t cc.Type) bool {
	switch t := t.(type) {
	case *cc.ArrayType:
		return sizeDiffers(t.Elem())
	case *cc.StructType:
		return memberDiffers(t, t.NumFields())
	case *cc.UnionType:
		return memberDiffers(t, t.NumFields())
	case nil:
		return false
	}
	return isWide(t) || t.Kind() == cc.Ptr || t.Kind() == cc.LongDouble
}

func memberDiffers(t interface{ FieldByIndex(int) *cc.Field }, n int) bool {
	for i := range n {
		if f := t.FieldByIndex(i); f != nil && (sizeDiffers(f.Type()) || f.Type().Align() > 4) {
			return true
		}
	}
	return false
}
