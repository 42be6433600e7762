// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smtlib"
)

// maxInline limits an inline text in bytes, and therefore the depth of recursion and the size of
// numerals.
const maxInline = 10_000

// ParseTemplate reads inline templates for predicates of sys, such as "p: x0 - x1". name is the
// name of the text in messages and may be empty. The package comment describes the language.
//
// The error is nil or an *[smtlib.Error] with the place in the text.
func ParseTemplate(sys *horn.System, name, text string) (*Hints, error) {
	if len(text) > maxInline {
		return nil, fail(smtlib.Pos{File: name, Line: 1, Column: 1}, smtlib.CodeLimit,
			"a text of %d bytes; the limit is %d; write a hint file", len(text), maxInline)
	}
	tree, err := inlineParser().ParseString(name, text)
	if err != nil {
		return nil, inlineError(name, err)
	}
	r := newReader(sys)
	err = smtlib.Catch(func() {
		for _, g := range tree.Groups {
			r.group(g)
		}
	})
	if err != nil {
		return nil, err
	}
	return r.hints, nil
}

func place(p lexer.Position) smtlib.Pos {
	return smtlib.Pos{File: p.Filename, Line: p.Line, Column: p.Column, Offset: int64(p.Offset)}
}

// inlineError rephrases an error of the parser.
func inlineError(name string, err error) error {
	var unexpected *participle.UnexpectedTokenError
	var other participle.Error
	switch {
	case errors.As(err, &unexpected):
		found := strconv.Quote(unexpected.Unexpected.Value)
		if unexpected.Unexpected.EOF() {
			found = "the end of the text"
		}
		return fail(place(unexpected.Position()), smtlib.CodeSyntax,
			"found %s; expected predicate: template, …, where a template is a term such as x0 - x1 or a formula in braces, {x0 >= 0}, optionally with a cost after it, @3; write names with other characters between bars, |inv:0|", shown(found))
	case errors.As(err, &other):
		msg, _, _ := strings.Cut(strings.TrimPrefix(other.Message(), "lexer: "), "\n")
		return fail(place(other.Position()), smtlib.CodeCharacter, "%s; names with such characters stand between bars, |inv:0|", msg)
	}
	return fail(smtlib.Pos{File: name, Line: 1, Column: 1}, smtlib.CodeSyntax, "%v", err)
}

func (x *symbol) name() string { return strings.Trim(x.Text, "|") }

// group adds the templates of one predicate.
func (r *reader) group(g *group) {
	name := g.Name.name()
	all := r.index.byName[name]
	if len(all) == 0 {
		panic(r.index.unknown(place(g.Name.Pos), name))
	}
	p := all[0] // predicates of one name differ only in their sorts
	if g.Args != nil {
		for _, q := range all {
			if q.Arity() == len(g.Args.Names) {
				p = q
				break
			}
		}
		if p.Arity() != len(g.Args.Names) {
			panic(fail(place(g.Args.Pos), smtlib.CodeArity, "%d names for the arguments of %v; it has %d", len(g.Args.Names), p, p.Arity()))
		}
	}
	e := evaluator{store: r.store, pred: p, args: map[string]*logic.Term{}}
	for i, v := range Formals(r.store, p) {
		key := "x" + strconv.Itoa(i)
		if g.Args != nil {
			key = g.Args.Names[i].name()
			if e.args[key] != nil {
				panic(fail(place(g.Args.Names[i].Pos), smtlib.CodeDuplicate, "second argument %s", key))
			}
		}
		e.names = append(e.names, key)
		e.args[key] = v
	}
	z := r.hints.add(p)
	for _, it := range g.Items {
		t := e.item(it)
		if !t.Term.IsValue() {
			z.template(t)
		}
	}
}

// evaluator makes terms of expressions over the arguments of one predicate.
type evaluator struct {
	store *logic.Store
	pred  *logic.Func
	names []string // names of the arguments, for messages
	args  map[string]*logic.Term
}

