// SPDX-License-Identifier: Apache-2.0

package project

import (
	"cmp"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// This file eliminates array variables (Komuravelli, Bjørner, Gurfinkel and
// McMillan, FMCAD 2015, §4), one rewriting of the cube per step:
//
//   - an equality between stores over a pending array a and a term t without a is
//     peeled until a stands alone: store(b,i,v) = t becomes t[i] = v and
//     b = store(t,i,w) for a fresh element w; then a is replaced by its definition;
//   - an equality between stores over the same a becomes the equality of the
//     elements at all the indices stored at;
//   - a disequality becomes one of elements, at a fresh index where the values of both sides differ
//     in the model;
//   - reads over writes are decided by the model, which adds i = j or i ≠ j;
//   - when only reads of a are left, equal reads share a fresh element, the indices are ordered as
//     in the model, and a disappears. This is one case of Ackermann's expansion, chosen by the
//     model.
//
// Every step replaces literals by others that imply them. The model, extended to the fresh
// variables, satisfies the others.

// stepArray does one step and reports whether there was anything to do.
func (e *elimination) stepArray() (bool, error) {
	for i, lit := range e.lits {
		atom, negated := lit, false
		if lit.Op() == logic.OpNot {
			atom, negated = lit.Arg(0), true
		}
		if atom.Op() == logic.OpEq && atom.Arg(0).Sort().IsArray() {
			next, err := e.rewriteArrayEquality(atom, negated)
			if err != nil {
				return false, err
			}
			if next != nil {
				e.lits = slices.Delete(e.lits, i, i+1)
				return true, e.addAll(next)
			}
		}
	}
	if v, t := e.storedVariable(); v != nil {
		return true, e.replace(v, t)
	}
	if s := e.readOverWrite(); s != nil {
		return true, e.resolveRead(s)
	}
	for _, lit := range e.lits {
		for _, a := range logic.FreeVars(lit) {
			if e.pending[a] && a.Sort().IsArray() && e.onlyRead(a) {
				return true, e.ackermannize(a)
			}
		}
	}
	return false, nil
}

func (e *elimination) addAll(fs []*logic.Term) error {
	for _, f := range fs {
		if err := e.add(f); err != nil {
			return err
		}
	}
	return nil
}

// rewriteArrayEquality returns literals that replace an array (dis)equality over a pending array,
// or nil if there is nothing to do.
func (e *elimination) rewriteArrayEquality(atom *logic.Term, negated bool) ([]*logic.Term, error) {
	l, r := atom.Arg(0), atom.Arg(1)
	if !e.pending[l.Stored()] {
		l, r = r, l
	}
	a := l.Stored()
	if !e.pending[a] {
		return nil, nil
	}
	s := e.store
	if negated {
		k, err := e.differingIndex(l, r)
		if err != nil {
			return nil, err
		}
		return []*logic.Term{s.Not(s.Eq(s.Select(l, k), s.Select(r, k)))}, nil
	}
	if r.Stored() == a {
		var z []*logic.Term
		for _, side := range []*logic.Term{l, r} {
			for t := side; t.Op() == logic.OpStore; t = t.Arg(0) {
				z = append(z, s.Eq(s.Select(l, t.Arg(1)), s.Select(r, t.Arg(1))))
			}
		}
		return z, nil
	}
	// a must occur only as the base of l. Terms with other occurrences get names.
	var z []*logic.Term
	name := func(t *logic.Term) *logic.Term {
		if !occurs(a, t) {
			return t
		}
		v := e.introduce("part", t)
		z = append(z, s.Eq(v, t))
		return v
	}
	r = e.rebase(r, name)
	if l == a { // a = r, solvable unless r contained a
		if z == nil {
			return nil, nil
		}
		return append(z, s.Eq(l, r)), nil
	}
	i, v := name(l.Arg(1)), name(l.Arg(2))
	w := e.introduce("elem", s.Select(l.Arg(0), l.Arg(1)))
	return append(z, s.Eq(s.Select(r, i), v), s.Eq(l.Arg(0), s.Store(r, i, w))), nil
}

// rebase returns t with name applied to the indices and elements of its stores
// and to its base.
func (e *elimination) rebase(t *logic.Term, name func(*logic.Term) *logic.Term) *logic.Term {
	var stores []*logic.Term
	for ; t.Op() == logic.OpStore; t = t.Arg(0) {
		stores = append(stores, t)
	}
	t = name(t)
	for k := len(stores) - 1; k >= 0; k-- {
		t = e.store.Store(t, name(stores[k].Arg(1)), name(stores[k].Arg(2)))
	}
	return t
}

// differingIndex returns a fresh pending index at which arrays l and r differ in the model.
func (e *elimination) differingIndex(l, r *logic.Term) (*logic.Term, error) {
	x, y := e.val.eval(l), e.val.eval(r)
	sort := l.Sort().Index()
	var at *logic.Term
	top := rational.Int(0)
	for _, t := range []*logic.Term{x, y} {
		for ; t.Op() == logic.OpStore; t = t.Arg(0) {
			i := t.Arg(1)
			if at == nil && e.store.Select(x, i) != e.store.Select(y, i) {
				at = i
			}
			if sort.IsArith() {
				top = rational.Max(top, i.Num())
			}
		}
	}
	if at == nil { // the arrays differ at an index where neither stores
		if !sort.IsArith() {
			return nil, unsupported("a disequality of arrays over a finite or uninterpreted index sort")
		}
		at = e.store.Num(top.Floor().Add(one), sort)
	}
	k := e.store.Fresh("diff", sort)
	e.val.set(k, at)
	e.pending[k] = true
	return k, nil
}

// storedVariable finds an equality store(b,i,v) = t for a pending variable v that occurs nowhere
// else in it. It returns v and t[i], which v must equal.
func (e *elimination) storedVariable() (v, t *logic.Term) {
	for _, lit := range e.lits {
		if lit.Op() != logic.OpEq || !lit.Arg(0).Sort().IsArray() {
			continue
		}
		for k := range 2 {
			l, r := lit.Arg(k), lit.Arg(1-k)
			if l.Op() != logic.OpStore || !e.pending[l.Arg(2)] {
				continue
			}
			v := l.Arg(2)
			if t := e.store.Select(r, l.Arg(1)); !occurs(v, t) {
				return v, t
			}
		}
	}
	return nil, nil
}

// readOverWrite returns an innermost select over a store that mentions a pending variable, or nil.
func (e *elimination) readOverWrite() *logic.Term {
	var z *logic.Term
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpSelect && t.Arg(0).Op() == logic.OpStore && e.mentions(t) && (z == nil || t.ID() < z.ID()) {
			z = t
		}
		return t.HasVars()
	}, e.lits...)
	return z
}

