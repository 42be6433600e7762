// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"context"
	"fmt"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// exploration enumerates maximal feasible elements: minimal sets of choices whose equations make
// the query unsatisfiable.
//
// It walks Reiter's hitting-set tree breadth-first. A node is a set of forbidden choices. If the
// other choices are feasible, a minimal feasible subset of them is an element. Each child also
// forbids one of its choices.
type exploration struct {
	*Explorer
	encoding *encoding
	query    *smt.Query
	choices  []Choice       // by cost, the most expensive first
	cost     map[Choice]int // greatest over the cuts of the group
	equation map[Choice]*logic.Term
	byTerm   map[*logic.Term][]Choice
	budget   int
	// infeasible has sets that are known to be infeasible. Their subsets are infeasible too.
	infeasible [][]Choice
	lattice    *Lattice
}

// run explores, and returns the part of the lattice that it has visited.
func (x *exploration) run(ctx context.Context) (*Lattice, error) {
	x.collect()
	x.lattice = newLattice(x)
	var found []Element
	seen := map[string]bool{}
	queue := [][]Choice{nil}
	for len(queue) > 0 && len(found) < maxElements && x.budget > 0 {
		forbidden := queue[0]
		queue = queue[1:]
		allowed := slices.DeleteFunc(slices.Clone(x.choices), func(c Choice) bool { return slices.Contains(forbidden, c) })
		core, err := x.feasible(ctx, allowed)
		if err != nil {
			return nil, err
		}
		if core == nil {
			continue
		}
		minimal, err := x.maximise(ctx, core)
		if err != nil {
			return nil, err
		}
		if key := fmt.Sprint(minimal); !seen[key] {
			seen[key] = true
			found = append(found, x.element(minimal))
		}
		for _, c := range minimal {
			queue = append(queue, append(slices.Clone(forbidden), c))
		}
	}
	x.lattice.Maximal = found
	return x.lattice, nil
}

// collect makes the list of choices and their equations.
func (x *exploration) collect() {
	x.cost, x.equation, x.byTerm = map[Choice]int{}, map[Choice]*logic.Term{}, map[*logic.Term][]Choice{}
	for i, parent := range x.query.Parent {
		if parent < 0 {
			continue
		}
		cut := x.encoding.cuts[i]
		for k, t := range cut.Templates {
			c := Choice{cut.Group, k}
			if x.cost[c] == 0 {
				x.choices = append(x.choices, c)
				x.equation[c] = x.encoding.equations(x.store, x.query, c)
				x.byTerm[x.equation[c]] = append(x.byTerm[x.equation[c]], c)
			}
			x.cost[c] = max(x.cost[c], t.Cost)
		}
	}
	slices.SortStableFunc(x.choices, func(a, b Choice) int { return x.cost[b] - x.cost[a] })
}

// unknownCost is the number of checks that an undecided check takes from the budget.
const unknownCost = 4

// feasible returns a feasible subset of the choices. It returns nil if there is no such subset or
// the solver cannot decide.
func (x *exploration) feasible(ctx context.Context, choices []Choice) ([]Choice, error) {
	for _, s := range x.infeasible {
		if isSubset(choices, s) {
			return nil, nil
		}
	}
	x.budget--
	// The cheapest ones come last, since cores tend to keep assumptions that are decided first.
	assumptions := make([]*logic.Term, 0, len(choices))
	for _, c := range slices.Backward(choices) {
		assumptions = append(assumptions, x.equation[c])
	}
	st, err := x.solver.Check(ctx, assumptions...)
	if st == smt.Unknown {
		x.budget -= unknownCost - 1
	}
	if err != nil || st != smt.Unsat {
		x.infeasible = append(x.infeasible, choices)
		x.note(choices, false)
		return nil, err
	}
	needed := map[*logic.Term]bool{}
	for _, t := range x.solver.Core() {
		needed[t] = true
	}
	core := []Choice{}
	for _, c := range choices {
		if t := x.equation[c]; needed[t] {
			core = append(core, c)
			delete(needed, t) // one of several equal equations is enough
		}
	}
	x.note(choices, true)
	x.note(core, true)
	return core, nil
}

// maximise drops choices from a feasible set, the most expensive first, as long as it remains
// feasible (Algorithm 2). The papers move up in the lattice; here sets become smaller.
func (x *exploration) maximise(ctx context.Context, set []Choice) ([]Choice, error) {
	return smt.Minimise(set, smt.Unbounded, func(rest []Choice) ([]Choice, bool, error) {
		if x.budget <= 0 {
			return nil, false, nil
		}
		core, err := x.feasible(ctx, rest)
		return core, core != nil, err
	})
}

// note adds a visited element to the lattice, if there is an observer.
func (x *exploration) note(set []Choice, feasible bool) {
	if x.opts.Observe != nil {
		x.lattice.visit(x.element(set), feasible)
	}
}

func isSubset(xs, ys []Choice) bool {
	for _, x := range xs {
		if !slices.Contains(ys, x) {
			return false
		}
	}
	return true
}

// element returns the choices in order with their cost.
func (x *exploration) element(set []Choice) Element {
	z := Element{Choices: slices.Clone(set)}
	slices.SortFunc(z.Choices, compareChoices)
	for _, c := range set {
		z.Cost += x.cost[c]
	}
	return z
}

func compareChoices(a, b Choice) int {
	if a.Group != b.Group {
		return a.Group - b.Group
	}
	return a.Template - b.Template
}
