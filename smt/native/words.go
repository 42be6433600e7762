// SPDX-License-Identifier: Apache-2.0

package native

import (
	"math/big"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/bits/blast"
	"cornet/smt/sat"
)

// This file gives bit-vector terms their bits. Circuits remain when a scope closes: they restrict
// only their gates, and the next scope probably needs them again. The aliases of if-then-else and
// of elements of arrays are defined in a scope. When it closes, their bits remain, and their
// definitions are removed.

// sink takes the clauses of an encoder's circuits. They are added outside all scopes, or as lemmas
// during the search.
type sink struct {
	*encoder
	out *sat.Outbox // not nil during a final check
}

// NewVar implements bits.Sink.
func (s *sink) NewVar() sat.Var { return s.sat.NewVar() }

// Clause implements bits.Sink.
func (s *sink) Clause(lits ...sat.Lit) {
	if s.out != nil {
		s.out.Lemma(sat.Permanent, 0, lits...)
		return
	}
	if s.usage != nil {
		s.usage.clause(s.partition, lits)
	}
	s.sat.AddOutsideIn(s.partition, lits...)
}

// words is the encoder's data of bit-vector terms.
type words struct {
	of    map[*logic.Term]bits.Word
	solid map[*logic.Term]bool  // terms whose bits do not depend on aliases
	ready map[*logic.Term]bool  // terms whose aliases are all defined in an open scope
	atoms map[*logic.Term]*gate // the gates of comparisons and equations
}

func newWords() words {
	return words{
		of: map[*logic.Term]bits.Word{}, solid: map[*logic.Term]bool{},
		ready: map[*logic.Term]bool{}, atoms: map[*logic.Term]*gate{},
	}
}

// word returns the bits of a bit-vector term.
func (e *encoder) word(t *logic.Term) (bits.Word, error) {
	known := e.words.of[t]
	if known != nil && (e.words.solid[t] || e.words.ready[t]) {
		return known, nil
	}
	var z bits.Word
	var err error
	solid := true
	switch {
	case t.IsSymbol():
		z = e.table.word(t, e.sat)
	case t.Op() == logic.OpBV:
		z = e.circuit.Constant(t.BV(), t.Sort().Width())
	case t.Op() >= logic.OpConcat && t.Op() <= logic.OpBVAshr:
		args := make([]bits.Word, len(t.Args()))
		for i, a := range t.Args() {
			if args[i], err = e.word(a); err != nil {
				return nil, err
			}
			solid = solid && e.words.solid[a]
		}
		if z = known; z == nil {
			z = blast.Operation(e.circuit, t, args)
		}
	default:
		solid = false
		z, err = e.alienWord(t)
	}
	if err != nil {
		return nil, err
	}
	e.words.of[t] = z
	if solid {
		e.words.solid[t] = true
	} else if !e.words.ready[t] {
		e.words.ready[t] = true
		e.onPop(undo{kind: forgetWord, t: t})
	}
	return z, nil
}

// alienWord returns the bits of the alias of t, which it defines in this scope.
func (e *encoder) alienWord(t *logic.Term) (bits.Word, error) {
	z := e.table.bits(e.alias(t), e.sat)
	switch t.Op() {
	case logic.OpIte:
		c, err := e.literal(t.Arg(0), both)
		if err != nil {
			return nil, err
		}
		x, err := e.word(t.Arg(1))
		if err != nil {
			return nil, err
		}
		y, err := e.word(t.Arg(2))
		if err != nil {
			return nil, err
		}
		for k := range z {
			e.clause(c.Not(), x[k].Not(), z[k])
			e.clause(c.Not(), x[k], z[k].Not())
			e.clause(c, y[k].Not(), z[k])
			e.clause(c, y[k], z[k].Not())
		}
		return z, nil
	case logic.OpIntToBV:
		modulus := e.store.Num(powerOfTwo(t.Sort().Width()), e.store.Int)
		return z, e.assert(e.store.Eq(e.store.BVToInt(e.alias(t)), e.store.Mod(t.Arg(0), modulus)))
	case logic.OpSelect, logic.OpApp, logic.OpField:
		_, err := e.node(t)
		return z, err
	}
	return nil, unsupported(t)
}

// wordComparison gives a comparison of bit-vectors a literal.
func (e *encoder) wordComparison(t *logic.Term) error {
	x, y, err := e.compared(t)
	if err != nil {
		return err
	}
	g := e.words.atoms[t]
	if g == nil {
		g = &gate{made: both}
		if t.Op() == logic.OpBVUle {
			g.lit = e.circuit.Ule(x, y)
		} else {
			g.lit = e.circuit.Sle(x, y)
		}
	}
	e.keepWordAtom(t, g)
	return nil
}

// wordEquation gives the equation of r a literal, in the requested directions.
func (e *encoder) wordEquation(r request) error {
	x, y, err := e.compared(r.t)
	if err != nil {
		return err
	}
	g := e.words.atoms[r.t]
	if g == nil {
		switch equal, known := e.circuit.Decided(x, y); {
		case known:
			g = &gate{e.circuit.Bool(equal), both}
		case len(x) == 1:
			g = &gate{e.circuit.Eq(x, y), both}
		default:
			g = &gate{lit: e.sink.NewVar().Pos()}
		}
	}
	missing := r.pol &^ g.made
	if missing&positive != 0 {
		e.circuit.Equate(g.lit, x, y)
	}
	if missing&negative != 0 {
		e.circuit.Separate(g.lit.Not(), x, y)
	}
	g.made |= r.pol
	e.keepWordAtom(r.t, g)
	return nil
}

// compared returns the bits of the arguments of t.
func (e *encoder) compared(t *logic.Term) (x, y bits.Word, err error) {
	if x, err = e.word(t.Arg(0)); err == nil {
		y, err = e.word(t.Arg(1))
	}
	return x, y, err
}

// keepWordAtom records the gate of t. The gate outlives scopes, though an alias of t may need its
// definition again.
func (e *encoder) keepWordAtom(t *logic.Term, g *gate) {
	e.words.atoms[t], e.gates[t] = g, g
	if !e.words.solid[t.Arg(0)] || !e.words.solid[t.Arg(1)] {
		e.onPop(undo{kind: forgetAtom, t: t})
	}
}

// powerOfTwo returns 2^n.
func powerOfTwo(n int) rational.Rat {
	return rational.FromBigInt(new(big.Int).Lsh(big.NewInt(1), uint(n)))
}
