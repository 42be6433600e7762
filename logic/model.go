// SPDX-License-Identifier: Apache-2.0

package logic

import "fmt"

// Model assigns values (see [Term.IsValue]) to variables and tables to uninterpreted functions.
// Symbols without a value have the default value of their sort. A model belongs to one goroutine.
type Model struct {
	store *Store
	vals  map[*Term]*Term
	funcs map[*Func]*Table
	eval  *evaluation // dropped when the model changes
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
		panic(fmt.Sprintf("logic: value of sort %v for %v of sort %v", x.sort, v.op, v.sort))
	}
	m.vals[v] = x
	m.eval = nil
}

// SetFunc gives f the table x.
func (m *Model) SetFunc(f *Func, x *Table) {
	m.funcs[f] = x
	m.eval = nil
}

// Value returns the value of variable v.
func (m *Model) Value(v *Term) *Term {
	if x := m.vals[v]; x != nil {
		return x
	}
	return m.store.DefaultValue(v.sort)
}

// Eval returns the value of t. If the model does not determine it (quantifiers, division by zero,
// selectors on another constructor), the result is a simplified term instead of a value; callers
// test with [Term.IsValue].
//
// Cost: linear in the part of the DAG that the value depends on, shared between calls until the
// model changes.
func (m *Model) Eval(t *Term) *Term {
	if m.eval == nil {
		m.eval = &evaluation{Model: m, memo: map[*Term]*Term{}}
	}
	return m.eval.eval(t)
}

// Holds reports whether t of sort Bool evaluates to true.
func (m *Model) Holds(t *Term) bool { return m.Eval(t).op == OpTrue }

// table returns the value of t, whose arguments have been evaluated, in the table of its function.
// It returns t itself if there is no table.
func (m *Model) table(t *Term) *Term {
	if t.op != OpApp {
		return t
	}
	table := m.funcs[t.Func()]
	if table == nil {
		return m.store.DefaultValue(t.sort)
	}
	for i := range table.Entries {
		switch m.matches(&table.Entries[i], t).op {
		case OpTrue:
			return table.Entries[i].Value
		case OpFalse:
		default:
			return t // an argument has no value
		}
	}
	if table.Else == nil {
		return m.store.DefaultValue(t.sort)
	}
	return table.Else
}

// matches returns whether the arguments of t are those of e.
func (m *Model) matches(e *Entry, t *Term) *Term {
	eqs := make([]*Term, len(t.args))
	for i, a := range t.args {
		eqs[i] = m.store.Eq(e.Args[i], a)
	}
	return m.store.And(eqs...)
}
