// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"

	"cornet/logic"
)

// modelReader translates a Z3 model into a model over the store.
type modelReader struct {
	c   *Context
	ref object
	// values by address; the addresses stay valid, since the model keeps the terms alive
	memo     map[ast]*logic.Term
	elements map[ast]*logic.Term // elements of uninterpreted sorts
	taken    map[*logic.Term]bool
	open     map[decl]bool // functions being read as arrays

	stack []frame
	args  []ast // argument lists of the frames on the stack
}

// readModel reads m. The first n values of uninterpreted sorts are distinct in m.
func (c *Context) readModel(m object, n int) (*logic.Model, error) {
	r := &modelReader{c: c, ref: m, memo: map[ast]*logic.Term{}}
	if n > 0 {
		r.nameElements(n)
	}
	z := c.store.NewModel()
	for i := range uint32(c.call(fnModelNumConsts, c.ref, uintptr(m))) {
		d := decl(c.call(fnModelConstDecl, c.ref, uintptr(m), uintptr(i)))
		sym := c.symbols[d]
		if sym.fn == nil && (sym.term == nil || sym.term.Op() != logic.OpVar) {
			continue // a symbol of Z3's own, a name of an assumption, or a value
		}
		a := c.call(fnModelConstInterp, c.ref, uintptr(m), uintptr(d))
		if a == 0 {
			continue
		}
		x, err := r.value(ast(a))
		if err != nil {
			return nil, fmt.Errorf("value of %s: %w", c.declName(d), err)
		}
		if sym.fn != nil {
			z.SetFunc(sym.fn, &logic.Table{Else: x})
		} else {
			z.Set(sym.term, x)
		}
	}
	for i := range uint32(c.call(fnModelNumFuncs, c.ref, uintptr(m))) {
		d := decl(c.call(fnModelFuncDecl, c.ref, uintptr(m), uintptr(i)))
		sym := c.symbols[d]
		if sym.fn == nil {
			continue // a symbol of Z3's own
		}
		t, err := r.table(d)
		if err != nil {
			return nil, fmt.Errorf("value of %s: %w", sym.fn, err)
		}
		z.SetFunc(sym.fn, t)
	}
	return z, nil
}

// nameElements finds the elements that represent the store's values of uninterpreted sorts.
func (r *modelReader) nameElements(n int) {
	c := r.c
	r.elements = make(map[ast]*logic.Term, n)
	r.taken = make(map[*logic.Term]bool, n)
	for _, t := range c.freshes[:n] {
		r.taken[t] = true
		d := c.call(fnAppDecl, c.ref, uintptr(c.terms.load(t.ID())))
		if a := c.call(fnModelConstInterp, c.ref, uintptr(r.ref), d); a != 0 {
			r.elements[ast(a)] = t
		}
	}
}

// element returns the value for an element of an uninterpreted sort, or nil if d is something else.
// Z3 calls the elements of sort S S!val!0, S!val!1, …. If the store uses such a name for another
// value, element chooses another.
func (r *modelReader) element(a ast, d decl) *logic.Term {
	if t := r.elements[a]; t != nil {
		return t
	}
	sort, err := r.c.smtSort(zsort(r.c.call(fnDeclRange, r.c.ref, uintptr(d))))
	if err != nil || sort.Kind() != logic.KindUninterpreted {
		return nil
	}
	name := r.c.declName(d)
	t := r.c.store.UninterpretedValue(name, sort)
	for r.taken[t] {
		name += "'"
		t = r.c.store.UninterpretedValue(name, sort)
	}
	return t
}

// table reads the finite function that the model assigns to d.
func (r *modelReader) table(d decl) (*logic.Table, error) {
	c := r.c
	f := c.call(fnModelFuncInterp, c.ref, uintptr(r.ref), uintptr(d))
	if f == 0 {
		return &logic.Table{}, nil
	}
	c.call(fnFuncInterpIncRef, c.ref, f)
	defer c.call(fnFuncInterpDecRef, c.ref, f)
	t := &logic.Table{}
	for i := range uint32(c.call(fnFuncInterpNumEntries, c.ref, f)) {
		e, err := r.entry(c.call(fnFuncInterpEntry, c.ref, f, uintptr(i)))
		if err != nil {
			return nil, err
		}
		t.Entries = append(t.Entries, e)
	}
	if a := c.call(fnFuncInterpElse, c.ref, f); a != 0 {
		x, err := r.value(ast(a))
		if err != nil {
			return nil, err
		}
		t.Else = x
	}
	return t, nil
}

func (r *modelReader) entry(e uintptr) (logic.Entry, error) {
	c := r.c
	c.call(fnFuncEntryIncRef, c.ref, e)
	defer c.call(fnFuncEntryDecRef, c.ref, e)
	var z logic.Entry
	for i := range uint32(c.call(fnFuncEntryNumArgs, c.ref, e)) {
		x, err := r.value(ast(c.call(fnFuncEntryArg, c.ref, e, uintptr(i))))
		if err != nil {
			return z, err
		}
		z.Args = append(z.Args, x)
	}
	x, err := r.value(ast(c.call(fnFuncEntryValue, c.ref, e)))
	z.Value = x
	return z, err
}

// arrayOf returns the array that (_ as-array f) denotes: stores over a constant array. asArray is
// the declaration of that term.
func (r *modelReader) arrayOf(asArray decl) (*logic.Term, error) {
	c := r.c
	sort, err := c.smtSort(zsort(c.call(fnDeclRange, c.ref, uintptr(asArray))))
	if err != nil {
		return nil, err
	}
	f := decl(c.call(fnDeclFuncParameter, c.ref, uintptr(asArray), 0))
	if r.open[f] {
		return nil, fmt.Errorf("z3: array %s is defined by itself: %w", c.declName(f), errors.ErrUnsupported)
	}
	if r.open == nil {
		r.open = map[decl]bool{}
	}
	r.open[f] = true
	defer delete(r.open, f)
	t, err := r.table(f)
	if err != nil {
		return nil, err
	}
	if t.Else == nil {
		t.Else = c.store.DefaultValue(sort.Elem())
	}
	z := c.store.ConstArray(sort, t.Else)
	for _, e := range t.Entries {
		z = c.store.Store(z, e.Args[0], e.Value)
	}
	return z, nil
}
