// SPDX-License-Identifier: Apache-2.0

package its

import (
	"io"
	"slices"
	"strings"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// isARI reports whether a text is in the ARI format: its first item is (format …).
func isARI(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		if !strings.HasPrefix(text, ";") {
			break
		}
		_, text, _ = strings.Cut(text, "\n")
	}
	return strings.HasPrefix(text, "(format ")
}

// readARI reads a transition system in the ARI format. name is the name of the input in messages.
// Variables that do not occur on the left side of a rule have arbitrary values. The error is a
// *horn.Error or a *smtlib.Error, or comes from r.
func readARI(name string, r io.Reader) (*horn.System, error) {
	items, err := smtlib.ReadSexprs(name, r)
	if err != nil {
		return nil, err
	}
	s := logic.NewStore()
	z := &rules{s: s, scope: smtlib.NewScope(s), funcs: map[string]*logic.Func{}}
	for _, x := range items {
		if err := z.item(x); err != nil {
			return nil, err
		}
	}
	if z.entry == nil {
		return nil, refuse(smtlib.Pos{File: name, Line: 1, Column: 1}, "no (entrypoint f)")
	}
	return horn.FromSource(s, z.preds, &horn.Source{Name: name, Asserts: z.asserts})
}

// rules is the state of reading a text in the ARI format.
type rules struct {
	s       *logic.Store
	scope   *smtlib.Scope
	funcs   map[string]*logic.Func
	preds   []*logic.Func
	entry   *logic.Func
	asserts []horn.Assert
}

func (z *rules) item(x smtlib.Sexpr) error {
	switch x.Head() {
	case "format":
		if len(x.List) < 2 || !slices.Contains([]string{"LCTRS", "ITS"}, x.List[1].Text) {
			return refuse(x.Pos, "found %v; expected (format LCTRS …)", x)
		}
	case "theory":
		if len(x.List) != 2 || !x.List[1].IsSymbol("Ints") {
			return refuse(x.Pos, "found %v; transition systems over (theory Ints) are supported", x)
		}
	case "sort", "meta-info":
	case "fun":
		return z.fun(x)
	case "entrypoint":
		return z.entrypoint(x)
	case "rule":
		return z.rule(x)
	default:
		return refuse(x.Pos, "found %v; expected format, theory, fun, entrypoint or rule", x)
	}
	return nil
}

// fun reads (fun f (-> Int … Result)).
func (z *rules) fun(x smtlib.Sexpr) error {
	if len(x.List) < 3 || x.List[1].Kind != smtlib.SexprSymbol || z.funcs[x.List[1].Text] != nil {
		return refuse(x.Pos, "found %v; expected (fun f (-> Int … Int)) with a new name", x)
	}
	var sorts []*logic.Sort
	if signature := x.List[2]; signature.Head() == "->" {
		for _, y := range signature.List[1 : len(signature.List)-1] {
			sort, err := z.scope.Sort(y)
			if err != nil {
				return err
			}
			sorts = append(sorts, sort)
		}
	}
	f := z.s.Func(x.List[1].Text, sorts, z.s.Bool)
	z.funcs[f.Name()], z.preds = f, append(z.preds, f)
	return nil
}

// entrypoint reads (entrypoint f).
func (z *rules) entrypoint(x smtlib.Sexpr) error {
	if len(x.List) != 2 || z.funcs[x.List[1].Text] == nil || z.entry != nil {
		return refuse(x.Pos, "found %v; expected one (entrypoint f) after the declaration of f", x)
	}
	z.entry = z.funcs[x.List[1].Text]
	params := horn.Params(z.s, z.entry)
	t := z.s.Apply(z.entry, params...)
	if len(params) > 0 {
		t = z.s.Forall(params, t)
	}
	z.assert(x.Pos, t)
	return nil
}

func (z *rules) assert(pos smtlib.Pos, t *logic.Term) {
	z.asserts = append(z.asserts, horn.Assert{Term: t, Pos: pos, Number: len(z.asserts)})
}

