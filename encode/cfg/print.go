// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"fmt"
	"io"
	"strings"

	"cornet/internal/slice"
)

// Fprint writes the program as text: variables, then functions with their edges, one per line, and
// the notes. The same program gives the same text. Names that are not unique get a number: x, x#2.
// Temporaries are %ID.
func Fprint(w io.Writer, p *Program) error {
	pr := newPrinter(p)
	var b strings.Builder
	fmt.Fprintf(&b, "program %v\n", p.Model.Resolve())
	for _, v := range p.Globals {
		fmt.Fprintf(&b, "global %s: %v%s\n", pr.name(v), v.Type, pr.traits(v))
	}
	if p.Init != nil {
		pr.function(&b, p.Init)
	}
	for _, f := range p.Functions {
		pr.function(&b, f)
	}
	for _, n := range p.Notes {
		kind := "note"
		switch {
		case n.Inexact:
			kind = "inexact"
		case n.Assumed:
			kind = "assumed"
		}
		fmt.Fprintf(&b, "%s %v: %s\n", kind, n.Pos, n.What)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String returns the text that Fprint writes.
func (p *Program) String() string {
	var b strings.Builder
	_ = Fprint(&b, p) // a strings.Builder does not fail
	return b.String()
}

// FormatExpr returns an expression as C writes it, for messages.
func FormatExpr(x Expr) string { return (&printer{inC: true}).expr(x) }

// A printer has the names of the variables of one program.
type printer struct {
	names map[*Var]string
	// inC leaves types out and writes operations on pointers as in C, for messages.
	inC bool
}

func newPrinter(p *Program) *printer {
	pr := &printer{names: map[*Var]string{}}
	taken := map[string]int{}
	add := func(v *Var, taken map[string]int) {
		name := v.Name
		if v.Kind == Temp {
			name = fmt.Sprintf("%%%d", v.ID)
		}
		taken[name]++
		if n := taken[name]; n > 1 {
			name = fmt.Sprintf("%s#%d", name, n)
		}
		pr.names[v] = name
	}
	for _, v := range p.Globals {
		add(v, taken)
	}
	for _, f := range p.Functions {
		local := map[string]int{}
		for name, n := range taken {
			local[name] = n
		}
		for _, v := range f.Params {
			add(v, local)
		}
		for _, v := range f.Locals {
			add(v, local)
		}
		if f.Result != nil {
			add(f.Result, local)
		}
	}
	return pr
}

func (pr *printer) name(v *Var) string {
	if s, ok := pr.names[v]; ok {
		return s
	}
	if v.Kind == Temp {
		return fmt.Sprintf("%%%d", v.ID)
	}
	return v.Name
}

func (pr *printer) traits(v *Var) string {
	var s string
	for _, t := range []struct {
		on   bool
		text string
	}{{v.Thread, " thread-local"}, {v.Extern, " extern"}, {v.Type.Atomic, " atomic"}, {v.Type.Volatile, " volatile"}} {
		if t.on {
			s += t.text
		}
	}
	return s
}

func (pr *printer) function(b *strings.Builder, f *Function) {
	fmt.Fprintf(b, "function %s(", f.Name)
	for i, v := range f.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%s: %v", pr.name(v), v.Type)
	}
	b.WriteString(")")
	if f.Result != nil {
		fmt.Fprintf(b, ": %v", f.Result.Type)
	}
	if f.Atomic {
		b.WriteString(" atomic")
	}
	fmt.Fprintf(b, " entry %d exit %d\n", f.Entry.ID, f.Exit.ID)
	for _, v := range f.Locals {
		if v.Kind == Local {
			fmt.Fprintf(b, "\tlocal %s: %v%s\n", pr.name(v), v.Type, pr.traits(v))
		}
	}
	for _, n := range f.Nodes {
		if n.Label != "" {
			fmt.Fprintf(b, "  %s:\n", n.Label)
		}
		for _, e := range n.Out {
			fmt.Fprintf(b, "\t%d -> %d: %s\t// %d:%d\n", e.From.ID, e.To.ID, pr.op(e.Op), e.Pos.Line, e.Pos.Column)
		}
	}
}

// op returns the text of an operation.
func (pr *printer) op(op Op) string {
	switch op := op.(type) {
	case Skip:
		return "skip"
	case Assume:
		if op.Negate {
			return "assume not " + pr.expr(op.Cond)
		}
		return "assume " + pr.expr(op.Cond)
	case Assign:
		return pr.place(op.To) + " = " + pr.expr(op.Value)
	case Havoc:
		if op.Input != "" {
			return pr.place(op.To) + " = input " + op.Input
		}
		return pr.place(op.To) + " = *"
	case Call:
		return pr.result(op.To) + pr.callee(op.Callee, op.Fun) + "(" + pr.list(op.Args) + ")"
	case Error:
		return "error " + op.Kind.String()
	case Stop:
		return "stop"
	case Alloc:
		traits := ""
		if op.Zero {
			traits += " zero"
		}
		if op.Auto {
			traits += " auto"
		}
		if op.Elem != nil {
			traits += " of " + op.Elem.String()
		}
		return pr.place(op.To) + " = alloc " + pr.expr(op.Size) + traits
	case Free:
		return "free " + pr.expr(op.Pointer)
	case Scope:
		if op.End {
			return "end " + op.Var.Name
		}
		return "begin " + op.Var.Name
	case Copy:
		return "copy " + pr.list([]Expr{op.To, op.From, op.Bytes})
	case Fill:
		return "fill " + pr.list([]Expr{op.To, op.Value, op.Bytes})
	case Clobber:
		return "clobber " + pr.expr(op.Pointer) + " by " + op.Input
	}
	return pr.threadOp(op)
}

// callee returns the text of a function that is called, by its name or through a pointer.
func (pr *printer) callee(f *Function, pointer Expr) string {
	if f != nil {
		return strings.TrimPrefix(f.Name, "__cornet_") // models of the library
	}
	return "(*" + pr.expr(pointer) + ")"
}

func (pr *printer) threadOp(op Op) string {
	switch op := op.(type) {
	case Create:
		arg := ""
		if op.Arg != nil {
			arg = pr.expr(op.Arg)
		}
		return pr.result(op.Thread) + "create " + pr.callee(op.Callee, op.Fun) + "(" + arg + ")"
	case Join:
		return pr.result(op.Status) + pr.result(op.To) + "join " + pr.expr(op.Thread)
	case ExitThread:
		if op.Value == nil {
			return "exit thread"
		}
		return "exit thread " + pr.expr(op.Value)
	case Self:
		return pr.place(op.To) + " = self"
	case Lock:
		how := ""
		switch {
		case op.Try:
			how = "try "
		case op.Timed:
			how = "timed "
		}
		return pr.result(op.To) + how + lockNames[op.Kind] + " " + pr.expr(op.Mutex)
	case Unlock:
		return pr.result(op.To) + "un" + lockNames[op.Kind] + " " + pr.expr(op.Mutex)
	case InitLock:
		return "init lock " + pr.expr(op.Mutex)
	case Wait:
		return "wait " + pr.expr(op.Cond) + ", " + pr.expr(op.Mutex)
	case Signal:
		if op.All {
			return "broadcast " + pr.expr(op.Cond)
		}
		return "signal " + pr.expr(op.Cond)
	case AtomicBegin:
		return "atomic begin"
	case AtomicEnd:
		return "atomic end"
	}
	return fmt.Sprintf("%T", op)
}

var lockNames = [...]string{Mutex: "lock", Recursive: "lock recursive", ReadLock: "lock read", WriteLock: "lock write", ErrorCheck: "lock checked"}

func (pr *printer) result(l Place) string {
	if l == nil {
		return ""
	}
	return pr.place(l) + " = "
}

func (pr *printer) list(xs []Expr) string {
	s := slice.Map(xs, pr.expr)
	return strings.Join(s, ", ")
}

var unarySigns = [...]string{
	Neg: "-", BitNot: "~", LogNot: "!", Abs: "fabs ", Sqrt: "sqrt ", Floor: "floor ", Ceil: "ceil ", Trunc: "trunc ",
	Rint: "rint ", Round: "round ", SignBit: "signbit ", Resize: "resize ",
}

var binarySigns = [...]string{
	Add: "+", Sub: "-", Mul: "*", Div: "/", Rem: "%", Shl: "<<", Shr: ">>", BitAnd: "&", BitOr: "|", BitXor: "^",
	Lt: "<", Le: "<=", Gt: ">", Ge: ">=", Eq: "==", Ne: "!=", LogAnd: "&&", LogOr: "||", PtrAdd: "[+]", PtrDiff: "[-]",
	Remainder: "remainder", SumTo: "+",
}

// String returns the operator as C writes it.
func (op UnaryOp) String() string { return direction(op/directed) + unarySigns[op%directed] }

// String returns the operator as C writes it. Operators on pointers are [+] and [-].
func (op BinaryOp) String() string { return binarySigns[op%directed] + direction(op/directed) }

// direction marks operators that do not round to nearest.
func direction[O ~uint8](d O) string { return [...]string{"", "↓", "↑", "→0"}[d] }

func (pr *printer) expr(x Expr) string {
	switch x := x.(type) {
	case Const:
		if pr.inC && x.Written != "" {
			return x.Written
		}
		if pr.inC || x.Of.Kind == Int && x.Of.Signed && x.Of.Width == 32 {
			return x.Value.String()
		}
		return fmt.Sprintf("%v:%v", x.Value, x.Of)
	case FloatConst:
		if pr.inC {
			return x.Of.Format().String(x.Value)
		}
		return fmt.Sprintf("%s:%v", x.Of.Format().String(x.Value), x.Of)
	case Load:
		return pr.place(x.From)
	case AddrOf:
		if x.Place.Type().Kind == Array && !x.Of.Elem.Same(x.Place.Type()) {
			return "&" + pr.place(x.Place) + "[0]"
		}
		return "&" + pr.place(x.Place)
	case FuncAddr:
		return "&" + x.Name
	case Unary:
		return x.Operator.String() + pr.operand(x.X)
	case Binary:
		if x.Bound != nil {
			return "&" + pr.element(x)
		}
		sign := x.Operator.String()
		if pr.inC {
			return pr.operand(x.X) + " " + strings.Trim(sign, "[]") + " " + pr.operand(x.Y)
		}
		if t := x.Of; t.Kind == Int && (t.Width != 32 || !t.Signed) && x.Operator < Lt {
			sign += ":" + t.String()
		}
		// the type of the offset carries no information: it is as wide as a pointer
		if c, ok := x.Y.(Const); ok && x.Operator == PtrAdd {
			return pr.operand(x.X) + " " + sign + " " + c.Value.String()
		}
		return pr.operand(x.X) + " " + sign + " " + pr.operand(x.Y)
	case Cast:
		return "(" + x.Of.String() + ")" + pr.operand(x.X)
	case Cond:
		return pr.operand(x.If) + " ? " + pr.operand(x.Then) + " : " + pr.operand(x.Else)
	case Aggregate:
		return "{" + pr.list(x.Elems) + "}"
	case Any:
		return "any:" + x.Of.String()
	case Valid:
		if x.Code {
			return "code(" + pr.expr(x.Pointer) + ")"
		}
		if x.In != nil {
			return "together(" + pr.list([]Expr{x.Pointer, x.In}) + ")"
		}
		if x.Bytes == nil {
			return "allocated(" + pr.expr(x.Pointer) + ")"
		}
		return "valid(" + pr.list([]Expr{x.Pointer, x.Bytes}) + ")"
	case Leak:
		if x.Lost {
			return "lost()"
		}
		return "leak()"
	}
	return fmt.Sprintf("%T", x)
}

// operand returns an expression, in parentheses if it needs them.
func (pr *printer) operand(x Expr) string {
	switch x.(type) {
	case Binary, Cond:
		return "(" + pr.expr(x) + ")"
	}
	return pr.expr(x)
}

// isElement reports whether l is an element of an array whose length is not in a type.
func isElement(l Deref) bool {
	x, ok := l.Pointer.(Binary)
	return ok && x.Bound != nil
}

// element returns the element of an array that x points to.
func (pr *printer) element(x Binary) string {
	in := ""
	if y, ok := x.X.(Binary); ok && y.Bound != nil {
		in = pr.element(y)
	} else {
		in = pr.operand(x.X)
	}
	return in + "[" + pr.expr(x.Bound.Index) + "]"
}

func (pr *printer) place(l Place) string {
	switch l := l.(type) {
	case VarPlace:
		return pr.name(l.Var)
	case Deref:
		if isElement(l) {
			return pr.element(l.Pointer.(Binary))
		}
		if x, ok := l.Pointer.(Binary); ok && pr.inC && x.Operator == PtrAdd {
			return pr.operand(x.X) + "[" + pr.expr(x.Y) + "]"
		}
		return "*" + pr.operand(l.Pointer)
	case FieldPlace:
		name := fmt.Sprint(l.Index)
		if fs := l.In.Type().Fields; l.Index < len(fs) && fs[l.Index].Name != "" {
			name = fs[l.Index].Name
		}
		if d, ok := l.In.(Deref); ok && !isElement(d) {
			return pr.operand(d.Pointer) + "->" + name
		}
		return pr.place(l.In) + "." + name
	case IndexPlace:
		if d, ok := l.In.(Deref); ok && !isElement(d) {
			return "(" + pr.place(d) + ")[" + pr.expr(l.Index) + "]"
		}
		return pr.place(l.In) + "[" + pr.expr(l.Index) + "]"
	}
	return fmt.Sprintf("%T", l)
}
