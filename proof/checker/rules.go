// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"math/big"
	"slices"

	"cornet/smtlib"
)

// rules are the rules for steps: conditions on the clause of a step.
var rules map[string]func(*proof, *step) bool

func init() {
	rules = map[string]func(*proof, *step) bool{
		"true":           func(p *proof, s *step) bool { return slices.Equal(s.clause, []formula{p.constant(true)}) },
		"false":          func(p *proof, s *step) bool { return slices.Equal(s.clause, []formula{p.constant(true)}) }, // (cl (not false))
		"not_not":        (*proof).excludedMiddle,
		"resolution":     (*proof).resolution,
		"or":             (*proof).disjunction,
		"and_pos":        func(p *proof, s *step) bool { return p.part(s, "and", true) },
		"or_neg":         func(p *proof, s *step) bool { return p.part(s, "or", false) },
		"and_neg":        func(p *proof, s *step) bool { return p.whole(s, "and", false) },
		"or_pos":         func(p *proof, s *step) bool { return p.whole(s, "or", true) },
		"la_disequality": (*proof).trichotomy,
		"la_generic":     (*proof).farkas,
	}
	for name, d := range definitions {
		rules[name] = d.check
	}
}

// definition is the clause of a rule that defines a connective by its arguments.
type definition struct {
	op      string
	negated bool // the connective is negated in the clause
	// parts are the arguments in the clause, counted from 1; negated ones are negative.
	parts []int
}

var definitions = map[string]definition{
	"implies_pos": {"=>", true, []int{-1, 2}}, "implies_neg1": {"=>", false, []int{1}}, "implies_neg2": {"=>", false, []int{-2}},
	"xor_pos1": {"xor", true, []int{1, 2}}, "xor_pos2": {"xor", true, []int{-1, -2}},
	"xor_neg1": {"xor", false, []int{1, -2}}, "xor_neg2": {"xor", false, []int{-1, 2}},
	"equiv_pos1": {"=", true, []int{1, -2}}, "equiv_pos2": {"=", true, []int{-1, 2}},
	"equiv_neg1": {"=", false, []int{-1, -2}}, "equiv_neg2": {"=", false, []int{1, 2}},
	"ite_pos1": {"ite", true, []int{1, 3}}, "ite_pos2": {"ite", true, []int{-1, 2}},
	"ite_neg1": {"ite", false, []int{1, -3}}, "ite_neg2": {"ite", false, []int{-1, -2}},
}

func (d definition) check(_ *proof, s *step) bool {
	f, ok := s.connective(d.op, d.negated)
	want := []formula{f}
	for _, k := range d.parts {
		if !ok {
			return false
		}
		want = append(want, f.args[max(k, -k)-1].with(k < 0))
	}
	return ok && slices.Equal(s.clause, want)
}

// connective returns the first literal if it is a connective op of formulas, or the negation of
// such a connective.
func (s *step) connective(op string, negated bool) (formula, bool) {
	if len(s.clause) == 0 || len(s.premises) > 0 {
		return formula{}, false
	}
	f := s.clause[0]
	return f, f.op == op && f.negated == negated && len(f.args) > 0
}

// part checks a clause which states that a conjunction implies a conjunct, or a disjunct implies a
// disjunction.
func (p *proof) part(s *step, op string, negated bool) bool {
	f, ok := s.connective(op, negated)
	if !ok || len(s.args) != 1 || len(s.clause) != 2 {
		return false
	}
	i := p.number(s.args[0])
	if !i.IsInt() || i.Sign() < 0 || !i.Num().IsInt64() || i.Num().Int64() >= int64(len(f.args)) {
		return false
	}
	return s.clause[1] == f.args[i.Num().Int64()].with(!negated)
}

// whole checks a clause which states that all conjuncts imply a conjunction, or that a disjunction
// implies one of its disjuncts.
func (p *proof) whole(s *step, op string, negated bool) bool {
	f, ok := s.connective(op, negated)
	want := []formula{f}
	if ok {
		for _, a := range f.args {
			want = append(want, a.with(!negated))
		}
	}
	return ok && slices.Equal(s.clause, want)
}

// excludedMiddle checks that the clause has a formula and its negation.
func (p *proof) excludedMiddle(s *step) bool {
	return slices.ContainsFunc(s.clause, func(f formula) bool { return slices.Contains(s.clause, f.not()) })
}

// disjunction checks that the clause has the arguments of the disjunction that is the premise.
func (p *proof) disjunction(s *step) bool {
	if len(s.premises) != 1 || len(s.premises[0]) != 1 {
		return false
	}
	f := s.premises[0][0]
	return f.op == "or" && !f.negated && slices.Equal(s.clause, f.args)
}

