// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"math/big"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
)

// traps finds the conditions that must hold so that an evaluation does not trap. Divisors must not
// be 0, and pointers must not be null if their target is accessed. Operands that are not evaluated
// do not trap.
type traps struct {
	l     *lowerer
	guard *scalar.Expr // the current expression is evaluated only if this holds; nil means always
	conds []*scalar.Expr
	// divides states which conditions are about divisors.
	divides []bool
	vars    []*scalar.Var       // variables that must not be 0
	claims  []scalar.Obligation // assumptions about pointers
}

// need adds the condition that x, a divisor or a pointer, is not 0.
func (t *traps) need(x *scalar.Expr, division bool) {
	if x.HasAny() || // a second evaluation of x may give another value
		t.guard == nil && slices.ContainsFunc(t.vars, func(v *scalar.Var) bool { return x.Operator == scalar.Read && x.Var == v }) {
		return
	}
	c := scalar.New(scalar.Not, x.Type, scalar.New(scalar.Eq, x.Type, x, scalar.NewInt(0, x.Type)))
	if t.guard == nil && x.Operator == scalar.Read {
		t.vars = append(t.vars, x.Var)
	}
	if t.guard != nil {
		c = scalar.New(scalar.Or, c.Type, scalar.New(scalar.Not, c.Type, t.guard), c)
	}
	if !c.IsConst() || c.Value.Sign() == 0 {
		t.conds = append(t.conds, c)
		t.divides = append(t.divides, division)
	}
}

// never adds the condition that the current expression is not evaluated.
func (t *traps) never() {
	c := scalar.NewInt(0, t.l.int())
	if t.guard != nil {
		c = scalar.New(scalar.Not, c.Type, t.guard)
	}
	t.conds, t.divides = append(t.conds, c), append(t.divides, false)
}

// outside reports whether constant indices lead from p out of its variable.
func outside(p cfg.Place) bool {
	at := int64(0)
	for l := range cfg.Enclosing(p) {
		switch k := l.(type) {
		case cfg.VarPlace:
			return k.Var.Type.Size >= 0 && !k.Var.Extern && (at < 0 || at+cfg.AccessSize(p) > k.Var.Type.Size)
		case cfg.FieldPlace:
			at += k.In.Type().Fields[k.Index].Offset
		case cfg.IndexPlace:
			n, ok := cfg.Fold(k.Index, nil)
			if !ok || n.CmpAbs(farOut) > 0 {
				return ok && cfg.Root(p) != nil && k.Type().Size > 0
			}
			at += n.Int64() * k.Type().Size
		}
	}
	return false
}

// farOut is an index that no array has.
var farOut = new(big.Int).Lsh(big.NewInt(1), 40)

// under finds the traps of x, which is evaluated only if guard holds.
func (t *traps) under(guard *scalar.Expr, x cfg.Expr) {
	outer := t.guard
	if t.guard = guard; outer != nil {
		t.guard = scalar.New(scalar.And, guard.Type, outer, guard)
	}
	t.expr(x)
	t.guard = outer
}

func (t *traps) expr(x cfg.Expr) {
	switch x := x.(type) {
	case cfg.Load:
		t.access(x.From)
	case cfg.AddrOf:
		t.place(x.Place)
	case cfg.Unary:
		t.expr(x.X)
	case cfg.Binary:
		t.binary(x)
	case cfg.Cast:
		t.expr(x.X)
	case cfg.Cond:
		t.expr(x.If)
		if mayTrap(x.Then) || mayTrap(x.Else) {
			c := t.l.cond(x.If)
			t.under(c, x.Then)
			t.under(scalar.New(scalar.Not, c.Type, c), x.Else)
		}
	case cfg.Aggregate:
		for _, y := range x.Elems {
			t.expr(y)
		}
	case cfg.Valid:
		t.expr(x.Pointer)
		for _, y := range []cfg.Expr{x.Bytes, x.In} {
			if y != nil {
				t.expr(y)
			}
		}
	}
}

