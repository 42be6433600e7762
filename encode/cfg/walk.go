// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"iter"
	"slices"

	"cornet/internal/slice"
)

// A Mapper copies expressions, places and ops, and replaces parts of them. Its zero value copies
// them unchanged. Parts that do not change are shared with the original.
type Mapper struct {
	// Var, if not nil, returns the replacement of a variable.
	Var func(*Var) *Var
	// Func, if not nil, returns the replacement of a function that is called or whose address is
	// taken.
	Func func(*Function) *Function
	// Place and Expr, if not nil, return the replacement of a place or an expression whose parts
	// have been mapped already.
	Place func(Place) Place
	Expr  func(Expr) Expr
}

// MapExpr maps x. For nil it returns nil.
func (m Mapper) MapExpr(x Expr) Expr {
	switch y := x.(type) {
	case nil:
		return nil
	case Load:
		x = Load{m.MapPlace(y.From)}
	case AddrOf:
		x = AddrOf{m.MapPlace(y.Place), y.Of}
	case Unary:
		y.X = m.MapExpr(y.X)
		x = y
	case Binary:
		y.X, y.Y = m.MapExpr(y.X), m.MapExpr(y.Y)
		if b := y.Bound; b != nil {
			y.Bound = &Bound{Index: m.MapExpr(b.Index), Length: m.MapExpr(b.Length), Count: m.MapExpr(b.Count), Taken: b.Taken}
		}
		x = y
	case Cast:
		y.X = m.MapExpr(y.X)
		x = y
	case Cond:
		x = Cond{m.MapExpr(y.If), m.MapExpr(y.Then), m.MapExpr(y.Else)}
	case Aggregate:
		y.Elems = m.mapExprs(y.Elems)
		x = y
	case Valid:
		y.Pointer, y.Bytes, y.In = m.MapExpr(y.Pointer), m.MapExpr(y.Bytes), m.MapExpr(y.In)
		x = y
	case FuncAddr:
		y.Func = m.function(y.Func)
		x = y
	}
	if m.Expr != nil {
		return m.Expr(x)
	}
	return x
}

func (m Mapper) function(f *Function) *Function {
	if f == nil || m.Func == nil {
		return f
	}
	return m.Func(f)
}

func (m Mapper) mapExprs(xs []Expr) []Expr {
	return slice.Map(xs, m.MapExpr)
}

// MapPlace maps l. For nil it returns nil.
func (m Mapper) MapPlace(l Place) Place {
	switch k := l.(type) {
	case nil:
		return nil
	case VarPlace:
		if m.Var != nil {
			l = VarPlace{m.Var(k.Var)}
		}
	case Deref:
		l = Deref{m.MapExpr(k.Pointer), k.Of}
	case FieldPlace:
		l = FieldPlace{m.MapPlace(k.In), k.Index}
	case IndexPlace:
		in := m.MapPlace(k.In)
		l = IndexPlace{in, m.MapExpr(k.Index)}
	}
	if m.Place != nil {
		return m.Place(l)
	}
	return l
}

// MapOp maps the parts of op in the order of evaluation: operands first, then the place that is
// written.
func (m Mapper) MapOp(op Op) Op {
	if s, ok := op.(Scope); ok && m.Var != nil {
		return Scope{m.Var(s.Var), s.End}
	}
	switch op := MapParts(op, m.MapExpr, m.MapPlace).(type) {
	case Call:
		op.Callee = m.function(op.Callee)
		return op
	case Create:
		op.Callee = m.function(op.Callee)
		return op
	default:
		return op
	}
}