// resolveRead replaces s = select(store(b,i,v), j) by v or by select(b,j), as
// the model decides.
func (e *elimination) resolveRead(s *logic.Term) error {
	write, j := s.Arg(0), s.Arg(1)
	same := e.store.Eq(write.Arg(1), j)
	to := write.Arg(2)
	switch v := e.val.eval(same); {
	case v.IsFalse():
		same = e.store.Not(same)
		to = e.store.Select(write.Arg(0), j)
	case !v.IsTrue():
		return undetermined(same)
	}
	if err := e.rewrite(s, to); err != nil {
		return err
	}
	return e.add(same)
}

// rewrite replaces every occurrence of a term in the literals.
func (e *elimination) rewrite(from, to *logic.Term) error {
	rw := e.store.NewRewriter(func(t *logic.Term) *logic.Term {
		if t == from {
			return to
		}
		if t.ID() < from.ID() {
			return t // the term is too old to contain it
		}
		return nil
	}, nil)
	old := e.lits
	e.lits = nil
	for _, lit := range old {
		if err := e.add(rw.Map(lit)); err != nil {
			return err
		}
	}
	return nil
}

// onlyRead reports whether a occurs as the array of selects only.
func (e *elimination) onlyRead(a *logic.Term) bool {
	ok := true
	logic.Walk(func(t *logic.Term) bool {
		for i, u := range t.Args() {
			if u == a && (t.Op() != logic.OpSelect || i > 0) {
				ok = false
			}
		}
		return ok && t.ID() > a.ID()
	}, e.lits...)
	return ok
}

// read is a read of the array being eliminated.
type read struct {
	index *logic.Term
	at    *logic.Term // value of index
	elem  *logic.Term // fresh variable for the element
}

// ackermannize replaces the reads of a by fresh elements.
func (e *elimination) ackermannize(a *logic.Term) error {
	var reads []read
	for {
		s := e.innermostRead(a)
		if s == nil {
			break
		}
		index, at := s.Arg(1), e.val.eval(s.Arg(1))
		k := slices.IndexFunc(reads, func(r read) bool { return r.at == at })
		if k < 0 {
			k = len(reads)
			reads = append(reads, read{index, at, e.introduce("elem", s)})
		} else if err := e.add(e.store.Eq(index, reads[k].index)); err != nil {
			return err
		}
		if err := e.rewrite(s, reads[k].elem); err != nil {
			return err
		}
	}
	e.drop(a)
	return e.addAll(e.apart(reads))
}

// innermostRead returns a select of a whose index does not read a, or nil.
func (e *elimination) innermostRead(a *logic.Term) *logic.Term {
	var z *logic.Term
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpSelect && t.Arg(0) == a && (z == nil || t.ID() < z.ID()) {
			z = t // the oldest read cannot contain another one
		}
		return t.ID() > a.ID()
	}, e.lits...)
	return z
}

// apart returns a formula which states that the indices are different: a chain of strict
// inequalities over numbers, pairwise disequalities otherwise.
func (e *elimination) apart(reads []read) []*logic.Term {
	var z []*logic.Term
	if len(reads) < 2 {
		return nil
	}
	if reads[0].index.Sort().IsArith() {
		slices.SortFunc(reads, func(x, y read) int { return x.at.Num().Cmp(y.at.Num()) })
		for i := range reads[1:] {
			z = append(z, e.store.Lt(reads[i].index, reads[i+1].index))
		}
		return z
	}
	slices.SortFunc(reads, func(x, y read) int { return cmp.Compare(x.index.ID(), y.index.ID()) })
	for i, x := range reads {
		for _, y := range reads[:i] {
			z = append(z, e.store.Not(e.store.Eq(x.index, y.index)))
		}
	}
	return z
}
