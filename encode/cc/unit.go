// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"

	"modernc.org/cc/v4"
)

// A unit is the translation of one program.
type unit struct {
	*translationUnit // the translation unit that is being translated
	parts            []*translationUnit
	o                Options
	p                *cfg.Program
	types            *typeTable
	found            survey

	models   map[string]model
	accesses map[string][]access
	// symbols and objects are the functions and variables with external linkage.
	symbols map[string]*function
	objects map[string]*cfg.Var
	// weakObjects are objects with a weak definition, which another definition replaces.
	weakObjects map[*cfg.Var]bool
	order       []*function // functions with a body, in order of definition
	queue       []*function // functions that are required, and not translated yet
	// constructors run before main.
	constructors []*function
	// fileLocals has the names of CBMC's compiler for static functions that the program mentions.
	// definitions has the number of definitions of each function.
	fileLocals  map[string]bool
	definitions map[string]int
	labelled    []label
	entered     *cfg.Function        // the function that the user wants the program to start with
	given       map[string]*argument // descriptions of its arguments
	enumerators map[*cc.Enumerator]*big.Int
	vars        map[*cc.Declarator]*cfg.Var
	inits       []initialiser // initial values of globals, in order
	initOf      map[*cfg.Var]int
	// expectedElems has the element types with which the program uses the results of allocating
	// functions.
	expectedElems map[*cc.PostfixExpression]*cfg.Type
	strings       map[string]*cfg.Var
	labelObjects  map[labelAddress]*cfg.Var

	// precise means that the assumption about floating-point operations has been added.
	precise bool
	// access means that the program asks whether memory may be accessed.
	access bool
	// threads means that the program makes threads. Then accesses to shared objects are separate
	// steps.
	threads bool
	// unknown are the places where functions without a body may change global variables.
	unknown []unknownCode
	// rounds means that the program may choose a rounding mode other than to nearest. mode is the
	// variable with the mode, or nil.
	rounds bool
	mode   *cfg.Var
	// handlers means that the program calls atexit.
	handlers bool
	// again means that the program mentions main outside of declarations, and so may call main.
	again bool
	// kinds means that the program has mutexes that are not normal.
	kinds bool
	// exitHandlers means that the program has handlers that run where a thread exits.
	exitHandlers bool
	// destructors means that the program has destructors of thread-specific data. exits means that
	// its only thread exits.
	destructors, exits bool
	// detached are the variables with the identities of threads that may be detached. nil stands
	// for unknown variables.
	detached  map[*cc.Declarator]bool
	dry       bool   // translating code that is not evaluated
	ending    *Error // the first place where executions end in an unsupported construct, or nil
	noted     map[cfg.Note]bool
	pairs     []pointsto.Unsequenced  // evaluations whose order C does not specify
	used      map[*cfg.Var]bool       // globals that code mentions
	constants map[*cfg.Var]bool       // globals that are never written
	readOnly  map[*cfg.Var]bool       // globals of const types
	readers   map[*cfg.Var]bool       // globals that are pointers to const
	impure    map[cc.Node]bool        // results of effects
	signs     map[cc.Node]bool        // calls whose results matter only by their signs
	escaping  map[*cc.Declarator]bool // variables whose address is taken, if there are threads
	escapes   map[*cfg.Var]bool       // the same, as variables of the automaton
	nextVar   int
}

// A function has the declarations and the definition of a function.
type function struct {
	name string
	in   *translationUnit       // the unit that defines it, or declares it first
	decl *cc.Declarator         // the first declaration
	def  *cc.FunctionDefinition // nil if it is only declared
	// noReturn and weak mean that a declaration has that attribute.
	noReturn, weak bool
	// weakly means that another definition replaces this one. internal means that only its own
	// translation unit can use the function.
	weakly, internal bool
	// symbol is the name for the linker, if a declaration gives one. alias is the attribute alias
	// that gives it, if any.
	symbol string
	alias  cc.Node
	// refused is the reason why the function cannot be used, or nil.
	refused error
	// priority orders constructors. 0 means no priority.
	priority int64
	typ      *cc.FunctionType
	cfg      *cfg.Function // nil if def is nil
	stub     *cfg.Function // the function that pointers point to instead of cfg, once made
	// required means that the program calls the function or takes its address.
	required bool
}

