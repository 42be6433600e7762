// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"fmt"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// maxCases bounds the cases of an induction.
const maxCases = 24

// inductionCase is a case of an induction. image gives the variables, under a condition. smaller
// has the values for which the claim may be assumed, under guards.
type inductionCase struct {
	image     []*logic.Term
	condition *logic.Term
	smaller   []hypothesis
}

// hypothesis has values for the variables that decrease. It has nil for the other variables: the
// claim may be assumed for all their values.
type hypothesis struct {
	guard  *logic.Term
	values []*logic.Term
}

// schemes returns ways to prove a claim about vars by induction: over the structure of one of them,
// along the recursion of a call whose arguments are distinct variables, or values, and over an
// integer.
func (t *Theory) schemes(claim *logic.Term, vars []*logic.Term) [][]inductionCase {
	var all [][]inductionCase
	calls := t.calls(claim)
	for i, v := range vars {
		if v.Sort().IsDatatype() && t.recurses(v, calls) {
			all = append(all, t.structural(vars, i))
		}
	}
	seen := map[string]bool{}
	for _, x := range calls {
		f := t.functions[x.Func()]
		if !slices.Contains(logic.Funcs(f.Body), f.Func) {
			continue
		}
		places := make([]int, len(x.Args()))
		distinct := true
		key := f.Func.Name()
		for i, a := range x.Args() {
			places[i] = slices.Index(vars, a)
			if places[i] < 0 {
				// a call in an argument does not belong to the recursion
				distinct = distinct && !a.HasVars() && !a.HasApps()
			} else {
				distinct = distinct && !slices.Contains(places[:i], places[i])
			}
			key += fmt.Sprintf(",%d", a.ID())
		}
		if distinct && !seen[key] {
			seen[key] = true
			all = append(all, t.along(vars, f, places, x.Args()))
		}
	}
	for i, v := range vars {
		if v.Sort() == t.store.Int && t.Counts(claim, v) {
			all = append(all, t.natural(vars, i))
		}
	}
	return all
}

// recurses reports whether v is an argument of a call, or a part of one built by constructors.
func (t *Theory) recurses(v *logic.Term, calls []*logic.Term) bool {
	var holds func(x *logic.Term) bool
	holds = func(x *logic.Term) bool {
		return x == v || x.Op() == logic.OpConstruct && slices.ContainsFunc(x.Args(), holds)
	}
	return slices.ContainsFunc(calls, func(x *logic.Term) bool { return slices.ContainsFunc(x.Args(), holds) })
}

// Counts reports whether v is part of a numeric argument in x that the recursion of a function
// changes.
func (t *Theory) Counts(x, v *logic.Term) bool {
	return slices.ContainsFunc(t.calls(x), func(call *logic.Term) bool {
		f := t.functions[call.Func()]
		for i, a := range call.Args() {
			if a.Sort() == v.Sort() && slices.Contains(logic.FreeVars(a), v) && slices.ContainsFunc(t.calls(f.Body), func(y *logic.Term) bool {
				return y.Func() == f.Func && y.Arg(i) != f.Vars[i]
			}) {
				return true
			}
		}
		return false
	})
}

// structural is induction on variable i, over its structure.
func (t *Theory) structural(vars []*logic.Term, i int) []inductionCase {
	s := t.store
	var z []inductionCase
	for _, c := range vars[i].Sort().Datatype().Constructors {
		k := inductionCase{image: slices.Clone(vars), condition: s.True()}
		fields := make([]*logic.Term, len(c.Fields))
		for j, f := range c.Fields {
			fields[j] = s.Fresh(f.Name, f.Sort)
			if f.Sort == vars[i].Sort() {
				h := hypothesis{guard: s.True(), values: make([]*logic.Term, len(vars))}
				h.values[i] = fields[j]
				k.smaller = append(k.smaller, h)
			}
		}
		k.image[i] = s.Construct(c, fields...)
		z = append(z, k)
	}
	return z
}

// natural is induction on variable i, an integer. If it is positive, the claim may be assumed for
// one less.
func (t *Theory) natural(vars []*logic.Term, i int) []inductionCase {
	s := t.store
	h := hypothesis{guard: s.True(), values: make([]*logic.Term, len(vars))}
	h.values[i] = s.Sub(vars[i], s.IntNum(1))
	return []inductionCase{
		{image: vars, condition: s.Le(vars[i], s.IntNum(0))},
		{image: vars, condition: s.Ge(vars[i], s.IntNum(1)), smaller: []hypothesis{h}},
	}
}

