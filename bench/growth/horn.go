// SPDX-License-Identifier: Apache-2.0

package growth

import (
	"fmt"
	"strings"
)

// script is an SMT-LIB script of clauses under construction.
type script struct{ strings.Builder }

func (s *script) line(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

// predicate declares a predicate over some sorts.
func (s *script) predicate(name string, sorts ...string) {
	s.line("(declare-fun %s (%s) Bool)", name, strings.Join(sorts, " "))
}

// clause asserts that body implies head, for all values of the variables: "(x Int) (y Int)".
func (s *script) clause(vars, body, head string) {
	s.line("(assert (forall (%s) (=> %s %s)))", vars, body, head)
}

// horn returns a function that makes the text of a system. add adds its clauses.
func horn(add func(s *script, n int)) func(int) string {
	return func(n int) string {
		var s script
		s.line("(set-logic HORN)")
		add(&s, n)
		s.line("(check-sat)")
		return s.String()
	}
}

// each joins the texts for 0 to n-1. The format may use the number several times: "%[1]d".
func each(n int, format string) string { return join(n, " ", format) }

func join(n int, separator, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, separator)
}

// times returns n copies of the sort.
func times(n int, sort string) []string {
	z := make([]string, n)
	for i := range z {
		z[i] = sort
	}
	return z
}

const x, xy, xyz = "(x Int)", "(x Int) (y Int)", "(x Int) (y Int) (z Int)"

// predicates declares P0 to Pn over some sorts.
func (s *script) predicates(n int, sorts ...string) {
	for i := range n + 1 {
		s.predicate(fmt.Sprint("P", i), sorts...)
	}
}

func chain(end string) func(*script, int) {
	return func(s *script, n int) {
		s.predicates(n, "Int")
		s.clause(x, "(= x 0)", "(P0 x)")
		for i := range n {
			s.clause(x, fmt.Sprintf("(P%d x)", i), fmt.Sprintf("(P%d (+ x 1))", i+1))
		}
		s.clause(x, fmt.Sprintf("(and (P%d x) %s)", n, fmt.Sprintf(end, n)), "false")
	}
}

func loops(s *script, n int) {
	s.predicates(n, "Int")
	s.clause(x, "(= x 0)", "(P0 x)")
	for i := range n {
		s.clause(x, fmt.Sprintf("(and (P%d x) (< x %d))", i, 10*(i+1)), fmt.Sprintf("(P%d (+ x 1))", i))
		s.clause(x, fmt.Sprintf("(and (P%d x) (>= x %d))", i, 10*(i+1)), fmt.Sprintf("(P%d x)", i+1))
	}
	s.clause(x, fmt.Sprintf("(and (P%d x) (not (= x %d)))", n, 10*n), "false")
}

func equalCounters(s *script, n int) {
	vars, state := each(n, "(x%d Int)"), "(P "+each(n, "x%d")+")"
	s.predicate("P", times(n, "Int")...)
	s.clause(vars, "(and "+each(n, "(= x%d 0)")+")", state)
	s.clause(vars, state, "(P "+each(n, "(+ x%d 1)")+")")
	var differ strings.Builder
	for i := range n - 1 {
		fmt.Fprintf(&differ, " (not (= x%d x%d))", i, i+1)
	}
	s.clause(vars, "(and "+state+" (or"+differ.String()+" false))", "false")
}

func sums(s *script, n int) {
	vars, state := each(n, "(x%d Int)"), "(P "+each(n, "x%d")+")"
	s.predicate("P", times(n, "Int")...)
	s.clause(vars, "(and "+each(n, "(= x%[1]d %[1]d)")+")", state)
	next := "(+ x0 1)"
	for i := 1; i < n; i++ {
		next += fmt.Sprintf(" (+ x%d x%d)", i, i-1)
	}
	s.clause(vars, state, "(P "+next+")")
	s.clause(vars, "(and "+state+" (or "+each(n, "(< x%d 0)")+" false))", "false")
}