func (e *evaluator) item(x *item) Template {
	z := Template{Cost: 1}
	source := x.Term
	if x.Formula != nil {
		source, z.Kind = x.Formula, Predicate
	}
	t := e.expression(source)
	z.Term = t
	switch {
	case x.Formula != nil && !t.Sort().IsBool():
		panic(fail(place(source.Pos), smtlib.CodeSort, "a term of sort %v in braces; expected a formula", t.Sort()))
	case x.Formula == nil && t.Sort().IsBool() && t.Op() != logic.OpVar && t.Op() != logic.OpSelect:
		panic(fail(place(source.Pos), smtlib.CodeSort, "a formula; write it in braces, {x0 >= 0}"))
	}
	if x.Cost != nil {
		var err error
		if z.Cost, err = strconv.Atoi(x.Cost.Number); err != nil || z.Cost > maxNumber {
			panic(fail(place(x.Cost.Pos), smtlib.CodeSyntax, "found @%s; expected a cost, a numeral up to %d", shown(x.Cost.Number), maxNumber))
		}
		z.Cost = max(z.Cost, 1)
	}
	return z
}

func (e *evaluator) expression(x *expression) *logic.Term {
	t := e.chain(x)
	if x.Then == nil {
		return t
	}
	wantBool(x.Pos, t)
	u := e.expression(x.Then)
	wantBool(x.Then.Pos, u)
	return e.store.Implies(t, u)
}

// chain makes the disjunction of conjunctions in x.
func (e *evaluator) chain(x *expression) *logic.Term {
	var ors []*logic.Term
	for _, c := range x.Left.Ors {
		var ands []*logic.Term
		for _, n := range c.Ands {
			t := e.negation(n)
			if len(x.Left.Ors) == 1 && len(c.Ands) == 1 {
				return t
			}
			wantBool(n.Pos, t)
			ands = append(ands, t)
		}
		ors = append(ors, e.store.And(ands...))
	}
	return e.store.Or(ors...)
}

func wantBool(pos lexer.Position, t *logic.Term) {
	if t.Sort().IsBool() {
		return
	}
	panic(fail(place(pos), smtlib.CodeSort, "a term of sort %v; expected a formula", t.Sort()))
}

func (e *evaluator) negation(x *negation) *logic.Term {
	if x.Not == nil {
		return e.comparison(x.Atom)
	}
	t := e.negation(x.Not)
	wantBool(x.Not.Pos, t)
	return e.store.Not(t)
}

// comparators lists the comparisons by operator.
var comparators = map[string]func(*logic.Store, *logic.Term, *logic.Term) *logic.Term{
	"=":  (*logic.Store).Eq,
	"==": (*logic.Store).Eq,
	"!=": func(s *logic.Store, x, y *logic.Term) *logic.Term { return s.Not(s.Eq(x, y)) },
	"<":  (*logic.Store).Lt,
	"<=": (*logic.Store).Le,
	">":  (*logic.Store).Gt,
	">=": (*logic.Store).Ge,
}

// comparison makes a sum, or the conjunction of the comparisons between neighbours.
func (e *evaluator) comparison(x *comparison) *logic.Term {
	left := e.sum(x.Left)
	if len(x.Rest) == 0 {
		return left
	}
	var all []*logic.Term
	for _, c := range x.Rest {
		right := e.sum(c.Right)
		a, b := e.unify(left, right)
		equation := strings.HasSuffix(c.Op, "=") && c.Op != "<=" && c.Op != ">="
		if a.Sort() != b.Sort() || !equation && !a.Sort().IsArith() {
			panic(e.mismatch(c.Pos, c.Op, left, right))
		}
		all = append(all, comparators[c.Op](e.store, a, b))
		left = right
	}
	return e.store.And(all...)
}

// unify converts Int to Real if the other side is Real.
func (e *evaluator) unify(x, y *logic.Term) (*logic.Term, *logic.Term) {
	switch {
	case x.Sort().IsInt() && y.Sort().IsReal():
		return e.store.ToReal(x), y
	case x.Sort().IsReal() && y.Sort().IsInt():
		return x, e.store.ToReal(y)
	}
	return x, y
}

