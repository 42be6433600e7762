// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// list is a datatype of lists with two constructors: one without fields, and one with a field for
// the rest and others for the first element.
type list struct {
	empty, cons *logic.Constructor
	rest        *logic.Selector
}

// listOf reads a sort as a datatype of lists.
func listOf(sort *logic.Sort) (l list, ok bool) {
	if !sort.IsDatatype() || len(sort.Datatype().Constructors) != 2 {
		return l, false
	}
	for _, c := range sort.Datatype().Constructors {
		deep := slice.Filter(c.Fields, func(f *logic.Selector) bool { return f.Sort == sort })
		switch {
		case len(c.Fields) == 0:
			l.empty = c
		case len(deep) == 1 && len(c.Fields) > 1:
			l.cons, l.rest = c, deep[0]
		}
	}
	return l, l.empty != nil && l.cons != nil
}

// appends returns the definition of f as the function that appends lists.
func (l list) appends(s *logic.Store, f *logic.Func, x, y *logic.Term) *logic.Term {
	fields := slice.Map(l.cons.Fields, func(sel *logic.Selector) *logic.Term {
		if sel == l.rest {
			return s.Apply(f, s.Field(sel, x), y)
		}
		return s.Field(sel, x)
	})
	return s.Ite(s.Is(l.empty, x), y, s.Construct(l.cons, fields...))
}

// append returns the function of the theory that appends lists, or nil.
func (t *Theory) append(l list) *Function {
	sort := l.cons.Sort
	for _, f := range t.order {
		if f.Func.Result() == sort && slices.Equal(f.Func.Params(), []*logic.Sort{sort, sort}) && f.Body == l.appends(t.store, f.Func, f.Vars[0], f.Vars[1]) {
			return f
		}
	}
	return nil
}

// NewAppend returns a function that appends lists, for the caller to define. It returns nil if sort
// is not a sort of lists, or if the theory has such a function.
func (t *Theory) NewAppend(sort *logic.Sort) *Function {
	l, ok := listOf(sort)
	if !ok || t.append(l) != nil {
		return nil
	}
	s := t.store
	x, y := s.Fresh("x", sort), s.Fresh("y", sort)
	f := s.FreshFunc("append", []*logic.Sort{sort, sort}, sort)
	return &Function{Func: f, Vars: []*logic.Term{x, y}, Body: l.appends(s, f, x, y)}
}

// lengthened returns hypotheses about lists with one more element at their end. For example,
// replacing z by z ++ [e] in f(x, z ++ x) = z ++ x gives, after rewriting, f(x, z ++ e:x) = z ++
// e:x. Matching does not find that instance, since rewriting moves brackets to the right.
func (t *Theory) lengthened(hypotheses []*Lemma) []*Lemma {
	s := t.store
	var z []*Lemma
	for _, h := range hypotheses {
		for i, v := range h.Vars {
			l, ok := listOf(v.Sort())
			if !ok {
				continue
			}
			f := t.append(l)
			if f == nil {
				continue
			}
			vars := slices.Clone(h.Vars)
			fields := slice.Map(l.cons.Fields, func(f *logic.Selector) *logic.Term {
				if f == l.rest {
					return s.Construct(l.empty)
				}
				e := s.Fresh("e", f.Sort)
				vars = append(vars, e)
				return e
			})
			longer := s.Apply(f.Func, v, s.Construct(l.cons, fields...))
			body := t.normalise(s.Substitute(h.Body, h.Vars[i:i+1], []*logic.Term{longer}), true)
			z = append(z, &Lemma{Vars: vars, Body: body})
		}
	}
	return z
}

// emptied returns instances of a lemma in which a variable is the empty list, unless they follow
// from lemmas: for example union(x, x) = x from union(x, z ++ x) = z ++ x. The lemma does not
// rewrite union(x, x), since nil ++ x does not occur there.
func (t *Theory) emptied(h *Lemma) []*Lemma {
	var z []*Lemma
	for i, v := range h.Vars {
		l, ok := listOf(v.Sort())
		if !ok {
			continue
		}
		body := t.normalise(t.store.Substitute(h.Body, h.Vars[i:i+1], []*logic.Term{t.store.Construct(l.empty)}), true)
		if body.IsTrue() {
			continue
		}
		x := &Lemma{Vars: slices.Delete(slices.Clone(h.Vars), i, i+1), Body: body}
		if t.prepare(x); x.from != nil {
			z = append(z, x)
		}
	}
	return z
}
