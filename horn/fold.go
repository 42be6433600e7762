// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"fmt"
	"slices"
	"strings"

	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smtlib"
)

// This file writes folds over datatypes as recursive functions. A model defines a fold as the array
// f that satisfies its equations,
//
//	∀f. f[nil] = 0 ∧ (∀h,t. f[cons(h, t)] = 1 + f[t]) ∧ (∀x. f[x] ≥ 0)  ⇒  φ(f[x])
//
// Exactly one such array exists. A solver cannot use this fact about an array, but it can for a
// function of define-fun-rec. Bounds, which follow by induction, become part of the function, so
// that one unfolding shows them: the value is max(0, 1 + f(t)).

// WithFunctions returns m with functions for the folds that its definitions describe by arrays. It
// is for printing: [ReadWitness] reads the functions as arrays again, and package check validates
// those. Definitions of other forms do not change.
func WithFunctions(sys *System, m *Model) (*Model, error) {
	scope, forget, err := sys.scope()
	if err != nil {
		return nil, err
	}
	defer forget()
	z := &foldWriter{store: sys.Store, taken: scope.Declared, functions: map[string]*logic.Func{}, fields: map[*logic.Selector]*logic.Term{}}
	printed := NewModel()
	for _, p := range sys.Preds {
		d, ok := m.Definition(p)
		if !ok {
			return nil, fmt.Errorf("horn: the model does not define predicate %v", p)
		}
		printed.Define(p, d.Params, z.formula(d.Body))
	}
	printed.functions = z.recs
	return printed, nil
}

// arrayFold is a fold as a definition describes it.
type arrayFold struct {
	array        *logic.Term
	steps        []*logic.Term // by constructor, over foldWriter.field
	lower, upper *logic.Term   // nil where there is no bound
	closure      []*arrayFold  // the fold itself, and those that its steps mention
	params       []*logic.Term // further terms that the steps of closure depend on
}

// foldWriter makes functions for folds. Folds with the same equations share a function.
type foldWriter struct {
	store     *logic.Store
	taken     func(name string) bool
	functions map[string]*logic.Func // by equations: see key
	recs      []smtlib.Recursive
	fields    map[*logic.Selector]*logic.Term
}

// field is the variable for a field in the steps of folds.
func (z *foldWriter) field(f *logic.Selector) *logic.Term {
	if z.fields[f] == nil {
		z.fields[f] = z.store.Fresh("field", f.Sort)
	}
	return z.fields[f]
}

// formula replaces the folds in t.
func (z *foldWriter) formula(t *logic.Term) *logic.Term {
	return z.store.NewRewriter(func(q *logic.Term) *logic.Term {
		switch {
		case !q.HasQuantifiers():
			return q
		case q.Op() == logic.OpForall:
			return z.definition(q)
		}
		return nil
	}, nil).Map(t)
}

// definition returns φ over functions, if the quantifier is over folds, and nil otherwise.
func (z *foldWriter) definition(q *logic.Term) *logic.Term {
	local := map[*logic.Term]*arrayFold{}
	var folds []*arrayFold
	for _, a := range q.Bound() {
		if !a.Sort().IsArray() || !a.Sort().Index().IsDatatype() || !a.Sort().Elem().IsArith() {
			return nil
		}
		local[a] = &arrayFold{array: a, steps: make([]*logic.Term, len(a.Sort().Index().Datatype().Constructors))}
		folds = append(folds, local[a])
	}
	parts := []*logic.Term{q.Arg(0)}
	if q.Arg(0).Op() == logic.OpOr {
		parts = q.Arg(0).Args()
	}
	rest := slice.Filter(parts, func(d *logic.Term) bool { return d.Op() != logic.OpNot || !z.laws(d.Arg(0), local) })
	for _, f := range folds {
		if slices.Contains(f.steps, nil) {
			return nil
		}
	}
	for _, f := range folds {
		z.close(f, folds, local)
	}
	result := z.calls(z.formula(z.store.Or(rest...)), local)
	if slices.ContainsFunc(logic.FreeVars(result), func(v *logic.Term) bool { return local[v] != nil }) {
		return nil
	}
	return result
}

