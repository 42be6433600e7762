// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"context"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// Limits of a proof: rounds of instances, instances of a round, the values tried for one set of patterns, and how deep calls are unfolded that the
// arguments do not decide.
const (
	maxRounds    = 3
	maxInstances = 60
	maxMatches   = 40
	maxUnfolding = 2
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
	if t.Rewrite(ctx, l) {
		return true
	}
	if t.Holds(ctx, l.Body) {
		l.needs = t.Used()
		t.Assume(l)
		return true
	}
	return t.Induct(ctx, l)
}

// Induct proves l by induction, and adds it to the lemmas.
func (t *Theory) Induct(ctx context.Context, l *Lemma) bool { return t.induction(ctx, l, t.refutes) }

// Rewrite is Induct without a solver: all cases are rewritten to true. It takes a small part of the time, and suffices for most lemmas.
func (t *Theory) Rewrite(ctx context.Context, l *Lemma) bool {
	return t.induction(ctx, l, func(_ context.Context, g goal) bool { return t.rewrites(g) })
}

func (t *Theory) induction(ctx context.Context, l *Lemma, shows func(context.Context, goal) bool) bool {
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
			ok = ok && ctx.Err() == nil && shows(ctx, t.induct(body, skolem, c))
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

// goal is a claim with what may be used to show it.
type goal struct {
	claim      *logic.Term
	condition  *logic.Term // nil for none
	hypotheses []*Lemma
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
	if x.Sort().IsInt() {
		x, y = t.summand(x, y)
	}
	if compare(x, y) < 0 {
		x, y = y, x
	}
	if covers(x) == len(l.Vars) && x.Op() == logic.OpApp {
		l.from, l.to = x, y
	}
}

// summand writes x = y, an equation between integers, as one about the largest call that is a summand of it.
func (t *Theory) summand(x, y *logic.Term) (call, rest *logic.Term) {
	s := t.store
	sum := s.Linear(x).Sub(s.Linear(y))
	best := logic.Monomial{}
	for _, m := range sum.Monomials {
		if m.Term.Op() == logic.OpApp && m.Coeff.Abs().IsOne() && (best.Term == nil || compare(best.Term, m.Term) < 0) {
			best = m
		}
	}
	if best.Term == nil {
		return x, y
	}
	return best.Term, s.Sum(sum.Sub(logic.Linear{Monomials: []logic.Monomial{best}}).Scale(best.Coeff.Neg()), s.Int)
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
	switch by := t.under(g.hypotheses, claim); {
	case by.IsTrue():
		return true
	case by != claim && e.add(0, s.Not(by)) != nil:
		return false
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

// rules returns equations among hypotheses as rules.
func (t *Theory) rules(hypotheses []*Lemma) []*Lemma {
	var z []*Lemma
	for _, h := range hypotheses {
		l := &Lemma{Vars: h.Vars, Body: t.normalise(h.Body, true)}
		if t.prepare(l); l.from != nil {
			z = append(z, l)
		}
	}
	return z
}

// under rewrites x by equations among hypotheses. Instances alone do not: of what a hypothesis says is equal, patterns know only one side.
func (t *Theory) under(hypotheses []*Lemma, x *logic.Term) *logic.Term {
	rules := t.rules(hypotheses)
	if rules == nil {
		return x
	}
	n := &normal{theory: t, memo: map[*logic.Term]*logic.Term{}, rules: true, more: rules, fuel: rewritingFuel}
	return n.form(x)
}

// Limits of a proof by rewriting: case distinctions one within the other, and normal forms.
const (
	maxSplits = 4
	maxForms  = 30
)

// rewrites reports whether a goal has been rewritten to true, by equations, lemmas and hypotheses, in all cases of what decides what its calls are: the
// constructors of variables, and other atoms.
func (t *Theory) rewrites(g goal) bool {
	s := t.store
	claim, condition := t.normalise(g.claim, true), s.True()
	if g.condition != nil {
		condition = t.normalise(g.condition, true)
	}
	if claim.IsTrue() || condition.IsFalse() {
		return true
	}
	var facts []*logic.Term
	for _, c := range logic.AppendConjuncts(nil, condition) {
		if !c.IsTrue() {
			facts = append(facts, c)
		}
	}
	forms := maxForms
	var show func(claim *logic.Term, facts []*logic.Term, hypotheses []*Lemma, left int) bool
	show = func(claim *logic.Term, facts []*logic.Term, hypotheses []*Lemma, left int) bool {
		n := &normal{theory: t, memo: map[*logic.Term]*logic.Term{}, rules: true, more: t.rules(hypotheses), fuel: rewritingFuel, facts: map[*logic.Term]*logic.Term{}}
		for _, c := range facts {
			if c.Op() == logic.OpNot {
				n.facts[c.Arg(0)] = s.False()
			} else {
				n.facts[c] = s.True()
			}
		}
		z := n.form(claim)
		if forms--; z.IsTrue() {
			return true
		}
		if n.asked == nil || left == 0 || forms <= 0 || z.IsFalse() {
			return false
		}
		if v := n.asked.Arg(0); isVariable(n.asked) {
			for _, c := range v.Sort().Datatype().Constructors {
				x := s.Construct(c, slice.Map(c.Fields, func(f *logic.Selector) *logic.Term { return s.Fresh(f.Name, f.Sort) })...)
				sub := s.NewSubstitution([]*logic.Term{v}, []*logic.Term{x})
				var hs []*Lemma
				for _, h := range hypotheses {
					hs = append(hs, &Lemma{Vars: h.Vars, Body: sub.Apply(h.Body)})
				}
				if !show(sub.Apply(claim), sub.ApplyAll(facts), hs, left-1) {
					return false
				}
			}
			return true
		}
		return show(claim, append(slices.Clip(facts), n.asked), hypotheses, left-1) && show(claim, append(slices.Clip(facts), s.Not(n.asked)), hypotheses, left-1)
	}
	return show(claim, facts, g.hypotheses, maxSplits)
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
