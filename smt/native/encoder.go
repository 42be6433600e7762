// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"fmt"
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lra"
	"cornet/smt/sat"
	"cornet/smtlib"
)

// encoder turns Boolean terms into literals and clauses of a SAT solver whose
// atoms are bounds on linear sums.
//
// A formula gets a literal and clauses that define it, after Plaisted and
// Greenbaum only in the directions in which it is used. Definitions live in the
// scope in which they are made and are made again when they are needed later;
// atoms and the variables of the simplex tableau stay.
type encoder struct {
	store *smtlib.Store
	sat   *sat.Solver
	arith *arithmetic

	gates  map[*smtlib.Term]*gate   // Boolean structure, Boolean symbols
	places map[*smtlib.Term]lra.Var // opaque arithmetic terms and symbols
	sums   map[*smtlib.Term]lra.Var // left sides of atoms
	// undo lists, per scope, what to forget when it closes.
	undo [][]func()

	partition sat.Partition // of the clauses made now
}

type gate struct {
	lit  sat.Lit
	made polarity // directions whose clauses have been added
}

// polarity is a set of directions: in a positive place a literal must imply its
// formula, in a negative one the formula the literal.
type polarity uint8

const (
	positive polarity = 1 << iota
	negative
	both = positive | negative
)

func (p polarity) flip() polarity { return p>>1 | p<<1&both }

func newEncoder(store *smtlib.Store, s *sat.Solver, a *arithmetic) *encoder {
	return &encoder{
		store: store, sat: s, arith: a,
		gates: map[*smtlib.Term]*gate{}, places: map[*smtlib.Term]lra.Var{},
		sums: map[*smtlib.Term]lra.Var{},
		undo: [][]func(){nil},
	}
}

func (e *encoder) push() { e.undo = append(e.undo, nil) }

func (e *encoder) pop() {
	last := len(e.undo) - 1
	for _, forget := range slices.Backward(e.undo[last]) {
		forget()
	}
	e.undo = e.undo[:last]
}

func (e *encoder) onPop(forget func()) {
	last := len(e.undo) - 1
	if last > 0 {
		e.undo[last] = append(e.undo[last], forget)
	}
}

func (e *encoder) clause(lits ...sat.Lit) { e.sat.AddClauseIn(e.partition, lits...) }

// assert adds t as a clause, or several.
func (e *encoder) assert(t *smtlib.Term) error {
	work := []*smtlib.Term{t}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case t.Op() == smtlib.OpAnd:
			work = append(work, t.Args()...)
			continue
		case t.Op() == smtlib.OpOr:
			lits := make([]sat.Lit, len(t.Args()))
			for i, a := range t.Args() {
				l, err := e.literal(a, positive)
				if err != nil {
					return err
				}
				lits[i] = l
			}
			e.clause(lits...)
			continue
		}
		l, err := e.literal(t, positive)
		if err != nil {
			return err
		}
		e.clause(l)
	}
	return nil
}

// request asks for the literal of a formula in some directions.
type request struct {
	t   *smtlib.Term
	pol polarity
}

// literal returns the literal of Boolean term t, defined in the directions pol.
// It is iterative: formulas may be deep.
func (e *encoder) literal(t *smtlib.Term, pol polarity) (sat.Lit, error) {
	stack := []request{{t, pol}}
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		if r.t.Op() == smtlib.OpNot {
			r = request{r.t.Arg(0), r.pol.flip()}
		}
		if g := e.gates[r.t]; g != nil && g.made&r.pol == r.pol {
			stack = stack[:len(stack)-1]
			continue
		}
		n := len(stack)
		for _, child := range children(r) {
			u, p := child.t, child.pol
			if u.Op() == smtlib.OpNot {
				u, p = u.Arg(0), p.flip()
			}
			if g := e.gates[u]; g == nil || g.made&p != p {
				stack = append(stack, request{u, p})
			}
		}
		if len(stack) > n {
			continue
		}
		if err := e.define(r); err != nil {
			return sat.NoLit, err
		}
		stack = stack[:n-1]
	}
	return e.known(t), nil
}

