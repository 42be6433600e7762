// SPDX-License-Identifier: Apache-2.0

package intblast

import (
	"fmt"
	"math/big"
	"slices"

	"cornet/logic"
)

// writer makes formulas over vectors from formulas over their values.
type writer struct {
	store   *logic.Store
	vectors map[*logic.Term]*logic.Term // by variable: the vector whose value it is
	made    map[*logic.Term]wide
	// wild has the variables whose numbers are only congruent to their vectors. In a sum, their
	// part represents the value of the same sum of vectors.
	wild map[*logic.Term]bool
	err  error
}

func newWriter(s *logic.Store) *writer {
	return &writer{store: s, vectors: map[*logic.Term]*logic.Term{}, made: map[*logic.Term]wide{}, wild: map[*logic.Term]bool{}}
}

// wide is a vector with bounds low and high on its signed value. Its width has room for both.
type wide struct {
	term      *logic.Term
	low, high *big.Int
}

// formula translates a formula, or another term that is not a number.
func (w *writer) formula(t *logic.Term) *logic.Term {
	if t.HasQuantifiers() {
		w.err = unsupported("a model with quantifiers over values")
		return t
	}
	return w.store.NewRewriter(w.before, func(y *logic.Term) *logic.Term { return y }).Map(t)
}

// before translates atoms, and returns nil for other formulas.
func (w *writer) before(t *logic.Term) *logic.Term {
	switch {
	case len(t.Args()) == 0 || !t.Arg(len(t.Args())-1).Sort().IsInt():
		return nil
	case t.Op() == logic.OpLe, t.Op() == logic.OpLt, t.Op() == logic.OpEq:
	default:
		w.err = unsupported(fmt.Sprintf("%v in a model", t.Op()))
		return t
	}
	x, y := w.sides(t)
	width := max(x.term.Sort().Width(), y.term.Sort().Width())
	a, b := w.extend(x, width), w.extend(y, width)
	switch t.Op() {
	case logic.OpLe:
		return w.store.BV(logic.OpBVSle, a, b)
	case logic.OpLt:
		return w.store.BV(logic.OpBVSlt, a, b)
	}
	return w.store.Eq(a, b)
}

// sides translates the two sides of an atom.
func (w *writer) sides(t *logic.Term) (x, y wide) {
	if len(w.wild) > 0 {
		return w.number(w.store.Sub(t.Arg(0), t.Arg(1))), w.constant(new(big.Int))
	}
	return w.number(t.Arg(0)), w.number(t.Arg(1))
}

// number translates a term of sort Int.
func (w *writer) number(t *logic.Term) wide {
	if z, ok := w.made[t]; ok {
		return z
	}
	z := w.make(t)
	w.made[t] = z
	return z
}

func (w *writer) make(t *logic.Term) wide {
	s := w.store
	switch t.Op() {
	case logic.OpVar:
		if x := w.vectors[t]; x != nil {
			return wide{x, least(x.Sort().Width()), most(x.Sort().Width())}
		}
	case logic.OpNum:
		return w.constant(integer(t))
	case logic.OpAdd:
		tame, parts := w.wildSums(t.Args())
		for _, a := range tame {
			parts = append(parts, w.number(a))
		}
		return w.sum(parts)
	case logic.OpMul:
		if _, parts := w.wildSums([]*logic.Term{t}); len(parts) > 0 {
			return parts[0]
		}
		z := w.number(t.Arg(0))
		for _, a := range t.Args()[1:] {
			z = w.product(z, w.number(a))
		}
		return z
	case logic.OpIte:
		x, y := w.number(t.Arg(1)), w.number(t.Arg(2))
		low, high := slices.MinFunc([]*big.Int{x.low, y.low}, (*big.Int).Cmp), slices.MaxFunc([]*big.Int{x.high, y.high}, (*big.Int).Cmp)
		width := max(x.term.Sort().Width(), y.term.Sort().Width())
		return wide{s.Ite(w.formula(t.Arg(0)), w.extend(x, width), w.extend(y, width)), low, high}
	case logic.OpMod, logic.OpIntDiv:
		if k := t.Arg(1); k.Op() == logic.OpNum && k.Num().Sign() > 0 {
			return w.divide(t, integer(k))
		}
	}
	what := fmt.Sprintf("%v in a model", t.Op())
	if t.Op() == logic.OpVar {
		what = "a model over integers of the input in addition to bit-vectors"
	}
	w.err = unsupported(what)
	return w.constant(new(big.Int))
}

