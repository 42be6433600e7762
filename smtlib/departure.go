// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"slices"

	"cornet/logic"
)

// This file has the table of departures from SMT-LIB that the reader understands.

// Departure is a way in which a text departs from SMT-LIB and has only one sensible meaning. The
// reader understands it and warns; [ReadStrict] refuses it.
type Departure uint8

// The departures. [Departures] says what each means.
const (
	NoDeparture Departure = iota // a remark about text that SMT-LIB allows
	BareConstructor
	IntForReal
	EmptyApplication
	SignedNumeral
	LooseDecimal
	WideConstant
	SharedSelector
	FieldUpdate
	OtherArity
	Tactic
	TheorySort
	NamelessInfo
	HeapTheory
	AddressNumeral
	TermSize
	UnsignedValue
	ReservedName
)

// Departures is the table of departures, without [NoDeparture]: an example, and how it is read.
var Departures = []struct {
	Departure        Departure
	Example, Meaning string
}{
	{BareConstructor, "nil", "a constructor without (as …): the sort that its context wants"},
	{IntForReal, "(p i)", "an Int where a Real is expected: (p (to_real i))"},
	{EmptyApplication, "(List)", "a sort or a bound variable in parentheses without arguments: List"},
	{SignedNumeral, "-1", "a numeral with a sign, unless the script declares that symbol: (- 1)"},
	{LooseDecimal, "1.5e3", "a decimal with an exponent, or without digits after the point: 1500.0"},
	{WideConstant, "(_ bv300 8)", "a constant that does not fit its width: the value modulo the power of two, (_ bv44 8)"},
	{SharedSelector, "(first x)", "a selector of several datatypes: that of the argument's datatype"},
	{FieldUpdate, "((_ update-field s) x v)", "x with the field s replaced by v if x has that field, otherwise x; update is the same"},
	{OtherArity, "(bvxnor x y z)", "from left to right; comparisons and distinct of one argument are true, (=> x) is x"},
	{Tactic, "(check-sat-using smt)", "(check-sat), since a tactic changes no answer"},
	{TheorySort, "(declare-sort Int 0)", "the sort of the theory, in the logics HORN and ALL and without set-logic"},
	{NamelessInfo, "(set-info length 3)", "information without a keyword: it has no effect"},
	{HeapTheory, "(declare-heap …)", "the theory of heaps: see below"},
	{AddressNumeral, "0", "a numeral where an address of a heap is expected: ((as heap.addr Addr) 0), the null address"},
	{TermSize, "(_size x)", "the number of constructors in x: a recursive function counts those of the datatypes that were declared together"},
	{UnsignedValue, "(bv2int x)", "the value without a sign, (ubv_to_int x), as in z3; Eldarica means (sbv_to_int x)"},
	{ReservedName, "(exists x y)", "the function exists that the script declares, unless a parenthesis follows the word: that begins a quantifier"},
}

// depart records a departure, once for each text and at least once for each entry of the table.
func (r *reader) depart(d Departure, at place, format string, args ...any) {
	w := Warning{r.lx.position(at), fmt.Sprintf(format, args...), d}
	if r.strict {
		panic(r.errorAt(at, CodeStrict, "%s; this is not SMT-LIB, and --strict refuses it", w.Msg))
	}
	first := true
	for _, x := range r.warnings {
		if x.Msg == w.Msg {
			return
		}
		first = first && x.Departure != d
	}
	if first || len(r.warnings) < maxWarnings {
		r.warnings = append(r.warnings, w)
	}
}

// otherArities are operators that some solvers take with other numbers of arguments than SMT-LIB.
var otherArities = map[string]struct {
	min, max int
	build    builder
}{
	"bvxnor": {3, many, leftAssoc(func(s *logic.Store, x, y *logic.Term) *logic.Term {
		return s.BV(logic.OpBVNot, s.BV(logic.OpBVXor, x, y))
	})},
	"distinct": {1, 1, alwaysTrue},
	"<=":       {1, 1, alwaysTrue},
	"<":        {1, 1, alwaysTrue},
	">=":       {1, 1, alwaysTrue},
	">":        {1, 1, alwaysTrue},
	"=>":       {1, 1, onlyArgument},
	"implies":  {1, 1, onlyArgument},
}

func alwaysTrue(s *logic.Store, _ []*logic.Term, _ []int) *logic.Term { return s.True() }

func onlyArgument(_ *logic.Store, a []*logic.Term, _ []int) *logic.Term { return a[0] }

// builderFor returns what makes the term of an operator with n arguments, which may be a number
// that only other solvers allow. It returns nil if none allows it.
func (r *reader) builderFor(op *operator, n int, at place) builder {
	if n >= op.min && (op.max == many || n <= op.max) {
		return op.build
	}
	if other, ok := otherArities[op.name]; ok && n >= other.min && (other.max == many || n <= other.max) {
		r.depart(OtherArity, at, "%s with %s; it is read as other solvers do", op.name, plural(n, "argument"))
		return other.build
	}
	return nil
}

// signed returns the value of a symbol such as -1 or -2.5e3 that nothing declares, or nil.
func (r *reader) signed(s *symbol, at place) *logic.Term {
	digits := s.name[1:]
	sort := r.store.Int
	text, decimal, ok := plainDecimal([]byte(digits))
	if !ok {
		return nil
	}
	if decimal {
		sort = r.store.Real
	}
	r.depart(SignedNumeral, at, "%s is not a numeral of SMT-LIB; (- %s) is understood", s.name, digits)
	return r.store.Neg(r.number(text, sort))
}

// plainDecimal returns a numeral or decimal, which may have an exponent and may lack digits after
// the point, without exponent. It reports whether it is a decimal, and whether text is a number at
// all.
func plainDecimal(text []byte) (z []byte, decimal, ok bool) {
	i := 0
	digits := func() int {
		start := i
		for i < len(text) && decimalDigits[text[i]] {
			i++
		}
		return i - start
	}
	whole := digits()
	if whole == 0 || whole > 1 && text[0] == '0' {
		return nil, false, false
	}
	z = append(z, text[:whole]...)
	if i < len(text) && text[i] == '.' {
		i++
		decimal = true
		n := digits()
		z = append(z, text[i-n:i]...)
	}
	point := whole
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		i++
		decimal = true
		negative := i < len(text) && text[i] == '-'
		if negative || i < len(text) && text[i] == '+' {
			i++
		}
		n := digits()
		e, fits := smallNumeral(text[i-n : i])
		if n == 0 || !fits || e > maxNumeral {
			return nil, false, false
		}
		if negative {
			e = -e
		}
		point += int(e)
	}
	if i < len(text) || !decimal {
		return z, false, i == len(text)
	}
	for point > len(z) {
		z = append(z, '0')
	}
	if point <= 0 {
		z = append(slices.Repeat([]byte{'0'}, 1-point), z...)
		point = 1
	}
	z = slices.Insert(z, point, '.')
	if z[len(z)-1] == '.' {
		z = append(z, '0')
	}
	for point > 1 && z[0] == '0' {
		z, point = z[1:], point-1
	}
	return z, true, true
}
