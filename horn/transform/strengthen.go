// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"cornet/horn"
	"cornet/smtlib"
)

// facts is what abstract interpretation knows of the atoms of a system, as
// [absint.Result] has it.
type facts interface {
	// Atom returns a formula that holds of the arguments of a if a is derivable.
	Atom(a *horn.Atom) *smtlib.Term
}

// strengthen adds facts about the atoms in bodies to the constraints, and removes
// clauses that cannot be used: those with a false constraint then, and those that usable,
// if it is not nil, rejects. Models get the facts as conjuncts, which the clauses keep up.
// Values of refutations stay as they are.
//
// Cost: linear in the size of the system and the facts.
func strengthen(env *Env, sys *horn.System, f facts, usable func(i int) bool) Outcome {
	s := sys.Store
	b := &builder{store: s}
	changed := false
	for i, c := range sys.Clauses {
		d := c
		if usable != nil && !usable(i) {
			d = nil
		} else {
			d = strengthened(s, c, f)
		}
		changed = changed || d != c
		if d != nil {
			b.add(d, same(i, len(c.Body)))
		}
	}
	if !changed {
		return unchanged(sys)
	}
	return b.outcome(env, sys, sys.Preds, modelWith(sys, func(z, m *horn.Model, p *smtlib.Func) bool {
		xs := params(s, p)
		z.Define(p, xs, s.And(m.Instance(s, p, xs), f.Atom(&horn.Atom{Pred: p, Args: xs})))
		return true
	}))
}

// strengthened returns c with the facts about its body, nil when its constraint is
// false then, and c itself when there is nothing to add.
func strengthened(s *smtlib.Store, c *horn.Clause, f facts) *horn.Clause {
	conj := []*smtlib.Term{c.Constraint}
	for i := range c.Body {
		conj = append(conj, f.Atom(&c.Body[i]))
	}
	q := &equations{store: s, conj: conj}
	q.flatten(conj)
	q.tighten()
	phi := q.constraint()
	if phi.IsFalse() {
		return nil
	}
	if phi == c.Constraint {
		return c
	}
	d := *c
	d.Constraint = phi
	return &d
}
