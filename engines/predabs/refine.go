// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"cornet/engines/unroll"
	"cornet/horn"
	"cornet/smt"
	"cornet/smt/abstraction"
	"cornet/smtlib"
)

// treeNode is a clause at one place of a counterexample tree.
type treeNode struct {
	instance *unroll.Instance
	clause   int
	loc      *location // of the head, nil at the root
	state    []*smtlib.Term
	parent   int // index in the tree; -1 at the root
	children []int
}

// unfold returns the tree of an application, a node after its children: the
// order of a tree query, with the root last.
func (s *search) unfold(root *application) ([]treeNode, error) {
	type pending struct {
		a      *application
		parent int
		atom   int
	}
	var pre []treeNode // a node before its children
	work := []pending{{root, -1, 0}}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if len(pre) == s.opts.MaxTree {
			return nil, giveUp{fmt.Sprintf("a counterexample has more than %d clauses", s.opts.MaxTree)}
		}
		i := len(pre)
		n := treeNode{clause: p.a.clause, parent: p.parent, children: make([]int, len(p.a.body))}
		if p.parent >= 0 {
			n.loc = s.byPred[s.sys.Clauses[p.a.clause].Head.Pred]
			n.state = unroll.State(s.store, n.loc.pred, strconv.Itoa(i))
			pre[p.parent].children[p.atom] = i
		}
		pre = append(pre, n)
		for k, x := range p.a.body {
			work = append(work, pending{x.from, i, k})
		}
	}
	// Reverse, so that children come first.
	last := len(pre) - 1
	tree := make([]treeNode, len(pre))
	for i, n := range pre {
		for k := range n.children {
			n.children[k] = last - n.children[k]
		}
		if n.parent >= 0 {
			n.parent = last - n.parent
		}
		tree[last-i] = n
	}
	for i := range tree {
		n := &tree[i]
		states := make([][]*smtlib.Term, len(n.children))
		for k, c := range n.children {
			states[k] = tree[c].state
		}
		n.instance = unroll.Instantiate(s.store, s.sys.Clauses[n.clause], states, n.state, strconv.Itoa(last-i))
	}
	return tree, nil
}

// refine examines the counterexample that a is the root of: it returns a
// refutation, or tracks new formulas that exclude it and returns nil.
func (s *search) refine(ctx context.Context, a *application) (*horn.Refutation, error) {
	tree, err := s.unfold(a)
	if err != nil {
		return nil, err
	}
	s.stats.TreeSteps += int64(len(tree))
	core, r, err := s.concretise(ctx, tree)
	if err != nil || r != nil {
		return r, err
	}
	s.stats.Refinements++
	families, err := s.interpolate(ctx, tree, core)
	if err != nil {
		return nil, err
	}
	added := 0
	for i := range tree[:len(tree)-1] {
		n := &tree[i]
		old := len(n.loc.precision)
		for _, formulas := range families {
			n.loc.track(s.store, s.store.Substitute(formulas[i], n.state, n.loc.formals))
		}
		if k := len(n.loc.precision) - old; k > 0 {
			n.loc.refined++
			added += k
		}
	}
	s.stats.Predicates += int64(added)
	s.opts.Log.Debug("refine", "clauses", len(tree), "formulas", added)
	if added == 0 {
		return nil, giveUp{"interpolants do not exclude a counterexample"}
	}
	return nil, nil
}

