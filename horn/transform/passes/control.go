// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/hints"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// Control replaces a predicate by one for each valuation of its control arguments: Boolean program
// counters, modes, flags. A solver determines the valuations that exist and the steps between them,
// so control may be hidden in constraints of any form. The result is a control-flow graph, which
// merge, chains and inline turn into large blocks.
//
// Models join the definitions: p(x̄) is ⋁ (x̄_C = v ∧ p_v(…)) over the valuations v of the
// arguments C. Values of a refutation are taken from the equations of its clauses.
//
// A system with many valuations, or many steps between them, is split by fewer arguments; see
// [controlGraph.choose]. Without a back end the pass does nothing.
//
// Cost: one check per step between valuations, within the limits below.
func Control(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	args := controlArgs(sys)
	if !slices.ContainsFunc(args, func(js []int) bool { return len(js) > 0 }) {
		return pass.Unchanged(sys), nil
	}
	g := newControlGraph(env, sys)
	defer g.close()
	ok := false
	if rounds := realArgs(sys, args); rounds != nil {
		var err error
		g.ticks, g.limit = maxRoundTicks, maxRoundChecks
		if ok, err = g.choose(ctx, rounds); err != nil {
			return pass.Unchanged(sys), err
		}
		g.ticks, g.limit, g.checks = maxControlTicks, maxControlChecks, 0
		for i := range args {
			args[i] = slices.DeleteFunc(args[i], func(j int) bool { return slices.Contains(rounds[i], j) })
		}
	}
	if !ok {
		var err error
		if ok, err = g.choose(ctx, args); err != nil || !ok {
			return pass.Unchanged(sys), err
		}
	}
	return g.system(), nil
}

// system makes the system in which locations are predicates, unless it would be too large.
func (g *controlGraph) system() pass.Outcome {
	sys := g.sys
	b := lift.NewSystemBuilder(g.env, sys)
	for _, e := range g.edges {
		d := g.clauseOf(e)
		if z := d.Build(sys.Store); z.Clause != nil {
			b.Add(z.Clause, z.Origin(e.clause))
		}
	}
	var preds []*logic.Func
	for i, p := range sys.Preds {
		if g.splits(i) {
			preds = append(preds, g.preds[i]...)
		} else {
			preds = append(preds, p)
		}
	}
	z := b.Outcome(preds, lift.ModelWith(sys, g.joined))
	if z.System.Size() > maxControlGrowth*sys.Size()+maxControlSize {
		return pass.Unchanged(sys)
	}
	for i, p := range sys.Preds {
		for k, q := range g.preds[i] {
			z.Moves = append(z.Moves, movedTo(sys.Store, p, q, g.args[i], g.locations[i][k]))
		}
	}
	return z
}

// movedTo returns the move of p to q, the part of p whose given arguments have the given values.
func movedTo(s *logic.Store, p, q *logic.Func, args []int, values []*logic.Term) hints.Move {
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

// joined defines an old predicate by the predicates that replace it.
func (g *controlGraph) joined(z, m *horn.Model, p *logic.Func) bool {
	i := g.index[p]
	if !g.splits(i) {
		return false
	}
	s := g.sys.Store
	xs := horn.Params(s, p)
	rest := g.rest(i, xs)
	var cases []*logic.Term
	for k, v := range g.locations[i] {
		conj := []*logic.Term{m.Instance(s, g.preds[i][k], rest)}
		for n, j := range g.args[i] {
			conj = append(conj, s.Eq(xs[j], v[n]))
		}
		cases = append(cases, s.And(conj...))
	}
	z.Define(p, xs, s.Or(cases...))
	return true
}

// rest returns the elements of xs, one per argument of predicate i, that are not split.
func (g *controlGraph) rest(i int, xs []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for j, x := range xs {
		if !slices.Contains(g.args[i], j) {
			z = append(z, x)
		}
	}
	return z
}

// clauseOf returns the clause of an edge.
func (g *controlGraph) clauseOf(e edge) *lift.ClauseBuilder {
	s := g.sys.Store
	c := g.sys.Clauses[e.clause]
	d := &lift.ClauseBuilder{From: c}
	atom := func(a *horn.Atom, location int) horn.Atom {
		i := g.index[a.Pred]
		if !g.splits(i) {
			return *a
		}
		for n, j := range g.args[i] {
			d.Conj = append(d.Conj, s.Eq(a.Args[j], g.locations[i][location][n]))
		}
		return horn.Atom{Pred: g.preds[i][location], Args: g.rest(i, a.Args)}
	}
	for k := range c.Body {
		d.Body = append(d.Body, atom(&c.Body[k], e.ends[k]))
	}
	if c.Head != nil {
		h := atom(c.Head, e.ends[len(c.Body)])
		d.Head = &h
	}
	// The constraint may be large, so substitute the values first.
	var vars, values []*logic.Term
	for _, t := range d.Conj {
		if v, x, ok := assigned(s, t); ok {
			vars, values = append(vars, v), append(values, x)
		}
	}
	d.Conj = append(d.Conj, s.Simplify(s.Substitute(c.Constraint, vars, values)))
	return d
}

// assigned returns the variable and the value of an equation between them.
func assigned(s *logic.Store, t *logic.Term) (v, x *logic.Term, ok bool) {
	switch {
	case t.IsVar():
		return t, s.True(), true
	case t.Op() == logic.OpNot && t.Arg(0).IsVar():
		return t.Arg(0), s.False(), true
	case t.Op() == logic.OpEq && t.Arg(0).IsVar() && t.Arg(1).IsValue():
		return t.Arg(0), t.Arg(1), true
	}
	return nil, nil, false
}
