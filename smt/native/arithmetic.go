// SPDX-License-Identifier: Apache-2.0

package native

import (
	"context"

	"cornet/internal/rational"
	"cornet/smt/lia"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// arithmetic is the theory of linear arithmetic as the SAT solver sees it: it
// maps literals to bounds of the simplex tableau, and conflicts to clauses.
type arithmetic struct {
	ctx context.Context // context of the running Solve
	lia *lia.Solver
	atoms

	trail    []sat.Lit     // literals assigned
	marks    []int         // len(trail) at each level
	implied  int           // literals of trail whose bounds have implied others
	conflict []lra.Premise // conflict found by Assign
	branches []branch      // branches to be decided
	reasons  reasons       // reasons of implied literals
	log      *certificates // nil without proofs

	model  []rational.Rat // by tableau variable, of the last Consistent
	reason string         // why a final check gave up
	spent  int64          // effort reported so far
}

// branch is a case split on an integer variable. It stays open until the search backtracks below
// its level.
type branch struct {
	lit   sat.Lit
	level int
}

func newArithmetic() *arithmetic {
	return &arithmetic{ctx: context.Background(), lia: lia.New(lia.Options{})}
}

// literal returns the literal of an atom. It must not be called while s searches.
func (a *arithmetic) literal(b upperBound, s *sat.Solver) sat.Lit {
	l, at, found := a.find(&b)
	if found {
		return l
	}
	v := s.NewVar()
	l = a.add(b, at, v)
	s.WatchTheory(v)
	return l
}

// count adds d, which is +1 or -1, to the number of uses of the atom of l.
func (a *arithmetic) count(l sat.Lit, d int32) {
	if changed, interest := a.use(l.Var(), d); changed {
		a.watch(l.Var(), interest)
	}
}

// notify records that the atom of v has received or lost its value.
func (a *arithmetic) notify(v sat.Var, told bool) {
	if changed, interest := a.atoms.notify(v, told); changed {
		a.watch(v, interest)
	}
}

// watch tells the tableau whether bounds on the variable of an atom are of interest.
func (a *arithmetic) watch(v sat.Var, interest bool) {
	a.lia.Relaxation().Watch(a.bound[v].v, interest)
}

// NewLevel implements sat.Theory.
func (a *arithmetic) NewLevel() {
	a.lia.Push()
	a.reasons.push()
	a.marks = append(a.marks, len(a.trail))
}

// Backtrack implements sat.Theory.
func (a *arithmetic) Backtrack(level int) {
	a.lia.Backtrack(level)
	a.reasons.backtrack(level)
	a.conflict = nil
	if level < len(a.marks) {
		mark := a.marks[level]
		for _, l := range a.trail[mark:] {
			a.notify(l.Var(), false)
		}
		a.trail, a.marks = a.trail[:mark], a.marks[:level]
	}
	a.implied = len(a.trail)
	for n := len(a.branches); n > 0 && a.branches[n-1].level > level; n-- {
		a.count(a.branches[n-1].lit, -1)
		a.branches = a.branches[:n-1]
	}
}

// Assign implements sat.Theory.
func (a *arithmetic) Assign(l sat.Lit) bool {
	b := &a.bound[l.Var()]
	if l.IsNeg() {
		a.conflict = a.lia.AssertLower(b.v, b.value, b.weak, lra.Reason(l))
	} else {
		a.conflict = a.lia.AssertUpper(b.v, b.value, !b.weak, lra.Reason(l))
	}
	a.trail = append(a.trail, l)
	a.notify(l.Var(), true)
	return a.conflict == nil
}

// Propagate implements sat.Theory: it checks the rational relaxation and implies
// the atoms that single bounds and single rows decide.
func (a *arithmetic) Propagate(out *sat.Outbox) {
	if a.conflict != nil {
		a.report(out, a.conflict)
		return
	}
	for ; a.implied < len(a.trail); a.implied++ {
		a.implyWeaker(out, a.trail[a.implied])
	}
	lp := a.lia.Relaxation()
	st, _ := lp.Check(a.ctx)
	switch st {
	case lra.Infeasible:
		a.report(out, lp.Conflict())
	case lra.Feasible:
		for _, im := range lp.Implied() {
			a.implyByRow(out, im)
		}
	}
	a.spend(out)
}

// spend reports the effort since its last call.
func (a *arithmetic) spend(out *sat.Outbox) {
	now := a.lia.Relaxation().Stats().Ticks + a.lia.Stats().Ticks
	out.Spend(now - a.spent)
	a.spent = now
}

// report reports the clause that follows from a contradictory set of bounds.
func (a *arithmetic) report(out *sat.Outbox, premises []lra.Premise) {
	lits := make([]sat.Lit, 0, len(premises))
	for i := range premises {
		lits = append(lits, sat.Lit(premises[i].Reason).Not())
	}
	out.Conflict(a.log.farkas(premises), lits...)
}

// FinalCheck implements sat.Theory: it looks for integer values.
func (a *arithmetic) FinalCheck(out *sat.Outbox) sat.FinalVerdict {
	a.reason = ""
	r, err := a.lia.Check(a.ctx)
	a.spend(out)
	switch {
	case err != nil:
		a.reason = "cancelled"
	case r.Outcome == lia.Feasible:
		a.model = a.lia.Model(nil)
		return sat.Consistent
	case r.Outcome == lia.Infeasible && r.Equalities == nil:
		a.report(out, r.Conflict)
	case r.Outcome == lia.Infeasible:
		lits := make([]sat.Lit, 0, 2*len(r.Equalities))
		for _, e := range r.Equalities {
			lits = append(lits, sat.Lit(e.Lower.Reason).Not(), sat.Lit(e.Upper.Reason).Not())
		}
		out.Conflict(a.log.indivisible(r.Equalities), lits...)
	case r.Outcome == lia.Branching:
		a.split(out, r.Branch)
	default:
		a.reason = r.Cause
	}
	return sat.GaveUp
}

// split asks for a decision between v <= floor and its negation v >= floor+1. The decision comes
// from Decide; the tautology reported here only prevents the search from ending.
func (a *arithmetic) split(out *sat.Outbox, b lia.Branch) {
	atom := upperBound{b.Var, b.Floor, true}
	l, at, known := a.find(&atom)
	if !known {
		l = a.add(atom, at, out.NewVar())
	}
	a.count(l, +1)
	if b.Upper {
		l = l.Not()
	}
	a.branches = append(a.branches, branch{l, out.Level()})
	out.Lemma(sat.Deletable, 0, l, l.Not())
}

// Decide implements sat.Decider: open case splits come first.
func (a *arithmetic) Decide() sat.Lit {
	if n := len(a.branches); n > 0 {
		return a.branches[n-1].lit
	}
	return sat.NoLit
}

// Phase implements sat.Phaser: it returns the truth value of an atom under the values of the
// tableau. If these satisfy the bounds so far, they satisfy the bound of the decision too, so no
// pivot is needed. Over integers it returns no value: queries of pdr on LIA-Lin would take up to
// twice as long.
func (a *arithmetic) Phase(v sat.Var) sat.LBool {
	if !a.isAtom(v) {
		return sat.Undef
	}
	b := &a.bound[v]
	if !a.lia.Step(b.v).IsZero() {
		return sat.Undef
	}
	x := a.lia.Relaxation().Value(b.v)
	order := x.R.Cmp(b.value)
	if order == 0 {
		order = x.K.Sign()
	}
	if order < 0 || order == 0 && b.weak {
		return sat.True
	}
	return sat.False
}
