// SPDX-License-Identifier: Apache-2.0

package cfg

// Inspect calls visit for x and, if visit returns true, for the expressions inside x, including
// those in places.
func Inspect(x Expr, visit func(Expr) bool) {
	if x != nil && visit(x) {
		eachOperand(x, func(y Expr) { Inspect(y, visit) }, func(l Place) { InspectPlace(l, visit) })
	}
}

// InspectPlace calls visit for the pointers and indices of place l.
func InspectPlace(l Place, visit func(Expr) bool) {
	eachIndex(l, func(x Expr) { Inspect(x, visit) })
}

// eachOperand calls expr and place for the operands of x.
func eachOperand(x Expr, expr func(Expr), place func(Place)) {
	switch x := x.(type) {
	case Load:
		place(x.From)
	case AddrOf:
		place(x.Place)
	case Unary:
		expr(x.X)
	case Binary:
		expr(x.X)
		expr(x.Y)
	case Cast:
		expr(x.X)
	case Cond:
		expr(x.If)
		expr(x.Then)
		expr(x.Else)
	case Aggregate:
		for _, y := range x.Elems {
			expr(y)
		}
	case Valid:
		expr(x.Pointer)
		for _, y := range []Expr{x.Bytes, x.In} {
			if y != nil {
				expr(y)
			}
		}
	}
}

// eachIndex calls expr for the pointers and indices in l.
func eachIndex(l Place, expr func(Expr)) {
	switch l := l.(type) {
	case Deref:
		expr(l.Pointer)
	case FieldPlace:
		eachIndex(l.In, expr)
	case IndexPlace:
		eachIndex(l.In, expr)
		expr(l.Index)
	}
}

// An OpPart is a place that an Op stores to, or an expression that it evaluates.
type OpPart struct {
	To   Place // or nil
	Expr Expr  // or nil
}

// Parts returns the places that op stores to and the expressions that it evaluates, without absent
// parts.
func Parts(op Op) []OpPart {
	var places, exprs []OpPart
	MapParts(op, func(x Expr) Expr {
		if x != nil {
			exprs = append(exprs, OpPart{Expr: x})
		}
		return x
	}, func(l Place) Place {
		if l != nil {
			places = append(places, OpPart{To: l})
		}
		return l
	})
	return append(places, exprs...)
}

// StripCasts returns x without the casts around it.
func StripCasts(x Expr) Expr {
	for {
		c, ok := x.(Cast)
		if !ok {
			return x
		}
		x = c.X
	}
}
