// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/lia"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// This file computes partial interpolants of the theory's clauses from their certificates. The
// literals of a clause are split by their labels. Literals labelled ab may go to either side; here
// they go to B.

// lemma returns the partial interpolant of a clause of the theory.
func (x *extraction) lemma(c *certificate) (*logic.Term, error) {
	if c.equalities != nil {
		return x.indivisible(c.equalities)
	}
	a, b := x.ofA[:0], x.ofB[:0]
	for _, p := range c.premises {
		if x.isA(p.Reason) {
			a = append(a, p)
		} else {
			b = append(b, p)
		}
	}
	x.ofA, x.ofB = a, b
	switch {
	case len(b) == 0: // A alone is contradictory, as in most lemmas under most cuts of a long path
		return x.store.False(), nil
	case len(a) == 0:
		return x.store.True(), nil
	}
	if x.system.dual {
		f, err := x.consequence(b, inB)
		if err != nil {
			return nil, err
		}
		return x.store.Not(f), nil
	}
	return x.consequence(a, inA)
}

// consequence returns what the bounds of one side imply about the shared symbols. It is the
// weighted sum of the bounds or, decomposed, the conjunction of the sums of groups. No two groups
// share a symbol that only this side has. These symbols cancel in each group, as they do in the
// whole.
//
// This is the part of the decomposition of Blicha et al. that needs no linear algebra. It is right
// for paths and trees for this reason: the groups of a node are unions of groups of its children
// and of bounds of its own, since a symbol that only the subtree of a node has is also one that
// only the subtree of its parent has.
func (x *extraction) consequence(premises []lra.Premise, s side) (*logic.Term, error) {
	if !x.system.decomposed {
		return x.sum(premises)
	}
	var z []*logic.Term
	for _, group := range x.groups(premises, s) {
		f, err := x.sum(group)
		if err != nil {
			return nil, err
		}
		z = append(z, f)
	}
	return x.store.And(z...), nil
}

// groups splits premises into the components that are connected by variables that
// occur on side s only. Cost: almost linear in the size of the premises.
func (x *extraction) groups(premises []lra.Premise, s side) [][]lra.Premise {
	if len(premises) == 1 {
		return [][]lra.Premise{premises}
	}
	// A union-find forest over the premises.
	other := make([]int32, len(premises))
	find := func(i int32) int32 {
		for other[i] != i {
			other[i] = other[other[i]]
			i = other[i]
		}
		return i
	}
	if x.owner == nil {
		x.owner = make([]int32, x.arith.lia.Relaxation().NumVars())
	}
	met := x.met[:0] // variables with an owner: a premise that has them, counted from 1
	for i := range premises {
		i := int32(i)
		other[i] = i
		x.structural(premises[i].Var, func(v lra.Var) {
			if x.usage.ofTableauVar(v).sideOf(x.cut) != s {
				return
			}
			if o := x.owner[v]; o != 0 {
				other[find(o-1)] = find(i)
			} else {
				x.owner[v] = i + 1
				met = append(met, v)
			}
		})
	}
	for _, v := range met {
		x.owner[v] = 0
	}
	x.met = met
	var z [][]lra.Premise
	// by the root of a component: its position in z, counted from 1
	place := make([]int32, len(premises))
	for i := range premises {
		r := find(int32(i))
		if place[r] == 0 {
			z = append(z, nil)
			place[r] = int32(len(z))
		}
		z[place[r]-1] = append(z[place[r]-1], premises[i])
	}
	return z
}

// structural calls f for the variables in the sum that v represents.
func (x *extraction) structural(v lra.Var, f func(lra.Var)) {
	definition, isTerm := x.arith.lia.Relaxation().Definition(v)
	if !isTerm {
		f(v)
		return
	}
	for _, m := range definition {
		f(m.Var)
	}
}

// isA reports whether, in lemmas, the literal with this reason is on A's side.
func (x *extraction) isA(r lra.Reason) bool { return x.labels[sat.Lit(r).Var()] == labelA }

// sum returns the weighted sum of bounds as a formula. If a Farkas certificate is split between two
// sides, the sum of each side has shared symbols only, since the other side must cancel the rest.
func (x *extraction) sum(premises []lra.Premise) (*logic.Term, error) {
	left, right, strict, err := x.arith.lia.Relaxation().Sum(premises)
	if err != nil {
		return nil, err
	}
	return x.atMost(left, right, strict)
}

// boundTerm returns a bound on a variable of the tableau as a formula.
func (x *extraction) boundTerm(b lra.Bound) (*logic.Term, error) {
	return x.sum([]lra.Premise{{Bound: b, Coeff: rational.Int(1)}})
}

