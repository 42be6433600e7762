// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"fmt"
	"math/big"
	"slices"

	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// scope evaluates the terms of a clause at an instance.
type scope struct {
	f     *Formula
	c     *prepared
	args  []value // arguments of the instance
	known map[*logic.Term]value
	// locals are variables that the clauses leaving an instance share: at most one of these clauses
	// is applied there.
	locals map[local]value
	// whole has the full words of integers. known has shorter words of integers that conditions
	// restrict.
	whole    map[*logic.Term]value
	residues map[residue]bits.Word
	// matched has the literals for arguments of the body that are not variables.
	matched []sat.Lit
	// If wild holds, an argument of the current term is wild. NoLit represents false.
	wild sat.Lit
	gap  float64 // the distance of a condition that does not hold; see distance
}

// local identifies a variable by its symbol and bounds.
type local struct {
	symbol *logic.Term
	bounds string
}

// local returns the identity of variable t of a clause.
func (c *prepared) local(t *logic.Term) local {
	if s := c.ranges[t]; t.Sort().IsInt() && s.closed() && s.lo.Cmp(s.hi) <= 0 {
		return local{t, fmt.Sprint(s.lo, s.hi)}
	}
	return local{symbol: t}
}

// eval returns the value of a term under all conditions of the clause.
func (e *scope) eval(t *logic.Term) value {
	if z, ok := e.known[t]; ok {
		return z
	}
	if i, ok := e.c.params[t]; ok {
		z := e.args[i]
		if t.Sort().IsInt() {
			z = e.narrow(t, z)
		}
		e.known[t] = z
		return z
	}
	outer := e.wild
	e.wild = sat.NoLit
	z := e.compute(t)
	if e.wild != sat.NoLit {
		wild := e.f.unknown(t.Sort())
		z = e.f.mux(e.wild, wild, z)
	}
	e.wild = outer
	if t.Sort().IsInt() {
		z = e.narrow(t, z)
	}
	e.known[t] = z
	return z
}

// narrow returns an integer in as few bits as the conditions allow.
func (e *scope) narrow(t *logic.Term, v value) value {
	s := e.c.ranges[t]
	if s == nil || v.wild != sat.NoLit && (!s.closed() || s.width() >= wildWidth) {
		return v
	}
	e.whole[t] = v
	if v.wild == sat.NoLit {
		s = e.f.rangeOf(v).within(s)
	}
	return e.f.fit(v.word, s)
}

// condition returns whether a conjunct of the constraint holds. To evaluate a conjunct that narrows
// an integer, it uses the full word.
func (e *scope) condition(l literal) sat.Lit {
	z := sat.NoLit
	if x, ok := e.narrowed(l); !ok {
		z = lit(e.eval(l.term))
	} else {
		y := e.f.numeral(l.term.Arg(1))
		x.wild = sat.NoLit // the extremes are out of bounds
		if l.term.Op() == logic.OpEq {
			z = e.f.equalInts(x, y)
		} else {
			z = e.f.atMost(x, y)
		}
	}
	if l.negated {
		return z.Not()
	}
	return z
}

// narrowed returns the integer that a literal compares with a numeral, and reports whether
// conditions have narrowed it.
func (e *scope) narrowed(l literal) (value, bool) {
	sum := l.comparedWithNumeral()
	if sum == nil || e.c.ranges[sum] == nil {
		return value{}, false
	}
	e.eval(sum)
	x, ok := e.whole[sum]
	return x, ok
}

// arg returns the value of an argument of the current term.
func (e *scope) arg(t *logic.Term) value {
	v := e.eval(t)
	if v.wild != sat.NoLit {
		if e.wild == sat.NoLit {
			e.wild = v.wild
		} else {
			e.wild = e.f.circuit.Or(e.wild, v.wild)
		}
	}
	e.f.effort += int64(len(v.word))
	return v
}

// pair returns two integers for a comparison. An extreme word compares in the same way as the
// values that it represents, except with another extreme word or with numbers of the same width.
func (e *scope) pair(s, t *logic.Term) (x, y value) {
	x, y = e.eval(s), e.eval(t)
	switch {
	case x.wild != sat.NoLit && y.wild != sat.NoLit:
		both := e.f.circuit.And(x.wild, y.wild)
		if e.wild != sat.NoLit {
			both = e.f.circuit.Or(e.wild, both)
		}
		e.wild = both
	case x.wild != sat.NoLit && len(y.word) >= wildWidth, y.wild != sat.NoLit && len(x.word) >= wildWidth:
		return e.arg(s), e.arg(t)
	}
	return x, y
}

func (e *scope) word(t *logic.Term) bits.Word { return e.arg(t).word }

func (e *scope) words(ts []*logic.Term) []bits.Word {
	z := make([]bits.Word, len(ts))
	for i, t := range ts {
		z[i] = e.word(t)
	}
	return z
}

