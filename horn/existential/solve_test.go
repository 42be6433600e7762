// SPDX-License-Identifier: Apache-2.0

package existential_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet"
	"cornet/horn/existential"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt/native"
)

// problems are beyond Horn, with the declarations of p, q and r over integers.
var problems = []struct{ name, text, want string }{
	{"a witness that is a variable", `
		(assert (forall ((m Int) (n Int)) (=> (> m n) (p m n))))
		(assert (forall ((m Int) (n Int) (k Int)) (=> (and (p m n) (q m k)) (< n k))))
		(assert (forall ((m Int)) (exists ((k Int)) (q m k))))`, "sat"},
	{"a witness that a constraint names", `
		(assert (forall ((m Int)) (exists ((k Int)) (and (= (+ k k) (* 6 m)) (q m k)))))
		(assert (forall ((m Int) (k Int)) (=> (and (q m k) (> m 0)) (> k m))))`, "sat"},
	{"a witness by cases", `
		(assert (forall ((m Int)) (exists ((k Int)) (q m k))))
		(assert (forall ((m Int) (k Int)) (=> (q m k) (and (>= k 0) (or (= k m) (= k (- m)))))))`, "sat"},
	{"two witnesses", `
		(assert (forall ((m Int)) (=> (r m) (exists ((k Int) (l Int)) (and (q k l) (= (+ k l) m) (= (- k l) 2))))))
		(assert (r 4)) (assert (forall ((k Int) (l Int)) (=> (q k l) (= k 3))))`, "sat"},
	{"no witness", `
		(assert (forall ((m Int)) (exists ((k Int)) (q m (* m k)))))
		(assert (=> (q 0 0) false))`, "unsat"},
	{"the rest has no model", `
		(assert (exists ((k Int)) (r k))) (assert (forall ((m Int)) (=> (< m 3) (r m)))) (assert (=> (r 2) false))`, "unsat"},
	{"the other head", `
		(assert (or (r 1) (r 2))) (assert (=> (r 1) false))`, "sat"},
	{"a choice of heads by a condition", `
		(assert (forall ((m Int)) (or (p m m) (r m))))
		(assert (forall ((m Int)) (=> (p m m) (< m 0)))) (assert (forall ((m Int)) (=> (r m) (>= m 0))))`, "sat"},
	{"instances of a forall", `
		(assert (forall ((m Int) (k Int)) (=> (> k m) (q m k))))
		(assert (forall ((m Int)) (=> (forall ((k Int)) (q m (+ k m 1))) (r m))))
		(assert (forall ((m Int)) (=> (r m) (>= m 0))))`, "sat"},
	{"a forall over an array", `
		(assert (forall ((a (Array Int Int)) (i Int)) (q 0 (select a i))))
		(assert (forall ((a (Array Int Int)) (n Int)) (=> (forall ((i Int)) (p i (select a i))) (= (select a n) n))))
		(assert (forall ((a (Array Int Int)) (i Int)) (=> (= (select a i) i) (p i (select a i)))))`, "sat"},
}

func TestSolve(t *testing.T) {
	for _, test := range problems {
		t.Run(test.name, func(t *testing.T) {
			text := "(set-logic HORN)(declare-fun p (Int Int) Bool)(declare-fun q (Int Int) Bool)(declare-fun r (Int) Bool)" + test.text
			require.Equal(t, test.want, solve(t, text))
		})
	}
}

// solve returns the verdict within a bound on the effort.
func solve(t *testing.T, text string) string {
	var o cornet.Options
	o.Backend = native.Backend{}
	ctx, stop := turn.Limit(t.Context(), 3_000*logic.TicksPerMillisecond, context.Canceled)
	defer stop()
	z, err := cornet.SolveText(ctx, "test.smt2", strings.NewReader(text), o)
	require.NoError(t, err, text)
	return z.Verdict.String()
}

// Callers of Read that do not know problems beyond Horn get an error.
func TestRead(t *testing.T) {
	p, err := cornet.Read("test.smt2", strings.NewReader("(declare-fun p (Int) Bool)\n(assert (or (p 1) (p 2)))"))
	require.ErrorContains(t, err, "test.smt2:2:1: a clause of the assertion has 2 positive atoms")
	require.Nil(t, p.System)
	require.IsType(t, &existential.Problem{}, p.Beyond)
	_, err = cornet.Read("test.smt2", strings.NewReader("(declare-fun p (Int) Bool)\n(assert (exists ((x Int)) (forall ((y Int)) (exists ((z Int)) (p (+ x y z))))))"))
	require.ErrorContains(t, err, "test.smt2:2:1: predicate p stands under an exists")
}

