// SPDX-License-Identifier: Apache-2.0

package alethe

import (
	"strconv"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/native"
)

// definitions gives the clauses that define the subformulas of f by their parts.
func (w *writer) definitions(f *logic.Term) {
	logic.Walk(func(t *logic.Term) bool {
		if t.Sort().IsBool() {
			w.define(t)
		}
		return t.Sort().IsBool()
	}, f)
}

// rule makes a clause of a formula and its arguments.
type rule struct {
	name string
	// negative is whether the clause has the negation of the formula.
	negative bool
	// args are the arguments in the clause, those negated that are not.
	args []int
	not  []bool
}

// rules are those for connectives of a fixed number of arguments, by operator.
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

// define gives the clauses that define t by its parts.
func (w *writer) define(t *logic.Term) {
	yes, no := native.Literal{Term: t}, native.Literal{Term: t, Negative: true}
	switch {
	case t.Op() == logic.OpAnd:
		w.connect(t, yes, no, "and_neg", "and_pos", true)
	case t.Op() == logic.OpOr:
		w.connect(t, no, yes, "or_pos", "or_neg", false)
	case t.Op() == logic.OpEq && !t.Arg(0).Sort().IsBool():
		w.equation(t)
	default:
		for _, r := range rules[t.Op()] {
			clause := []native.Literal{{Term: t, Negative: r.negative}}
			for i, k := range r.args {
				clause = append(clause, native.Literal{Term: t.Arg(k), Negative: r.not[i]})
			}
			w.giveStep(r.name, "", clause...)
		}
	}
}

// connect gives the clauses of a conjunction or disjunction t: one with all arguments, negated or not, by the rule whole, and one
// with each by the rule part.
func (w *writer) connect(t *logic.Term, whole, part native.Literal, ruleWhole, rulePart string, negated bool) {
	all := []native.Literal{whole}
	for i, a := range t.Args() {
		all = append(all, native.Literal{Term: a, Negative: negated})
		w.giveStep(rulePart, strconv.Itoa(i), part, native.Literal{Term: a, Negative: !negated})
	}
	w.giveStep(ruleWhole, "", all...)
}

// equation gives the clauses of an equation (= sum k): that it is two bounds.
func (w *writer) equation(t *logic.Term) {
	s := w.store
	sum, k := t.Arg(0), t.Arg(1)
	atMost, less := s.Le(sum, k), s.Lt(sum, k)
	yes, no := native.Literal{Term: t}, native.Literal{Term: t, Negative: true}
	w.giveStep("la_generic", weights(s, sum, literal(atMost, false)), no, literal(atMost, false))
	w.giveStep("la_generic", weights(s, sum, literal(less, true)), no, literal(less, true))
	all := []native.Literal{yes, literal(atMost, true), literal(less, false)}
	w.give(all, func() string {
		// Both orders of sum and k are written out here.
		either := w.raw("la_disequality", func() { w.disequality("(or ", t, ")") })
		clause := w.raw("or", func() { w.disequality("", t, "") }, either)
		first := w.raw("la_generic :args (1 1)", func() {
			w.literal(literal(atMost, true))
			w.out.WriteByte(' ')
			w.order(sum, k)
		})
		second := w.raw("la_generic :args (1 1)", func() {
			w.order(k, sum)
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

// disequality writes that an equation holds, or its sides are not in one of the two orders.
func (w *writer) disequality(open string, t *logic.Term, end string) {
	w.out.WriteString(open)
	w.term(t)
	w.out.WriteString(" (not ")
	w.order(t.Arg(0), t.Arg(1))
	w.out.WriteString(") (not ")
	w.order(t.Arg(1), t.Arg(0))
	w.out.WriteString(")" + end)
}

// weights returns the arguments of la_generic for an equation (= sum k) and a bound that follows from it. The rule adds the
// equation and the negation of the bound, as a lower bound, so that they cancel.
func weights(s *logic.Store, sum *logic.Term, bound native.Literal) string {
	x := s.Linear(sum).Monomials[0]
	for _, m := range s.Linear(bound.Term.Arg(0)).Monomials {
		if m.Term != x.Term {
			continue
		}
		ratio, sign := x.Coeff.Div(m.Coeff), rational.Int(-1)
		if bound.Negative != (ratio.Sign() < 0) {
			sign = rational.Int(1)
		}
		return number(sign.Big(), true) + " " + number(ratio.Abs().Big(), true)
	}
	return "0.0 0.0" // the bound has lost the symbol: it is no consequence
}
