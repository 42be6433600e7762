// SPDX-License-Identifier: Apache-2.0

package refinement

import (
	"slices"
	"strings"

	"cornet/smtlib"
)

// This file translates the native format of liquid-fixpoint, files with the ending .fq, to the Horn
// format:
//
//	bind 0 x : {v : int | v >= 0}
//	constraint:
//	  env [0]
//	  lhs {v : int | v = x + 1}
//	  rhs {v : int | $k[v := v]}
//	  id 1 tag []
//	wf:
//	  env [0]
//	  reft {v : int | $k}
//
// The predicate $k depends on the value variable of its wf and on the variables of the wf's
// environment. An application has the terms of its substitution as arguments, and otherwise the
// variables of the same names. Those that the constraint does not bind have any value. All binders
// of an environment are in scope in all refinements of the constraint.

// binding is "bind n x : {v : Sort | refinement}".
type binding struct {
	name, sort smtlib.Sexpr
	reft       reft
}

// reft is a refinement {v : Sort | …}, to be read once all wf are known.
type reft struct {
	value, sort smtlib.Sexpr
	pred        []token
}

// kvar is the declaration of $k by its wf.
type kvar struct {
	at     smtlib.Pos
	params []binding // the value variable first
}

// subtyping is a constraint.
type subtyping struct {
	at       smtlib.Pos
	env      []token
	lhs, rhs reft
	id       string
}

// query reads a file in the native format.
type query struct {
	parser
	binds       map[string]binding
	kvars       map[string]kvar
	constants   map[string]bool
	constraints []subtyping
	commands    []smtlib.Sexpr
	// While a constraint is translated: the names of its scope, and the variables that predicates
	// add.
	rename map[string]smtlib.Sexpr
	scope  map[string]bool
	extra  []binding
}

// native returns the commands of the Horn format for a text in the native format.
func native(file, text string) []smtlib.Sexpr {
	q := &query{binds: map[string]binding{}, kvars: map[string]kvar{}, constants: map[string]bool{}}
	q.tokens = tokens(file, text)
	type later struct {
		env  []token
		reft reft
		at   smtlib.Pos
	}
	var wfs []later
	for q.peek().kind != endToken {
		at := q.peek().at
		switch head := q.take(); head.text {
		case "fixpoint":
			q.take()
		case "qualif": // a hint
			q.skipQualifier()
		case "cut", "pack": // hints about the order of solving
			q.skipLine(head.at.Line)
		case "constant", "distinct":
			x := q.symbol()
			q.want(":")
			q.constants[x.Text] = true
			q.commands = append(q.commands, list(at, word(at, head.text), x, q.sort()))
		case "data":
			q.data(at)
		case "bind":
			n := q.take().text
			x := q.symbol()
			q.want(":")
			if _, ok := q.binds[n]; ok {
				fail(at, smtlib.CodeDuplicate, "bind %s is declared twice", n)
			}
			r := q.reft()
			q.binds[n] = binding{x, r.sort, r}
		case "constraint":
			q.want(":")
			q.constraints = append(q.constraints, q.constraint(at))
		case "wf":
			q.want(":")
			env := q.env()
			q.want("reft")
			wfs = append(wfs, later{env, q.reft(), at})
		default:
			fail(at, smtlib.CodeUnsupported, "%q of the format of liquid-fixpoint is not supported; see docs/dialects.md", head.text)
		}
	}
	for _, w := range wfs {
		q.wellFormed(w.at, w.env, w.reft)
	}
	for _, c := range q.constraints {
		q.subtyping(&c)
	}
	return q.commands
}

// data reads data Name n = [ | constructor { field : Sort, … } … ].
func (q *query) data(at smtlib.Pos) {
	head, n := q.symbol(), q.take()
	q.want("=")
	q.want("[")
	ctors := list(at)
	for q.accept("|") {
		k, fields := q.symbol(), list(at)
		q.want("{")
		for !q.accept("}") {
			f := q.symbol()
			q.want(":")
			fields.List = append(fields.List, list(at, f, q.sort()))
			q.accept(",")
		}
		ctors.List = append(ctors.List, list(at, k, fields))
	}
	q.want("]")
	q.commands = append(q.commands, list(at, word(at, "datatype"), list(at, head, numeral(at, n.text)), ctors))
}

