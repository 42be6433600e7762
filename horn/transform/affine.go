// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/smt"
	"cornet/smtlib"
)

// Bounds on the work of the pass affine.
const (
	maxAffineChecks = 400       // of the solver
	maxAffineTicks  = 1_000_000 // of one check, in a small system
	maxLargeTicks   = 100_000   // and in a large one
	largeAffine     = 300       // size of a system from which on it is large
	maxAffineSize   = 20000     // of the system
	maxAffineArgs   = 60        // of one predicate
	maxLargeArgs    = 15        // and of one in a large system: each may need a check
)

// affine finds linear equations and congruences, such as x = 2y + 3 and x + y ≡ 1
// modulo 4, that hold between the arguments of predicates, adds them to the
// constraints of the clauses with the predicate in the body, and removes clauses that
// cannot be used. Models get them as conjuncts. Values of refutations stay as they are.
//
// For each predicate there is the affine hull of the states found so far (see hull).
// As long as a clause has a model from the hulls of its body to outside of the hull of
// its head, the latter grows by the state that the model derives. What a solver does
// not decide within its budget may be anywhere.
//
// References: M. Karr, "Affine relationships among variables of a program", Acta
// Informatica 6, 1976; P. Granger, "Static analysis of linear congruence equalities
// among variables of a program", TAPSOFT 1991; T. Reps, M. Sagiv, G. Yorsh, "Symbolic
// implementation of the best transformer", VMCAI 2004, for the use of models.
//
// Differences from the papers: none of the three treats Horn clauses; several atoms
// in a body make no difference. Only arguments of the sort that most arguments of a
// predicate have, Int or Real, take part.
//
// Cost: at most maxAffineChecks checks.
func affine(ctx context.Context, env *Env, sys *horn.System) (Outcome, error) {
	size := Measure(sys).Size
	if size > maxAffineSize {
		return unchanged(sys), nil
	}
	a := newAffineAnalysis(env, sys, size)
	defer a.close()
	if err := a.run(ctx); err != nil {
		return Outcome{}, err
	}
	return (&strengthening{env: env, sys: sys, facts: a, conjoin: true}).outcome(), nil
}

// Atom is [facts.Atom].
func (a *affineAnalysis) Atom(t *horn.Atom) *smtlib.Term {
	f, _ := a.formula(t)
	return f
}

// affineAnalysis is the analysis of one system.
type affineAnalysis struct {
	env     *Env
	sys     *horn.System
	index   map[*smtlib.Func]int
	args    [][]int // those that take part, by predicate
	hulls   []hull  // by predicate
	open    []bool  // by predicate: nothing is known
	defs    [][]int // by predicate: the clauses with it in the head
	uses    [][]int // by predicate: the clauses with it in the body
	queue   []int   // of clauses that may not keep up the hulls
	queued  []bool  // by clause
	solvers []smt.Solver
	ticks   uint64 // of one check
	checks  int
}

func newAffineAnalysis(env *Env, sys *horn.System, size int) *affineAnalysis {
	n := len(sys.Preds)
	ticks, args := uint64(maxAffineTicks), maxAffineArgs
	if size > largeAffine {
		ticks, args = maxLargeTicks, maxLargeArgs
	}
	a := &affineAnalysis{
		env: env, sys: sys, ticks: ticks, index: predIndex(sys.Preds), args: make([][]int, n), hulls: make([]hull, n),
		open: make([]bool, n), defs: make([][]int, n), uses: make([][]int, n),
		queued: make([]bool, len(sys.Clauses)), solvers: make([]smt.Solver, len(sys.Clauses)),
	}
	for i, c := range sys.Clauses {
		if c.Head != nil {
			k := a.index[c.Head.Pred]
			a.defs[k] = append(a.defs[k], i)
		}
		for _, t := range c.Body {
			k := a.index[t.Pred]
			a.uses[k] = append(a.uses[k], i)
		}
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
		a.args[i] = reals
		if a.hulls[i].integral = len(ints) >= len(reals); a.hulls[i].integral {
			a.args[i] = ints
		}
		a.open[i] = len(a.args[i]) > args
	}
	return a
}

