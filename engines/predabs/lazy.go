// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"encoding/binary"
	"slices"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// This file decides counterexamples with large trees, starting at the query. A state that has not
// been unfolded is represented by its abstraction and the lemmas about it.
//
// If the part unfolded so far has a model, the model gives values to the states at its leaves. The
// leaves are derived with these values, clause by clause. Results are cached by state and values,
// so that a refutation is a DAG. If no instance of a state's clause derives some values, a lemma
// excludes them. It holds for all uses of the state, so a shared part of the DAG is refuted once. A
// state that needs too many lemmas is unfolded. One query then covers the state and the part above
// it.
//
// Abstractions and lemmas hold for every derivation with the shape of the DAG. So in the end the
// lemmas and the interpolants of the unfolded part, tracked together, exclude the DAG in all later
// rounds.

// maxLemmas bounds the lemmas about a state in one counterexample.
const maxLemmas = 12

// lemma is a formula that all derivable atoms of a state satisfy.
type lemma struct {
	of      *state
	formula *logic.Term // over the formals
	uses    []*lemma    // the lemmas about the body atoms of the state's clause that its proof uses
}

// derivation is an attempt to derive the leaves of a partial tree.
type derivation struct {
	*search
	steps  []horn.Step
	known  map[string]int // the steps by key: each derives a state with values
	lemmas map[*state][]*lemma
}

// decideLazily is like decide, for large trees.
//
// Cost: a query of the size of the unfolded part for each node that is unfolded. For each derived
// atom and each lemma, a query of the size of a clause.
func (s *search) decideLazily(ctx context.Context, a *application) (verdict, error) {
	s.stats.Lazy++
	s.solver.Push()
	defer s.solver.Pop(1)
	tree := s.expand([]treeNode{s.root(a)}, 0)
	d := &derivation{search: s, known: map[string]int{}, lemmas: map[*state][]*lemma{}}
	for {
		from := d.strengthen(tree)
		m, core, err := s.satisfy(ctx, s.solver, tree)
		if err != nil {
			return verdict{}, err
		}
		if m == nil {
			return verdict{tree: reversed(tree), core: core, lemmas: needed(from, core)}, nil
		}
		open, err := d.leaves(ctx, tree, m)
		if err != nil {
			return verdict{}, err
		}
		if open == nil {
			return verdict{refutation: d.refutation(tree, m)}, nil
		}
		for _, path := range open {
			i := path[0]
			for k := 0; ; k++ {
				tree = s.expand(tree, i)
				if k == len(path)-1 {
					break
				}
				i = tree[i].children[path[k+1]]
			}
		}
		if len(tree) > maxTree {
			return verdict{}, s.tooLarge()
		}
	}
}

// strengthen adds the learned facts to the leaves of a tree. It returns the lemmas, indexed by the
// conjuncts that they have become.
func (d *derivation) strengthen(tree []treeNode) map[*logic.Term]*lemma {
	from := map[*logic.Term]*lemma{}
	for i := range tree {
		n := &tree[i]
		if n.instance != nil {
			continue
		}
		over := d.store.NewSubstitution(n.loc.formals, n.state)
		n.conjuncts = logic.AppendConjuncts(nil, over.Apply(n.of.term))
		for _, l := range d.lemmas[n.of] {
			t := over.Apply(l.formula)
			if from[t] == nil {
				from[t] = l
				n.conjuncts = append(n.conjuncts, t)
			}
		}
	}
	return from
}

// needed returns the lemmas of a core, and those that they depend on, without repetitions, in the
// order of the core's conjuncts.
func needed(from map[*logic.Term]*lemma, core []*logic.Term) []*lemma {
	var z []*lemma
	seen := map[*lemma]bool{}
	var visit func(*lemma)
	visit = func(l *lemma) {
		if l == nil || seen[l] {
			return
		}
		seen[l] = true
		for _, k := range l.uses {
			visit(k)
		}
		z = append(z, l)
	}
	for _, t := range core {
		visit(from[t])
	}
	return z
}

// leaves derives the leaves of a tree with their values under m. It returns nil if it succeeds. If
// a leaf gets a new lemma instead, the result is empty but not nil. If states below the leaves
// would need one lemma too many, it returns the path to each: the leaf, and the positions of body
// atoms.
func (d *derivation) leaves(ctx context.Context, tree []treeNode, m *logic.Model) ([][]int, error) {
	var open [][]int
	for i := range tree {
		n := &tree[i]
		if n.instance != nil {
			continue
		}
		_, z, err := d.derive(ctx, n.of, valuesOf(m, n.state))
		switch {
		case err != nil:
			return nil, err
		case z.learned:
			return [][]int{}, nil
		case z.way != nil:
			way := append(z.way, i)
			slices.Reverse(way)
			open = append(open, way)
		}
	}
	return open, nil
}

func valuesOf(m *logic.Model, state []*logic.Term) []*logic.Term {
	z := make([]*logic.Term, len(state))
	for i, v := range state {
		z[i] = m.Eval(v)
	}
	return z
}

// failure describes why values of a state have not been derived. The zero value means that they
// have been derived.
type failure struct {
	learned bool // a new lemma excludes them
	// way is the path to a state that would need one lemma too many: the positions of body atoms,
	// that of the last clause first. It is empty, but not nil, for the state itself.
	way []int
}