func branch(s *script, n int) {
	s.predicate("P", "Int", "Int")
	s.clause(xy, "(= x 0)", "(P x y)")
	for i := 1; i <= n; i++ {
		s.clause(xyz, fmt.Sprintf("(and (P x y) (= y %d))", i), fmt.Sprintf("(P (+ x %d) z)", i))
	}
	s.clause(xy, "(and (P x y) (< x 0))", "false")
}

func tree(end string) func(*script, int) {
	return func(s *script, n int) {
		s.predicates(n, "Int")
		s.clause(x, "(>= x 1)", fmt.Sprintf("(P%d x)", n))
		for i := range n {
			s.clause(xy, fmt.Sprintf("(and (P%d x) (P%d y))", i+1, i+1), fmt.Sprintf("(P%d (+ x y))", i))
		}
		s.clause(x, "(and (P0 x) "+end+")", "false")
	}
}

func recursion(s *script, n int) {
	for i := range n {
		s.predicate(fmt.Sprint("F", i), "Int", "Int")
	}
	for i := range n {
		s.clause("(n Int)", "(<= n 1)", fmt.Sprintf("(F%d n 1)", i))
		s.clause("(n Int) (a Int) (b Int)", fmt.Sprintf("(and (> n 1) (F%d (- n 1) a) (F%d (- n 2) b))", (i+1)%n, (i+2)%n), fmt.Sprintf("(F%d n (+ a b))", i))
	}
	s.clause("(n Int) (r Int)", "(and (F0 n r) (< r 1))", "false")
}

// bools are two binary counters of n bits that count the same events.
func bools(s *script, n int) {
	vars := each(n, "(a%[1]d Bool) (b%[1]d Bool)")
	state := "(P " + each(n, "a%[1]d b%[1]d") + ")"
	s.predicate("P", times(2*n, "Bool")...)
	s.clause(vars, "(and "+each(n, "(not a%[1]d) (not b%[1]d)")+")", state)
	step := fmt.Sprintf("(and %s (= c0 e) (= d0 e) %s %s)", state, each(n, "(= u%[1]d (xor a%[1]d c%[1]d)) (= v%[1]d (xor b%[1]d d%[1]d))"), carries(n))
	s.clause(vars+" (e Bool) "+each(n, "(c%[1]d Bool) (d%[1]d Bool) (u%[1]d Bool) (v%[1]d Bool)"), step, "(P "+each(n, "u%[1]d v%[1]d")+")")
	s.clause(vars, "(and "+state+" (or "+each(n, "(not (= a%[1]d b%[1]d))")+"))", "false")
}

func carries(n int) string {
	var z strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&z, " (= c%d (and a%d c%d)) (= d%d (and b%d d%d))", i, i-1, i-1, i, i-1, i-1)
	}
	return z.String()
}

func ring(s *script, n int) {
	vars, state := each(n, "(a%d Bool)"), "(P "+each(n, "a%d")+")"
	s.predicate("P", times(n, "Bool")...)
	var others, shifted strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&others, " (not a%d)", i)
		fmt.Fprintf(&shifted, "a%d ", i)
	}
	s.clause(vars, "(and a0"+others.String()+")", state)
	s.clause(vars, state, "(P "+shifted.String()+"a0)")
	s.clause(vars, "(and "+state+" a0 a1)", "false")
}

const array = "(Array Int Int)"

func stores(s *script, n int) {
	a := "(a " + array + ")"
	s.predicates(n, array)
	s.clause(a, "true", "(P0 a)")
	for i := range n {
		s.clause(a, fmt.Sprintf("(P%d a)", i), fmt.Sprintf("(P%d (store a %d %d))", i+1, i, i))
	}
	s.clause(a, fmt.Sprintf("(and (P%d a) (not (= (select a %d) %d)))", n, n/2, n/2), "false")
}

