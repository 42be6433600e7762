// SPDX-License-Identifier: Apache-2.0

package horntest

import (
	"fmt"
	"strings"
)

// Choices makes decisions for a generator: Next(n) returns a number in [0, n).
type Choices struct{ data []byte }

// NewChoices returns choices that data determines. When data is used up, every choice is 0, for
// which generators make their smallest output.
func NewChoices(data []byte) *Choices { return &Choices{data} }

// Next returns a number in [0, n); n is at most 256.
func (c *Choices) Next(n int) int {
	if len(c.data) == 0 {
		return 0
	}
	x := int(c.data[0])
	c.data = c.data[1:]
	return x % n
}

// Declarations are the predicates of the scripts that [Script] makes.
const Declarations = "(declare-fun a () Bool)\n(declare-fun p (Bool) Bool)\n(declare-fun q (Bool Bool) Bool)\n"

// Script returns a random script over Bool. Most of its assertions are Horn.
func Script(c *Choices) string {
	var b strings.Builder
	b.WriteString("(set-logic HORN)\n" + Declarations)
	for range 1 + c.Next(5) {
		fmt.Fprintf(&b, "(assert %s)\n", Assertion(c))
	}
	b.WriteString("(check-sat)\n")
	return b.String()
}

// Assertion returns a random closed formula over the predicates of
// [Declarations].
func Assertion(c *Choices) string {
	g := &generator{c: c}
	switch c.Next(8) {
	case 0:
		return g.formula(3)
	case 1:
		return "(and " + Assertion(c) + " " + Assertion(c) + ")"
	case 2:
		return g.bind("forall", func() string { return "(= " + g.atom() + " " + g.constraint(2) + ")" })
	case 3:
		return "(not " + g.bind("exists", func() string { return g.body(2) }) + ")"
	case 4:
		return g.bind("forall", func() string {
			return "(or " + g.atom() + " (not " + g.body(1) + ") " + g.constraint(1) + ")"
		})
	}
	return g.bind("forall", func() string {
		switch c.Next(3) {
		case 0:
			return "(=> " + g.body(2) + " " + g.head(2) + ")"
		case 1:
			return "(=> " + g.body(1) + " " + g.body(1) + " " + g.head(1) + ")"
		}
		return "(=> " + g.body(1) + " (=> " + g.body(1) + " " + g.head(1) + "))"
	})
}

// generator makes formulas over the variables in sight.
type generator struct {
	c    *Choices
	vars []string
	lets int
}

var names = []string{"x", "y", "z"}

// bind quantifies the result of make over one or two variables, which may hide others.
func (g *generator) bind(quantifier string, make func() string) string {
	n := len(g.vars)
	k := g.c.Next(len(names))
	list := "(" + names[k] + " Bool)"
	g.vars = append(g.vars, names[k])
	if g.c.Next(2) == 1 {
		j := (k + 1) % len(names)
		list += " (" + names[j] + " Bool)"
		g.vars = append(g.vars, names[j])
	}
	text := make()
	g.vars = g.vars[:n]
	return fmt.Sprintf("(%s (%s) %s)", quantifier, list, text)
}

// argument returns a predicate-free term.
func (g *generator) argument() string {
	if len(g.vars) == 0 || g.c.Next(8) == 7 {
		return [...]string{"true", "false"}[g.c.Next(2)]
	}
	return g.vars[g.c.Next(len(g.vars))]
}

func (g *generator) atom() string {
	switch g.c.Next(4) {
	case 0:
		return "a"
	case 1, 2:
		return "(p " + g.argument() + ")"
	}
	if g.c.Next(4) == 3 {
		return "(q " + g.argument() + " (xor " + g.argument() + " " + g.argument() + "))"
	}
	return "(q " + g.argument() + " " + g.argument() + ")"
}

// constraint returns a predicate-free formula.
func (g *generator) constraint(depth int) string {
	if depth == 0 {
		return g.argument()
	}
	sub := func() string { return g.constraint(depth - 1) }
	switch g.c.Next(9) {
	case 0, 1:
		return g.argument()
	case 2:
		return "(not " + sub() + ")"
	case 3:
		return "(and " + sub() + " " + sub() + ")"
	case 4:
		return "(or " + sub() + " " + sub() + ")"
	case 5:
		return "(= " + sub() + " " + sub() + ")"
	case 6:
		return "(ite " + sub() + " " + sub() + " " + sub() + ")"
	case 7:
		return g.bind("exists", sub)
	}
	return g.bind("forall", sub)
}

// body returns a formula whose predicates are positive.
func (g *generator) body(depth int) string {
	if depth == 0 {
		if g.c.Next(3) == 0 {
			return g.constraint(1)
		}
		return g.atom()
	}
	sub := func() string { return g.body(depth - 1) }
	switch g.c.Next(8) {
	case 0:
		return g.atom()
	case 1, 2, 3:
		return "(and " + sub() + " " + sub() + ")"
	case 4:
		return "(or " + sub() + " " + sub() + ")"
	case 5:
		return g.bind("exists", sub)
	case 6:
		return "(ite " + g.constraint(1) + " " + sub() + " " + sub() + ")"
	}
	g.lets++
	name := fmt.Sprintf("l%d", g.lets)
	return "(let ((" + name + " " + sub() + ")) (and " + name + " " + sub() + " " + name + "))"
}

// head returns a formula that may stand at the end of an implication.
func (g *generator) head(depth int) string {
	if depth == 0 {
		return g.atom()
	}
	switch g.c.Next(8) {
	case 0, 1:
		return "false"
	case 2, 3, 4:
		return g.atom()
	case 5:
		return "(and " + g.head(depth-1) + " " + g.head(depth-1) + ")"
	case 6:
		return g.bind("forall", func() string { return g.head(depth - 1) })
	}
	return "(=> " + g.body(depth-1) + " " + g.head(depth-1) + ")"
}

// formula returns any formula.
func (g *generator) formula(depth int) string {
	if depth == 0 {
		if g.c.Next(3) == 0 {
			return g.argument()
		}
		return g.atom()
	}
	sub := func() string { return g.formula(depth - 1) }
	switch g.c.Next(9) {
	case 0:
		return g.atom()
	case 1:
		return "(not " + sub() + ")"
	case 2:
		return "(and " + sub() + " " + sub() + ")"
	case 3:
		return "(or " + sub() + " " + sub() + ")"
	case 4:
		return "(=> " + sub() + " " + sub() + ")"
	case 5:
		return "(= " + sub() + " " + sub() + ")"
	case 6:
		return "(ite " + sub() + " " + sub() + " " + sub() + ")"
	case 7:
		return g.bind("forall", sub)
	}
	return g.bind("exists", sub)
}
