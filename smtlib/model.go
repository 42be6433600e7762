// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"math/big"

	"cornet/internal/rational"
)

// Model assigns values (see [Term.IsValue]) to variables and tables to
// uninterpreted functions. Symbols without a value have the default value of
// their sort. One goroutine.
type Model struct {
	store *Store
	vals  map[*Term]*Term
	funcs map[*Func]*Table
	rw    *Rewriter // of Eval; dropped when the model changes
}

// Table is a finite function: Entries in order, Else elsewhere.
type Table struct {
	Entries []Entry
	Else    *Term
}

// Entry maps argument values to a value.
type Entry struct {
	Args  []*Term
	Value *Term
}

// NewModel returns a model in which every symbol has its default value.
func (s *Store) NewModel() *Model {
	return &Model{store: s, vals: map[*Term]*Term{}, funcs: map[*Func]*Table{}}
}

// Set gives variable v the value x of the same sort.
func (m *Model) Set(v, x *Term) {
	if v.op != OpVar || v.sort != x.sort {
		panic(fmt.Sprintf("smtlib: value of sort %v for %v of sort %v", x.sort, v.op, v.sort))
	}
	m.vals[v] = x
	m.rw = nil
}

// SetFunc gives f the table x.
func (m *Model) SetFunc(f *Func, x *Table) {
	m.funcs[f] = x
	m.rw = nil
}

// Value returns the value of variable v.
func (m *Model) Value(v *Term) *Term {
	if x := m.vals[v]; x != nil {
		return x
	}
	return m.store.DefaultValue(v.sort)
}

// Eval returns the value of t. Where t's value is not determined by the
// model (quantifiers, division by zero, selectors on another constructor) the
// result is not a value but a simplified term; callers test with
// [Term.IsValue].
//
// Cost: linear in the DAG, shared between calls until the model changes.
func (m *Model) Eval(t *Term) *Term {
	if m.rw == nil {
		m.rw = m.store.NewRewriter(m.pre, m.post)
	}
	return m.rw.Map(t)
}

// Holds reports whether t of sort Bool evaluates to true.
func (m *Model) Holds(t *Term) bool { return m.Eval(t).op == OpTrue }

func (m *Model) pre(t *Term) *Term {
	switch t.op {
	case OpVar:
		return m.Value(t)
	case OpForall, OpExists:
		vars := FreeVars(t)
		vals := make([]*Term, len(vars))
		for i, v := range vars {
			vals[i] = m.Value(v)
		}
		return m.store.Substitute(t, vars, vals)
	}
	return nil
}

func (m *Model) post(t *Term) *Term {
	if t.op != OpApp {
		return t
	}
	table := m.funcs[t.Func()]
	if table == nil {
		return m.store.DefaultValue(t.sort)
	}
	for _, e := range table.Entries {
		if sameArgs(e.Args, t.args) {
			return e.Value
		}
	}
	if table.Else == nil {
		return m.store.DefaultValue(t.sort)
	}
	return table.Else
}

// DefaultValue returns a fixed value of the sort: false, 0, a zero
// bit-vector, a constant array, the smallest constructor term.
func (s *Store) DefaultValue(sort *Sort) *Term {
	switch sort.kind {
	case KindBool:
		return s.falseTerm
	case KindInt, KindReal:
		return s.Num(rational.Rat{}, sort)
	case KindBitVec:
		return s.BVNum(new(big.Int), sort.width)
	case KindArray:
		return s.ConstArray(sort, s.DefaultValue(sort.Elem()))
	case KindDatatype:
		return s.defaultConstruct(sort, map[*Sort]bool{})
	}
	return s.UninterpretedValue(sort.name+"!0", sort)
}

// defaultConstruct returns a constructor term of the datatype that does not
// need a value of a sort in open, or nil when there is none.
func (s *Store) defaultConstruct(sort *Sort, open map[*Sort]bool) *Term {
	if open[sort] {
		return nil
	}
	open[sort] = true
	defer delete(open, sort)
next:
	for _, c := range sort.dt.Constructors {
		args := make([]*Term, len(c.Fields))
		for i, f := range c.Fields {
			args[i] = s.defaultField(f.Sort, open)
			if args[i] == nil {
				continue next
			}
		}
		return s.Construct(c, args...)
	}
	return nil
}

func (s *Store) defaultField(sort *Sort, open map[*Sort]bool) *Term {
	switch sort.kind {
	case KindDatatype:
		return s.defaultConstruct(sort, open)
	case KindArray:
		if x := s.defaultField(sort.Elem(), open); x != nil {
			return s.ConstArray(sort, x)
		}
		return nil
	}
	return s.DefaultValue(sort)
}

// WellFounded reports whether the datatype sort has a finite value. A datatype
// that is not well-founded is empty and is refused by the reader.
func (s *Store) WellFounded(sort *Sort) bool {
	return s.defaultField(sort, map[*Sort]bool{}) != nil
}
