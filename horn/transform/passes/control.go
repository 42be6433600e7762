// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/hints"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/smtlib"
)

// Control replaces a predicate by one per valuation of the arguments that tell
// where control is: Boolean program counters, modes, flags. Which valuations
// there are, and which follow on which, is found by a solver; so constraints may
// hide it in any formula. What comes out is a control-flow graph, which merge,
// chains and inline turn into large blocks.
//
// Models join the definitions: p(x̄) is ⋁ (x̄_C = v ∧ p_v(…)) over the valuations
// v of the arguments C. Values of a refutation come back from the equations of
// its clauses.
//
// A system that has many valuations, or many steps between them, is split by
// fewer arguments; see [walk.choose]. Without a back end the pass does nothing.
//
// Cost: one check per step between valuations, within the bounds below.
func Control(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	args := controlArgs(sys)
	if !slices.ContainsFunc(args, func(js []int) bool { return len(js) > 0 }) {
		return pass.Unchanged(sys), nil
	}
	w := newWalk(env, sys)
	defer w.close()
	ok := false
	if rounds := realArgs(sys, args); rounds != nil {
		var err error
		w.ticks, w.limit = maxRoundTicks, maxRoundChecks
		if ok, err = w.choose(ctx, rounds); err != nil {
			return pass.Unchanged(sys), err
		}
		w.ticks, w.limit, w.checks = maxControlTicks, maxControlChecks, 0
		for i := range args {
			args[i] = slices.DeleteFunc(args[i], func(j int) bool { return slices.Contains(rounds[i], j) })
		}
	}
	if !ok {
		var err error
		if ok, err = w.choose(ctx, args); err != nil || !ok {
			return pass.Unchanged(sys), err
		}
	}
	return w.outcome(), nil
}

// outcome makes the system in which valuations of the chosen arguments are
// predicates, unless it would be too large.
func (w *walk) outcome() pass.Outcome {
	sys := w.sys
	b := lift.NewSystemBuilder(w.env, sys)
	for _, f := range w.flows {
		d := w.draft(f)
		if z := d.Build(sys.Store); z.Clause != nil {
			b.Add(z.Clause, z.Origin(f.clause))
		}
	}
	var preds []*smtlib.Func
	for i, p := range sys.Preds {
		if w.split(i) {
			preds = append(preds, w.preds[i]...)
		} else {
			preds = append(preds, p)
		}
	}
	z := b.Outcome(preds, lift.ModelWith(sys, w.joined))
	if z.System.Size() > maxControlGrowth*sys.Size()+maxControlSize {
		return pass.Unchanged(sys)
	}
	for i, p := range sys.Preds {
		for k, q := range w.preds[i] {
			z.Moves = append(z.Moves, placed(sys.Store, p, q, w.args[i], w.places[i][k]))
		}
	}
	return z
}

// placed returns the move of p to q, its part where the given arguments have the
// given values.
func placed(s *smtlib.Store, p, q *smtlib.Func, args []int, values []*smtlib.Term) hints.Move {
	m := hints.Move{From: p, To: q}
	rest := hints.Formals(s, q)
	for j := range p.Arity() {
		if n := slices.Index(args, j); n >= 0 {
			m.Args = append(m.Args, values[n])
			continue
		}
		m.Args = append(m.Args, rest[0])
		rest = rest[1:]
	}
	return m
}

// Bounds on what control makes: clauses, their growth, checks.
const (
	maxControlPlaces = 160 // valuations of one predicate
	maxControlFlows  = 600 // steps between valuations
	maxControlChecks = 2500
	maxControlValues = 16 // of an argument that is not Boolean
	maxControlDegree = 4  // steps per valuation

	maxControlTicks  = 200_000 // of one check
	maxRoundTicks    = 100_000 // of one check about rounds
	maxRoundChecks   = 24      // about rounds, which are few
	maxControlGrowth = 6
	maxControlSize   = 4000
)

// split reports whether predicate i is replaced.
func (w *walk) split(i int) bool { return len(w.args[i]) > 0 }

