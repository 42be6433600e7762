// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// functionAttributes records the attributes of a declaration of function f.
func (u *unit) functionAttributes(f *function, d *cc.Declarator) {
	if label, ok := u.found.labels[d]; ok {
		f.symbol = label
	}
	f.noReturn = f.noReturn || hasAttribute(d.Type(), "noreturn")
	f.refused = cmp.Or(f.refused, refusedOf(u.found.attributes[d]))
	for _, a := range u.found.attributes[d] {
		switch a.name {
		case "noreturn":
			f.noReturn = true
		case "weak":
			f.weak = true
		case "alias":
			f.symbol, f.alias = u.attributeText(a), a.node
		case "destructor": // the function runs without a call
			u.refuse(a.node, "function %s with attribute destructor", f.name)
		case "constructor":
			if len(a.args) > 0 {
				f.priority = u.attributeNumber(a)
			}
			if !slices.Contains(u.constructors, f) {
				u.constructors = append(u.constructors, f)
			}
		case "cleanup":
			u.refuse(a.node, "attribute cleanup on a function")
		}
	}
}

// attributeText returns the string that is the argument of an attribute.
func (u *unit) attributeText(a attribute) string {
	if len(a.args) == 1 && isText(a.args[0]) {
		p := inner(a.args[0]).(*cc.PrimaryExpression)
		if s := p.Token.SrcStr(); strings.HasPrefix(s, `"`) && !strings.Contains(s, `\`) {
			return s[1 : len(s)-1]
		}
	}
	u.refuse(a.node, "attribute %s with these arguments", a.name)
	return ""
}

// attributeNumber returns the constant that is the argument of an attribute.
func (u *unit) attributeNumber(a attribute) int64 {
	if len(a.args) == 1 {
		if v, ok := u.constantValue(a.args[0]); ok {
			return v
		}
	}
	u.refuse(a.node, "attribute %s with these arguments", a.name)
	return 0
}

// link finds the definitions of functions that are declared under another name: by attribute alias,
// or by asm labels.
func (u *unit) link() {
	for _, p := range u.parts {
		u.translationUnit = p
		for name, f := range u.symbols { // functions that models call
			if strings.HasPrefix(name, "__cornet_") && p.funcs[name] == nil {
				p.funcs[name] = f
			}
		}
		u.linkPart()
	}
	for _, l := range u.labelled {
		if v := l.in.globals[l.name]; v != nil && v != l.v {
			u.refuse(l.at, "variable %s under the name %s, which another one has", l.v.Name, l.name)
		}
	}
	// Constructors with a priority run first, the others in the order of the text.
	slices.SortStableFunc(u.constructors, func(f, g *function) int {
		return cmp.Or(cmp.Compare(f.order(), g.order()), cmp.Compare(slices.Index(u.order, f), slices.Index(u.order, g)))
	})
}

// linkPart is link for the functions of the translation unit.
func (u *unit) linkPart() {
	bySymbol := map[string]*function{}
	for _, f := range u.order {
		if f.alias != nil {
			u.refuse(f.alias, "attribute alias on a definition")
		}
		if !f.internal || f.in == u.translationUnit || u.fileLocals[f.symbol] {
			bySymbol[f.linkName()] = f
		}
	}
	for _, name := range slices.Sorted(maps.Keys(u.funcs)) {
		f := u.funcs[name]
		if f.def != nil {
			continue
		}
		target := bySymbol[f.linkName()]
		switch {
		case target == nil && f.alias != nil:
			u.fail(f.alias, "%s is an alias of %s, which is not defined", name, f.symbol)
		case target == nil:
			continue
		case !u.sameSignature(f.typ, target.typ, target.def.Declarator):
			u.refuse(target.def, "function %s under the name %s with another type", target.name, name)
		}
		target.noReturn = target.noReturn || f.noReturn
		for _, p := range u.parts {
			if p.funcs[name] == f {
				p.funcs[name] = target
			}
		}
	}
}

// order returns the priority of a constructor. Constructors without one have the last priority,
// 65535.
func (f *function) order() int64 {
	if f.priority == 0 {
		return 1<<16 - 1
	}
	return f.priority
}

// A label is the name that an asm label gives to a variable.
type label struct {
	name string
	v    *cfg.Var
	at   cc.Node
	in   *translationUnit
}

// linkName returns the name of a function for the linker.
func (f *function) linkName() string {
	if f.symbol != "" {
		return f.symbol
	}
	return f.name
}

// sameSignature reports whether calls of functions of two types work in the same way.
func (u *unit) sameSignature(s, t *cc.FunctionType, n cc.Node) bool {
	if s == nil || t == nil || s.IsVariadic() != t.IsVariadic() || !u.types.compatible(u.typeOf(n, s.Result()), u.typeOf(n, t.Result()), nil, nil) {
		return false
	}
	ps, qs := s.Parameters(), t.Parameters()
	return slices.EqualFunc(ps, qs, func(p, q *cc.Parameter) bool {
		return u.types.compatible(unqualified(u.adjusted(u.typeOf(n, p.Type()))), unqualified(u.adjusted(u.typeOf(n, q.Type()))), nil, nil)
	})
}

// variableAttributes processes the attributes of a variable with static storage. If it is another
// name of a variable, it finds that variable.
func (u *unit) variableAttributes(d *cc.Declarator) *cfg.Var {
	if err := refusedOf(u.found.attributes[d]); err != nil {
		u.unusable[d.Name()] = err
	}
	if a, ok := u.attributeOf(d, "mode"); ok {
		u.refuse(a.node, "attribute mode on a variable")
	}
	if a, ok := u.attributeOf(d, "weak"); ok && d.IsExtern() {
		u.unusable[d.Name()] = unsupported(u.pos(a.node), "a weak variable that may be missing")
	}
	if _, ok := u.found.labels[d]; ok && d.IsRegister() {
		u.refuse(d, "a global variable in a register")
	}
	a, ok := u.attributeOf(d, "alias")
	if !ok {
		return nil
	}
	v := u.globals[u.attributeText(a)]
	if v == nil || !v.Type.Same(u.declared(d)) {
		u.unusable[d.Name()] = unsupported(u.pos(a.node), "attribute alias for something that is not a variable of this type, defined before")
		return nil
	}
	return v
}

// localAttributes processes the attributes of a variable in a block.
func (u *unit) localAttributes(d *cc.Declarator) {
	if err := refusedOf(u.found.attributes[d]); err != nil {
		panic(err)
	}
	if a, ok := u.attributeOf(d, "mode"); ok {
		u.refuse(a.node, "attribute mode on a variable")
	}
	if _, ok := u.found.labels[d]; ok && d.IsRegister() {
		u.assume(d, "register variable %s is changed by its assignments only", d.Name())
	}
}

// surveyBodies finds the functions whose bodies are ignored, and the functions that the program
// calls by the names that CBMC's compiler gives them.
func (u *unit) surveyBodies() {
	u.fileLocals, u.definitions = map[string]bool{}, map[string]int{}
	for _, p := range u.parts {
		for name := range p.mentions {
			u.fileLocals[name] = u.fileLocals[name] || strings.HasPrefix(name, fileLocal)
		}
	}
	for _, name := range u.o.WithoutBody {
		u.fileLocals[name] = true
	}
	for _, p := range u.parts {
		u.translationUnit = p
		for tu := p.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if x := tu.ExternalDeclaration; x.Case == cc.ExternalDeclarationFuncDef {
				d := x.FunctionDefinition.Declarator
				u.definitions[d.Name()]++
				u.definitions[u.fileLocalName(d)]++
			}
		}
	}
	for _, name := range u.o.WithoutBody {
		if u.definitions[name] == 0 {
			u.addNote(cfg.Note{What: fmt.Sprintf("function %s, whose body does not count, has none", name)})
		}
	}
}

// hasBody reports whether the options keep definition d of function f.
func (u *unit) hasBody(f *function, d *cc.Declarator) bool {
	switch {
	case slices.Contains(u.o.WithoutBody, u.fileLocalName(d)) && f.internal:
		return false
	case slices.Contains(u.o.WithoutBody, d.Name()):
		return !f.internal && f.def == nil && u.definitions[d.Name()] > 1
	}
	return true
}
