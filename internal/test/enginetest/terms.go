// SPDX-License-Identifier: Apache-2.0

package enginetest

import (
	"fmt"
	"strings"
)

// This file makes the terms and formulas of random problems. The shapes are
// tables of templates, in which a sort in braces represents a subterm: {I} Int,
// {R} Real, {B} Bool, {V} bit-vector, {A} array, {L} list, {P} and {S} records, {n} a small natural
// number, {k} one above 1.

var sortLetters = map[string]string{
	"I": "Int", "R": "Real", "B": "Bool", "V": "(_ BitVec 4)", "A": "(Array Int Int)", "L": "List", "P": "Pair", "S": "State",
}

// termShapes are the terms of every sort. Common ones stand several times.
var termShapes = map[string][]string{
	"Int": {
		"(+ {I} 1)", "(+ {I} 1)", "(+ {I} 1)", "(+ {I} {n})", "(- {I} 1)", "(- {I} {n})", "(+ {I} {I})", "(- {I} {I})",
		"(* {k} {I})", "(- {I})", "(ite {B} {I} {I})", "(mod {I} {k})", "(div {I} {k})", "(abs {I})",
	},
	"Real": {
		"(+ {R} 1.0)", "(+ {R} 0.5)", "(- {R} 1.0)", "(+ {R} {R})", "(- {R} {R})", "(* 2.0 {R})", "(/ {R} {k}.0)", "(ite {B} {R} {R})",
	},
	"Bool":            {"(not {B})", "(and {B} {B})", "(or {B} {B})", "(xor {B} {B})", "(= {B} {B})"},
	"(_ BitVec 4)":    {"(bvadd {V} #x1)", "(bvadd {V} {V})", "(bvsub {V} #x1)", "(bvand {V} {V})", "(bvxor {V} {V})", "(bvshl {V} #x1)", "(bvneg {V})", "(ite {B} {V} {V})"},
	"(Array Int Int)": {"(store {A} {I} {I})", "(store {A} {I} {n})", "((as const (Array Int Int)) {n})"},
	"List":            {"(cons {I} {L})", "(cons {n} {L})", "(tail {L})", "nil"},
	"Pair":            {"(pair (+ (fst {P}) 1) (snd {P}))", "(pair {I} {B})", "(inner {S})", "(pair (select (cells {S}) {n}) true)", "(ite {B} {P} {P})"},
	"State":           {"(state (cells {S}) {P})", "(state (store (cells {S}) {I} {n}) (inner {S}))", "(ite (snd {P}) {S} {S})"},
}

// atomShapes are the comparisons of every sort.
var atomShapes = map[string][]string{
	"Int": {
		"(< {I} {n})", "(<= {I} {n})", "(> {I} {n})", "(>= {I} 0)", "(< {I} {I})", "(<= {I} {I})", "(= {I} {I})", "(= {I} {n})",
		"(not (= {I} {n}))", "(distinct {I} {I})", "(= (mod {I} {k}) {n})",
	},
	"Real":            {"(< {R} {n}.0)", "(<= {R} {n}.5)", "(> {R} {n}.0)", "(>= {R} 0.0)", "(< {R} {R})", "(<= {R} {R})", "(= {R} {R})"},
	"Bool":            {"{B}", "(not {B})", "(= {B} {B})"},
	"(_ BitVec 4)":    {"(bvult {V} {V})", "(bvule {V} {V})", "(bvslt {V} {V})", "(= {V} {V})", "(not (= {V} {V}))"},
	"(Array Int Int)": {"(= (select {A} {I}) {n})", "(< (select {A} {I}) {I})", "(= {A} {A})", "(not (= (select {A} {n}) {n}))"},
	"List":            {"((_ is cons) {L})", "((_ is nil) {L})", "(= {L} {L})", "(not (= {L} nil))", "(> (head {L}) {n})"},
	"Pair":            {"(< (fst {P}) {n})", "(>= (fst {P}) {n})", "(snd {P})", "(= {P} {P})", "(distinct {P} {P})", "((_ is pair) {P})"},
	"State":           {"(= (select (cells {S}) {I}) {n})", "(< (fst (inner {S})) {n})", "(= {S} {S})", "(= (inner {S}) {P})", "(not (= {S} {S}))"},
}

// fill replaces the holes of a template by subterms of the given depth.
func (g *generator) fill(template string, depth int) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		hole, after, _ := strings.Cut(rest, "}")
		switch hole {
		case "n":
			b.WriteString(g.pick("0", "1", "2", "3", "5", "10"))
		case "k":
			b.WriteString(g.pick("2", "3"))
		case "B":
			b.WriteString(g.formula(depth))
		default:
			b.WriteString(g.term(sortLetters[hole], depth))
		}
		template = after
	}
}

// term returns a term of the sort, a leaf if depth is 0.
func (g *generator) term(sort string, depth int) string {
	if depth == 0 || g.chance(25) {
		return g.leaf(sort)
	}
	return g.fill(g.pick(termShapes[sort]...), depth-1)
}

// leaf returns a variable in sight, or a constant.
func (g *generator) leaf(sort string) string {
	var z []string
	for _, v := range g.vars {
		if v.sort == sort {
			z = append(z, v.name)
		}
	}
	if len(z) == 0 || g.chance(10) {
		return g.constant(sort)
	}
	return g.pick(z...)
}

func (g *generator) constant(sort string) string {
	switch sort {
	case "Int":
		return g.fill(g.pick("{n}", "0", "(- {n})"), 0)
	case "Real":
		return g.fill(g.pick("{n}.0", "0.0", "{n}.5", "(- {n}.0)"), 0)
	case "Bool":
		return g.pick("true", "false")
	case "(_ BitVec 4)":
		return g.pick("#x0", "#x1", "#b0011", "#xf")
	case "(Array Int Int)":
		return g.fill("((as const (Array Int Int)) {n})", 0)
	case "Pair":
		return g.fill("(pair {n} false)", 0)
	case "State":
		return g.fill("(state ((as const (Array Int Int)) {n}) (pair {n} true))", 0)
	}
	return g.fill(g.pick("nil", "nil", "(cons {n} nil)"), 0)
}

// formula returns a formula over the variables in sight.
func (g *generator) formula(depth int) string {
	sort := g.palette[0]
	if len(g.vars) > 0 {
		sort = g.vars[g.rng.IntN(len(g.vars))].sort
	}
	if sort == "Bool" && depth == 0 {
		return g.leaf(sort)
	}
	if depth > 0 {
		switch n := g.rng.IntN(20); {
		case n < 2:
			return fmt.Sprintf("(or %s %s)", g.formula(depth-1), g.formula(depth-1))
		case n == 2:
			return fmt.Sprintf("(not %s)", g.formula(depth-1))
		case n == 3:
			return fmt.Sprintf("(=> %s %s)", g.formula(depth-1), g.formula(depth-1))
		case n == 4:
			g.bound++
			name := fmt.Sprintf("l%d", g.bound)
			return fmt.Sprintf("(let ((%s %s)) (and %s %s))", name, g.formula(depth-1), name, g.formula(depth-1))
		}
	}
	return g.fill(g.pick(atomShapes[sort]...), max(0, depth-1))
}