// arrayLoops fills n arrays in n loops, one after the other.
func arrayLoops(s *script, n int) {
	arrays := each(n, "a%d")
	vars := each(n, "(a%d "+array+")") + " (i Int) (n Int)"
	s.predicates(n, append(times(n, array), "Int", "Int")...)
	s.clause(vars, "(= i 0)", fmt.Sprintf("(P0 %s i n)", arrays))
	for k := range n {
		stored := strings.Fields(arrays)
		stored[k] = fmt.Sprintf("(store a%d i %d)", k, k)
		s.clause(vars, fmt.Sprintf("(and (P%d %s i n) (< i n))", k, arrays), fmt.Sprintf("(P%d %s (+ i 1) n)", k, strings.Join(stored, " ")))
		s.clause(vars, fmt.Sprintf("(and (P%d %s i n) (>= i n))", k, arrays), fmt.Sprintf("(P%d %s 0 n)", k+1, arrays))
	}
	s.clause(vars+" (z Int)", fmt.Sprintf("(and (P%d %s z n) (<= 0 i) (< i n) (or %s false))", n, arrays, each(n, "(not (= (select a%[1]d i) %[1]d))")), "false")
}

func words(s *script, width int) {
	sort := fmt.Sprintf("(_ BitVec %d)", width)
	word := func(v int) string { return fmt.Sprintf("(_ bv%d %d)", v, width) }
	vars := fmt.Sprintf("(x %[1]s) (y %[1]s) (n %[1]s)", sort)
	s.predicate("P", times(3, sort)...)
	s.clause(vars, fmt.Sprintf("(and (= x %[1]s) (= y %[1]s))", word(0)), "(P x y n)")
	s.clause(vars, "(and (P x y n) (bvult x n))", fmt.Sprintf("(P (bvadd x %s) (bvadd y %s) n)", word(1), word(2)))
	s.clause(vars, "(and (P x y n) (not (= y (bvadd x x))))", "false")
}

func parity(s *script, width int) {
	vars := fmt.Sprintf("(x (_ BitVec %d))", width)
	word := func(v int) string { return fmt.Sprintf("(_ bv%d %d)", v, width) }
	s.predicate("P", fmt.Sprintf("(_ BitVec %d)", width))
	s.clause(vars, "(= x "+word(0)+")", "(P x)")
	s.clause(vars, "(P x)", fmt.Sprintf("(P (bvadd (bvmul x %s) %s))", word(3), word(2)))
	s.clause(vars, fmt.Sprintf("(and (P x) (= (bvand x %[1]s) %[1]s))", word(1)), "false")
}

func datatype(s *script, n int) {
	s.line("(declare-datatypes ((S 0)) ((%s)))", each(n, "(c%[1]d (f%[1]d Int))"))
	s.predicate("P", "S")
	s.clause("(s S)", "(= s (c0 0))", "(P s)")
	for i := range n - 2 {
		s.clause("(s S)", fmt.Sprintf("(and (P s) ((_ is c%d) s))", i), fmt.Sprintf("(P (c%d (+ 1 (f%d s))))", i+1, i))
	}
	s.clause("(s S)", fmt.Sprintf("(and (P s) ((_ is c%d) s))", n-1), "false")
}

func enumeration(s *script, n int) {
	vars := "(s S) (x Int)"
	s.line("(declare-datatypes ((S 0)) ((%s)))", each(n, "(c%d)"))
	s.predicate("P", "S", "Int")
	s.clause(vars, "(and (= s c0) (= x 0))", "(P s x)")
	for i := range n - 1 {
		s.clause(vars, fmt.Sprintf("(and (P s x) (= s c%d))", i), fmt.Sprintf("(P c%d (+ x 1))", (i+1)%(n-1)))
	}
	s.clause(vars, fmt.Sprintf("(and (P s x) (or (= s c%d) (< x 0)))", n-1), "false")
}

// digits returns a number with that many digits.
func digits(n int) string { return "1" + strings.Repeat("7", n-1) }

func hugeStep(s *script, n int) {
	s.predicate("P", "Int")
	s.clause(x, "(= x "+digits(n)+")", "(P x)")
	s.clause(x, "(P x)", "(P (+ x "+digits(n)+"))")
	s.clause(x, "(and (P x) (< x "+digits(n)+"))", "false")
}

