// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// This file computes the layout of structs and unions as gcc does for x86 (finish_record_layout and
// place_field in its stor-layout.c). The parser does not support packed members and #pragma pack.

// maxAlign is the alignment of attribute aligned without argument.
const maxAlign = 16

// A layout is a struct or union during the placement of its members, in bits.
type layout struct {
	union  bool
	packed bool
	pack   int64 // by #pragma pack: the largest alignment, or 0 for no limit
	pos    int64 // the end of the last member
	end    int64 // the end of the longest member
	align  int64
}

// A memberRule says how the declaration of a member affects its place.
type memberRule struct {
	align  int64 // in bits, or 0 for no requirement
	packed bool
	width  cc.ExpressionNode // of a bit-field
}

// layOut places the members of t and sets the fields, size and alignment of r.
func (tt *typeTable) layOut(r *cfg.Type, t recordType) error {
	l := layout{union: r.Kind == cfg.Union, align: 8}
	spec := tt.found.recordOf(t)
	rules, ownAlign, err := tt.rules(&l, spec, t)
	if err != nil {
		return err
	}
	parted := false
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		if hasVariableLength(f.Type()) {
			return fmt.Errorf("a variable-length array as member %s of a struct", f.Name())
		}
		ft, err := tt.of(f.Type())
		if err != nil {
			return err
		}
		if d := f.Declarator(); d != nil {
			ft = tt.declared(ft, d)
		}
		m := memberRule{}
		if rules != nil {
			m = rules[i]
		}
		natural := tt.alignment(ft, f.Type(), m.align > 0)
		cf := cfg.Field{Name: f.Name(), Type: ft, Parted: parted}
		if !f.IsBitfield() {
			cf.Offset = l.place(max(ft.Size, 0), natural, m) / 8
		} else if err := tt.bitField(&l, &cf, f, m, natural); err != nil {
			return err
		}
		if parted = parted || f.IsBitfield() && cf.Bits == 0; !f.IsBitfield() || f.Name() != "" {
			r.Fields = append(r.Fields, cf)
			parted = false
		}
	}
	l.align = max(l.align, ownAlign)
	r.Align = l.align / 8
	r.Size = roundUp(max(l.end, l.pos), l.align) / 8
	return nil
}

