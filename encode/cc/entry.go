// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// A program starts with main, or with another function that the user names. Both need arguments. An
// entry translates steps that make the arguments from the types of the parameters. It also writes
// the same steps as C text, for compilers. The steps are at the beginning of main if the program
// starts there and nothing else calls main. Otherwise they are in a function that calls the entry
// function.

const (
	// EntryFile is the name of the C text's file in positions.
	EntryFile = "arguments"
	// EntryName is the function in that text. It makes the arguments and calls the entry function.
	EntryName = "cornet_entry"
)

// An entry makes the arguments of f, the function that the program starts with. The positions of
// its steps are lines of its text.
type entry struct {
	*builder
	f      *function
	params []parameter
	text   *entryText
	// auto means that the program cannot free the blocks, and need not.
	auto    bool
	now     string // the parameter whose argument is being made
	notes   []cfg.Note
	leaves  int // scalars that have been given values
	numbers int // for unique names
}

// A parameter is a parameter of the entry function.
type parameter struct {
	name string  // its name in the text
	node cc.Node // the parameter
	typ  cc.Type // before an array or a function becomes a pointer
	v    *cfg.Var
	want *argument
	used bool
	of   source
}

// pointer returns the type of a parameter if it is a pointer, or nil.
func (p *parameter) pointer() *cc.PointerType {
	t, _ := p.typ.Decay().(*cc.PointerType)
	return t
}

// Harness returns a function main that calls the entry function with any arguments. The text can be
// a file next to that of the entry function. It is "" if the entry function is main.
func Harness(sources []Source, o Options) (string, error) {
	p, err := Link(sources, o)
	if err != nil || p.Harness == nil || o.Property.entry() == "main" {
		return "", err
	}
	return p.Harness.Text("int main(void)"), nil
}

// start returns the function that the program starts with: the entry function f, or one that calls
// it.
func (u *unit) start(f *function) *cfg.Function {
	if f.name == "main" && len(u.given) == 0 && (!u.again || !u.parametersUsed(f)) {
		return f.cfg // its body begins with the steps
	}
	defer u.within(f.in)()
	w := &cfg.Function{Name: EntryName, Pos: cfg.Pos{File: EntryFile, Line: entryLine - 1, Column: 1}}
	w.Entry, w.Exit = w.NewNode(w.Pos), w.NewNode(w.Pos)
	u.order = append(u.order, &function{name: EntryName, cfg: w, required: true})
	e := newEntry(newBuilder(u, w), f)
	e.makeArguments()
	u.require(f)
	var values []cfg.Expr
	for i, v := range f.cfg.Params {
		if i < len(e.params) {
			values = append(values, e.convertAt(f.decl, cfg.Load{From: cfg.VarPlace{Var: e.params[i].v}}, unqualified(v.Type)))
		} else {
			values = append(values, e.variableArguments(nil))
		}
	}
	e.call()
	e.emit(cfg.Call{Callee: f.cfg, Args: values})
	e.runHandlers()
	w.Exit.Pos = e.at
	e.jump(w.Exit)
	e.done()
	return w
}

// mainArguments makes the arguments of main that the body uses, at the beginning of the body. The
// parameters become local variables.
func (b *builder) mainArguments(f *function) {
	if !b.parametersUsed(f) {
		return
	}
	was := b.at
	e := newEntry(b, f)
	e.makeArguments()
	e.call()
	e.done()
	b.at, f.cfg.Params = was, nil
}

