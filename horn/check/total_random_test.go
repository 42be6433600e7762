// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
)

// program has two functions f and g of two lists and two numbers, as text and in executable form. A
// leaf calls at most once, so that every run that ends is short.
type program struct {
	*rand.Rand
	unknown []int // the tail of the empty list: an arbitrary value
	bodies  [2]body
}

type state struct {
	x, y []int
	n, m int
}

// body is an expression that either ends the run (over) or calls the function with number to.
type body struct {
	text string
	run  func(state) (next state, to int, over bool)
}

type (
	listExpr struct {
		text string
		of   func(state) []int
	}
	numExpr struct {
		text string
		of   func(state) int
	}
)

func (p *program) tail(x []int) []int {
	if len(x) == 0 {
		return p.unknown
	}
	return x[1:]
}

func (p *program) list(depth int) listExpr {
	if depth > 0 && p.IntN(2) == 0 {
		inner := p.list(depth - 1)
		if p.IntN(4) > 0 {
			return listExpr{"(t " + inner.text + ")", func(s state) []int { return p.tail(inner.of(s)) }}
		}
		return listExpr{"(cons 0 " + inner.text + ")", func(s state) []int { return append([]int{0}, inner.of(s)...) }}
	}
	if p.IntN(2) == 0 {
		return listExpr{"x", func(s state) []int { return s.x }}
	}
	return listExpr{"y", func(s state) []int { return s.y }}
}

func (p *program) num() numExpr {
	k := p.IntN(3)
	return []numExpr{
		{"n", func(s state) int { return s.n }},
		{"m", func(s state) int { return s.m }},
		{fmt.Sprintf("(- n %d)", k), func(s state) int { return s.n - k }},
		{fmt.Sprintf("(+ m %d)", k), func(s state) int { return s.m + k }},
		{fmt.Sprintf("(- m %d)", k), func(s state) int { return s.m - k }},
		{"(- n m)", func(s state) int { return s.n - s.m }},
	}[p.IntN(6)]
}

// argument and number return arguments of a call: usually the parameter itself or a smaller value,
// sometimes an arbitrary one.
func (p *program) argument(i int) listExpr {
	switch p.IntN(8) {
	case 0:
		return p.list(2)
	case 1:
		i = 1 - i
	}
	l := listExpr{"xy"[i : i+1], func(s state) []int { return [][]int{s.x, s.y}[i] }}
	if p.IntN(2) == 0 {
		return l
	}
	return listExpr{"(t " + l.text + ")", func(s state) []int { return p.tail(l.of(s)) }}
}

func (p *program) number(i int) numExpr {
	switch p.IntN(8) {
	case 0:
		return p.num()
	case 1:
		i = 1 - i
	}
	k := p.IntN(3) / 2
	return numExpr{fmt.Sprintf("(- %c %d)", "nm"[i], k), func(s state) int { return []int{s.n, s.m}[i] - k }}
}

func (p *program) body(depth int) body {
	if depth == 0 {
		if p.IntN(3) == 0 {
			return body{"0", func(s state) (state, int, bool) { return s, 0, true }}
		}
		to, x, y, n, m := p.IntN(2), p.argument(0), p.argument(1), p.number(0), p.number(1)
		return body{fmt.Sprintf("(%c %s %s %s %s)", "fg"[to], x.text, y.text, n.text, m.text), func(s state) (state, int, bool) {
			return state{x.of(s), y.of(s), n.of(s), m.of(s)}, to, false
		}}
	}
	then, otherwise := body{"0", func(s state) (state, int, bool) { return s, 0, true }}, p.body(depth-1)
	if p.IntN(3) == 0 {
		then = p.body(p.IntN(depth))
	}
	var text string
	var holds func(state) bool
	if p.IntN(2) == 0 {
		l := p.list(p.IntN(2))
		text, holds = "(is-nil "+l.text+")", func(s state) bool { return len(l.of(s)) == 0 }
	} else {
		a, b := p.num(), p.num()
		text, holds = fmt.Sprintf("(<= %s %s)", a.text, b.text), func(s state) bool { return a.of(s) <= b.of(s) }
		if p.IntN(2) == 0 {
			k := p.IntN(3)
			text, holds = fmt.Sprintf("(<= %s %d)", a.text, k), func(s state) bool { return a.of(s) <= k }
		}
	}
	return body{fmt.Sprintf("(ite %s %s %s)", text, then.text, otherwise.text), func(s state) (state, int, bool) {
		if holds(s) {
			return then.run(s)
		}
		return otherwise.run(s)
	}}
}

// ends reports whether a call ends within a number of steps. No run of a function that ends takes
// more from small arguments.
func (p *program) ends(s state, f int) bool {
	for range 20_000 {
		var over bool
		if s, f, over = p.bodies[f].run(s); over {
			return true
		}
		if len(s.x)+len(s.y) > 5_000 {
			return false
		}
	}
	return false
}

// TestTotalRandom runs random functions that were shown to end for all arguments.
func TestTotalRandom(t *testing.T) {
	shown := 0
	for seed := range uint64(400) {
		p := &program{Rand: rand.New(rand.NewPCG(seed, 3))}
		var bodies [2]string
		for i := range p.bodies {
			p.bodies[i] = p.body(2 + p.IntN(3))
			bodies[i] = p.bodies[i].text
		}
		if !strings.Contains(bodies[0], "(f ") && !strings.Contains(bodies[0], "(g ") {
			continue
		}
		const parameters = "((x L) (y L) (n Int) (m Int)) Int"
		text := "(declare-datatype L ((nil) (cons (h Int) (t L))))(define-funs-rec ((f " + parameters + ") (g " + parameters + ")) (" + bodies[0] + " " + bodies[1] + "))"
		sys := system(t, text)
		m := horn.NewModel()
		for _, f := range sys.Source.Functions {
			params := append(f.Vars[:len(f.Vars):len(f.Vars)], sys.Store.Fresh("v", f.Func.Result()))
			m.Define(f.Graph, params, sys.Store.True())
		}
		if judge(t, sys, &horn.Witness{Verdict: horn.Safe, Model: m}) != nil {
			continue
		}
		shown++
		for range 60 {
			p.unknown = make([]int, p.IntN(4))
			s := state{make([]int, p.IntN(5)), make([]int, p.IntN(5)), p.IntN(11) - 4, p.IntN(11) - 4}
			require.True(t, p.ends(s, p.IntN(2)), "seed %d: %s from %v, with the tail of nil %v", seed, text, s, p.unknown)
		}
	}
	t.Log("shown to end:", shown)
	require.Greater(t, shown, 30)
}
