// SPDX-License-Identifier: Apache-2.0

package loop

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"cornet/horn"
	"cornet/smtlib"
)

// System is a transition system with the Horn system that it was made from. A
// state s is bad when Bad(s) holds; the Horn system is unsafe exactly when Direct
// is satisfiable or a bad state can be reached from Init by Trans.
//
// It belongs to the goroutine of its store. The fields must not be changed.
type System struct {
	Store *smtlib.Store
	// Vars and Next are the state variables before and after a step.
	Vars, Next []*smtlib.Term
	// Locals are the auxiliary variables of Init, Trans, Bad and Direct, which
	// are existentially quantified.
	Locals []*smtlib.Term
	// Init and Bad are over Vars and Locals, Trans over Vars, Next and Locals.
	// Direct is over Locals: false follows without any predicate.
	Init, Trans, Bad, Direct *smtlib.Term

	horn   *horn.System
	loc    locations
	place  map[*smtlib.Func][]int // predicate and argument to slot
	blocks []*block               // one per clause
	steps  map[int]*smtlib.Substitution
	named  map[step]*smtlib.Term
	cached map[step]*smtlib.Term
}

// step is a term of the system at some step of a run.
type step struct {
	t *smtlib.Term
	i int
}

// Encode returns the transition system for sys. It returns an error wrapping
// errors.ErrUnsupported when sys is not linear.
//
// Cost: linear in the size of sys, but for the assignment of slots.
func Encode(sys *horn.System, o Options) (*System, error) {
	if !sys.IsLinear() {
		return nil, fmt.Errorf("loop: a clause has several body atoms: %w", errors.ErrUnsupported)
	}
	st := sys.Store
	z := &System{
		Store: st, horn: sys,
		steps: map[int]*smtlib.Substitution{}, named: map[step]*smtlib.Term{}, cached: map[step]*smtlib.Term{},
	}
	z.loc = newLocations(st, sys.Preds, o.Locations)
	z.Vars, z.Next = slices.Clone(z.loc.vars), slices.Clone(z.loc.next)
	sorts, place := slots(sys)
	z.place = place
	for i, sort := range sorts {
		z.Vars = append(z.Vars, st.Var("\\x"+strconv.Itoa(i), sort))
		z.Next = append(z.Next, st.Var("\\x"+strconv.Itoa(i)+"'", sort))
	}
	var inits, transitions, bads, direct []*smtlib.Term
	for i, c := range sys.Clauses {
		b := z.newBlock(i, c)
		z.blocks = append(z.blocks, b)
		switch {
		case c.IsFact() && c.IsQuery():
			direct = append(direct, b.formula)
		case c.IsFact():
			inits = append(inits, b.formula)
		case c.IsQuery():
			bads = append(bads, b.formula)
		default:
			transitions = append(transitions, b.formula)
		}
	}
	z.Init, z.Trans, z.Bad, z.Direct = st.Or(inits...), st.Or(transitions...), st.Or(bads...), st.Or(direct...)
	return z, nil
}

// slotVars returns the state variables of p's arguments, out of Vars or Next.
func (z *System) slotVars(p *smtlib.Func, from []*smtlib.Term) []*smtlib.Term {
	args := make([]*smtlib.Term, p.Arity())
	for i, slot := range z.place[p] {
		args[i] = from[len(z.loc.vars)+slot]
	}
	return args
}

// block is a clause as a disjunct of Init, Trans, Bad or Direct.
type block struct {
	clause  int
	formula *smtlib.Term
	// vars are the variables of the clause and terms what became of them.
	vars, terms []*smtlib.Term
}

// newBlock encodes clause number i. Variables that are an argument become state
// variables; other arguments cost an equation.
func (z *System) newBlock(i int, c *horn.Clause) *block {
	st := z.Store
	b := &block{clause: i}
	image := map[*smtlib.Term]*smtlib.Term{}
	bind := func(v, t *smtlib.Term) {
		image[v] = t
		b.vars, b.terms = append(b.vars, v), append(b.terms, t)
	}
	type equation struct{ arg, state *smtlib.Term }
	var open []equation
	match := func(args, state []*smtlib.Term) {
		for k, a := range args {
			if a.IsVar() && image[a] == nil {
				bind(a, state[k])
			} else {
				open = append(open, equation{a, state[k]})
			}
		}
	}
	var conjuncts []*smtlib.Term
	if len(c.Body) > 0 {
		conjuncts = append(conjuncts, z.loc.at(c.Body[0].Pred, z.loc.vars))
		match(c.Body[0].Args, z.slotVars(c.Body[0].Pred, z.Vars))
	}
	if c.Head != nil {
		state, loc := z.Next, z.loc.next
		if len(c.Body) == 0 {
			state, loc = z.Vars, z.loc.vars
		}
		conjuncts = append(conjuncts, z.loc.at(c.Head.Pred, loc))
		match(c.Head.Args, z.slotVars(c.Head.Pred, state))
	}
	for _, v := range c.Vars() {
		if image[v] == nil {
			local := st.Var("\\"+strconv.Itoa(i)+"."+strconv.Itoa(len(z.Locals))+"."+v.Name(), v.Sort())
			z.Locals = append(z.Locals, local)
			bind(v, local)
		}
	}
	subst := st.NewSubstitution(b.vars, b.terms)
	conjuncts = append(conjuncts, subst.Apply(c.Constraint))
	for _, e := range open {
		conjuncts = append(conjuncts, st.Eq(subst.Apply(e.arg), e.state))
	}
	b.formula = st.And(conjuncts...)
	return b
}