// joined defines an old predicate by those that replace it.
func (w *walk) joined(z, m *horn.Model, p *smtlib.Func) bool {
	i := w.index[p]
	if !w.split(i) {
		return false
	}
	s := w.sys.Store
	xs := horn.Params(s, p)
	rest := w.rest(i, xs)
	var cases []*smtlib.Term
	for k, v := range w.places[i] {
		conj := []*smtlib.Term{m.Instance(s, w.preds[i][k], rest)}
		for n, j := range w.args[i] {
			conj = append(conj, s.Eq(xs[j], v[n]))
		}
		cases = append(cases, s.And(conj...))
	}
	z.Define(p, xs, s.Or(cases...))
	return true
}

// rest returns the elements of xs, one per argument of predicate i, that are not
// split.
func (w *walk) rest(i int, xs []*smtlib.Term) []*smtlib.Term {
	var z []*smtlib.Term
	for j, x := range xs {
		if !slices.Contains(w.args[i], j) {
			z = append(z, x)
		}
	}
	return z
}

// draft returns the clause of a step.
func (w *walk) draft(f flow) *lift.ClauseBuilder {
	s := w.sys.Store
	c := w.sys.Clauses[f.clause]
	d := &lift.ClauseBuilder{From: c}
	atom := func(a *horn.Atom, place int) horn.Atom {
		i := w.index[a.Pred]
		if !w.split(i) {
			return *a
		}
		for n, j := range w.args[i] {
			d.Conj = append(d.Conj, s.Eq(a.Args[j], w.places[i][place][n]))
		}
		return horn.Atom{Pred: w.preds[i][place], Args: w.rest(i, a.Args)}
	}
	for k := range c.Body {
		d.Body = append(d.Body, atom(&c.Body[k], f.places[k]))
	}
	if c.Head != nil {
		h := atom(c.Head, f.places[len(c.Body)])
		d.Head = &h
	}
	// The constraint may be large: it takes the values first.
	var vars, values []*smtlib.Term
	for _, t := range d.Conj {
		if v, x, ok := assigned(s, t); ok {
			vars, values = append(vars, v), append(values, x)
		}
	}
	d.Conj = append(d.Conj, s.Simplify(s.Substitute(c.Constraint, vars, values)))
	return d
}

// assigned returns the variable and the value of an equation between them.
func assigned(s *smtlib.Store, t *smtlib.Term) (v, x *smtlib.Term, ok bool) {
	switch {
	case t.IsVar():
		return t, s.True(), true
	case t.Op() == smtlib.OpNot && t.Arg(0).IsVar():
		return t.Arg(0), s.False(), true
	case t.Op() == smtlib.OpEq && t.Arg(0).IsVar() && t.Arg(1).IsValue():
		return t.Arg(0), t.Arg(1), true
	}
	return nil, nil, false
}

// controlArgs returns for every predicate the arguments that may tell where
// control is: Boolean ones, and others to which only constants flow, as far as
// the form of the clauses tells. A real one has to move from one constant to
// another besides, as the number of a round does.
func controlArgs(sys *horn.System) [][]int {
	index := sys.Index()
	out := map[site]bool{}   // other values flow here
	moves := map[site]bool{} // a step sets this to a constant
	flow := map[site][]site{}
	for _, c := range sys.Clauses {
		if c.Head == nil {
			continue
		}
		from := map[*smtlib.Term]site{}
		for _, a := range c.Body {
			for j, t := range a.Args {
				from[t] = site{index[a.Pred], j}
			}
		}
		constants := comparedWithValues(c.Constraint)
		for j, t := range c.Head.Args {
			x := site{index[c.Head.Pred], j}
			y, carried := from[t]
			switch {
			case t.Sort().IsBool():
			case t.Sort().IsReal():
				sources, set := sourcesOf(sys.Store, c.Constraint, t)
				moves[x] = moves[x] || set && len(c.Body) > 0
				for _, u := range sources {
					if y, carried := from[u]; carried {
						flow[y] = append(flow[y], x)
					} else {
						out[x] = true
					}
				}
			case t.IsValue() || constants[t]:
			case carried && t.IsVar():
				flow[y] = append(flow[y], x)
			default:
				out[x] = true
			}
		}
	}
	var queue []site
	for x := range out {
		queue = append(queue, x)
	}
	for n := 0; n < len(queue); n++ {
		for _, y := range flow[queue[n]] {
			if !out[y] {
				out[y] = true
				queue = append(queue, y)
			}
		}
	}
	z := make([][]int, len(sys.Preds))
	for i, p := range sys.Preds {
		for j, sort := range p.Params() {
			x := site{i, j}
			if sort.IsBool() || !out[x] && (sort.IsInt() || sort.IsBitVec() || sort.IsReal() && moves[x]) {
				z[i] = append(z[i], j)
			}
		}
	}
	return z
}