// resolution checks that the clause follows from the premises by unit propagation: if its literals
// are false, propagation ends with a premise whose literals are all false. This covers resolution
// of the premises in any order that yields the clause.
func (p *proof) resolution(s *step) bool {
	truth := map[*node]bool{p.truth.node: true}
	isTrue := func(f formula) (is, known bool) {
		x, known := truth[f.node]
		return x != f.negated, known
	}
	for _, f := range s.clause {
		if is, known := isTrue(f); is && known {
			return true
		}
		truth[f.node] = f.negated
	}
	for changed := true; changed; {
		changed = false
		for _, c := range slices.Backward(s.premises) {
			open := 0
			var last formula
			for _, f := range c {
				is, known := isTrue(f)
				if known && is {
					open = 2 // the clause does not constrain anything
					break
				}
				if !known && (open == 0 || f != last) {
					open, last = open+1, f
				}
			}
			switch open {
			case 0:
				return true
			case 1:
				truth[last.node] = !last.negated
				changed = true
			}
		}
	}
	return false
}

// comparison returns the comparison in a literal, as written: the difference of the sides, and
// whether the literal is negated.
func (p *proof) comparison(x smtlib.Sexpr) (op string, difference *sum, negated bool, ok bool) {
	for {
		if t, isName := p.named[x.Text]; isName && x.Kind == smtlib.SexprSymbol {
			x = t
		} else if x.Head() == "not" && len(x.List) == 2 {
			x, negated = x.List[1], !negated
		} else {
			break
		}
	}
	op = x.Head()
	if len(x.List) != 3 || !slices.Contains([]string{"<", "<=", ">", ">=", "="}, op) {
		return op, nil, negated, false
	}
	left, right := p.term(x.List[1], p.env, 0), p.term(x.List[2], p.env, 0)
	if left.number == nil || right.number == nil {
		return op, nil, negated, false
	}
	if op[0] == '>' {
		op, left, right = "<"+op[1:], right, left
	}
	return op, left.number.plus(minusOne, right.number), negated, true
}

// trichotomy checks (or (= x y) (not (<= x y)) (not (<= y x))).
func (p *proof) trichotomy(s *step) bool {
	if len(s.literals) != 1 || s.literals[0].Head() != "or" || len(s.literals[0].List) != 4 {
		return false
	}
	var differences [3]*sum
	for i, l := range s.literals[0].List[1:] {
		op, d, negated, ok := p.comparison(l)
		if !ok || negated != (i > 0) || op != []string{"=", "<=", "<="}[i] {
			return false
		}
		differences[i] = d
	}
	minus := differences[0].times(minusOne)
	return differences[1].key() == differences[0].key() && differences[2].key() == minus.key()
}

// farkas checks that the negations of the literals, each multiplied by its weight, add up to a
// contradiction.
func (p *proof) farkas(s *step) bool {
	if len(s.args) != len(s.literals) {
		return false
	}
	total := &sum{constant: zero} // total <= 0; total < 0 if strict; total = 0 if exact
	strict, exact := false, true
	for i, l := range s.literals {
		weight := p.number(s.args[i])
		if weight.Sign() == 0 {
			continue
		}
		op, d, negated, ok := p.comparison(l)
		switch {
		case !ok || op == "=" && !negated || op != "=" && weight.Sign() < 0:
			return false
		case op == "=": // the format adds equations and lower bounds
			d = d.times(minusOne)
		default:
			exact = false
			if !negated { // d > 0 or d >= 0
				d = d.times(minusOne)
				op = map[string]string{"<=": "<", "<": "<="}[op]
			}
			d, op = rounded(d, op)
			strict = strict || op == "<"
		}
		total = total.plus(weight, d)
	}
	if !total.isConstant() {
		return false
	}
	sign := total.constant.Sign()
	return sign > 0 || sign == 0 && strict || sign < 0 && exact
}

// rounded returns a bound x op 0 over integers with the least constant that it implies.
func rounded(x *sum, op string) (*sum, string) {
	if x.isConstant() || !x.overInts() {
		return x, op
	}
	// Multiplied with k, all terms are integers but the constant.
	k := x.unit()
	// the upper bound of the sum of the terms
	bound := new(big.Rat).Neg(new(big.Rat).Mul(k, x.constant))
	whole := floor(bound)
	if op == "<" && whole.Cmp(bound) == 0 {
		whole.Sub(whole, one)
	}
	constant := new(big.Rat).Neg(whole)
	return &sum{monomials: x.monomials, constant: constant.Quo(constant, k), isReal: x.isReal}, "<="
}