// An initialiser is the initial value of a global.
type initialiser struct {
	v    *cfg.Var
	init *cc.Initializer // nil means zero
	in   *translationUnit
	text []byte // the text of a string literal
}

func newUnit(parts []*translationUnit, o Options) *unit {
	u := &unit{
		o:               o,
		parts:           parts,
		translationUnit: parts[0],
		p:               &cfg.Program{Model: o.Model.Resolve()},
		types:           newTypeTable(o.Model.Resolve()),
		models:          newModels(),
		accesses:        newAccesses(),
		symbols:         map[string]*function{},
		objects:         map[string]*cfg.Var{},
		weakObjects:     map[*cfg.Var]bool{},
		vars:            map[*cc.Declarator]*cfg.Var{},
		strings:         map[string]*cfg.Var{},
		labelObjects:    map[labelAddress]*cfg.Var{},
		initOf:          map[*cfg.Var]int{},
		expectedElems:   map[*cc.PostfixExpression]*cfg.Type{},
		detached:        map[*cc.Declarator]bool{},
		noted:           map[cfg.Note]bool{},
		used:            map[*cfg.Var]bool{},
		impure:          map[cc.Node]bool{},
		constants:       map[*cfg.Var]bool{},
		readOnly:        map[*cfg.Var]bool{},
		readers:         map[*cfg.Var]bool{},
		signs:           map[cc.Node]bool{},
		escaping:        map[*cc.Declarator]bool{},
		escapes:         map[*cfg.Var]bool{},

		enumerators: map[*cc.Enumerator]*big.Int{},
	}
	u.types.constant, u.types.enumerator, u.types.found = u.constantValue, u.enumerator, &u.found
	return u
}

// declare reads the declarations at file scope.
func (u *unit) declare() {
	u.types.several = len(u.parts) > 1
	headers := map[string]bool{}
	for _, p := range u.parts {
		maps.Copy(headers, p.headers)
	}
	u.p.Headers = slices.Sorted(maps.Keys(headers))
	u.scan()
	u.surveyBodies()
	for _, p := range u.parts {
		u.translationUnit = p
		for tu := p.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			u.external(tu.ExternalDeclaration)
		}
	}
	u.link()
}

// lower translates the whole program.
func (u *unit) lower() {
	u.declare()
	u.checkAssertions()
	main := u.entry()
	if main == nil || main.cfg == nil {
		panic(&Error{Msg: fmt.Sprintf("the entry function %s is not defined", u.o.Property.entry())})
	}
	u.entered = main.cfg
	u.p.Main = u.start(main)
	u.require(main)
	for _, f := range u.constructors {
		if f.cfg != nil {
			u.require(f)
		}
	}
	for len(u.queue) > 0 {
		f := u.queue[0]
		u.queue = u.queue[1:]
		u.translate(f)
	}
	u.completeUnknown()
	for _, f := range u.order {
		if f.required {
			u.p.Functions = append(u.p.Functions, f.cfg)
		}
	}
	u.initFunction()
	for _, n := range pointsto.Conflicts(u.p, u.pairs) {
		u.addNote(n)
	}
	u.p.Simplify()
	u.number()
	slices.SortStableFunc(u.p.Notes, func(x, y cfg.Note) int {
		return cmp.Or(cmp.Compare(x.Pos.Line, y.Pos.Line), cmp.Compare(x.Pos.Column, y.Pos.Column))
	})
}

// number renumbers the remaining variables without gaps.
func (u *unit) number() {
	id := 0
	set := func(vs ...*cfg.Var) {
		for _, v := range vs {
			if v != nil {
				v.ID = id
				id++
			}
		}
	}
	set(u.p.Globals...)
	for _, f := range append([]*cfg.Function{u.p.Init}, u.p.Functions...) {
		set(f.Params...)
		set(f.Locals...)
		set(f.Result)
	}
}

