// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// condition returns the condition of the first assertion of a system.
func condition(t *testing.T, system, model string) (*Condition, error) {
	s, err := ReadSystem("system", strings.NewReader(system))
	if err != nil {
		return nil, err
	}
	m, err := ReadModel("model", strings.NewReader(model))
	require.NoError(t, err)
	return s.Condition(m, 0)
}

// TestCheck has proofs of a condition that asserts x <= 3 and x >= 4, for an integer x, and p or q.
// The message is "" for valid proofs.
func TestCheck(t *testing.T) {
	const system = "(declare-fun r (Int Bool) Bool) (assert (forall ((x Int) (p Bool) (q Bool)) (not (and (<= x 3) (>= x 4) (or p q)))))"
	const start = "(assume h (! (and (! (<= x 3) :named @1) (! (>= x 4) :named @2) (or p q)) :named @0))\n" +
		"(step a (cl (not @0) @1) :rule and_pos :args (0)) (step b (cl (not @0) @2) :rule and_pos :args (1)) (step c (cl (not @0) (or p q)) :rule and_pos :args (2))\n"
	const end = "(step e (cl) :rule resolution :premises (h a b d))"
	for _, test := range []struct{ name, proof, err string }{
		{"a proof", start + "(step d (cl (not @1) (not @2)) :rule la_generic :args (1 1))" + end, ""},
		{"scaled weights", start + "(step d (cl (not @1) (not @2)) :rule la_generic :args ((/ 1 3) (/ 1.0 3.0)))" + end, ""},
		{"another order", start + "(step d (cl (not @2) (not @1)) :rule la_generic :args (1 1))(step e (cl) :rule resolution :premises (d b a h))", ""},
		{"a rounded bound", start + "(step d (cl (not @1) (<= (* 2 x) 7)) :rule la_generic :args (2 1)) (step f (cl (not @2) (not (<= (* 2 x) 7))) :rule la_generic :args (2 1))" +
			"(step e (cl) :rule resolution :premises (h a b d f))", ""},
		{"another weight", start + "(step d (cl (not @1) (not @2)) :rule la_generic :args (1 2))" + end, "does not follow"},
		{"a negative weight", start + "(step d (cl (not @1) (not @2)) :rule la_generic :args (1 (- 1)))" + end, "does not follow"},
		{"a weight is missing", start + "(step d (cl (not @1) (not @2)) :rule la_generic :args (1))" + end, "does not follow"},
		{"another literal", start + "(step d (cl (not @1) @2) :rule la_generic :args (1 1))" + end, "does not follow"},
		{"no combination", start + "(step d (cl) :rule la_generic :args ())" + end, "does not follow"},
		{"a hole", start + "(step d (cl (not @1) (not @2)) :rule hole)" + end, "not a known rule: hole"},
		{"lia_generic", start + "(step d (cl (not @1) (not @2)) :rule lia_generic)" + end, "not a known rule"},
		{"another argument", strings.Replace(start, ":args (0)", ":args (1)", 1), "does not follow"},
		{"an argument too many", strings.Replace(start, ":args (0)", ":args (3)", 1), "does not follow"},
		{"a negative argument", strings.Replace(start, ":args (0)", ":args ((- 1))", 1), "does not follow"},
		{"another condition", strings.Replace(start, "(<= x 3)", "(<= x 2)", 1), "the assumption is not the condition"},
		{"the negated condition", "(assume h (not (and (<= x 3) (>= x 4) (or p q))))", "the assumption is not the condition"},
		{"a weaker resolvent", start + "(step d (cl) :rule resolution :premises (h a c))", "does not follow"},
		{"an unknown premise", start + "(step d (cl) :rule resolution :premises (h z))", "no clause z"},
		{"a premise that comes later", start + "(step d (cl) :rule resolution :premises (e)) (step e (cl) :rule resolution :premises (d))", "no clause e"},
		{"an end before the empty clause", start, "the last step is not the empty clause"},
		{"nothing", "", "the last step is not the empty clause"},
		{"a name with another meaning", start + "(step d (cl (not (! (<= x 1) :named @1)) @1) :rule not_not)", "a second meaning"},
		{"a name for a symbol", start + "(step d (cl (! p :named x)) :rule true)", "a second meaning"},
		{"a name for true", start + "(step d (cl (! p :named true)) :rule true)", "not a term with a name"},
		{"a step with the name of another", start + "(step a (cl) :rule resolution)", "a new name"},
		{"a subproof", start + "(anchor :step d)", "not a known command"},
		{"a discharged step", start + "(step d (cl) :rule resolution :premises (h a) :discharge (h))", "not a known attribute"},
		{"a literal of numbers", start + "(step d (cl x) :rule true)", "a number instead of a formula"},
		{"an unknown symbol", start + "(step d (cl y) :rule true)", "not a known symbol"},
		{"a term with a symbol of its own", start + "(step d (cl (= (div x 2) 0)) :rule true)", "not linear"},
		{"or", start + "(step f (cl (or p q)) :rule resolution :premises (h c)) (step g (cl p q) :rule or :premises (f))", "the last step is not"},
		{"or, one is missing", start + "(step f (cl (or p q)) :rule resolution :premises (h c)) (step g (cl p) :rule or :premises (f))", "does not follow"},
		{"or of a tautology", start + "(step g (cl p q) :rule or :premises (c))", "does not follow"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := condition(t, system, "(define-fun r ((x Int) (p Bool)) Bool p)")
			require.NoError(t, err)
			require.False(t, c.Holds())
			err = c.Check("proof", strings.NewReader(test.proof))
			if test.err == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, test.err)
			}
		})
	}
}