func (a *affineAnalysis) close() {
	for _, s := range a.solvers {
		if s != nil {
			s.Close()
		}
	}
}

// formula says what is known of an atom, and whether that is all that its hull says.
func (a *affineAnalysis) formula(t *horn.Atom) (f *smtlib.Term, all bool) {
	i := a.index[t.Pred]
	if a.open[i] {
		return a.sys.Store.True(), false
	}
	// What is known is said of parameters first: which equations count must not depend on the arguments.
	s := a.sys.Store
	xs := params(s, t.Pred)
	f, all = a.hulls[i].formula(s, a.chosen(i, xs))
	return s.NewSubstitution(xs, t.Args).Apply(f), all
}

// chosen returns those of the arguments of predicate i that take part.
func (a *affineAnalysis) chosen(i int, args []*smtlib.Term) []*smtlib.Term {
	var z []*smtlib.Term
	for _, j := range a.args[i] {
		z = append(z, args[j])
	}
	return z
}

// run finds hulls that the clauses keep up.
func (a *affineAnalysis) run(ctx context.Context) error {
	for i, c := range a.sys.Clauses {
		unknown := func(t horn.Atom) bool { return a.open[a.index[t.Pred]] }
		if len(c.Body) == 0 || slices.ContainsFunc(c.Body, unknown) {
			a.enqueue(i)
		}
	}
	for len(a.queue) > 0 {
		i := a.queue[0]
		a.queue = a.queue[1:]
		a.queued[i] = false
		c := a.sys.Clauses[i]
		if c.Head == nil || a.open[a.index[c.Head.Pred]] {
			continue
		}
		changed, err := a.clause(ctx, i)
		if err != nil {
			return err
		}
		if changed {
			a.enqueue(a.uses[a.index[c.Head.Pred]]...)
		}
	}
	return nil
}

// enqueue queues clauses that are not queued.
func (a *affineAnalysis) enqueue(clauses ...int) {
	for _, i := range clauses {
		if !a.queued[i] {
			a.queued[i] = true
			a.queue = append(a.queue, i)
		}
	}
}

// clause lets the hull of the head grow until the clause keeps it up, and reports
// whether it did.
func (a *affineAnalysis) clause(ctx context.Context, i int) (changed bool, err error) {
	c, s := a.sys.Clauses[i], a.sys.Store
	head := a.index[c.Head.Pred]
	give := func() (bool, error) {
		a.open[head] = true
		return true, nil
	}
	for {
		known, all := a.formula(c.Head)
		question := []*smtlib.Term{s.Not(known)}
		for _, t := range c.Body {
			f, _ := a.formula(&t)
			question = append(question, f)
		}
		if s.And(question...).IsFalse() {
			return changed, nil
		}
		if a.checks++; a.checks > maxAffineChecks {
			return give()
		}
		if a.solvers[i] == nil {
			if a.solvers[i] = a.env.solver(s, a.ticks); a.solvers[i] == nil {
				return give()
			}
			if err := a.solvers[i].Assert(c.Constraint); err != nil {
				return give()
			}
		}
		st, err := a.solvers[i].Check(ctx, question...)
		switch {
		case ctx.Err() != nil:
			return false, context.Cause(ctx)
		case err != nil || st == smt.Unknown:
			return give()
		case st == smt.Unsat:
			return changed, nil
		}
		m, err := a.solvers[i].Model()
		if err != nil {
			return give()
		}
		var point []rational.Rat
		for _, t := range a.chosen(head, c.Head.Args) {
			x := m.Eval(t)
			if x.Op() != smtlib.OpNum {
				return give()
			}
			point = append(point, x.Num())
		}
		if point == nil {
			point = []rational.Rat{}
		}
		a.hulls[head].add(point)
		if !all { // what is known from now on need not follow from what was known
			a.enqueue(a.defs[head]...)
		}
		changed = true
	}
}
