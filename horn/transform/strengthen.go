// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"slices"

	"cornet/horn"
	"cornet/smtlib"
)

// facts is what abstract interpretation knows of the atoms of a system, as
// [absint.Result] has it.
type facts interface {
	// Atom returns a formula that holds of the arguments of a if a is derivable.
	Atom(a *horn.Atom) *smtlib.Term
}

// strengthening is a use of facts.
type strengthening struct {
	env   *Env
	sys   *horn.System
	facts facts
	// simplify returns a clause that has the instances of the one given whose body is derivable,
	// with the same body; ok is false when there are none. Nil leaves clauses as they are.
	simplify func(i int) (c *horn.Clause, ok bool)
	// conjoin is whether the facts about bodies are added to the constraints.
	conjoin bool
}

// outcome returns the system of the clauses under the facts, without those that cannot be
// used. Models get the facts as conjuncts, which the clauses keep up: a clause, simplified
// or not, says the same of derivable atoms, and others do not satisfy the facts. So derivations, too,
// are the same, and values of refutations stay as they are.
//
// Cost: linear in the size of the system and the facts, apart from simplification.
func (x *strengthening) outcome() Outcome {
	s := x.sys.Store
	b := &builder{store: s}
	changed := false
	for i, c := range x.sys.Clauses {
		d, o := x.clause(i)
		changed = changed || d != c
		if d != nil {
			b.add(d, o)
		}
	}
	if !changed {
		return unchanged(x.sys)
	}
	return b.outcome(x.env, x.sys, x.sys.Preds, modelWith(x.sys, func(z, m *horn.Model, p *smtlib.Func) bool {
		xs := params(s, p)
		z.Define(p, xs, s.And(m.Instance(s, p, xs), x.facts.Atom(&horn.Atom{Pred: p, Args: xs})))
		return true
	}))
}

// clause returns what becomes of clause i; nil when it cannot be used, and the clause
// itself when there is nothing to do.
func (x *strengthening) clause(i int) (*horn.Clause, origin) {
	old := x.sys.Clauses[i]
	c, o := old, same(i, len(old.Body))
	if x.simplify != nil {
		var ok bool
		if c, ok = x.simplify(i); !ok {
			return nil, nil
		}
	}
	if c != old { // in normal form again
		d := &draft{body: slices.Clone(c.Body), conj: []*smtlib.Term{c.Constraint}, head: c.Head, from: c}
		z := d.finish(x.sys.Store)
		if z.clause == nil {
			return nil, nil
		}
		c, o = z.clause, reshaped(i, z.bind, z.atoms)
	}
	if !x.conjoin {
		return c, o
	}
	conj := []*smtlib.Term{c.Constraint}
	for k := range c.Body {
		conj = append(conj, x.facts.Atom(&c.Body[k]))
	}
	q := &equations{store: x.sys.Store, conj: conj}
	q.flatten(conj)
	q.tighten()
	phi := q.constraint()
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
