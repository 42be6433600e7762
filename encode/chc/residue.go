// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/bits"

	"cornet/encode/flat"
)

// This file finds the lowest bits of variables, as far as they are always the same, and settles the conditions that they decide:
// that a number is odd, or divisible by eight. Wrapping keeps low bits, so types do not matter.
//
// Reference: P. Granger, "Static analysis of arithmetical congruences", International Journal of Computer Mathematics 30,
// 1989. Differences: moduli are powers of two.

// residue says that the lowest n bits of a number, in two's complement, are low. The zero value says nothing.
type residue struct {
	n   int // at most 64
	low uint64
}

func makeResidue(n int, low uint64) residue {
	n = max(min(n, 64), 0)
	if n < 64 {
		low &= 1<<n - 1
	}
	return residue{n, low}
}

// zeros is how many of the lowest bits of x are known to be 0; of the number 0, 64.
func (x residue) zeros() int { return min(bits.TrailingZeros64(x.low), x.n) }

// join is what holds of x and of y.
func (x residue) join(y residue) residue {
	return makeResidue(min(x.n, y.n, bits.TrailingZeros64(x.low^y.low)), x.low)
}

// conflicts reports whether no number is x and y.
func (x residue) conflicts(y residue) bool {
	return bits.TrailingZeros64(x.low^y.low) < min(x.n, y.n)
}

// residues are what is known of variables at a node.
type residues map[*flat.Var]residue

func (e residues) clone() residues {
	z := make(residues, len(e))
	for v, x := range e {
		z[v] = x
	}
	return z
}

func (e residues) set(v *flat.Var, x residue) {
	if x.n == 0 || v.Type.Array || v.Type.Kind != flat.Int || v.Type.Bool {
		delete(e, v)
		return
	}
	e[v] = x
}

// join forgets what does not hold in f; it reports whether that is something.
func (e residues) join(f residues) bool {
	changed := false
	for v, x := range e {
		if y := x.join(f[v]); y != x {
			e.set(v, y)
			changed = true
		}
	}
	return changed
}

// value is what is known of x.
func (e residues) value(x *flat.Expr) residue {
	if x.Type.Kind != flat.Int || x.Type.Array {
		return residue{}
	}
	arg := func(i int) residue { return e.value(x.Args[i]) }
	switch x.Operator {
	case flat.Lt, flat.Le, flat.Eq, flat.And, flat.Or, flat.Not:
		if holds, ok := e.decides(x); ok && holds {
			return makeResidue(64, 1)
		} else if ok {
			return makeResidue(64, 0)
		}
		return residue{}
	case flat.Const:
		low := x.Value.Uint64() // of the magnitude
		if x.Value.Sign() < 0 {
			low = -low
		}
		return makeResidue(64, low)
	case flat.Read:
		return e[x.Var]
	case flat.Cast:
		if x.Type.Bool {
			return residue{}
		}
		// Bits above the type follow from its sign, which is not known.
		return makeResidue(min(arg(0).n, x.Type.Width), arg(0).low)
	case flat.Ite:
		return arg(1).join(arg(2))
	}
	if !x.Type.Bool {
		z := e.operate(x)
		return makeResidue(min(z.n, x.Type.Width), z.low)
	}
	return residue{}
}

// operate is what is known of the result of x's operator before it is wrapped.
func (e residues) operate(x *flat.Expr) residue {
	if len(x.Args) == 0 {
		return residue{}
	}
	a := e.value(x.Args[0])
	switch x.Operator {
	case flat.Neg:
		return makeResidue(a.n, -a.low)
	case flat.BitNot:
		return makeResidue(a.n, ^a.low)
	}
	if len(x.Args) != 2 {
		return residue{}
	}
	b := e.value(x.Args[1])
	n := min(a.n, b.n)
	switch x.Operator {
	case flat.Add:
		return makeResidue(n, a.low+b.low)
	case flat.Sub:
		return makeResidue(n, a.low-b.low)
	case flat.Mul:
		// (a + 2^m x)(b + 2^n y) = ab + 2^m bx + 2^n ay + …
		known := func(n int, other residue) int {
			if n == 64 {
				return 64
			}
			return n + other.zeros()
		}
		return makeResidue(min(known(a.n, b), known(b.n, a)), a.low*b.low)
	case flat.BitXor:
		return makeResidue(n, a.low^b.low)
	case flat.BitAnd: // a zero is enough
		n = bits.TrailingZeros64(^(known(a) & known(b)) & ^(known(a) &^ a.low) & ^(known(b) &^ b.low))
		return makeResidue(n, a.low&b.low)
	case flat.BitOr:
		n = bits.TrailingZeros64(^(known(a) & known(b)) & ^(known(a) & a.low) & ^(known(b) & b.low))
		return makeResidue(n, a.low|b.low)
	case flat.Rem: // a - b·q
		if x.Args[1].IsConst() && x.Args[1].Value.Sign() != 0 {
			return makeResidue(min(a.n, b.zeros()), a.low)
		}
	case flat.Shl:
		if k := amount(x); k >= 0 {
			return makeResidue(a.n+k, a.low<<k)
		}
	case flat.Shr:
		if k := amount(x); k >= 0 && a.n < 64 {
			return makeResidue(a.n-k, a.low>>k)
		}
	}
	return residue{}
}

// amount is how far x shifts, -1 if that is not known or its result not defined.
func amount(x *flat.Expr) int {
	if k := x.Args[1]; k.IsConst() && k.Value.IsInt64() && k.Value.Int64() < int64(min(x.Type.Width, 64)) {
		return int(max(k.Value.Int64(), -1))
	}
	return -1
}

// known are the bits of x that are known.
func known(x residue) uint64 {
	if x.n == 64 {
		return ^uint64(0)
	}
	return 1<<x.n - 1
}

