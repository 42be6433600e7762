// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"maps"
	"slices"

	"cornet/smtlib"
)

// This file describes recursive functions by clauses. A function f of define-fun-rec satisfies f(x) = e(x) for all x, where f occurs in e.
// Its graph is a predicate, f=, which holds of x and f(x): the value of each call becomes a variable r,
//
//	(¬g ∨ f=(a, r)) ∧ …  →  f=(x, e(x))        an occurrence f(a) in e(x), evaluated under the condition g
//	f=(a, r)  →  φ(r)                           an occurrence f(a) in an assertion φ(f(a))
//
// Every fact about f= that these clauses derive holds of every function that satisfies the equation, so a refutation holds for the input.
// A model holds for it if there is such a function, and if f= holds of its graph: if the recursion ends for all arguments, which package check proves
// before it accepts a model. (Of f(x) = f(x) + 1 the clauses derive nothing, though no function satisfies it.)

// Function is a function that the input defines by recursion.
type Function struct {
	Func  *smtlib.Func
	Graph *smtlib.Func // the parameters and the value
	Vars  []*smtlib.Term
	Calls []Call // in its body, of recursive functions
	Pos   smtlib.Pos
}

// Call is an occurrence of a recursive function in the body of one. Guard, the condition under which it is evaluated, and the
// arguments are over the parameters of the caller, and variables for the values of other calls.
type Call struct {
	To    *smtlib.Func
	Guard *smtlib.Term
	Args  []*smtlib.Term
}

// maxFunctionDepth bounds the nesting of assertions with recursive functions.
const maxFunctionDepth = 10_000

// functions rewrites formulas with recursive functions to formulas with their graphs.
type functions struct {
	store *smtlib.Store
	known map[*smtlib.Func]*Function
	graph map[*smtlib.Func]*Function // by graph
}

func newFunctions(s *smtlib.Store) *functions {
	return &functions{s, map[*smtlib.Func]*Function{}, map[*smtlib.Func]*Function{}}
}

// define makes functions known that may call each other, and returns them and, for each, the assertion that defines its graph.
func (z *functions) define(c *smtlib.Command) ([]*Function, []*smtlib.Term, *Error) {
	fs := make([]*Function, len(c.Recs))
	for i, d := range c.Recs {
		params := append(slices.Clone(d.Func.Params()), d.Func.Result())
		graph := z.store.Func(d.Func.Name()+"=", params, z.store.Bool)
		if z.graph[graph] != nil {
			graph = z.store.FreshFunc(d.Func.Name()+"=", params, z.store.Bool)
		}
		fs[i] = &Function{Func: d.Func, Graph: graph, Vars: d.Vars, Pos: c.Pos}
		z.known[d.Func], z.graph[graph] = fs[i], fs[i]
	}
	terms := make([]*smtlib.Term, len(fs))
	for i, d := range c.Recs {
		for _, p := range smtlib.Funcs(d.Body) {
			if z.known[p] == nil && p.Result().IsBool() {
				return nil, nil, refuse(CodeNotHorn, "the definition of %v mentions the predicate %v; only assertions may", d.Func, p)
			}
		}
		u, err := z.unfold(d.Body)
		if err != nil {
			return nil, nil, err
		}
		fs[i].Calls = u.calls
		head := z.store.Apply(fs[i].Graph, append(slices.Clone(d.Vars), u.args[0])...)
		if len(u.facts) > 0 {
			head = z.store.Faithful(smtlib.OpImplies, append(u.facts, head)...)
		}
		terms[i] = z.store.Forall(append(slices.Clone(d.Vars), u.vars...), head)
	}
	return fs, terms, nil
}

// formula rewrites an assertion.
func (z *functions) formula(t *smtlib.Term) (*smtlib.Term, *Error) {
	if len(z.known) == 0 {
		return t, nil
	}
	called := z.callers(t)
	if !called[t] {
		return t, nil
	}
	return (&functionRewriter{functions: z, called: called}).formula(t, true, 0)
}

// callers returns the subterms of ts in which recursive functions occur.
func (z *functions) callers(ts ...*smtlib.Term) map[*smtlib.Term]bool {
	var all []*smtlib.Term
	smtlib.Walk(func(t *smtlib.Term) bool {
		if t.HasApps() {
			all = append(all, t)
		}
		return t.HasApps()
	}, ts...)
	slices.SortFunc(all, func(x, y *smtlib.Term) int { return int(x.ID()) - int(y.ID()) })
	called := map[*smtlib.Term]bool{}
	for _, t := range all { // inner ones first
		if z.known[t.Func()] != nil || slices.ContainsFunc(t.Args(), func(a *smtlib.Term) bool { return called[a] }) {
			called[t] = true
		}
	}
	return called
}

