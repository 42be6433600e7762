// SPDX-License-Identifier: Apache-2.0

package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Generate returns a small random Horn problem as SMT-LIB text, the same for equal seeds. It has
// one to three predicates, facts, loops with counters, guards and resets, and queries, over a few
// of the sorts Int, Real, Bool, bit-vectors of width 4, arrays, lists and records. Unrolling or a
// simple invariant decides most problems; no known method decides some of them.
func Generate(seed uint64) string {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0))}
	g.palette = palettes[g.rng.IntN(len(palettes))]
	g.nonlinear = g.chance(30)
	return g.script()
}

// palettes are the sets of sorts that a problem draws from; a name that stands
// twice is drawn twice as often.
var palettes = [][]string{
	{"Int"}, {"Int"}, {"Int"}, {"Int", "Bool"}, {"Int", "Int", "Bool"},
	{"Real"}, {"Real", "Int"}, {"Bool"},
	{"(_ BitVec 4)"}, {"(_ BitVec 4)", "Bool"},
	{"Int", "(Array Int Int)"}, {"Int", "List"}, {"List"}, {"Int", "Pair", "State"},
}

// declarations declares the datatypes. Each palette has one of them.
var declarations = map[string]string{
	"List":  "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))\n",
	"State": "(declare-datatypes ((Pair 0) (State 0)) (((pair (fst Int) (snd Bool))) ((state (cells (Array Int Int)) (inner Pair)))))\n",
}

// generator makes one problem.
type generator struct {
	rng       *rand.Rand
	palette   []string
	nonlinear bool // clauses may have several body atoms
	preds     []predicate
	vars      []variable // those of the clause at hand
	bound     int        // names given to inner binders
}

type predicate struct {
	name  string
	sorts []string
}

type variable struct{ name, sort string }

// chance is true in percent of all cases.
func (g *generator) chance(percent int) bool { return g.rng.IntN(100) < percent }

// pick returns one of the choices.
func (g *generator) pick(choices ...string) string { return choices[g.rng.IntN(len(choices))] }

func (g *generator) script() string {
	var b strings.Builder
	b.WriteString("(set-logic HORN)\n")
	for sort, text := range declarations {
		if slices.Contains(g.palette, sort) {
			b.WriteString(text)
		}
	}
	for i := range 1 + g.rng.IntN(3) {
		p := predicate{name: string(rune('p' + i))}
		for range [...]int{0, 1, 1, 2, 2, 2, 3}[g.rng.IntN(7)] {
			p.sorts = append(p.sorts, g.pick(g.palette...))
		}
		g.preds = append(g.preds, p)
		fmt.Fprintf(&b, "(declare-fun %s (%s) Bool)\n", p.name, strings.Join(p.sorts, " "))
	}
	for _, c := range g.clauses() {
		fmt.Fprintf(&b, "(assert %s)\n", c)
	}
	b.WriteString("(check-sat)\n")
	return b.String()
}

// clauses returns facts, rules and queries in random order.
func (g *generator) clauses() []string {
	z := []string{g.fact(&g.preds[0])}
	for i := range g.preds {
		p := &g.preds[i]
		if g.chance(20) {
			z = append(z, g.fact(p))
		}
		if i > 0 {
			z = append(z, g.rule(&g.preds[i-1], p))
		}
		if g.chance(75) {
			z = append(z, g.rule(p, p))
		}
		if g.chance(20) {
			z = append(z, g.rule(p, &g.preds[g.rng.IntN(len(g.preds))]))
		}
	}
	for range 1 + g.rng.IntN(2) {
		z = append(z, g.query())
	}
	g.rng.Shuffle(len(z), func(i, j int) { z[i], z[j] = z[j], z[i] })
	return z
}

// fact returns a clause without body atoms, mostly over constants.
func (g *generator) fact(p *predicate) string {
	g.vars = nil
	if g.chance(50) {
		for _, s := range p.sorts {
			g.fresh(s)
		}
	}
	head := g.application(p, func(s string) string {
		if g.chance(50) {
			return g.constant(s)
		}
		return g.leaf(s)
	})
	return g.clause(nil, g.guards(1), head)
}

