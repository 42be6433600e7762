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
	// simplify returns a clause with the same body and the same instances as the given one, among
	// those whose body is derivable. ok is false if there are no such instances. If simplify is
	// nil, clauses are not simplified.
	simplify func(i int) (c *horn.Clause, ok bool)
	// conjoin adds the facts about bodies to the constraints.
	conjoin bool
}

// outcome returns the system of the clauses under the facts, without those that cannot be used. The
// facts become conjuncts of models. This is sound because the clauses preserve the facts. A
// simplified clause is equivalent to the old one for derivable atoms, and other atoms do not
// satisfy the facts. So derivations and the values in refutations do not change.
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

// clause returns the new form of clause i. The result is nil if the clause cannot be used, and the
// clause itself if it does not change.
func (x *strengthening) clause(i int) (*horn.Clause, lift.Origin) {
	old := x.sys.Clauses[i]
	c, o := old, lift.Same(i, len(old.Body))
	if x.simplify != nil {
		var ok bool
		if c, ok = x.simplify(i); !ok {
			return nil, nil
		}
	}
	if c != old { // bring it into normal form again
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