// newEntry begins an entry. Its parameters have no variables yet.
func newEntry(b *builder, f *function) *entry {
	e := &entry{builder: b, f: f, auto: f.name == "main", text: newEntryText(b.unit)}
	ps := f.typ.Parameters()
	for i, p := range ps {
		if p.Type().Kind() == cc.Void {
			break
		}
		name := cmp.Or(p.Name(), fmt.Sprintf("argument_%d", i+1))
		q := parameter{name: name, node: p, typ: p.Type().Undecay(), want: &argument{}, used: f.name != "main" || b.isUsed(f, p)}
		if a := b.given[name]; a != nil {
			a.used, q.used, q.want = true, true, a
		} else if a, ok := q.typ.(*cc.ArrayType); ok && (a.IsVLA() || a.SizeExpression() != nil) {
			q.want = &argument{kind: arrayArgument, declared: a}
		}
		if b.funcs[name] != nil || b.globals[name] != nil || f.in.ast.Scope.Nodes[name] != nil {
			q.name = "argument_" + name // the text mentions names that are declared outside it
		}
		if f.name == "main" && i < len(systemArguments) && systemArguments[i].fits(q) {
			q.of = systemArguments[i].source
		}
		e.params = append(e.params, q)
	}
	if ps := e.params; len(ps) > 1 && ps[1].of == ofArguments && ps[1].used {
		ps[0].used = true // the number of arguments
	}
	for _, name := range slices.Sorted(maps.Keys(b.given)) {
		if !b.given[name].used {
			b.fail(f.decl, "--argument %s: %s has no parameter of that name", name, f.name)
		}
	}
	return e
}

// isUsed reports whether the body of f mentions its parameter p.
func (u *unit) isUsed(f *function, p *cc.Parameter) (z bool) {
	walk(f.def.CompoundStatement, func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		z = z || ok && x.Case == cc.PrimaryExpressionIdent && p.Declarator != nil && declaratorOf(x) == p.Declarator
		return !z
	})
	return z
}

// parametersUsed reports whether the body of f mentions a parameter.
func (u *unit) parametersUsed(f *function) bool {
	return slices.ContainsFunc(f.typ.Parameters(), func(p *cc.Parameter) bool { return u.isUsed(f, p) })
}

// makeArguments declares the parameters as variables, and makes their values.
func (e *entry) makeArguments() {
	for i := range e.params {
		p := &e.params[i]
		e.linef("%s;", e.declaration(p.node, p.typ.Decay(), p.name))
		p.v = e.newVar(p.name, unqualified(e.adjusted(e.typeOf(p.node, p.typ.Decay()))), cfg.Local, e.builder.f, e.pos(p.node))
		if d, ok := p.node.(*cc.Parameter); ok && d.Declarator != nil {
			e.vars[d.Declarator], e.escapes[p.v] = p.v, e.escaping[d.Declarator]
		}
	}
	// Lengths are known before the arrays that have them.
	for _, numbers := range []bool{true, false} {
		for _, p := range e.params {
			if p.used && (p.pointer() == nil) == numbers {
				e.makeArgument(p)
			}
		}
	}
}

// call writes the call of the entry function.
func (e *entry) call() {
	var names []string
	for _, p := range e.params {
		if p.pointer() != nil {
			names = append(names, "(void *)"+p.name) // a pointer to void accepts all qualifiers
		} else {
			names = append(names, p.name)
		}
	}
	e.linef("%s(%s);", e.f.name, join(names))
	if e.f.typ.IsVariadic() {
		e.notes = append(e.notes, cfg.Note{Pos: e.pos(e.f.decl), What: e.f.name + " is called without variable arguments", Assumed: true})
	}
}

// done adds the text and the notes to the program.
func (e *entry) done() {
	for _, n := range e.notes {
		e.addNote(n)
	}
	e.p.Harness = e.text.harness(slices.Index(e.parts, e.f.in))
}

// guard runs f and turns its panics into an error.
func guard(sources []Source, f func()) (err error) {
	defer func() {
		// Refusals are panics with *Error. The parser computes types lazily, and panics with other
		// values on some malformed programs.
		switch r := recover().(type) {
		case nil:
		case *Error:
			if r.Pos.Line == 0 { // something is missing in the program as a whole
				last := sources[len(sources)-1]
				r.Pos = endOf(last.Name, last.Text)
			}
			err = r
		default:
			err = &Error{Msg: fmt.Sprintf("%s: cannot be translated: %s", sources[0].Name, firstLine(fmt.Sprint(r)))}
		}
	}()
	f()
	return nil
}
