// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"maps"
	"slices"

	"cornet/logic"
	"cornet/smtlib"
)

// This file describes recursive functions by clauses. A function f of define-fun-rec satisfies f(x)
// = e(x) for all x, where f occurs in e. Its graph is a predicate, f=, which holds for x and f(x).
// The value of each call becomes a variable r,
//
//	(¬g ∨ f=(a, r)) ∧ …  →  f=(x, e(x))        an occurrence f(a) in e(x), evaluated under the condition g
//	f=(a, r)  →  φ(r)                           an occurrence f(a) in an assertion φ(f(a))
//
// Every fact about f= that these clauses derive holds for every function that satisfies the
// equation, so a refutation holds for the input. A model holds for the input if such a function
// exists and f= holds for its graph. This is the case if the recursion ends for all arguments.
// Package check proves this before it accepts a model. (For f(x) = f(x) + 1 the clauses derive
// nothing, although no function satisfies it.)

// Function is a function that the input defines by recursion.
type Function struct {
	Func  *logic.Func
	Graph *logic.Func // the parameters and the value
	Vars  []*logic.Term
	Calls []Call // calls of recursive functions in its body
	Pos   smtlib.Pos
}

// Call is a call of a recursive function in the body of such a function. Guard is the condition
// under which it is evaluated. Guard and the arguments are over the parameters of the caller, and
// over variables for the values of other calls.
type Call struct {
	To    *logic.Func
	Guard *logic.Term
	Args  []*logic.Term
}

// maxFunctionDepth bounds the nesting of assertions with recursive functions.
const maxFunctionDepth = 10_000

// functions rewrites formulas with recursive functions to formulas with their graphs.
type functions struct {
	store *logic.Store
	known map[*logic.Func]*Function
	graph map[*logic.Func]*Function // by graph
}

func newFunctions(s *logic.Store) *functions {
	return &functions{s, map[*logic.Func]*Function{}, map[*logic.Func]*Function{}}
}

// define adds functions that may call each other. It returns them, and for each the assertion that
// defines its graph.
func (z *functions) define(c *smtlib.Command) ([]*Function, []*logic.Term, *Error) {
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
	terms := make([]*logic.Term, len(fs))
	for i, d := range c.Recs {
		for _, p := range logic.Funcs(d.Body) {
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
			head = z.store.Faithful(logic.OpImplies, append(u.facts, head)...)
		}
		terms[i] = z.store.Forall(append(slices.Clone(d.Vars), u.vars...), head)
	}
	return fs, terms, nil
}

// Functions describes the recursive functions of recs, which call no other recursive functions. It
// returns nil if one of them is called below a quantifier.
func Functions(s *logic.Store, recs []smtlib.Recursive) []*Function {
	fs, _, err := newFunctions(s).define(&smtlib.Command{Recs: recs})
	if err != nil {
		return nil
	}
	return fs
}

