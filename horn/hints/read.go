// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"io"
	"strconv"
	"strings"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// maxNumber bounds costs and thresholds, so that sums of them do not overflow.
const maxNumber = 1_000_000

// Read reads a hint file about the predicates of sys. name is the name of the input in messages.
// The package comment describes the format.
//
// The error is nil, comes from reading r, or is an *[smtlib.Error]: a form that is unknown or
// malformed, a predicate that sys does not have or has with another signature, an ill-sorted term,
// a cost out of range. Terms are made in the store of sys; the declarations of its script do not
// change.
func Read(sys *horn.System, name string, r io.Reader) (*Hints, error) {
	items, err := smtlib.ReadSexprs(name, r)
	if err != nil {
		return nil, err
	}
	rd := newReader(sys)
	if err := rd.openScope(); err != nil {
		return nil, err
	}
	err = smtlib.Catch(func() {
		for i, x := range items {
			if i > 0 || !x.IsSymbol("sat") {
				rd.form(x, 0)
			}
		}
		rd.unused()
	})
	if err != nil {
		return nil, err
	}
	return rd.hints, nil
}

// reader turns forms into hints.
type reader struct {
	sys   *horn.System
	store *logic.Store
	index index
	// scope has the sorts of the predicates. It is not the scope of the system's source, which must
	// not change.
	scope *smtlib.Scope
	hints *Hints
	// auxiliary are the Boolean functions that definitions introduce and that no later definition
	// has used so far, in order.
	auxiliary []smtlib.Sexpr
}

func newReader(sys *horn.System) *reader {
	return &reader{
		sys:   sys,
		store: sys.Store,
		index: newIndex(sys),
		hints: &Hints{store: sys.Store},
	}
}

// openScope declares the sorts of the predicates of the system, by declaring a predicate over all
// of them.
func (r *reader) openScope() error {
	var sorts []*logic.Sort
	seen := map[*logic.Sort]bool{}
	for _, p := range r.sys.Preds {
		for _, s := range p.Params() {
			if !seen[s] {
				seen[s] = true
				sorts = append(sorts, s)
			}
		}
	}
	all := r.store.FreshFunc("hint-sorts", sorts, r.store.Bool)
	var b strings.Builder
	if err := horn.Write(&b, &horn.System{Store: r.store, Preds: []*logic.Func{all}}); err != nil {
		return err
	}
	r.scope = smtlib.NewScope(r.store)
	_, err := r.scope.Read("", strings.NewReader(b.String()))
	return err
}

// forms lists the forms of a file, in the order of messages.
var forms = []struct {
	head string
	read func(*reader, smtlib.Sexpr)
}{
	{"templates", (*reader).templates},
	{"initial-predicates", (*reader).initialPredicates},
	{"define-fun", (*reader).definition},
}

// skipped are commands of model files that contain no hints.
var skipped = map[string]bool{
	"set-logic": true, "set-info": true, "set-option": true,
	"check-sat": true, "get-model": true, "exit": true,
}

// maxModelDepth limits the nesting of lists of forms. A solver's answer may contain the model as a
// nested list.
const maxModelDepth = 2

func (r *reader) form(x smtlib.Sexpr, depth int) {
	head := x.Head()
	for _, f := range forms {
		if f.head == head {
			f.read(r, x)
			return
		}
	}
	switch {
	case skipped[head]:
		return
	case x.Kind == smtlib.SexprList && (head == "model" || head == "" && onlyLists(x.List)) && depth < maxModelDepth:
		list := x.List
		if head == "model" {
			list = list[1:]
		}
		for _, y := range list {
			r.form(y, depth+1)
		}
		return
	}
	var words []string
	for _, f := range forms {
		words = append(words, "("+f.head+" …)")
	}
	panic(fail(x.Pos, smtlib.CodeSyntax, "found %s; expected %s or (model …)", shown(x.String()), strings.Join(words, ", ")))
}

func onlyLists(xs []smtlib.Sexpr) bool {
	for _, x := range xs {
		if x.Kind != smtlib.SexprList {
			return false
		}
	}
	return true
}

// subject is a predicate with names for its arguments.
type subject struct {
	pred *logic.Func
	vars []smtlib.Sexpr // symbols
}

// subject reads the beginning "p ((x Int) …)" of a form.
func (r *reader) subject(x smtlib.Sexpr) subject {
	head := x.Head()
	if len(x.List) < 3 || x.List[1].Kind != smtlib.SexprSymbol || x.List[2].Kind != smtlib.SexprList {
		panic(fail(x.Pos, smtlib.CodeSyntax, "found %s; expected (%s predicate ((variable sort) …) …)", shown(x.String()), head))
	}
	name := x.List[1]
	if r.index.byName[name.Text] == nil {
		panic(r.index.unknown(name.Pos, name.Text))
	}
	var z subject
	var sorts []*logic.Sort
	seen := map[string]bool{}
	for _, v := range x.List[2].List {
		if len(v.List) != 2 || v.List[0].Kind != smtlib.SexprSymbol {
			panic(fail(v.Pos, smtlib.CodeSyntax, "found %s; expected (variable sort)", shown(v.String())))
		}
		s, err := r.scope.Sort(v.List[1])
		if err != nil {
			panic(err)
		}
		if seen[v.List[0].Text] {
			panic(fail(v.Pos, smtlib.CodeDuplicate, "second variable %s", v.List[0]))
		}
		seen[v.List[0].Text] = true
		z.vars = append(z.vars, v.List[0])
		sorts = append(sorts, s)
	}
	z.pred = r.index.lookup(name.Pos, name.Text, sorts)
	return z
}