// TestRules tries each rule for connectives on the clauses of one and of two formulas. The accepted
// clauses must be tautologies.
func TestRules(t *testing.T) {
	formulas := []string{"p", "q", "r", "(and p q)", "(or p q)", "(=> p q)", "(xor p q)", "(= p q)", "(ite p q r)", "(and p (not q))"}
	var literals []string
	for _, f := range formulas {
		literals = append(literals, f, "(not "+f+")")
	}
	const system = "(assert (forall ((p Bool) (q Bool) (r Bool)) (and p q r)))"
	c, err := condition(t, system, "")
	require.NoError(t, err)
	accepted := 0
	try := func(rule, clause string) {
		for _, args := range []string{"", " :args (0)", " :args (1)"} {
			p := &proof{reader: &reader{terms: c.reader.terms, closed: true}, env: c.unknowns, clauses: map[string][]formula{}}
			step := sexpr(t, "(step s (cl "+clause+") :rule "+rule+args+")")
			if caught(func() { p.step(step) }) != nil {
				continue
			}
			accepted++
			for k := range 8 {
				env := environment{}
				for i, name := range []string{"p", "q", "r"} {
					env[name] = value{formula: c.reader.constant(k>>i&1 == 1)}
				}
				holds := false
				for _, l := range step.List[2].List[1:] {
					holds = holds || p.term(l, env, 0).formula == c.reader.constant(true)
				}
				require.True(t, holds, "%s (cl %s) at %d", rule, clause, k)
			}
		}
	}
	for rule := range rules {
		for _, x := range literals {
			try(rule, x)
			for _, y := range literals[:6] {
				try(rule, x+" "+y)
				for _, z := range literals[:6] {
					try(rule, x+" "+y+" "+z)
				}
			}
		}
	}
	require.Greater(t, accepted, 100)
}

// TestCompare brings random bounds into the package's form. They must hold for the same values as
// before.
func TestCompare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	terms := newTerms()
	fraction := func(n int64) *big.Rat { return big.NewRat(r.Int64N(2*n+1)-n, 1+r.Int64N(3)) }
	for range 20_000 {
		symbols := []*symbol{{"x", 0, r.IntN(3) > 0}, {"y", 1, r.IntN(3) > 0}}
		x := &sum{constant: fraction(9)}
		for _, s := range symbols {
			x = x.plus(fraction(4), &sum{monomials: []monomial{{one, s}}, constant: zero})
		}
		op := []string{"<=", "<", "="}[r.IntN(3)]
		terms.nodes = map[string]*node{}
		f := terms.compare(x, op)
		tight, tightOp := rounded(x, op)
		values := []*big.Rat{fraction(9), fraction(9)}
		for i, s := range symbols {
			if s.isInt {
				values[i] = floor(values[i])
			}
		}
		at := func(x *sum, op string, right *big.Rat) bool {
			z := new(big.Rat).Sub(x.constant, right)
			for _, m := range x.monomials {
				z.Add(z, new(big.Rat).Mul(m.factor, values[m.symbol.id]))
			}
			return z.Sign() < 0 && op != "=" || z.Sign() == 0 && op != "<"
		}
		want := at(x, op, zero)
		text := fmt.Sprintf("%s %s 0 at %v", x.key(), op, values)
		if f.op == "true" {
			require.Equal(t, want, !f.negated, text)
		} else {
			require.Equal(t, want, at(f.left, f.op, f.right) != f.negated, text)
		}
		if op != "=" {
			require.Equal(t, want, at(tight, tightOp, zero), text)
		}
	}
}

