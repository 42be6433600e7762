// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"path/filepath"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Translation units share functions and variables with external linkage. Those with one name are
// one object, and must agree in their types. Static ones are known only in their own unit. Inline
// definitions, too, are invisible to other units (C11, 6.7.4).

// sameNameMark separates the name of a function from its file if several translation units have a
// function with that name.
const sameNameMark = "@"

// uniqueName returns a name for a function that no other function has.
func (u *unit) uniqueName(f *function) string {
	for _, g := range u.order {
		if g != f && g.name == f.name {
			return f.name + sameNameMark + filepath.Base(u.source.Name)
		}
	}
	return f.name
}

// isLibrary reports whether a declaration belongs to the models of library functions, which all
// translation units share.
func (u *unit) isLibrary(d *cc.Declarator) bool {
	return strings.HasPrefix(u.pos(d).File, builtinDir) && strings.HasPrefix(d.Name(), "__cornet_")
}

// functionOf returns the function that d declares or defines.
func (u *unit) functionOf(d *cc.Declarator, ft *cc.FunctionType, defines bool) *function {
	name := d.Name()
	inlined := defines && d.IsInline() && !d.IsExtern() && !d.IsStatic()
	f := u.funcs[name]
	shared := u.symbols[name]
	switch {
	case len(u.parts) == 1 && f != nil:
		return f
	case f != nil && f.internal && (inlined || d.IsInline() && !d.IsExtern()), f != nil && f.internal && f.decl.IsStatic():
		return f
	case f != nil && f.internal: // an inline definition that another declaration makes external
		f.internal = false
		if shared == nil {
			u.symbols[name] = f
		}
		return f
	case (d.Linkage() == cc.Internal || inlined) && !u.isLibrary(d):
		if f == nil || f.def == nil {
			f = &function{name: name, decl: d, in: u.translationUnit, internal: true}
		}
	case f != nil:
	case shared != nil:
		f = shared
		u.agree(d, f, ft)
	default:
		f = &function{name: name, decl: d, in: u.translationUnit}
		u.symbols[name] = f
	}
	u.funcs[name] = f
	return f
}

// agree refuses a declaration of a function that differs from that of another translation unit.
func (u *unit) agree(d *cc.Declarator, f *function, ft *cc.FunctionType) {
	if f.typ == nil {
		return
	}
	same := u.sameSignature(f.typ, ft, d)
	if !same && (len(f.typ.Parameters()) == 0 || len(ft.Parameters()) == 0) { // a type without a prototype
		same = !f.typ.IsVariadic() && !ft.IsVariadic() && u.types.compatible(u.typeOf(d, f.typ.Result()), u.typeOf(d, ft.Result()), nil, nil)
	}
	if !same {
		u.refuse(d, "function %s with another type than at %v", d.Name(), u.pos(f.decl))
	}
}

// isWeak reports whether a declaration has attribute weak.
func (u *unit) isWeak(d *cc.Declarator) bool {
	_, weak := u.attributeOf(d, "weak")
	return weak
}

// defines reports whether definition d of function f is used, given the definitions in other
// translation units.
func (u *unit) defines(f *function, d *cc.Declarator) bool {
	weakly := u.weak[f.name]
	switch {
	case f.def == nil:
	case u.isLibrary(d), weakly && f.in != u.translationUnit:
		return false
	case !f.weakly || f.in == u.translationUnit:
		u.fail(d, "function %s is defined twice, first at %v", f.name, u.pos(f.def.Declarator))
	}
	f.weakly = weakly
	return true
}

// variableOf returns the variable of type t that d declares or defines.
func (u *unit) variableOf(d *cc.Declarator, t *cfg.Type) *cfg.Var {
	name := d.Name()
	v := u.globals[name]
	if v != nil {
		return v
	}
	internal := d.Linkage() == cc.Internal && !u.isLibrary(d)
	if v = u.objects[name]; v == nil || internal {
		v = u.newVar(name, t, cfg.Global, nil, u.pos(d))
		v.Extern = true
		if !internal {
			u.objects[name] = v
		}
	} else if !u.types.compatible(v.Type, t, nil, nil) {
		u.refuse(d, "variable %s of type %v, which is %v at %v", name, t, v.Type, v.Pos)
	}
	u.globals[name] = v
	return v
}

// defineObject records a definition with an initialiser.
func (u *unit) defineObject(d *cc.Declarator, v *cfg.Var, init *cc.Initializer) {
	weak := u.isWeak(d)
	if i, ok := u.initOf[v]; ok && u.inits[i].in != u.translationUnit {
		switch {
		case weak || u.isLibrary(d):
			return
		case u.inits[i].init != nil && !u.weakObjects[v]:
			u.fail(d, "variable %s is defined twice, first at %v", d.Name(), v.Pos)
		}
	}
	if weak {
		u.weakObjects[v] = true
	} else {
		delete(u.weakObjects, v)
	}
	v.Pos = u.pos(d)
	u.defineGlobal(v, init)
}

// defineTentatively records a definition without an initialiser. Unless it is weak, it replaces a
// weak definition of another translation unit.
func (u *unit) defineTentatively(d *cc.Declarator, v *cfg.Var) {
	i, defined := u.initOf[v]
	switch {
	case u.isWeak(d):
		u.weakObjects[v] = u.weakObjects[v] || !defined
	case defined && u.weakObjects[v] && u.inits[i].in != u.translationUnit:
		u.inits[i].init, u.inits[i].in = nil, u.translationUnit
		delete(u.weakObjects, v)
	}
	u.defineGlobal(v, nil)
}
