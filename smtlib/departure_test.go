// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestDepartures reads text that departs from SMT-LIB, with what it means and the remark about it.
func TestDepartures(t *testing.T) {
	const twice = "(declare-datatype A ((a (f Int))))(declare-datatype B ((b (f Bool)) (c (g Int))))"
	const vectors = "(declare-const x (_ BitVec 2))(declare-const y (_ BitVec 2))(declare-const z (_ BitVec 2))"
	seen := map[Departure]bool{}
	for _, c := range []struct{ name, declared, term, want, warning string }{
		{"bare constructor", lists + "(declare-const x (List Int))", "(= x nil)", "(= x (as nil (List Int)))", "nil is written without its sort; the sort is taken from the context"},
		{"choice of bare constructors", lists + "(declare-const x (List Int))(declare-const b Bool)", "(= (ite b nil (cons 1 nil)) (ite b nil nil))", "(= (ite b (as nil (List Int)) (cons 1 (as nil (List Int)))) (as nil (List Int)))", "nil is written without its sort; the sort is taken from the context"},
		{"cases of bare constructors", lists + "(declare-const x (List Int))", "(= (match x ((nil nil) ((cons h t) nil))) x)", "(= x (as nil (List Int)))", "nil is written without its sort; the sort is taken from the context"},
		{"choice at two sorts", lists + "(declare-const x (List Int))(declare-const y (List Bool))(declare-const b Bool)", "(let ((e (ite b nil nil))) (and (= x e) (= y e)))", "(and (= x (as nil (List Int))) (= y (as nil (List Bool))))", "nil is written without its sort; the sort is taken from the context"},
		{"Int for Real", "(declare-fun p (Real) Bool)(declare-const i Int)", "(p i)", "(p (to_real i))", "an Int where a Real is expected; it is read as (to_real …)"},
		{"sort in parentheses", "(declare-datatype P ((p (fst (Int)))))", "(= (fst (p 2)) 2)", "true", "found (Int); the sort Int is understood"},
		{"recursive sort in parentheses", "(declare-datatypes (T) ((L (nil) (cons (hd T) (tl (L))))))(declare-const x (L Int))", "((_ is nil) (tl x))", "((_ is nil) (tl x))", "found (L); the sort L is understood"},
		{"negative numeral", "(declare-const i Int)", "(> i -12)", "(>= i (- 11))", "-12 is not a numeral of SMT-LIB; (- 12) is understood"},
		{"negative decimal", "(declare-const r Real)", "(> r -1.5)", "(> r (- (/ 3.0 2.0)))", "-1.5 is not a numeral of SMT-LIB; (- 1.5) is understood"},
		{"negative numeral that is declared", "(declare-const -1 Int)", "(> -1 0)", "(>= -1 1)", ""},
		{"negative numeral in bars that is declared", "(declare-fun |-1| () Int)", "(> |-1| 0)", "(>= -1 1)", ""},
		{"exponent", "(declare-const r Real)", "(> r 1.5e3)", "(> r 1500.0)", "a decimal with an exponent or without digits after the point; 1500.0 is understood"},
		{"exponent without a point", "(declare-const r Real)", "(> r 2E+2)", "(> r 200.0)", "a decimal with an exponent or without digits after the point; 200.0 is understood"},
		{"negative exponent", "(declare-const r Real)", "(> r 12.5e-3)", "(> r (/ 1.0 80.0))", "a decimal with an exponent or without digits after the point; 0.0125 is understood"},
		{"no digits after the point", "(declare-const r Real)", "(> r 3.)", "(> r 3.0)", "a decimal with an exponent or without digits after the point; 3.0 is understood"},
		{"wide constant", "(declare-const x (_ BitVec 8))", "(= x (_ bv300 8))", "(= x #x2c)", "bv300 does not fit 8 bits; #x2c is understood"},
		{"shared selector, first", twice + "(declare-const x A)", "(= (f x) 1)", "(= (f x) 1)", "selector f is declared at 1:26 for another datatype; the argument decides which one is meant"},
		{"shared selector, second", twice + "(declare-const x B)", "(f x)", "(f x)", "selector f is declared at 1:26 for another datatype; the argument decides which one is meant"},
		{"shared selector of instances", lists + "(declare-datatype Box (par (T) ((box (head T)))))(declare-const x (List Int))(declare-const y (Box Int))", "(= (head x) (head y))", "(= (head x) (head y))", "selector head is declared at 1:55 for another datatype; the argument decides which one is meant"},
		{"update", lists + "(declare-const x (List Int))", "(= x ((_ update-field head) x 1))", "(= x (ite ((_ is cons) x) (cons 1 (tail x)) x))", "update-field is not of SMT-LIB; the datatype's value with another field is understood"},
		{"update of cvc5", "(declare-datatype P ((p (fst Int) (snd Int))))(declare-const x P)", "(= x ((_ update snd) x 1))", "(= x (p (fst x) 1))", "update is not of SMT-LIB; the datatype's value with another field is understood"},
		{"three arguments", vectors, "(= x (bvxnor x y z))", "(= x (bvnot (bvxor z (bvnot (bvxor x y)))))", "bvxnor with 3 arguments; it is read as other solvers do"},
		{"comparison of one", "(declare-const i Int)", "(< i)", "true", "< with 1 argument; it is read as other solvers do"},
		{"implication of one", "(declare-const b Bool)", "(=> b)", "b", "=> with 1 argument; it is read as other solvers do"},
		{"sort of a theory", "(declare-sort Int 0)(declare-const i Int)", "(> i 0)", "(>= i 1)", "sort Int is declared, but belongs to a theory; the theory's sort is understood"},
		{"sort of no theory of the logic", "(set-logic QF_UF)(declare-sort U 0)(declare-const u U)", "(= u u)", "true", ""},
		{"information without a keyword", "(set-info length (f x))", "true", "true", "set-info of length, which is no keyword; it has no effect"},
		{"heap", cells, "(= (as heap.null Addr) (allocAddr (as heap.empty Heap) none))", "false", "the theory of heaps; records with a size and an array of objects are understood"},
		{"numeral for an address", cells, "(= (as heap.null Addr) 0)", "true", "the theory of heaps; records with a size and an array of objects are understood\na numeral where an address is expected; ((as heap.addr Addr) …) is understood"},
		{"size", "(declare-datatype N ((z) (s (p N))))(declare-const x N)", "(= (_size x) 2)", "(= (N_size x) 2)", "_size is not of SMT-LIB; the number of constructors in the value is understood"},
		{"bv2int", vectors, "(= (bv2int x) 3)", "(= (bv2nat x) 3)", "bv2int is the value with a sign in some solvers; (ubv_to_int …) is understood, as in z3"},
		{"function exists", "(declare-fun exists (Int Bool) Bool)", "(exists ((x Int)) (exists x (exists 1 true)))", "(exists ((x Int)) (|exists| x (|exists| 1 true)))", "exists is a reserved word; a function of that name is understood where it has no list of variables"},
		{"variable in parentheses", "", "(forall ((b Bool)) (or (b) (not b)))", "(forall ((b Bool)) (or b (not b)))", "the variable b is in parentheses; it is understood without"},
		{"tactic", "(check-sat-using (then simplify smt))", "true", "true", "check-sat-using; (check-sat) is understood, since a tactic changes no answer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script, err := ReadString(logic.NewStore(), "", c.declared+"(assert "+c.term+")")
			require.NoError(t, err)
			require.Equal(t, c.want, script.Commands[len(script.Commands)-1].Term.String())
			var got []string
			for _, w := range script.Warnings {
				got = append(got, w.Msg)
				seen[w.Departure] = true
			}
			require.Equal(t, c.warning, strings.Join(got, "\n"))
			requireSurvivesPrinting(t, script)
			_, err = ReadStrict(logic.NewStore(), "", strings.NewReader(c.declared+"(assert "+c.term+")"))
			if c.warning == "" {
				require.NoError(t, err)
			} else {
				first, _, _ := strings.Cut(c.warning, "\n")
				require.ErrorContains(t, err, first)
			}
		})
	}
	page, err := os.ReadFile("../docs/dialects.md")
	require.NoError(t, err)
	for _, d := range Departures {
		require.True(t, seen[d.Departure], "no test of %s", d.Example)
		require.Contains(t, string(page), fmt.Sprintf("| `%s` | %s |", d.Example, d.Meaning))
	}
}