type functionRewriter struct {
	*functions
	called map[*smtlib.Term]bool
	count  int
}

// formula rewrites a formula that stands below an even number of negations, if positive, or an odd one.
func (z *functionRewriter) formula(t *smtlib.Term, positive bool, depth int) (*smtlib.Term, *Error) {
	if !z.called[t] {
		return t, nil
	}
	if depth++; depth > maxFunctionDepth {
		return nil, refuse(CodeLimit, "recursive functions occur more than %d deep; name subformulas by predicates", maxFunctionDepth)
	}
	if z.count++; z.count > maxNodes {
		return nil, refuse(CodeLimit, "the assertion has more than %d subformulas with recursive functions; split it into several assertions", maxNodes)
	}
	s := z.store
	switch op := t.Op(); op {
	case smtlib.OpNot, smtlib.OpAnd, smtlib.OpOr, smtlib.OpImplies:
		args := make([]*smtlib.Term, len(t.Args()))
		for i, a := range t.Args() {
			sign := positive != (op == smtlib.OpNot || op == smtlib.OpImplies && i < len(args)-1)
			var err *Error
			if args[i], err = z.formula(a, sign, depth); err != nil {
				return nil, err
			}
		}
		return s.Faithful(op, args...), nil
	case smtlib.OpForall, smtlib.OpExists:
		body, err := z.formula(t.Arg(0), positive, depth)
		if err != nil {
			return nil, err
		}
		if op == smtlib.OpForall {
			return s.Forall(t.Bound(), body), nil
		}
		return s.Exists(t.Bound(), body), nil
	}
	if x := z.split(t); x != nil {
		maps.Copy(z.called, z.callers(x))
		return z.formula(x, positive, depth)
	}
	return z.literal(t, positive)
}

// split returns an equivalence, exclusive or or conditional between formulas that mention predicates or quantifiers as a conjunction, nil for
// other formulas.
func (z *functionRewriter) split(t *smtlib.Term) *smtlib.Term {
	s := z.store
	structured := t.HasQuantifiers()
	for _, f := range smtlib.Funcs(t) {
		structured = structured || f.Result().IsBool() && z.known[f] == nil
	}
	if !structured || !t.Sort().IsBool() {
		return nil
	}
	op := func(op smtlib.Op, x, y *smtlib.Term) *smtlib.Term { return s.Faithful(op, x, y) }
	not := func(x *smtlib.Term) *smtlib.Term { return s.Faithful(smtlib.OpNot, x) }
	switch args := t.Args(); {
	case t.Op() == smtlib.OpEq && args[0].Sort().IsBool():
		return op(smtlib.OpAnd, op(smtlib.OpImplies, args[0], args[1]), op(smtlib.OpImplies, args[1], args[0]))
	case t.Op() == smtlib.OpXor:
		return op(smtlib.OpAnd, op(smtlib.OpOr, args[0], args[1]), op(smtlib.OpOr, not(args[0]), not(args[1])))
	case t.Op() == smtlib.OpIte:
		return op(smtlib.OpAnd, op(smtlib.OpImplies, args[0], args[1]), op(smtlib.OpOr, args[0], args[2]))
	}
	return nil
}

// literal rewrites an atom of a predicate, or a formula without predicates: its calls have the values that their graphs say,
// whichever they are.
func (z *functionRewriter) literal(t *smtlib.Term, positive bool) (*smtlib.Term, *Error) {
	s := z.store
	isAtom := t.Func() != nil && z.known[t.Func()] == nil
	parts := []*smtlib.Term{t}
	if isAtom {
		parts = t.Args()
	}
	u, err := z.unfold(parts...)
	if err != nil {
		return nil, err
	}
	if isAtom {
		t = s.Apply(t.Func(), u.args...)
	} else {
		t = u.args[0]
	}
	if positive {
		return s.Forall(u.vars, s.Faithful(smtlib.OpImplies, append(u.facts, t)...)), nil
	}
	return s.Exists(u.vars, s.Faithful(smtlib.OpAnd, append(u.facts, t)...)), nil
}

