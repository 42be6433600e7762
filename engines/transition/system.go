// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/logic"
)

// System is a transition system with the Horn system that it was made from. A state s is bad if
// Bad(s) holds. The Horn system is unsafe exactly if Direct is satisfiable or a bad state can be
// reached from Init by Trans.
//
// It belongs to the goroutine of its store. The fields must not be changed.
type System struct {
	Store *logic.Store
	// Vars and Next are the state variables before and after a step.
	Vars, Next []*logic.Term
	// Locals are the auxiliary variables of Init, Trans, Bad and Direct, which
	// are existentially quantified.
	Locals []*logic.Term
	// Init and Bad are over Vars and Locals, Trans over Vars, Next and Locals.
	// Direct is over Locals: false follows without any predicate.
	Init, Trans, Bad, Direct *logic.Term

	horn    *horn.System
	loc     locations
	slotsOf map[*logic.Func][]int // the slot of each argument, by predicate
	blocks  []block               // one per clause
	steps   map[int]*logic.Substitution
	named   map[step]*logic.Term
	cached  map[step]*logic.Term
}

// step is a term of the system at some step of a run.
type step struct {
	t *logic.Term
	i int
}

// Encode returns the transition system for sys. It returns an error wrapping errors.ErrUnsupported
// if sys is not linear.
//
// Cost: linear in the size of sys, except for the assignment of slots.
func Encode(sys *horn.System) (*System, error) {
	if !sys.IsLinear() {
		return nil, fmt.Errorf("transition: a clause has several body atoms: %w", errors.ErrUnsupported)
	}
	st := sys.Store
	z := &System{
		Store: st, horn: sys,
		steps: map[int]*logic.Substitution{}, named: map[step]*logic.Term{}, cached: map[step]*logic.Term{},
	}
	z.loc = newLocations(st, sys.Preds)
	z.Vars, z.Next = slices.Clone(z.loc.vars), slices.Clone(z.loc.next)
	sorts, slotsOf := Slots(sys)
	z.slotsOf = slotsOf
	for i, sort := range sorts {
		z.Vars = append(z.Vars, st.Var("\\x"+strconv.Itoa(i), sort))
		z.Next = append(z.Next, st.Var("\\x"+strconv.Itoa(i)+"'", sort))
	}
	var inits, transitions, bads, direct []*logic.Term
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

// Extended returns a copy of the system with more auxiliary variables. The caller may change Trans
// of the copy. Its witnesses are also witnesses of z.
func (z *System) Extended(locals ...*logic.Term) *System {
	y := *z
	y.Locals = slices.Concat(z.Locals, locals)
	y.steps, y.cached = map[int]*logic.Substitution{}, map[step]*logic.Term{}
	return &y
}

// slotVars returns the state variables of p's arguments, out of Vars or Next.
func (z *System) slotVars(p *logic.Func, from []*logic.Term) []*logic.Term {
	args := make([]*logic.Term, p.Arity())
	for i, slot := range z.slotsOf[p] {
		args[i] = from[len(z.loc.vars)+slot]
	}
	return args
}

// block is a clause as a disjunct of Init, Trans, Bad or Direct.
type block struct {
	formula  *logic.Term
	instance *kernel.Instance // over Vars, Next and Locals
}

// newBlock encodes clause number i.
func (z *System) newBlock(i int, c *horn.Clause) block {
	var conjuncts []*logic.Term
	var body [][]*logic.Term
	var head []*logic.Term
	if len(c.Body) > 0 {
		conjuncts = append(conjuncts, z.loc.at(c.Body[0].Pred, z.loc.vars))
		body = append(body, z.slotVars(c.Body[0].Pred, z.Vars))
	}
	if c.Head != nil {
		state, loc := z.Next, z.loc.next
		if len(c.Body) == 0 {
			state, loc = z.Vars, z.loc.vars
		}
		conjuncts = append(conjuncts, z.loc.at(c.Head.Pred, loc))
		head = z.slotVars(c.Head.Pred, state)
	}
	x := kernel.Instantiate(z.Store, c, body, head, strconv.Itoa(i))
	z.Locals = append(z.Locals, x.Locals...)
	return block{z.Store.And(append(conjuncts, x.Conjuncts...)...), x}
}