// variable returns the value of a variable that is not a parameter.
func (e *scope) variable(t *logic.Term) value {
	if d := e.c.definitions[t]; d != nil {
		return e.eval(d)
	}
	key, s := e.c.local(t), e.c.ranges[t]
	if v, ok := e.locals[key]; ok {
		return v
	}
	var z value
	switch {
	case key.bounds == "":
		z = e.f.unknown(t.Sort())
	case s.lo.Sign() >= 0:
		z = value{word: append(e.f.fresh(s.width()-1), e.f.circuit.Bool(false))}
	default:
		z = value{word: e.f.fresh(s.width())}
	}
	e.locals[key] = z
	return z
}

// compute evaluates a term.
func (e *scope) compute(t *logic.Term) value {
	f, c := e.f, e.f.circuit
	f.effort += termTicks
	if f.stop != nil && f.stop() {
		refuse("clauses that take so long")
	}
	args := t.Args()
	switch t.Op() {
	case logic.OpVar:
		return e.variable(t)
	case logic.OpTrue, logic.OpFalse:
		return boolean(c.Bool(t.IsTrue()))
	case logic.OpNum:
		return e.f.numeral(t)
	case logic.OpBV:
		return value{word: c.Constant(t.BV(), t.Sort().Width())}
	case logic.OpNot:
		return boolean(lit(e.eval(args[0])).Not())
	case logic.OpAnd:
		return boolean(e.junction(args, false))
	case logic.OpOr:
		return boolean(e.junction(args, true))
	case logic.OpIte:
		return e.ite(t)
	case logic.OpEq:
		return boolean(e.equal(args[0], args[1]))
	case logic.OpSelect:
		return f.read(e.eval(args[0]).array, e.word(args[1]))
	case logic.OpStore:
		return value{array: f.store(e.eval(args[0]).array, e.word(args[1]), e.eval(args[2]))}
	case logic.OpConstArray:
		v := e.eval(args[0])
		if v.array != nil {
			refuse("arrays of arrays")
		}
		return value{array: &array{core: &core{kind: constantArray, sort: t.Sort(), value: v}}}
	}
	if t.Sort().IsInt() || t.Op() == logic.OpLe || t.Op() == logic.OpIntToBV {
		return e.arithmetic(t)
	}
	return value{word: e.vector(t)}
}

// junction returns the disjunction or conjunction of terms. It stops at the first term that decides
// the result.
func (e *scope) junction(args []*logic.Term, or bool) sat.Lit {
	c := e.f.circuit
	lits := make([]sat.Lit, 0, len(args))
	for _, t := range args {
		l := lit(e.eval(t))
		if v, ok := c.Const(l); ok && v == or {
			return l
		}
		lits = append(lits, l)
	}
	if or {
		return e.f.any(lits)
	}
	return e.f.all(lits)
}

// all returns the conjunction of literals. It makes each gate of two literals once.
func (f *Formula) all(lits []sat.Lit) sat.Lit {
	z := f.circuit.Bool(true)
	for _, l := range lits {
		z = f.circuit.And(z, l)
	}
	f.effort += int64(len(lits))
	return z
}

func (f *Formula) any(lits []sat.Lit) sat.Lit { return f.all(bits.Not(lits)).Not() }

func (e *scope) ite(t *logic.Term) value {
	s := lit(e.eval(t.Arg(0)))
	if v, ok := e.f.circuit.Const(s); ok {
		if v {
			return e.eval(t.Arg(1))
		}
		return e.eval(t.Arg(2))
	}
	return e.f.mux(s, e.eval(t.Arg(1)), e.eval(t.Arg(2)))
}

func (e *scope) equal(x, y *logic.Term) sat.Lit {
	if x.Sort().IsArray() {
		if e.eval(x).array != e.eval(y).array {
			refuse("equations between arrays")
		}
		return e.f.circuit.Bool(true)
	}
	if !x.Sort().IsBool() && !x.Sort().IsBitVec() && !x.Sort().IsInt() {
		refuse("values of sort %v", x.Sort())
	}
	if x.Sort().IsInt() {
		return e.equals(x, y)
	}
	return e.f.same(e.word(x), e.word(y))
}