// unfolded are terms whose calls are replaced by vars.
type unfolded struct {
	args  []*smtlib.Term
	vars  []*smtlib.Term
	facts []*smtlib.Term // about vars, of graphs
	calls []Call
}

// unfold replaces the calls in terms by variables.
func (z *functions) unfold(ts ...*smtlib.Term) (*unfolded, *Error) {
	called := z.callers(ts...)
	for t := range called {
		if t.Op() == smtlib.OpForall || t.Op() == smtlib.OpExists {
			return nil, refuse(CodeNotHorn, "a recursive function stands under a quantifier inside of a term or definition; describe it by clauses over a predicate")
		}
	}
	guards := z.guards(called, ts)
	u := &unfolded{}
	var calls, values []*smtlib.Term
	rw := z.store.NewRewriter(nil, func(t *smtlib.Term) *smtlib.Term {
		if z.known[t.Func()] == nil {
			return t
		}
		if i := slices.Index(calls, t); i >= 0 {
			return values[i]
		}
		calls = append(calls, t)
		values = append(values, z.store.Fresh(t.Func().Name(), t.Sort()))
		return values[len(values)-1]
	})
	for _, t := range ts {
		u.args = append(u.args, rw.Map(t))
	}
	conditions := make([]*smtlib.Term, len(calls))
	for i := range conditions {
		conditions[i] = z.store.False()
	}
	sites := make([]*smtlib.Term, 0, len(guards))
	for t := range guards {
		if z.known[t.Func()] != nil {
			sites = append(sites, t)
		}
	}
	slices.SortFunc(sites, func(x, y *smtlib.Term) int { return int(x.ID()) - int(y.ID()) })
	for _, t := range sites {
		if i := slices.Index(values, rw.Map(t)); i >= 0 {
			conditions[i] = z.store.Or(conditions[i], rw.Map(guards[t]))
		}
	}
	u.vars = values
	for i := 0; i < len(calls); i++ {
		var facts []*smtlib.Term
		g := conditions[i]
		for ; i < len(calls) && conditions[i] == g; i++ {
			c := calls[i]
			u.calls = append(u.calls, Call{c.Func(), g, c.Args()})
			facts = append(facts, z.store.Apply(z.known[c.Func()].Graph, append(slices.Clone(c.Args()), values[i])...))
		}
		i--
		if g.IsFalse() {
			continue // no value depends on it
		}
		if !g.IsTrue() {
			facts = []*smtlib.Term{z.store.Faithful(smtlib.OpOr, z.store.Not(g), z.store.Faithful(smtlib.OpAnd, facts...))}
		}
		u.facts = append(u.facts, facts...)
	}
	return u, nil
}

// guards returns the conditions under which subterms with calls matter for the values of ts: a branch of a conditional where it is
// chosen, a conjunct where those before it hold. Conjuncts and disjuncts without calls come before those with calls.
func (z *functions) guards(called map[*smtlib.Term]bool, ts []*smtlib.Term) map[*smtlib.Term]*smtlib.Term {
	s := z.store
	order := make([]*smtlib.Term, 0, len(called))
	for t := range called {
		order = append(order, t)
	}
	slices.SortFunc(order, func(x, y *smtlib.Term) int { return int(y.ID()) - int(x.ID()) }) // outer ones first
	guards := map[*smtlib.Term]*smtlib.Term{}
	add := func(t, g *smtlib.Term) {
		if have := guards[t]; have != nil {
			g = s.Or(have, g)
		}
		guards[t] = g
	}
	for _, t := range ts {
		add(t, s.True())
	}
	for _, t := range order {
		g, args := guards[t], t.Args()
		switch t.Op() {
		case smtlib.OpIte:
			add(args[0], g)
			add(args[1], s.And(g, args[0]))
			add(args[2], s.And(g, s.Not(args[0])))
		case smtlib.OpAnd, smtlib.OpOr:
			parts := slices.Clone(args)
			slices.SortStableFunc(parts, func(x, y *smtlib.Term) int { return truth(called[x]) - truth(called[y]) })
			for _, a := range parts {
				add(a, g)
				if t.Op() == smtlib.OpOr {
					a = s.Not(a)
				}
				g = s.And(g, a)
			}
		default:
			for _, a := range args {
				add(a, g)
			}
		}
	}
	return guards
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
