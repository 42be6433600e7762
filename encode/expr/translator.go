// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"math/big"

	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// Options choose the encoding of expressions. The zero value means integers that wrap.
type Options struct {
	// Vectors makes integers bit-vectors, whose arithmetic wraps.
	Vectors bool
	// Unbounded makes integers mathematical: they do not wrap.
	Unbounded bool
	// Cuts are the cuts of an earlier translation of the program. The translator refines them if
	// that may help.
	Cuts Cuts
}

// Context is the context of an expression: some paths of a program, and some conditions of the
// expression around it.
type Context interface {
	// Read returns the value of v.
	Read(v *scalar.Var) *logic.Term
	// Any returns a fresh value of type t. note names the construct that is not modelled.
	Any(t scalar.Type, note string) *logic.Term
	// Undefined returns a fresh value of type t, the result of an operation that C leaves
	// undefined. what names the operation.
	Undefined(t scalar.Type, what string) *logic.Term
	// Assume adds a condition on fresh values. For all other values, some fresh values must satisfy
	// it.
	Assume(c *logic.Term)
	// Under returns the context in which c holds too.
	Under(c *logic.Term) Context
	// Intervals returns likely intervals of floating-point variables.
	Intervals() *Intervals
}

// Translator makes terms of the expressions of a program.
type Translator struct {
	arithmetic
	ranges
	s      *logic.Store
	p      *scalar.Program
	o      Options
	points map[scalar.Type][]rational.Rat

	// Bits means that remainders, bit operations, products of variables or sums that wrap many
	// times have been translated into integer arithmetic. Inexact has the operations that are
	// over-approximated.
	Bits    bool
	Inexact map[*logic.Term]bool
	// Approximated has the values of floating-point operations that are over-approximated.
	Approximated map[*logic.Term]bool
	// Cuts are the ranges of floating-point numbers that have been cut into pieces.
	Cuts Cuts
	// applied returns the results of operations that round in a run of the program.
	applied func() map[*scalar.Expr][]application
	// products reports whether the program multiplies or divides two floating-point numbers that
	// are not constant.
	products func() bool
}

// arithmetic is an encoding of scalars as terms.
type arithmetic interface {
	// scalar returns the sort of values of t, index the sort of array indices.
	scalar(t scalar.Type) *logic.Sort
	index() *logic.Sort
	// num returns the term of v, a value of t.
	num(v rational.Rat, t scalar.Type) *logic.Term
	// le compares values of t.
	le(a, b *logic.Term, t scalar.Type) *logic.Term
	// add returns v + c in t, complement returns -1 - v.
	add(v *logic.Term, c rational.Rat, t scalar.Type) *logic.Term
	complement(v *logic.Term) *logic.Term
	// fills reports whether every term of the sort is a value of t.
	fills(t scalar.Type) bool
	// toIndex returns v of type t as an index.
	toIndex(v *logic.Term, t scalar.Type) *logic.Term
	// convert returns the conversion x of v.
	convert(v *logic.Term, x *scalar.Expr) *logic.Term
	// operate returns x, an operation on integers or addresses, over args.
	operate(c Context, x *scalar.Expr, args []*logic.Term) *logic.Term
}

// New returns a translator of the expressions of p into terms of s.
func New(s *logic.Store, p *scalar.Program, o Options) *Translator {
	m := &Translator{
		ranges: ranges{unbounded: o.Unbounded, memo: map[*scalar.Expr]rational.Interval{}}, s: s, p: p, o: o,
		points: map[scalar.Type][]rational.Rat{}, Inexact: map[*logic.Term]bool{}, Approximated: map[*logic.Term]bool{}, products: productsOf(p), applied: applications(p),
	}
	m.arithmetic = &integers{m, s, m.ranges}
	if o.Vectors {
		m.arithmetic = &vectors{s, int(8 * p.Model.PointerBytes())}
	}
	return m
}

// Sort returns the sort of values of t.
func (m *Translator) Sort(t scalar.Type) *logic.Sort {
	if t.Array {
		return m.s.Array(m.index(), m.scalar(t))
	}
	return m.scalar(t)
}

// InRange returns the formula that v is a value of t. It is true if every term of the sort is a
// value of t.
func (m *Translator) InRange(v *logic.Term, t scalar.Type) *logic.Term {
	if t.Array || t.Kind == scalar.Pointer || m.fills(t) {
		return m.s.True()
	}
	return m.within(v, rangeOf(t), t)
}

// isTruth reports whether x is 0 or 1.
func isTruth(x *scalar.Expr) bool {
	return x.IsTruth() || x.Operator == scalar.Cast && (x.Type.Width > 1 || !x.Type.Signed) && isTruth(x.Args[0])
}

// keepsZero reports whether conversion x maps 0 to 0, and nothing else.
func (m *Translator) keepsZero(x *scalar.Expr) bool {
	from := x.Args[0].Type
	return x.Type.Bool || from.Kind == scalar.Int && x.Type.Width >= from.Width || m.raw(x).In(m.typeRange(x.Type))
}

