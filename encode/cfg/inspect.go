// SPDX-License-Identifier: Apache-2.0

package cfg

// Inspect calls visit for x and, where visit returns true, for the expressions that x is made
// of, those in places too.
func Inspect(x Expr, visit func(Expr) bool) {
	if x == nil || !visit(x) {
		return
	}
	switch x := x.(type) {
	case Load:
		InspectPlace(x.From, visit)
	case AddrOf:
		InspectPlace(x.Place, visit)
	case Unary:
		Inspect(x.X, visit)
	case Binary:
		Inspect(x.X, visit)
		Inspect(x.Y, visit)
	case Cast:
		Inspect(x.X, visit)
	case Cond:
		Inspect(x.If, visit)
		Inspect(x.Then, visit)
		Inspect(x.Else, visit)
	case Aggregate:
		for _, y := range x.Elems {
			Inspect(y, visit)
		}
	}
}

// InspectPlace calls visit for the expressions that say where place l is.
func InspectPlace(l Place, visit func(Expr) bool) {
	switch l := l.(type) {
	case Deref:
		Inspect(l.Pointer, visit)
	case FieldPlace:
		InspectPlace(l.In, visit)
	case IndexPlace:
		InspectPlace(l.In, visit)
		Inspect(l.Index, visit)
	}
}

// An OpPart is a place that an Op stores to, or an expression that it evaluates.
type OpPart struct {
	To   Place // or nil
	Expr Expr  // or nil
}

// Parts are the places that op stores to and the expressions that it evaluates, those present.
func Parts(op Op) []OpPart {
	var parts []OpPart
	to := func(l Place) {
		if l != nil {
			parts = append(parts, OpPart{To: l})
		}
	}
	expr := func(xs ...Expr) {
		for _, x := range xs {
			if x != nil {
				parts = append(parts, OpPart{Expr: x})
			}
		}
	}
	switch op := op.(type) {
	case Assume:
		expr(op.Cond)
	case Assign:
		to(op.To)
		expr(op.Value)
	case Havoc:
		to(op.To)
	case Call:
		to(op.To)
		expr(op.Fun)
		expr(op.Args...)
	case Alloc:
		to(op.To)
		expr(op.Size)
	case Free:
		expr(op.Pointer)
	case Copy:
		expr(op.To, op.From, op.Bytes)
	case Fill:
		expr(op.To, op.Value, op.Bytes)
	case Create:
		to(op.Thread)
		expr(op.Fun, op.Arg)
	case Join:
		to(op.To)
		to(op.Status)
		expr(op.Thread)
	case ExitThread:
		expr(op.Value)
	case Self:
		to(op.To)
	case Lock:
		to(op.To)
		expr(op.Mutex)
	case Unlock:
		to(op.To)
		expr(op.Mutex)
	case InitLock:
		expr(op.Mutex)
	case Wait:
		expr(op.Cond, op.Mutex)
	case Signal:
		expr(op.Cond)
	}
	return parts
}
