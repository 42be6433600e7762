// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"fmt"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// This file writes formulas about recursive functions without function symbols. A function of two
// arguments is an array of arrays, and exactly one array satisfies its equation:
//
//	∀f. (∀x,y. f[x][y] = e) ∧ lemmas(f) ⇒ φ(f)

// Formula returns φ as a formula of SMT-LIB, with quantifiers for the functions of fs. The lemmas
// help those who must prove the formula.
func Formula(s *logic.Store, fs []*Function, lemmas []*Lemma, phi *logic.Term) *logic.Term {
	arrays := map[*logic.Func]*logic.Term{}
	var bound []*logic.Term
	for _, f := range fs {
		sort := f.Func.Result()
		for _, p := range slices.Backward(f.Func.Params()) {
			sort = s.Array(p, sort)
		}
		arrays[f.Func] = s.Var(f.Func.Name(), sort)
		bound = append(bound, arrays[f.Func])
	}
	rw := s.NewRewriter(nil, func(x *logic.Term) *logic.Term {
		if x.Op() != logic.OpApp || arrays[x.Func()] == nil {
			return x
		}
		return cell(s, arrays[x.Func()], x.Args())
	})
	var laws []*logic.Term
	for _, f := range fs {
		laws = append(laws, s.Forall(f.Vars, s.Eq(cell(s, arrays[f.Func], f.Vars), rw.Map(f.Body))))
	}
	for _, l := range lemmas {
		laws = append(laws, s.Forall(l.Vars, rw.Map(l.Body)))
	}
	return s.Forall(bound, s.Implies(s.And(laws...), rw.Map(phi)))
}

func cell(s *logic.Store, array *logic.Term, at []*logic.Term) *logic.Term {
	for _, x := range at {
		array = s.Select(array, x)
	}
	return array
}

// Reading is the content of a formula in the form that Formula makes.
type Reading struct {
	Functions []*Function
	Lemmas    []*Lemma
	Body      *logic.Term // φ, over calls of the functions; it may have quantifiers
	arrays    []*logic.Term
	premises  []*logic.Term
}

// law is an equation that defines an array.
type law struct {
	vars []*logic.Term // by parameter
	body *logic.Term
	from int // position of the equation among the premises
}

// Read reads a quantifier over functions, with new function symbols. It returns nil for other
// formulas. It does not check whether the functions exist or the lemmas hold.
func Read(s *logic.Store, q *logic.Term) *Reading {
	if q.Op() != logic.OpForall || q.Arg(0).Op() != logic.OpOr || q.Depth() > MaxDepth {
		return nil
	}
	for i, a := range q.Bound() {
		if !a.Sort().IsArray() || slices.Contains(q.Bound()[:i], a) {
			return nil
		}
	}
	var premises, rest []*logic.Term
	for _, d := range q.Arg(0).Args() {
		switch {
		case d.Op() == logic.OpNot && d.Arg(0).Op() == logic.OpAnd && d.Arg(0).HasQuantifiers():
			premises = append(premises, d.Arg(0).Args()...)
		case d.Op() == logic.OpNot && d.Arg(0).Op() == logic.OpForall:
			premises = append(premises, d.Arg(0))
		default:
			rest = append(rest, d)
		}
	}
	// an inner name that hides an array would be mistaken for the array
	for _, p := range premises {
		if slices.ContainsFunc(p.Bound(), func(v *logic.Term) bool { return slices.Contains(q.Bound(), v) }) {
			return nil
		}
	}
	chosen := choose(s, q.Bound(), premises)
	if chosen == nil {
		return nil
	}
	return newReading(s, q.Bound(), premises, chosen, s.Or(rest...))
}

// choose returns for each array a premise that defines it, or nil if an array has none.
func choose(s *logic.Store, arrays, premises []*logic.Term) []law {
	var z []law
	taken := map[int]bool{}
	for _, a := range arrays {
		var best law
		size := 0
		for i, p := range premises {
			if l, ok := lawOf(s, a, p); ok && !taken[i] && treeSize(l.body, 1<<20) > size {
				l.from = i
				best, size = l, treeSize(l.body, 1<<20)
			}
		}
		if size == 0 {
			return nil
		}
		taken[best.from] = true
		z = append(z, best)
	}
	return z
}

// sides returns the terms t and u for which equation e states t = u: both sides and, for a sum that
// is zero, each term whose coefficient is 1 or -1.
func sides(s *logic.Store, e *logic.Term) [][2]*logic.Term {
	sort := e.Arg(0).Sort()
	if !sort.IsArith() {
		return [][2]*logic.Term{{e.Arg(0), e.Arg(1)}, {e.Arg(1), e.Arg(0)}}
	}
	var z [][2]*logic.Term
	sum := s.Linear(e.Arg(0)).Sub(s.Linear(e.Arg(1)))
	for _, m := range sum.Monomials {
		if m.Coeff.Abs().Equal(rational.Int(1)) {
			rest := sum.Sub(logic.Linear{Monomials: []logic.Monomial{m}})
			z = append(z, [2]*logic.Term{m.Term, s.Sum(rest.Scale(m.Coeff.Neg()), sort)})
		}
	}
	return z
}

