// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"fmt"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// encoder turns Boolean terms into literals and clauses of a SAT solver. Its atoms are bounds on
// linear sums.
//
// A formula gets a literal, its gate, and clauses that define it, after Plaisted and Greenbaum only
// in the directions in which it is used. Definitions belong to the scope in which they are made,
// and are made again when they are needed later. Atoms and the variables of the simplex tableau
// remain.
type encoder struct {
	store *logic.Store
	sat   *sat.Solver
	arith *arithmetic
	table *symbolTable

	gates   map[*logic.Term]*gate       // the gates of formulas
	aliases map[*logic.Term]*logic.Term // symbols for alien terms
	defined map[*logic.Term]lra.Var     // alien terms whose alias is defined
	sums    map[*logic.Term]lra.Var     // sums with alien terms

	definitions map[*logic.Term]*logic.Term // the definitions of aliases, by alien term

	circuit *bits.Circuit
	sink    *sink
	words   words
	eq      *equality // nil if no formula has terms of the theory of equality

	marks  []int // len(undone) at each open scope
	undone []undo

	partition sat.Partition // the partition that new clauses belong to
	usage     *usage        // which partitions mention which variable; nil if this is not needed
}

// gate is the literal of a formula.
type gate struct {
	lit  sat.Lit
	made polarity // directions whose clauses have been added
}

// polarity is a set of directions. Positive: the literal implies its formula. Negative: the formula
// implies the literal.
type polarity uint8

const (
	positive polarity = 1 << iota
	negative
	both = positive | negative
)

func (p polarity) flip() polarity { return (p>>1 | p<<1) & both }

func newEncoder(store *logic.Store, s *sat.Solver, a *arithmetic, table *symbolTable) *encoder {
	e := &encoder{
		store: store, sat: s, arith: a, table: table,
		gates: map[*logic.Term]*gate{}, aliases: map[*logic.Term]*logic.Term{},
		defined: map[*logic.Term]lra.Var{}, sums: map[*logic.Term]lra.Var{},
		definitions: map[*logic.Term]*logic.Term{},
		words:       newWords(),
	}
	e.sink = &sink{encoder: e}
	e.circuit = bits.New(e.sink)
	return e
}

func (e *encoder) clause(lits ...sat.Lit) {
	if e.usage != nil {
		e.usage.clause(e.partition, lits)
	}
	e.sat.AddClauseIn(e.partition, lits...)
}

// assert adds t as one or several clauses.
func (e *encoder) assert(t *logic.Term) error {
	work := []*logic.Term{t}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		var disjuncts []*logic.Term
		switch t.Op() {
		case logic.OpAnd:
			work = append(work, t.Args()...)
			continue
		case logic.OpOr:
			disjuncts = t.Args()
		default:
			disjuncts = []*logic.Term{t}
		}
		if e.gates[t] == nil && e.isWordEquation(t) { // a word equation needs no literal
			if err := e.encodeInside(t); err != nil {
				return err
			}
			x, y, err := e.compared(t)
			if err != nil {
				return err
			}
			e.circuit.Agreements(x, y, e.clause)
			continue
		}
		lits := make([]sat.Lit, len(disjuncts))
		for i, a := range disjuncts {
			l, err := e.literal(a, positive)
			if err != nil {
				return err
			}
			lits[i] = l
		}
		e.clause(lits...)
	}
	return nil
}

// wordLevel reports whether bit-vectors have nodes instead of bits.
func (e *encoder) wordLevel() bool { return e.eq != nil && e.eq.wordLevel }

// isWordEquation reports whether t is an equation of bit-vectors over their bits.
func (e *encoder) isWordEquation(t *logic.Term) bool {
	return t.Op() == logic.OpEq && t.Arg(0).Sort().IsBitVec() && !e.wordLevel()
}

// request asks for the literal of a formula in some directions.
type request struct {
	t   *logic.Term
	pol polarity
}

// literal returns the literal of the Boolean term t, defined in the directions pol. It is
// iterative, since formulas may be deep.
func (e *encoder) literal(t *logic.Term, pol polarity) (sat.Lit, error) {
	stack := e.demand(nil, t, pol)
	for len(stack) > 0 {
		n := len(stack)
		r := stack[n-1]
		if e.isDone(r) {
			stack = stack[:n-1]
			continue
		}
		if stack = e.demandChildren(stack, r); len(stack) > n {
			continue
		}
		if err := e.define(r); err != nil {
			return sat.NoLit, err
		}
		stack = stack[:n-1]
	}
	return e.known(t), nil
}

func (e *encoder) isDone(r request) bool {
	g := e.gates[r.t]
	return g != nil && g.made&r.pol == r.pol
}

// demand pushes t, without negations, unless its definition is complete.
func (e *encoder) demand(stack []request, t *logic.Term, pol polarity) []request {
	if t.Op() == logic.OpNot {
		t, pol = t.Arg(0), pol.flip()
	}
	if r := (request{t, pol}); !e.isDone(r) {
		stack = append(stack, r)
	}
	return stack
}

