// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// Bounds on the work of the domain of affine hulls.
const (
	maxAffineChecks = 400       // checks of the solver
	maxAffineTicks  = 1_000_000 // ticks of one check in a small system
	maxLargeTicks   = 100_000   // ticks of one check in a large system
	largeAffine     = 300       // size from which on a system is large
	maxAffineArgs   = 60        // arguments of one predicate
	maxLargeArgs    = 15        // arguments of one predicate in a large system: each may need a check
)

// Affine is the domain of linear equations and congruences between arguments, such as x = 2y + 3
// and x + y ≡ 1 modulo 4. For each predicate it has the affine hull of the states found so far, see
// [Hull]. A nil state means that nothing is known. A larger state need not have a weaker formula:
// see Hull.formula. If a clause has a model that leads from the hulls of its body to a state
// outside the hull of its head, that hull grows by this state, until there is no such model. If a
// solver does not decide within its budget, the hull becomes the set of all states.
//
// References: M. Karr, "Affine relationships among variables of a program", Acta Informatica 6,
// 1976; P. Granger, "Static analysis of linear congruence equalities among variables of a program",
// TAPSOFT 1991; T. Reps, M. Sagiv, G. Yorsh, "Symbolic implementation of the best transformer",
// VMCAI 2004, for the use of models.
//
// Differences from the papers: the papers are about programs; for Horn clauses with several body
// atoms, the method is the same. The domain covers only arguments of the sort that most arguments
// of a predicate have, Int or Real.
//
// Cost: at most maxAffineChecks checks.
type Affine struct {
	sys     *horn.System
	solver  func(ticks uint64) smt.Solver
	index   map[*logic.Func]int
	args    [][]int // by predicate: the positions of the arguments covered
	real    []bool  // by predicate: the arguments are real numbers
	wide    []bool  // by predicate: too many arguments are covered
	solvers []smt.Solver
	ticks   uint64 // for one check
	checks  int
}

var _ Domain[*Hull] = (*Affine)(nil)

// NewAffine returns the domain for the predicates of sys. solver makes a solver over their store
// with a limit on the ticks of a check; it may return nil. The caller must close the domain.
func NewAffine(sys *horn.System, solver func(ticks uint64) smt.Solver) *Affine {
	n := len(sys.Preds)
	ticks, args := uint64(maxAffineTicks), maxAffineArgs
	if sys.Size() > largeAffine {
		ticks, args = maxLargeTicks, maxLargeArgs
	}
	d := &Affine{
		solver: solver, sys: sys, index: sys.Index(), args: make([][]int, n), real: make([]bool, n), wide: make([]bool, n),
		solvers: make([]smt.Solver, len(sys.Clauses)), ticks: ticks,
	}
	for i, p := range sys.Preds {
		var ints, reals []int
		for j, sort := range p.Params() {
			switch {
			case sort.IsInt():
				ints = append(ints, j)
			case sort.IsArith():
				reals = append(reals, j)
			}
		}
		d.args[i] = ints
		if d.real[i] = len(ints) < len(reals); d.real[i] {
			d.args[i] = reals
		}
		d.wide[i] = len(d.args[i]) > args
	}
	return d
}

// Close closes the solvers.
func (d *Affine) Close() {
	for _, s := range d.solvers {
		if s != nil {
			s.Close()
		}
	}
}

// Top is [Domain.Top].
func (d *Affine) Top(int) *Hull { return nil }

// Formula is [Domain.Formula].
func (d *Affine) Formula(p int, h *Hull, args []*logic.Term) *logic.Term {
	f, _ := d.formula(p, h, args)
	return f
}

// formula returns facts about the arguments, and whether they describe the whole hull.
func (d *Affine) formula(p int, h *Hull, args []*logic.Term) (f *logic.Term, all bool) {
	if h == nil {
		return d.sys.Store.True(), false
	}
	// First over parameters, so that the choice of equations does not depend on the arguments.
	s := d.sys.Store
	xs := horn.Params(s, d.sys.Preds[p])
	f, all = h.formula(s, d.chosen(p, xs))
	return s.NewSubstitution(xs, args).Apply(f), all
}

// chosen returns the covered arguments of predicate p.
func (d *Affine) chosen(p int, args []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, j := range d.args[p] {
		z = append(z, args[j])
	}
	return z
}

// Join is [Domain.Join].
func (d *Affine) Join(_ int, x, y *Hull) *Hull { return join(x, y) }

// Leq is [Domain.Leq].
func (d *Affine) Leq(p int, x, y *Hull) bool {
	if x == y || y == nil {
		return true
	}
	if !within(x, y) {
		return false
	}
	_, all := d.formula(p, x, horn.Params(d.sys.Store, d.sys.Preds[p]))
	return all
}

// Widen is [Domain.Widen]. Hulls grow a bounded number of times.
func (d *Affine) Widen(_ int, _, y *Hull, _ int) *Hull { return y }

// Post is [Domain.Post]. The hull of the head grows by states from models of the clause until no
// model leads outside it.
func (d *Affine) Post(ctx context.Context, i int, body []*Hull, head *(*Hull)) (z *Hull, ok bool, err error) {
	c, s := d.sys.Clauses[i], d.sys.Store
	p := d.index[c.Head.Pred]
	if d.wide[p] || head != nil && *head == nil {
		return nil, true, nil
	}
	z = &Hull{integral: !d.real[p]}
	if head != nil {
		z = (*head).clone()
	}
	grown := false
	for {
		known, _ := d.formula(p, z, c.Head.Args)
		question := []*logic.Term{s.Not(known)}
		for k := range c.Body {
			question = append(question, d.Formula(d.index[c.Body[k].Pred], body[k], c.Body[k].Args))
		}
		point, st, err := d.outside(ctx, i, question)
		switch {
		case err != nil:
			return nil, false, err
		case st == smt.Unknown:
			return nil, true, nil
		case st == smt.Unsat && !grown && head != nil:
			return *head, true, nil
		case st == smt.Unsat:
			return z, grown, nil
		}
		z.add(point)
		grown = true
	}
}

// outside returns a state outside the head's hull that clause i derives under the assumptions.
// unknown means that the solver did not decide, perhaps for lack of budget.
func (d *Affine) outside(ctx context.Context, i int, assumptions []*logic.Term) (point []rational.Rat, st smt.Status, err error) {
	c, s := d.sys.Clauses[i], d.sys.Store
	if s.And(assumptions...).IsFalse() {
		return nil, smt.Unsat, nil
	}
	if d.checks++; d.checks > maxAffineChecks {
		return nil, smt.Unknown, nil
	}
	if d.solvers[i] == nil {
		if d.solvers[i] = d.solver(d.ticks); d.solvers[i] == nil || d.solvers[i].Assert(c.Constraint) != nil {
			return nil, smt.Unknown, nil
		}
	}
	st, err = d.solvers[i].Check(ctx, assumptions...)
	switch {
	case ctx.Err() != nil:
		return nil, smt.Unknown, context.Cause(ctx)
	case err != nil:
		return nil, smt.Unknown, nil
	case st != smt.Sat:
		return nil, st, nil
	}
	m, err := d.solvers[i].Model()
	if err != nil {
		return nil, smt.Unknown, nil
	}
	point = []rational.Rat{}
	for _, t := range d.chosen(d.index[c.Head.Pred], c.Head.Args) {
		x := m.Eval(t)
		if x.Op() != logic.OpNum {
			return nil, smt.Unknown, nil
		}
		point = append(point, x.Num())
	}
	return point, smt.Sat, nil
}