// formula rewrites an assertion.
func (z *functions) formula(t *logic.Term) (*logic.Term, *Error) {
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
func (z *functions) callers(ts ...*logic.Term) map[*logic.Term]bool {
	var all []*logic.Term
	logic.Walk(func(t *logic.Term) bool {
		if t.HasApps() {
			all = append(all, t)
		}
		return t.HasApps()
	}, ts...)
	slices.SortFunc(all, func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
	called := map[*logic.Term]bool{}
	for _, t := range all { // inner calls come first
		if z.known[t.Func()] != nil || slices.ContainsFunc(t.Args(), func(a *logic.Term) bool { return called[a] }) {
			called[t] = true
		}
	}
	return called
}

type functionRewriter struct {
	*functions
	called map[*logic.Term]bool
	count  int
}

// formula rewrites a formula. positive reports whether it is below an even number of negations.
func (z *functionRewriter) formula(t *logic.Term, positive bool, depth int) (*logic.Term, *Error) {
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
	case logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpImplies:
		args := make([]*logic.Term, len(t.Args()))
		for i, a := range t.Args() {
			sign := positive != (op == logic.OpNot || op == logic.OpImplies && i < len(args)-1)
			var err *Error
			if args[i], err = z.formula(a, sign, depth); err != nil {
				return nil, err
			}
		}
		return s.Faithful(op, args...), nil
	case logic.OpForall, logic.OpExists:
		body, err := z.formula(t.Arg(0), positive, depth)
		if err != nil {
			return nil, err
		}
		if op == logic.OpForall {
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

// split returns an equivalence, exclusive or or conditional between formulas that mention
// predicates or quantifiers as a conjunction. It returns nil for other formulas.
func (z *functionRewriter) split(t *logic.Term) *logic.Term {
	s := z.store
	structured := t.HasQuantifiers()
	for _, f := range logic.Funcs(t) {
		structured = structured || f.Result().IsBool() && z.known[f] == nil
	}
	if !structured || !t.Sort().IsBool() {
		return nil
	}
	op := func(op logic.Op, x, y *logic.Term) *logic.Term { return s.Faithful(op, x, y) }
	not := func(x *logic.Term) *logic.Term { return s.Faithful(logic.OpNot, x) }
	switch args := t.Args(); {
	case t.Op() == logic.OpEq && args[0].Sort().IsBool():
		return op(logic.OpAnd, op(logic.OpImplies, args[0], args[1]), op(logic.OpImplies, args[1], args[0]))
	case t.Op() == logic.OpXor:
		return op(logic.OpAnd, op(logic.OpOr, args[0], args[1]), op(logic.OpOr, not(args[0]), not(args[1])))
	case t.Op() == logic.OpIte:
		return op(logic.OpAnd, op(logic.OpImplies, args[0], args[1]), op(logic.OpOr, args[0], args[2]))
	}
	return nil
}

// literal rewrites an atom of a predicate, or a formula without predicates: its calls become
// variables with the values in their graphs.
func (z *functionRewriter) literal(t *logic.Term, positive bool) (*logic.Term, *Error) {
	s := z.store
	isAtom := t.Func() != nil && z.known[t.Func()] == nil
	parts := []*logic.Term{t}
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
		return s.Forall(u.vars, s.Faithful(logic.OpImplies, append(u.facts, t)...)), nil
	}
	return s.Exists(u.vars, s.Faithful(logic.OpAnd, append(u.facts, t)...)), nil
}

// unfolded are terms whose calls are replaced by vars.
type unfolded struct {
	args  []*logic.Term
	vars  []*logic.Term
	facts []*logic.Term // facts about vars, over graphs
	calls []Call
}

// unfold replaces the calls in terms by variables.
func (z *functions) unfold(ts ...*logic.Term) (*unfolded, *Error) {
	called := z.callers(ts...)
	for t := range called {
		if t.Op() == logic.OpForall || t.Op() == logic.OpExists {
			return nil, refuse(CodeNotHorn, "a recursive function stands under a quantifier inside of a term or definition; describe it by clauses over a predicate")
		}
	}
	guards := z.guards(called, ts)
	u := &unfolded{}
	var calls, values []*logic.Term
	rw := z.store.NewRewriter(nil, func(t *logic.Term) *logic.Term {
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
	conditions := make([]*logic.Term, len(calls))
	for i := range conditions {
		conditions[i] = z.store.False()
	}
	sites := make([]*logic.Term, 0, len(guards))
	for t := range guards {
		if z.known[t.Func()] != nil {
			sites = append(sites, t)
		}
	}
	slices.SortFunc(sites, func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
	for _, t := range sites {
		if i := slices.Index(values, rw.Map(t)); i >= 0 {
			conditions[i] = z.store.Or(conditions[i], rw.Map(guards[t]))
		}
	}
	u.vars = values
	for i := 0; i < len(calls); i++ {
		var facts []*logic.Term
		g := conditions[i]
		for ; i < len(calls) && conditions[i] == g; i++ {
			c := calls[i]
			u.calls = append(u.calls, Call{c.Func(), g, c.Args()})
			facts = append(facts, z.store.Apply(z.known[c.Func()].Graph, append(slices.Clone(c.Args()), values[i])...))
		}
		i--
		if g.IsFalse() {
			continue // no value depends on the call
		}
		if !g.IsTrue() {
			facts = []*logic.Term{z.store.Faithful(logic.OpOr, z.store.Not(g), z.store.Faithful(logic.OpAnd, facts...))}
		}
		u.facts = append(u.facts, facts...)
	}
	return u, nil
}

// guards returns the conditions under which the values of ts depend on subterms with calls. A
// branch of a conditional matters if it is chosen, and a conjunct matters if those before it hold.
// Conjuncts and disjuncts without calls count as coming before those with calls.
func (z *functions) guards(called map[*logic.Term]bool, ts []*logic.Term) map[*logic.Term]*logic.Term {
	s := z.store
	order := make([]*logic.Term, 0, len(called))
	for t := range called {
		order = append(order, t)
	}
	// outer terms come first
	slices.SortFunc(order, func(x, y *logic.Term) int { return int(y.ID()) - int(x.ID()) })
	guards := map[*logic.Term]*logic.Term{}
	add := func(t, g *logic.Term) {
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
		case logic.OpIte:
			add(args[0], g)
			add(args[1], s.And(g, args[0]))
			add(args[2], s.And(g, s.Not(args[0])))
		case logic.OpAnd, logic.OpOr:
			parts := slices.Clone(args)
			slices.SortStableFunc(parts, func(x, y *logic.Term) int { return truth(called[x]) - truth(called[y]) })
			for _, a := range parts {
				add(a, g)
				if t.Op() == logic.OpOr {
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
