// SPDX-License-Identifier: Apache-2.0

package properties

import (
	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// walk finds the claims about op. It returns op in the form that relies on them.
func (in *instrumenter) walk(op cfg.Op) cfg.Op {
	w := walker{in: in}
	z := cfg.MapParts(op, w.expr, func(l cfg.Place) cfg.Place { return w.access(l, true) })
	w.memory(z)
	return z
}

// A walker finds the claims about expressions.
type walker struct {
	in    *instrumenter
	guard cfg.Expr // the current expression is evaluated only if this holds; nil means always
}

// under returns the walker for parts that are evaluated only if c differs from 0, or equals 0.
func (w walker) under(c cfg.Expr, equal bool) walker {
	if equal {
		c = not(c)
	}
	if w.guard != nil {
		c = binary(cfg.LogAnd, w.guard, c)
	}
	w.guard = c
	return w
}

// require claims that cond holds if x is evaluated. x is the expression that the rule of a kind is
// about.
func (w walker) require(kind cfg.ErrorKind, x cfg.Expr, cond cfg.Expr) {
	if c, ok := cond.(cfg.Const); ok && c.Value.Sign() != 0 {
		return
	}
	if w.guard != nil {
		cond = binary(cfg.LogOr, not(w.guard), cond)
	}
	w.in.claims = append(w.in.claims, claim{kind, w.in.pos, cond, w.in.text(x)})
}

// expr finds the claims about x.
func (w walker) expr(x cfg.Expr) cfg.Expr {
	switch y := x.(type) {
	case cfg.Load:
		y.From = w.access(y.From, false)
		w.reads(y.From)
		return y
	case cfg.AddrOf:
		y.Place = w.address(y.Place)
		return y
	case cfg.Unary:
		y.X = w.expr(y.X)
		return w.unary(y)
	case cfg.Binary:
		if y.Bound != nil {
			return w.sum(y, latent)
		}
		y.X = w.expr(y.X)
		switch y.Operator {
		case cfg.LogAnd:
			y.Y = w.under(y.X, false).expr(y.Y)
			return y
		case cfg.LogOr:
			y.Y = w.under(y.X, true).expr(y.Y)
			return y
		}
		y.Y = w.expr(y.Y)
		return w.binary(y)
	case cfg.Cast:
		y.X = w.expr(y.X)
		w.cast(y)
		return y
	case cfg.Cond:
		y.If = w.expr(y.If)
		y.Then = w.under(y.If, false).expr(y.Then)
		y.Else = w.under(y.If, true).expr(y.Else)
		return y
	case cfg.Aggregate:
		y.Elems = slice.Map(y.Elems, w.expr)
		return y
	}
	return x
}

// access returns the claims about reading l, or storing in it, or nil.
func (w walker) access(l cfg.Place, write bool) cfg.Place {
	z := w.place(l, 0)
	w.valid(z, write)
	return z
}

// address finds the claims about the address of l, which may be one past the last element of an
// array.
func (w walker) address(l cfg.Place) cfg.Place { return w.place(l, 1) }

// latent is a value of sum's parameter "behind". It means that the sum is not accessed at this
// place, and is checked only if its address is taken.
const latent = -1

// sum finds the claims about x, which points to an element of an array or past its end, by at most
// as many elements as the parameter behind. If the elements are arrays, it starts at an element of
// another array.
func (w walker) sum(x cfg.Binary, behind int64) cfg.Expr {
	if behind == latent && x.Bound.Taken {
		behind = 1
	}
	if s, ok := x.X.(cfg.Binary); ok && s.Bound != nil && behind != latent {
		x.X = w.sum(s, 0)
	} else {
		x.X = w.expr(x.X)
	}
	x.Y = w.expr(x.Y)
	if behind != latent && w.in.kinds.Has(cfg.OutOfBounds) {
		w.require(cfg.OutOfBounds, cfg.Load{From: cfg.Deref{Pointer: x, Of: x.Of.Elem}}, among(*x.Bound, behind))
	}
	return w.binary(x)
}

// place finds the claims about the parts of l. Its last index may be up to behind elements past the
// array.
func (w walker) place(l cfg.Place, behind int64) cfg.Place {
	switch k := l.(type) {
	case cfg.Deref:
		if s, ok := k.Pointer.(cfg.Binary); ok && s.Bound != nil {
			k.Pointer = w.sum(s, 0)
		} else {
			k.Pointer = w.expr(k.Pointer)
		}
		return k
	case cfg.FieldPlace:
		k.In = w.place(k.In, 0)
		return k
	case cfg.IndexPlace:
		k.In = w.place(k.In, 0)
		k.Index = w.expr(k.Index)
		w.index(k, behind)
		return k
	}
	return l
}
