// SPDX-License-Identifier: Apache-2.0

package termination_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	search "cornet/engines/termination"
	"cornet/horn/its"
	"cornet/horn/termination"
	"cornet/logic"
	"cornet/smt/native"
)

// loops are rules of transition systems, with the answer. The entry point is the first function.
var loops = []struct{ name, rules, want string }{
	{"counter", `(rule (f x) (f (- x 1)) :guard (> x 0))`, "YES"},
	{"two counters", `(rule (f x y) (f (- x 1) z) :guard (> x 0)) (rule (f x y) (f x (- y 1)) :guard (and (> x 0) (> y 0)))`, "YES"},
	{"nested", `(rule (f x y) (g x x) :guard (> x 0)) (rule (g x y) (g x (- y 1)) :guard (> y 0)) (rule (g x y) (f (- x 1) y) :guard (<= y 0))`, "YES"},
	{"two phases", `(rule (f x y) (f (+ x y) (- y 1)) :guard (> x 0))`, "YES"},
	{"three phases", `(rule (f x y z) (f (+ x y) (+ y z) (- z 1)) :guard (> x 0))`, "YES"},
	{"gap", `(rule (f x y) (f (- x y) y) :guard (and (> x 0) (> y 0)))`, "YES"},
	{"difference", `(rule (f x y) (f (+ x 1) y) :guard (< x y)) (rule (f x y) (f x (- y 2)) :guard (< x y))`, "YES"},
	{"supported", `(rule (f x y) (g x 1)) (rule (g x y) (g (- x y) (+ y 1)) :guard (> x 0))`, "YES"},
	{"halved", `(rule (f x) (f (div x 2)) :guard (> x 0))`, "YES"},
	{"up", `(rule (f x) (f (+ x 1)) :guard (> x 0))`, "NO"},
	{"stuck value", `(rule (f x) (f (- x 1)) :guard (not (= x 0)))`, "NO"},
	{"choice", `(rule (f x y) (f (- x 1) z) :guard (> x 0)) (rule (f x y) (f z y) :guard (and (<= x 0) (> z y)))`, "NO"},
	{"rotation", `(rule (f x y) (f y x) :guard (not (= x y)))`, "NO"},
	{"states that recur", `(rule (f x) (f (- x 1)) :guard (and (> x 10) (not (= x 25)))) (rule (f x) (f 29) :guard (= x 25))`, "NO"},
	{"inner loop", `(rule (f x y) (g (+ x 1) (+ x 1)) :guard (> x 0)) (rule (g x y) (g x (- y 1)) :guard (> y 0)) (rule (g x y) (f x 0) :guard (= y 0))`, "NO"},
	{"not reached", `(rule (f x) (g 0)) (rule (g x) (g (+ x 1)) :guard (> x 5))`, "YES"},
	{"no cycle", `(rule (f x) (g x))`, "YES"},
}

// read returns the question that rules pose.
func read(t *testing.T, rules string) termination.Question {
	t.Helper()
	arity := map[string]int{}
	var order []string
	for _, part := range strings.FieldsFunc(rules, func(r rune) bool { return r == '(' || r == ')' }) {
		words := strings.Fields(part)
		if len(words) > 0 && len(words[0]) == 1 && strings.Contains("fgh", words[0]) {
			if arity[words[0]] = max(arity[words[0]], len(words)-1); slices.Contains(order, words[0]) {
				continue
			}
			order = append(order, words[0])
		}
	}
	text := "(format LCTRS) (theory Ints)"
	for _, f := range order {
		n := max(arity["f"], arity["g"])
		text += fmt.Sprintf(" (fun %s (->%s))", f, strings.Repeat(" Int", n+1))
	}
	sys, err := its.Read("rules", text+" (entrypoint "+order[0]+") "+rules)
	require.NoError(t, err)
	return termination.Question{System: sys}
}

func options() search.Options {
	return search.Options{Run: engines.Config{Engine: engines.Auto, Backend: native.Backend{}}, Ticks: 300 * logic.TicksPerMillisecond}
}

func TestDecide(t *testing.T) {
	for _, c := range loops {
		t.Run(c.name, func(t *testing.T) {
			z, err := search.Decide(context.Background(), read(t, c.rules), options())
			require.NoError(t, err)
			require.Equal(t, c.want, z.Verdict.String(), z.Reason)
		})
	}
}
