// SPDX-License-Identifier: Apache-2.0

package condition

import (
	"strconv"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/native"
)

// direction is the set of polarities in which a formula occurs. An asserted formula must be true, a
// negated formula false.
type direction uint8

const (
	isAsserted direction = 1 << iota
	isNegated
	isBoth = isAsserted | isNegated
)

func (d direction) flip() direction { return (d>>1 | d<<1) & isBoth }

// definitions gives the clauses that define the subformulas of f by their parts, in the directions
// in which f occurs (D. Plaisted, S. Greenbaum: A Structure-preserving Clause Form Translation, JSC
// 1986).
func (w *writer) definitions(f *logic.Term, d direction) {
	type request struct {
		*logic.Term
		direction
	}
	for work := []request{{f, d}}; len(work) > 0; {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		t, missing := r.Term, r.direction&^w.defined[r.Term]
		if missing == 0 || !t.Sort().IsBool() {
			continue
		}
		w.defined[t] |= missing
		outer := w.only
		w.only = missing
		w.define(t)
		w.only = outer
		if t.IsVar() && (w.stands.of[t] == nil || w.stands.of[t].op != logic.OpEq) {
			continue
		}
		args := w.stands.args(t)
		for i := len(args) - 1; i >= 0; i-- {
			work = append(work, request{args[i], argument(t.Op(), i, missing)})
		}
	}
}

// argument returns the direction of the i-th argument of an operator.
func argument(op logic.Op, i int, d direction) direction {
	switch {
	case op == logic.OpNot, op == logic.OpImplies && i == 0:
		return d.flip()
	case op == logic.OpAnd, op == logic.OpOr, op == logic.OpImplies, op == logic.OpIte && i > 0:
		return d
	}
	return isBoth
}

// rule makes a clause from a formula and its arguments.
type rule struct {
	name string
	// negative reports whether the clause has the negation of the formula.
	negative bool
	// args are the indices of the arguments in the clause. Indices with not are negated arguments.
	args []int
	not  []bool
}

// rules are the rules for connectives with a fixed number of arguments, by operator.
var rules = map[logic.Op][]rule{
	logic.OpTrue:    {{name: "true"}},
	logic.OpFalse:   {{name: "false", negative: true}},
	logic.OpImplies: {{"implies_pos", true, []int{0, 1}, []bool{true, false}}, {"implies_neg1", false, []int{0}, []bool{false}}, {"implies_neg2", false, []int{1}, []bool{true}}},
	logic.OpXor: {
		{"xor_pos1", true, []int{0, 1}, []bool{false, false}}, {"xor_pos2", true, []int{0, 1}, []bool{true, true}},
		{"xor_neg1", false, []int{0, 1}, []bool{false, true}}, {"xor_neg2", false, []int{0, 1}, []bool{true, false}},
	},
	logic.OpEq: {
		{"equiv_pos1", true, []int{0, 1}, []bool{false, true}}, {"equiv_pos2", true, []int{0, 1}, []bool{true, false}},
		{"equiv_neg1", false, []int{0, 1}, []bool{true, true}}, {"equiv_neg2", false, []int{0, 1}, []bool{false, false}},
	},
	logic.OpIte: {
		{"ite_pos1", true, []int{0, 2}, []bool{false, false}}, {"ite_pos2", true, []int{0, 1}, []bool{true, false}},
		{"ite_neg1", false, []int{0, 2}, []bool{false, true}}, {"ite_neg2", false, []int{0, 1}, []bool{true, true}},
	},
}

// define gives the clauses that define t by its parts. t is their first literal.
func (w *writer) define(t *logic.Term) {
	yes, no := native.Literal{Term: t}, native.Literal{Term: t, Negative: true}
	switch {
	case t.Op() == logic.OpAnd:
		w.connect(t, yes, no, "and_neg", "and_pos", true)
	case t.Op() == logic.OpOr:
		w.connect(t, no, yes, "or_pos", "or_neg", false)
	case t.IsVar():
		w.defineStand(t)
	case t.Op() == logic.OpEq && !t.Arg(0).Sort().IsBool():
		w.equation(t)
	default:
		w.applyRules(t, t.Op())
	}
}

// applyRules gives the clauses of a connective.
func (w *writer) applyRules(t *logic.Term, op logic.Op) {
	for _, r := range rules[op] {
		clause := []native.Literal{{Term: t, Negative: r.negative}}
		for i, k := range r.args {
			clause = append(clause, native.Literal{Term: w.stands.args(t)[k], Negative: r.not[i]})
		}
		w.giveStep(r.name, "", clause...)
	}
}