// term reads a term over the arguments. A let around the term binds their names to the formals, so
// that the names exist only within the form.
func (r *reader) term(in subject, x smtlib.Sexpr) *logic.Term {
	formals := Formals(r.store, in.pred)
	text := x
	if len(formals) > 0 {
		r.scope.Declare(nil, formals)
		bindings := smtlib.Sexpr{Pos: x.Pos}
		for i, v := range in.vars {
			formal := smtlib.Sexpr{Kind: smtlib.SexprSymbol, Quoted: true, Text: formals[i].Name(), Pos: v.Pos}
			bindings.List = append(bindings.List, smtlib.Sexpr{Pos: v.Pos, List: []smtlib.Sexpr{v, formal}})
		}
		let := smtlib.Sexpr{Kind: smtlib.SexprSymbol, Text: "let", Pos: x.Pos}
		text = smtlib.Sexpr{Pos: x.Pos, List: []smtlib.Sexpr{let, bindings, x}}
	}
	t, err := r.scope.Term(text)
	if err != nil {
		panic(err)
	}
	t = r.store.Simplify(t)
	r.admit(x.Pos, t)
	return t
}

// admit refuses terms that engines cannot use.
func (r *reader) admit(pos smtlib.Pos, t *logic.Term) {
	switch {
	case t.HasQuantifiers():
		panic(fail(pos, smtlib.CodeUnsupported, "a hint with a quantifier; write it without"))
	case t.HasApps():
		panic(fail(pos, smtlib.CodeUnsupported, "a hint that mentions %v; expected operators of the theories and the arguments of the predicate only", logic.Funcs(t)[0]))
	}
}

// templates reads (templates p ((x Int) …) template …).
func (r *reader) templates(x smtlib.Sexpr) {
	in := r.subject(x)
	z := r.hints.add(in.pred)
	for _, y := range x.List[3:] {
		if y.Head() == "iterationThreshold" && len(y.List) == 2 {
			z.threshold = r.number(y.List[1], "a number of refinements")
			continue
		}
		kind, ok := kindOf(y.Head())
		if !ok || len(y.List) != 3 {
			panic(fail(y.Pos, smtlib.CodeSyntax, "found %s; expected (kind term cost), where the kind is %s, or (iterationThreshold n)",
				shown(y.String()), strings.Join(kindNames[:], ", ")))
		}
		t := r.term(in, y.List[1])
		cost := r.number(y.List[2], "a cost")
		r.template(z, y.List[1].Pos, Template{t, kind, max(cost, 1)})
	}
}

func kindOf(word string) (Kind, bool) {
	for k, name := range kindNames {
		if name == word {
			return Kind(k), true
		}
	}
	return 0, false
}

// template adds t to z if its sort fits its kind. Constants are useless and are left out. As in
// Eldarica, an equation of numbers in place of a term means the difference of its sides.
func (r *reader) template(z *entry, pos smtlib.Pos, t Template) {
	if u := t.Term; t.Kind == Term && u.IsEquation() {
		t.Term = r.store.Sub(u.Arg(0), u.Arg(1))
	}
	sort := t.Term.Sort()
	switch t.Kind {
	case Predicate, PredicateBoth:
		if !sort.IsBool() {
			panic(fail(pos, smtlib.CodeSort, "%v of a term of sort %v; expected Bool", t.Kind, sort))
		}
	case InequalityTerm, InequalityTermBoth:
		if !sort.IsArith() {
			panic(fail(pos, smtlib.CodeSort, "%v of a term of sort %v; expected Int or Real", t.Kind, sort))
		}
	}
	if !t.Term.IsValue() {
		z.template(t)
	}
}

// number reads the numeral of a cost or a threshold.
func (r *reader) number(x smtlib.Sexpr, what string) int {
	n, err := strconv.Atoi(x.Text)
	if x.Kind != smtlib.SexprNumeral || err != nil || n > maxNumber {
		panic(fail(x.Pos, smtlib.CodeSyntax, "found %s; expected %s, a numeral up to %d", shown(x.String()), what, maxNumber))
	}
	return n
}

// initialPredicates reads (initial-predicates p ((x Int) …) f …).
func (r *reader) initialPredicates(x smtlib.Sexpr) {
	in := r.subject(x)
	z := r.hints.add(in.pred)
	for _, y := range x.List[3:] {
		f := r.term(in, y)
		switch {
		case !f.Sort().IsBool():
			panic(fail(y.Pos, smtlib.CodeSort, "an initial predicate of sort %v; expected Bool", f.Sort()))
		case !f.IsValue():
			z.predicate(f)
		}
	}
}
