// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"fmt"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smtlib"
)

// This file reads recursive functions in models as folds over datatypes. A fold is an array that
// satisfies the equations of the function.

// maxFolds bounds the folds of one model.
const maxFolds = 1000

// foldReader replaces functions by folds: one array for each function and each choice of the
// arguments other than the one that the recursion decomposes.
type foldReader struct {
	store     *logic.Store
	functions map[*logic.Func]smtlib.Recursive
	folds     map[string]*readFold
	arrays    map[*logic.Term]*readFold
	err       error // the first error
}

// readFold is a function with arguments for all parameters but one.
type readFold struct {
	array *logic.Term
	rec   smtlib.Recursive
	args  []*logic.Term // nil at the parameter place
	place int
}

func newFoldReader(s *logic.Store) *foldReader {
	return &foldReader{s, map[*logic.Func]smtlib.Recursive{}, map[string]*readFold{}, map[*logic.Term]*readFold{}, nil}
}

// formula replaces the functions in t. Each quantifier, and t as a whole, defines the folds in its
// body.
func (z *foldReader) formula(t *logic.Term) (*logic.Term, error) {
	if len(z.functions) == 0 || !t.HasApps() {
		return t, nil
	}
	t = z.closed(t)
	return t, z.err
}

func (z *foldReader) closed(t *logic.Term) *logic.Term {
	s := z.store
	t = z.values(t, func(q *logic.Term) *logic.Term {
		if q.Op() == logic.OpForall {
			return s.Forall(q.Bound(), z.closed(q.Arg(0)))
		}
		return s.Exists(q.Bound(), z.closed(q.Arg(0)))
	})
	var arrays, laws []*logic.Term
	for work := []*logic.Term{t}; len(work) > 0 && z.err == nil; work = work[1:] {
		for _, v := range logic.FreeVars(work[0]) {
			if f := z.arrays[v]; f != nil && !slices.Contains(arrays, v) {
				arrays = append(arrays, v)
				mine := z.laws(f)
				laws, work = append(laws, mine...), append(work, mine...)
			}
		}
	}
	return s.Forall(arrays, s.Implies(s.And(laws...), t))
}

// values replaces calls by elements of arrays, and quantified formulas with calls by the result of
// quantified.
func (z *foldReader) values(t *logic.Term, quantified func(*logic.Term) *logic.Term) *logic.Term {
	return z.store.NewRewriter(func(q *logic.Term) *logic.Term {
		switch {
		case !q.HasApps() || z.err != nil:
			return q
		case len(q.Bound()) > 0:
			return quantified(q)
		}
		return nil
	}, func(x *logic.Term) *logic.Term {
		if x.Op() != logic.OpApp {
			return x
		}
		if f := z.fold(x); f != nil {
			return z.store.Select(f.array, x.Arg(f.place))
		}
		return x
	}).Map(t)
}

// fold returns the fold that a call evaluates, or nil for applications of other symbols.
func (z *foldReader) fold(call *logic.Term) *readFold {
	rec, ok := z.functions[call.Func()]
	if !ok || z.err != nil {
		return nil
	}
	f := &readFold{rec: rec, args: slices.Clone(call.Args()), place: len(rec.Vars) - 1}
	for f.place >= 0 && !rec.Vars[f.place].Sort().IsDatatype() {
		f.place--
	}
	if f.place < 0 || rec.Body.HasQuantifiers() {
		z.err = fmt.Errorf("function %v is no fold over a datatype", rec.Func)
		return nil
	}
	f.args[f.place] = nil
	key := fmt.Sprint(rec.Func.ID())
	for i, a := range f.args {
		if i != f.place {
			key += fmt.Sprintf(" %d", a.ID())
		}
	}
	if have := z.folds[key]; have != nil {
		return have
	}
	if len(z.folds) >= maxFolds {
		z.err = fmt.Errorf("function %v is called with more than %d combinations of arguments", rec.Func, maxFolds)
		return nil
	}
	f.array = z.store.Fresh(rec.Func.Name(), z.store.Array(rec.Vars[f.place].Sort(), rec.Func.Result()))
	z.folds[key], z.arrays[f.array] = f, f
	return f
}

// laws returns the equations of f, one for each constructor.
func (z *foldReader) laws(f *readFold) []*logic.Term {
	s := z.store
	var all []*logic.Term
	for _, c := range f.rec.Vars[f.place].Sort().Datatype().Constructors {
		fields := slice.Map(c.Fields, func(sel *logic.Selector) *logic.Term { return s.Fresh("field", sel.Sort) })
		args := slices.Clone(f.args)
		args[f.place] = s.Construct(c, fields...)
		step := z.values(s.Substitute(f.rec.Body, f.rec.Vars, args), func(q *logic.Term) *logic.Term { return q })
		z.descends(step, fields)
		all = append(all, s.Forall(fields, s.Eq(s.Select(f.array, args[f.place]), step)))
	}
	return all
}

// descends checks that folds are only applied to the fields. Then they are defined for all values,
// which are finite.
func (z *foldReader) descends(step *logic.Term, fields []*logic.Term) {
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() != logic.OpSelect || z.arrays[t.Arg(0)] == nil {
			return true
		}
		f := z.arrays[t.Arg(0)]
		others := slices.DeleteFunc(slices.Clone(f.args), func(a *logic.Term) bool { return a == nil })
		switch {
		case !slices.Contains(fields, t.Arg(1)):
			z.err = fmt.Errorf("a call of %v is not for a part of its caller's argument", f.rec.Func)
		case slices.ContainsFunc(logic.FreeVars(others...), func(v *logic.Term) bool { return slices.Contains(fields, v) }):
			z.err = fmt.Errorf("a call of %v has other arguments than its caller", f.rec.Func)
		}
		return true
	}, step)
}