// laws records what the conjuncts of t state about folds, and reports whether all of them are about
// folds.
func (z *foldWriter) laws(t *logic.Term, local map[*logic.Term]*arrayFold) bool {
	all := []*logic.Term{t}
	if t.Op() == logic.OpAnd {
		all = t.Args()
	}
	for _, e := range all {
		var vars []*logic.Term
		if e.Op() == logic.OpForall {
			vars, e = e.Bound(), e.Arg(0)
		}
		if e.HasQuantifiers() || !z.law(e, vars, local) && !z.bound(e, vars, local) {
			return false
		}
	}
	return true
}

// law records an equation, f[c(vars)] = step.
func (z *foldWriter) law(e *logic.Term, vars []*logic.Term, local map[*logic.Term]*arrayFold) bool {
	if !e.IsEquation() {
		return false
	}
	s := z.store
	sum := s.Linear(e.Arg(0)).Sub(s.Linear(e.Arg(1)))
	for _, m := range sum.Monomials {
		if m.Term.Op() != logic.OpSelect || local[m.Term.Arg(0)] == nil || m.Term.Arg(1).Op() != logic.OpConstruct {
			continue
		}
		f, x := local[m.Term.Arg(0)], m.Term.Arg(1)
		c := x.Constructor()
		if f.steps[c.Index] != nil || !m.Coeff.Abs().Equal(rational.Int(1)) || len(x.Args()) != len(vars) {
			return false
		}
		image := make([]*logic.Term, len(vars))
		for i, a := range x.Args() {
			k := slices.Index(vars, a)
			if k < 0 || image[k] != nil {
				return false
			}
			image[k] = z.field(c.Fields[i])
		}
		rest := sum.Sub(logic.Linear{Monomials: []logic.Monomial{m}})
		f.steps[c.Index] = s.Substitute(s.Sum(rest.Scale(m.Coeff.Neg()), f.array.Sort().Elem()), vars, image)
		return true
	}
	return false
}

// bound records a bound, k ≤ f[x] or f[x] ≤ k, for all x.
func (z *foldWriter) bound(e *logic.Term, vars []*logic.Term, local map[*logic.Term]*arrayFold) bool {
	s, negated := z.store, e.Op() == logic.OpNot
	if negated {
		e = e.Arg(0)
	}
	if e.Op() != logic.OpLe || len(vars) != 1 {
		return false
	}
	sum := s.Linear(e.Arg(0)).Sub(s.Linear(e.Arg(1))) // ≤ 0
	if len(sum.Monomials) != 1 || negated && !e.Arg(0).Sort().IsInt() {
		return false
	}
	if negated {
		sum = sum.Scale(rational.Int(-1))
		sum.Const = sum.Const.Add(rational.Int(1))
	}
	m := sum.Monomials[0]
	if m.Term.Op() != logic.OpSelect || m.Term.Arg(1) != vars[0] || local[m.Term.Arg(0)] == nil {
		return false
	}
	f := local[m.Term.Arg(0)]
	switch one := rational.Int(1); {
	case m.Coeff.Equal(one) && f.upper == nil:
		f.upper = s.Num(sum.Const.Neg(), f.array.Sort().Elem())
	case m.Coeff.Neg().Equal(one) && f.lower == nil:
		f.lower = s.Num(sum.Const, f.array.Sort().Elem())
	default:
		return false
	}
	return true
}

