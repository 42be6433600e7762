// SPDX-License-Identifier: Apache-2.0

package symbolic_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/symbolic"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/native"
)

// generator writes systems over numbers, lists of integers and colours.
type generator struct {
	*rand.Rand
	vars map[string]string // sorts
}

var predicates = []struct {
	name   string
	params []string
}{
	{"p", []string{"Nat"}},
	{"q", []string{"Nat", "Nat", "Nat"}},
	{"r", []string{"List", "Int"}},
	{"s", []string{"List", "List"}},
	{"t", []string{"Colour", "Bool", "Tree"}},
}

const sorts = `
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-datatypes ((Colour 0)) (((red) (green) (blue))))
(declare-datatypes ((Tree 0)) (((leaf (colour Colour)) (fork (left Tree) (right Tree)) (twig (under Tree)))))
`

func (g *generator) pick(words ...string) string { return words[g.IntN(len(words))] }

func (g *generator) variable(sort string) string {
	v := fmt.Sprint(strings.ToLower(sort), g.IntN(2))
	g.vars[v] = sort
	return v
}

// term is a term of a sort with at most the given depth.
func (g *generator) term(sort string, depth int) string {
	if depth == 0 || g.IntN(3) == 0 {
		return g.variable(sort)
	}
	next := func(sort string) string { return g.term(sort, depth-1) }
	switch sort {
	case "Nat":
		return g.pick("zero", "(succ "+next("Nat")+")", "(succ "+next("Nat")+")", "(pred "+next("Nat")+")")
	case "List":
		return g.pick("nil", "(cons "+next("Int")+" "+next("List")+")", "(ite "+g.condition(depth-1)+" "+next("List")+" "+next("List")+")")
	case "Int":
		return g.pick("0", "3", "(- 2)", "(+ "+next("Int")+" 1)", "(- "+next("Int")+" "+next("Int")+")", "(* 2 "+next("Int")+")", "(mod "+next("Int")+" 3)", "(div "+next("Int")+" (- 2))", "(head "+next("List")+")")
	case "Colour":
		return g.pick("red", "green", "blue")
	case "Tree":
		return g.pick("(leaf "+next("Colour")+")", "(fork "+next("Tree")+" "+next("Tree")+")", "(twig "+next("Tree")+")")
	}
	return g.pick("true", "false", g.condition(depth-1))
}

func (g *generator) condition(depth int) string {
	sort := g.pick("Nat", "List", "Int", "Colour", "Tree", "Bool")
	x, y := g.term(sort, max(depth, 0)), g.term(sort, max(depth, 0))
	switch g.IntN(6) {
	case 0:
		return "(not (= " + x + " " + y + "))"
	case 1:
		return "(<= " + g.term("Int", 1) + " " + g.term("Int", 1) + ")"
	case 2:
		return "((_ is cons) " + g.term("List", 1) + ")"
	case 3:
		return "(not ((_ is fork) " + g.term("Tree", 1) + "))"
	case 4:
		return "(or (= " + x + " " + y + ") (< " + g.term("Int", 1) + " 2))"
	}
	return "(= " + x + " " + y + ")"
}

func (g *generator) atom(k int) string {
	var b strings.Builder
	p := predicates[k]
	fmt.Fprintf(&b, "(%s", p.name)
	for _, sort := range p.params {
		fmt.Fprint(&b, " ", g.term(sort, 2))
	}
	return b.String() + ")"
}

// clause is an assertion with the head; false if it is empty.
func (g *generator) clause(head string, atoms int) string {
	var body []string
	for range atoms {
		body = append(body, g.atom(g.IntN(len(predicates))))
	}
	for range g.IntN(3) {
		body = append(body, g.condition(1))
	}
	var b strings.Builder
	for _, v := range []string{"nat0", "nat1", "list0", "list1", "int0", "int1", "colour0", "colour1", "tree0", "tree1", "bool0", "bool1"} {
		if sort := g.vars[v]; sort != "" {
			fmt.Fprintf(&b, " (%s %s)", v, sort)
		}
	}
	clear(g.vars)
	return fmt.Sprintf("(assert (forall ((unused Bool)%s) (=> (and true true %s) %s)))\n", b.String(), strings.Join(body, " "), head)
}

func randomSystem(seed uint64) string {
	g := &generator{rand.New(rand.NewPCG(seed, 7)), map[string]string{}}
	var b strings.Builder
	b.WriteString(sorts)
	for _, p := range predicates {
		fmt.Fprintf(&b, "(declare-fun %s (%s) Bool)\n", p.name, strings.Join(p.params, " "))
	}
	for k := range predicates {
		for i := range 2 + g.IntN(2) {
			b.WriteString(g.clause(g.atom(k), min(i, g.IntN(3))))
		}
	}
	b.WriteString(g.clause("false", 1+g.IntN(3)))
	return b.String()
}

// attempt has the validator judge what the engine says of a random system.
func attempt(t *testing.T, seed uint64) horn.Verdict {
	text := randomSystem(seed)
	sys := enginetest.Parse(t, text)
	e := symbolic.New(symbolic.Options{Limit: 500})
	z, err := e.Solve(t.Context(), sys)
	require.NoError(t, err, text)
	require.NotEqual(t, horn.Safe, z.Verdict, text)
	require.Zero(t, e.Stats().(symbolic.Stats).Broken, "seed %d\n%s", seed, text)
	enginetest.Validate(t, sys, z, native.Backend{})
	return z.Verdict
}

func TestRandomSystems(t *testing.T) {
	found := 0
	for seed := range uint64(300) {
		if attempt(t, seed) == horn.Unsafe {
			found++
		}
	}
	t.Log("refuted:", found)
	require.Greater(t, found, 100)
}

func FuzzRefutations(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { attempt(t, seed) })
}
