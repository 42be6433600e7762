// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"math/big"
	"strconv"
	"strings"

	"cornet/internal/rational"
)

// This file decides how the head of a term is written. Reading the text makes the same term again,
// so the constructors of Store must undo every nicer form chosen here.

// piece is a part of the text of a term: fixed text, or a term that is to be
// written in its place.
type piece struct {
	kind   pieceKind
	indent int16 // lines that start inside have this many blanks
	text   string
	term   *Term
}

type pieceKind uint8

const (
	pieceText   pieceKind = iota
	pieceTerm             // term, or its name
	pieceDefine           // term, even if it has a name
	pieceBreak            // a blank; in long terms a line break
	pieceScope            // the body of the quantifier term
	pieceName             // from here on term is called text
	pieceLeave            // end of the innermost scope
)

// shape is a list of pieces under construction.
type shape []piece

func (p *shape) text(s string)    { *p = append(*p, piece{kind: pieceText, text: s}) }
func (p *shape) term(t *Term)     { *p = append(*p, piece{kind: pieceTerm, term: t}) }
func (p *shape) lineBreak()       { *p = append(*p, piece{kind: pieceBreak}) }
func (p *shape) terms(ts []*Term) { p.separated(ts, pieceText) }

// separated appends a separator and a term for each of ts.
func (p *shape) separated(ts []*Term, separator pieceKind) {
	for _, t := range ts {
		*p = append(*p, piece{kind: separator, text: " "}, piece{kind: pieceTerm, term: t})
	}
}

// application appends (head t …).
func (p *shape) application(head string, ts ...*Term) {
	p.text("(" + head)
	p.terms(ts)
	p.text(")")
}

// longSum is the number of monomials from which on a sum is not split over the sides of a
// comparison, so that it can be shared.
const longSum = 8

// add appends the text of t's head, with t's arguments or what is under them.
func (p *shape) add(t *Term) {
	switch t.op {
	case OpVar:
		p.text(QuoteSymbol(t.Name()))
	case OpTrue, OpFalse:
		p.text(opNames[t.op])
	case OpNum:
		p.text(numeral(t.Num(), t.sort))
	case OpBV:
		p.text(bitVectorNumeral(t.BV(), t.sort.width))
	case OpFresh:
		p.text("(as " + QuoteSymbol("@"+t.Name()) + " " + t.sort.String() + ")")
	case OpNot:
		switch x := t.args[0]; x.op {
		case OpLe, OpLt:
			p.comparison(x, true)
		case OpBVUle, OpBVSle:
			p.bitVectorComparison(x, true)
		default:
			p.application("not", t.args...)
		}
	case OpAnd, OpOr, OpImplies:
		p.text("(" + opNames[t.op])
		p.separated(t.args, pieceBreak)
		p.text(")")
	case OpIte:
		p.text("(ite ")
		p.term(t.args[0])
		p.separated(t.args[1:], pieceBreak)
		p.text(")")
	case OpLe, OpLt:
		p.comparison(t, false)
	case OpEq:
		if t.args[0].sort.IsArith() && t.args[1].op == OpNum {
			p.comparison(t, false)
			return
		}
		switch x := t.args[0]; x.op {
		case OpBV, OpConstruct, OpConstArray, OpFresh:
			p.application("=", t.args[1], x) // the value last
			return
		}
		p.application("=", t.args...)
	case OpAdd:
		p.sum(t.args)
	case OpMul:
		p.product(t)
	case OpConstArray:
		p.application("(as const "+t.sort.String()+")", t.args...)
	case OpConstruct:
		p.construction(t)
	case OpField:
		p.application(QuoteSymbol(t.Selector().Name), t.args...)
	case OpIs:
		p.application("(_ is "+QuoteSymbol(t.Constructor().Name)+")", t.args...)
	case OpApp:
		p.symbol(t.Func().name, t.args)
	case OpForall, OpExists:
		p.text("(" + opNames[t.op] + " (" + BoundList(t.Bound()) + ")")
		p.lineBreak()
		*p = append(*p, piece{kind: pieceScope, term: t}, piece{kind: pieceText, text: ")"})
	default:
		p.bitVectorOrPlain(t)
	}
}

// construction appends a constructor and its arguments. For an instance of a datatype, it adds the
// sort if the arguments do not determine it.
func (p *shape) construction(t *Term) {
	c := t.Constructor()
	switch g := t.sort.generic; {
	case t.sort.IsFloat():
		p.number(t)
	case g == nil || g.Inferred[c.Index]:
		p.symbol(c.Name, t.args)
	case len(t.args) == 0:
		p.text("(as " + QuoteSymbol(c.Name) + " " + t.sort.name + ")")
	default:
		p.application("(as "+QuoteSymbol(c.Name)+" "+t.sort.name+")", t.args...)
	}
}