func (e *evaluator) mismatch(pos lexer.Position, op string, x, y *logic.Term) error {
	return fail(place(pos), smtlib.CodeSort, "%s between terms of sorts %v and %v", op, x.Sort(), y.Sort())
}

func (e *evaluator) sum(x *sum) *logic.Term {
	z := e.product(x.Left)
	for _, s := range x.Rest {
		t := e.product(s.Right)
		a, b := e.unify(z, t)
		switch {
		case a.Sort() != b.Sort() || !a.Sort().IsArith():
			panic(e.mismatch(s.Pos, s.Op, z, t))
		case s.Op == "-":
			z = e.store.Sub(a, b)
		default:
			z = e.store.Add(a, b)
		}
	}
	return z
}

// product multiplies and divides from left to right. div and mod have SMT-LIB's meaning over Int.
func (e *evaluator) product(x *product) *logic.Term {
	z := e.factor(x.Left)
	for _, m := range x.Rest {
		t := e.factor(m.Right)
		a, b := e.unify(z, t)
		switch {
		case a.Sort() != b.Sort() || !a.Sort().IsArith() || m.Op != "*" && !a.Sort().IsInt():
			panic(e.mismatch(m.Pos, m.Op, z, t))
		case m.Op == "div":
			z = e.store.IntDiv(a, b)
		case m.Op == "mod":
			z = e.store.Mod(a, b)
		default:
			z = e.store.Mul(a, b)
		}
	}
	return z
}

func (e *evaluator) factor(x *factor) *logic.Term {
	if x.Minus == nil {
		return e.primary(x.Primary)
	}
	t := e.factor(x.Minus)
	if !t.Sort().IsArith() {
		panic(fail(place(x.Pos), smtlib.CodeSort, "minus a term of sort %v; expected Int or Real", t.Sort()))
	}
	return e.store.Neg(t)
}

func (e *evaluator) primary(x *primary) *logic.Term {
	t := e.head(x)
	for _, i := range x.Index {
		k := e.expression(i)
		switch {
		case !t.Sort().IsArray():
			panic(fail(place(i.Pos), smtlib.CodeSort, "an index after a term of sort %v; expected an array", t.Sort()))
		case k.Sort().IsInt() && t.Sort().Index().IsReal():
			k = e.store.ToReal(k)
		case k.Sort() != t.Sort().Index():
			panic(fail(place(i.Pos), smtlib.CodeSort, "an index of sort %v; expected %v", k.Sort(), t.Sort().Index()))
		}
		t = e.store.Select(t, k)
	}
	return t
}

// head makes a primary expression without its indices.
func (e *evaluator) head(x *primary) *logic.Term {
	switch {
	case x.Paren != nil:
		return e.expression(x.Paren)
	case x.Name == nil:
		n, ok := rational.Parse(x.Number)
		sort := e.store.Int
		if strings.Contains(x.Number, ".") {
			sort = e.store.Real
		}
		if !ok {
			panic(fail(place(x.Pos), smtlib.CodeSyntax, "%s is no numeral", shown(x.Number)))
		}
		return e.store.Num(n, sort)
	}
	if t := e.args[x.Name.name()]; t != nil {
		return t
	}
	switch x.Name.Text {
	case "true", "false":
		return e.store.BoolValue(x.Name.Text == "true")
	}
	panic(fail(place(x.Name.Pos), smtlib.CodeUnknown, "%v has no argument %s; %s", e.pred, shown(x.Name.Text), e.expectation()))
}

// expectation lists the names of the arguments.
func (e *evaluator) expectation() string {
	const most = 8
	switch n := len(e.names); {
	case n == 0:
		return "it has none"
	case n > most:
		return fmt.Sprintf("its arguments are %s, …, %s", e.names[0], e.names[n-1])
	}
	return "its arguments are " + strings.Join(e.names, ", ")
}
