// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cfg"
)

// This file compares the structs and unions of translation units. Equal ones are one type.

// unify makes a struct or union that has been laid out share its fields with an equal one of
// another translation unit.
func (tt *typeTable) unify(r *cfg.Type) error {
	b := tt.presumed[r]
	if b != nil && len(b.Fields) == 0 { // the other unit does not complete the type
		b.Size, b.Align, b.Fields = r.Size, r.Align, r.Fields
		tt.records = append(tt.records, r)
		return nil
	}
	for _, s := range tt.records {
		if (b == nil || b.Same(s)) && tt.equal(r, s) {
			r.Tag, r.Fields = s.Tag, s.Fields
			return nil
		}
	}
	if b != nil {
		return fmt.Errorf("%v, which translation units declare in several ways", r)
	}
	tt.records = append(tt.records, r)
	return nil
}

// equal reports whether two translation units declare a struct or union in the same way.
func (tt *typeTable) equal(r, s *cfg.Type) bool {
	if r.Kind != s.Kind || !sameTag(r, s) || r.Size != s.Size || r.Align != s.Align || len(r.Fields) != len(s.Fields) || len(r.Fields) == 0 {
		return false
	}
	return slices.EqualFunc(r.Fields, s.Fields, func(f, g cfg.Field) bool {
		a, b := f.Type, g.Type
		f.Type, g.Type = nil, nil
		return f == g && tt.compatible(a, b, r, s)
	})
}

// sameTag reports whether two structs or unions have the same tag, or no tag.
func sameTag(r, s *cfg.Type) bool {
	return r.Tag == s.Tag || strings.HasPrefix(r.Tag, anonymousTag) && strings.HasPrefix(s.Tag, anonymousTag)
}

// anonymousTag begins the tags of structs and unions without a tag.
const anonymousTag = "anonymous"

// compatible reports whether two translation units may use types a and b for the same object,
// provided that types r and s are the same. If one unit does not complete a struct or union, its
// tag identifies it.
func (tt *typeTable) compatible(a, b, r, s *cfg.Type) bool {
	for ; a.Kind == b.Kind && (a.Kind == cfg.Pointer || a.Kind == cfg.Array && (a.Len == b.Len || a.Len < 0 || b.Len < 0)); a, b = a.Elem, b.Elem {
		if a.Atomic != b.Atomic || a.Volatile != b.Volatile {
			return false
		}
	}
	switch {
	case a.Atomic != b.Atomic || a.Volatile != b.Volatile || a.Kind != b.Kind:
		return false
	case a == r && b == s || a.Same(b):
		return true
	case a.Kind != cfg.Struct && a.Kind != cfg.Union || !sameTag(a, b) || tt.open[b] || tt.complete(a) && tt.complete(b):
		return false
	case tt.complete(a):
		*b = *a
	default:
		if old := tt.presumed[a]; old != nil && !old.Same(b) { // t may be under construction
			return false
		}
		tt.presumed[a] = b
	}
	return true
}

// complete reports whether a struct or union has all its members.
func (tt *typeTable) complete(t *cfg.Type) bool { return len(t.Fields) > 0 && !tt.open[t] }
