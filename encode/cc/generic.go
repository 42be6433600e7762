// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"modernc.org/cc/v4"
)

// checkGeneric refuses a _Generic for which the parser selects a different expression than C. (The
// parser has types only for the expression that it selects.)
func (u *unit) checkGeneric(n *cc.GenericSelection) {
	if u.found.packedEnums {
		u.refuse(n, "_Generic in a program with packed enumerations")
	}
	for _, a := range u.found.types {
		if a.name == "mode" {
			// the parser may have another type for the operand
			u.refuse(n, "_Generic in a program with attribute mode")
		}
	}
	control := n.AssignmentExpression.Type()
	if p, ok := inner(n.AssignmentExpression).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if d, ok := p.ResolvedTo().(*cc.Enumerator); ok {
			if v, ok := integerOf(d.Value()); ok && v.IsInt64() && int64(int32(v.Int64())) == v.Int64() {
				control = nil // int
			}
		}
	}
	var own levels
	if control != nil {
		control = control.Decay()
		own = u.levelsOf(n.AssignmentExpression)
	}
	open := control != nil && control.Kind() == cc.Ptr && choosesPointer(n.AssignmentExpression)
	var selected, other *cc.GenericAssociation
	for l := n.GenericAssociationList; l != nil && selected == nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		match := different
		switch {
		case a.Case == cc.GenericAssociationDefault:
			other = a
		case a.TypeName.Type() == nil: // an association after the one that the parser selects
		case control == nil:
			match = matchOf(a.TypeName.Type().Kind() == cc.Int && !u.typeLevels(a.TypeName).qualified())
		default:
			match = sameTypes(control, a.TypeName.Type(), own, u.typeLevels(a.TypeName), true)
		}
		open = open || match == undecided
		if match == same {
			selected = a
		}
	}
	if open {
		u.refuse(n, "this _Generic, whose choice depends on qualifiers, null pointers or parameters of functions (write the expression that it chooses)")
	}
	if selected == nil {
		selected = other
	}
	if selected != n.Associated() {
		u.refuse(n, "this _Generic")
	}
}

// checkTypesCompatible refuses a call of __builtin_types_compatible_p for which the parser computes
// another value than gcc.
func (u *unit) checkTypesCompatible(n *cc.PostfixExpression) {
	if n.Case != cc.PostfixExpressionCall || calleeName(n) != "__ccgo__types_compatible_p" {
		return
	}
	var names []*cc.TypeName
	for _, a := range arguments(n) {
		if l, ok := inner(a).(*cc.PostfixExpression); ok && l.Case == cc.PostfixExpressionComplit && l.TypeName.Type() != nil {
			names = append(names, l.TypeName)
		}
	}
	v, ok := integerOf(n.Value())
	if len(names) != 2 || !ok {
		return // this is reported as another error
	}
	match := sameTypes(names[0].Type(), names[1].Type(), u.typeLevels(names[0]), u.typeLevels(names[1]), false)
	if match == undecided || (match == same) != (v.Sign() != 0) {
		u.refuse(n, "__builtin_types_compatible_p of these types (write its value)")
	}
}

func isConst(t cc.Type) bool { return t.Attributes() != nil && t.Attributes().IsConst() }

// ofConst reports whether a type, or the innermost element type of an array, is const.
func ofConst(t cc.Type) bool {
	for a, ok := t.(*cc.ArrayType); ok; a, ok = t.(*cc.ArrayType) {
		t = a.Elem()
	}
	return isConst(t)
}

func isVolatile(t cc.Type) bool { return t.Attributes() != nil && t.Attributes().IsVolatile() }