// skipQualifier reads Name(v : Sort, …) : predicate, up to the next command.
func (q *query) skipQualifier() {
	q.take()
	for depth := 0; ; {
		switch q.peek().text {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		}
		q.take()
		if t := q.peek(); t.kind == endToken || depth == 0 && q.starts(t) {
			return
		}
	}
}

// starts reports whether a command begins with t: it is the first word of its line.
func (q *query) starts(t token) bool { return t.first && nativeWords[t.text] }

func (q *query) skipLine(line int) {
	for t := q.peek(); t.kind != endToken && t.at.Line == line; t = q.peek() {
		q.take()
	}
}

// env reads env [0; 1].
func (q *query) env() (ids []token) {
	q.want("env")
	q.want("[")
	for !q.accept("]") {
		ids = append(ids, q.take())
		q.accept(";")
	}
	return ids
}

// reft reads {v : Sort | predicate}, or {Sort}.
func (q *query) reft() (z reft) {
	q.want("{")
	at := q.peek().at
	z.value = word(at, "_")
	if q.next(1).text == ":" {
		z.value = q.symbol()
		q.take()
	}
	z.sort = q.sort()
	if q.accept("}") {
		z.pred = []token{{kind: wordToken, text: "true", at: at}}
		return z
	}
	q.want("|")
	for depth := 0; depth > 0 || q.peek().text != "}"; {
		switch t := q.take(); {
		case t.kind == endToken:
			fail(at, smtlib.CodeUnclosed, "the refinement that begins here does not end")
		case t.text == "{":
			depth++
		case t.text == "}":
			depth--
		default:
			z.pred = append(z.pred, t)
		}
	}
	q.take()
	return z
}

func (q *query) constraint(at smtlib.Pos) (c subtyping) {
	c.at = at
	c.env = q.env()
	q.want("lhs")
	c.lhs = q.reft()
	q.want("rhs")
	c.rhs = q.reft()
	for t := q.peek(); t.kind != endToken && !q.starts(t); t = q.peek() {
		if q.take().text == "id" {
			c.id = q.peek().text
		}
	}
	return c
}

// lookup returns the bindings of an environment. A name that is bound twice is refused.
func (q *query) lookup(env []token) (z []binding) {
	seen := map[string]bool{}
	ids := map[string]bool{}
	for _, id := range env {
		b, ok := q.binds[id.text]
		switch {
		case !ok:
			fail(id.at, smtlib.CodeUnknown, "there is no bind %s", id.text)
		case ids[id.text]:
			continue
		case seen[b.name.Text]:
			fail(id.at, smtlib.CodeUnsupported, "the environment binds %s twice; rename one of them", b.name.Text)
		}
		ids[id.text], seen[b.name.Text] = true, true
		z = append(z, b)
	}
	return z
}

// wellFormed declares the predicate of a wf.
func (q *query) wellFormed(at smtlib.Pos, env []token, r reft) {
	name := ""
	for _, t := range r.pred {
		if strings.HasPrefix(t.text, "$") {
			name = t.text
		} else if t.text != "[" && t.text != "]" {
			fail(t.at, smtlib.CodeSyntax, "found %q; expected one predicate such as $k", t.text)
		}
	}
	if _, ok := q.kvars[name]; ok || name == "" {
		fail(at, smtlib.CodeDuplicate, "the wf declares no predicate, or one that has a wf: %q", name)
	}
	k := kvar{at, append([]binding{{name: r.value, sort: r.sort}}, q.lookup(env)...)}
	for _, b := range k.params[1:] {
		if b.name.Text == r.value.Text {
			fail(at, smtlib.CodeUnsupported, "the environment of %s binds its value variable %s, too; rename one of them", name, b.name.Text)
		}
	}
	q.kvars[name] = k
	sorts := list(at)
	for _, b := range k.params {
		sorts.List = append(sorts.List, b.sort)
	}
	q.commands = append(q.commands, list(at, word(at, "var"), word(at, name), sorts))
}