func hugeLoop(s *script, n int) {
	s.predicate("P", "Int", "Int")
	s.clause(xy, "(and (= x 0) (= y 0))", "(P x y)")
	s.clause(xy, "(and (P x y) (< x "+digits(n)+"))", "(P (+ x 1) (+ y "+digits(n)+"))")
	s.clause(xy, "(and (P x y) (or (> x "+digits(n)+") (< y x)))", "false")
}

// text returns n clauses that no derivation of an error uses.
func text(s *script, n int) {
	const ring = 100
	s.predicate("P", "Int", "Int")
	for i := range ring {
		s.predicate(fmt.Sprint("Q", i), "Int", "Int")
	}
	s.clause(xy, "(= x 0)", "(P x y)")
	for i := range n {
		from, to := i%ring, (i+1)%ring
		if i%2 == 0 {
			s.clause(xy, fmt.Sprintf("(and (Q%d x y) (>= y %d) (= (* 2 x) (+ y y %d)))", from, i, i), fmt.Sprintf("(Q%d x y)", from))
			continue
		}
		s.clause(xyz, fmt.Sprintf("(and (Q%d x y) (> x %d) (< x %d) (= z (+ y %d)))", from, i+5, i+2, i%7), fmt.Sprintf("(Q%d z y)", to))
	}
	s.clause(xy, "(P x y)", "(P (+ x 1) y)")
	s.clause(xy, "(and (P x y) (< x 0))", "false")
}

// guarded has n clauses with different guards, and each guard matters.
func guarded(s *script, n int) {
	const stages = 1000
	for i := range stages + 1 {
		s.predicate(fmt.Sprint("Q", i), "Int", "Int")
	}
	s.clause(xy, "(= x 0)", "(Q0 x y)")
	for i := range n {
		s.clause(xyz, fmt.Sprintf("(and (Q%d x y) (> y %d) (= z (+ x %d)))", i%stages, i, i%7), fmt.Sprintf("(Q%d z y)", i%stages+1))
	}
	s.clause(xy, fmt.Sprintf("(and (Q%d x y) (< x 0))", stages), "false")
}

// aroundLoop returns a system about a predicate P, which holds for 0 and never for negative
// numbers, with one more clause.
func aroundLoop(vars string, clause func(n int) string) func(*script, int) {
	return func(s *script, n int) {
		s.predicate("P", "Int")
		s.clause(x, "(= x 0)", "(P x)")
		s.line("(assert (forall (%s) %s))", vars, clause(n))
		s.clause(x, "(and (P x) (< x 0))", "false")
	}
}

func lets(n int) string {
	definitions := "(let ((y1 (+ x 1))) "
	for i := 1; i < n; i++ {
		definitions += fmt.Sprintf("(let ((y%d (+ y%d 1))) ", i+1, i)
	}
	return fmt.Sprintf("(=> (P x) %s(P y%d)%s)", definitions, n, closing(n))
}

// closing returns n closing parentheses.
func closing(n int) string { return strings.Repeat(")", n) }

func nested(n int) string {
	return "(=> (P x) (P " + strings.Repeat("(+ 1 ", n) + "x" + closing(n) + "))"
}

func nestedIte(n int) string {
	return "(=> (P x) (P " + each(n, "(ite (= c %[1]d) (+ x %[1]d)") + " x" + closing(n) + "))"
}

func nestedAnd(n int) string {
	var open strings.Builder
	for i := range n {
		fmt.Fprintf(&open, "(%s x %d) ", [2]string{"or (>", "and (<"}[i%2], i+10)
	}
	return "(=> " + open.String() + "(P x)" + closing(n) + " (P (+ x 1)))"
}

func sharedConditions(n int) string {
	var open strings.Builder
	for i := range n {
		fmt.Fprintf(&open, "(let ((y%d (and (or y%d (= c %d)) (or (not y%d) (> c %d))))) ", i+1, i, i, i, i)
	}
	return fmt.Sprintf("(let ((y0 (> x 3))) %s(=> (and (P x) y%d) (P (+ x 1)))%s)", open.String(), n, closing(n))
}
