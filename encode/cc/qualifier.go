// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"

	"modernc.org/cc/v4"
)

// The parser's types lack the qualifiers of casts and of pointers, so this file reads them from the
// text. A type has levels: one for each pointer or array, and one for their base type. The
// outermost level comes first.

// qualifierSet is a set of bits, one for each qualifier.
type qualifierSet uint8

// levels are the qualifiers of the levels of a type, or nil if they are not known.
type levels []qualifierSet

// qualified reports whether the outermost level has qualifiers.
func (l levels) qualified() bool { return len(l) > 0 && l[0] != 0 }

var qualifierBits = map[cc.TypeQualifierCase]qualifierSet{
	cc.TypeQualifierConst: 1, cc.TypeQualifierVolatile: 2, cc.TypeQualifierRestrict: 4, cc.TypeQualifierAtomic: 8,
}

// A typeMatch reports whether two types are the same.
type typeMatch int

const (
	different typeMatch = iota
	same
	undecided
)

func matchOf(yes bool) typeMatch {
	if yes {
		return same
	}
	return different
}

// depthOf returns the number of pointers and arrays in the derivation of t, and their base type.
func depthOf(t cc.Type) (int, cc.Type) {
	for n := 0; ; n++ {
		switch d := t.(type) {
		case *cc.PointerType:
			t = d.Elem()
		case *cc.ArrayType:
			t = d.Elem()
		default:
			return n, t
		}
	}
}

// attributeQualifiers returns the qualifiers that the parser keeps with a type.
func attributeQualifiers(t cc.Type) (z qualifierSet) {
	if isConst(t) {
		z |= 1
	}
	if isVolatile(t) {
		z |= 2
	}
	return z
}

// pointerLevels puts the qualifiers of pointers before those of their base type. The last written
// pointer is the outermost one.
func pointerLevels(p *cc.Pointer, z levels) levels {
	for ; p != nil; p = p.Pointer {
		var own qualifierSet
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil {
				own |= qualifierBits[q.TypeQualifier.Case]
			}
		}
		z = append(levels{own}, z...)
	}
	return z
}

// typeLevels returns the levels of a type name that is written without typedefs of pointers.
func (u *unit) typeLevels(n *cc.TypeName) levels {
	depth, base := depthOf(n.Type())
	z, own := levels{attributeQualifiers(base)}, qualifierSet(0)
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil {
			own |= qualifierBits[l.TypeQualifier.Case]
		}
		if s := l.TypeSpecifier; s != nil {
			switch s.Case {
			case cc.TypeSpecifierTypeofExpr:
				z = u.levelsOf(s.ExpressionList)
			case cc.TypeSpecifierTypeofType, cc.TypeSpecifierAtomic:
				z = nil
			}
		}
	}
	if z == nil {
		return nil
	}
	z = slices.Clone(z)
	z[0] |= own
	if d := n.AbstractDeclarator; d != nil {
		z = pointerLevels(d.Pointer, z)
		if d.DirectAbstractDeclarator != nil {
			return nil
		}
	}
	if len(z) != depth+1 {
		return nil
	}
	return z
}

// declaredLevels returns the levels of a declared object's type, or nil if a typedef contains some
// of them.
func (u *unit) declaredLevels(d *cc.Declarator) levels {
	depth, base := depthOf(d.Type())
	if n, ok := derivations(d); !ok || n != depth || d.IsAtomic() || u.found.typeofs {
		return nil
	}
	z := pointerLevels(d.Pointer, levels{attributeQualifiers(base)})
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		switch dd.Case {
		case cc.DirectDeclaratorIdent:
		case cc.DirectDeclaratorDecl:
			return nil
		default:
			z = append(levels{0}, z...)
		}
	}
	return z
}

// resultLevels returns the levels of a declared function's result type, or nil if a typedef
// contains some of them.
func (u *unit) resultLevels(d *cc.Declarator) levels {
	f, ok := d.Type().(*cc.FunctionType)
	dd := d.DirectDeclarator
	if !ok || dd == nil || dd.Case != cc.DirectDeclaratorFuncParam || dd.DirectDeclarator.Case != cc.DirectDeclaratorIdent || u.found.typeofs {
		return nil
	}
	depth, base := depthOf(f.Result())
	z := pointerLevels(d.Pointer, levels{attributeQualifiers(base)})
	if len(z) != depth+1 {
		return nil
	}
	return z
}

func isMember(e cc.ExpressionNode) bool {
	n, ok := inner(e).(*cc.PostfixExpression)
	return ok && (n.Case == cc.PostfixExpressionSelect || n.Case == cc.PostfixExpressionPSelect)
}

