// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"math/big"
	"slices"

	"cornet/encode/scalar"
)

// This file checks the unit of addresses on the lowered program. A number that becomes a pointer is
// divided by the unit, and a pointer that becomes a number is multiplied by it. The assignments of
// a variable determine which powers of two divide all its values; their order does not matter. If a
// conversion needs a smaller unit, lowering starts again with that one.

// allZero is the exponent for 0, which every power of two divides. No type is wider.
const allZero = 64

// multiples has the exponents of powers of two that divide the values of variables. For a number,
// it is the greatest such exponent. For a pointer, it is allZero if the pointer is always an
// address in units, and 0 if it may be any address.
type multiples map[*scalar.Var]int

// finerUnit returns the largest unit that divides the current one and all numbers that become
// pointers. It returns 0 if this is the current one.
func (l *lowerer) finerUnit() int64 {
	unit := l.unit
	if unit == 1 || l.allMultiples(multiples{}) == unit {
		return 0
	}
	if z := l.allMultiples(l.multiples()); z != unit {
		return z
	}
	return 0
}

// allMultiples returns the largest unit that divides the current one and, given the facts about
// variables, all converted values.
func (l *lowerer) allMultiples(m multiples) int64 {
	z := l.unit
	for _, x := range l.converted {
		if n := m.of(x); n < allZero {
			z = gcd(z, int64(1)<<min(n, 62))
		}
	}
	return z
}

// multiples returns the greatest solution for the assignments of the lowered program.
func (l *lowerer) multiples() multiples {
	m := multiples{}
	for _, v := range l.out.Globals {
		m[v] = allZero
	}
	for _, f := range l.out.Functions {
		for _, v := range f.Locals {
			m[v] = allZero
		}
	}
	for v := range l.unset() {
		m[v] = 0
	}
	unread := map[*scalar.Edge]bool{}
	for e := range l.out.Edges() {
		if o, ok := e.Op.(scalar.Havoc); ok && isOverwritten(e, o.To) {
			unread[e] = true
		}
	}
	changed := true
	lower := func(v *scalar.Var, n int) {
		if n < m[v] {
			m[v], changed = n, true
		}
	}
	for changed {
		changed = false
		for e := range l.out.Edges() {
			switch o := e.Op.(type) {
			case scalar.Assign:
				lower(o.To, m.of(o.Value))
			case scalar.Havoc:
				if !unread[e] {
					lower(o.To, 0)
				}
			case scalar.Call:
				for i, x := range o.Args {
					lower(o.Callee.Params[i], m.of(x))
				}
				results := o.Callee.Results
				if f := o.Callee.From; f != nil {
					results = f.Params
				}
				for i, v := range o.Results {
					if v != nil {
						lower(v, m[results[i]])
					}
				}
			}
		}
	}
	return m
}

// unset returns the variables for numbers in memory with arbitrary initial contents. Variables of
// the program that are not initialised are havocked.
func (l *lowerer) unset() map[*scalar.Var]bool {
	z := map[*scalar.Var]bool{}
	add := func(v *scalar.Var) {
		if v != nil && v.Type.Kind == scalar.Int {
			z[v] = true
		}
	}
	for _, r := range l.used {
		if !r.zero {
			add(r.v)
		}
	}
	for o, s := range l.stores {
		if zeroed(o) || o.Var != nil && !o.Var.Extern {
			continue
		}
		for _, v := range s.slots {
			add(v)
		}
		if in := l.layouts[o]; in != nil {
			for _, x := range in.atoms {
				add(x.v)
			}
		}
	}
	return z
}

// maxSearch bounds the nodes that isOverwritten visits.
const maxSearch = 1000

