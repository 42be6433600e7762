// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// facts are the results of abstract interpretation about the atoms of a system, as in
// [absint.Result].
type facts interface {
	// Atom returns a formula that holds for the arguments of a if a is derivable.
	Atom(a *horn.Atom) *logic.Term
}

// strengthening is a use of facts.
type strengthening struct {
	env   *pass.Env
	sys   *horn.System
	facts facts
	// simplify returns a clause with the same body and the instances of the given one whose body is
	// derivable; ok is false if there are none. Nil means not to simplify.
	simplify func(i int) (c *horn.Clause, ok bool)
	// conjoin says that the facts about bodies are added to the constraints.
	conjoin bool
}

// outcome returns the system of the clauses under the facts, without those that cannot be used.
// Models get the facts as conjuncts, which the clauses keep up: a clause, simplified or not, says
// the same of derivable atoms, and others do not satisfy the facts. So derivations, too, are the
// same, and values of refutations stay as they are.
//
// Cost: linear in the size of the system and the facts, apart from simplification.
func (x *strengthening) outcome() pass.Outcome {
	s := x.sys.Store
	b := lift.NewSystemBuilder(x.env, x.sys)
	changed := false
	for i, c := range x.sys.Clauses {
		d, o := x.clause(i)
		changed = changed || d != c
		if d != nil {
			b.Add(d, o)
		}
	}
	if !changed {
		return pass.Unchanged(x.sys)
	}
	return b.Outcome(x.sys.Preds, lift.ModelWith(x.sys, func(z, m *horn.Model, p *logic.Func) bool {
		xs := horn.Params(s, p)
		z.Define(p, xs, s.And(m.Instance(s, p, xs), x.facts.Atom(&horn.Atom{Pred: p, Args: xs})))
		return true
	}))
}

// clause returns what becomes of clause i; nil when it cannot be used, and the clause
// itself when there is nothing to do.
func (x *strengthening) clause(i int) (*horn.Clause, lift.Origin) {
	old := x.sys.Clauses[i]
	c, o := old, lift.Same(i, len(old.Body))
	if x.simplify != nil {
		var ok bool
		if c, ok = x.simplify(i); !ok {
			return nil, nil
		}
	}
	if c != old { // in normal form again
		d := &lift.ClauseBuilder{Body: slices.Clone(c.Body), Conj: []*logic.Term{c.Constraint}, Head: c.Head, From: c}
		z := d.Build(x.sys.Store)
		if z.Clause == nil {
			return nil, nil
		}
		c, o = z.Clause, z.Origin(i)
	}
	if !x.conjoin {
		return c, o
	}
	conj := []*logic.Term{c.Constraint}
	for k := range c.Body {
		conj = append(conj, x.facts.Atom(&c.Body[k]))
	}
	phi := lift.Tighten(x.sys.Store, conj)
	if phi.IsFalse() {
		return nil, nil
	}
	if phi == c.Constraint {
		return c, o
	}
	d := *c
	d.Constraint = phi
	return &d, o
}
