// SPDX-License-Identifier: Apache-2.0

package cfg

import "fmt"

// Check checks that the program is well formed: nodes and edges refer to each other, IDs are
// positions in their lists, variables belong to the program or function that uses them, and types
// agree. It returns the first error, with its position, or nil. Linear in the size of the program.
func (p *Program) Check() error {
	c := checker{owner: map[*Var]*Function{}, ids: map[int]*Var{}, funcs: map[*Function]bool{}}
	if p.Main == nil || p.Init == nil {
		return fmt.Errorf("program without Main or Init")
	}
	for _, v := range p.Globals {
		if err := c.declare(v, nil, Global); err != nil {
			return err
		}
	}
	all := append([]*Function{p.Init}, p.Functions...)
	for _, f := range all {
		c.funcs[f] = true
		if err := c.declareAll(f); err != nil {
			return err
		}
	}
	for id := range len(c.ids) {
		if c.ids[id] == nil {
			return fmt.Errorf("no variable has ID %d, of %d variables", id, len(c.ids))
		}
	}
	if !c.funcs[p.Main] {
		return fmt.Errorf("function %s, where the program starts, is not one of its functions", p.Main.Name)
	}
	for _, f := range all {
		if err := c.function(f); err != nil {
			return err
		}
	}
	return nil
}

type checker struct {
	owner map[*Var]*Function
	ids   map[int]*Var
	funcs map[*Function]bool
	f     *Function // the function under check
	err   error     // the first error in the edge under check
}

func (c *checker) declare(v *Var, f *Function, kinds ...VarKind) error {
	if _, twice := c.owner[v]; twice {
		return fmt.Errorf("%v: variable %s is listed twice", v.Pos, v.Name)
	}
	c.owner[v] = f
	if w := c.ids[v.ID]; w != nil {
		return fmt.Errorf("variables %s and %s share ID %d", v.Name, w.Name, v.ID)
	}
	c.ids[v.ID] = v
	if v.Func != f {
		return fmt.Errorf("%v: variable %s is listed in another function than its own", v.Pos, v.Name)
	}
	for _, k := range kinds {
		if v.Kind == k {
			return nil
		}
	}
	return fmt.Errorf("%v: variable %s is listed among those of another kind", v.Pos, v.Name)
}

func (c *checker) declareAll(f *Function) error {
	for _, v := range f.Params {
		if err := c.declare(v, f, Param); err != nil {
			return err
		}
	}
	for _, v := range f.Locals {
		if err := c.declare(v, f, Local, Temp); err != nil {
			return err
		}
	}
	if f.Result != nil {
		return c.declare(f.Result, f, Result)
	}
	return nil
}

// function checks the graph of f and the operations on its edges.
func (c *checker) function(f *Function) error {
	c.f = f
	in := map[*Edge]bool{}
	for i, n := range f.Nodes {
		if n.ID != i || n.Func != f {
			return fmt.Errorf("%s: node %d has ID %d or belongs elsewhere", f.Name, i, n.ID)
		}
		for _, e := range n.In {
			if e.To != n {
				return fmt.Errorf("%v: an edge into it has another target", n)
			}
			in[e] = true
		}
	}
	has := func(n *Node) bool { return n != nil && n.ID < len(f.Nodes) && f.Nodes[n.ID] == n }
	if !has(f.Entry) || !has(f.Exit) || len(f.Exit.Out) > 0 {
		return fmt.Errorf("%s: Entry or Exit is missing, or Exit has edges out", f.Name)
	}
	for _, n := range f.Nodes {
		for _, e := range n.Out {
			if e.From != n || !has(e.To) || !in[e] {
				return fmt.Errorf("%v: an edge out of it is not known at both ends", n)
			}
			delete(in, e)
			if err := c.edge(e); err != nil {
				return fmt.Errorf("%v: %v: %w", e.Pos, n, err)
			}
		}
	}
	if len(in) > 0 {
		return fmt.Errorf("%s: %d edges in have no source", f.Name, len(in))
	}
	return nil
}

func (c *checker) failf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// require reports an error unless ok holds.
func (c *checker) require(what string, ok bool, t *Type) {
	if !ok {
		c.failf("%s has type %v", what, t)
	}
}

func (c *checker) same(what string, t, u *Type) {
	if !t.Same(u) {
		c.failf("%s: type %v where %v is expected", what, t, u)
	}
}