// require schedules a function with a body for translation, once. Only functions that can be
// reached from the entry are translated.
func (u *unit) require(f *function) {
	if f.refused != nil {
		panic(f.refused)
	}
	if !f.required && !u.dry {
		f.required = true
		u.queue = append(u.queue, f)
	}
	if f.cfg.Entry == nil {
		body := f.def.CompoundStatement
		end := u.pos(body.Token2)
		u.signature(f.cfg, f.typ, f.def.Declarator)
		f.cfg.Entry.Pos = u.pos(body)
		f.cfg.Exit.Pos = cfg.Pos{File: f.cfg.Pos.File, Line: end.Line, Column: end.Column}
	}
}

// use marks a variable as used, and everything that its initial value mentions.
func (u *unit) use(v *cfg.Var) {
	if u.dry || u.used[v] {
		return
	}
	u.used[v] = true
	i, ok := u.initOf[v]
	if !ok || u.inits[i].init == nil {
		return
	}
	defer u.within(u.inits[i].in)()
	walk(u.inits[i].init, func(n cc.Node) bool {
		p, ok := n.(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionIdent {
			return true
		}
		if d := declaratorOf(p); d != nil {
			if w := u.vars[d]; w != nil {
				u.use(w)
			} else if w := u.globals[d.Name()]; w != nil {
				u.use(w)
			} else if f := u.funcs[d.Name()]; f != nil {
				u.pointed(f)
			}
		}
		return true
	})
}

// external translates a declaration at file scope.
func (u *unit) external(n *cc.ExternalDeclaration) {
	switch n.Case {
	case cc.ExternalDeclarationFuncDef:
		u.declareFunction(n.FunctionDefinition.Declarator, n.FunctionDefinition)
	case cc.ExternalDeclarationDecl:
		u.fileDeclaration(n.Declaration)
	case cc.ExternalDeclarationAsmStmt:
		u.assume(n, "inline assembly at file scope does nothing that the program sees")
	}
}

func (u *unit) fileDeclaration(n *cc.Declaration) {
	if n.Case == cc.DeclarationAuto {
		u.refuse(n, "__auto_type at file scope")
	}
	if n.Case != cc.DeclarationDecl {
		return
	}
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		d := l.InitDeclarator.Declarator
		switch {
		case d.IsTypename() || d.Name() == "__predefined_declarator":
		case d.Type().Kind() == cc.Function:
			u.declareFunction(d, nil)
		default:
			u.declareGlobal(d, l.InitDeclarator.Initializer)
		}
	}
}

// within switches to the names of a translation unit, until the caller calls the function that it
// returns.
func (u *unit) within(p *translationUnit) (back func()) {
	before := u.translationUnit
	if p != nil {
		u.translationUnit = p
	}
	return func() { u.translationUnit = before }
}

// entry returns the function that the program starts with, or nil if there is no such function.
func (u *unit) entry() *function {
	name := u.o.Property.entry()
	if f := u.symbols[name]; f != nil && f.cfg != nil {
		return f
	}
	for _, p := range u.parts {
		if f := p.funcs[name]; f != nil && f.cfg != nil {
			return f
		}
	}
	return nil
}

// declareFunction records a declaration or definition of a function.
func (u *unit) declareFunction(d *cc.Declarator, def *cc.FunctionDefinition) {
	name := d.Name()
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		u.fail(d, "%s is not a function", name)
	}
	f := u.functionOf(d, ft, def != nil)
	u.weak[name] = u.weak[name] || u.isWeak(d)
	if local := u.fileLocalName(d); f.internal && f.symbol == "" && u.fileLocals[local] {
		f.symbol = local
	}
	u.functionAttributes(f, d)
	if f.typ == nil || f.def == nil && len(f.typ.Parameters()) == 0 {
		f.typ = ft
	}
	if def != nil && u.hasBody(f, d) && u.defines(f, d) {
		// The parameters are those that the body mentions.
		f.def, f.in, f.typ = def, u.translationUnit, ft
		if f.cfg == nil {
			u.order = append(u.order, f)
		}
		f.cfg = &cfg.Function{
			Name:    u.uniqueName(f),
			Pos:     u.pos(d),
			Atomic:  strings.HasPrefix(name, "__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end",
			VarArgs: ft.IsVariadic(),
		}
	}
}