// interpolate returns families of interpolants for a spurious tree: those under
// abstractions where refinement seems to diverge or the options say so, else
// those that the back end chooses.
//
// Without guidance the tree is cut to its core, so that interpolants speak of
// what matters. An abstraction may need another reason than the core's.
func (s *search) interpolate(ctx context.Context, tree []treeNode, core map[*smtlib.Term]bool) (families [][]*smtlib.Term, err error) {
	if s.guided(tree) {
		whole := s.query(tree, func(*smtlib.Term) bool { return true })
		all, err := s.explorer.Interpolate(ctx, whole, s.cuts(tree))
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return nil, err
		}
		for _, z := range all {
			families = append(families, slices.Clone(z.Formulas))
		}
		s.show(tree)
		if families != nil {
			s.stats.Guided++
			s.opts.Log.Debug("guided", "elements", len(all), "cost", all[0].Element.Cost)
			return families, nil
		}
	}
	z, err := s.itp.Interpolate(ctx, s.query(tree, func(t *smtlib.Term) bool { return core[t] }))
	switch {
	case err != nil:
		return nil, err
	case z.Status != smt.Unsat:
		return nil, giveUp{"no interpolants for a counterexample: " + z.Reason}
	}
	return [][]*smtlib.Term{z.Formulas}, nil
}

// query returns the tree query of the conjuncts that keep selects.
func (s *search) query(tree []treeNode, keep func(*smtlib.Term) bool) *smt.Query {
	q := &smt.Query{Strength: s.opts.Strength}
	for i := range tree {
		var part []*smtlib.Term
		for _, t := range tree[i].instance.Conjuncts {
			if keep(t) {
				part = append(part, t)
			}
		}
		q.Part = append(q.Part, s.store.And(part...))
		q.Parent = append(q.Parent, tree[i].parent)
	}
	return q
}

// cuts returns the cuts of a tree with the templates of their locations.
func (s *search) cuts(tree []treeNode) []abstraction.Cut {
	cuts := make([]abstraction.Cut, len(tree))
	for i := range tree {
		n := &tree[i]
		if n.loc == nil {
			continue
		}
		if n.loc.templates == nil {
			n.loc.templates = s.templates(n.loc)
		}
		cuts[i] = abstraction.Cut{State: n.state, Group: n.loc.index}
		over := s.store.NewSubstitution(n.loc.formals, n.state)
		for _, t := range n.loc.templates {
			cuts[i].Templates = append(cuts[i].Templates, abstraction.Template{Term: over.Apply(t.Term), Cost: t.Cost})
		}
	}
	return cuts
}

// guided reports whether interpolants for the tree are to be guided by templates.
// It is asked once per refinement.
func (s *search) guided(tree []treeNode) bool {
	switch s.opts.Abstraction {
	case NoAbstraction:
		return false
	case AutoAbstraction:
		if !slices.ContainsFunc(tree, func(n treeNode) bool { return n.loc != nil && n.loc.refined > s.opts.Patience }) {
			return false
		}
		s.divergent++
		return s.divergent%guidedEvery(s.divergent) == 1
	}
	return true
}

// guidedEvery returns the period of guided refinements at the n-th one past
// patience. Templates that have not helped for long are not what is missing.
func guidedEvery(n int) int {
	switch {
	case n <= 16:
		return 2
	case n <= 48:
		return 4
	}
	return 8
}

// concretise decides the formula of a tree: it returns a refutation or an
// unsatisfiable core of the conjuncts.
func (s *search) concretise(ctx context.Context, tree []treeNode) (map[*smtlib.Term]bool, *horn.Refutation, error) {
	var conjuncts []*smtlib.Term
	for i := range tree {
		conjuncts = append(conjuncts, tree[i].instance.Conjuncts...)
	}
	s.stats.Checks++
	s.solver.Push()
	defer s.solver.Pop(1)
	st, err := s.solver.Check(ctx, conjuncts...)
	switch {
	case err != nil:
		return nil, nil, err
	case st == smt.Unsat:
		core := map[*smtlib.Term]bool{}
		for _, t := range s.solver.Core() {
			core[t] = true
		}
		return core, nil, nil
	case st == smt.Unknown:
		return nil, nil, giveUp{"a counterexample could not be decided: " + s.solver.Reason()}
	}
	m, err := s.solver.Model()
	if err != nil {
		return nil, nil, err
	}
	r := &horn.Refutation{}
	for i := range tree {
		r.Steps = append(r.Steps, horn.Step{
			Clause: tree[i].clause, Values: tree[i].instance.Values(m), Premises: tree[i].children,
		})
	}
	return nil, r, nil
}
