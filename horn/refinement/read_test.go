// SPDX-License-Identifier: Apache-2.0

package refinement

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRead translates texts to assertions.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a goal", "(constraint (forall ((x Int) ((> x 0))) ((>= x 1))))", []string{"(forall ((x Int)) (=> (>= x 1) (>= x 1)))"}},
		{"two goals", "(constraint (and (forall ((x int) (true)) (tag ((= x x)) \"1\")) ((not false))))", []string{"(forall ((x Int)) (=> true true))", "(not false)"}},
		{"a predicate", "(var $k (Int)) (constraint (and (forall ((v Int) ((= v 1))) ($k v)) (forall ((y Int) ($k y)) ((> y 0)))))",
			[]string{"(forall ((v Int)) (=> (= v 1) ($k v)))", "(forall ((y Int)) (=> ($k y) (>= y 1)))"}},
		{"a predicate for each value of a variable", "(var $k (Int)) (constraint (forall ((x Int) (true)) (and (forall ((v Int) ((= v x))) ($k v)) (forall ((y Int) ($k y)) ((= y x))))))",
			[]string{"(forall ((x Int)) (=> true (forall ((v Int)) (=> (= x v) ($k v x)))))", "(forall ((x Int)) (=> true (forall ((y Int)) (=> ($k y x) (= x y)))))"}},
		{"a variable that another one hides", "(var $k (Int)) (constraint (forall ((x Int) (true)) (forall ((x Int) ((> x 0))) (and ($k x) (forall ((y Int) ($k y)) ((= y x)))))))",
			[]string{"(forall ((x Int)) (=> true (forall ((|x'1| Int)) (=> (>= |x'1| 1) ($k |x'1| x |x'1|)))))",
				"(forall ((x Int)) (=> true (forall ((|x'1| Int)) (=> (>= |x'1| 1) (forall ((y Int)) (=> ($k y x |x'1|) (= |x'1| y)))))))"}},
		{"a function", "(constant f (func 0 (Int Int) bool)) (var $k (Int)) (constraint (forall ((x Int) ((((f x) 2)))) ($k x)))",
			[]string{"(forall ((f (Array Int (Array Int Bool)))) (forall ((x Int)) (=> (select (select f x) 2) ($k x x f))))"}},
		{"a constant that is not used", "(constant f (func 1 (@(0)) Int)) (constraint ((= 1 1)))", []string{"true"}},
		{"distinct constants", "(distinct a Int) (distinct b Int) (constraint ((!= a b)))", []string{"(forall ((a Int) (b Int)) (=> (not (= a b)) (not (= a b))))"}},
		{"a definition", "(define f ((x Int)) Int (+ x 1)) (constraint ((= (f 1) 2)))", []string{"true"}},
		{"numeric and uninterpreted sorts", "(numeric N) (constraint (forall ((n N) ((> n 0))) (forall ((s (Seq Int)) ((= s s))) ((= n n)))))",
			[]string{"(forall ((n Int)) (=> (>= n 1) (forall ((s |(Seq Int)|)) (=> true true))))"}},
		{"names", "(constraint (forall ((VV##12 bool) (VV##12)) (forall ((let bool) (true)) (let))))", []string{"(forall ((|VV##12| Bool)) (=> |VV##12| (forall ((|let| Bool)) (=> true |let|))))"}},
		{"maps and sets", "(constraint (forall ((m (Map_t Int Int)) ((= m (Map_default 0)))) (forall ((s (Set_Set Int)) ((= s (Set_add (Set_empty 0) 1)))) ((Set_mem (Map_select m 1) s)))))",
			[]string{"(forall ((m (Array Int Int))) (=> (= m ((as const (Array Int Int)) 0)) (forall ((s (Array Int Bool))) (=> (= s (store ((as const (Array Int Bool)) false) 1 true)) (select s (select m 1))))))"}},
		{"bit-vectors", "(constraint (forall ((b (BitVec Size8)) ((= b (lit \"#x0f\" (BitVec Size8))))) ((= (bvadd b b) (int_to_bv8 30)))))",
			[]string{"(forall ((b (_ BitVec 8))) (=> (= b #x0f) (= (bvadd b b) #x1e)))"}},
		{"datatypes", "(datatype (L 1) ((nil ()) (cons ((hd @(0)) (tl (L @(0))))))) (constraint (forall ((x (L Int)) ((is$cons x))) ((= x (cons (hd x) (tl x))))))",
			[]string{"(forall ((x (L Int))) (=> ((_ is cons) x) (= x (cons (hd x) (tl x)))))"}},
		{"strings and comments", "; a comment (\n(constraint /* another\n (one */ (forall ((s Str) ((= s \"cat\"))) ((!= s \"dog\"))))", []string{"(forall ((s Str)) (=> (= s (as @cat Str)) (not (= s (as @dog Str)))))"}},
		{"exists", "(constraint (forall ((x Int) (true)) (exists ((y Int) (true)) (and ((> y x)) (forall ((z Int) ((> z y))) ((> z x)))))))",
			[]string{"(forall ((x Int)) (=> true (exists ((y Int)) (and true (and (<= (+ x 1) y) (forall ((z Int)) (=> (<= (+ y 1) z) (<= (+ x 1) z))))))))"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.True(t, Is([]byte(c.text)))
			p, err := Read("", c.text)
			require.NoError(t, err)
			var got []string
			for _, a := range p.System.Source.Asserts {
				got = append(got, a.Term.String())
			}
			require.Equal(t, c.want, got)
			for i, a := range p.System.Source.Asserts {
				require.Equal(t, a.Pos, p.Goals[i].Pos)
			}
		})
	}
}