// demandChildren pushes the formulas whose literals define the literal of r.
func (e *encoder) demandChildren(stack []request, r request) []request {
	t := r.t
	switch t.Op() {
	case logic.OpAnd, logic.OpOr:
		for _, a := range t.Args() {
			stack = e.demand(stack, a, r.pol)
		}
	case logic.OpEq:
		if t.Arg(0).Sort().IsBool() {
			stack = e.demand(stack, t.Arg(0), both)
			stack = e.demand(stack, t.Arg(1), both)
		}
	case logic.OpIte:
		stack = e.demand(stack, t.Arg(0), both)
		stack = e.demand(stack, t.Arg(1), r.pol)
		stack = e.demand(stack, t.Arg(2), r.pol)
	}
	return stack
}

// known returns the literal of a formula if it has one.
func (e *encoder) known(t *logic.Term) sat.Lit {
	if t.Op() == logic.OpNot {
		return e.gates[t.Arg(0)].lit.Not()
	}
	return e.gates[t].lit
}

// define gives the formula of r a literal and the missing clauses. Its children must have literals.
func (e *encoder) define(r request) error {
	t := r.t
	if err := e.encodeInside(t); err != nil {
		return err
	}
	switch {
	case t.Op() == logic.OpLe || t.Op() == logic.OpLt:
		return e.atom(t)
	case t.Op() == logic.OpBVUle || t.Op() == logic.OpBVSle:
		if e.wordLevel() {
			return e.relation(t)
		}
		return e.wordComparison(t)
	case t.Op() == logic.OpEq && !t.Arg(0).Sort().IsBool():
		switch sort := t.Arg(0).Sort(); {
		case sort.IsArith():
			return e.equation(r)
		case e.isWordEquation(t):
			return e.wordEquation(r)
		}
		return e.equality(r)
	case isOpaque(t):
		return e.alienBool(t)
	case t.IsSymbol():
		e.gates[t] = &gate{lit: e.table.bool(t, e.sat), made: both}
		return nil
	}
	x, missing := e.gate(r)
	switch t.Op() {
	case logic.OpTrue:
		e.clause(x)
	case logic.OpFalse:
		e.clause(x.Not())
	case logic.OpAnd:
		e.conjunction(x, t.Args(), missing)
	case logic.OpOr:
		e.disjunction(x, t.Args(), missing)
	case logic.OpEq:
		a, b := e.known(t.Arg(0)), e.known(t.Arg(1))
		if missing&positive != 0 {
			e.clause(x.Not(), a.Not(), b)
			e.clause(x.Not(), a, b.Not())
		}
		if missing&negative != 0 {
			e.clause(x, a, b)
			e.clause(x, a.Not(), b.Not())
		}
	case logic.OpIte:
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

// gate returns the gate of r's formula, and makes it if necessary. It also returns the directions
// in which the gate is not defined yet; these count as defined from now on.
func (e *encoder) gate(r request) (x sat.Lit, missing polarity) {
	g := e.gates[r.t]
	if g == nil {
		g = &gate{lit: e.sat.NewVar().Pos()}
		e.gates[r.t] = g
		e.onPop(undo{kind: forgetGate, t: r.t, lit: g.lit})
	} else if g.made != r.pol {
		e.onPop(undo{kind: restoreGate, t: r.t, made: g.made})
	}
	missing = r.pol &^ g.made
	g.made |= r.pol
	return g.lit, missing
}

// conjunction adds the clauses of x ⇔ ⋀ args in the given directions.
func (e *encoder) conjunction(x sat.Lit, args []*logic.Term, directions polarity) {
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
func (e *encoder) disjunction(x sat.Lit, args []*logic.Term, directions polarity) {
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

// bound returns the literal of an atom and counts a use of it in this scope.
func (e *encoder) bound(b upperBound) sat.Lit {
	l := e.arith.literal(b, e.sat)
	e.arith.count(l, +1)
	e.onPop(undo{kind: releaseAtom, lit: l})
	return l
}

// atom gives the bound t, (<= sum k) or (< sum k), a literal.
func (e *encoder) atom(t *logic.Term) error {
	v, err := e.sum(t.Arg(0))
	if err != nil {
		return err
	}
	l := e.bound(upperBound{v, t.Arg(1).Num(), t.Op() == logic.OpLe})
	e.gates[t] = &gate{lit: l, made: both}
	e.onPop(undo{kind: forgetAtom, t: t})
	return nil
}

// equation defines the literal of an equation (= sum k) over Int or Real by two
// bounds.
func (e *encoder) equation(r request) error {
	t := r.t
	v, err := e.sum(t.Arg(0))
	if err != nil {
		return err
	}
	k := t.Arg(1).Num()
	above := upperBound{v, k, false} // the negation of sum >= k
	if t.Arg(0).Sort().IsInt() {
		above = upperBound{v, k.Sub(rational.Int(1)), true}
	}
	le, ge := e.bound(upperBound{v, k, true}), e.bound(above).Not()
	x, missing := e.gate(r)
	if missing&positive != 0 {
		e.clause(x.Not(), le)
		e.clause(x.Not(), ge)
	}
	if missing&negative != 0 {
		e.clause(x, le.Not(), ge.Not())
	}
	return nil
}

// unsupported reports that the solver has no theory for t.
func unsupported(t *logic.Term) error {
	return fmt.Errorf("native solver: no theory for %v over %v: %w", t.Op(), t.Sort(), errors.ErrUnsupported)
}
