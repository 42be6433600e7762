// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"slices"
	"strconv"

	"cornet/smtlib"
)

// This file refutes several counterexamples at once. A state may have further
// derivations than the one that it was made by: applications whose results it
// implies. A tree in which such a state is a choice among its derivations stands for
// all trees with one derivation at each place, and interpolants of it exclude them
// all: the disjunctive interpolants of Rümmer, Hojjat and Kuncak.
//
// They are tree interpolants of another query. A choice among derivations that end
// in the states x1, x2, … of the same predicate has the part
//
//	b1 and x = x1, or b2 and x = x2, or …
//
// and what belongs to a derivation holds under its b. A derivation that has not been
// chosen demands nothing, so an interpolant of it with its b put to true follows
// from the derivation alone, and the interpolants of all derivations imply, each by
// itself, that of the choice.

// remember notes that a leads to x, too, if that does not make derivations
// circular.
func (s *search) remember(x *state, a *application) {
	made := func(y *state) bool { return y.number < x.number }
	if len(x.others) < s.opts.Disjunctive && !slices.ContainsFunc(a.body, func(y *state) bool { return !made(y) }) {
		x.others = append(x.others, a)
	}
}

// choose unfolds leaf i of a tree whose nodes stand before their children to a
// choice among the derivations of its state.
func (s *search) choose(tree []treeNode, i int) []treeNode {
	x := tree[i].of
	var cases []*smtlib.Term
	for _, a := range slices.Concat([]*application{x.from}, x.others) {
		k := len(tree)
		n := s.leaf(x, i, k)
		n.by, n.chosen = a, true
		n.guard = s.store.Var("\\chosen@"+strconv.Itoa(k), s.store.Bool)
		tree = append(tree, n)
		tree[i].children = append(tree[i].children, k)
		cases = append(cases, s.store.And(n.guard, s.equal(&tree[i], &n)))
	}
	tree[i].choice = true
	tree[i].conjuncts = []*smtlib.Term{s.store.Or(cases...)}
	return tree
}

// equal says that two nodes of one predicate have the same state.
func (s *search) equal(a, b *treeNode) *smtlib.Term {
	z := make([]*smtlib.Term, len(a.state))
	for k := range z {
		z[k] = s.store.Eq(a.state[k], b.state[k])
	}
	return s.store.And(z...)
}

// chosen returns the child of choice i that a model of the tree chooses.
func chosen(tree []treeNode, i int, m *smtlib.Model) int {
	values := valuesOf(m, tree[i].state)
	k := slices.IndexFunc(tree[i].children, func(c int) bool {
		return m.Eval(tree[c].guard).IsTrue() && slices.Equal(valuesOf(m, tree[c].state), values)
	})
	return tree[i].children[k]
}

// withoutGuards puts true in for the guards of a tree in its interpolants.
func (s *search) withoutGuards(tree []treeNode, formulas []*smtlib.Term) {
	var guards, all []*smtlib.Term
	for i := range tree {
		if tree[i].chosen {
			guards, all = append(guards, tree[i].guard), append(all, s.store.True())
		}
	}
	if len(guards) == 0 {
		return
	}
	sub := s.store.NewSubstitution(guards, all)
	for i, f := range formulas {
		formulas[i] = sub.Apply(f)
	}
}
