// SPDX-License-Identifier: Apache-2.0

package refutation

import (
	"io"
	"strconv"
	"strings"

	"cornet/internal/slice"
	"cornet/smtlib"
)

// node is a ground term of an instance, as written: let and definitions are expanded, variables
// replaced by values. Nodes of one builder are equal if and only if their pointers are.
type node struct {
	id   int
	op   string // symbol, literal, or indexed or qualified identifier
	args []*node
	// preds reports whether a predicate of the system occurs in the term.
	preds bool
	// bound is the quantifier if the term is a quantified formula, and nil otherwise.
	bound *quantifier
	// printed reports whether the text of the term has been written, with its number as a name.
	printed bool
}

// quantifier is a quantified formula with the values of its variables.
type quantifier struct {
	vars   []smtlib.Sexpr // (name sort)
	text   string
	first  *node   // the first quantifier with that text, which is the one that is printed
	values []*node // nil if the instance needs no values
	inner  *node   // the body with the values instead of the variables
}

// environment maps variables, and names bound by let, to terms.
type environment map[string]*node

// nodes makes nodes, each one once.
type nodes struct {
	table map[string]*node
	texts map[string]*node // quantified formulas, by text
	all   int
}

func (z *nodes) make(op string, args ...*node) *node {
	var key strings.Builder
	key.WriteString(op)
	for _, a := range args {
		key.WriteByte(' ')
		key.WriteString(strconv.Itoa(a.id))
	}
	if n := z.table[key.String()]; n != nil {
		return n
	}
	n := z.add(&node{op: op, args: args})
	z.table[key.String()] = n
	for _, a := range args {
		n.preds = n.preds || a.preds
	}
	return n
}

func (z *nodes) add(n *node) *node {
	n.id = z.all
	z.all++
	return n
}

// isLeaf reports whether n is written as it is, without a name.
func (n *node) isLeaf() bool { return len(n.args) == 0 && n.bound == nil }

// write writes n. A compound term that occurs again is given a name.
func (n *node) write(b io.StringWriter) {
	if n.bound != nil {
		n = n.bound.first
	}
	switch {
	case n.isLeaf():
		b.WriteString(n.op)
		return
	case n.printed:
		b.WriteString("@" + strconv.Itoa(n.id))
		return
	}
	n.printed = true
	b.WriteString("(! ")
	if n.bound != nil {
		b.WriteString(n.bound.text)
	} else {
		b.WriteString("(" + n.op)
		for _, a := range n.args {
			b.WriteString(" ")
			a.write(b)
		}
		b.WriteString(")")
	}
	b.WriteString(" :named @" + strconv.Itoa(n.id) + ")")
}

// literal is a term or its negation.
type literal struct {
	*node
	negative bool
}

func (l literal) write(b io.StringWriter) {
	if l.negative {
		b.WriteString("(not ")
	}
	l.node.write(b)
	if l.negative {
		b.WriteString(")")
	}
}

// writeOut writes n without names.
func (n *node) writeOut(b *strings.Builder) {
	switch {
	case n.isLeaf():
		b.WriteString(n.op)
	case n.bound != nil:
		b.WriteString(n.bound.text)
	default:
		b.WriteString("(" + n.op)
		for _, a := range n.args {
			b.WriteByte(' ')
			a.writeOut(b)
		}
		b.WriteByte(')')
	}
}

func (n *node) String() string {
	var b strings.Builder
	n.writeOut(&b)
	return b.String()
}

// negated returns (forall x (not G)) for (exists x G).
func (q *quantifier) negated() *quantifier {
	// The text is "(exists (x …) G)", as substitute writes it.
	vars := slice.Map(q.vars, smtlib.Sexpr.String)
	head := "(" + strings.Join(vars, " ") + ")"
	body := strings.TrimSuffix(strings.TrimPrefix(q.text, "(exists "+head+" "), ")")
	return &quantifier{vars: q.vars, text: "(forall " + head + " (not " + body + "))", values: q.values}
}
