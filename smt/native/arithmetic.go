// SPDX-License-Identifier: Apache-2.0

package native

import (
	"context"
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lia"
	"cornet/smt/lra"
	"cornet/smt/sat"
	"cornet/smtlib"
)

// upperBound is the atom v <= value or, not weak, v < value. Its negation is a
// lower bound.
type upperBound struct {
	v     lra.Var
	value rational.Rat
	weak  bool
}

// arithmetic is the theory of linear arithmetic as the SAT solver sees it: it
// maps literals to bounds of the simplex tableau and conflicts to clauses.
type arithmetic struct {
	ctx context.Context // of the current Solve
	lia *lia.Solver

	places  map[*smtlib.Term]lra.Var      // symbols and opaque terms
	aliases map[*smtlib.Term]*smtlib.Term // symbols that stand for opaque terms

	atoms  map[string]sat.Lit // by text of the bound
	byVar  []upperBound       // by SAT variable
	isAtom []bool             // by SAT variable
	onVar  [][]sat.Lit        // atoms by tableau variable, by increasing value

	told     []lra.Var // variables with a bound asserted since the last Propagate
	conflict []lra.Premise
	reasons  map[sat.Lit][]lra.Premise // of implied literals
	branches []branch                  // to be decided
	log      *certificates             // nil without proofs

	model  []rational.Rat
	reason string // why a final check gave up
}

// branch is a case split on an integer variable, open above a level.
type branch struct {
	lit   sat.Lit
	level int
}

func newArithmetic() *arithmetic {
	return &arithmetic{
		lia:    lia.New(lia.Options{}),
		places: map[*smtlib.Term]lra.Var{}, aliases: map[*smtlib.Term]*smtlib.Term{},
		atoms: map[string]sat.Lit{}, reasons: map[sat.Lit][]lra.Premise{},
	}
}

// literal returns the literal of an atom. newVar makes and watches variables:
// the solver's outside of the search, the outbox within.
func (a *arithmetic) literal(b upperBound, s *sat.Solver) sat.Lit {
	key := b.key()
	if l, ok := a.atoms[key]; ok {
		return l
	}
	v := s.NewVar()
	a.register(b, v)
	s.WatchTheory(v)
	return a.atoms[key]
}

func (b upperBound) key() string {
	rel := "<"
	if b.weak {
		rel = "<="
	}
	return string(rune(b.v)) + rel + b.value.String()
}

// register makes v the SAT variable of atom b.
func (a *arithmetic) register(b upperBound, v sat.Var) {
	l := sat.FromDimacs(int(v))
	a.atoms[b.key()] = l
	for int(v) >= len(a.isAtom) {
		a.isAtom = append(a.isAtom, false)
		a.byVar = append(a.byVar, upperBound{})
	}
	a.isAtom[v], a.byVar[v] = true, b
	for int(b.v) >= len(a.onVar) {
		a.onVar = append(a.onVar, nil)
	}
	on := a.onVar[b.v]
	i, _ := slices.BinarySearchFunc(on, b, func(l sat.Lit, b upperBound) int { return a.byVar[l.Var()].compare(b) })
	a.onVar[b.v] = slices.Insert(on, i, l)
	a.lia.Relaxation().Watch(b.v, true)
}

// compare orders atoms of one variable from the strongest to the weakest.
func (b upperBound) compare(c upperBound) int {
	if z := b.value.Cmp(c.value); z != 0 {
		return z
	}
	switch {
	case b.weak == c.weak:
		return 0
	case c.weak:
		return -1
	}
	return 1
}

// NewLevel implements sat.Theory.
func (a *arithmetic) NewLevel() { a.lia.Push() }

// Backtrack implements sat.Theory.
func (a *arithmetic) Backtrack(level int) {
	a.lia.Backtrack(level)
	a.conflict = nil
	a.told = a.told[:0]
	for n := len(a.branches); n > 0 && a.branches[n-1].level > level; n-- {
		a.branches = a.branches[:n-1]
	}
}

// Assign implements sat.Theory.
func (a *arithmetic) Assign(l sat.Lit) bool {
	b := a.byVar[l.Var()]
	if l.IsNeg() {
		a.conflict = a.lia.AssertLower(b.v, b.value, b.weak, lra.Reason(l))
	} else {
		a.conflict = a.lia.AssertUpper(b.v, b.value, !b.weak, lra.Reason(l))
	}
	a.conflict = slices.Clone(a.conflict)
	a.told = append(a.told, b.v)
	return a.conflict == nil
}

// Propagate implements sat.Theory: it checks the rational relaxation and implies
// the atoms that single bounds and single rows decide.
func (a *arithmetic) Propagate(out *sat.Outbox) {
	if a.conflict != nil {
		a.report(out, a.conflict)
		return
	}
	for _, v := range a.told {
		a.implyByBounds(out, v)
	}
	a.told = a.told[:0]
	lp := a.lia.Relaxation()
	before := lp.Stats().Ticks
	st, _ := lp.Check(a.ctx)
	out.Spend(lp.Stats().Ticks - before)
	switch st {
	case lra.Infeasible:
		a.report(out, lp.Conflict())
	case lra.Feasible:
		for _, im := range lp.Implied() {
			a.implyByRow(out, im)
		}
	}
}

