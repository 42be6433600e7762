// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"strconv"

	"cornet/horn"
	"cornet/logic"
)

// Formals returns the canonical state of p: variables that depend on p alone.
func Formals(s *logic.Store, p *logic.Func) []*logic.Term { return State(s, p, "") }

// State returns the state of p at the position called at. Names begin with a character that the
// reader rejects in symbols, so they differ from all variables of the input.
func State(s *logic.Store, p *logic.Func, at string) []*logic.Term {
	z := make([]*logic.Term, p.Arity())
	prefix := "\\" + strconv.Itoa(int(p.ID())) + "@" + at + "."
	for i, sort := range p.Params() {
		z[i] = s.Var(prefix+strconv.Itoa(i), sort)
	}
	return z
}

// Instance is a clause at one position of a derivation.
type Instance struct {
	Clause *horn.Clause
	// The conjunction of Conjuncts means that the clause's constraint holds, its body atoms have
	// the body states as arguments, and its head has the head state.
	Conjuncts []*logic.Term
	// Locals replace the variables of the clause that are not arguments.
	Locals []*logic.Term
	// subst maps the variables of the clause to terms over states and locals.
	subst *logic.Substitution
}

// Instantiate returns c with body[i] as the state of its i-th body atom and
// head as the state of its head (nil for a query). Other variables are renamed
// apart by the position's name at. Variables that are an argument become state
// variables; other arguments cost an equation.
//
// Cost: linear in the size of c.
func Instantiate(s *logic.Store, c *horn.Clause, body [][]*logic.Term, head []*logic.Term, at string) *Instance {
	var vars, terms []*logic.Term
	image := map[*logic.Term]*logic.Term{}
	bind := func(v, t *logic.Term) {
		image[v] = t
		vars, terms = append(vars, v), append(terms, t)
	}
	type equation struct{ arg, state *logic.Term }
	var open []equation
	match := func(args, state []*logic.Term) {
		for i, a := range args {
			if a.IsVar() && image[a] == nil {
				bind(a, state[i])
			} else {
				open = append(open, equation{a, state[i]})
			}
		}
	}
	for i := range c.Body {
		match(c.Body[i].Args, body[i])
	}
	if c.Head != nil {
		match(c.Head.Args, head)
	}
	z := &Instance{Clause: c}
	for _, v := range c.Vars() {
		if image[v] == nil {
			z.Locals = append(z.Locals, s.Var("\\"+v.Name()+"@"+at, v.Sort()))
			bind(v, z.Locals[len(z.Locals)-1])
		}
	}
	z.subst = s.NewSubstitution(vars, terms)
	z.Conjuncts = logic.AppendConjuncts(nil, z.subst.Apply(c.Constraint))
	for _, e := range open {
		z.Conjuncts = logic.AppendConjuncts(z.Conjuncts, s.Eq(z.subst.Apply(e.arg), e.state))
	}
	return z
}

// Values returns the ground instance of the clause under a model of the
// conjuncts.
func (x *Instance) Values(m *logic.Model) map[*logic.Term]*logic.Term {
	z := map[*logic.Term]*logic.Term{}
	for _, v := range x.Clause.Vars() {
		z[v] = m.Eval(x.subst.Apply(v))
	}
	return z
}