func (c *checker) edge(e *Edge) error {
	c.err = nil
	for _, part := range Parts(e.Op) {
		if part.To != nil {
			c.place(part.To)
		} else {
			c.expr(part.Expr)
		}
	}
	if c.err == nil {
		c.op(e)
	}
	return c.err
}

// op checks that the parts of an operation fit together.
func (c *checker) op(e *Edge) {
	pointer := func(what string, x Expr) { c.require(what, x.Type().Kind == Pointer, x.Type()) }
	switch op := e.Op.(type) {
	case Assume:
		c.require("a condition", op.Cond.Type().IsScalar(), op.Cond.Type())
	case Assign:
		c.same("an assigned value", op.Value.Type(), op.To.Type())
	case Call:
		c.call(op)
	case Error, Stop, ExitThread:
		if len(e.To.Out) > 0 {
			c.failf("%T leads to a node with edges out", op)
		}
	case Alloc:
		c.require("an address", op.To.Type().Kind == Pointer, op.To.Type())
		c.require("a size", op.Size.Type().IsInteger(), op.Size.Type())
	case Free:
		pointer("a freed pointer", op.Pointer)
	case Copy:
		pointer("the target of a copy", op.To)
		pointer("the source of a copy", op.From)
	case Fill:
		pointer("the target of a fill", op.To)
		c.require("a fill value", op.Value.Type().IsInteger() && op.Value.Type().Width == 8, op.Value.Type())
	case Clobber:
		pointer("what is clobbered", op.Pointer)
	case Create:
		if op.Callee != nil && !c.funcs[op.Callee] {
			c.failf("a thread runs %s, which is not a function of the program", op.Callee.Name)
		}
		if op.Callee == nil && op.Fun == nil {
			c.failf("a thread without function")
		}
	case Lock:
		pointer("a mutex", op.Mutex)
	case Unlock:
		pointer("a mutex", op.Mutex)
	case InitLock:
		pointer("a mutex", op.Mutex)
	case Wait:
		pointer("a condition variable", op.Cond)
		pointer("a mutex", op.Mutex)
	case Signal:
		pointer("a condition variable", op.Cond)
	case nil:
		c.failf("an edge without Op")
	}
}

func (c *checker) call(op Call) {
	if op.Callee == nil {
		if op.Fun == nil || op.Fun.Type().Kind != Pointer {
			c.failf("a call of nothing")
		}
		return
	}
	if !c.funcs[op.Callee] {
		c.failf("%s is called, which is not a function of the program", op.Callee.Name)
		return
	}
	if len(op.Args) != len(op.Callee.Params) {
		c.failf("%s is called with %d arguments for %d parameters", op.Callee.Name, len(op.Args), len(op.Callee.Params))
		return
	}
	for i, x := range op.Args {
		c.same("an argument", x.Type(), op.Callee.Params[i].Type)
	}
	if op.To != nil {
		if op.Callee.Result == nil {
			c.failf("%s has no result to store", op.Callee.Name)
			return
		}
		c.same("a result", op.Callee.Result.Type, op.To.Type())
	}
}

// place checks a place. Its type is computed only if no error has been found, since an ill-formed
// place may have no type.
func (c *checker) place(l Place) {
	if c.err != nil {
		return
	}
	switch l := l.(type) {
	case VarPlace:
		f, known := c.owner[l.Var]
		if !known || f != nil && f != c.f {
			c.failf("variable %s is not one of function %s", l.Var.Name, c.f.Name)
		}
	case Deref:
		c.expr(l.Pointer)
		if c.err != nil {
			return
		}
		if t := l.Pointer.Type(); t.Kind != Pointer {
			c.failf("a value of type %v is dereferenced", t)
		} else {
			c.same("what is pointed to", t.Elem, l.Of)
		}
	case FieldPlace:
		c.place(l.In)
		if c.err != nil {
			return
		}
		t := l.In.Type()
		if t.Kind != Struct && t.Kind != Union || l.Index < 0 || l.Index >= len(t.Fields) {
			c.failf("%v has no field %d", t, l.Index)
		}
	case IndexPlace:
		c.place(l.In)
		c.expr(l.Index)
		if c.err != nil {
			return
		}
		c.require("an indexed place", l.In.Type().Kind == Array, l.In.Type())
		c.require("an index", l.Index.Type().IsInteger(), l.Index.Type())
	default:
		c.failf("a place of type %T", l)
	}
}