// arithmetic evaluates operations on integers.
func (e *scope) arithmetic(t *logic.Term) value {
	f := e.f
	switch t.Op() {
	case logic.OpAdd:
		x := f.known(new(big.Int))
		for _, u := range t.Args() {
			factor, u := factorOf(u)
			if factor.Sign() > 0 {
				x = f.add(x, f.scale(factor, e.arg(u)))
			} else {
				x = f.subtract(x, f.scale(new(big.Int).Neg(factor), e.arg(u)))
			}
		}
		return x
	case logic.OpMul:
		x := e.arg(t.Arg(0))
		for _, u := range t.Args()[1:] {
			x = f.multiply(x, e.arg(u))
		}
		return x
	case logic.OpLe:
		return boolean(e.atMost(t.Arg(0), t.Arg(1)))
	case logic.OpIntDiv, logic.OpMod:
		k, ok := t.Arg(1).Num().BigInt()
		if t.Arg(1).Op() != logic.OpNum || !ok || k.Sign() <= 0 {
			refuse("division of integers by a term that is not a positive numeral")
		}
		if n := k.BitLen() - 1; t.Op() == logic.OpMod && k.TrailingZeroBits() == uint(n) && e.wraps(t.Arg(0), k) {
			return f.fit(append(slices.Clip(e.modulo(t.Arg(0), n)), f.circuit.Bool(false)), &span{new(big.Int), new(big.Int).Sub(k, one)})
		}
		x := e.arg(t.Arg(0))
		q, r := f.divide(x, k)
		if t.Op() == logic.OpMod {
			return r
		}
		return q
	case logic.OpBVToInt:
		x := e.arg(t.Arg(0))
		return value{word: trim(append(slices.Clip(x.word), f.circuit.Bool(false)))}
	case logic.OpIntToBV:
		n, _ := t.Indices()
		return value{word: e.modulo(t.Arg(0), n)}
	}
	refuse("operation %v", t.Op())
	return value{}
}

// wraps reports whether a sum or product may have more than one quotient by k.
func (e *scope) wraps(t *logic.Term, k *big.Int) bool {
	if t.Op() != logic.OpAdd && t.Op() != logic.OpMul {
		return false
	}
	s := e.estimate(t).over(k)
	return s.lo.Cmp(s.hi) < 0
}

// estimate returns a span of a sum or product without building its circuit.
func (e *scope) estimate(t *logic.Term) *span {
	if _, known := e.known[t]; known || t.Op() != logic.OpAdd && t.Op() != logic.OpMul {
		return e.f.rangeOf(e.arg(t))
	}
	z := e.estimate(t.Arg(0))
	for _, u := range t.Args()[1:] {
		if t.Op() == logic.OpAdd {
			z = z.plus(e.estimate(u))
		} else {
			z = z.times(e.estimate(u))
		}
	}
	return z
}

// residue is an integer term modulo 2^bits.
type residue struct {
	term *logic.Term
	bits int
}

// modulo returns the lowest n bits of an integer. For sums and products, the lowest n bits of the
// arguments suffice.
func (e *scope) modulo(t *logic.Term, n int) bits.Word {
	f := e.f
	if t.Op() != logic.OpAdd && t.Op() != logic.OpMul {
		return widen(e.word(t), n)[:n:n]
	}
	if z, ok := e.residues[residue{t, n}]; ok {
		return z
	}
	var z bits.Word
	if t.Op() == logic.OpAdd {
		z = e.sumModulo(t, n)
	} else {
		z = e.modulo(t.Arg(0), n)
		for _, u := range t.Args()[1:] {
			z = f.product(z, e.modulo(u, n))
		}
	}
	e.residues[residue{t, n}] = z
	return z
}

// sumModulo returns the lowest n bits of a sum.
func (e *scope) sumModulo(t *logic.Term, n int) bits.Word {
	f := e.f
	z := f.circuit.Constant(new(big.Int), n)
	for _, u := range t.Args() {
		factor, u := factorOf(u)
		y := e.modulo(u, n)
		if size := new(big.Int).Abs(factor); size.Cmp(one) != 0 {
			y = f.product(f.circuit.Constant(size, n), y)
		}
		f.effort += int64(n)
		if factor.Sign() > 0 {
			z = f.circuit.Add(z, y)
		} else {
			z = f.circuit.Sub(z, y)
		}
	}
	return z
}

// vector evaluates operations on bit-vectors.
func (e *scope) vector(t *logic.Term) bits.Word {
	f, c := e.f, e.f.circuit
	ws := e.words(t.Args())
	x := ws[0]
	switch t.Op() {
	case logic.OpConcat:
		var z bits.Word
		for i := len(ws) - 1; i >= 0; i-- {
			z = append(z, ws[i]...)
		}
		return z
	case logic.OpExtract:
		high, low := t.Indices()
		return x[low : high+1 : high+1]
	case logic.OpSignExtend:
		n, _ := t.Indices()
		return bits.SignExtend(x, n)
	case logic.OpBVNot:
		return bits.Not(x)
	case logic.OpBVNeg:
		return c.Neg(x)
	case logic.OpBVUle:
		return bits.Word{c.Ule(x, ws[1])}
	case logic.OpBVSle:
		return bits.Word{c.Sle(x, ws[1])}
	}
	operation := bits.Binary(t.Op())
	if operation == nil || len(ws) < 2 {
		refuse("operation %v", t.Op())
	}
	for _, y := range ws[1:] {
		z := operation(c, x, y)
		if quadratic[t.Op()] {
			f.effort += int64(len(x) * len(x))
			f.congruent(t.Op(), z, x, y)
		}
		x = z
	}
	return x
}

// quadratic are the operations with circuits of quadratic size.
var quadratic = map[logic.Op]bool{
	logic.OpBVMul: true, logic.OpBVUDiv: true, logic.OpBVURem: true,
	logic.OpBVSDiv: true, logic.OpBVSRem: true, logic.OpBVSMod: true,
}