// lawOf reads p as ∀x̄. a[x1]…[xk] = body, where the calls of a in body are below conditions.
func lawOf(s *logic.Store, a, p *logic.Term) (law, bool) {
	if p.Op() != logic.OpForall || p.Arg(0).Op() != logic.OpEq {
		return law{}, false
	}
	vars, e := p.Bound(), p.Arg(0)
	for _, side := range sides(s, e) {
		at := indices(side[0], a)
		if len(at) == len(vars) && distinct(at, vars) && !bare(side[1], a) {
			return law{vars: at, body: side[1]}, true
		}
	}
	return law{}, false
}

// indices returns x1, …, xk if t is a[x1]…[xk] and not an array.
func indices(t, a *logic.Term) []*logic.Term {
	var z []*logic.Term
	if t.Sort() == a.Sort() {
		return nil
	}
	for t.Op() == logic.OpSelect {
		z = append(z, t.Arg(1))
		t = t.Arg(0)
	}
	if t != a {
		return nil
	}
	slices.Reverse(z)
	return z
}

func distinct(xs, vars []*logic.Term) bool {
	for i, x := range xs {
		if !slices.Contains(vars, x) || slices.Contains(xs[:i], x) {
			return false
		}
	}
	return true
}

// bare reports whether a occurs in t outside of conditionals, conjunctions and disjunctions.
func bare(t, a *logic.Term) bool {
	found := false
	logic.Walk(func(x *logic.Term) bool {
		found = found || x == a
		return x.Op() != logic.OpIte && x.Op() != logic.OpAnd && x.Op() != logic.OpOr
	}, t)
	return found
}

// newReading substitutes function symbols for the arrays. It returns nil if an array is used
// otherwise than by reading its elements.
func newReading(s *logic.Store, arrays, premises []*logic.Term, chosen []law, phi *logic.Term) *Reading {
	z := &Reading{arrays: arrays, premises: premises}
	funcs := map[*logic.Term]*logic.Func{}
	for i, a := range arrays {
		sorts := logic.SortsOf(chosen[i].vars)
		funcs[a] = s.FreshFunc(a.Name(), sorts, chosen[i].body.Sort())
	}
	rw := s.NewRewriter(nil, func(x *logic.Term) *logic.Term {
		if x.Op() != logic.OpSelect {
			return x
		}
		for a, f := range funcs {
			if at := indices(x, a); len(at) == f.Arity() && len(at) > 0 {
				return s.Apply(f, at...)
			}
		}
		return x
	})
	taken := map[int]bool{}
	for i, a := range arrays {
		taken[chosen[i].from] = true
		z.Functions = append(z.Functions, &Function{Func: funcs[a], Vars: chosen[i].vars, Body: rw.Map(chosen[i].body)})
	}
	all := []*logic.Term{}
	for i, p := range premises {
		if taken[i] {
			continue
		}
		l := &Lemma{Body: p}
		if p.Op() == logic.OpForall {
			l.Vars, l.Body = p.Bound(), p.Arg(0)
		}
		l.Body = rw.Map(l.Body)
		z.Lemmas = append(z.Lemmas, l)
		all = append(all, l.Body)
	}
	z.Body = rw.Map(phi)
	if slices.ContainsFunc(logic.FreeVars(z.Body), func(v *logic.Term) bool { return funcs[v] != nil }) || hides(z.Body, arrays) {
		return nil
	}
	for _, f := range z.Functions {
		all = append(all, f.Body)
	}
	for _, x := range all {
		if x.HasQuantifiers() || slices.ContainsFunc(logic.FreeVars(x), func(v *logic.Term) bool { return funcs[v] != nil }) {
			return nil
		}
	}
	for _, f := range z.Functions {
		for _, v := range logic.FreeVars(f.Body) {
			if !slices.Contains(f.Vars, v) {
				return nil
			}
		}
	}
	for _, l := range z.Lemmas {
		for _, v := range logic.FreeVars(l.Body) {
			if !slices.Contains(l.Vars, v) {
				return nil
			}
		}
	}
	return z
}

// hides reports whether a quantifier in x binds one of vars.
func hides(x *logic.Term, vars []*logic.Term) bool {
	found := false
	logic.Walk(func(y *logic.Term) bool {
		found = found || slices.ContainsFunc(y.Bound(), func(v *logic.Term) bool { return slices.Contains(vars, v) })
		return y.HasQuantifiers()
	}, x)
	return found
}

// Key returns the same text for readings with the same functions and lemmas.
func (r *Reading) Key() string {
	key := ""
	for _, a := range r.arrays {
		key += fmt.Sprintf("%d,", a.ID())
	}
	for _, p := range r.premises {
		key += fmt.Sprintf(" %d", p.ID())
	}
	return key
}

// In returns φ of r over the functions of a reading with the same key.
func (r *Reading) In(s *logic.Store, other *Reading) *logic.Term {
	to := map[*logic.Func]*logic.Func{}
	for i, f := range r.Functions {
		to[f.Func] = other.Functions[i].Func
	}
	return s.NewRewriter(nil, func(x *logic.Term) *logic.Term {
		if f := to[x.Func()]; x.Op() == logic.OpApp && f != nil {
			return s.Apply(f, x.Args()...)
		}
		return x
	}).Map(r.Body)
}