// atMost returns the formula left <= right or, strict, left < right.
func (x *extraction) atMost(left []lra.Monomial, right rational.Rat, strict bool) (*logic.Term, error) {
	s := x.store
	scaled, right, sort, err := x.scaled(left, right)
	if err != nil {
		return nil, err
	}
	if sort.IsInt() {
		// The sum is an integer.
		floor := right.Floor()
		if strict && right.IsInt() {
			floor = floor.Sub(rational.Int(1))
		}
		return s.Le(scaled, s.Num(floor, sort)), nil
	}
	if strict {
		return s.Lt(scaled, s.Num(right, sort)), nil
	}
	return s.Le(scaled, s.Num(right, sort)), nil
}

// scaled returns left as a term, and right, both multiplied by a positive factor that makes the
// coefficients integers. The sort is Int if all variables of left are of sort Int.
func (x *extraction) scaled(left []lra.Monomial, right rational.Rat) (*logic.Term, rational.Rat, *logic.Sort, error) {
	s := x.store
	den := rational.Int(1)
	sort := s.Int
	for _, m := range left {
		t := x.symbolOf[m.Var]
		if t == nil {
			return nil, right, nil, fmt.Errorf("%w: variable %d of the tableau", errMixed, m.Var)
		}
		if t.Sort().IsReal() {
			sort = s.Real
		}
		den = rational.LCM(den, m.Coeff.Den())
	}
	terms := make([]*logic.Term, 0, len(left)+1)
	for _, m := range left {
		t := x.symbolOf[m.Var]
		if sort.IsReal() && t.Sort().IsInt() {
			t = s.ToReal(t)
		}
		terms = append(terms, s.Scale(m.Coeff.Mul(den), t))
	}
	if len(terms) == 0 {
		terms = append(terms, s.IntNum(0))
	}
	return s.Add(terms...), right.Mul(den), sort, nil
}

// indivisible returns the interpolant of equalities without integer solution; see [lia.Equality].
// If A has only one bound of an equality, the equality counts to B, and A adds its bound.
func (x *extraction) indivisible(equalities []lia.Equality) (*logic.Term, error) {
	s := x.store
	var own []lra.Monomial
	var right rational.Rat
	var conjuncts []*logic.Term
	for _, e := range equalities {
		switch lower, upper := x.isA(e.Lower.Reason), x.isA(e.Upper.Reason); {
		case lower && upper:
			own = append(own, lra.Monomial{Coeff: e.Coeff, Var: e.Lower.Var})
			right = right.AddMul(e.Coeff, e.Lower.Value)
		case lower || upper:
			known := e.Lower
			if upper {
				known = e.Upper
			}
			k, err := x.boundTerm(known)
			if err != nil {
				return nil, err
			}
			conjuncts = append(conjuncts, k)
		}
	}
	f, err := x.integral(own, right)
	if err != nil {
		return nil, err
	}
	return s.And(append(conjuncts, f)...), nil
}

// integral returns a formula which states that sum = right for some integer values of the variables
// that are not shared. That means that the shared part differs from right by an integer
// combination.
func (x *extraction) integral(sum []lra.Monomial, right rational.Rat) (*logic.Term, error) {
	s := x.store
	premises := make([]lra.Premise, len(sum))
	for i, m := range sum { // Sum takes positive weights
		side := lra.Upper
		if m.Coeff.Sign() < 0 {
			side = lra.Lower
		}
		premises[i] = lra.Premise{Bound: lra.Bound{Var: m.Var, Side: side}, Coeff: m.Coeff.Abs()}
	}
	left, _, _, err := x.arith.lia.Relaxation().Sum(premises)
	if err != nil {
		return nil, err
	}
	den := right.Den()
	var shared []lra.Monomial
	for _, m := range left {
		if m.Coeff.IsInt() && x.arith.lia.IsInt(m.Var) {
			continue // an integer in any case
		}
		shared = append(shared, m)
		den = rational.LCM(den, m.Coeff.Den())
	}
	if len(shared) == 0 {
		return s.BoolValue(right.IsInt()), nil
	}
	// Over a common denominator: den·shared ≡ den·right modulo den.
	for i := range shared {
		shared[i].Coeff = shared[i].Coeff.Mul(den)
	}
	t, _, sort, err := x.scaled(shared, rational.Rat{})
	if err != nil {
		return nil, err
	}
	if sort.IsReal() {
		return s.IsInt(s.Scale(den.Inv(), s.Sub(t, s.Num(right.Mul(den), sort)))), nil
	}
	return s.Eq(s.Mod(s.Sub(t, s.Num(right.Mul(den), sort)), s.Num(den, sort)), s.IntNum(0)), nil
}