// TestRandom compares with all interpretations of two predicates over four values.
func TestRandom(t *testing.T) {
	count := map[string]int{}
	for seed := range uint64(60) {
		text, satisfiable := random(rand.New(rand.NewPCG(seed, 46)))
		verdict := solve(t, text)
		count[verdict]++
		switch verdict {
		case "sat":
			require.True(t, satisfiable(), text)
		case "unsat":
			require.False(t, satisfiable(), text)
		}
	}
	require.Greater(t, count["sat"], 10)
	require.Greater(t, count["unsat"], 10)
}

// part is a formula as text and as a function of the values of x, y, z and the predicates' truth
// tables.
type part struct {
	text  string
	holds func(v [3]int, preds [2]int) bool
}

// random returns a script of three assertions, and whether some interpretation satisfies it.
func random(r *rand.Rand) (string, func() bool) {
	var all []part
	for range 3 + r.IntN(3) {
		all = append(all, assertion(r))
	}
	text := "(set-logic HORN)(declare-fun p ((_ BitVec 2)) Bool)(declare-fun q ((_ BitVec 2)) Bool)\n"
	for _, a := range all {
		text += "(assert " + a.text + ")\n"
	}
	return text, func() bool {
		for k := range 256 {
			ok := true
			for _, a := range all {
				ok = ok && a.holds([3]int{}, [2]int{k / 16, k % 16})
			}
			if ok {
				return true
			}
		}
		return false
	}
}

func assertion(r *rand.Rand) part {
	var body, head []part
	for range r.IntN(3) {
		switch r.IntN(3) {
		case 0:
			body = append(body, atom(r, 2))
		case 1:
			body = append(body, comparison(r, 2))
		default:
			body = append(body, quantified("forall", 2, join("or", comparison(r, 3), atom(r, 3))))
		}
	}
	switch r.IntN(4) {
	case 0:
		head = append(head, comparison(r, 2))
	case 1:
		head = append(head, atom(r, 2))
	case 2:
		head = append(head, atom(r, 2), atom(r, 2))
	default:
		head = append(head, quantified("exists", 2, join("and", comparison(r, 3), atom(r, 3))))
	}
	z := join("=>", join("and", body...), join("or", head...))
	return quantified("forall", 0, quantified("forall", 1, z))
}

func atom(r *rand.Rand, vars int) part {
	x, p := term(r, vars), r.IntN(2)
	return part{fmt.Sprintf("(%s %s)", []string{"p", "q"}[p], x.text), func(v [3]int, preds [2]int) bool {
		return preds[p]>>x.value(v)&1 == 1
	}}
}

func comparison(r *rand.Rand, vars int) part {
	x, y := term(r, vars), term(r, vars)
	if r.IntN(2) == 0 {
		return part{fmt.Sprintf("(= %s %s)", x.text, y.text), func(v [3]int, _ [2]int) bool { return x.value(v) == y.value(v) }}
	}
	return part{fmt.Sprintf("(bvult %s %s)", x.text, y.text), func(v [3]int, _ [2]int) bool { return x.value(v) < y.value(v) }}
}

// arithmetic is a term of two bits.
type arithmetic struct {
	text  string
	value func([3]int) int
}

func term(r *rand.Rand, vars int) arithmetic {
	i, c := r.IntN(vars), r.IntN(4)
	if r.IntN(5) == 0 {
		return arithmetic{fmt.Sprintf("(_ bv%d 2)", c), func([3]int) int { return c }}
	}
	if c > 1 {
		c = 0
	}
	return arithmetic{fmt.Sprintf("(bvadd %s (_ bv%d 2))", []string{"x", "y", "z"}[i], c), func(v [3]int) int { return (v[i] + c) % 4 }}
}

func join(op string, parts ...part) part {
	if len(parts) == 0 {
		return part{"true", func([3]int, [2]int) bool { return true }}
	}
	text := "(" + op
	for _, p := range parts {
		text += " " + p.text
	}
	return part{text + ")", func(v [3]int, preds [2]int) bool {
		first, last := parts[0].holds(v, preds), parts[len(parts)-1].holds(v, preds)
		switch op {
		case "=>":
			return !first || last
		case "and":
			return first && last
		}
		return first || last
	}}
}

func quantified(op string, i int, body part) part {
	name := []string{"x", "y", "z"}[i]
	return part{fmt.Sprintf("(%s ((%s (_ BitVec 2))) %s)", op, name, body.text), func(v [3]int, preds [2]int) bool {
		for x := range 4 {
			v[i] = x
			if body.holds(v, preds) == (op == "exists") {
				return op == "exists"
			}
		}
		return op == "forall"
	}}
}
