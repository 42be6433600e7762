// SPDX-License-Identifier: Apache-2.0

package logic

import "cornet/internal/slice"

// Importer copies sorts, functions and terms of one store into another. It caches what it has
// copied. The source store must not change during a call. The importer belongs to the goroutine of
// the target.
type Importer struct {
	to    *Store
	sorts map[*Sort]*Sort
	rw    *Rewriter
}

// NewImporter returns an importer into s.
func (s *Store) NewImporter() *Importer {
	m := &Importer{to: s, sorts: map[*Sort]*Sort{}}
	m.rw = s.NewRewriter(m.leaf, nil)
	m.rw.make = m.rebuild
	return m
}

// Sort returns the copy of x. If the target already has a datatype, it must be declared there in
// the same way.
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
		var isNew bool
		if z, isNew = m.datatype(x); !isNew {
			m.compare(x, z)
			break
		}
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

// datatype returns the copy of x without its constructors, and whether it is new.
func (m *Importer) datatype(x *Sort) (z *Sort, isNew bool) {
	if x.IsFloat() {
		z = m.to.Float(x.float)
	} else if x.rounding {
		z = m.to.RoundingMode()
	} else if x.generic != nil {
		args := slice.Map(x.args, m.Sort)
		z, isNew = m.to.Instance(x.generic, x.name, args, x.size)
	} else if z = m.to.NamedSort(x.name); z == nil {
		z, isNew = m.to.NewDatatype(x.name), true
	}
	m.sorts[x] = z // fields may refer to it
	return z, isNew
}

// compare panics unless z has the constructors of x.
func (m *Importer) compare(x, z *Sort) {
	same := z.kind == KindDatatype && len(z.dt.Constructors) == len(x.dt.Constructors)
	for i := 0; same && i < len(x.dt.Constructors); i++ {
		c, d := x.dt.Constructors[i], z.dt.Constructors[i]
		same = c.Name == d.Name && len(c.Fields) == len(d.Fields)
		for k := 0; same && k < len(c.Fields); k++ {
			same = c.Fields[k].Name == d.Fields[k].Name && m.Sort(c.Fields[k].Sort) == d.Fields[k].Sort
		}
	}
	if !same {
		panic("logic: import of datatype " + x.String() + ", which the store knows with another declaration")
	}
}

// Func returns the copy of f.
func (m *Importer) Func(f *Func) *Func {
	params := slice.Map(f.params, m.Sort)
	return m.to.Func(f.name, params, m.Sort(f.result))
}

// Term returns the copy of t. Boolean structure is copied unchanged, so faithful terms stay
// faithful. Other terms are made anew, because canonical order follows IDs, which differ between
// stores. For the same reason, a copy of a canonical Boolean term is equivalent but perhaps not
// canonical; [Store.Simplify] makes it so.
//
// Cost: linear in the part of t's DAG that is new to the importer.
func (m *Importer) Term(t *Term) *Term { return m.rw.Map(t) }

// leaf copies terms whose heads belong to their store.
func (m *Importer) leaf(t *Term) *Term {
	switch t.op {
	case OpVar:
		return m.to.Var(t.Name(), m.Sort(t.sort))
	case OpTrue, OpFalse:
		return m.to.BoolValue(t.op == OpTrue)
	case OpNum:
		return m.to.Num(t.Num(), m.Sort(t.sort))
	case OpBV:
		return m.to.BVNum(t.BV(), t.sort.width)
	case OpFresh:
		return m.to.UninterpretedValue(t.Name(), m.Sort(t.sort))
	}
	return nil
}

// rebuild makes t's head, of the other store, over args.
func (m *Importer) rebuild(t *Term, args []*Term) *Term {
	switch t.op {
	case OpConstArray:
		return m.to.ConstArray(m.Sort(t.sort), args[0])
	case OpConstruct:
		return m.to.Construct(m.constructor(t.Constructor()), args...)
	case OpIs:
		return m.to.Is(m.constructor(t.Constructor()), args[0])
	case OpField:
		f := t.Selector()
		return m.to.Field(m.constructor(f.Ctor).Fields[f.Index], args[0])
	case OpApp:
		return m.to.Apply(m.Func(t.Func()), args...)
	case OpForall, OpExists:
		vars := slice.Map(t.Bound(), m.Term)
		return m.to.Quantify(t.op, vars, args[0])
	}
	return m.to.RebuildFaithful(t, args)
}

func (m *Importer) constructor(c *Constructor) *Constructor {
	return m.Sort(c.Sort).dt.Constructors[c.Index]
}