// hasAttribute reports whether a type has an attribute of gcc.
func hasAttribute(t cc.Type, name string) bool {
	a := t.Attributes()
	return a != nil && (a.IsAttrSet(name) || a.IsAttrSet("__"+name+"__"))
}

// signature makes the parameters, the result and the exits of a function of type ft, declared at n.
func (u *unit) signature(c *cfg.Function, ft *cc.FunctionType, n cc.Node) {
	for i, p := range ft.Parameters() {
		t := u.typeOf(n, p.Type())
		if t.Kind == cfg.Void {
			break
		}
		if p.Declarator != nil {
			t = u.types.declared(t, p.Declarator)
		}
		t = u.adjusted(t)
		name := p.Name()
		if name == "" {
			name = fmt.Sprintf("arg%d", i)
		}
		v := u.newVar(name, t, cfg.Param, c, u.pos(p))
		c.Params = append(c.Params, v)
		if p.Declarator != nil {
			u.vars[p.Declarator] = v
			u.escapes[v] = u.escaping[p.Declarator]
		}
	}
	if c.VarArgs {
		c.Params = append(c.Params, u.newVar("<arguments>", u.types.pointer(u.listType()), cfg.Param, c, c.Pos))
	}
	if t := u.typeOf(n, ft.Result()); t.Kind != cfg.Void {
		c.Result = u.newVar("result", t, cfg.Result, c, c.Pos)
	}
	c.Entry, c.Exit = c.NewNode(c.Pos), c.NewNode(c.Pos)
}

// adjusted returns the type of a parameter declared with type t.
func (u *unit) adjusted(t *cfg.Type) *cfg.Type {
	switch t.Kind {
	case cfg.Array:
		return u.types.pointer(t.Elem)
	case cfg.Func:
		return u.types.pointer(t)
	}
	return t
}

// declareGlobal records a declaration or definition of a variable with static storage: at file
// scope, or extern in a block.
func (u *unit) declareGlobal(d *cc.Declarator, init *cc.Initializer) {
	name := d.Name()
	if v := u.variableAttributes(d); v != nil {
		u.vars[d], u.globals[name] = v, v
		return
	}
	t := u.completed(d, u.declared(d), init)
	v := u.variableOf(d, t)
	u.vars[d] = v
	if name, ok := u.found.labels[d]; ok {
		u.labelled = append(u.labelled, label{name, v, d, u.translationUnit})
	}
	if v.Type.Size < 0 && t.Size >= 0 {
		v.Type = t
	}
	v.Thread = v.Thread || d.IsThreadLocal()
	u.readOnly[v] = ofConst(d.Type())
	if p, ok := d.Type().(*cc.PointerType); ok && isConst(p.Elem()) {
		u.readers[v] = true
	}
	if d.IsConst() && !d.IsVolatile() && elementKind(t) == cfg.Int {
		u.constants[v] = true
	}
	switch {
	case init != nil:
		u.defineObject(d, v, init)
	case !d.IsExtern():
		u.defineTentatively(d, v)
	}
}

// elementKind returns the kind of the innermost elements of an array type, or of t itself.
func elementKind(t *cfg.Type) cfg.TypeKind {
	for t.Kind == cfg.Array {
		t = t.Elem
	}
	return t.Kind
}

// defineGlobal records that v is defined. A definition with an initialiser replaces one without.
func (u *unit) defineGlobal(v *cfg.Var, init *cc.Initializer) {
	if v.Extern {
		v.Extern = false
		u.addInit(initialiser{v: v, init: init, in: u.translationUnit})
		return
	}
	if i, ok := u.initOf[v]; ok && init != nil {
		u.inits[i].init, u.inits[i].in = init, u.translationUnit
	}
}