// derive returns the step that derives the predicate of x with the given values, using the
// applications that led to x.
func (d *derivation) derive(ctx context.Context, x *state, values []*logic.Term) (step int, z failure, err error) {
	key := d.key(x, values)
	if step, ok := d.known[key]; ok {
		return step, failure{}, nil
	}
	f := d.form(x.from.clause)
next:
	for {
		if len(d.steps) > maxTree {
			return 0, failure{}, d.tooLarge()
		}
		m, z, err := d.instance(ctx, x, values)
		if err != nil || m == nil {
			return 0, z, err
		}
		s := horn.Step{Clause: x.from.clause, Values: f.instance.Values(m)}
		for k, y := range x.from.body {
			premise, z, err := d.derive(ctx, y, valuesOf(m, f.states[k]))
			switch {
			case err != nil:
				return 0, failure{}, err
			case z.learned:
				continue next
			case z.way != nil:
				return 0, failure{way: append(z.way, k)}, nil
			}
			s.Premises = append(s.Premises, premise)
		}
		d.steps = append(d.steps, s)
		d.known[key] = len(d.steps) - 1
		return len(d.steps) - 1, failure{}, nil
	}
}

// instance returns a model of the clause that led to x, over the states of its form. Its head has
// the given values, and its body atoms satisfy the known facts. The result is nil if there is no
// model, or if the solver cannot decide.
func (d *derivation) instance(ctx context.Context, x *state, values []*logic.Term) (*logic.Model, failure, error) {
	f := d.form(x.from.clause)
	d.bounded.Push()
	defer d.bounded.Pop(1)
	if err := d.bounded.Assert(d.store.And(f.instance.Conjuncts...)); err != nil {
		return nil, failure{}, err
	}
	var body []*logic.Term
	from := map[*logic.Term]*lemma{}
	for k, y := range x.from.body {
		body = logic.AppendConjuncts(body, f.body[k].Apply(y.term))
		for _, l := range d.lemmas[y] {
			t := f.body[k].Apply(l.formula)
			if from[t] == nil {
				from[t] = l
				body = append(body, t)
			}
		}
	}
	bounds := pinned(d.store, f.headState, values)
	d.stats.Checks++
	switch st, err := d.bounded.Check(ctx, slices.Concat(body, bounds)...); {
	case err != nil:
		return nil, failure{}, err
	case st == smt.Sat:
		m, err := d.bounded.Model()
		return m, failure{}, err
	case st == smt.Unknown || len(d.lemmas[x]) == maxLemmas:
		return nil, failure{way: []int{}}, nil
	}
	formula, core, err := d.learn(ctx, f, body, bounds)
	if err != nil {
		return nil, failure{}, err
	}
	l := &lemma{of: x, formula: d.store.Substitute(formula, f.headState, x.loc.formals)}
	for _, t := range core {
		if u := from[t]; u != nil {
			l.uses = append(l.uses, u)
		}
	}
	d.lemmas[x] = append(d.lemmas[x], l)
	return nil, failure{learned: true}, nil
}

// pinned returns bounds that fix the values of a state.
func pinned(s *logic.Store, state, values []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for i, v := range state {
		if v.Sort().IsArith() {
			z = append(z, s.Le(v, values[i]), s.Ge(v, values[i]))
		} else {
			z = append(z, s.Eq(v, values[i]))
		}
	}
	return z
}

// learn returns a formula over the head state of f that excludes the bounds. The bounds contradict
// the clause with the assumed formulas about its body. The result is an interpolant of the clause
// and the relevant bounds. learn also returns the assumed formulas that the proof uses.
func (d *derivation) learn(ctx context.Context, f *clauseForm, body, bounds []*logic.Term) (formula *logic.Term, core []*logic.Term, err error) {
	core = smt.Needed(d.bounded, body)
	matter := smt.Needed(d.bounded, bounds)
	bounds, err = smt.Minimise(bounds, smt.Unbounded, func(rest []*logic.Term) ([]*logic.Term, bool, error) {
		if len(smt.Among(matter, rest)) == len(matter) {
			return rest, true, nil
		}
		d.stats.Checks++
		st, err := d.bounded.Check(ctx, slices.Concat(body, rest)...)
		if err == nil && st == smt.Unsat {
			core, matter = smt.Needed(d.bounded, body), smt.Needed(d.bounded, rest)
		}
		return rest, st == smt.Unsat, err
	})
	if err != nil {
		return nil, nil, err
	}
	known, excluded := slices.Concat(f.instance.Conjuncts, core), d.store.And(bounds...)
	z, err := d.itp.Interpolate(ctx, &smt.Query{
		Part: []*logic.Term{d.store.And(known...), excluded}, Parent: []int{1, -1}, Strength: d.opts.Strength,
	})
	if err != nil || z.Status != smt.Unsat {
		return d.store.Not(excluded), core, err
	}
	return z.Formulas[0], core, nil
}

// key identifies a state with its values.
func (d *derivation) key(x *state, values []*logic.Term) string {
	key := binary.AppendUvarint(nil, uint64(x.number))
	for _, v := range values {
		key = binary.AppendUvarint(key, uint64(v.ID()))
	}
	return string(key)
}

// refutation returns the derivation of the query: the steps that derive the leaves,
// all of them known, and the unfolded clauses under m.
func (d *derivation) refutation(tree []treeNode, m *logic.Model) *horn.Refutation {
	step := make([]int, len(tree))
	for i := len(tree) - 1; i >= 0; i-- { // children come before their parents
		n := &tree[i]
		if n.instance == nil {
			step[i] = d.known[d.key(n.of, valuesOf(m, n.state))]
			continue
		}
		d.steps = append(d.steps, n.ground(m, step))
		step[i] = len(d.steps) - 1
	}
	return &horn.Refutation{Steps: d.steps}
}