// rule reads (rule (f x …) (g t …) :guard φ :var ((x Int) …)).
func (z *rules) rule(x smtlib.Sexpr) error {
	if len(x.List) < 3 || len(x.List)%2 == 0 {
		return refuse(x.Pos, "found %v; expected (rule left right), with :guard and :var", x)
	}
	var guard *smtlib.Sexpr
	sorts := map[string]*logic.Sort{}
	for i := 3; i < len(x.List); i += 2 {
		switch x.List[i].Text {
		case ":guard":
			guard = &x.List[i+1]
		case ":var":
			for _, y := range x.List[i+1].List {
				if y.Kind != smtlib.SexprList || len(y.List) != 2 {
					return refuse(y.Pos, "found %v; expected (variable sort)", y)
				}
				sort, err := z.scope.Sort(y.List[1])
				if err != nil {
					return err
				}
				sorts[y.List[0].Text] = sort
			}
		default:
			return refuse(x.List[i].Pos, "found %v; expected :guard or :var", x.List[i])
		}
	}
	left, f, err := z.sides(x.List[1])
	if err != nil {
		return err
	}
	right, g, err := z.sides(x.List[2])
	if err != nil {
		return err
	}
	names := &variables{s: z.s, sorts: sorts, known: map[string]*logic.Term{}}
	for i, y := range left {
		if y.Kind != smtlib.SexprSymbol || names.known[y.Text] != nil {
			return refuse(y.Pos, "found %v; the arguments on the left are distinct variables", y)
		}
		names.sorts[y.Text] = f.Params()[i]
		names.add(y)
	}
	for _, y := range right {
		names.collect(y)
	}
	if guard != nil {
		names.collect(*guard)
	}
	forget := z.scope.Mark()
	defer forget()
	z.scope.Declare(nil, names.all)
	parts := []*logic.Term{z.s.Apply(f, names.all[:len(left)]...)}
	if guard != nil {
		t, err := z.scope.Term(*guard)
		if err != nil {
			return err
		}
		if !t.Sort().IsBool() {
			return refuse(guard.Pos, "the guard has sort %v; expected Bool", t.Sort())
		}
		parts = append(parts, t)
	}
	var args []*logic.Term
	for i, y := range right {
		t, err := z.scope.Term(y)
		if err != nil {
			return err
		}
		if t.Sort() != g.Params()[i] {
			return refuse(y.Pos, "argument %d of %v has sort %v; expected %v", i+1, g, t.Sort(), g.Params()[i])
		}
		args = append(args, t)
	}
	t := z.s.Faithful(logic.OpImplies, append(parts, z.s.Apply(g, args...))...)
	if len(names.all) > 0 {
		t = z.s.Forall(names.all, t)
	}
	z.assert(x.Pos, t)
	return nil
}

// sides reads (f argument …), or f.
func (z *rules) sides(x smtlib.Sexpr) (args []smtlib.Sexpr, f *logic.Func, err error) {
	name := x.Text
	if x.Kind == smtlib.SexprList && len(x.List) > 0 {
		name, args = x.List[0].Text, x.List[1:]
	}
	f = z.funcs[name]
	if f == nil || len(args) != f.Arity() {
		return nil, nil, refuse(x.Pos, "found %v; expected a declared function with its arguments", x)
	}
	return args, f, nil
}

// variables are the variables of a rule.
type variables struct {
	s     *logic.Store
	sorts map[string]*logic.Sort
	known map[string]*logic.Term
	all   []*logic.Term
}

func (v *variables) add(x smtlib.Sexpr) {
	if v.known[x.Text] != nil {
		return
	}
	sort := v.sorts[x.Text]
	if sort == nil {
		sort = v.s.Int
	}
	v.known[x.Text] = v.s.Var(x.Text, sort)
	v.all = append(v.all, v.known[x.Text])
}

// collect adds the variables of x: all symbols except operators, which are the first elements of
// lists.
func (v *variables) collect(x smtlib.Sexpr) {
	switch {
	case x.Kind == smtlib.SexprList && len(x.List) > 0:
		for _, y := range x.List[1:] {
			v.collect(y)
		}
	case x.Kind == smtlib.SexprSymbol && !x.IsSymbol("true") && !x.IsSymbol("false"):
		v.add(x)
	}
}