func (u *unit) addInit(in initialiser) {
	u.initOf[in.v] = len(u.inits)
	u.inits = append(u.inits, in)
}

// declared returns the type of a variable, with its qualifiers.
func (u *unit) declared(d *cc.Declarator) *cfg.Type {
	return u.types.declared(u.typeOf(d, d.Type()), d)
}

// typeOf translates a type that n mentions, or refuses it.
func (u *unit) typeOf(n cc.Node, t cc.Type) *cfg.Type {
	r, err := u.types.of(t)
	if e, ok := err.(*Error); ok {
		panic(e)
	}
	if err != nil {
		u.refuse(n, "%v", err)
	}
	return r
}

// newVar adds a variable to the program.
func (u *unit) newVar(name string, t *cfg.Type, kind cfg.VarKind, f *cfg.Function, pos cfg.Pos) *cfg.Var {
	v := &cfg.Var{Name: strings.TrimPrefix(name, "__cornet_"), Type: t, Kind: kind, Func: f, Pos: pos, ID: u.nextVar}
	u.nextVar++
	switch kind {
	case cfg.Global:
		u.p.Globals = append(u.p.Globals, v)
	case cfg.Local, cfg.Temp:
		f.Locals = append(f.Locals, v)
	}
	return v
}

// note records a note, once.
func (u *unit) note(n cc.Node, inexact bool, format string, args ...any) {
	u.noteAt(u.pos(n), inexact, format, args...)
}

func (u *unit) noteAt(pos cfg.Pos, inexact bool, format string, args ...any) {
	u.addNote(cfg.Note{Pos: pos, What: fmt.Sprintf(format, args...), Inexact: inexact})
}

// assume records an assumption of a proof.
func (u *unit) assume(n cc.Node, format string, args ...any) {
	u.addNote(cfg.Note{Pos: u.pos(n), What: fmt.Sprintf(format, args...), Assumed: true})
}

func (u *unit) addNote(note cfg.Note) {
	if !u.dry && !u.noted[note] {
		u.noted[note] = true
		u.p.Notes = append(u.p.Notes, note)
	}
}

// initFunction makes the function that initialises the globals.
func (u *unit) initFunction() {
	f := &cfg.Function{Name: "<init>"}
	f.Entry, f.Exit = f.NewNode(cfg.Pos{}), f.NewNode(cfg.Pos{})
	u.p.Init = f
	b := newBuilder(u, f)
	b.cur = f.Entry
	b.static = true
	// Initialisers may mention string literals, which are globals too: the list grows.
	for i := 0; i < len(u.inits); i++ {
		in := u.inits[i]
		if in.in != nil {
			u.translationUnit = in.in
		}
		b.at = in.v.Pos
		switch {
		case !u.used[in.v]:
		case in.text != nil:
			b.emit(cfg.Assign{To: cfg.VarPlace{Var: in.v}, Value: u.textValue(in.text, in.v.Type)})
		case in.init != nil:
			b.initialise(in.v, in.init)
		default:
			b.emit(cfg.Assign{To: cfg.VarPlace{Var: in.v}, Value: u.zero(in.v.Type)})
		}
	}
	u.p.Globals = slices.DeleteFunc(u.p.Globals, func(v *cfg.Var) bool { return !u.used[v] })
	for _, v := range u.p.Globals {
		switch {
		case v.Extern:
			b.at = v.Pos
			b.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}})
		case u.o.HavocGlobals && !u.constants[v] && !u.readOnly[v] && !strings.HasPrefix(v.Pos.File, builtinDir):
			b.at = v.Pos
			b.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}, Input: "initial value of " + v.Name})
		}
	}
	b.at = f.Pos
	for _, c := range u.constructors {
		if c.cfg != nil {
			b.emit(cfg.Call{Callee: c.cfg})
		}
	}
	b.jump(f.Exit)
}