// sum adds in an order in which no partial sum leaves the range of the absolute values.
func (w *writer) sum(parts []wide) wide {
	size := new(big.Int)
	low, high := new(big.Int), new(big.Int)
	for _, p := range parts {
		low.Add(low, p.low)
		high.Add(high, p.high)
		size.Add(size, p.size())
	}
	width := fitting(size, parts...)
	terms := make([]*logic.Term, len(parts))
	for i, p := range parts {
		terms[i] = w.extend(p, width)
	}
	return wide{w.store.BV(logic.OpBVAdd, terms...), low, high}
}

// wildSums removes the multiples of wild variables from a sum. It returns their sums, one for each
// width.
func (w *writer) wildSums(summands []*logic.Term) (tame []*logic.Term, sums []wide) {
	s := w.store
	parts := map[int][]*logic.Term{}
	var widths []int
	for _, a := range summands {
		v, coeff := a, big.NewInt(1)
		if a.Op() == logic.OpMul && len(a.Args()) == 2 && a.Arg(0).Op() == logic.OpNum {
			v, coeff = a.Arg(1), integer(a.Arg(0))
		}
		if !w.wild[v] {
			tame = append(tame, a)
			continue
		}
		x := w.vectors[v]
		width := x.Sort().Width()
		if parts[width] == nil {
			widths = append(widths, width)
		}
		parts[width] = append(parts[width], s.BV(logic.OpBVMul, s.BVNum(coeff, width), x))
	}
	slices.Sort(widths)
	for _, width := range widths {
		sums = append(sums, wide{s.BV(logic.OpBVAdd, parts[width]...), least(width), most(width)})
	}
	return tame, sums
}

// divide translates (mod x k) and (div x k) for k > 0. The remainder has k's sign, and x minus the
// remainder is divisible.
func (w *writer) divide(t *logic.Term, k *big.Int) wide {
	s := w.store
	x, by := w.number(t.Arg(0)), w.constant(k)
	// One bit more than needed, for x minus the remainder.
	width := max(x.term.Sort().Width(), by.term.Sort().Width()) + 1
	a, b := w.extend(x, width), w.extend(by, width)
	mod := s.BV(logic.OpBVSMod, a, b)
	if t.Op() == logic.OpMod {
		return wide{mod, new(big.Int), new(big.Int).Sub(k, big.NewInt(1))}
	}
	floor := func(n *big.Int) *big.Int {
		z := new(big.Int)
		return z.Div(n, k)
	}
	return wide{s.BV(logic.OpBVSDiv, s.BVSub(a, mod), b), floor(x.low), floor(x.high)}
}

func (w *writer) product(x, y wide) wide {
	size := new(big.Int).Mul(x.size(), y.size())
	width := fitting(size, x, y)
	low, high := new(big.Int).Neg(size), size
	if x.low.Cmp(x.high) == 0 { // x is a numeral
		low, high = new(big.Int).Mul(x.low, y.low), new(big.Int).Mul(x.low, y.high)
		if x.low.Sign() < 0 {
			low, high = high, low
		}
	}
	return wide{w.store.BV(logic.OpBVMul, w.extend(x, width), w.extend(y, width)), low, high}
}

func (w *writer) constant(n *big.Int) wide {
	return wide{w.store.BVNum(n, bits(n, n)), n, n}
}

// fitting returns the width for numbers up to this absolute value. It is at least the widths of the
// parts, which can exceed what their bounds require.
func fitting(size *big.Int, parts ...wide) int {
	width := bits(new(big.Int).Neg(size), size)
	for _, p := range parts {
		width = max(width, p.term.Sort().Width())
	}
	return width
}

// extend returns x's vector with width bits, at least as many as it has.
func (w *writer) extend(x wide, width int) *logic.Term {
	return w.store.SignExtend(width-x.term.Sort().Width(), x.term)
}

// size returns the largest absolute value.
func (x wide) size() *big.Int {
	return slices.MaxFunc([]*big.Int{new(big.Int).Abs(x.low), new(big.Int).Abs(x.high)}, (*big.Int).Cmp)
}

// integer returns the value of a numeral of sort Int.
func integer(t *logic.Term) *big.Int {
	z, _ := t.Num().BigInt()
	return z
}

// bits returns a width in which low and high are signed values.
func bits(low, high *big.Int) int {
	return max(low.BitLen(), high.BitLen()) + 1
}
