// SPDX-License-Identifier: Apache-2.0

package smtlib

// Importer copies sorts, functions and terms of one store into another. It
// remembers what it has copied. The source store must not change while a call
// runs; the importer belongs to the goroutine of the target.
type Importer struct {
	to    *Store
	sorts map[*Sort]*Sort
	terms map[*Term]*Term
}

// NewImporter returns an importer into s.
func (s *Store) NewImporter() *Importer {
	return &Importer{to: s, sorts: map[*Sort]*Sort{}, terms: map[*Term]*Term{}}
}

// Sort returns the copy of x. Datatypes of one name are taken to be the same
// datatype.
func (m *Importer) Sort(x *Sort) *Sort {
	if z := m.sorts[x]; z != nil {
		return z
	}
	var z *Sort
	switch x.kind {
	case KindBool:
		z = m.to.Bool
	case KindInt:
		z = m.to.Int
	case KindReal:
		z = m.to.Real
	case KindBitVec:
		z = m.to.BitVec(x.width)
	case KindArray:
		z = m.to.Array(m.Sort(x.Index()), m.Sort(x.Elem()))
	case KindUninterpreted:
		z = m.to.Uninterpreted(x.name)
	case KindDatatype:
		if z = m.to.NamedSort(x.name); z != nil {
			break
		}
		z = m.to.NewDatatype(x.name)
		m.sorts[x] = z // fields may refer to it
		for _, c := range x.dt.Constructors {
			names, sorts := make([]string, len(c.Fields)), make([]*Sort, len(c.Fields))
			for i, f := range c.Fields {
				names[i], sorts[i] = f.Name, m.Sort(f.Sort)
			}
			m.to.AddConstructor(z, c.Name, names, sorts)
		}
	}
	m.sorts[x] = z
	return z
}

// Func returns the copy of f.
func (m *Importer) Func(f *Func) *Func {
	params := make([]*Sort, len(f.params))
	for i, p := range f.params {
		params[i] = m.Sort(p)
	}
	return m.to.Func(f.name, params, m.Sort(f.result))
}

// Term returns the copy of t, structure by structure: faithful terms stay
// faithful. Canonical order follows IDs, which differ between stores, so a copy
// of a canonical term is equivalent but may not be the canonical one;
// [Store.Simplify] makes it so.
//
// Cost: linear in the part of t's DAG that is new to the importer.
func (m *Importer) Term(t *Term) *Term {
	stack := []*Term{t}
	var args []*Term
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if m.terms[t] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		args = args[:0]
		for _, a := range t.args {
			if z := m.terms[a]; z != nil {
				args = append(args, z)
			} else {
				stack = append(stack, a)
			}
		}
		if len(args) < len(t.args) {
			continue
		}
		m.terms[t] = m.copy(t, args)
		stack = stack[:len(stack)-1]
	}
	return m.terms[t]
}

// copy makes t's head over args. Linear sums are made anew, because the order
// of their monomials and the sign of an atom follow the IDs of the store.
func (m *Importer) copy(t *Term, args []*Term) *Term {
	ref := t.ref
	switch t.op {
	case OpAdd, OpMul, OpLe, OpLt:
		return m.to.Rebuild(t, args)
	case OpEq:
		if args[0].sort.IsArith() {
			return m.to.Rebuild(t, args)
		}
	case OpConstruct, OpIs:
		c := t.Constructor()
		ref = m.Sort(c.Sort).dt.Constructors[c.Index]
	case OpField:
		f := t.Selector()
		ref = m.Sort(f.Ctor.Sort).dt.Constructors[f.Ctor.Index].Fields[f.Index]
	case OpApp:
		ref = m.Func(t.Func())
	case OpForall, OpExists:
		vars := make([]*Term, len(t.Bound()))
		for i, v := range t.Bound() {
			vars[i] = m.to.Var(v.Name(), m.Sort(v.sort))
		}
		ref = &binder{vars}
	}
	return m.to.intern(t.op, m.Sort(t.sort), args, ref)
}