// along is induction along the recursion of f from the call with args: variables, at places among
// vars, and ground terms without calls. The claim may be assumed for calls with the same ground
// terms.
func (t *Theory) along(vars []*logic.Term, f *Function, places []int, args []*logic.Term) []inductionCase {
	s := t.store
	var z []inductionCase
	var split func(k inductionCase, body *logic.Term)
	split = func(k inductionCase, body *logic.Term) {
		if len(z) >= maxCases {
			return
		}
		if v, ok := opened(body); ok {
			for _, c := range v.Sort().Datatype().Constructors {
				fields := slice.Map(c.Fields, func(f *logic.Selector) *logic.Term { return s.Fresh(f.Name, f.Sort) })
				sub := s.NewSubstitution([]*logic.Term{v}, []*logic.Term{s.Construct(c, fields...)})
				split(inductionCase{image: sub.ApplyAll(k.image), condition: sub.Apply(k.condition)}, sub.Apply(body))
			}
			return
		}
		if body.Op() == logic.OpIte && treeSize(body, maxFormSize) < maxFormSize {
			c := body.Arg(0)
			split(inductionCase{image: k.image, condition: s.And(k.condition, c)}, body.Arg(1))
			split(inductionCase{image: k.image, condition: s.And(k.condition, s.Not(c))}, body.Arg(2))
			return
		}
		// Calls in the condition are on the way to the leaf. Other calls are in the leaf itself.
		for _, x := range t.calls(k.condition, body) {
			if x.Func() != f.Func {
				continue
			}
			h := hypothesis{guard: guardOf(s, body, x), values: make([]*logic.Term, len(vars))}
			if h.guard == nil {
				continue
			}
			for i, p := range places {
				if p < 0 {
					h.guard = s.And(h.guard, s.Eq(args[i], x.Arg(i)))
				} else {
					h.values[p] = x.Arg(i)
				}
			}
			k.smaller = append(k.smaller, h)
		}
		z = append(z, k)
	}
	split(inductionCase{image: vars, condition: s.True()}, s.Substitute(f.Body, f.Vars, args))
	if len(z) >= maxCases {
		return nil
	}
	return z
}

// guardOf returns the condition under which body evaluates call x, or nil if x is not found through
// conditionals and operators that evaluate all arguments.
func guardOf(s *logic.Store, body, x *logic.Term) *logic.Term {
	if body == x {
		return s.True()
	}
	if body.Op() == logic.OpIte {
		if g := guardOf(s, body.Arg(0), x); g != nil {
			return g
		}
		if g := guardOf(s, body.Arg(1), x); g != nil {
			return s.And(body.Arg(0), g)
		}
		if g := guardOf(s, body.Arg(2), x); g != nil {
			return s.And(s.Not(body.Arg(0)), g)
		}
		return nil
	}
	for i, a := range body.Args() {
		g := guardOf(s, a, x)
		if g == nil {
			continue
		}
		// all other conjuncts guard it, since their order of evaluation is not specified
		for k, b := range body.Args() {
			switch {
			case k == i:
			case body.Op() == logic.OpAnd:
				g = s.And(g, b)
			case body.Op() == logic.OpOr:
				g = s.And(g, s.Not(b))
			}
		}
		return g
	}
	return nil
}

// opened returns a variable whose constructor the conditions of body test.
func opened(body *logic.Term) (v *logic.Term, ok bool) {
	where := body
	if !body.Sort().IsBool() {
		if body.Op() != logic.OpIte {
			return nil, false
		}
		where = body.Arg(0)
	}
	logic.Walk(func(x *logic.Term) bool {
		if x.Op() == logic.OpIs && x.Arg(0).IsVar() && (v == nil || x.Arg(0).ID() < v.ID()) {
			v = x.Arg(0)
		}
		return v == nil
	}, where)
	return v, v != nil
}

// induct returns the goal that remains in a case.
func (t *Theory) induct(claim *logic.Term, vars []*logic.Term, c inductionCase) goal {
	s := t.store
	g := goal{claim: s.Substitute(claim, vars, c.image), condition: c.condition}
	for _, h := range c.smaller {
		l := &Lemma{}
		image, kept := slices.Clone(h.values), slices.Clone(h.values)
		for i, v := range vars {
			if image[i] == nil {
				image[i], kept[i] = s.Fresh(v.Name(), v.Sort()), c.image[i]
				l.Vars = append(l.Vars, image[i])
			}
		}
		// sums are seldom matched, so the instance that keeps the other variables is added
		if len(l.Vars) > 0 {
			g.hypotheses = append(g.hypotheses, &Lemma{Body: s.Implies(h.guard, s.Substitute(claim, vars, kept))})
		}
		l.Body = s.Implies(h.guard, s.Substitute(claim, vars, image))
		t.prepare(l)
		g.hypotheses = append(g.hypotheses, l)
	}
	return g
}