// bitField places a bit-field.
func (tt *typeTable) bitField(l *layout, cf *cfg.Field, f *cc.Field, m memberRule, natural int64) error {
	width := f.ValueBits()
	if m.width != nil {
		w, ok := tt.constant(m.width)
		if !ok || w < 0 || w > cf.Type.Size*8 {
			return fmt.Errorf("the width of bit-field %s", f.Name())
		}
		width = w
	}
	at := l.placeBits(width, cf.Type.Size*8, natural, f.Name() != "", m)
	cf.Bits, cf.Offset, cf.BitOffset = int(width), at/8, int(at%8)
	// the bit-field is in the unit where the parser places it
	if f.Offset()*8+int64(f.OffsetBits()) == at {
		cf.Offset, cf.BitOffset = f.Offset(), f.OffsetBits()
	}
	return nil
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// place places a member that is not a bit-field. natural is the alignment of its type.
func (l *layout) place(size, natural int64, m memberRule) int64 {
	align := max(natural, m.align)
	if l.packed || m.packed {
		align = max(m.align, 8)
	}
	if l.pack > 0 {
		align = min(align, l.pack)
	}
	l.align = max(l.align, align)
	return l.put(roundUp(l.start(), align), size*8)
}

func (l *layout) start() int64 {
	if l.union {
		return 0
	}
	return l.pos
}

func (l *layout) put(at, size int64) int64 {
	l.pos = at + size
	l.end = max(l.end, l.pos)
	return at
}

// placeBits places a bit-field of the given number of bits. It does not cross a boundary of its
// type, unless it is packed.
func (l *layout) placeBits(width, typeSize, natural int64, named bool, m memberRule) int64 {
	at := l.start()
	if width == 0 {
		return l.put(roundUp(at, max(natural, m.align)), 0)
	}
	packed := l.packed || m.packed
	align := max(m.align, 1)
	typeAlign := natural
	switch {
	case l.pack > 0:
		align, typeAlign = min(align, l.pack), min(typeAlign, l.pack)
	case packed:
		typeAlign = 8
	}
	l.align = max(l.align, align)
	if named {
		l.align = max(l.align, typeAlign)
	}
	at = roundUp(at, align)
	if !packed && l.pack == 0 && (at%natural+width+natural-1)/natural > typeSize/natural {
		at = roundUp(at, natural)
	}
	return l.put(at, width)
}

// alignment returns the alignment in bits of a member's type. It is the parser's value, unless the
// member's own declaration sets an alignment.
func (tt *typeTable) alignment(t *cfg.Type, p cc.Type, own bool) int64 {
	for {
		a, ok := p.(*cc.ArrayType)
		if !ok {
			break
		}
		p = a.Elem()
	}
	if a := p.Attributes(); a != nil && a.Aligned() > 0 && !own {
		return 8 * a.Aligned()
	}
	return 8 * max(t.Align, 1)
}

// rules returns the attributes and pragmas that affect the layout of a record and its members, in
// the order of the parser's fields.
func (tt *typeTable) rules(l *layout, spec *cc.StructOrUnionSpecifier, t recordType) ([]memberRule, int64, error) {
	if spec == nil {
		return nil, 0, nil
	}
	l.pack = 8 * tt.found.packs[spec]
	own, packed, err := tt.layoutAttributes(tt.found.records[spec])
	if err != nil {
		return nil, 0, err
	}
	l.packed = packed
	var rules []memberRule
	for d := spec.StructDeclarationList; d != nil; d = d.StructDeclarationList {
		n := d.StructDeclaration
		if n.Case != cc.StructDeclarationDecl {
			continue
		}
		var m memberRule
		if m.align, m.packed, err = tt.layoutAttributes(tt.found.members[n]); err != nil {
			return nil, 0, err
		}
		for q := n.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
			if q.AlignmentSpecifier != nil {
				a, err := tt.alignAs(q.AlignmentSpecifier)
				if err != nil {
					return nil, 0, err
				}
				m.align = max(m.align, a)
			}
		}
		if n.StructDeclaratorList == nil {
			rules = append(rules, m) // an anonymous struct or union
		}
		for s := n.StructDeclaratorList; s != nil; s = s.StructDeclaratorList {
			m := m
			if s.StructDeclaratorList != nil && n.AttributeSpecifierList != nil {
				// An attribute after the last declarator belongs to that declarator.
				return nil, 0, fmt.Errorf("an attribute on one of several members")
			}
			if s.StructDeclarator.ConstantExpression != nil {
				m.width = s.StructDeclarator.ConstantExpression
			}
			rules = append(rules, m)
		}
	}
	if len(rules) != t.NumFields() {
		return nil, 0, fmt.Errorf("the members of %v", t)
	}
	return rules, own, nil
}

// layoutAttributes returns the alignment in bits that attributes request, and whether they pack.
func (tt *typeTable) layoutAttributes(as []attribute) (align int64, packed bool, err error) {
	if err := refusedOf(as); err != nil {
		return 0, false, err
	}
	for _, a := range as {
		switch a.name {
		case "packed":
			packed = true
		case "aligned":
			n := int64(maxAlign)
			if len(a.args) > 0 {
				var ok bool
				if n, ok = tt.constant(a.args[0]); !ok || n <= 0 || n&(n-1) != 0 {
					return 0, false, fmt.Errorf("this alignment")
				}
			}
			align = max(align, 8*n)
		}
	}
	return align, packed, nil
}

// alignAs returns the alignment in bits of _Alignas.
func (tt *typeTable) alignAs(n *cc.AlignmentSpecifier) (int64, error) {
	if n.Case == cc.AlignmentSpecifierType {
		t, err := tt.of(n.TypeName.Type())
		if err != nil {
			return 0, err
		}
		a := tt.alignment(t, n.TypeName.Type(), false)
		return a, nil
	}
	v, ok := tt.constant(n.ConstantExpression)
	if !ok || v < 0 {
		return 0, fmt.Errorf("this alignment")
	}
	return 8 * v, nil
}

// recordOf returns the specifier whose text declares the members of t. It returns nil if all of
// them are anonymous.
func (s *survey) recordOf(t recordType) *cc.StructOrUnionSpecifier {
	for i := range t.NumFields() {
		if d := t.FieldByIndex(i).Declarator(); d != nil {
			return s.recordWith[d]
		}
	}
	return nil
}