// known returns the literal of a formula that has one.
func (e *encoder) known(t *smtlib.Term) sat.Lit {
	if t.Op() == smtlib.OpNot {
		return e.known(t.Arg(0)).Not()
	}
	return e.gates[t].lit
}

// extend returns the directions among pol that g lacks and marks them as made,
// until the scope closes.
func (e *encoder) extend(g *gate, pol polarity) (missing polarity) {
	missing = pol &^ g.made
	if missing != 0 {
		old := g.made
		g.made |= pol
		e.onPop(func() { g.made = old })
	}
	return missing
}

// children lists the formulas whose literals define the formula of r.
func children(r request) []request {
	t := r.t
	switch t.Op() {
	case smtlib.OpAnd, smtlib.OpOr:
		z := make([]request, len(t.Args()))
		for i, a := range t.Args() {
			z[i] = request{a, r.pol}
		}
		return z
	case smtlib.OpEq:
		if t.Arg(0).Sort().IsBool() {
			return []request{{t.Arg(0), both}, {t.Arg(1), both}}
		}
	case smtlib.OpIte:
		return []request{{t.Arg(0), both}, {t.Arg(1), r.pol}, {t.Arg(2), r.pol}}
	}
	return nil
}

// define gives the formula of r, whose children have literals, a literal and
// the missing clauses.
func (e *encoder) define(r request) error {
	t := r.t
	switch t.Op() {
	case smtlib.OpLe, smtlib.OpLt:
		return e.atom(t)
	case smtlib.OpEq:
		if !t.Arg(0).Sort().IsBool() {
			return e.equation(r)
		}
	case smtlib.OpImplies, smtlib.OpXor: // faithful terms are simplified before
		panic("native: a term that is not canonical")
	}
	g := e.gates[t]
	if g == nil {
		v := e.sat.NewVar()
		g = &gate{lit: sat.FromDimacs(int(v))}
		e.gates[t] = g
		isSymbol := t.IsVar() || t.Op() == smtlib.OpApp
		if !isSymbol {
			e.onPop(func() {
				delete(e.gates, t)
				e.sat.Release(v)
			})
		}
	}
	missing := e.extend(g, r.pol)
	x := g.lit
	switch t.Op() {
	case smtlib.OpTrue:
		e.clause(x)
	case smtlib.OpFalse:
		e.clause(x.Not())
	case smtlib.OpVar:
	case smtlib.OpApp:
		if len(t.Args()) > 0 {
			return unsupported(t)
		}
	case smtlib.OpAnd:
		e.junction(x, t.Args(), missing)
	case smtlib.OpOr: // the negation of a conjunction of negations
		e.disjunction(x, t.Args(), missing)
	case smtlib.OpEq:
		a, b := e.known(t.Arg(0)), e.known(t.Arg(1))
		if missing&positive != 0 {
			e.clause(x.Not(), a.Not(), b)
			e.clause(x.Not(), a, b.Not())
		}
		if missing&negative != 0 {
			e.clause(x, a, b)
			e.clause(x, a.Not(), b.Not())
		}
	case smtlib.OpIte:
		c, a, b := e.known(t.Arg(0)), e.known(t.Arg(1)), e.known(t.Arg(2))
		if missing&positive != 0 {
			e.clause(x.Not(), c.Not(), a)
			e.clause(x.Not(), c, b)
			e.clause(x.Not(), a, b)
		}
		if missing&negative != 0 {
			e.clause(x, c.Not(), a.Not())
			e.clause(x, c, b.Not())
			e.clause(x, a.Not(), b.Not())
		}
	default:
		return unsupported(t)
	}
	return nil
}