// report reports the clause that a contradictory set of bounds gives.
func (a *arithmetic) report(out *sat.Outbox, premises []lra.Premise) {
	out.Conflict(a.log.farkas(premises), clauseOf(premises)...)
}

// clauseOf returns the negations of the reasons of premises, each once.
func clauseOf(premises []lra.Premise) []sat.Lit {
	lits := make([]sat.Lit, 0, len(premises)+1)
	for _, p := range premises {
		if l := sat.Lit(p.Reason).Not(); !slices.Contains(lits, l) {
			lits = append(lits, l)
		}
	}
	return lits
}

// implyByBounds implies the atoms over v that its bounds decide.
func (a *arithmetic) implyByBounds(out *sat.Outbox, v lra.Var) {
	if int(v) >= len(a.onVar) {
		return
	}
	lp := a.lia.Relaxation()
	if upper, ok := lp.Upper(v); ok {
		a.implyBy(out, upper, func() []lra.Premise { return []lra.Premise{{Bound: upper, Coeff: rational.Int(1)}} })
	}
	if lower, ok := lp.Lower(v); ok {
		a.implyBy(out, lower, func() []lra.Premise { return []lra.Premise{{Bound: lower, Coeff: rational.Int(1)}} })
	}
}

// implyByRow implies the atoms that a bound from a row decides.
func (a *arithmetic) implyByRow(out *sat.Outbox, im lra.Implied) {
	var premises []lra.Premise
	a.implyBy(out, im.Bound, func() []lra.Premise {
		if premises == nil {
			premises = a.lia.Relaxation().Explain(nil, im)
		}
		return premises
	})
}

// implyBy implies the undecided atoms that bound b, which follows from
// premises, decides.
func (a *arithmetic) implyBy(out *sat.Outbox, b lra.Bound, premises func() []lra.Premise) {
	if int(b.Var) >= len(a.onVar) {
		return
	}
	for _, l := range a.onVar[b.Var] {
		atom := a.byVar[l.Var()]
		z := b.Value.Cmp(atom.value)
		if b.Side == lra.Upper { // x <= 3 gives x <= 4, and x < 4
			if z > 0 || z == 0 && !b.Strict && !atom.weak {
				continue
			}
		} else { // x >= 3 gives not x <= 2, and not x < 3
			if z < 0 || z == 0 && !b.Strict && atom.weak {
				continue
			}
			l = l.Not()
		}
		if out.Value(l) != sat.Undef || sat.Lit(b.Reason) == l {
			continue
		}
		a.reasons[l] = slices.Clone(premises())
		out.Imply(l)
	}
}

// Explain implements sat.Theory.
func (a *arithmetic) Explain(l sat.Lit, buf []sat.Lit) ([]sat.Lit, sat.Cert) {
	premises := a.reasons[l]
	buf = append(buf, l)
	for _, p := range premises {
		if n := sat.Lit(p.Reason).Not(); !slices.Contains(buf, n) {
			buf = append(buf, n)
		}
	}
	return buf, a.log.implied(l, a.byVar[l.Var()], premises)
}

// FinalCheck implements sat.Theory: it looks for integer values.
func (a *arithmetic) FinalCheck(out *sat.Outbox) sat.FinalVerdict {
	lp := a.lia.Relaxation()
	before := lp.Stats().Ticks
	r, err := a.lia.Check(a.ctx)
	out.Spend(lp.Stats().Ticks - before)
	switch {
	case err != nil:
		a.reason = "cancelled"
		return sat.GaveUp
	case r.Outcome == lia.Feasible:
		a.model = a.lia.Model(nil)
		return sat.Consistent
	case r.Outcome == lia.Infeasible && r.Equalities == nil:
		a.report(out, r.Conflict)
	case r.Outcome == lia.Infeasible:
		lits := make([]sat.Lit, 0, 2*len(r.Equalities))
		for _, e := range r.Equalities {
			for _, b := range []lra.Bound{e.Lower, e.Upper} {
				if l := sat.Lit(b.Reason).Not(); !slices.Contains(lits, l) {
					lits = append(lits, l)
				}
			}
		}
		out.Conflict(a.log.indivisible(r.Equalities), lits...)
	case r.Outcome == lia.Branching:
		a.split(out, r.Branch)
	default:
		a.reason = r.Cause
	}
	return sat.GaveUp
}

// split asks for a decision between v <= floor and its negation v >= floor+1.
// The decision comes from Decide; the tautology reported here only tells the
// search that there is something left to do.
func (a *arithmetic) split(out *sat.Outbox, b lia.Branch) {
	atom := upperBound{b.Var, b.Floor, true}
	l, known := a.atoms[atom.key()]
	if !known {
		v := out.NewVar()
		a.register(atom, v)
		l = sat.FromDimacs(int(v))
	}
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