// rule returns a clause from p, and maybe other atoms, to q.
func (g *generator) rule(p, q *predicate) string {
	g.vars = nil
	body := []string{g.bodyAtom(p)}
	if g.nonlinear && g.chance(60) {
		body = append(body, g.bodyAtom(&g.preds[g.rng.IntN(len(g.preds))]))
		if g.chance(20) {
			body = append(body, body[0])
		}
	}
	var head string
	if g.chance(70) {
		head = g.application(q, func(s string) string { return g.term(s, 1) })
		return g.clause(body, g.guards(2), head)
	}
	// The relational style: new variables that equations define.
	guards := g.guards(1)
	var equations []string
	head = g.application(q, func(s string) string {
		value := g.term(s, 1)
		v := g.fresh(s)
		equations = append(equations, fmt.Sprintf("(= %s %s)", v, value))
		return v
	})
	return g.clause(body, append(guards, equations...), head)
}

func (g *generator) query() string {
	g.vars = nil
	body := []string{g.bodyAtom(&g.preds[g.rng.IntN(len(g.preds))])}
	if g.nonlinear && g.chance(30) {
		body = append(body, g.bodyAtom(&g.preds[g.rng.IntN(len(g.preds))]))
	}
	return g.clause(body, g.guards(2), "false")
}

// bodyAtom applies p to new variables, occasionally to a constant, a variable in sight or a term.
func (g *generator) bodyAtom(p *predicate) string {
	return g.application(p, func(s string) string {
		switch n := g.rng.IntN(20); {
		case n == 0:
			return g.constant(s)
		case n == 1:
			return g.leaf(s)
		case n == 2:
			return g.term(s, 1)
		}
		return g.fresh(s)
	})
}

func (g *generator) application(p *predicate, argument func(sort string) string) string {
	if len(p.sorts) == 0 {
		return p.name
	}
	z := "(" + p.name
	for _, s := range p.sorts {
		z += " " + argument(s)
	}
	return z + ")"
}

// fresh adds a variable to the clause at hand.
func (g *generator) fresh(sort string) string {
	v := variable{fmt.Sprintf("x%d", len(g.vars)), sort}
	g.vars = append(g.vars, v)
	return v.name
}

// guards returns up to n constraints.
func (g *generator) guards(n int) []string {
	var z []string
	for range g.rng.IntN(n + 1) {
		z = append(z, g.formula(1))
	}
	return z
}

// clause writes the clause in one of several forms that mean the same.
func (g *generator) clause(body, guards []string, head string) string {
	parts := append(append([]string{}, body...), guards...)
	if len(body) == 1 && len(guards) > 1 && g.chance(15) {
		// Two clauses in one.
		parts = []string{fmt.Sprintf("(or (and %s %s) (and %s %s))", body[0], guards[0], guards[1], body[0])}
	}
	var text string
	switch {
	case len(parts) == 0:
		text = head
	case g.chance(10) && head == "false":
		text = "(not (and true " + strings.Join(parts, " ") + "))"
	case g.chance(10):
		text = head
		for _, p := range parts {
			text = fmt.Sprintf("(or (not %s) %s)", p, text)
		}
	case len(parts) == 1:
		text = fmt.Sprintf("(=> %s %s)", parts[0], head)
	case g.chance(10):
		text = fmt.Sprintf("(let ((b %s)) (=> (and b %s) %s))", parts[0], strings.Join(parts[1:], " "), head)
	case g.chance(10):
		text = fmt.Sprintf("(=> %s (=> (and true %s) %s))", parts[0], strings.Join(parts[1:], " "), head)
	default:
		text = fmt.Sprintf("(=> (and %s) %s)", strings.Join(parts, " "), head)
	}
	return g.quantify(text)
}

// quantify binds the variables of the clause at hand, sometimes in two steps.
func (g *generator) quantify(text string) string {
	if len(g.vars) == 0 {
		return text
	}
	bind := func(vars []variable, text string) string {
		var list []string
		for _, v := range vars {
			list = append(list, fmt.Sprintf("(%s %s)", v.name, v.sort))
		}
		return fmt.Sprintf("(forall (%s) %s)", strings.Join(list, " "), text)
	}
	if n := len(g.vars); n > 1 && g.chance(10) {
		return bind(g.vars[:n/2], bind(g.vars[n/2:], text))
	}
	return bind(g.vars, text)
}
