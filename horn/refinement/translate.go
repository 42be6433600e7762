// SPDX-License-Identifier: Apache-2.0

package refinement

import (
	"strings"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// Problem is a text in the format as a Horn system.
type Problem struct {
	System *horn.System   // nil if an assertion is beyond Horn
	Script *smtlib.Script // the assertions in SMT-LIB
	Goals  []Goal         // in the order of the text
}

// Goal is a predicate that the constraint requires to hold. Its assertion has the same place.
type Goal struct {
	Pos smtlib.Pos
	Tag string // "" if there is no tag
}

// Read reads a problem. The source of its system has the assertions in SMT-LIB. Errors are of type
// [*smtlib.Error] or [*horn.Error], with a position. With a [*horn.Error], the problem has a script
// and no system.
//
// Cost: linear in the text, times the depth of nested binders, since each goal repeats those above
// it.
func Read(name, text string) (*Problem, error) {
	t := &translator{
		name: name, symbols: smtlib.NewScope(logic.NewStore()), sorts: map[string]bool{},
		constants: map[string]bool{}, functions: map[string]bool{}, used: map[string]bool{},
		variables: map[string]variable{}, scope: map[string][]smtlib.Sexpr{}, names: map[string]bool{},
	}
	t.script = &smtlib.Script{Store: t.symbols.Store(), Name: name, Scope: t.symbols}
	err := smtlib.Catch(func() {
		if t.native = isNative(text); t.native {
			t.read(native(name, text))
			return
		}
		t.read((&scanner{file: name, text: text, line: 1}).all())
	})
	if err != nil {
		return nil, err
	}
	sys, err := horn.FromScript(t.script)
	if err != nil {
		return &Problem{Script: t.script, Goals: t.goals}, err
	}
	var b strings.Builder
	if err := smtlib.WriteScript(&b, t.script); err != nil {
		return nil, err
	}
	sys.Source.Text = b.String()
	return &Problem{System: sys, Script: t.script, Goals: t.goals}, nil
}

// translator translates commands of the format to commands of SMT-LIB. Both are s-expressions, and
// the result keeps the positions.
type translator struct {
	name    string
	native  bool // the text is in the native format
	symbols *smtlib.Scope
	script  *smtlib.Script
	goals   []Goal

	sorts     map[string]bool // uninterpreted sorts
	names     map[string]bool // names of predicates, functions, constructors and fields
	constants map[string]bool
	functions map[string]bool           // functions of define, and those of datatypes
	used      map[string]bool           // symbols of constraints and definitions
	bound     []variable                // the constants that are used
	distinct  []smtlib.Sexpr            // constants
	scope     map[string][]smtlib.Sexpr // by predicate: binders above all its occurrences

	variables map[string]variable // bound variables
	path      []variable          // variables of the binders above a goal, outermost first
	renamed   int
}

// The following functions make s-expressions of SMT-LIB.

func list(at smtlib.Pos, items ...smtlib.Sexpr) smtlib.Sexpr {
	return smtlib.Sexpr{Kind: smtlib.SexprList, List: items, Pos: at}
}

// word is a symbol of SMT-LIB; name is a symbol of the input.
func word(at smtlib.Pos, text string) smtlib.Sexpr {
	return smtlib.Sexpr{Kind: smtlib.SexprSymbol, Text: text, Pos: at}
}

func name(at smtlib.Pos, text string) smtlib.Sexpr {
	return smtlib.Sexpr{Kind: smtlib.SexprSymbol, Text: text, Quoted: true, Pos: at}
}

func numeral(at smtlib.Pos, text string) smtlib.Sexpr {
	return smtlib.Sexpr{Kind: smtlib.SexprNumeral, Text: text, Pos: at}
}

// command adds a command of SMT-LIB.
func (t *translator) command(x smtlib.Sexpr) {
	cmd, err := t.symbols.Command(x)
	if err != nil {
		panic(err)
	}
	cmd.Pos = x.Pos
	t.script.Commands = append(t.script.Commands, cmd)
}

// read translates all commands.
func (t *translator) read(commands []smtlib.Sexpr) {
	by := map[string][]smtlib.Sexpr{}
	for _, c := range commands {
		switch head := c.Head(); head {
		case "match":
			fail(c.Pos, smtlib.CodeUnsupported, "measures by cases (match) are not supported; define the function over a datatype")
		case "":
			fail(c.Pos, smtlib.CodeSyntax, "found %s; expected a command such as (constraint …)", brief(c))
		default:
			if !keywords[head] {
				fail(c.Pos, smtlib.CodeCommand, "unknown command %s of the Horn format of liquid-fixpoint", head)
			}
			by[head] = append(by[head], c)
		}
	}
	for _, c := range append(by["constraint"], by["define"]...) {
		t.use(c)
	}
	for _, c := range by["numeric"] {
		size(c, 2, 2, "(numeric Sort)")
		t.command(list(c.Pos, word(c.Pos, "define-sort"), symbol(c.List[1]), list(c.Pos), word(c.Pos, "Int")))
		t.sorts[c.List[1].Text] = true
	}
	t.datatypes(by["datatype"])
	for _, c := range by["define"] {
		size(c, 5, 5, "(define f ((x Sort) …) Sort body)")
		t.functions[t.declare(c.List[1]).Text] = true
	}
	t.declareConstants(by["constant"], by["distinct"])
	t.define(by["define"])
	for _, c := range by["constraint"] {
		if !t.native { // there, predicates have no further arguments
			t.scopes(c, nil)
		}
	}
	for _, c := range by["var"] {
		size(c, 3, 3, "(var $k (Sort …))")
		t.predicate(c)
	}
	for _, c := range by["constraint"] {
		size(c, 2, 2, "(constraint c)")
		t.constraint(c.List[1], nil)
	}
}

// use records the symbols that occur in x.
func (t *translator) use(x smtlib.Sexpr) {
	if x.Kind == smtlib.SexprSymbol {
		t.used[x.Text] = true
	}
	for _, y := range x.List {
		t.use(y)
	}
}

// declare requires a symbol that is not declared, and records it.
func (t *translator) declare(x smtlib.Sexpr) smtlib.Sexpr {
	z := symbol(x)
	if t.names[z.Text] {
		fail(x.Pos, smtlib.CodeDuplicate, "%s is declared already; choose another name", z.Text)
	}
	t.names[z.Text] = true
	return z
}

// size requires a list of a number of items.
func size(x smtlib.Sexpr, least, most int, want string) {
	if n := len(x.List); x.Kind != smtlib.SexprList || n < least || most >= 0 && n > most {
		fail(x.Pos, smtlib.CodeSyntax, "found %s; expected %s", brief(x), want)
	}
}

// symbol requires a symbol and returns it as a name.
func symbol(x smtlib.Sexpr) smtlib.Sexpr {
	if x.Kind != smtlib.SexprSymbol {
		fail(x.Pos, smtlib.CodeSyntax, "found %s; expected a symbol", brief(x))
	}
	return name(x.Pos, x.Text)
}

func brief(x smtlib.Sexpr) string {
	if s := x.String(); len(s) <= 40 {
		return s
	}
	return strings.ToValidUTF8(x.String()[:40], "") + "…"
}

// datatypes declares all datatypes together, since they may refer to each other.
func (t *translator) datatypes(commands []smtlib.Sexpr) {
	if len(commands) == 0 {
		return
	}
	at := commands[0].Pos
	var heads, bodies []smtlib.Sexpr
	for _, c := range commands {
		const want = "(datatype (Name parameters) ((constructor ((field Sort) …)) …))"
		size(c, 3, 3, want)
		size(c.List[1], 2, 2, want)
		t.sorts[symbol(c.List[1].List[0]).Text] = true
		heads = append(heads, list(c.Pos, symbol(c.List[1].List[0]), c.List[1].List[1]))
	}
	for _, c := range commands {
		var params, ctors []smtlib.Sexpr
		for i := range count(c.List[1].List[1]) {
			params = append(params, name(c.Pos, parameter(i)))
		}
		for _, k := range c.List[2].List {
			size(k, 2, 2, "(constructor ((field Sort) …))")
			t.functions[t.declare(k.List[0]).Text] = true
			ctor := []smtlib.Sexpr{symbol(k.List[0])}
			for _, f := range k.List[1].List {
				size(f, 2, 2, "(field Sort)")
				t.functions[t.declare(f.List[0]).Text] = true
				ctor = append(ctor, list(f.Pos, symbol(f.List[0]), t.sort(f.List[1])))
			}
			ctors = append(ctors, list(k.Pos, ctor...))
		}
		body := list(c.Pos, ctors...)
		if len(params) > 0 {
			body = list(c.Pos, word(c.Pos, "par"), list(c.Pos, params...), body)
		}
		bodies = append(bodies, body)
	}
	t.command(list(at, word(at, "declare-datatypes"), list(at, heads...), list(at, bodies...)))
}

func count(x smtlib.Sexpr) int {
	if x.Kind != smtlib.SexprNumeral || len(x.Text) > 2 {
		fail(x.Pos, smtlib.CodeSyntax, "found %s; expected a small number", brief(x))
	}
	n := 0
	for _, c := range x.Text {
		n = 10*n + int(c-'0')
	}
	return n
}

// parameter returns the name of a sort parameter of a datatype.
func parameter(i int) string { return "@" + string(rune('0'+i/10)) + string(rune('0'+i%10)) }

// declareConstants prepares the constants that are used: each assertion quantifies over them.
func (t *translator) declareConstants(constants, distinct []smtlib.Sexpr) {
	for _, c := range append(constants, distinct...) {
		size(c, 3, 3, "(constant f Sort)")
		f := symbol(c.List[1])
		if !t.used[f.Text] || t.functions[f.Text] {
			continue
		}
		if t.constants[f.Text] {
			fail(c.Pos, smtlib.CodeDuplicate, "constant %s is declared twice", f.Text)
		}
		sort := t.sort(c.List[2])
		v := variable{sort, f}
		t.constants[f.Text], t.variables[f.Text] = true, v
		t.bound = append(t.bound, v)
		if c.Head() == "distinct" {
			t.distinct = append(t.distinct, f)
		}
	}
}

// define emits definitions after those that they call. Functions that call each other become
// recursive functions.
func (t *translator) define(commands []smtlib.Sexpr) {
	open := map[string]bool{}
	for _, c := range commands {
		open[c.List[1].Text] = true
	}
	for len(commands) > 0 {
		var rest []smtlib.Sexpr
		for _, c := range commands {
			if calls(c.List[4], open) {
				rest = append(rest, c)
				continue
			}
			vars, sort, body := t.definition(c)
			t.command(list(c.Pos, word(c.Pos, "define-fun"), symbol(c.List[1]), vars, sort, body))
		}
		if len(rest) == len(commands) {
			break
		}
		open = map[string]bool{}
		for _, c := range rest {
			open[c.List[1].Text] = true
		}
		commands = rest
	}
	if len(commands) == 0 {
		return
	}
	at := commands[0].Pos
	var heads, bodies []smtlib.Sexpr
	for _, c := range commands {
		vars, sort, body := t.definition(c)
		heads, bodies = append(heads, list(c.Pos, symbol(c.List[1]), vars, sort)), append(bodies, body)
	}
	t.command(list(at, word(at, "define-funs-rec"), list(at, heads...), list(at, bodies...)))
}

// calls reports whether one of the names occurs in x.
func calls(x smtlib.Sexpr, names map[string]bool) bool {
	if x.Kind == smtlib.SexprSymbol && names[x.Text] {
		return true
	}
	for _, y := range x.List {
		if calls(y, names) {
			return true
		}
	}
	return false
}

func (t *translator) definition(c smtlib.Sexpr) (vars, sort, body smtlib.Sexpr) {
	vars, restore := t.binders(c.List[2].Pos, c.List[2].List)
	defer restore()
	sort = t.sort(c.List[3])
	return vars, sort, t.expr(c.List[4], &sort)
}

// predicate declares $k with its further arguments.
func (t *translator) predicate(c smtlib.Sexpr) {
	var sorts []smtlib.Sexpr
	for _, s := range c.List[2].List {
		sorts = append(sorts, t.sort(s))
	}
	for _, v := range t.scope[c.List[1].Text] {
		sorts = append(sorts, t.sort(v.List[1]))
	}
	for _, v := range t.bound {
		sorts = append(sorts, v.sort)
	}
	t.command(list(c.Pos, word(c.Pos, "declare-fun"), t.declare(c.List[1]), list(c.Pos, sorts...), word(c.Pos, "Bool")))
}

// binder is (forall ((x Sort) pred)) on the way to a goal. Its predicate may be translated already.
type binder struct {
	x, sort, pred smtlib.Sexpr
}

// close returns the quantifier over a body.
func (b *binder) close(quantifier, join string, body smtlib.Sexpr) smtlib.Sexpr {
	at := b.x.Pos
	return list(at, word(at, quantifier), list(at, list(at, b.x, b.sort)), list(at, word(at, join), b.pred, body))
}

// constraint asserts the goals of x below binders.
func (t *translator) constraint(x smtlib.Sexpr, above []binder) {
	switch {
	case x.Head() == "and":
		for _, y := range x.List[1:] {
			t.constraint(y, above)
		}
	case x.Head() == "forall":
		b, body := t.binder(x)
		as, restore := t.bind(b.x, b.sort)
		b.x = as
		b.pred = t.pred(b.pred)
		t.path = append(t.path, variable{b.sort, b.x})
		t.constraint(body, append(above[:len(above):len(above)], b))
		t.path = t.path[:len(t.path)-1]
		restore()
	default:
		t.goal(x, above)
	}
}

func (t *translator) binder(x smtlib.Sexpr) (binder, smtlib.Sexpr) {
	const want = "(forall ((x Sort) predicate) constraint)"
	size(x, 3, 3, want)
	size(x.List[1], 2, 2, want)
	v := x.List[1].List[0]
	size(v, 2, 2, want)
	return binder{symbol(v.List[0]), t.sort(v.List[1]), x.List[1].List[1]}, x.List[2]
}

// goal asserts x below binders.
func (t *translator) goal(x smtlib.Sexpr, above []binder) {
	tag := ""
	if x.Head() == "tag" {
		size(x, 3, 3, "(tag predicate \"text\")")
		tag, x = x.List[2].Text, x.List[1]
	}
	at := x.Pos
	z := t.under(x)
	for i := len(above) - 1; i >= 0; i-- {
		z = above[i].close("forall", "=>", z)
	}
	if len(t.distinct) > 1 {
		z = list(at, word(at, "=>"), list(at, append([]smtlib.Sexpr{word(at, "distinct")}, t.distinct...)...), z)
	}
	if len(t.bound) > 0 {
		vars := list(at)
		for _, v := range t.bound {
			vars.List = append(vars.List, list(at, v.as, v.sort))
		}
		z = list(at, word(at, "forall"), vars, z)
	}
	t.goals = append(t.goals, Goal{at, tag})
	t.command(list(at, word(at, "assert"), z))
}

// under returns a constraint as one formula.
func (t *translator) under(x smtlib.Sexpr) smtlib.Sexpr {
	switch x.Head() {
	case "tag":
		size(x, 3, 3, "(tag predicate \"text\")")
		return t.under(x.List[1])
	case "and":
		z := list(x.Pos, word(x.Pos, "and"))
		for _, y := range x.List[1:] {
			z.List = append(z.List, t.under(y))
		}
		return z
	case "forall", "exists":
		b, body := t.binder(x)
		as, restore := t.bind(b.x, b.sort)
		defer restore()
		b.x = as
		join := "=>"
		if x.Head() == "exists" {
			join = "and"
			if p := b.pred; len(p.List) != 1 || !p.List[0].IsSymbol("true") {
				fail(p.Pos, smtlib.CodeUnsupported, "a predicate about a variable of exists; write (true), and the predicate in the body")
			}
		}
		b.pred = t.pred(b.pred)
		return b.close(x.Head(), join, t.under(body))
	}
	return t.pred(x)
}

// pred translates ($k x …), (and predicate …) and (expression).
func (t *translator) pred(x smtlib.Sexpr) smtlib.Sexpr {
	size(x, 1, -1, "a predicate in parentheses")
	switch head := x.Head(); {
	case strings.HasPrefix(head, "$"):
		z := list(x.Pos, symbol(x.List[0]))
		for _, a := range x.List[1:] {
			z.List = append(z.List, t.expr(a, nil))
		}
		for _, v := range t.further(head) {
			z.List = append(z.List, v.as)
		}
		if len(z.List) == 1 {
			return z.List[0]
		}
		return z
	case head == "and":
		z := list(x.Pos, word(x.Pos, "and"))
		for _, y := range x.List[1:] {
			z.List = append(z.List, t.pred(y))
		}
		return z
	}
	size(x, 1, 1, "one expression in parentheses")
	return t.expr(x.List[0], nil)
}