// isOverwritten reports whether the value that e stores in v is certainly overwritten before it is
// read, as for declarations without initialisers.
func isOverwritten(e *scalar.Edge, v *scalar.Var) bool {
	seen := map[*scalar.Node]bool{}
	for work := []*scalar.Node{e.To}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		if seen[n] = true; len(seen) > maxSearch || n == n.Func.Exit && (v.Func == nil || slices.Contains(n.Func.Results, v)) {
			return false
		}
		for _, next := range n.Out {
			_, call := next.Op.(scalar.Call)
			read, written := call && v.Func == nil, false
			scalar.Operands(next.Op, func(x *scalar.Expr) {
				x.Walk(func(y *scalar.Expr) { read = read || y.Operator == scalar.Read && y.Var == v })
			})
			scalar.Written(next.Op, func(w *scalar.Var) { written = written || w == v })
			if read {
				return false
			}
			if !written {
				work = append(work, next.To)
			}
		}
	}
	return true
}

// of returns the exponent of a power of two that divides all values of x.
func (m multiples) of(x *scalar.Expr) int {
	switch x.Operator {
	case scalar.Read:
		return m[x.Var]
	case scalar.Select, scalar.Fill:
		return m.of(x.Args[0])
	case scalar.Store:
		return min(m.of(x.Args[0]), m.of(x.Args[2]))
	case scalar.Ite:
		return min(m.of(x.Args[1]), m.of(x.Args[2]))
	case scalar.Any, scalar.Table:
		return 0
	}
	if x.Type.Kind == scalar.Pointer {
		return m.ofPointer(x)
	}
	return m.ofNumber(x)
}

// ofPointer is like of, for values computed in units. Such values remain whole units, unless some
// operand may be any pointer.
func (m multiples) ofPointer(x *scalar.Expr) int {
	z := allZero
	for _, y := range x.Args {
		if y.Type.Kind == scalar.Pointer {
			z = min(z, m.of(y))
		}
	}
	return z
}

func (m multiples) ofNumber(x *scalar.Expr) int {
	operand := func(i int) int { return m.of(x.Args[i]) }
	switch x.Operator {
	case scalar.Const:
		return exponent(x.Value)
	case scalar.Cast:
		y := x.Args[0]
		switch {
		case x.Type.Bool:
			return 0
		case y.Type.Kind == scalar.Int:
			return operand(0)
		case y.Type.Kind == scalar.Pointer && y.Operator == scalar.Mul && y.Args[1].IsConst(): // an address, in bytes
			return exponent(y.Args[1].Value)
		}
	case scalar.Neg:
		return operand(0)
	case scalar.Add, scalar.Sub, scalar.Rem, scalar.BitOr, scalar.BitXor:
		return min(operand(0), operand(1))
	case scalar.BitAnd:
		return max(operand(0), operand(1))
	case scalar.Mul:
		return min(operand(0)+operand(1), allZero)
	case scalar.Shl:
		if n := x.Args[1]; n.IsConst() && n.Value.IsInt64() && 0 <= n.Value.Sign() {
			return int(min(int64(operand(0))+n.Value.Int64(), allZero))
		}
		return operand(0)
	}
	return 0
}

// exponent returns the exponent of the greatest power of two that divides n.
func exponent(n *big.Int) int {
	if n.Sign() == 0 {
		return allZero
	}
	return min(int(n.TrailingZeroBits()), allZero)
}

// toPointer is number x as a pointer.
func (l *lowerer) toPointer(x *scalar.Expr) *scalar.Expr {
	// The bits matter here: a negative number is a high address.
	x = scalar.New(scalar.Cast, scalar.Type{Kind: scalar.Int, Width: l.ptr.Width}, x)
	l.converted = append(l.converted, x)
	x = scalar.New(scalar.Cast, l.ptr, x)
	if l.unit == 1 {
		return x
	}
	return scalar.New(scalar.Div, l.ptr, x, l.address(l.unit))
}

// toNumber is pointer x as a number of type t.
func (l *lowerer) toNumber(x *scalar.Expr, t scalar.Type) *scalar.Expr {
	l.converted = append(l.converted, x)
	return scalar.New(scalar.Cast, t, scalar.New(scalar.Mul, l.ptr, x, l.address(l.unit)))
}
