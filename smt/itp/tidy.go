// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cornet/internal/rational"
	"cornet/smtlib"
)

// Tidy returns an equivalent formula in negation normal form at the top, with
// bounds on the same sum merged (t <= 3 ∧ t >= 3 becomes t = 3), and with
// conjuncts and disjuncts dropped that others subsume syntactically. Atoms are
// not looked into.
//
// Cost: O(n²) in the number of arguments of a connective, for subsumption; that
// is skipped above maxSubsume arguments. Formulas nested very deeply are returned as they are.
func Tidy(store *smtlib.Store, f *smtlib.Term) *smtlib.Term {
	if f.Depth() > maxTidyDepth {
		return f
	}
	return (&tidier{store: store, memo: map[*smtlib.Term]*smtlib.Term{}}).formula(f)
}

func (r *run) tidy(f *smtlib.Term) *smtlib.Term { return Tidy(r.store, f) }

// maxTidyDepth bounds the depth of formulas that are tidied; the recursion goes as deep.
const maxTidyDepth = 2000

// maxSubsume bounds the arguments that are compared pairwise.
const maxSubsume = 64

type tidier struct {
	store *smtlib.Store
	memo  map[*smtlib.Term]*smtlib.Term
}

// formula recurses along the connectives of f, which alternate.
func (t *tidier) formula(f *smtlib.Term) *smtlib.Term {
	if z := t.memo[f]; z != nil {
		return z
	}
	g, negated := f, false
	if f.Op() == smtlib.OpNot {
		g, negated = f.Arg(0), true
	}
	z := f
	if g.Op() == smtlib.OpAnd || g.Op() == smtlib.OpOr {
		args := make([]*smtlib.Term, 0, len(g.Args()))
		conjunction := (g.Op() == smtlib.OpAnd) != negated
		for _, a := range g.Args() {
			if negated {
				a = t.store.Not(a)
			}
			a = t.formula(a)
			if conjunction && a.Op() == smtlib.OpAnd || !conjunction && a.Op() == smtlib.OpOr {
				args = append(args, a.Args()...)
			} else {
				args = append(args, a)
			}
		}
		if conjunction {
			z = t.store.And(t.absorb(t.merge(args, false), smtlib.OpOr)...)
		} else {
			z = t.store.Or(t.absorb(t.merge(args, true), smtlib.OpAnd)...)
		}
	}
	t.memo[f] = z
	return z
}

// absorb drops arguments that another one makes superfluous: x besides (op x y),
// and (op x y z) besides (op x y), where op is the dual connective.
func (t *tidier) absorb(args []*smtlib.Term, op smtlib.Op) []*smtlib.Term {
	if len(args) > maxSubsume {
		return args
	}
	parts := func(f *smtlib.Term) []*smtlib.Term {
		if f.Op() == op {
			return f.Args()
		}
		return []*smtlib.Term{f}
	}
	var z []*smtlib.Term
next:
	for i, a := range args {
		in := map[*smtlib.Term]bool{}
		for _, p := range parts(a) {
			in[p] = true
		}
		for j, b := range args {
			ps := parts(b)
			if i == j || len(ps) > len(in) || len(ps) == len(in) && j > i {
				continue
			}
			within := true
			for _, p := range ps {
				within = within && in[p]
			}
			if within {
				continue next
			}
		}
		z = append(z, a)
	}
	return z
}

// interval is what a conjunction says about one sum.
type interval struct {
	sum       *smtlib.Term
	low, high *edge
	holes     []rational.Rat // values excluded
	modulus   rational.Rat   // of a remainder, 0 for other sums
}

// newInterval returns the interval of all values of a sum. The range of a
// remainder by a numeral is known.
func newInterval(sum *smtlib.Term) *interval {
	v := &interval{sum: sum}
	if sum.Op() == smtlib.OpMod && sum.Arg(1).Op() == smtlib.OpNum && sum.Arg(1).Num().Sign() > 0 {
		v.modulus = sum.Arg(1).Num()
		v.low, v.high = &edge{}, &edge{at: v.modulus.Sub(rational.Int(1))}
	}
	return v
}

// edge is an end of an interval.
type edge struct {
	at   rational.Rat
	open bool
}

// merge combines the literals among args that compare the same sum with
// numerals. args are a conjunction, or a disjunction when dual is set.
func (t *tidier) merge(args []*smtlib.Term, dual bool) []*smtlib.Term {
	var order []*interval
	bySum := map[*smtlib.Term]*interval{}
	var z []*smtlib.Term
	for _, a := range args {
		l := a
		if dual {
			l = t.store.Not(a)
		}
		atom := l
		if l.Op() == smtlib.OpNot {
			atom = l.Arg(0)
		}
		if !comparesNumeral(atom) {
			z = append(z, a)
			continue
		}
		v := bySum[atom.Arg(0)]
		if v == nil {
			v = newInterval(atom.Arg(0))
			bySum[v.sum] = v
			order = append(order, v)
		}
		v.meet(atom, l != atom)
	}
	for _, v := range order {
		for _, l := range v.literals(t.store) {
			if dual {
				l = t.store.Not(l)
			}
			z = append(z, l)
		}
	}
	return z
}