// subtyping adds (constraint (forall ((x Sort) (true)) … (forall ((v Sort) hypotheses) goal))).
func (q *query) subtyping(c *subtyping) {
	at, env := c.at, q.lookup(c.env)
	q.scope, q.extra = map[string]bool{}, nil
	for _, b := range env {
		q.scope[b.name.Text] = true
	}
	value := c.lhs.value
	for value.Text == "_" || q.scope[value.Text] {
		value.Text += "'"
	}
	q.scope[value.Text] = true
	hypotheses := list(at, word(at, "and"))
	for _, b := range env {
		hypotheses.List = append(hypotheses.List, q.conjuncts(b.reft, b.name)...)
	}
	hypotheses.List = append(hypotheses.List, q.conjuncts(c.lhs, value)...)
	goal := list(at, word(at, "and"))
	for _, g := range q.conjuncts(c.rhs, value) {
		goal.List = append(goal.List, list(at, word(at, "tag"), g, smtlib.Sexpr{Kind: smtlib.SexprString, Text: c.id, Pos: at}))
	}
	z := list(at, word(at, "forall"), list(at, list(at, value, c.lhs.sort), hypotheses), goal)
	for _, b := range slices.Backward(append(env, q.extra...)) {
		z = list(at, word(at, "forall"), list(at, list(at, b.name, b.sort), list(at, word(at, "true"))), z)
	}
	q.commands = append(q.commands, list(at, word(at, "constraint"), z))
}

// conjuncts returns the predicates of a refinement about x.
func (q *query) conjuncts(r reft, x smtlib.Sexpr) (z []smtlib.Sexpr) {
	q.rename = map[string]smtlib.Sexpr{r.value.Text: x}
	p := parser{tokens: append(slices.Clone(r.pred), token{kind: endToken, at: x.Pos}), apply: q.application, variable: q.variable}
	parts := []smtlib.Sexpr{}
	if p.peek().text == "[" {
		parts = p.brackets()
	} else {
		parts = append(parts, p.formula())
	}
	if t := p.peek(); t.kind != endToken {
		fail(t.at, smtlib.CodeSyntax, "found %q after a predicate; expected an operator or }", t.text)
	}
	for _, e := range parts {
		z = append(z, flat(e)...)
	}
	return z
}

// flat returns the predicates of the Horn format for a conjunction.
func flat(e smtlib.Sexpr) (z []smtlib.Sexpr) {
	switch {
	case e.Head() == "and":
		for _, a := range e.List[1:] {
			z = append(z, flat(a)...)
		}
		return z
	case strings.HasPrefix(e.Head(), "$"):
		return []smtlib.Sexpr{e}
	case mentions(e):
		fail(e.Pos, smtlib.CodeUnsupported, "a predicate below another operator than &&: %s", brief(e))
	}
	return []smtlib.Sexpr{list(e.Pos, e)}
}

// mentions reports whether a predicate occurs in e.
func mentions(e smtlib.Sexpr) bool {
	return strings.HasPrefix(e.Text, "$") && e.Kind == smtlib.SexprSymbol || slices.ContainsFunc(e.List, mentions)
}

// variable returns the name in the constraint for a name in a refinement.
func (q *query) variable(x smtlib.Sexpr) smtlib.Sexpr {
	if y, ok := q.rename[x.Text]; ok {
		y.Pos = x.Pos
		return y
	}
	return x
}

// application returns $k with its arguments for a substitution.
func (q *query) application(at smtlib.Pos, name string, by map[string]smtlib.Sexpr) smtlib.Sexpr {
	k, ok := q.kvars[name]
	if !ok {
		fail(at, smtlib.CodeUnknown, "%s has no wf", name)
	}
	z := list(at, word(at, name))
	for i, b := range k.params {
		x := b.name
		x.Pos = at
		_, renamed := q.rename[x.Text]
		e, given := by[x.Text]
		switch {
		case given:
		case renamed || q.scope[x.Text] || q.constants[x.Text]:
			e = q.variable(x)
		case i == 0:
			fail(at, smtlib.CodeUnsupported, "%s has the value variable %s, which is not substituted; write %s[%s := …]", name, x.Text, name, x.Text)
		default:
			q.scope[x.Text], e = true, x
			q.extra = append(q.extra, b)
		}
		z.List = append(z.List, e)
	}
	return z
}