func (t *traps) binary(x cfg.Binary) {
	t.expr(x.X)
	switch {
	case x.Operator == cfg.LogAnd && mayTrap(x.Y):
		t.under(t.l.cond(x.X), x.Y)
	case x.Operator == cfg.LogOr && mayTrap(x.Y):
		c := t.l.cond(x.X)
		t.under(scalar.New(scalar.Not, c.Type, c), x.Y)
	case x.Operator == cfg.LogAnd || x.Operator == cfg.LogOr:
	default:
		t.expr(x.Y)
	}
	if (x.Operator == cfg.Div || x.Operator == cfg.Rem) && x.Of.Kind == cfg.Int {
		t.need(t.l.expr(x.Y), true)
	}
}

// place finds the traps of finding place p, which is not accessed.
func (t *traps) place(p cfg.Place) {
	switch p := p.(type) {
	case cfg.Deref:
		t.expr(p.Pointer)
	case cfg.FieldPlace:
		t.place(p.In)
	case cfg.IndexPlace:
		t.place(p.In)
		t.expr(p.Index)
	}
}

// access finds the traps of accessing place p.
func (t *traps) access(p cfg.Place) {
	t.place(p)
	if outside(p) {
		t.never()
	}
	for {
		switch q := p.(type) {
		case cfg.FieldPlace:
			p = q.In
			continue
		case cfg.IndexPlace:
			p = q.In
			continue
		case cfg.Deref:
			if q.Direct() == nil {
				t.nonNull(q.Pointer)
				t.meant(q)
			}
		}
		return
	}
}

// nonNull returns the condition that a pointer is not null, or a null pointer plus some elements.
func (t *traps) nonNull(pointer cfg.Expr) {
	pointer = base(pointer)
	if _, ok := pointer.(cfg.AddrOf); ok {
		return
	}
	if !t.l.lives.checked { // otherwise the pointer is valid
		t.need(t.l.expr(pointer), false)
	}
}

// base returns the pointer that x is computed from by casts and sums, or x.
func base(x cfg.Expr) cfg.Expr {
	for {
		switch y := x.(type) {
		case cfg.Cast:
			if y.X.Type().Kind != cfg.Pointer {
				return x
			}
			x = y.X
		case cfg.Binary:
			if y.Operator != cfg.PtrAdd {
				return x
			}
			x = y.X
		default:
			return x
		}
	}
}

// mayTrap reports whether x divides or accesses memory.
func mayTrap(x cfg.Expr) bool {
	found := false
	cfg.Inspect(x, func(y cfg.Expr) bool {
		switch y := y.(type) {
		case cfg.Binary:
			found = found || y.Operator == cfg.Div || y.Operator == cfg.Rem
		case cfg.Load:
			found = found || cfg.Root(y.From) == nil
		}
		return !found
	})
	return found
}

// op finds the traps of an operation.
func (t *traps) op(op cfg.Op) {
	for _, part := range cfg.Parts(op) {
		if part.To != nil {
			t.access(part.To)
			if d, ok := cfg.Outermost(part.To).(cfg.Deref); ok && d.Direct() == nil {
				t.l.keepsOut(d.Pointer)
			}
		} else {
			t.expr(part.Expr)
		}
	}
	if o, ok := op.(cfg.Clobber); ok && o.Pointer.Type().Elem.Size > 0 {
		t.meant(cfg.Deref{Pointer: o.Pointer, Of: o.Pointer.Type().Elem})
	}
	bytes, pointers := cfg.Expr(nil), []cfg.Expr(nil)
	switch o := op.(type) {
	case cfg.Copy:
		bytes, pointers = o.Bytes, []cfg.Expr{o.To, o.From}
	case cfg.Fill:
		bytes, pointers = o.Bytes, []cfg.Expr{o.To}
	}
	if len(pointers) > 0 {
		t.l.keepsOut(pointers[0])
	}
	if n, ok := bytes.(cfg.Const); ok && n.Value.Sign() > 0 {
		for _, x := range pointers {
			t.nonNull(x)
		}
	}
}

// guarded records the assumptions about the pointers of op. It blocks executions in which op traps,
// before op runs.
func (l *lowerer) guarded(op cfg.Op) {
	t := traps{l: l}
	t.op(op)
	for _, c := range t.claims {
		l.emit(c)
	}
	if l.p.Interleaved {
		return
	}
	for i, c := range t.conds {
		l.emit(scalar.Assume{Cond: c, Division: t.divides[i]})
	}
}
