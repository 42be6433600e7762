// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smtlib"
)

// This file reads transition systems in VMT-LIB, which is SMT-LIB with annotations of definitions
// (https://vmt-lib.org):
//
//	(! x :next x')            x' stands for the value of the state variable x after a step
//	(! φ :init true)          the initial states
//	(! φ :trans true)         the steps
//	(! φ :invar-property k)   holds in all reachable states
//
// Several formulas of one kind are conjoined. Constants that are neither state variables nor next
// values are inputs: they have any value at each step. The system has one predicate, which holds
// for the reachable states:
//
//	init → inv(x)      inv(x) ∧ trans → inv(x')      inv(x) → property

// transitionSystem is a script in VMT-LIB.
type transitionSystem struct {
	store   *logic.Store
	vars    map[*logic.Func]*logic.Term // variables for the declared constants
	all     []*logic.Term               // these variables, in the order of declaration
	current []*logic.Term
	next    []*logic.Term
	parts   map[string][]smtlib.Annotation
	bound   map[*logic.Term]bool // variables of quantifiers
}

// fromTransitionSystem returns the Horn system of a script with annotations.
func fromTransitionSystem(script *smtlib.Script) (*System, error) {
	z := transitionSystem{store: script.Store, vars: map[*logic.Func]*logic.Term{}, parts: map[string][]smtlib.Annotation{}, bound: map[*logic.Term]bool{}}
	if err := z.read(script); err != nil {
		return nil, err
	}
	inv := z.store.Func("inv", logic.SortsOf(z.current), z.store.Bool)
	if script.Scope.Declared("inv") {
		inv = z.store.FreshFunc("inv", inv.Params(), z.store.Bool)
	}
	source := &Source{Name: script.Name, Scope: script.Scope}
	assert := func(a smtlib.Annotation, body ...*logic.Term) {
		if guard := z.store.Canonical(z.all); !guard.IsTrue() {
			body = append([]*logic.Term{guard}, body...)
		}
		t := z.store.Forall(z.all, z.store.Faithful(logic.OpImplies, body...))
		source.Asserts = append(source.Asserts, Assert{Term: t, Pos: a.Pos, Number: len(source.Asserts)})
	}
	now := z.store.Apply(inv, z.current...)
	init, trans := z.parts[":init"], z.parts[":trans"]
	assert(init[0], z.conjunction(init), now)
	assert(trans[0], now, z.conjunction(trans), z.store.Apply(inv, z.next...))
	for _, a := range z.parts[":invar-property"] {
		assert(a, now, z.term(a.Term))
	}
	return FromSource(z.store, []*logic.Func{inv}, source)
}

// read collects variables and formulas.
func (z *transitionSystem) read(script *smtlib.Script) *Error {
	for _, a := range script.Annotations {
		logic.Walk(func(t *logic.Term) bool {
			for _, v := range t.Bound() {
				z.bound[v] = true
			}
			return t.HasQuantifiers()
		}, a.Term)
		z.parts[a.Keyword] = append(z.parts[a.Keyword], a)
	}
	for i := range script.Commands {
		if err := z.command(&script.Commands[i]); err != nil {
			err.Pos = script.Commands[i].Pos
			return err
		}
	}
	for _, kind := range []string{":live-property", ":ltl-property"} {
		if as := z.parts[kind]; len(as) > 0 {
			return at(as[0], refuse(CodeCommand, "%s: liveness is not supported; only :invar-property is", kind))
		}
	}
	for _, kind := range []string{":init", ":trans", ":invar-property"} {
		if len(z.parts[kind]) == 0 {
			return at(script.Annotations[0], refuse(CodeCommand, "the transition system has no formula with %s", kind))
		}
	}
	for _, a := range z.parts[":next"] {
		x, y := z.vars[a.Term.Func()], z.vars[a.Next.Func()]
		if x == nil || y == nil || slices.Contains(z.current, x) || slices.Contains(z.next, x) || slices.Contains(z.next, y) || slices.Contains(z.current, y) || x == y {
			return at(a, refuse(CodeCommand, "%v has the next value %v; expected two declared constants that no other :next mentions", a.Term, a.Next))
		}
		if x.Sort() != y.Sort() {
			return at(a, refuse(CodeCommand, "%v has sort %v and its next value %v sort %v", a.Term, x.Sort(), a.Next, y.Sort()))
		}
		z.current, z.next = append(z.current, x), append(z.next, y)
	}
	for _, kind := range []string{":init", ":invar-property"} {
		for _, a := range z.parts[kind] {
			for _, v := range logic.FreeVars(z.term(a.Term)) {
				if slices.Contains(z.next, v) {
					return at(a, refuse(CodeCommand, "the formula with %s mentions the next value %s", kind, logic.QuoteSymbol(v.Name())))
				}
			}
		}
	}
	return nil
}

func at(a smtlib.Annotation, err *Error) *Error {
	err.Pos = a.Pos
	return err
}

// command reads a declaration. It refuses commands that assert or ask something.
func (z *transitionSystem) command(c *smtlib.Command) *Error {
	switch c.Kind {
	case smtlib.CmdDeclareFun, smtlib.CmdDeclareConst:
		if c.Func.Arity() > 0 {
			return refuse(CodeFunction, "%v is a function; transition systems have constants only", c.Func)
		}
		v := z.store.Var(c.Func.Name(), c.Func.Result())
		if z.bound[v] {
			v = z.store.Fresh(c.Func.Name(), c.Func.Result())
		}
		z.vars[c.Func], z.all = v, append(z.all, v)
	case smtlib.CmdAssert:
		if !z.store.Simplify(c.Term).IsTrue() {
			return refuse(CodeCommand, "assert in a transition system; say with :init or :trans where the formula holds")
		}
	case smtlib.CmdRule, smtlib.CmdQuery, smtlib.CmdDeclareRel, smtlib.CmdDeclareVar, smtlib.CmdDefineFunsRec, smtlib.CmdPush, smtlib.CmdPop,
		smtlib.CmdReset, smtlib.CmdResetAssertions, smtlib.CmdCheckSatAssuming:
		return refuse(CodeCommand, "a transition system consists of declarations and of definitions with annotations; found another command")
	}
	return nil
}

// conjunction returns the conjunction of the annotated formulas.
func (z *transitionSystem) conjunction(as []smtlib.Annotation) *logic.Term {
	terms := slice.Map(as, func(a smtlib.Annotation) *logic.Term { return z.term(a.Term) })
	if len(terms) == 1 {
		return terms[0]
	}
	return z.store.Faithful(logic.OpAnd, terms...)
}

// term returns t over variables.
func (z *transitionSystem) term(t *logic.Term) *logic.Term {
	return z.store.NewFaithfulRewriter(nil, func(t *logic.Term) *logic.Term {
		if v := z.vars[t.Func()]; v != nil {
			return v
		}
		return t
	}).Map(t)
}
