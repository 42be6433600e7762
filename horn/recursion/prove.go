// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"context"
	"fmt"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// Limits of a proof: rounds of instances, instances of a round, the values tried for one set of patterns, how deep calls are unfolded that the
// arguments do not decide, and the cases of an induction.
const (
	maxRounds    = 3
	maxInstances = 60
	maxMatches   = 40
	maxUnfolding = 2
	maxCases     = 24
)

// Holds reports whether x has been shown to hold for all values of its variables, by the equations of the functions and by lemmas.
func (t *Theory) Holds(ctx context.Context, x *logic.Term) bool {
	if x.Depth() > MaxDepth {
		return false
	}
	t.begin()
	return t.refutes(ctx, goal{claim: t.Solved(x)})
}

// Solved returns a formula that holds for all values of its variables if and only if x does, without variables for which there is an equation.
func (t *Theory) Solved(x *logic.Term) *logic.Term {
	s := t.store
	neg := s.Simplify(s.Not(x))
	for again := true; again; {
		again = false
		for _, c := range conjuncts(s, neg) {
			if v, y := definition(s, c); v != nil {
				neg, again = s.Substitute(neg, []*logic.Term{v}, []*logic.Term{y}), true
				break
			}
		}
	}
	return s.Not(neg)
}

// conjuncts takes t apart as far as it is a conjunction, or a negated disjunction.
func conjuncts(s *logic.Store, t *logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, c := range logic.AppendConjuncts(nil, t) {
		if c.Op() != logic.OpNot || c.Arg(0).Op() != logic.OpOr {
			z = append(z, c)
			continue
		}
		for _, d := range c.Arg(0).Args() {
			z = append(z, conjuncts(s, s.Not(d))...)
		}
	}
	return z
}

// Reduces reports whether equations and lemmas rewrite x to true.
func (t *Theory) Reduces(x *logic.Term) bool { return t.normalise(x, true).IsTrue() }

// definition reads c as v = y for a variable v that y does not mention.
func definition(s *logic.Store, c *logic.Term) (v, y *logic.Term) {
	if c.Op() != logic.OpEq {
		return nil, nil
	}
	for _, side := range sides(s, c) {
		if v, y = side[0], side[1]; v.IsVar() && !slices.Contains(logic.FreeVars(y), v) {
			return v, y
		}
	}
	return nil, nil
}

// Prove proves l, by induction if need be, and adds it to the lemmas.
func (t *Theory) Prove(ctx context.Context, l *Lemma) bool {
	if t.Holds(ctx, l.Body) {
		l.needs = t.Used()
		t.Assume(l)
		return true
	}
	return t.Induct(ctx, l)
}

// Induct proves l by induction, and adds it to the lemmas.
func (t *Theory) Induct(ctx context.Context, l *Lemma) bool {
	if l.Body.Depth() > MaxDepth {
		return false
	}
	t.begin()
	s := t.store
	skolem := slice.Map(l.Vars, func(v *logic.Term) *logic.Term { return s.Fresh(v.Name(), v.Sort()) })
	body := s.Substitute(l.Body, l.Vars, skolem)
	for _, cases := range t.schemes(body, skolem) {
		ok := len(cases) > 0
		for _, c := range cases {
			ok = ok && ctx.Err() == nil && t.refutes(ctx, t.induct(body, skolem, c))
		}
		if ok {
			l.needs = t.Used()
			t.Assume(l)
			return true
		}
	}
	return false
}

// Needs returns ls and the lemmas that their proofs use, in the order in which they were proved.
func (t *Theory) Needs(ls ...*Lemma) []*Lemma {
	all := map[*Lemma]bool{}
	var visit func(*Lemma)
	visit = func(l *Lemma) {
		if all[l] {
			return
		}
		all[l] = true
		for _, x := range l.needs {
			visit(x)
		}
	}
	for _, l := range ls {
		visit(l)
	}
	return slices.DeleteFunc(slices.Clone(t.lemmas), func(l *Lemma) bool { return !all[l] })
}

// Simplifies reports whether l is an equation that makes terms smaller: worth a rule though it follows from others.
func (t *Theory) Simplifies(l *Lemma) bool {
	return l.Body.Op() == logic.OpEq && treeSize(l.Body.Arg(0), maxFormSize) != treeSize(l.Body.Arg(1), maxFormSize)
}

// begin forgets which lemmas were used.
func (t *Theory) begin() {
	t.used = map[*Lemma]bool{}
	t.ruled = &normal{theory: t, memo: map[*logic.Term]*logic.Term{}, rules: true}
}

// Used returns the lemmas that the last proof may have used.
func (t *Theory) Used() []*Lemma {
	return slices.DeleteFunc(slices.Clone(t.lemmas), func(l *Lemma) bool { return !t.used[l] })
}

// inductionCase is one case of an induction: image says what becomes of the variables, under a condition; smaller are the values for which the claim
// may be assumed, under guards.
type inductionCase struct {
	image     []*logic.Term
	condition *logic.Term
	smaller   []hypothesis
}