// TestFarkas tries random steps of la_generic. An accepted clause must hold for all values of a
// grid.
func TestFarkas(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	accepted := 0
	conditions := map[string]*Condition{}
	for _, sort := range []string{"Int", "Real"} {
		c, err := condition(t, fmt.Sprintf("(assert (forall ((x %s) (y %s)) (< x y)))", sort, sort), "")
		require.NoError(t, err)
		conditions[sort] = c
	}
	for range 5_000 {
		sort := []string{"Int", "Real"}[r.IntN(2)]
		c := conditions[sort]
		number := func(k int) string { return strings.Replace(fmt.Sprintf("(+ %d)", k), "(+ -", "(- ", 1) }
		comparison := func(a, b int) string {
			z := fmt.Sprintf("(%s (+ (* %s x) (* %s y)) %s)", []string{"<=", "<", ">=", ">", "="}[r.IntN(5)], number(a), number(b), number(r.IntN(9)-4))
			if r.IntN(2) == 0 {
				z = "(not " + z + ")"
			}
			return z
		}
		a, b, k, sign := r.IntN(5)-2, r.IntN(5)-2, 1+r.IntN(3), 1-2*r.IntN(2)
		first, second := comparison(a, b), comparison(sign*k*a, sign*k*b)
		text := fmt.Sprintf("(step s (cl %s %s) :rule la_generic :args (%s %s))", first, second, number([]int{k, 1, -k}[r.IntN(3)]), number(1-r.IntN(2)*r.IntN(3)))
		p := &proof{reader: &reader{terms: c.reader.terms, closed: true}, env: c.unknowns, clauses: map[string][]formula{}}
		step := sexpr(t, text)
		if caught(func() { p.step(step) }) != nil {
			continue
		}
		accepted++
		scale := map[string]int64{"Int": 1, "Real": 2}[sort]
		one, other := sexpr(t, first), sexpr(t, second)
		for x := -6 * scale; x <= 6*scale; x++ {
			for y := -6 * scale; y <= 6*scale; y++ {
				env := environment{"x": {number: &sum{constant: big.NewRat(x, scale)}}, "y": {number: &sum{constant: big.NewRat(y, scale)}}}
				if p.term(one, env, 0).negated && p.term(other, env, 0).negated {
					t.Fatalf("%s at %d/%d %d/%d", text, x, scale, y, scale)
				}
			}
		}
	}
	require.Greater(t, accepted, 100)
}

// TestResolution tries random steps of resolution. An accepted clause must be true wherever its
// premises are.
func TestResolution(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	terms := newTerms()
	accepted := 0
	for range 20_000 {
		clause := func(n int) (z []formula) {
			for range n {
				z = append(z, terms.symbol(string(rune('a'+r.IntN(4)))).with(r.IntN(2) == 0))
			}
			return z
		}
		s := &step{clause: clause(r.IntN(3))}
		for range 1 + r.IntN(5) {
			s.premises = append(s.premises, clause(1+r.IntN(3)))
		}
		p := &proof{reader: &reader{terms: terms}}
		if !p.resolution(s) {
			continue
		}
		accepted++
		for k := range 16 {
			holds := func(clause []formula) bool {
				return slices.ContainsFunc(clause, func(f formula) bool { return k>>(f.name[0]-'a')&1 == 1 != f.negated })
			}
			require.True(t, holds(s.clause) || slices.ContainsFunc(s.premises, func(c []formula) bool { return !holds(c) }))
		}
	}
	require.Greater(t, accepted, 1000)
}
