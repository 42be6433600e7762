// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// Conjunctions is the domain of conjunctions of given formulas. Every predicate has families of
// formulas over its parameters, in which each formula implies the next.
//
// Reference: C. Flanagan, K. R. M. Leino, "Houdini, an Annotation Assistant for ESC/Java", FME
// 2001.
type Conjunctions struct {
	// Clauses, if set, are used instead of the clauses of the system. They have the same heads and
	// bodies.
	Clauses []*horn.Clause

	sys      *horn.System
	solver   func() smt.Solver
	checks   int // checks left
	index    map[*logic.Func]int
	families [][][]*logic.Term // by predicate
	solvers  []smt.Solver      // by clause
}

// Choice has an index for each family: that of the first formula that holds, or the length of the
// family if no formula holds.
type Choice []int

var _ Domain[Choice] = (*Conjunctions)(nil)

// NewConjunctions returns the domain without any formulas. solver makes a solver over the store of
// sys; it may return nil. At most the given number of checks is made; later ones count as
// undecided. The caller must close the domain.
func NewConjunctions(sys *horn.System, solver func() smt.Solver, checks int) *Conjunctions {
	return &Conjunctions{
		Clauses: sys.Clauses, sys: sys, solver: solver, checks: checks, index: sys.Index(),
		families: make([][][]*logic.Term, len(sys.Preds)), solvers: make([]smt.Solver, len(sys.Clauses)),
	}
}

// Add adds a family of formulas over the parameters of predicate p, see [horn.Params].
func (d *Conjunctions) Add(p int, family []*logic.Term) {
	d.families[p] = append(d.families[p], family)
}

// Close closes the solvers.
func (d *Conjunctions) Close() {
	for _, s := range d.solvers {
		if s != nil {
			s.Close()
		}
	}
}

// Top is [Domain.Top].
func (d *Conjunctions) Top(p int) Choice {
	z := make(Choice, len(d.families[p]))
	for i, family := range d.families[p] {
		z[i] = len(family)
	}
	return z
}

// Join is [Domain.Join].
func (d *Conjunctions) Join(_ int, x, y Choice) Choice {
	z := slices.Clone(x)
	for i := range z {
		z[i] = max(z[i], y[i])
	}
	return z
}

// Leq is [Domain.Leq].
func (d *Conjunctions) Leq(_ int, x, y Choice) bool {
	for i := range x {
		if x[i] > y[i] {
			return false
		}
	}
	return true
}

// Widen is [Domain.Widen]. Chains are finite.
func (d *Conjunctions) Widen(_ int, _, y Choice, _ int) Choice { return y }

// Formula is [Domain.Formula].
func (d *Conjunctions) Formula(p int, x Choice, args []*logic.Term) *logic.Term {
	var conj []*logic.Term
	for i, family := range d.families[p] {
		if x[i] < len(family) {
			conj = append(conj, family[x[i]])
		}
	}
	s := d.sys.Store
	return s.Substitute(s.And(conj...), horn.Params(s, d.sys.Preds[p]), args)
}

// Post is [Domain.Post].
func (d *Conjunctions) Post(ctx context.Context, c int, body []Choice, head *Choice) (Choice, bool, error) {
	clause := d.Clauses[c]
	p := d.index[clause.Head.Pred]
	known := d.assume(c, body)
	z := make(Choice, len(d.families[p]))
	if head != nil {
		copy(z, *head)
	}
	sub := d.sys.Store.NewSubstitution(horn.Params(d.sys.Store, d.sys.Preds[p]), clause.Head.Args)
	for i, family := range d.families[p] {
		for z[i] < len(family) {
			kept, err := d.refuted(ctx, c, append(known, d.sys.Store.Not(sub.Apply(family[z[i]]))))
			if err != nil {
				return nil, false, err
			}
			if kept {
				break
			}
			z[i]++
		}
	}
	return z, true, nil
}

// assume returns the formulas that the states give for the body of clause c.
func (d *Conjunctions) assume(c int, body []Choice) []*logic.Term {
	var z []*logic.Term
	for i, a := range d.sys.Clauses[c].Body {
		z = logic.AppendConjuncts(z, d.Formula(d.index[a.Pred], body[i], a.Args))
	}
	return z
}

// Usable reports whether clause c may have an instance that satisfies the states in body.
func (d *Conjunctions) Usable(ctx context.Context, c int, body []Choice) bool {
	refuted, err := d.refuted(ctx, c, d.assume(c, body))
	return err != nil || !refuted
}

// refuted reports whether the solver finds that the constraint of clause c contradicts the
// formulas.
func (d *Conjunctions) refuted(ctx context.Context, c int, formulas []*logic.Term) (bool, error) {
	if d.checks--; d.checks < 0 {
		return false, nil
	}
	if d.solvers[c] == nil {
		solver := d.solver()
		if solver == nil {
			return false, nil
		}
		if err := solver.Assert(d.Clauses[c].Constraint); err != nil {
			return false, nil
		}
		d.solvers[c] = solver
	}
	st, err := d.solvers[c].Check(ctx, formulas...)
	if turn.Yield(ctx) != nil {
		return false, context.Cause(ctx)
	}
	return err == nil && st == smt.Unsat, nil
}