// hypothesis gives values to the variables that decrease, and nil to others: for these the claim may be assumed of all values.
type hypothesis struct {
	guard  *logic.Term
	values []*logic.Term
}

// schemes returns ways to prove a claim about vars by induction: over the structure of one of them, along the recursion of a call whose arguments
// are distinct variables, or values, and over an integer.
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
				distinct = distinct && !a.HasVars() && !a.HasApps() // a call in an argument is none of the recursion
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

// recurses reports whether v is an argument of a call.
func (t *Theory) recurses(v *logic.Term, calls []*logic.Term) bool {
	return slices.ContainsFunc(calls, func(x *logic.Term) bool { return slices.Contains(x.Args(), v) })
}

// Counts reports whether v is part of a numeric argument in x that the recursion of a function changes.
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

// calls returns the calls in ts, inner ones first.
func (t *Theory) calls(ts ...*logic.Term) []*logic.Term {
	var z []*logic.Term
	logic.Walk(func(x *logic.Term) bool {
		if x.Op() == logic.OpApp && t.functions[x.Func()] != nil {
			z = append(z, x)
		}
		return x.HasApps()
	}, ts...)
	slices.SortFunc(z, func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
	return z
}

// structural is induction over the values of variable i.
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

// natural is induction over variable i, an integer: from one less where it is positive, and from nothing elsewhere.
func (t *Theory) natural(vars []*logic.Term, i int) []inductionCase {
	s := t.store
	h := hypothesis{guard: s.True(), values: make([]*logic.Term, len(vars))}
	h.values[i] = s.Sub(vars[i], s.IntNum(1))
	return []inductionCase{
		{image: vars, condition: s.Le(vars[i], s.IntNum(0))},
		{image: vars, condition: s.Ge(vars[i], s.IntNum(1)), smaller: []hypothesis{h}},
	}
}

// along is induction along the recursion of f from the call with args: variables, which stand at places among vars, and ground terms without calls. The
// claim may be assumed for calls with the same ground terms.
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
		// Calls in conditions stand on the way to the leaf, those of the leaf below it.
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

// guardOf is the condition under which body evaluates call x; nil if x is not found by way of conditionals and operators that evaluate all arguments.
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
		for k, b := range body.Args() { // of a conjunction all others guard it: which are evaluated before is not said
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

// opened returns a variable whose constructor the conditions of body ask for.
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

// goal is a claim with what may be used to show it.
type goal struct {
	claim      *logic.Term
	condition  *logic.Term // nil for none
	hypotheses []*Lemma
}

// induct returns what is left to show in a case.
func (t *Theory) induct(claim *logic.Term, vars []*logic.Term, c inductionCase) goal {
	s := t.store
	g := goal{claim: s.Substitute(claim, vars, c.image), condition: c.condition}
	for _, h := range c.smaller {
		l, same := &Lemma{}, &Lemma{}
		image, kept := slices.Clone(h.values), slices.Clone(h.values)
		for i, v := range vars {
			if image[i] == nil {
				image[i], kept[i] = s.Fresh(v.Name(), v.Sort()), c.image[i]
				l.Vars = append(l.Vars, image[i])
			}
		}
		if len(l.Vars) > 0 { // sums are seldom matched, so the instance for the others as they are is given
			same.Body = s.Implies(h.guard, s.Substitute(claim, vars, kept))
			g.hypotheses = append(g.hypotheses, same)
		}
		l.Body = s.Implies(h.guard, s.Substitute(claim, vars, image))
		t.prepare(l)
		g.hypotheses = append(g.hypotheses, l)
	}
	return g
}

// prepare finds the patterns of l, and its rule.
func (t *Theory) prepare(l *Lemma) {
	var found []*logic.Term
	covers := func(x *logic.Term) int {
		n := 0
		for _, v := range logic.FreeVars(x) {
			if slices.Contains(l.Vars, v) {
				n++
			}
		}
		return n
	}
	for _, x := range t.calls(l.Body) {
		if covers(x) == len(l.Vars) {
			// Of terms that mention all variables, those without such parts.
			if !slices.ContainsFunc(found, func(y *logic.Term) bool { return contains(x, y) }) {
				found = append(found, x)
			}
		}
	}
	for _, x := range found {
		l.patterns = append(l.patterns, []*logic.Term{x})
	}
	if len(found) == 0 {
		l.patterns = append(l.patterns, t.together(l))
	}
	if l.Body.Op() != logic.OpEq || l.Body.Arg(0).Sort().IsBool() && !l.Body.HasApps() {
		if l.Body.Op() == logic.OpApp {
			l.from, l.to = l.Body, t.store.True()
		}
		return
	}
	x, y := l.Body.Arg(0), l.Body.Arg(1)
	if x.Sort().IsArith() {
		return
	}
	if compare(x, y) < 0 {
		x, y = y, x
	}
	if covers(x) == len(l.Vars) && x.Op() == logic.OpApp {
		l.from, l.to = x, y
	}
}

// together returns calls that mention all variables of l that any call mentions.
func (t *Theory) together(l *Lemma) []*logic.Term {
	var z []*logic.Term
	have := map[*logic.Term]bool{}
	calls := t.calls(l.Body)
	slices.SortStableFunc(calls, func(x, y *logic.Term) int { return len(logic.FreeVars(y)) - len(logic.FreeVars(x)) })
	for _, x := range calls {
		more := false
		for _, v := range logic.FreeVars(x) {
			more = more || slices.Contains(l.Vars, v) && !have[v]
			have[v] = true
		}
		if more {
			z = append(z, x)
		}
	}
	return z
}

func contains(x, y *logic.Term) bool {
	found := false
	logic.Walk(func(z *logic.Term) bool {
		found = found || z == y
		return !found
	}, x)
	return found
}

// refutes reports whether the negation of a goal has been shown to be unsatisfiable.
func (t *Theory) refutes(ctx context.Context, g goal) bool {
	s := t.store
	claim := t.normalise(g.claim, true)
	condition := s.True()
	if g.condition != nil {
		condition = t.normalise(g.condition, true)
	}
	if claim.IsTrue() || condition.IsFalse() {
		return true
	}
	if claim.HasQuantifiers() || condition.HasQuantifiers() {
		return false
	}
	if claim.IsFalse() && condition.IsTrue() {
		return false
	}
	solver, err := t.solver()
	if err != nil {
		return false
	}
	defer solver.Close()
	e := &instances{theory: t, solver: solver, depth: map[*logic.Term]int{}, done: map[*logic.Term]bool{}, hypotheses: g.hypotheses}
	e.note(0, t.normalise(g.claim, false), claim, condition)
	if e.add(0, s.And(s.Not(claim), condition)) != nil {
		return false
	}
	for _, h := range g.hypotheses {
		if len(h.Vars) == 0 && e.add(0, t.normalise(h.Body, true)) != nil {
			return false
		}
	}
	for round := 0; ctx.Err() == nil; round++ {
		switch st, err := solver.Check(ctx); {
		case err != nil || st == smt.Unknown:
			return false
		case st == smt.Unsat:
			return true
		}
		if round == maxRounds || !e.round(round) {
			return false
		}
	}
	return false
}

// instances adds instances of equations and lemmas to a solver.
type instances struct {
	theory     *Theory
	solver     smt.Solver
	depth      map[*logic.Term]int // of calls: how many unfoldings they come from
	calls      []*logic.Term
	done       map[*logic.Term]bool // instances that have been added
	hypotheses []*Lemma
	count      int
	err        error
}

// note makes the calls in ts known.
func (e *instances) note(depth int, ts ...*logic.Term) {
	for _, x := range e.theory.calls(ts...) {
		if _, ok := e.depth[x]; !ok {
			e.depth[x] = depth
			e.calls = append(e.calls, x)
		}
	}
}

func (e *instances) add(depth int, x *logic.Term) error {
	if x.IsTrue() || e.done[x] || x.HasQuantifiers() {
		return nil
	}
	e.done[x] = true
	e.count++
	e.note(depth, x)
	if err := e.solver.Assert(x); err != nil {
		e.err = err
	}
	return e.err
}

// round adds what the calls give rise to, and reports whether it was anything.
func (e *instances) round(round int) bool {
	t, s := e.theory, e.theory.store
	before := e.count
	calls := slices.Clone(e.calls)
	for _, h := range e.hypotheses {
		e.match(h, calls, before)
	}
	for _, l := range t.lemmas {
		if e.match(l, calls, before) {
			t.used[l] = true
		}
	}
	for _, x := range calls {
		if d := e.depth[x]; d <= maxUnfolding && d <= round && e.count < before+maxInstances {
			f := t.functions[x.Func()]
			body := s.Substitute(f.Body, f.Vars, x.Args())
			if e.add(d+1, s.Eq(x, t.normalise(body, false))) != nil {
				return false
			}
		}
	}
	return e.err == nil && e.count > before
}

// match adds the instances of l whose patterns are among calls, and reports whether there are any.
func (e *instances) match(l *Lemma, calls []*logic.Term, before int) bool {
	s := e.theory.store
	found := false
	for _, patterns := range l.patterns {
		ways := []matching{{vars: l.Vars, values: make([]*logic.Term, len(l.Vars))}}
		for _, p := range patterns {
			var next []matching
			for _, w := range ways {
				for _, x := range calls {
					m := matching{vars: l.Vars, values: slices.Clone(w.values)}
					if len(next) < maxMatches && m.match(p, x) {
						next = append(next, m)
					}
				}
			}
			ways = next
		}
		for _, w := range ways {
			if slices.Contains(w.values, nil) || e.count >= before+maxInstances {
				continue
			}
			if x := e.theory.normalise(s.Substitute(l.Body, l.Vars, w.values), false); !e.done[x] {
				found = true
				_ = e.add(1, x)
			}
		}
	}
	return found
}