// number appends a floating-point number.
func (p *shape) number(t *Term) {
	f, b := t.sort.float, t.args[0]
	if b.op != OpBV {
		p.application("(_ to_fp "+strconv.Itoa(f.Exponent)+" "+strconv.Itoa(f.Significand)+")", b)
		return
	}
	digits := bitVectorBits(b.BV(), f.Width())
	exponent, fraction := digits[1:1+f.Exponent], digits[1+f.Exponent:]
	if !strings.Contains(exponent, "0") && strings.Contains(fraction, "1") {
		p.text("(_ NaN " + strconv.Itoa(f.Exponent) + " " + strconv.Itoa(f.Significand) + ")")
		return
	}
	p.text("(fp #b" + digits[:1] + " #b" + exponent + " #b" + fraction + ")")
}

// bitVectorBits returns the binary digits of v.
func bitVectorBits(v *big.Int, width int) string {
	text := v.Text(2)
	return strings.Repeat("0", width-len(text)) + text
}

func (p *shape) symbol(name string, args []*Term) {
	if len(args) == 0 {
		p.text(QuoteSymbol(name))
		return
	}
	p.application(QuoteSymbol(name), args...)
}

// BoundList returns (x S) … .
func BoundList(vars []*Term) string {
	var b []byte
	for i, v := range vars {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, '(')
		b = append(b, QuoteSymbol(v.Name())...)
		b = append(b, ' ')
		b = append(b, v.sort.String()...)
		b = append(b, ')')
	}
	return string(b)
}

// bitVectorOrPlain appends operators that are written with their name, apart
// from indices and a few bit-vector operators.
func (p *shape) bitVectorOrPlain(t *Term) {
	i, j := t.Indices()
	switch t.op {
	case OpExtract:
		p.application("(_ extract "+strconv.Itoa(i)+" "+strconv.Itoa(j)+")", t.args...)
	case OpSignExtend:
		p.application("(_ sign_extend "+strconv.Itoa(i)+")", t.args...)
	case OpIntToBV:
		p.application("(_ int2bv "+strconv.Itoa(i)+")", t.args...)
	case OpConcat:
		if x := t.args[0]; x.op == OpBV && x.BV().Sign() == 0 {
			p.application("(_ zero_extend "+strconv.Itoa(x.sort.width)+")", t.args[1])
			return
		}
		p.application("concat", t.args...)
	case OpBVUle, OpBVSle:
		p.bitVectorComparison(t, false)
	case OpBVAdd:
		p.bitVectorSum(t.args[0], t.args[1])
	default:
		p.application(opNames[t.op], t.args...)
	}
}

// bitVectorSum appends x + y, as a difference if one of them is negated or a numeral with the sign
// bit.
func (p *shape) bitVectorSum(x, y *Term) {
	switch w := x.sort.width; {
	case y.op == OpBVNeg:
		p.application("bvsub", x, y.args[0])
	case x.op == OpBVNeg:
		p.application("bvsub", y, x.args[0])
	case x.op == OpBV && x.BV().Bit(w-1) == 1:
		p.text("(bvsub ")
		p.term(y)
		p.text(" " + bitVectorNumeral(new(big.Int).Neg(signed(x.BV(), w)), w) + ")")
	default:
		p.application("bvadd", x, y)
	}
}

// bitVectorComparison appends the atom t or its negation, numerals on the right.
func (p *shape) bitVectorComparison(t *Term, negated bool) {
	prefix := opNames[t.op][:len("bvu")]
	x, y := t.args[0], t.args[1]
	op, swapped := "le", "ge"
	if negated { // y < x
		op, swapped = "lt", "gt"
		x, y = y, x
	}
	if x.op == OpBV {
		op, x, y = swapped, y, x
	}
	p.application(prefix+op, x, y)
}

// monomial appends c·t for c ≠ 0.
func (p *shape) monomial(c rational.Rat, t *Term) {
	switch {
	case c.IsOne():
		p.term(t)
	case c.Neg().IsOne():
		p.application("-", t)
	default:
		p.text("(* " + numeral(c, t.sort) + " ")
		p.term(t)
		p.text(")")
	}
}

// split returns coefficient and term of a summand, with a nil term for a numeral.
func split(t *Term) (rational.Rat, *Term) {
	switch {
	case t.op == OpNum:
		return t.Num(), nil
	case t.op == OpMul && t.args[0].op == OpNum:
		return t.args[0].Num(), t.args[1]
	}
	return rational.Int(1), t
}