// close finds the folds and the variables that f depends on.
func (z *foldWriter) close(f *arrayFold, folds []*arrayFold, local map[*logic.Term]*arrayFold) {
	f.closure = []*arrayFold{f}
	for i := 0; i < len(f.closure); i++ {
		vars := logic.FreeVars(f.closure[i].steps...)
		for _, g := range folds {
			if slices.Contains(vars, g.array) && !slices.Contains(f.closure, g) {
				f.closure = append(f.closure, g)
			}
		}
		for _, v := range vars {
			isField := slices.ContainsFunc(f.closure[i].array.Sort().Index().Datatype().Constructors, func(c *logic.Constructor) bool {
				return slices.ContainsFunc(c.Fields, func(s *logic.Selector) bool { return z.field(s) == v })
			})
			if !isField && local[v] == nil && !slices.Contains(f.params, v) {
				f.params = append(f.params, v)
			}
		}
	}
}

// calls replaces the values of the folds in t by calls of their functions.
func (z *foldWriter) calls(t *logic.Term, local map[*logic.Term]*arrayFold) *logic.Term {
	return z.store.NewRewriter(func(q *logic.Term) *logic.Term {
		if slices.ContainsFunc(q.Bound(), func(v *logic.Term) bool { return local[v] != nil }) {
			return q
		}
		return nil
	}, func(x *logic.Term) *logic.Term {
		if x.Op() != logic.OpSelect || local[x.Arg(0)] == nil {
			return x
		}
		f := local[x.Arg(0)]
		return z.store.Apply(z.function(f, local), append(slices.Clone(f.params), x.Arg(1))...)
	}).Map(t)
}

// key returns the same text for folds with the same equations and bounds.
func (z *foldWriter) key(f *arrayFold) string {
	var from, to []*logic.Term
	for i, g := range f.closure {
		from, to = append(from, g.array), append(to, z.store.Var(fmt.Sprintf("fold!%d", i), g.array.Sort()))
	}
	for i, v := range f.params {
		from, to = append(from, v), append(to, z.store.Var(fmt.Sprintf("parameter!%d", i), v.Sort()))
	}
	var b strings.Builder
	for _, g := range f.closure {
		fmt.Fprintf(&b, "%v %v %v:", g.array.Sort(), g.lower, g.upper)
		for _, t := range g.steps {
			fmt.Fprintf(&b, " %d", z.store.Substitute(t, from, to).ID())
		}
	}
	return b.String()
}

// function returns the function for f.
func (z *foldWriter) function(f *arrayFold, local map[*logic.Term]*arrayFold) *logic.Func {
	key := z.key(f)
	if have := z.functions[key]; have != nil {
		return have
	}
	s, d := z.store, f.array.Sort().Index()
	base := strings.ReplaceAll(f.array.Name(), "!", "_")
	name := base
	for k := 1; z.taken(name) || slices.ContainsFunc(z.recs, func(r smtlib.Recursive) bool { return r.Func.Name() == name }); k++ {
		name = fmt.Sprintf("%s_%d", base, k)
	}
	x := s.Fresh("x", d)
	vars := append(slices.Clone(f.params), x)
	sorts := logic.SortsOf(vars)
	fun := s.Func(name, sorts, f.array.Sort().Elem())
	z.functions[key] = fun
	place := len(z.recs)
	z.recs = append(z.recs, smtlib.Recursive{Func: fun, Vars: vars})
	var body *logic.Term
	for i, c := range slices.Backward(d.Datatype().Constructors) {
		from, to := make([]*logic.Term, len(c.Fields)), make([]*logic.Term, len(c.Fields))
		for k, sel := range c.Fields {
			from[k], to[k] = z.field(sel), s.Field(sel, x)
		}
		step := f.within(s, s.Substitute(z.calls(f.steps[i], local), from, to))
		if body == nil {
			body = step
		} else {
			body = s.Ite(s.Is(c, x), step, body)
		}
	}
	z.recs[place].Body = body
	return fun
}

// within returns t if it satisfies the bounds of f, and otherwise the bound that it violates.
func (f *arrayFold) within(s *logic.Store, t *logic.Term) *logic.Term {
	if f.lower != nil {
		t = s.Ite(s.Ge(t, f.lower), t, f.lower)
	}
	if f.upper != nil {
		t = s.Ite(s.Le(t, f.upper), t, f.upper)
	}
	return t
}