// TestAmbiguous has text that is refused, because it has two meanings or none.
func TestAmbiguous(t *testing.T) {
	const twice = "(declare-datatype A ((a (f Int))))(declare-datatype B ((b (f Bool)) (c (g Int))))"
	for _, c := range []struct{ name, text, want string }{
		{"bare constructors alone", lists + "(assert (= nil nil))", "1:94: nil belongs to every instance of List, and its context does not tell which; write (as nil (List …))"},
		{"choice of bare constructors alone", lists + "(declare-const b Bool)(assert ((_ is nil) (ite b nil nil)))", "1:132: nil belongs to every instance of List, and its context does not tell which; write (as nil (List …))"},
		{"sort with parameters in parentheses", lists + "(declare-const x (List))", "1:101: sort List takes 1 argument, found 0"},
		{"a selector twice in a datatype", "(declare-datatype A ((a (f Int)) (b (f Int))))", "1:38: f is declared already at 1:26; choose another name"},
		{"a selector and a function", "(declare-fun f (Int) Int)(declare-datatype A ((a (f Int))))", "1:51: f is declared already at 1:14; choose another name"},
		{"a constructor twice", twice + "(declare-datatype C ((a (h Int))))", "1:104: a is declared already at 1:23; choose another name"},
		{"a shared selector of another sort", twice + "(assert (f 1))", "1:93: argument 1 of f has sort Int; expected B"},
		{"a function twice", "(declare-fun p (Int) Bool)(declare-fun p (Bool) Bool)", "1:40: p is declared already at 1:14; choose another name"},
		{"update of another datatype", twice + "(declare-const x A)(assert (= x ((_ update-field g) x 1)))", "1:134: argument 1 of the update of g has sort A; expected the datatype of the selector"},
		{"three arguments of what does not chain", "(assert (= #b1 (bvnand #b1 #b1 #b1)))", "1:16: bvnand takes 2 arguments, found 3"},
		{"equality of one", "(assert (= true))", "1:9: = takes at least 2 arguments, found 1"},
		{"a theory's sort in a logic without it", "(set-logic QF_UF)(declare-sort Int 0)", "1:32: sort Int is declared already; choose another name"},
		{"function exists of something in parentheses", "(declare-fun exists (Int) Bool)(assert (exists (+ 1 2)))", "1:49: found +; expected a sorted variable (x sort) or ')'"},
		{"variable with an argument", "(assert (forall ((x Int)) (x 1)))", "1:28: x is a variable and takes no arguments"},
		{"leading zero", "(assert (= 010 8))", "1:12: numeral that starts with 0; write it without"},
		{"exponent without digits", "(assert (= 1.5e 8))", "1:12: 1.5e is not a decimal; write digits after the point, and after e a whole number of at most 100000"},
		{"huge exponent", "(assert (= 1e999999999999 8))", "1:12: 1e999999999999 is not a decimal; write digits after the point, and after e a whole number of at most 100000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ReadString(logic.NewStore(), "", c.text)
			require.EqualError(t, err, c.want)
		})
	}
}

// TestPlainDecimal writes decimals as SMT-LIB has them.
func TestPlainDecimal(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "12": "12", "1.5": "1.5", "1.": "1.0", "0.": "0.0", "1e0": "1.0", "1.25e1": "12.5", "1.25e2": "125.0", "1.25E+4": "12500.0",
		"125e-1": "12.5", "125e-3": "0.125", "1e-3": "0.001", "0.05e1": "0.5", "0.05e2": "5.0", "0e5": "0.0", "0.0e-2": "0.000",
		"": "", "e1": "", ".5": "", "1e": "", "1e+": "", "01": "", "01.5": "", "1.5x": "", "1e1e1": "",
	} {
		got, _, ok := plainDecimal([]byte(text))
		require.Equal(t, want != "", ok, text)
		if ok {
			require.Equal(t, want, string(got), text)
		}
	}
}