// TestRefused has texts that are refused, with the place and the reason.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"(constraint (forall ((x Int) (true)) ((= x)))":                             "1:1: the input ends inside the parentheses that open here",
		"(constraint (forall ((x Int) (true)) ((> x y))))":                          "1:44: unknown symbol y; declare it before it is used",
		"(constraint (forall ((x Int)) ((> x 0))))":                                 "1:21: found ((x Int)); expected (forall ((x Sort) predicate) constraint)",
		"(constraint ((f 1)))":                                                      "1:15: unknown function f with 1 arguments; declare it before it is used",
		"(constraint ($k 1))":                                                       "1:14: unknown function $k; declare it before it is used",
		"(var $k (Int)) (var $k (Int)) (constraint ($k 1))":                         "1:21: $k is declared already; choose another name",
		"(match len (Nil) 0)":                                                       "1:1: measures by cases (match) are not supported; define the function over a datatype",
		"(constant f (func 1 (@(0)) Int)) (constraint ((= (f 1) 1)))":               "1:13: a function with sort parameters, (func 1 (@0) Int); declare one for each sort",
		"(constraint ((= (Map_default 0) (Map_default 0))))":                        "1:17: the sort of (Map_default 0) is open; compare it with a variable",
		"(constraint (forall ((s (Set_Set Int)) ((= s (Set_cup s s)))) ((= s s))))": "1:46: Set_cup: unions of sets are not supported",
		"(var $k (Int)) (constraint (exists ((x Int) (true)) ($k x)))":              "1:28: predicate $k stands under an exists in a positive position (the head of an implication or an assertion); Horn clauses quantify predicates universally only",
		"(constraint (exists ((x Int) ((> x 0))) ((= x x))))":                       "1:30: a predicate about a variable of exists; write (true), and the predicate in the body",
		"(qualif Q ((v Int)) (> v 0)) )":                                            "1:30: found ')' without an open parenthesis; expected a command",
		"(fixpoint \"--x) (constraint ((= 1 1)))":                                   "1:11: the string that begins here does not end in its line",
		"(constraint ((= 1 1))) (assert true)":                                      "1:24: unknown command assert of the Horn format of liquid-fixpoint",
	} {
		_, err := Read("", text)
		require.EqualError(t, err, want, text)
	}
	for _, text := range []string{"", "(", "(assert true)", "constraint", "(constraints)", "; (constraint)", strings.Repeat("(", 100)} {
		require.False(t, Is([]byte(text)), text)
	}
}