// defineStand gives the clauses of a symbol that represents an atom.
func (w *writer) defineStand(t *logic.Term) {
	c := w.stands.of[t]
	switch {
	case c == nil:
	case c.op == logic.OpEq && c.args[0].Sort().IsBool():
		w.applyRules(t, logic.OpEq)
	case c.op == logic.OpEq && c.args[0].Sort().IsArith():
		w.equation(t)
	case c.op == logic.OpEq && c.args[0].Sort().IsBitVec(), c.op == logic.OpBVUlt, c.op == logic.OpBVSlt:
		w.blastAtom(t)
	}
}

// connect gives the clauses of a conjunction or disjunction t. The rule whole gives one clause with
// all arguments, negated or not. The rule part gives one clause for each argument.
func (w *writer) connect(t *logic.Term, whole, part native.Literal, ruleWhole, rulePart string, negated bool) {
	all := []native.Literal{whole}
	for i, a := range t.Args() {
		all = append(all, native.Literal{Term: a, Negative: negated})
		w.giveStep(rulePart, strconv.Itoa(i), part, native.Literal{Term: a, Negative: !negated})
	}
	w.giveStep(ruleWhole, "", all...)
}

// equation gives the clauses of an equation of numbers: it holds exactly if both bounds hold.
func (w *writer) equation(t *logic.Term) {
	s := w.store
	x, y := w.stands.args(t)[0], w.stands.args(t)[1]
	yes, no := native.Literal{Term: t}, native.Literal{Term: t, Negative: true}
	gap := s.Sub(x, y)
	if gap.Op() == logic.OpNum {
		if gap.Num().IsZero() {
			w.giveStep("eq_reflexive", "", yes)
		} else {
			w.giveStep("la_generic", "1", no)
		}
		return
	}
	atMost, less := s.Le(x, y), s.Lt(x, y)
	w.giveStep("la_generic", weights(s, gap, literal(atMost, false)), no, literal(atMost, false))
	w.giveStep("la_generic", weights(s, gap, literal(less, true)), no, literal(less, true))
	all := []native.Literal{yes, literal(atMost, true), literal(less, false)}
	w.give(all, func() string {
		// Both orders of x and y are written out here.
		either := w.raw("la_disequality", func() { w.disequality("(or ", t, ")") })
		clause := w.raw("or", func() { w.disequality("", t, "") }, either)
		first := w.rawOf("la_generic", ratio(s, gap, atMost)+" 1", func() {
			w.literal(literal(atMost, true))
			w.out.WriteByte(' ')
			w.order(x, y)
		})
		second := w.rawOf("la_generic", "1 "+ratio(s, gap, less), func() {
			w.order(y, x)
			w.out.WriteByte(' ')
			w.literal(literal(less, false))
		})
		return w.step("resolution", "", all, clause, first, second)
	})
}

// order writes (<= x y).
func (w *writer) order(x, y *logic.Term) {
	w.out.WriteString("(<= ")
	w.term(x)
	w.out.WriteByte(' ')
	w.term(y)
	w.out.WriteByte(')')
}

// disequality writes that an equation holds, or that its sides are not in one of the two orders.
func (w *writer) disequality(open string, t *logic.Term, end string) {
	w.out.WriteString(open)
	w.term(t)
	x, y := w.stands.args(t)[0], w.stands.args(t)[1]
	w.out.WriteString(" (not ")
	w.order(x, y)
	w.out.WriteString(") (not ")
	w.order(y, x)
	w.out.WriteString(")" + end)
}

// weights returns the arguments of la_generic for an equation and a bound that follows from it. The
// sides of the equation differ by sum. The rule adds the equation and the negated bound, as a lower
// bound, so that they cancel.
func weights(s *logic.Store, sum *logic.Term, bound native.Literal) string {
	r := factor(s, sum, bound.Term)
	sign := rational.Int(-1)
	if bound.Negative != (r.Sign() < 0) {
		sign = rational.Int(1)
	}
	return number(sign.Big(), true) + " " + number(r.Abs().Big(), true)
}

// ratio returns the factor for a bound on a multiple of sum.
func ratio(s *logic.Store, sum, bound *logic.Term) string {
	return number(factor(s, sum, literal(bound, false).Term).Abs().Big(), true)
}

// factor returns sum divided by the sum in a bound. It returns 0 if the first symbol does not occur
// in the bound: then the bound does not follow.
func factor(s *logic.Store, sum, bound *logic.Term) (z rational.Rat) {
	x := s.Linear(sum).Monomials[0]
	for _, m := range s.Linear(bound.Arg(0)).Monomials {
		if m.Term == x.Term {
			return x.Coeff.Div(m.Coeff)
		}
	}
	return z
}