// decides tells whether condition x holds, if that is known.
func (e residues) decides(x *flat.Expr) (holds, ok bool) {
	switch x.Operator {
	case flat.Not:
		holds, ok = e.decides(x.Args[0])
		return !holds, ok
	case flat.And, flat.Or:
		or := x.Operator == flat.Or
		a, ok := e.decides(x.Args[0])
		b, ok2 := e.decides(x.Args[1])
		switch {
		case ok && a == or, ok2 && b == or:
			return or, true
		}
		return !or, ok && ok2
	case flat.Eq:
		if e.value(x.Args[0]).conflicts(e.value(x.Args[1])) {
			return false, true
		}
		if b := x.Args[1]; b.IsConst() && b.Value.Sign() == 0 && x.Args[0].IsTruth() {
			holds, ok = e.decides(x.Args[0])
			return !holds, ok
		}
	case flat.Lt, flat.Le, flat.Apply, flat.Const:
	default:
		if e.value(x).low != 0 {
			return true, true
		}
	}
	return false, false
}

// refine adds what follows from condition x holding, or with negate from its not holding.
func (e residues) refine(x *flat.Expr, negate bool) {
	switch x.Operator {
	case flat.Not:
		e.refine(x.Args[0], !negate)
	case flat.And, flat.Or:
		if (x.Operator == flat.Or) == negate {
			e.refine(x.Args[0], negate)
			e.refine(x.Args[1], negate)
		}
	case flat.Eq:
		a, b := x.Args[0], x.Args[1]
		if b.IsConst() && b.Value.Sign() == 0 && a.IsTruth() {
			e.refine(a, !negate)
		} else if !negate {
			e.learn(a, e.value(b))
			e.learn(b, e.value(a))
		}
	case flat.Lt, flat.Le, flat.Apply, flat.Const:
	default:
		if negate {
			e.learn(x, makeResidue(64, 0))
		} else if x.Operator == flat.BitAnd && x.Args[1].IsConst() && x.Args[1].Value.IsInt64() && x.Args[1].Value.Int64() == 1 {
			e.learn(x.Args[0], makeResidue(1, 1))
		}
	}
}

// learn uses that x is y.
func (e residues) learn(x *flat.Expr, y residue) {
	switch x.Operator {
	case flat.Read:
		if y.n > e[x.Var].n {
			e.set(x.Var, makeResidue(min(y.n, x.Type.Width), y.low))
		}
	case flat.Cast:
		if from := x.Args[0].Type; from.Kind == flat.Int && !from.Bool && !x.Type.Bool {
			e.learn(x.Args[0], makeResidue(min(y.n, from.Width, x.Type.Width), y.low))
		}
	case flat.Rem:
		if x.Args[1].IsConst() {
			e.learn(x.Args[0], makeResidue(min(y.n, e.value(x.Args[1]).zeros()), y.low))
		}
	case flat.BitAnd:
		if x.Args[1].IsConst() { // by as many ones as the mask ends in
			e.learn(x.Args[0], makeResidue(min(y.n, bits.TrailingZeros64(^e.value(x.Args[1]).low)), y.low))
		}
	}
}

// apply moves e over op.
func (e residues) apply(op flat.Op, fx map[*flat.Function]*effects) {
	switch o := op.(type) {
	case flat.Assume:
		e.refine(o.Cond, o.Negate)
	case flat.Assign:
		e.set(o.To, e.value(o.Value))
	case flat.Havoc:
		delete(e, o.To)
	case flat.Call:
		for _, v := range o.Results {
			delete(e, v)
		}
		for _, v := range fx[o.Callee].written {
			delete(e, v)
		}
	}
}

// maxResidueNodes is the size of functions, such as products of threads, that are left alone.
const maxResidueNodes = 20000

// settleResidues replaces conditions that low bits decide by constants; it reports whether there were any.
//
// Cost: a variable's residue shrinks at most 64 times, so that many passes in the worst case, a few in practice.
func settleResidues(p *flat.Program) bool {
	fx := findEffects(p)
	changed := false
	for _, f := range p.Functions {
		if len(f.Nodes) > maxResidueNodes {
			continue
		}
		at := make([]residues, len(f.Nodes))
		at[f.Entry.ID] = residues{}
		order := reversePostorder(f)
		for again := true; again; {
			again = false
			for _, n := range order {
				if at[n.ID] == nil {
					continue
				}
				for _, e := range n.Out {
					out, ok := leaveResidues(at[n.ID], e.Op, fx)
					if !ok {
						continue
					}
					if old := at[e.To.ID]; old == nil {
						at[e.To.ID], again = out, true
					} else if old.join(out) {
						again = true
					}
				}
			}
		}
		for _, n := range order {
			for _, e := range n.Out {
				o, ok := e.Op.(flat.Assume)
				if !ok || o.Cond.IsConst() || at[n.ID] == nil {
					continue
				}
				if holds, known := at[n.ID].decides(o.Cond); known {
					v := int64(0)
					if holds {
						v = 1
					}
					o.Cond = flat.NewInt(v, flat.Type{Kind: flat.Int, Width: 32, Signed: true})
					e.Op, changed = o, true
				}
			}
		}
	}
	return changed
}

// leaveResidues is what is known behind op; false says that it cannot be passed.
func leaveResidues(e residues, op flat.Op, fx map[*flat.Function]*effects) (residues, bool) {
	if terminal(op) || blocked(op) {
		return nil, false
	}
	if o, ok := op.(flat.Assume); ok {
		if holds, known := e.decides(o.Cond); known && holds == o.Negate {
			return nil, false
		}
	}
	z := e.clone()
	z.apply(op, fx)
	return z, true
}