// levelsOf returns the levels of the type of an expression, before arrays decay. For members, the
// outermost level lacks qualifiers.
func (u *unit) levelsOf(e cc.ExpressionNode) levels {
	below := func(e cc.ExpressionNode) levels {
		if z := u.levelsOf(e); len(z) > 1 {
			return z[1:]
		}
		return nil
	}
	pointer := func(x, y cc.ExpressionNode) cc.ExpressionNode {
		if depth, _ := depthOf(x.Type()); depth == 0 {
			return y
		}
		return x
	}
	switch n := inner(e).(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return levels{0, 0}
		case cc.PrimaryExpressionIdent:
			if d := declaratorOf(n); d != nil {
				return u.declaredLevels(d)
			}
			if p, ok := n.ResolvedTo().(*cc.Parameter); ok && p.Declarator != nil {
				return u.declaredLevels(p.Declarator)
			}
		}
	case *cc.CastExpression:
		return u.typeLevels(n.TypeName)
	case *cc.AdditiveExpression:
		return u.levelsOf(pointer(n.AdditiveExpression, n.MultiplicativeExpression))
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return below(pointer(n.PostfixExpression, n.ExpressionList))
		case cc.PostfixExpressionComplit:
			return u.typeLevels(n.TypeName)
		// The qualifiers of a struct also apply to its member, and to the elements of an array.
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if f := n.Field(); f != nil && f.Declarator() != nil && f.Type().Kind() != cc.Array {
				return u.declaredLevels(f.Declarator())
			}
		case cc.PostfixExpressionCall:
			if f, ok := inner(n.PostfixExpression).(*cc.PrimaryExpression); ok && f.Case == cc.PrimaryExpressionIdent && declaratorOf(f) != nil {
				return u.resultLevels(declaratorOf(f))
			}
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionDeref:
			return below(n.CastExpression)
		case cc.UnaryExpressionAddrof:
			if z := u.levelsOf(n.CastExpression); z != nil && !isMember(n.CastExpression) {
				return append(levels{0}, z...)
			}
		}
	}
	return nil
}

// choosesPointer reports whether e contains a ?: with pointers. The parser gives such an expression
// the type of its first arm.
func choosesPointer(e cc.ExpressionNode) bool {
	found := false
	walk(e, func(n cc.Node) bool {
		c, ok := n.(*cc.ConditionalExpression)
		found = found || ok && c.Case == cc.ConditionalExpressionCond && c.Type() != nil && c.Type().Kind() == cc.Ptr
		return !found
	})
	return found
}

// sameTypes reports whether types with these levels are compatible. Qualifiers at the outermost
// level matter only for an association of _Generic, which is compared with a value.
func sameTypes(s, t cc.Type, own, other levels, value bool) typeMatch {
	depth, _ := depthOf(s)
	match := sameUnqualified(s, t)
	switch {
	case match == different || value && other.qualified():
		return different
	case depth == 0 && value && other == nil && match == same:
		return undecided
	case depth == 0:
		return match
	case len(own) != depth+1 || len(other) != depth+1:
		return undecided
	case !slices.Equal(own[1:], other[1:]):
		return different
	}
	return match
}

// sameUnqualified compares types without their qualifiers.
func sameUnqualified(s, t cc.Type) typeMatch {
	if e, ok := s.(*cc.EnumType); ok && s.Kind() == cc.Enum && t.Kind() != cc.Enum {
		s = e.UnderlyingType()
	}
	if e, ok := t.(*cc.EnumType); ok && t.Kind() == cc.Enum && s.Kind() != cc.Enum {
		t = e.UnderlyingType()
	}
	if s.Kind() != t.Kind() {
		return different
	}
	switch s := s.(type) {
	case *cc.PointerType:
		return sameUnqualified(s.Elem(), t.(*cc.PointerType).Elem())
	case *cc.ArrayType:
		a := t.(*cc.ArrayType)
		if s.IsVLA() || a.IsVLA() {
			return undecided
		}
		if s.Len() >= 0 && a.Len() >= 0 && s.Len() != a.Len() {
			return different
		}
		return sameUnqualified(s.Elem(), a.Elem())
	case *cc.FunctionType:
		return sameFunctions(s, t.(*cc.FunctionType))
	case *cc.EnumType:
		e, ok := t.(*cc.EnumType)
		if !ok || tagOf(s) == "" && tagOf(e) == "" {
			return undecided
		}
		return matchOf(tagOf(s) == tagOf(e))
	}
	if r, ok := s.(recordType); ok {
		q := t.(recordType)
		partial := tagOf(r) != "" && (r.IsIncomplete() || q.IsIncomplete())
		return matchOf(tagOf(r) == tagOf(q) && (partial || keyOf(r) == keyOf(q)))
	}
	return matchOf(s.IsCompatible(t))
}

// sameFunctions compares types of functions. It leaves functions with pointers, and functions
// without a prototype, undecided.
func sameFunctions(s, t *cc.FunctionType) typeMatch {
	types := func(f *cc.FunctionType) (z []cc.Type) {
		z = append(z, f.Result())
		for _, p := range f.Parameters() {
			z = append(z, p.Type())
		}
		return z
	}
	a, b := types(s), types(t)
	for _, x := range slices.Concat(a, b) {
		if depth, base := depthOf(x); depth > 0 || base.Kind() == cc.Function {
			return undecided
		}
	}
	if len(a) == 1 || len(b) == 1 {
		return undecided
	}
	if len(a) != len(b) || s.IsVariadic() != t.IsVariadic() {
		return different
	}
	for i := range a {
		if match := sameUnqualified(a[i], b[i]); match != same {
			return match
		}
	}
	return same
}

func tagOf(t interface{ Tag() cc.Token }) string {
	tag := t.Tag()
	return tag.SrcStr()
}
