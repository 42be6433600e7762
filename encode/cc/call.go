// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// A callSite is a call during translation.
type callSite struct {
	n    cc.Node
	call *cc.PostfixExpression // nil if the arguments are given as values
	fun  *cc.FunctionType      // of the callee; nil if it is not declared
	name string                // "" for a call through a pointer
	used bool                  // the program uses the value
	args []cc.ExpressionNode
	// values are the evaluated arguments. They may belong to a call that is not in the text (see
	// unit.stub).
	values []cfg.Expr
}

// arguments returns the arguments of a call.
func arguments(n *cc.PostfixExpression) []cc.ExpressionNode {
	var args []cc.ExpressionNode
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	return args
}

// chosen returns the operand that __builtin_choose_expr selects. For other functions it returns
// nil.
func chosen(n *cc.PostfixExpression) cc.ExpressionNode {
	args := arguments(n)
	if len(args) != 3 {
		return nil
	}
	choice, ok := integerOf(args[0].Value())
	if !ok {
		return nil
	}
	if choice.Sign() != 0 {
		return args[1]
	}
	return args[2]
}

// call evaluates a function call. If the value is not used, the result may be nil.
func (b *builder) call(n *cc.PostfixExpression, used bool) cfg.Expr {
	c := &callSite{n: n, call: n, fun: functionType(n.PostfixExpression.Type()), used: used, args: arguments(n)}
	p, ok := inner(n.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return b.callPointer(c)
	}
	name := p.Token.SrcStr()
	if d := declaratorOf(p); d == nil || d.Type().Kind() != cc.Function {
		return b.callPointer(c)
	}
	c.name = name
	if f := b.funcs[name]; f != nil {
		if f.refused != nil {
			return b.unsupportedCall(c, f.refused)
		}
		if f.cfg != nil && !b.o.Property.isError(name) {
			return b.callFunction(c, f)
		}
		c.name = f.linkName()
	}
	return b.callModelled(c)
}

// callModelled calls a function whose body, if any, is ignored: an error, a function with a model,
// or an unknown function.
func (b *builder) callModelled(c *callSite) cfg.Expr {
	if b.o.Property.isError(c.name) {
		b.dropped(c)
		b.end(errorOf(c.name))
		return b.indeterminate(c)
	}
	if b.o.Property.Unmarked && slices.Contains(errorFunctions, c.name) {
		return stop(b, c)
	}
	b.accessArguments(c)
	if r, ok := resultRanges[c.name]; ok && c.values == nil && (r.of > 0 || slices.Contains(fillsTimes, c.name)) {
		b.evaluate(c)
	}
	model := (*builder).callUnknown
	if m := b.modelOf(c.name); m != nil {
		model = func(b *builder, c *callSite) cfg.Expr { return b.unspecified(c, m(b, c)) }
	}
	x := b.timed(c, b.bounded(c, model(b, c)))
	b.setErrno(c)
	return x
}

// callFunction calls a function that has a body.
func (b *builder) callFunction(c *callSite, f *function) cfg.Expr {
	b.refuseEntered(c.n, "a call", f)
	b.require(f)
	if ft := c.fun; c.call != nil && ft != nil && len(ft.Parameters()) > len(c.args) && b.typeOf(c.n, ft.Parameters()[0].Type()).Kind != cfg.Void {
		b.fail(c.n, "%s is called with %d of its %d arguments", c.name, len(c.args), len(ft.Parameters()))
	}
	params := f.cfg.Params
	if f.cfg.VarArgs {
		params = params[:len(params)-1]
	}
	for i, p := range params {
		if i < len(c.args) {
			b.expectElem(c.args[i], p.Type)
		}
	}
	args := b.arguments(c)
	for i, p := range params {
		if i < len(args) {
			args[i] = b.argument(c, args[i], p.Type)
			continue
		}
		b.note(c.n, true, "%s is called with too few arguments, the others are any value", c.name)
		args = append(args, cfg.Any{Of: unqualified(p.Type), Note: "missing argument"})
	}
	op := cfg.Call{Callee: f.cfg, Args: args[:len(params):len(params)]}
	if f.cfg.VarArgs {
		op.Args = append(op.Args, b.variableArguments(args[len(params):]))
	}
	return b.emitCall(c, op, b.resultOf(f.cfg))
}

// argument converts an argument.
func (b *builder) argument(c *callSite, x cfg.Expr, t *cfg.Type) cfg.Expr {
	return b.convertAt(c.n, x, unqualified(t))
}

// resultOf returns the type of the result of a function.
func (b *builder) resultOf(f *cfg.Function) *cfg.Type {
	if f.Result == nil {
		return b.types.void()
	}
	return f.Result.Type
}

// emitCall emits a call whose result has type t.
func (b *builder) emitCall(c *callSite, op cfg.Call, t *cfg.Type) cfg.Expr {
	switch {
	case t.Kind == cfg.Void:
		b.emit(op)
		return b.voidValue()
	case !c.used:
		b.emit(op)
		return nil
	}
	v := b.temp(t)
	op.To = cfg.VarPlace{Var: v}
	b.emit(op)
	return cfg.Load{From: op.To}
}

