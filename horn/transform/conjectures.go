// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/absint"
	"cornet/smt"
	"cornet/smtlib"
)

// conjectures is the abstract domain of conjunctions of some formulas. For every predicate there are families of formulas over its
// parameters, in which each implies the next.
type conjectures struct {
	env      *Env
	sys      *horn.System
	clauses  []*horn.Clause // what is asked about in place of those of sys
	index    map[*smtlib.Func]int
	params   [][]*smtlib.Term
	families [][][]*smtlib.Term // by predicate
	solvers  []smt.Solver       // by clause
	tests    int
}

// choice has for each family the place of the first formula that holds; the length of the family is for none.
type choice []int

var _ absint.Domain[choice] = (*conjectures)(nil)

func newConjectures(env *Env, sys *horn.System) *conjectures {
	d := &conjectures{
		env: env, sys: sys, index: predIndex(sys.Preds), solvers: make([]smt.Solver, len(sys.Clauses)),
		clauses: make([]*horn.Clause, len(sys.Clauses)), families: make([][][]*smtlib.Term, len(sys.Preds)),
	}
	for _, p := range sys.Preds {
		d.params = append(d.params, params(sys.Store, p))
	}
	return d
}

func (d *conjectures) close() {
	for _, s := range d.solvers {
		if s != nil {
			s.Close()
		}
	}
}

// Top is [absint.Domain.Top].
func (d *conjectures) Top(p int) choice {
	z := make(choice, len(d.families[p]))
	for i, family := range d.families[p] {
		z[i] = len(family)
	}
	return z
}

// Join is [absint.Domain.Join].
func (d *conjectures) Join(_ int, x, y choice) choice {
	z := slices.Clone(x)
	for i := range z {
		z[i] = max(z[i], y[i])
	}
	return z
}

// Leq is [absint.Domain.Leq].
func (d *conjectures) Leq(_ int, x, y choice) bool {
	for i := range x {
		if x[i] > y[i] {
			return false
		}
	}
	return true
}

// Widen is [absint.Domain.Widen]: chains are finite.
func (d *conjectures) Widen(_ int, _, y choice, _ int) choice { return y }

// Formula is [absint.Domain.Formula].
func (d *conjectures) Formula(p int, x choice, args []*smtlib.Term) *smtlib.Term {
	var conj []*smtlib.Term
	for i, family := range d.families[p] {
		if x[i] < len(family) {
			conj = append(conj, family[x[i]])
		}
	}
	s := d.sys.Store
	return s.Substitute(s.And(conj...), d.params[p], args)
}

// Post is [absint.Domain.Post].
func (d *conjectures) Post(ctx context.Context, c int, body []choice, head *choice) (choice, bool, error) {
	clause := d.clauses[c]
	p := d.index[clause.Head.Pred]
	known := d.assume(c, body)
	z := make(choice, len(d.families[p]))
	if head != nil {
		copy(z, *head)
	}
	sub := d.sys.Store.NewSubstitution(d.params[p], clause.Head.Args)
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

// assume returns what the states say of the body of clause c.
func (d *conjectures) assume(c int, body []choice) []*smtlib.Term {
	var z []*smtlib.Term
	for i, a := range d.sys.Clauses[c].Body {
		z = smtlib.AppendConjuncts(z, d.Formula(d.index[a.Pred], body[i], a.Args))
	}
	return z
}

// usable reports whether clause c may have an instance of which the states in body hold.
func (d *conjectures) usable(ctx context.Context, c int, body []choice) bool {
	refuted, err := d.refuted(ctx, c, d.assume(c, body))
	return err != nil || !refuted
}

// refuted reports whether the constraint of clause c contradicts the formulas, as far as a solver finds out.
func (d *conjectures) refuted(ctx context.Context, c int, formulas []*smtlib.Term) (bool, error) {
	if d.tests++; d.tests > maxPolynomialTests {
		return false, nil
	}
	if d.solvers[c] == nil {
		solver := d.env.solver(d.sys.Store, polynomialTicks)
		if solver == nil {
			return false, nil
		}
		if err := solver.Assert(d.clauses[c].Constraint); err != nil {
			return false, nil
		}
		d.solvers[c] = solver
	}
	st, err := d.solvers[c].Check(ctx, formulas...)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	return err == nil && st == smt.Unsat, nil
}
