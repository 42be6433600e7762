// SPDX-License-Identifier: Apache-2.0

package refutation

import (
	"fmt"
	"slices"
	"strings"

	"cornet/smtlib"
)

// macro is a definition of the file.
type macro struct {
	params []string
	body   smtlib.Sexpr
}

// file has the parts of a file that instances of its assertions need.
type file struct {
	asserts []smtlib.Sexpr // the assertions, by number
	macros  map[string]macro
	preds   map[string]bool
}

// newFile reads the commands of a file.
func newFile(commands []smtlib.Sexpr) (*file, error) {
	z := &file{macros: map[string]macro{}, preds: map[string]bool{}}
	for _, c := range commands {
		switch head := c.Head(); head {
		case "assert":
			z.asserts = append(z.asserts, c.List[1])
		case "declare-fun", "declare-const":
			z.preds[c.List[1].Text] = true
		case "define-fun":
			m := macro{body: c.List[4]}
			for _, p := range c.List[2].List {
				m.params = append(m.params, p.List[0].Text)
			}
			z.macros[c.List[1].Text] = m
		case "rule", "query", "declare-rel", "define-fun-rec", "define-funs-rec":
			return nil, fmt.Errorf("refutation: %v: %s: a proof in Alethe is about the assert commands of a file; write the system with them (cornet simplify --passes none prints it so)", c.Pos, head)
		}
	}
	return z, nil
}

// reader makes the node of an assertion, with the values of its quantified variables in the order
// of the text.
type reader struct {
	*builder
	values []*node
	err    error
}

// polarity is the sign of a position: 1, -1, or 0 below connectives that use their arguments with
// both.
type polarity int

// outside is the polarity of terms in which quantifiers have no values: arguments and constraints.
const outside polarity = 2

// read returns the node of x, at a position with that polarity.
func (r *reader) read(x smtlib.Sexpr, env environment, sign polarity) *node {
	if x.Kind != smtlib.SexprList {
		return r.symbol(x, env, sign)
	}
	switch x.Head() {
	case "!":
		return r.read(x.List[1], env, sign)
	case "let":
		return r.let(x, env, sign)
	case "forall", "exists":
		return r.quantified(x, env, sign)
	case "_", "as":
		return r.make(x.String())
	}
	head := x.List[0]
	if m, ok := r.file.macros[head.Text]; ok && head.Kind != smtlib.SexprList && env[head.Text] == nil {
		inner := environment{}
		for i, p := range m.params {
			inner[p] = r.read(x.List[i+1], env, 0)
		}
		return r.read(m.body, inner, sign)
	}
	if sign != outside && (!connectives[head.Text] || (head.Text == "=" || head.Text == "xor" || head.Text == "ite") && !r.mentions(x)) {
		sign = outside
	}
	args := make([]*node, 0, len(x.List)-1)
	for i, a := range x.List[1:] {
		args = append(args, r.read(a, env, argument(head.Text, i, len(x.List)-1, sign)))
	}
	z := r.make(head.String(), args...)
	z.preds = z.preds || r.file.preds[head.Text]
	return z
}

// argument returns the polarity of the i-th of n arguments.
func argument(op string, i, n int, sign polarity) polarity {
	if sign == outside {
		return outside
	}
	switch op {
	case "and", "or":
		return sign
	case "not":
		return -sign
	case "=>":
		if i < n-1 {
			return -sign
		}
		return sign
	case "ite":
		if i > 0 {
			return sign
		}
	}
	return 0
}

func (r *reader) symbol(x smtlib.Sexpr, env environment, sign polarity) *node {
	if n := env[x.Text]; n != nil && x.Kind == smtlib.SexprSymbol {
		return n
	}
	if m, ok := r.file.macros[x.Text]; ok && x.Kind == smtlib.SexprSymbol {
		return r.read(m.body, environment{}, sign)
	}
	z := r.make(x.String())
	z.preds = x.Kind == smtlib.SexprSymbol && r.file.preds[x.Text]
	return z
}

func (r *reader) let(x smtlib.Sexpr, env environment, sign polarity) *node {
	inner := environment{}
	for k, v := range env {
		inner[k] = v
	}
	for _, b := range x.List[1].List {
		inner[b.List[0].Text] = r.read(b.List[1], env, sign)
	}
	return r.read(x.List[2], inner, sign)
}

// quantified returns a quantifier. If the proof needs an instance of it, its variables take the
// next values.
func (r *reader) quantified(x smtlib.Sexpr, env environment, sign polarity) *node {
	q := &quantifier{vars: x.List[1].List, text: substitute(x, env)}
	n := r.add(&node{op: x.Head(), bound: q})
	if r.texts[q.text] == nil {
		r.texts[q.text] = n
	}
	q.first = r.texts[q.text]
	counts := sign == 1 && n.op == "forall" || sign == -1 && n.op == "exists" || sign == 0 && r.mentions(x)
	n.preds = r.mentions(x)
	if !counts {
		return n
	}
	if len(r.values) < len(q.vars) {
		r.err = fmt.Errorf("refutation: %v: the refutation has too few values for the variables of the assertion", x.Pos)
		return n
	}
	q.values, r.values = r.values[:len(q.vars)], r.values[len(q.vars):]
	inner := environment{}
	for k, v := range env {
		inner[k] = v
	}
	for i, v := range q.vars {
		inner[v.List[0].Text] = q.values[i]
	}
	q.inner = r.read(x.List[2], inner, sign)
	return n
}

// mentions reports whether a predicate or a definition occurs in x.
func (r *reader) mentions(x smtlib.Sexpr) bool {
	if x.Kind != smtlib.SexprList {
		_, macro := r.file.macros[x.Text]
		return macro || r.file.preds[x.Text]
	}
	return slices.ContainsFunc(x.List, r.mentions)
}

// substitute writes x with the terms of env instead of the names that are bound to them.
func substitute(x smtlib.Sexpr, env environment) string {
	var b strings.Builder
	writeUnder(&b, x, env)
	return b.String()
}

func writeUnder(b *strings.Builder, x smtlib.Sexpr, env environment) {
	if n := env[x.Text]; n != nil && x.Kind == smtlib.SexprSymbol {
		n.writeOut(b)
		return
	}
	if x.Kind != smtlib.SexprList || len(env) == 0 {
		b.WriteString(x.String())
		return
	}
	inner := env
	switch x.Head() {
	case "!":
		writeUnder(b, x.List[1], env)
		return
	case "forall", "exists", "let":
		b.WriteString("(" + x.Head() + " (")
		inner = environment{}
		for k, v := range env {
			inner[k] = v
		}
		for i, v := range x.List[1].List {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString("(" + v.List[0].String() + " ")
			if x.Head() == "let" {
				writeUnder(b, v.List[1], env)
			} else {
				b.WriteString(v.List[1].String())
			}
			b.WriteByte(')')
			delete(inner, v.List[0].Text)
		}
		b.WriteString(") ")
		writeUnder(b, x.List[2], inner)
		b.WriteByte(')')
		return
	}
	b.WriteByte('(')
	for i, a := range x.List {
		if i > 0 {
			b.WriteByte(' ')
		}
		writeUnder(b, a, env)
	}
	b.WriteByte(')')
}
