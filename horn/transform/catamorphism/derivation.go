// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"fmt"
	"slices"
	"strings"

	"cornet/horn"
	"cornet/logic"
)

// Derivation is the form of a derivation of false: a tree of clauses of a system, without values. A
// refutation over measures has such a form.
type Derivation struct {
	sys   *horn.System
	nodes []node // premises before conclusions
	// Formula is over the terms of the system. The tree is a refutation of the system for the
	// values that satisfy it.
	Formula *logic.Term
	// Key differs between derivations that use different clauses.
	Key string
	*unifier
	rest  *logic.Term      // the constraints of the clauses
	equal [][2]*logic.Term // datatypes that are equal because a premise derives a body atom
	// compared are the terms that elements may be compared with.
	compared []*logic.Term
}

// node is a clause with its own variables.
type node struct {
	clause   int
	vars     map[*logic.Term]*logic.Term
	premises []int
}

// maxNodes bounds the tree of a derivation. In a larger derivation, steps are shared.
const maxNodes = 100

// NewDerivation returns the derivation with the clauses of r, a refutation of an abstract system of
// sys. It returns nil if r has anything but steps. If an abstract clause has premises for several
// values of the parameter, it uses those for the first value.
//
// Cost: linear in the size of the derivation, and quadratic in the length of the chains of
// variables that it equates.
func NewDerivation(sys *horn.System, r *horn.Refutation) *Derivation {
	if len(r.Loops) > 0 || len(r.Steps) == 0 {
		return nil
	}
	z := &Derivation{sys: sys, unifier: newUnifier(sys.Store)}
	shared := make([]int, len(r.Steps))
	tree := size(r, len(r.Steps)-1, make([]int, len(r.Steps))) <= maxNodes
	var grow func(step int) int
	grow = func(step int) int {
		if !tree && shared[step] > 0 {
			return shared[step] - 1
		}
		c := sys.Clauses[r.Steps[step].Clause]
		n := node{clause: r.Steps[step].Clause, vars: map[*logic.Term]*logic.Term{}}
		for i := range c.Body {
			n.premises = append(n.premises, grow(r.Steps[step].Premises[i]))
		}
		for _, x := range c.Vars() {
			n.vars[x] = sys.Store.Fresh(x.Name(), x.Sort())
		}
		z.nodes = append(z.nodes, n)
		shared[step] = len(z.nodes)
		return len(z.nodes) - 1
	}
	grow(len(r.Steps) - 1)
	z.unify()
	return z
}

// size counts the nodes of the tree below a step. It may stop after maxNodes.
func size(r *horn.Refutation, step int, known []int) int {
	if known[step] == 0 {
		n := 1
		for _, p := range r.Steps[step].Premises {
			n = min(n+size(r, p, known), maxNodes+1)
		}
		known[step] = n
	}
	return known[step]
}

// unify makes the formula. It solves equations between a variable and a term. Other equations
// between datatypes are kept separately, since measures can be equal although the terms, and their
// parts, differ.
func (z *Derivation) unify() {
	s := z.sys.Store
	var rest, compare []*logic.Term
	equate := func(x, y *logic.Term) {
		switch {
		case z.equate(x, y):
		case x.Sort().IsDatatype():
			z.equal = append(z.equal, [2]*logic.Term{x, y})
		default:
			rest = append(rest, s.Eq(x, y))
		}
	}
	for _, n := range z.nodes {
		z.fix(n)
	}
	var key strings.Builder
	for _, n := range z.nodes {
		c := z.sys.Clauses[n.clause]
		fmt.Fprintf(&key, "%d/%d ", n.clause, len(n.premises))
		rename := z.renaming(n)
		for i, p := range n.premises {
			premise := z.sys.Clauses[z.nodes[p].clause]
			derived := z.renaming(z.nodes[p])
			for k, x := range c.Body[i].Args {
				equate(rename.Apply(x), derived.Apply(premise.Head.Args[k]))
			}
		}
		for _, f := range logic.AppendConjuncts(nil, rename.Apply(c.Constraint)) {
			if f.Op() == logic.OpEq {
				equate(f.Arg(0), f.Arg(1))
			} else {
				rest = append(rest, f)
			}
		}
		if c.Head == nil || !slices.ContainsFunc(c.Head.Args, func(x *logic.Term) bool { return x.Sort().IsDatatype() }) {
			compare = append(compare, rename.ApplyAll(compared(c))...)
		}
	}
	z.Key = key.String()
	for i, x := range rest {
		rest[i] = z.resolve(x)
	}
	for _, x := range compare {
		z.compared = append(z.compared, z.resolve(x))
	}
	z.rest = s.And(rest...)
	formula := []*logic.Term{z.rest}
	for i, e := range z.equal {
		z.equal[i] = [2]*logic.Term{z.resolve(e[0]), z.resolve(e[1])}
		formula = append(formula, s.Eq(z.equal[i][0], z.equal[i][1]))
	}
	z.Formula = s.And(formula...)
}

// fix keeps the variables below testers and selectors distinct. Two clauses may decompose the same
// value, and measures do not show that they get the same parts.
func (z *Derivation) fix(n node) {
	c := z.sys.Clauses[n.clause]
	terms := []*logic.Term{c.Constraint}
	for _, a := range c.Body {
		terms = append(terms, a.Args...)
	}
	if c.Head != nil {
		terms = append(terms, c.Head.Args...)
	}
	logic.Walk(func(t *logic.Term) bool {
		if (t.Op() == logic.OpField || t.Op() == logic.OpIs) && t.Arg(0).Op() == logic.OpVar {
			z.rigid[n.vars[t.Arg(0)]] = true
		}
		return true
	}, terms...)
}

func (z *Derivation) renaming(n node) *logic.Substitution {
	var from, to []*logic.Term
	for _, x := range z.sys.Clauses[n.clause].Vars() {
		from, to = append(from, x), append(to, n.vars[x])
	}
	return z.sys.Store.NewSubstitution(from, to)
}

// Refutation returns the derivation with the values of m, a model of the formula.
func (z *Derivation) Refutation(m *logic.Model) *horn.Refutation {
	r := &horn.Refutation{}
	for _, n := range z.nodes {
		values := map[*logic.Term]*logic.Term{}
		for x, y := range n.vars {
			values[x] = m.Eval(z.resolve(y))
		}
		r.Steps = append(r.Steps, horn.Step{Clause: n.clause, Values: values, Premises: n.premises})
	}
	return r
}

// measured returns the consequence of the formula for measures. If it is unsatisfiable, no
// refutation over measures has this form.
func (z *Derivation) measured(v *catamorphisms) (*logic.Term, error) {
	t := v.translation()
	forget := func(x *logic.Term) { // whether x is an argument of a body atom
		for _, y := range logic.FreeVars(x) {
			t.bodies[y] = true
		}
	}
	forget(z.rest)
	for _, e := range z.equal {
		forget(e[0])
		forget(e[1])
	}
	for _, e := range z.equal {
		if v.folds(e[0].Sort()) {
			t.side = append(t.side, t.same(e[0], e[1]))
		} else {
			t.side = append(t.side, v.store.Eq(e[0], e[1]))
		}
	}
	c := &horn.Clause{Constraint: t.constraint(z.rest)}
	if len(v.elements) > 0 {
		t.instantiate(c, t.instances(z.compared))
	}
	return c.Constraint, t.err
}
