// SPDX-License-Identifier: Apache-2.0

package check

import (
	"slices"

	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// pathWork bounds the formulas that [bounds.refutes] evaluates, as a multiple of the size of its
// input.
const pathWork = 30

// refutes reports whether the conjunction conj is false on each path through one conditional term.
// On a path, the conditions narrow the bounds, and the term equals the value at the end of the
// path.
//
// Example: (ite (<= x 0) 0 (ite (<= x 1) 1 …)) instead of y in (and (not (= y 0)) (> y x)). Each
// path has its own value, and its conditions relate the value to x. The interval of the whole term
// does not.
//
// Cost: pathWork times the size of the conditional term and of the connectives of conj.
func (b *bounds) refutes(conj []*logic.Term) bool {
	p := paths{bounds: b}
	return p.read(conj) && p.walk()
}

// paths is a case distinction by the paths through a conditional term.
type paths struct {
	*bounds
	order  []*logic.Term       // atoms and connectives, arguments first
	place  map[*logic.Term]int // positions in order
	conj   []int               // positions of the conjuncts
	chosen *logic.Term         // the conditional term
	truths []truth             // by position in order, on the current path
	work   int                 // work left
	saved  []fact              // earlier values of the facts that the current path has narrowed
}

// fact is an interval of a term.
type fact struct {
	t  *logic.Term
	in rational.Interval
}

// truth is the known truth value of a formula.
type truth int8

const (
	isFalse truth = iota - 1
	isOpen
	isTrue
)

// read lists the connectives and atoms of conj. It chooses the deepest conditional term that is a
// summand in an atom. It returns false if no atom has one.
func (p *paths) read(conj []*logic.Term) bool {
	logic.Walk(func(t *logic.Term) bool {
		if !t.Sort().IsBool() {
			return false
		}
		p.order = append(p.order, t)
		if arith, _, _, ok := compared(t); ok {
			for _, m := range p.store.Linear(arith).Monomials {
				if m.Term.Op() == logic.OpIte && (p.chosen == nil || m.Term.Depth() > p.chosen.Depth()) {
					p.chosen = m.Term
				}
			}
		}
		return isConnective(t)
	}, conj...)
	if p.chosen == nil {
		return false
	}
	// arguments come before the terms that contain them
	slices.SortFunc(p.order, func(t, u *logic.Term) int { return int(t.ID()) - int(u.ID()) })
	p.place = make(map[*logic.Term]int, len(p.order))
	for i, t := range p.order {
		p.place[t] = i
	}
	p.conj = slice.Map(conj, func(c *logic.Term) int { return p.place[c] })
	p.truths = make([]truth, len(p.order))
	p.work = pathWork * (len(p.order) + logic.Size(p.chosen))
	return true
}

// isConnective reports whether t is made of formulas that determine its truth value.
func isConnective(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpNot, logic.OpAnd, logic.OpOr:
		return true
	case logic.OpIte, logic.OpEq:
		return t.Arg(1).Sort().IsBool()
	}
	return false
}

// branch is a subterm of the conditional term, under some literals.
type branch struct {
	t     *logic.Term
	given *logic.Term // literals that hold here and not above; nil at the top
	saved int         // the number of facts that the path above has narrowed
}

// walk visits the ends of all paths. It reports whether the conjunction is false at each.
func (p *paths) walk() bool {
	for work := []branch{{t: p.chosen}}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		p.restore(b.saved)
		if p.work -= 1; p.work < 0 {
			p.restore(0)
			return false
		}
		switch {
		case b.given != nil && !p.narrow(b.given):
		case b.t.Op() == logic.OpIte:
			n := len(p.saved)
			work = append(work, branch{b.t.Arg(1), b.t.Arg(0), n}, branch{b.t.Arg(2), p.store.Not(b.t.Arg(0)), n})
		case !p.fails(b.t):
			p.restore(0)
			return false
		}
	}
	p.restore(0)
	return true
}

// narrow narrows facts by a formula. It returns false if no values remain.
func (p *paths) narrow(given *logic.Term) bool {
	for _, c := range conjuncts(p.store, given) {
		p.work--
		x, ok := p.source(c)
		if !ok || len(x.sum.Monomials) > 1 {
			continue
		}
		m := x.sum.Monomials[0]
		old := p.facts[m.Term]
		in := old.Meet(x.in.Scale(m.Coeff.Inv()))
		if m.Term.Sort().IsInt() {
			in = in.Round()
		}
		if in.IsEmpty() {
			return false
		}
		if !in.Equal(old) {
			p.saved = append(p.saved, fact{m.Term, old})
			p.facts[m.Term] = in
		}
	}
	return true
}

// restore restores the facts that were narrowed after the first n.
func (p *paths) restore(n int) {
	for len(p.saved) > n {
		last := p.saved[len(p.saved)-1]
		p.facts[last.t] = last.in
		p.saved = p.saved[:len(p.saved)-1]
	}
}

// fails reports whether a conjunct is false if the conditional term has the given value.
func (p *paths) fails(value *logic.Term) bool {
	p.work -= len(p.order)
	is := p.store.Linear(value)
	for i, t := range p.order {
		p.truths[i] = p.evaluate(t, is)
	}
	return slices.ContainsFunc(p.conj, func(i int) bool { return p.truths[i] == isFalse })
}

// evaluate returns the truth of a formula if the conditional term has the given value. The truth of
// its arguments is known.
func (p *paths) evaluate(t *logic.Term, value logic.Linear) truth {
	of := func(i int) truth { return p.truths[p.place[t.Arg(i)]] }
	switch {
	case t.IsTrue():
		return isTrue
	case t.IsFalse():
		return isFalse
	case !isConnective(t):
		return p.atom(t, value)
	}
	switch t.Op() {
	case logic.OpNot:
		return -of(0)
	case logic.OpAnd, logic.OpOr:
		one, z := isFalse, isTrue // one argument may decide
		if t.Op() == logic.OpOr {
			one, z = isTrue, isFalse
		}
		for i := range t.Args() {
			switch of(i) {
			case one:
				return one
			case isOpen:
				z = isOpen
			}
		}
		return z
	case logic.OpEq:
		return of(0) * of(1)
	}
	switch c := of(0); {
	case c == isTrue:
		return of(1)
	case c == isFalse:
		return of(2)
	case of(1) == of(2):
		return of(1)
	}
	return isOpen
}

// atom evaluates an atom, as evaluate does for connectives.
func (p *paths) atom(t *logic.Term, value logic.Linear) truth {
	arith, in, exact, ok := compared(t)
	if !ok {
		return isOpen
	}
	sum := p.store.Linear(arith)
	if k := sum.Coeff(p.chosen); !k.IsZero() {
		sum = sum.Sub(p.store.Linear(p.chosen).Scale(k)).Add(value.Scale(k))
	}
	v := rational.Point(sum.Const)
	for _, m := range sum.Monomials {
		v = v.Add(p.of(m.Term).Meet(p.facts[m.Term]).Scale(m.Coeff))
	}
	switch {
	case v.Meet(in).IsEmpty():
		return isFalse
	case exact && v.In(in):
		return isTrue
	}
	return isOpen
}