// Cond returns x != 0 as a formula.
func (m *Translator) Cond(c Context, x *scalar.Expr) *logic.Term {
	s := m.s
	switch x.Operator {
	case scalar.Const:
		return s.BoolValue(x.Value.Sign() != 0)
	case scalar.Not:
		return s.Not(m.Cond(c, x.Args[0]))
	case scalar.And:
		a := m.Cond(c, x.Args[0])
		return s.And(a, m.Cond(c.Under(a), x.Args[1]))
	case scalar.Or:
		a := m.Cond(c, x.Args[0])
		return s.Or(a, m.Cond(c.Under(s.Not(a)), x.Args[1]))
	case scalar.Eq:
		a, b := x.Args[0], x.Args[1]
		if b.IsConst() && isTruth(a) && b.Value.IsInt64() {
			switch b.Value.Int64() {
			case 0:
				return s.Not(m.Cond(c, a))
			case 1:
				return m.Cond(c, a)
			}
		}
		y := m.Value(c, a)
		return s.Eq(y, m.Value(c, b))
	case scalar.Lt, scalar.Le:
		a, b := m.Value(c, x.Args[0]), m.Value(c, x.Args[1])
		if x.Operator == scalar.Lt {
			return m.lt(a, b, x.Args[0].Type)
		}
		return m.le(a, b, x.Args[0].Type)
	case scalar.Ite:
		return m.choose(c, x, m.Cond)
	case scalar.Apply:
		if x.IsTruth() {
			return m.compareFloats(c, x)
		}
	case scalar.Cast:
		if m.keepsZero(x) {
			return m.Cond(c, x.Args[0])
		}
	}
	return s.Not(s.Eq(m.Value(c, x), m.num(zero, x.Type)))
}

// choose translates the alternatives of x, an Ite.
func (m *Translator) choose(c Context, x *scalar.Expr, translate func(Context, *scalar.Expr) *logic.Term) *logic.Term {
	cond := m.Cond(c, x.Args[0])
	y := translate(c.Under(cond), x.Args[1])
	return m.s.Ite(cond, y, translate(c.Under(m.s.Not(cond)), x.Args[2]))
}

// lt compares values of t.
func (m *Translator) lt(a, b *logic.Term, t scalar.Type) *logic.Term { return m.s.Not(m.le(b, a, t)) }

// undefinedBy describes why the result of a division or shift may be undefined.
func undefinedBy(x *scalar.Expr) string {
	if x.Operator == scalar.Div || x.Operator == scalar.Rem {
		return "a division by zero"
	}
	return "a shift by the width or more"
}

// Value returns x as a term.
func (m *Translator) Value(c Context, x *scalar.Expr) *logic.Term {
	s := m.s
	switch x.Operator {
	case scalar.Const:
		return m.num(rat(x.Value), x.Type)
	case scalar.Read:
		return c.Read(x.Var)
	case scalar.Any:
		if x.Note == "" {
			return c.Undefined(x.Type, "a parameter without an argument")
		}
		return c.Any(x.Type, x.Note)
	case scalar.Ite:
		return m.choose(c, x, m.Value)
	case scalar.Apply:
		if !x.IsTruth() {
			return m.applyFloats(c, x)
		}
	}
	if x.Operator == scalar.Select && x.Args[0].Operator == scalar.Table {
		index := x.Args[1]
		return m.lookup(x.Args[0].Constants, m.toIndex(m.Value(c, index), index.Type), m.value(index), x.Type)
	}
	conversion := x.Operator == scalar.Cast && x.Type.Bool
	if conversion && !m.o.Vectors && m.value(x.Args[0]).In(span(0, 1)) {
		return m.Value(c, x.Args[0])
	}
	if conversion || x.IsTruth() {
		return s.Ite(m.Cond(c, x), m.num(one, x.Type), m.num(zero, x.Type))
	}
	args := slice.Map(x.Args, func(y *scalar.Expr) *logic.Term { return m.Value(c, y) })
	switch x.Operator {
	case scalar.Select:
		z := s.Select(args[0], m.toIndex(args[1], x.Args[1].Type))
		if !m.unbounded || x.Type.Bool {
			c.Assume(m.InRange(z, x.Type))
		}
		return z
	case scalar.Store:
		return s.Store(args[0], m.toIndex(args[1], x.Args[1].Type), args[2])
	case scalar.Fill:
		return s.ConstArray(m.Sort(x.Type), args[0])
	case scalar.Table:
		return m.table(x)
	case scalar.Cast:
		return m.convert(args[0], x)
	}
	return m.operate(c, x, args)
}

// Number returns the value of an integer or bit-vector numeral, or nil for other terms.
func Number(t *logic.Term, signed bool) *big.Int {
	switch t.Op() {
	case logic.OpNum:
		if v, ok := t.Num().BigInt(); ok {
			return v
		}
	case logic.OpBV:
		v := new(big.Int).Set(t.BV())
		if w := t.Sort().Width(); signed && v.Bit(w-1) == 1 {
			v.Sub(v, integer(power(w)))
		}
		return v
	}
	return nil
}