// junction adds the clauses of x ⇔ ⋀ args in the given directions.
func (e *encoder) junction(x sat.Lit, args []*smtlib.Term, directions polarity) {
	long := make([]sat.Lit, 0, len(args)+1)
	for _, a := range args {
		l := e.known(a)
		if directions&positive != 0 {
			e.clause(x.Not(), l)
		}
		long = append(long, l.Not())
	}
	if directions&negative != 0 {
		e.clause(append(long, x)...)
	}
}

// disjunction adds the clauses of x ⇔ ⋁ args in the given directions.
func (e *encoder) disjunction(x sat.Lit, args []*smtlib.Term, directions polarity) {
	long := make([]sat.Lit, 0, len(args)+1)
	for _, a := range args {
		l := e.known(a)
		if directions&negative != 0 {
			e.clause(x, l.Not())
		}
		long = append(long, l)
	}
	if directions&positive != 0 {
		e.clause(append(long, x.Not())...)
	}
}

// atom gives the bound t, (<= sum k) or (< sum k), a literal.
func (e *encoder) atom(t *smtlib.Term) error {
	v, err := e.sum(t.Arg(0))
	if err != nil {
		return err
	}
	b := upperBound{v, t.Arg(1).Num(), t.Op() == smtlib.OpLe}
	e.gates[t] = &gate{lit: e.arith.literal(b, e.sat), made: both}
	// The literal stays, but opaque terms in the sum are defined per scope.
	e.onPop(func() { delete(e.gates, t) })
	return nil
}

// equation defines the literal of an equation between terms that are not
// Boolean: two bounds over Int and Real.
func (e *encoder) equation(r request) error {
	t := r.t
	if !t.Arg(0).Sort().IsArith() {
		return unsupported(t)
	}
	v, err := e.sum(t.Arg(0))
	if err != nil {
		return err
	}
	k := t.Arg(1).Num()
	above := upperBound{v, k, false} // the negation of sum >= k
	if t.Arg(0).Sort().IsInt() {
		above = upperBound{v, k.Sub(rational.Int(1)), true}
	}
	le := e.arith.literal(upperBound{v, k, true}, e.sat)
	ge := e.arith.literal(above, e.sat).Not()
	g := e.gates[t]
	if g == nil {
		x := e.sat.NewVar()
		g = &gate{lit: sat.FromDimacs(int(x))}
		e.gates[t] = g
		e.onPop(func() {
			delete(e.gates, t)
			e.sat.Release(x)
		})
	}
	missing := e.extend(g, r.pol)
	if missing&positive != 0 {
		e.clause(g.lit.Not(), le)
		e.clause(g.lit.Not(), ge)
	}
	if missing&negative != 0 {
		e.clause(g.lit, le.Not(), ge.Not())
	}
	return nil
}

// sum returns the variable of the tableau that stands for a canonical sum.
func (e *encoder) sum(t *smtlib.Term) (lra.Var, error) {
	l := e.store.Linear(t)
	if len(l.Monomials) == 1 && l.Monomials[0].Coeff.IsOne() && l.Const.IsZero() {
		return e.place(l.Monomials[0].Term)
	}
	// Every part is looked up, even when the sum is known: opaque terms are
	// defined per scope.
	monomials := make([]lra.Monomial, len(l.Monomials))
	for i, m := range l.Monomials {
		v, err := e.place(m.Term)
		if err != nil {
			return 0, err
		}
		monomials[i] = lra.Monomial{Coeff: m.Coeff, Var: v}
	}
	if v, ok := e.sums[t]; ok {
		return v, nil
	}
	v := e.arith.lia.NewTerm(monomials)
	e.sums[t] = v
	return v, nil
}

// unsupported reports that the solver has no theory for t.
func unsupported(t *smtlib.Term) error {
	return fmt.Errorf("native solver: no theory for %v over %v: %w", t.Op(), t.Sort(), errors.ErrUnsupported)
}
