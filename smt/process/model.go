// SPDX-License-Identifier: Apache-2.0

package process

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cornet/logic"
	"cornet/smtlib"
)

// model asks for the model of the last answer and reads it.
func (s *session) model(ctx context.Context, store *logic.Store) (*logic.Model, error) {
	s.text.WriteString("(get-model)\n")
	xs, err := s.ask(ctx)
	if err != nil {
		return nil, err
	}
	if len(xs) == 0 || xs[len(xs)-1].Kind != smtlib.SexprList {
		return nil, errors.New("process: no model in the answer to (get-model)")
	}
	list := xs[len(xs)-1].List
	if len(list) > 0 && list[0].IsSymbol("model") { // the form of versions before SMT-LIB 2.6
		list = list[1:]
	}
	r := &modelReader{session: s, store: store, scope: s.table.Scope(), model: store.NewModel(),
		elements: map[*logic.Term]*logic.Term{}}
	return r.model, r.read(list)
}

// modelReader translates the model that a child prints into a model over the store.
type modelReader struct {
	*session
	store    *logic.Store
	scope    *smtlib.Scope
	model    *logic.Model
	elements map[*logic.Term]*logic.Term // constants for elements of uninterpreted sorts → values
}

// read reads the definitions, in any order: a definition may use another one that follows it.
func (r *modelReader) read(list []smtlib.Sexpr) error {
	var open []smtlib.Sexpr
	for _, x := range list {
		switch {
		case x.Head() == "declare-fun" && len(x.List) == 4:
			r.element(x)
		case x.Head() == "define-fun" && len(x.List) == 5:
			open = append(open, x)
		}
	}
	// Definitions of the query's values come first.
	slices.SortStableFunc(open, func(x, y smtlib.Sexpr) int { return r.rank(x) - r.rank(y) })
	for len(open) > 0 {
		var rest []smtlib.Sexpr
		var failed error
		for _, x := range open {
			if err := r.definition(x); err != nil {
				rest = append(rest, x)
				failed = err
			}
		}
		if len(rest) == len(open) {
			return r.left(rest, failed)
		}
		open = rest
	}
	return nil
}

func (r *modelReader) rank(x smtlib.Sexpr) int {
	if r.table.Value(x.List[1].Text) != nil {
		return 0
	}
	return 1
}

// left handles definitions that cannot be read. They are errors, except for auxiliary ones.
func (r *modelReader) left(rest []smtlib.Sexpr, failed error) error {
	for _, x := range rest {
		if v, f := r.table.Symbol(x.List[1].Text); v != nil || f != nil {
			return fmt.Errorf("process: the value of %s cannot be read (%w): %w", x.List[1].Text, errors.ErrUnsupported, failed)
		}
	}
	return nil
}

// element makes a constant for an element that the model declares in an uninterpreted sort.
func (r *modelReader) element(x smtlib.Sexpr) {
	sort, err := r.scope.Sort(x.List[3])
	if err != nil || sort.Kind() != logic.KindUninterpreted || len(x.List[2].List) > 0 {
		return
	}
	name := x.List[1].Text
	v := r.store.Fresh("element!"+name, sort)
	r.elements[v] = r.store.UninterpretedValue(name, sort)
	f := r.store.Func(name, nil, sort)
	r.scope.Declare([]*logic.Func{f}, nil)
	r.elements[r.store.Apply(f)] = r.elements[v]
}

// definition reads one define-fun.
func (r *modelReader) definition(x smtlib.Sexpr) error {
	cmd, err := r.scope.Command(x)
	if err != nil {
		return err
	}
	v, f := r.table.Symbol(x.List[1].Text)
	body := r.values(cmd.Term)
	switch {
	case v != nil:
		if len(cmd.Vars) != 0 || body.Sort() != v.Sort() || !body.IsValue() {
			return fmt.Errorf("%.100v is no value of sort %v", body, v.Sort())
		}
		r.model.Set(v, body)
	case f != nil:
		if len(cmd.Vars) != f.Arity() || body.Sort() != f.Result() {
			return fmt.Errorf("a definition of another signature")
		}
		for i, p := range f.Params() {
			if cmd.Vars[i].Sort() != p {
				return fmt.Errorf("argument %d has sort %v, not %v", i, cmd.Vars[i].Sort(), p)
			}
		}
		table, err := tableOf(r.store, cmd.Vars, body)
		if err != nil {
			return err
		}
		r.model.SetFunc(f, table)
	default:
		if value := r.table.Value(x.List[1].Text); value != nil && body.IsValue() && len(cmd.Vars) == 0 {
			r.elements[body] = value // the element that the child has for this value
		}
	}
	return nil
}

// values returns t simplified, with constants for elements replaced by values.
func (r *modelReader) values(t *logic.Term) *logic.Term {
	if len(r.elements) > 0 {
		t = r.store.NewRewriter(nil, func(t *logic.Term) *logic.Term {
			for z := r.elements[t]; z != nil; z = r.elements[t] {
				t = z
			}
			return t
		}).Map(t)
	}
	return r.store.Simplify(t)
}

// table is a function under construction.
type table logic.Table

// tableOf turns a nest of if-then-else over equations between parameters and values into a table.
func tableOf(store *logic.Store, vars []*logic.Term, body *logic.Term) (*logic.Table, error) {
	z := &table{}
	for !body.IsValue() {
		if body.Sort().IsBool() && z.points(store, vars, body) {
			return (*logic.Table)(z), nil
		}
		if body.Op() == logic.OpIte && body.Arg(1).IsValue() {
			entry, ok := entryOf(store, vars, body.Arg(0))
			if ok {
				entry.Value = body.Arg(1)
				z.Entries = append(z.Entries, entry)
				body = body.Arg(2)
				continue
			}
		}
		return nil, fmt.Errorf("a function that is not given by a table: %.200v", body)
	}
	z.Else = body
	return (*logic.Table)(z), nil
}

// points adds a predicate that is true, or false, only at some points.
func (z *table) points(store *logic.Store, vars []*logic.Term, body *logic.Term) bool {
	value := true
	if body.Op() == logic.OpNot && len(vars) > 0 && body.Arg(0) != vars[0] {
		body, value = body.Arg(0), false
	}
	list := []*logic.Term{body}
	if body.Op() == logic.OpOr {
		list = body.Args()
	}
	var entries []logic.Entry
	for _, l := range list {
		e, ok := entryOf(store, vars, l)
		if !ok {
			return false
		}
		e.Value = store.BoolValue(value)
		entries = append(entries, e)
	}
	z.Entries = append(z.Entries, entries...)
	z.Else = store.BoolValue(!value)
	return true
}

// entryOf reads a conjunction that gives every parameter a value.
func entryOf(store *logic.Store, vars []*logic.Term, f *logic.Term) (logic.Entry, bool) {
	literals := []*logic.Term{f}
	if f.Op() == logic.OpAnd {
		literals = f.Args()
	}
	m := map[*logic.Term]*logic.Term{}
	for _, l := range literals {
		x, y := l, store.True()
		switch {
		case l.Op() == logic.OpNot:
			x, y = l.Arg(0), store.False()
		case l.Op() == logic.OpEq:
			x, y = l.Arg(0), l.Arg(1)
			if x.IsValue() {
				x, y = y, x
			}
		}
		if !x.IsVar() || !y.IsValue() {
			return logic.Entry{}, false
		}
		m[x] = y
	}
	z := logic.Entry{Args: make([]*logic.Term, len(vars))}
	for i, v := range vars {
		if m[v] == nil {
			return logic.Entry{}, false
		}
		z.Args[i] = m[v]
	}
	return z, len(m) == len(vars)
}