func (p *shape) product(t *Term) {
	if c, x := split(t); x != t {
		p.monomial(c, x)
		return
	}
	p.application("*", t.args...)
}

// sum appends a canonical sum: a difference when something is subtracted.
func (p *shape) sum(summands []*Term) {
	pos, neg := 0, 0
	for _, s := range summands {
		if c, _ := split(s); c.Sign() < 0 {
			neg++
		} else {
			pos++
		}
	}
	if neg == 0 {
		p.side(summands, 1, rational.Rat{}, summands[0].sort)
		return
	}
	p.text("(- ")
	if pos > 0 {
		p.side(summands, 1, rational.Rat{}, summands[0].sort)
	}
	first := pos == 0
	for _, s := range summands {
		c, t := split(s)
		if c.Sign() > 0 {
			continue
		}
		if !first {
			p.text(" ")
			c = c.Neg()
		}
		first = false
		if t == nil {
			p.text(numeral(c, s.sort))
		} else {
			p.monomial(c, t)
		}
	}
	p.text(")")
}

// side appends the sum of the summands with the given sign, with that sign, and a non-negative
// constant. At least one of them exists.
func (p *shape) side(summands []*Term, sign int, constant rational.Rat, sort *Sort) {
	n := items(summands, sign, constant)
	if n > 1 {
		p.text("(+ ")
	}
	blank := false
	next := func() {
		if blank {
			p.text(" ")
		}
		blank = true
	}
	for _, s := range summands {
		c, t := split(s)
		if c.Sign() != sign {
			continue
		}
		next()
		if t == nil {
			p.text(numeral(c.Abs(), s.sort))
		} else {
			p.monomial(c.Abs(), t)
		}
	}
	if !constant.IsZero() {
		next()
		p.text(numeral(constant, sort))
	}
	if n > 1 {
		p.text(")")
	}
}

// comparison appends the atom t, (op sum numeral), or its negation. Negative summands go to the
// other side.
func (p *shape) comparison(t *Term, negated bool) {
	sort := t.args[0].sort
	bound := t.args[1].Num()
	op := opNames[t.op]
	switch {
	case negated && t.op == OpLt:
		op = ">="
	case negated && sort.IsInt():
		op = ">="
		bound = bound.Add(rational.Int(1))
	case negated:
		op = ">"
	}
	left := t.args[:1]
	if t.args[0].op == OpAdd {
		left = t.args[0].args
	}
	negatives := false
	for _, s := range left {
		c, _ := split(s)
		negatives = negatives || c.Sign() < 0
	}
	p.text("(" + op + " ")
	if !negatives || len(left) > longSum {
		p.term(t.args[0])
		p.text(" " + numeral(bound, sort) + ")")
		return
	}
	plus, minus := rational.Rat{}, bound
	if bound.Sign() < 0 {
		plus, minus = bound.Neg(), rational.Rat{}
	}
	signs := [2]int{1, -1}
	if t.op == OpEq && items(left, -1, minus) == 1 && items(left, 1, plus) > 1 {
		signs = [2]int{-1, 1} // (= y (+ x 1))
	}
	for i, sign := range signs {
		if i > 0 {
			p.text(" ")
		}
		if sign > 0 {
			p.side(left, sign, plus, sort)
		} else {
			p.side(left, sign, minus, sort)
		}
	}
	p.text(")")
}

// items counts the parts of a side of a comparison.
func items(summands []*Term, sign int, constant rational.Rat) int {
	n := 0
	for _, s := range summands {
		if c, _ := split(s); c.Sign() == sign {
			n++
		}
	}
	if !constant.IsZero() {
		n++
	}
	return n
}

// numeral returns the numeral x of sort Int or Real.
func numeral(x rational.Rat, sort *Sort) string {
	if x.Sign() < 0 {
		return "(- " + numeral(x.Neg(), sort) + ")"
	}
	if sort.IsInt() {
		return x.String()
	}
	if x.IsInt() {
		return x.String() + ".0"
	}
	return "(/ " + x.Num().String() + ".0 " + x.Den().String() + ".0)"
}

// bitVectorNumeral returns a bit-vector numeral in hexadecimal where the width
// allows it.
func bitVectorNumeral(v *big.Int, width int) string {
	base, prefix, digits := 2, "#b", width
	if width%4 == 0 {
		base, prefix, digits = 16, "#x", width/4
	}
	text := v.Text(base)
	zeros := make([]byte, digits-len(text))
	for i := range zeros {
		zeros[i] = '0'
	}
	return prefix + string(zeros) + text
}