// realArgs returns the real ones among the arguments; nil when there are none. They
// number the rounds of a protocol, whose many Booleans are data.
func realArgs(sys *horn.System, args [][]int) [][]int {
	z := make([][]int, len(args))
	some := false
	for i, js := range args {
		for _, j := range js {
			if sys.Preds[i].Params()[j].IsReal() {
				z[i], some = append(z[i], j), true
			}
		}
	}
	if !some {
		return nil
	}
	return z
}

// sourcesOf returns terms one of which t, a real number, equals where f holds, besides values; set
// reports whether there are values, too. When f does not tell, t itself is among the
// terms.
//
// Cost: linear in the size of f above its atoms, times the sources.
func sourcesOf(s *smtlib.Store, f, t *smtlib.Term) (sources []*smtlib.Term, set bool) {
	if t.IsValue() {
		return nil, true
	}
	z := sourceFinder{store: s, t: t, known: map[*smtlib.Term]source{}}.of(f)
	return z.terms, z.set
}

// source is what one formula says about where a number comes from.
type source struct {
	terms []*smtlib.Term
	set   bool
}

// maxSourceDepth bounds the depth of formulas that sources are looked for in; the recursion goes as deep.
const maxSourceDepth = 1000

// sourceFinder computes the sources of t, once for each subformula: formulas are DAGs.
type sourceFinder struct {
	store *smtlib.Store
	t     *smtlib.Term
	known map[*smtlib.Term]source
}

func (z sourceFinder) of(f *smtlib.Term) source {
	if x, ok := z.known[f]; ok {
		return x
	}
	if f.Depth() > maxSourceDepth {
		return source{terms: []*smtlib.Term{z.t}}
	}
	x := z.find(f)
	z.known[f] = x
	return x
}

func (z sourceFinder) find(f *smtlib.Term) source {
	open := source{terms: []*smtlib.Term{z.t}}
	switch f.Op() {
	case smtlib.OpAnd:
		for _, g := range f.Args() {
			if x := z.of(g); !slices.Contains(x.terms, z.t) {
				return x
			}
		}
	case smtlib.OpOr:
		var all source
		for _, g := range f.Args() {
			x := z.of(g)
			if slices.Contains(x.terms, z.t) {
				return open
			}
			for _, u := range x.terms {
				if !slices.Contains(all.terms, u) {
					all.terms = append(all.terms, u)
				}
			}
			all.set = all.set || x.set
		}
		return all
	case smtlib.OpEq:
		if !f.Arg(0).Sort().IsReal() {
			break
		}
		x, value := f.Arg(0), f.Arg(1) // a sum and a numeral
		if x == z.t {
			return source{set: true}
		}
		if sum := z.store.Linear(x); len(sum.Monomials) == 2 && value.Num().IsZero() &&
			sum.Monomials[0].Coeff.Equal(sum.Monomials[1].Coeff.Neg()) {
			switch z.t {
			case sum.Monomials[0].Term:
				return source{terms: []*smtlib.Term{sum.Monomials[1].Term}}
			case sum.Monomials[1].Term:
				return source{terms: []*smtlib.Term{sum.Monomials[0].Term}}
			}
		}
	}
	return open
}

// comparedWithValues returns the variables that f equates with a value somewhere
// below conjunctions and disjunctions.
func comparedWithValues(f *smtlib.Term) map[*smtlib.Term]bool {
	z := map[*smtlib.Term]bool{}
	smtlib.Walk(func(t *smtlib.Term) bool {
		switch t.Op() {
		case smtlib.OpAnd, smtlib.OpOr:
			return true
		case smtlib.OpEq:
			if t.Arg(0).IsVar() && t.Arg(1).IsValue() {
				z[t.Arg(0)] = true
			}
		}
		return false
	}, f)
	return z
}