func (c *checker) expr(x Expr) {
	if c.err != nil {
		return
	}
	switch x := x.(type) {
	case Const:
		c.constant(x)
	case FloatConst:
		c.require("a floating-point constant", x.Of.Kind == Float && x.Value != nil, x.Of)
	case Load:
		c.place(x.From)
		if c.err == nil {
			c.require("a value", x.Type().Kind != Func && x.Type().Kind != Void, x.Type())
		}
	case AddrOf:
		c.place(x.Place)
		if c.err != nil {
			return
		}
		if t := x.Place.Type(); x.Of.Kind != Pointer || !x.Of.Elem.Same(t) && !(t.Kind == Array && x.Of.Elem.Same(t.Elem)) {
			c.failf("the address of a %v has type %v", t, x.Of)
		}
	case FuncAddr:
		c.require("a function's address", x.Of.Kind == Pointer, x.Of)
	case Unary:
		c.expr(x.X)
		if c.err == nil && x.Operator == LogNot {
			c.require("a negated operand", x.X.Type().IsScalar(), x.X.Type())
		} else if c.err == nil && x.Operator >= Abs {
			c.require("a floating-point operand", x.X.Type().Kind == Float, x.X.Type())
		} else if c.err == nil {
			c.same("an operand", x.X.Type(), x.Of)
		}
	case Binary:
		c.expr(x.X)
		c.expr(x.Y)
		if c.err == nil {
			c.binary(x)
		}
	case Cast:
		c.expr(x.X)
		if c.err == nil && (!x.X.Type().IsScalar() || !x.Of.IsScalar()) {
			c.failf("a cast from %v to %v", x.X.Type(), x.Of)
		}
	case Cond:
		c.expr(x.If)
		c.expr(x.Then)
		c.expr(x.Else)
		if c.err == nil {
			c.require("a condition", x.If.Type().IsScalar(), x.If.Type())
			c.same("the arms of a choice", x.Then.Type(), x.Else.Type())
		}
	case Aggregate:
		c.aggregate(x)
	case Valid:
		c.expr(x.Pointer)
		c.require("a pointer", c.err != nil || x.Pointer.Type().Kind == Pointer, x.Of)
		for _, y := range []Expr{x.Bytes, x.In} {
			if y != nil {
				c.expr(y)
			}
		}
	case Any, Leak:
	default:
		c.failf("an expression of type %T", x)
	}
}

func (c *checker) constant(x Const) {
	if x.Of.Kind != Int && x.Of.Kind != Pointer {
		c.failf("a constant of type %v", x.Of)
		return
	}
	if lo, hi := x.Of.Range(); x.Value.Cmp(lo) < 0 || x.Value.Cmp(hi) > 0 {
		c.failf("constant %v is not a value of %v", x.Value, x.Of)
	}
}

func (c *checker) binary(x Binary) {
	s, t := x.X.Type(), x.Y.Type()
	switch op := x.Operator; {
	case op == PtrAdd:
		c.require("a pointer", s.Kind == Pointer, s)
		c.require("an offset", t.IsInteger(), t)
		c.same("pointer arithmetic", s, x.Of)
	case op == PtrDiff:
		c.require("a pointer", s.Kind == Pointer && t.Kind == Pointer, s)
	case op == LogAnd || op == LogOr:
		c.require("an operand", s.IsScalar() && t.IsScalar(), s)
	case op%directed == SumTo:
		c.same("operands", s, t)
		c.require("floating-point numbers", s.Kind == Float && x.Of.Kind == Float, s)
	case op == Remainder || op >= directed:
		c.require("floating-point numbers", s.Kind == Float, s)
		c.same("operands", s, t)
		c.same("a result", s, x.Of)
	case op >= Lt && op <= Ne:
		c.same("compared values", s, t)
	case op == Shl || op == Shr:
		c.same("a shift", s, x.Of)
		c.require("a shift distance", t.IsInteger(), t)
	default:
		c.same("operands", s, t)
		c.same("a result", s, x.Of)
	}
}

func (c *checker) aggregate(x Aggregate) {
	for i, y := range x.Elems {
		c.expr(y)
		if c.err != nil {
			return
		}
		switch t := x.Of; t.Kind {
		case Array:
			if t.Len >= 0 && int64(i) >= t.Len {
				c.failf("%v with %d elements", t, len(x.Elems))
			}
			c.same("an element", y.Type(), t.Elem)
		case Struct, Union:
			if i >= len(t.Fields) || t.Kind == Union && i > 0 {
				c.failf("%v with %d fields", t, len(x.Elems))
				return
			}
			c.same("a field", y.Type(), t.Fields[i].Type)
		default:
			c.failf("an aggregate of type %v", t)
		}
	}
}