// MapParts returns op with the expressions that it evaluates and the places that it stores to
// replaced, in the order of evaluation. Absent parts are nil.
func MapParts(op Op, expr func(Expr) Expr, place func(Place) Place) Op {
	switch o := op.(type) {
	case Assume:
		o.Cond = expr(o.Cond)
		return o
	case Assign:
		o.Value, o.To = expr(o.Value), place(o.To)
		return o
	case Havoc:
		o.To = place(o.To)
		return o
	case Call:
		o.Fun = expr(o.Fun)
		o.Args = slices.Clone(o.Args)
		for i, x := range o.Args {
			o.Args[i] = expr(x)
		}
		o.To = place(o.To)
		return o
	case Alloc:
		o.Size, o.To = expr(o.Size), place(o.To)
		return o
	case Free:
		o.Pointer = expr(o.Pointer)
		return o
	case Copy:
		o.To, o.From, o.Bytes = expr(o.To), expr(o.From), expr(o.Bytes)
		return o
	case Fill:
		return Fill{expr(o.To), expr(o.Value), expr(o.Bytes)}
	case Clobber:
		o.Pointer = expr(o.Pointer)
		return o
	case Create:
		o.Fun, o.Arg, o.Thread = expr(o.Fun), expr(o.Arg), place(o.Thread)
		return o
	case Join:
		o.Thread, o.To, o.Status = expr(o.Thread), place(o.To), place(o.Status)
		return o
	case ExitThread:
		return ExitThread{expr(o.Value)}
	case Self:
		return Self{place(o.To)}
	case Lock:
		o.Mutex, o.To = expr(o.Mutex), place(o.To)
		return o
	case Unlock:
		o.Mutex, o.To = expr(o.Mutex), place(o.To)
		return o
	case InitLock:
		return InitLock{expr(o.Mutex)}
	case Wait:
		return Wait{expr(o.Cond), expr(o.Mutex), o.Timed}
	case Signal:
		o.Cond = expr(o.Cond)
		return o
	}
	return op
}

// An AccessKind is the kind of an access to a place.
type AccessKind uint8

// The kinds of accesses. Pointed alone is not an access: only the address of the place is taken.
const (
	Read AccessKind = iota
	Write
	Pointed
)

// Accesses calls visit for each place that op reads, writes or takes the address of, in the order
// of evaluation. For a place with parts, such as a[i].f, it reports the whole place and the reads
// of its indices and pointers, but not a by itself.
//
// The effects of Copy, Fill, Clobber and Free on memory are reported as accesses to the Deref of
// their pointers.
func Accesses(op Op, visit func(Place, AccessKind)) {
	a := accesses{visit}
	switch o := op.(type) {
	case Free:
		a.memory(o.Pointer, Write)
	case Copy:
		a.expr(o.Bytes)
		a.memory(o.From, Read)
		a.memory(o.To, Write)
	case Fill:
		a.expr(o.Value)
		a.expr(o.Bytes)
		a.memory(o.To, Write)
	case Clobber:
		a.memory(o.Pointer, Write)
	default:
		MapParts(op, func(x Expr) Expr { a.expr(x); return x }, func(l Place) Place { a.write(l); return l })
	}
}

// ExprAccesses is like Accesses, for an expression.
func ExprAccesses(x Expr, visit func(Place, AccessKind)) { accesses{visit}.expr(x) }

type accesses struct{ visit func(Place, AccessKind) }

func (a accesses) expr(x Expr) {
	eachOperand(x, a.expr, a.parts)
	switch y := x.(type) {
	case Load:
		a.visit(y.From, Read)
	case AddrOf:
		a.visit(y.Place, Pointed)
	case Valid: // the result depends on the object's lifetime
		if !y.Code {
			a.visit(Deref{Pointer: y.Pointer, Of: y.Pointer.Type().Elem}, Read)
		}
	}
}

// parts visits the reads that computing a place needs.
func (a accesses) parts(l Place) { eachIndex(l, a.expr) }

func (a accesses) write(l Place) {
	if l != nil {
		a.parts(l)
		a.visit(l, Write)
	}
}

func (a accesses) memory(pointer Expr, kind AccessKind) {
	l := Deref{Pointer: pointer, Of: pointer.Type().Elem}
	a.parts(l)
	a.visit(l, kind)
}

// Enclosing yields l and then, outward, the places that contain it. The last one is a variable or
// the target of a pointer.
func Enclosing(l Place) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for l != nil && yield(l) {
			switch k := l.(type) {
			case FieldPlace:
				l = k.In
			case IndexPlace:
				l = k.In
			default:
				return
			}
		}
	}
}

// Outermost returns the last place of Enclosing.
func Outermost(l Place) (z Place) {
	for z = range Enclosing(l) {
	}
	return z
}

// Root returns the variable that place l is part of, or nil if l is reached through a pointer other
// than a variable's address.
func Root(l Place) *Var {
	switch k := Outermost(l).(type) {
	case VarPlace:
		return k.Var
	case Deref:
		if a, ok := k.Pointer.(AddrOf); ok {
			return Root(a.Place)
		}
	}
	return nil
}
