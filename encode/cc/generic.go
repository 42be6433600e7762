// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"modernc.org/cc/v4"
)

// checkGeneric refuses a _Generic of which the parser selects another expression than C does. (It has types only for
// the one that it selects.)
func (u *unit) checkGeneric(n *cc.GenericSelection) {
	if u.found.packedEnums {
		u.refuse(n, "_Generic in a program with packed enumerations")
	}
	for _, a := range u.found.types {
		if a.name == "mode" {
			u.refuse(n, "_Generic in a program with attribute mode") // the parser has other types
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
	if control != nil {
		control = control.Decay()
	}
	var selected, other *cc.GenericAssociation
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		switch {
		case a.Case == cc.GenericAssociationDefault:
			other = a
		case a.TypeName.Type() == nil: // behind the one that the parser selects
		case selected == nil && (control == nil && a.TypeName.Type().Kind() == cc.Int || control != nil && compatible(control, a.TypeName.Type(), false)):
			selected = a
		}
	}
	if selected == nil {
		selected = other
	}
	if selected != n.Associated() {
		u.refuse(n, "this _Generic")
	}
}

// compatible reports whether two types are compatible, with the same qualifiers if qualified is set.
func compatible(s, t cc.Type, qualified bool) bool {
	if qualified && (isConst(s) != isConst(t) || isVolatile(s) != isVolatile(t)) {
		return false
	}
	if e, ok := s.(*cc.EnumType); ok && s.Kind() == cc.Enum && t.Kind() != cc.Enum {
		s = e.UnderlyingType()
	}
	if e, ok := t.(*cc.EnumType); ok && t.Kind() == cc.Enum && s.Kind() != cc.Enum {
		t = e.UnderlyingType()
	}
	if s.Kind() != t.Kind() {
		return false
	}
	switch s := s.(type) {
	case *cc.PointerType:
		return compatible(s.Elem(), t.(*cc.PointerType).Elem(), true)
	case *cc.ArrayType:
		a := t.(*cc.ArrayType)
		return compatible(s.Elem(), a.Elem(), qualified) && (s.Len() < 0 || a.Len() < 0 || s.Len() == a.Len())
	}
	return s.IsCompatible(t)
}

func isConst(t cc.Type) bool { return t.Attributes() != nil && t.Attributes().IsConst() }

// ofConst reports whether a type, or what it is an array of, is const.
func ofConst(t cc.Type) bool {
	for a, ok := t.(*cc.ArrayType); ok; a, ok = t.(*cc.ArrayType) {
		t = a.Elem()
	}
	return isConst(t)
}

func isVolatile(t cc.Type) bool { return t.Attributes() != nil && t.Attributes().IsVolatile() }