func comparesNumeral(a *smtlib.Term) bool {
	switch a.Op() {
	case smtlib.OpLe, smtlib.OpLt, smtlib.OpEq:
		return a.Arg(1).Op() == smtlib.OpNum
	}
	return false
}

// meet narrows v by an atom or its negation.
func (v *interval) meet(atom *smtlib.Term, negated bool) {
	k := atom.Arg(1).Num()
	isInt := v.sum.Sort().IsInt()
	switch {
	case atom.Op() == smtlib.OpEq && negated:
		v.holes = append(v.holes, k)
	case atom.Op() == smtlib.OpEq:
		v.below(edge{at: k})
		v.above(edge{at: k})
	case !negated:
		v.below(edge{k, atom.Op() == smtlib.OpLt})
	case isInt:
		v.above(edge{at: k.Add(rational.Int(1))})
	default:
		v.above(edge{k, atom.Op() == smtlib.OpLe})
	}
}

func (v *interval) below(e edge) {
	if v.high == nil || e.at.Less(v.high.at) || e.at.Equal(v.high.at) && e.open {
		v.high = &e
	}
}

func (v *interval) above(e edge) {
	if v.low == nil || v.low.at.Less(e.at) || e.at.Equal(v.low.at) && e.open {
		v.low = &e
	}
}

// literals returns the fewest literals that describe v.
func (v *interval) literals(store *smtlib.Store) []*smtlib.Term {
	v.trim()
	num := func(k rational.Rat) *smtlib.Term { return store.Num(k, v.sum.Sort()) }
	var z []*smtlib.Term
	switch {
	case v.low != nil && v.high != nil && v.high.at.Less(v.low.at):
		return []*smtlib.Term{store.False()}
	case v.low != nil && v.high != nil && v.low.at.Equal(v.high.at):
		if v.low.open || v.high.open {
			return []*smtlib.Term{store.False()}
		}
		z = append(z, v.equation(store, v.low.at))
	default:
		if v.low != nil && (v.modulus.IsZero() || !v.low.at.IsZero()) {
			z = append(z, compare(store, num(v.low.at), v.sum, v.low.open))
		}
		if v.high != nil && (v.modulus.IsZero() || v.high.at.Less(v.modulus.Sub(rational.Int(1)))) {
			z = append(z, compare(store, v.sum, num(v.high.at), v.high.open))
		}
	}
	for _, h := range v.holes {
		z = append(z, store.Not(v.equation(store, h)))
	}
	return z
}

// equation returns sum = k. The constant inside of a remainder goes to the right.
func (v *interval) equation(store *smtlib.Store, k rational.Rat) *smtlib.Term {
	sum := v.sum
	if !v.modulus.IsZero() {
		l := store.Linear(sum.Arg(0))
		_, k = k.Sub(l.Const).DivEuclid(v.modulus)
		l.Const = rational.Rat{}
		sum = store.Mod(store.Sum(l, store.Int), sum.Arg(1))
	}
	return store.Eq(sum, store.Num(k, sum.Sort()))
}

func compare(store *smtlib.Store, x, y *smtlib.Term, strict bool) *smtlib.Term {
	if strict {
		return store.Lt(x, y)
	}
	return store.Le(x, y)
}

// trim moves ends past holes and drops holes outside.
func (v *interval) trim() {
	isInt := v.sum.Sort().IsInt()
	one := rational.Int(1)
	for again := true; again; {
		again = false
		var rest []rational.Rat
		for _, h := range v.holes {
			switch {
			case v.low != nil && (h.Less(v.low.at) || v.low.open && h.Equal(v.low.at)),
				v.high != nil && (v.high.at.Less(h) || v.high.open && h.Equal(v.high.at)):
				// outside
			case v.low != nil && h.Equal(v.low.at):
				v.low = past(h, one, isInt)
				again = true
			case v.high != nil && h.Equal(v.high.at):
				v.high = past(h, one.Neg(), isInt)
				again = true
			default:
				rest = append(rest, h)
			}
		}
		v.holes = rest
	}
}

// past returns the end of an interval that starts just after h.
func past(h, step rational.Rat, isInt bool) *edge {
	if isInt {
		return &edge{at: h.Add(step)}
	}
	return &edge{at: h, open: true}
}
