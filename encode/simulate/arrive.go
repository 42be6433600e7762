// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cornet/encode/chc"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/logic"
)

// This file compares the steps of a run, from one place to the next, with the clauses. It does not
// use the model, so it also tests proofs that have none.

// An Underived is a state of a run that no clause derives from the state before.
type Underived struct {
	From   *scalar.Node // where the block begins that the run has passed
	Place  chc.Place
	Values []*logic.Term // of the predicate's arguments, nil if unknown
}

func (u *Underived) Error() string {
	var args strings.Builder
	for _, x := range u.Values {
		if x == nil {
			args.WriteString(" ?")
		} else {
			args.WriteString(" " + x.String())
		}
	}
	return fmt.Sprintf("a run of the program goes from %v to %v, and no clause does so: (%s%s)", u.From.Pos, u.Place.Pos, u.Place.Pred.Name(), args.String())
}

// A fact is a place with the values of its predicate in a run, nil where they are not known.
type fact struct {
	place  chc.Place
	values []*logic.Term
}

// merged is what a run has where paths of its block meet.
type merged struct {
	node   *scalar.Node
	values map[*scalar.Var]*logic.Term
}

// arrives tests that a clause leads to n, if n has a predicate, and notes the values of the run
// where paths meet at n.
func (v *validator) arrives(s *scalar.State, n *scalar.Node) {
	if p := v.blockOf(); p != nil {
		if m, ok := p.block.Merges[n]; ok {
			here := merged{n, map[*scalar.Var]*logic.Term{}}
			for x, t := range m.Values {
				if t != nil {
					here.values[x] = v.small(s.Value(x), t.Sort())
				}
			}
			p.merges = append(p.merges, here)
		}
	}
	for _, i := range v.places[n] {
		from, caller := v.blockOf(), v.callerOf()
		place := v.sys.Places[i]
		if place.Kind == chc.Entry {
			from = caller
		}
		if place.Kind != chc.Exit {
			caller = nil
		}
		if from == nil && caller == nil {
			continue
		}
		here := fact{place, v.arguments(s, place)}
		if caller != nil {
			caller.called = &here
		}
		if from != nil && v.found == nil && !v.derives(from, here) {
			v.found = &Underived{From: from.begins, Place: place, Values: here.values}
		}
	}
}

// callerOf returns the run of the block from which the running function was called, or nil if it is
// not known.
func (v *validator) callerOf() *blockRun {
	if len(v.blocks) < 2 {
		return nil
	}
	return v.blocks[len(v.blocks)-2]
}

// derives reports whether some clause of the block may derive a fact.
func (v *validator) derives(p *blockRun, f fact) bool {
	p.learnResults()
	all := v.sys.Horn.Store.NewSubstitution(p.vars, p.values)
	return slices.ContainsFunc(p.block.Clauses, func(c *horn.Clause) bool {
		return c.Head.Pred == f.place.Pred && v.mayDerive(all, c, f, p.called)
	})
}

// learnResults records what the last callee has returned.
func (p *blockRun) learnResults() {
	if p.called == nil {
		return
	}
	for _, c := range p.block.Clauses {
		for _, a := range c.Body {
			if a.Pred == p.called.place.Pred {
				for i, x := range a.Args {
					p.learn(x, p.called.values[i])
				}
			}
		}
	}
}

// mayDerive reports whether known values leave it possible that c derives a fact from the exit of
// the last callee, if there was a call.
func (v *validator) mayDerive(all *logic.Substitution, c *horn.Clause, f fact, called *fact) bool {
	if all.Apply(c.Constraint).IsFalse() || !v.mayBe(all, *c.Head, f.values) {
		return false
	}
	return !slices.ContainsFunc(c.Body, func(a horn.Atom) bool {
		return called != nil && a.Pred == called.place.Pred && !v.mayBe(all, a, called.values)
	})
}

// mayBe reports whether the arguments of an atom may have the values, as far as these are known.
func (v *validator) mayBe(all *logic.Substitution, a horn.Atom, values []*logic.Term) bool {
	for i, x := range values {
		if x != nil && v.sys.Horn.Store.Eq(all.Apply(a.Args[i]), x).IsFalse() {
			return false
		}
	}
	return true
}

// endBlock compares values of the run with their terms, at the nodes where paths of a block have
// met. At this time, the values of all inputs are known.
//
// Cost: linear in the terms of the block, and in the guard of each node where paths met.
func (v *validator) endBlock(i int) {
	p := v.blocks[i]
	v.blocks[i] = nil
	if p == nil || v.found != nil {
		return
	}
	store := v.sys.Horn.Store
	all := store.NewSubstitution(p.vars, p.values)
	for _, here := range p.merges {
		m := p.block.Merges[here.node]
		for _, c := range m.Guard.Conditions() {
			if all.Apply(c).IsFalse() {
				v.found = &Mismerge{Node: here.node, Term: c, Run: store.True()}
				return
			}
		}
		byID := func(x, y *scalar.Var) int { return cmp.Compare(x.ID, y.ID) }
		for _, x := range slices.SortedFunc(maps.Keys(m.Values), byID) {
			t := m.Values[x]
			if t == nil || here.values[x] == nil {
				continue
			}
			if store.Eq(all.Apply(t), here.values[x]).IsFalse() {
				v.found = &Mismerge{Node: here.node, Var: x, Term: t, Run: here.values[x]}
				return
			}
		}
	}
}

// A Mismerge is a value of a run that differs from its term in the clauses, at a node where paths
// meet.
type Mismerge struct {
	Node *scalar.Node
	Var  *scalar.Var // nil if a condition of the paths differs
	Run  *logic.Term // its value in the run
	Term *logic.Term
}

func (m *Mismerge) Error() string {
	what := "a condition of these paths"
	if m.Var != nil {
		what = m.Var.Name
	}
	return fmt.Sprintf("the translation differs from a run of the program: %v, where paths meet: %s is %v, and not so in %v", m.Node.Pos, what, m.Run, m.Term)
}
