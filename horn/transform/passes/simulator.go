// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"math/rand/v2"
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
)

// This file runs clauses, starting at facts. If the constraints leave a choice, values are random
// and small. The derived facts are correct, but may not be typical.

// Limits of simulation.
const (
	simulationSteps = 4000 // clauses tried in all runs together
	runSteps        = 60   // steps of one run
	guesses         = 30   // choices for one clause
	maxConstant     = 1000 // numerals of the system up to this one are drawn
)

// simulator runs the clauses of a system.
type simulator struct {
	sys       *horn.System
	store     *logic.Store
	index     map[*logic.Func]int
	rnd       *rand.Rand
	facts     []int
	uses      [][]int           // by predicate: the clauses with it in the body, except for queries
	derived   [][][]*logic.Term // by predicate
	constants []int64
	bound     int64 // bound on the numbers that are drawn in this run
	steps     int
}

func newSimulator(sys *horn.System) *simulator {
	z := &simulator{
		sys: sys, store: sys.Store, index: sys.Index(), rnd: rand.New(rand.NewPCG(1, 0)),
		uses: make([][]int, len(sys.Preds)), derived: make([][][]*logic.Term, len(sys.Preds)), constants: []int64{0, 1},
	}
	var roots []*logic.Term
	for i, c := range sys.Clauses {
		roots = append(roots, c.Constraint)
		switch {
		case c.Head == nil:
		case len(c.Body) == 0:
			z.facts = append(z.facts, i)
		default:
			for _, a := range c.Body {
				k := z.index[a.Pred]
				z.uses[k] = append(z.uses[k], i)
			}
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpNum {
			if n, ok := t.Num().Int64(); ok && -maxConstant <= n && n <= maxConstant {
				z.constants = append(z.constants, n)
			}
		}
		return true
	}, roots...)
	return z
}

// run runs the clauses once.
func (z *simulator) run() {
	if len(z.facts) == 0 {
		z.steps++
		return
	}
	z.bound = []int64{3, 8, 20, 60}[z.rnd.IntN(4)]
	next := []int{z.facts[z.rnd.IntN(len(z.facts))]}
	var from int // predicate
	var args []*logic.Term
	for range runSteps {
		found := false
		for _, i := range next {
			c := z.sys.Clauses[i]
			z.steps++
			if head := z.fire(c, from, args); head != nil {
				from, args, found = z.index[c.Head.Pred], head, true
				z.derived[from] = append(z.derived[from], args)
				break
			}
		}
		if !found {
			return
		}
		next = slices.Clone(z.uses[from])
		z.rnd.Shuffle(len(next), func(i, j int) { next[i], next[j] = next[j], next[i] })
	}
}

// fire returns arguments that c derives from args and other facts. args belong to a body atom with
// predicate from. The other body atoms use derived facts. It returns nil if it finds nothing.
func (z *simulator) fire(c *horn.Clause, from int, args []*logic.Term) []*logic.Term {
	var vars, values []*logic.Term
	conj := []*logic.Term{c.Constraint}
	used := false
	for _, a := range c.Body {
		k := z.index[a.Pred]
		given := args
		if k != from || used {
			if len(z.derived[k]) == 0 {
				return nil
			}
			given = z.derived[k][z.rnd.IntN(len(z.derived[k]))]
		}
		used = used || k == from
		for j, t := range a.Args {
			if t.IsVar() && !slices.Contains(vars, t) {
				vars, values = append(vars, t), append(values, given[j])
			} else {
				conj = append(conj, z.store.Eq(t, given[j]))
			}
		}
	}
	head := c.Head.Args
	phi := z.store.And(conj...)
	for range guesses {
		if len(vars) > 0 {
			sub := z.store.NewSubstitution(vars, values)
			phi, head = sub.Apply(phi), sub.ApplyAll(head)
		}
		if phi.IsFalse() {
			return nil
		}
		free := logic.FreeVars(append([]*logic.Term{phi}, head...)...)
		if len(free) == 0 {
			if !phi.IsTrue() || slices.ContainsFunc(head, func(t *logic.Term) bool { return !t.IsValue() || isLong(t) }) {
				return nil
			}
			return head
		}
		var v, x *logic.Term
		if v, x, phi = z.choose(phi, free); v == nil {
			vars = nil
			continue
		}
		if x == nil {
			return nil
		}
		vars, values = []*logic.Term{v}, []*logic.Term{x}
	}
	return nil
}

// choose returns a variable and a value for it. If possible, phi determines the value; otherwise it
// is arbitrary. If there is no variable, choose takes a disjunct of phi, and the variable is nil.
// The returned formula implies phi.
func (z *simulator) choose(phi *logic.Term, free []*logic.Term) (v, x, rest *logic.Term) {
	s := z.store
	conj := logic.AppendConjuncts(nil, phi)
	for _, t := range conj {
		switch {
		case t.IsVar():
			return t, s.True(), phi
		case t.Op() == logic.OpNot && t.Arg(0).IsVar():
			return t.Arg(0), s.False(), phi
		case !t.IsEquation():
			continue
		}
		l := s.Linear(s.Sub(t.Arg(0), t.Arg(1)))
		if len(l.Monomials) == 1 && l.Monomials[0].Term.IsVar() {
			v, n := l.Monomials[0].Term, l.Const.Div(l.Monomials[0].Coeff).Neg()
			if v.Sort().IsInt() && !n.IsInt() {
				return v, nil, phi
			}
			return v, s.Num(n, v.Sort()), phi
		}
	}
	for i, t := range conj {
		if t.Op() == logic.OpOr {
			conj[i] = t.Arg(z.rnd.IntN(len(t.Args())))
			return nil, nil, s.And(conj...)
		}
	}
	v = free[0]
	switch {
	case v.Sort().IsBool():
		if z.rnd.IntN(2) == 0 {
			return v, s.True(), phi
		}
		return v, s.False(), phi
	case v.Sort().IsArith():
		return v, s.Num(rational.Int(z.number(v, conj)), v.Sort()), phi
	}
	return v, s.DefaultValue(v.Sort()), phi
}

// number draws a value for v within the bounds in conj.
func (z *simulator) number(v *logic.Term, conj []*logic.Term) int64 {
	n := z.rnd.Int64N(z.bound + 1)
	switch z.rnd.IntN(6) {
	case 0:
		n = z.constants[z.rnd.IntN(len(z.constants))]
	case 1:
		n = -n
	}
	for _, t := range conj {
		positive := t.Op() != logic.OpNot
		if !positive {
			t = t.Arg(0)
		}
		if t.Op() != logic.OpLe && t.Op() != logic.OpLt {
			continue
		}
		l := z.store.Linear(z.store.Sub(t.Arg(0), t.Arg(1)))
		if len(l.Monomials) != 1 || l.Monomials[0].Term != v {
			continue
		}
		limit, ok := l.Const.Div(l.Monomials[0].Coeff).Neg().Floor().Int64()
		if !ok {
			continue
		}
		if upper := (l.Monomials[0].Coeff.Sign() > 0) == positive; upper && n > limit {
			n = limit - z.rnd.Int64N(z.bound+1)
		} else if !upper && n < limit {
			n = limit + z.rnd.Int64N(z.bound+1)
		}
	}
	return n
}
