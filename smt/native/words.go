// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"
	"math/big"

	"cornet/internal/rational"
	"cornet/smt/bits"
	"cornet/smt/sat"
	"cornet/smtlib"
)

// This file gives bit-vector terms their bits. Circuits stay when a scope closes: they
// are defined in both directions and so restrict nothing, and the next scope
// likely asks for them again. What a scope defines, the aliases of if-then-else and
// of elements of arrays, has bits that stay, and definitions that go.

// sink takes the clauses of an encoder's circuit: outside of scopes, and as lemmas
// while the search is on.
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

// words is what an encoder knows of bit-vector terms.
type words struct {
	of    map[*smtlib.Term]bits.Word
	solid map[*smtlib.Term]bool    // no alias is involved
	ready map[*smtlib.Term]bool    // the aliases involved are defined in an open scope
	atoms map[*smtlib.Term]sat.Lit // comparisons and equations
}

func newWords() words {
	return words{
		of: map[*smtlib.Term]bits.Word{}, solid: map[*smtlib.Term]bool{},
		ready: map[*smtlib.Term]bool{}, atoms: map[*smtlib.Term]sat.Lit{},
	}
}

// word returns the bits of a bit-vector term.
func (e *encoder) word(t *smtlib.Term) (bits.Word, error) {
	known := e.words.of[t]
	if known != nil && (e.words.solid[t] || e.words.ready[t]) {
		return known, nil
	}
	var z bits.Word
	var err error
	solid := true
	switch {
	case isSymbol(t):
		z = e.table.word(t, e.sat)
	case t.Op() == smtlib.OpBV:
		z = e.circuit.Constant(t.BV(), t.Sort().Width())
	case t.Op() >= smtlib.OpConcat && t.Op() <= smtlib.OpBVAshr:
		args := make([]bits.Word, len(t.Args()))
		for i, a := range t.Args() {
			if args[i], err = e.word(a); err != nil {
				return nil, err
			}
			solid = solid && e.words.solid[a]
		}
		if z = known; z == nil {
			z = e.operation(t, args)
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

// operation returns the circuit of t over the words of its arguments.
func (e *encoder) operation(t *smtlib.Term, args []bits.Word) bits.Word {
	c := e.circuit
	x := args[0]
	switch t.Op() {
	case smtlib.OpExtract:
		high, low := t.Indices()
		return x[low : high+1 : high+1]
	case smtlib.OpSignExtend:
		n, _ := t.Indices()
		return bits.SignExtend(x, n)
	case smtlib.OpBVNot:
		return bits.Not(x)
	case smtlib.OpBVNeg:
		return c.Neg(x)
	}
	for _, y := range args[1:] {
		x = binary(c, t.Op(), x, y)
	}
	return x
}

// binary returns the circuit of a binary operation.
func binary(c *bits.Circuit, op smtlib.Op, x, y bits.Word) bits.Word {
	switch op {
	case smtlib.OpConcat:
		return append(append(make(bits.Word, 0, len(x)+len(y)), y...), x...)
	case smtlib.OpBVAnd:
		return c.AndWord(x, y)
	case smtlib.OpBVOr:
		return c.OrWord(x, y)
	case smtlib.OpBVXor:
		return c.XorWord(x, y)
	case smtlib.OpBVAdd:
		return c.Add(x, y)
	case smtlib.OpBVMul:
		return c.Mul(x, y)
	case smtlib.OpBVUDiv:
		q, _ := c.DivRem(x, y)
		return q
	case smtlib.OpBVURem:
		_, r := c.DivRem(x, y)
		return r
	case smtlib.OpBVSDiv:
		return c.Sdiv(x, y)
	case smtlib.OpBVSRem:
		return c.Srem(x, y)
	case smtlib.OpBVSMod:
		return c.Smod(x, y)
	case smtlib.OpBVShl:
		return c.Shl(x, y)
	case smtlib.OpBVLshr:
		return c.Lshr(x, y)
	case smtlib.OpBVAshr:
		return c.Ashr(x, y)
	}
	panic(fmt.Sprintf("native: no circuit for %v", op))
}

// alienWord returns the bits of the alias of t, which it defines in this scope.
func (e *encoder) alienWord(t *smtlib.Term) (bits.Word, error) {
	z := e.table.bits(e.alias(t), e.sat)
	switch t.Op() {
	case smtlib.OpIte:
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
	case smtlib.OpIntToBV:
		modulus := e.store.Num(powerOfTwo(t.Sort().Width()), e.store.Int)
		return z, e.assert(e.store.Eq(e.store.BVToInt(e.alias(t)), e.store.Mod(t.Arg(0), modulus)))
	case smtlib.OpSelect, smtlib.OpApp, smtlib.OpField:
		_, err := e.node(t)
		return z, err
	}
	return nil, unsupported(t)
}

// wordAtom gives a comparison or equation of bit-vectors a literal.
func (e *encoder) wordAtom(t *smtlib.Term) error {
	x, err := e.word(t.Arg(0))
	if err != nil {
		return err
	}
	y, err := e.word(t.Arg(1))
	if err != nil {
		return err
	}
	l, ok := e.words.atoms[t]
	if !ok {
		switch t.Op() {
		case smtlib.OpBVUle:
			l = e.circuit.Ule(x, y)
		case smtlib.OpBVSle:
			l = e.circuit.Sle(x, y)
		default:
			l = e.circuit.Eq(x, y)
		}
		e.words.atoms[t] = l
	}
	e.gates[t] = &gate{lit: l, made: both}
	if !e.words.solid[t.Arg(0)] || !e.words.solid[t.Arg(1)] {
		e.onPop(undo{kind: forgetAtom, t: t})
	}
	return nil
}

// powerOfTwo returns 2^n.
func powerOfTwo(n int) rational.Rat {
	return rational.FromBigInt(new(big.Int).Lsh(big.NewInt(1), uint(n)))
}