// callPointer calls through a pointer to a function.
func (b *builder) callPointer(c *callSite) cfg.Expr {
	start := len(b.log)
	fun := b.value(c.call.PostfixExpression)
	if fun.Type().Kind != cfg.Pointer {
		b.fail(c.n, "a value of type %v is called", fun.Type())
	}
	ft := c.fun
	if ft == nil {
		b.fail(c.n, "the called expression is not a function")
	}
	active := slices.IndexFunc(c.args, func(a cc.ExpressionNode) bool { return b.effects(a) })
	if active >= 0 && !stable(fun) {
		fun = b.spill(fun)
	}
	first, middle := b.evaluation(c.call.PostfixExpression, start, fun), len(b.log)
	args := b.arguments(c)
	if active >= 0 {
		b.unordered(first, b.evaluation(c.args[active], middle, fun))
	}
	for i, p := range ft.Parameters() {
		if t := b.typeOf(c.n, p.Type()); i < len(args) && t.Kind != cfg.Void {
			args[i] = b.argument(c, args[i], b.adjusted(t))
		}
	}
	op := cfg.Call{Fun: fun, Args: args}
	switch n := len(ft.Parameters()); {
	case ft.IsVariadic():
		n = min(n, len(args))
		op.Args = append(args[:n:n], b.variableArguments(args[n:]))
	case n > 0 && len(args) > n:
		op.Args = args[:n]
	}
	return b.emitCall(c, op, b.typeOf(c.n, ft.Result()))
}

func functionType(t cc.Type) *cc.FunctionType {
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Elem()
	}
	f, _ := t.(*cc.FunctionType)
	return f
}

// arguments evaluates the arguments of a call from left to right, and promotes arguments without a
// prototype.
func (b *builder) arguments(c *callSite) []cfg.Expr {
	if c.call == nil || c.values != nil {
		return slices.Clone(c.values)
	}
	args, done := make([]cfg.Expr, len(c.args)), make([]evaluation, len(c.args))
	for i, a := range c.args {
		start := len(b.log)
		x := b.value(a)
		if x.Type().Kind == cfg.Int {
			x = b.promote(x)
		}
		if !stable(x) {
			for _, later := range c.args[i+1:] {
				if b.effects(later) {
					x = b.spill(x)
					break
				}
			}
		}
		args[i], done[i] = x, b.evaluation(a, start, x)
	}
	b.unordered(done...)
	return args
}

// dropped evaluates the arguments of a call whose model does not use them.
func (b *builder) dropped(c *callSite) []cfg.Expr {
	args := b.arguments(c)
	for _, x := range args {
		if b.o.Values && x.Type().IsScalar() && !isLiteral(x) {
			b.spill(x)
		}
	}
	return args
}

// result returns the declared type of a call's value, or int for undeclared functions.
func (b *builder) result(c *callSite) *cfg.Type {
	if c.fun == nil {
		return b.types.int()
	}
	return unqualified(b.typeOf(c.n, c.fun.Result()))
}

// indeterminate returns an arbitrary value, for a call about which nothing is known.
func (b *builder) indeterminate(c *callSite) cfg.Expr {
	t := b.result(c)
	if t.Kind == cfg.Void || !c.used {
		return b.voidValue()
	}
	v := b.temp(t)
	b.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}})
	return cfg.Load{From: cfg.VarPlace{Var: v}}
}

// input returns a value that the environment chooses.
func (b *builder) input(c *callSite, t *cfg.Type) cfg.Expr {
	v := b.temp(t)
	at := b.at
	b.at = b.pos(c.n) // distinguishes calls in one statement
	e := b.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}, Input: c.name})
	e.Pos.Mention = b.mention(c)
	b.at = at
	return cfg.Load{From: cfg.VarPlace{Var: v}}
}

// functionAddress returns the address of a function, at n.
func (b *builder) functionAddress(n cc.Node, name string) cfg.Expr {
	a := cfg.FuncAddr{Name: name, Of: b.types.pointer(b.types.function())}
	f := b.funcs[name]
	if f != nil && f.refused != nil {
		panic(f.refused)
	}
	if f != nil && f.weak && f.cfg == nil {
		return b.imprecise(a.Of, "weak function "+name+" has no body and may be missing")
	}
	switch {
	case f == nil:
	case !b.dry:
		b.refuseEntered(n, "the address", f)
		a.Func = b.pointed(f)
		a.Name = a.Func.Name // several translation units may have a function with that name
	case f.cfg != nil:
		a.Name = f.cfg.Name
	default:
		a.Name = f.name
	}
	return a
}

// pointed returns what a pointer to f points to.
func (u *unit) pointed(f *function) *cfg.Function {
	if f.cfg == nil || u.o.Property.isError(f.name) {
		return u.stub(f)
	}
	u.require(f)
	return f.cfg
}

// stub returns a function that does the same as a call of f by name. If the body of a function is
// ignored, pointers to the function point to its stub.
func (u *unit) stub(f *function) *cfg.Function {
	if f.stub != nil {
		return f.stub
	}
	f.stub = &cfg.Function{Name: f.name, Pos: u.pos(f.decl), VarArgs: f.typ.IsVariadic()}
	u.order = append(u.order, &function{name: f.name, cfg: f.stub, required: true})
	b := newBuilder(u, f.stub)
	c := &callSite{n: f.decl, fun: f.typ, name: f.linkName()}
	u.signature(f.stub, f.typ, f.decl)
	b.cur = f.stub.Entry
	for i, v := range f.stub.Params {
		if f.stub.VarArgs && i == len(f.stub.Params)-1 {
			break // functions of the library do not read the record
		}
		c.values = append(c.values, cfg.Load{From: cfg.VarPlace{Var: v}})
	}
	c.used = f.stub.Result != nil
	if x := b.callModelled(c); c.used {
		b.emit(cfg.Assign{To: cfg.VarPlace{Var: f.stub.Result}, Value: b.convertAt(f.decl, x, f.stub.Result.Type)})
	}
	b.jump(f.stub.Exit)
	return f.stub
}
