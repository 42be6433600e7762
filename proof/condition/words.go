// SPDX-License-Identifier: Apache-2.0

package condition

import (
	"fmt"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt/native"
)

// This file proves that bit-vectors equal their bits, with Carcara's rules bitblast_…. The rules
// fix the circuits: the formulas here are those that the rules compute.

// word is a bit-vector with its bits, the lowest first.
type word struct {
	term *logic.Term
	bits []*logic.Term // formulas
	// circuit is the term (@bbterm …) of the bits.
	circuit *logic.Term
	step    string // the step which proves that the term equals the circuit, once it is written
}

// word returns the bits of t.
func (w *writer) word(t *logic.Term) *word {
	z := w.words[t]
	if z == nil {
		z = &word{term: t, bits: w.bits(t)}
		z.circuit = w.stands.make(t.Sort(), compound{head: "@bbterm", args: z.bits})
		w.words[t] = z
	}
	return z
}

// rulesOfWords has the names of the rules by operator.
var rulesOfWords = map[logic.Op]string{
	logic.OpConcat: "concat", logic.OpExtract: "extract", logic.OpSignExtend: "sign_extend", logic.OpBVNot: "not", logic.OpBVNeg: "neg",
	logic.OpBVAnd: "and", logic.OpBVOr: "or", logic.OpBVXor: "xor", logic.OpBVAdd: "add", logic.OpBVMul: "mult",
	logic.OpEq: "equal", logic.OpBVUlt: "ult", logic.OpBVSlt: "slt",
}

// bits returns the formulas of the bits of t.
func (w *writer) bits(t *logic.Term) []*logic.Term {
	s := w.store
	z := make([]*logic.Term, t.Sort().Width())
	c := w.stands.of[t]
	switch {
	case t.Op() == logic.OpBV:
		for k := range z {
			z[k] = s.BoolValue(t.BV().Bit(k) == 1)
		}
		return z
	case c == nil || rulesOfWords[c.op] == "":
		for k := range z {
			z[k] = w.stands.make(s.Bool, compound{head: fmt.Sprintf("(_ @bit_of %d)", k), args: []*logic.Term{t}})
		}
		return z
	}
	args := slice.Map(c.args, func(a *logic.Term) []*logic.Term { return w.word(a).bits })
	not := func(x *logic.Term) *logic.Term { return s.Faithful(logic.OpNot, x) }
	switch x := args[0]; c.op {
	case logic.OpConcat:
		z = z[:0]
		for i := len(args) - 1; i >= 0; i-- {
			z = append(z, args[i]...)
		}
	case logic.OpExtract:
		copy(z, x[c.of[1]:])
	case logic.OpSignExtend:
		for k := range z {
			z[k] = x[min(k, len(x)-1)]
		}
	case logic.OpBVNot:
		for k := range z {
			z[k] = not(x[k])
		}
	case logic.OpBVNeg:
		inverse, zero := make([]*logic.Term, len(x)), make([]*logic.Term, len(x))
		for k := range x {
			inverse[k], zero[k] = not(x[k]), s.False()
		}
		z = w.sum(inverse, zero, s.True())
	default:
		for _, y := range args[1:] {
			x = w.combine(c.op, x, y)
		}
		z = x
	}
	return z
}

// combine returns the bits of an operation on two words.
func (w *writer) combine(op logic.Op, x, y []*logic.Term) []*logic.Term {
	switch op {
	case logic.OpBVAdd:
		return w.sum(x, y, w.store.False())
	case logic.OpBVMul:
		return w.product(x, y)
	}
	connective := map[logic.Op]logic.Op{logic.OpBVAnd: logic.OpAnd, logic.OpBVOr: logic.OpOr, logic.OpBVXor: logic.OpXor}[op]
	z := make([]*logic.Term, len(x))
	for k := range z {
		z[k] = w.store.Faithful(connective, x[k], y[k])
	}
	return z
}

// carry returns the carry of two bits and a carry.
func (w *writer) carry(x, y, c *logic.Term) *logic.Term {
	f := w.store.Faithful
	return f(logic.OpOr, f(logic.OpAnd, x, y), f(logic.OpAnd, f(logic.OpXor, x, y), c))
}

// add returns the sum of two bits and a carry.
func (w *writer) add(x, y, c *logic.Term) *logic.Term {
	return w.store.Faithful(logic.OpXor, w.store.Faithful(logic.OpXor, x, y), c)
}

// sum returns the bits of x + y and the carry c.
func (w *writer) sum(x, y []*logic.Term, c *logic.Term) []*logic.Term {
	z := make([]*logic.Term, len(x))
	for k := range z {
		if k > 0 {
			c = w.carry(x[k-1], y[k-1], c)
		}
		z[k] = w.add(x[k], y[k], c)
	}
	return z
}

// product returns the bits of x·y: the sum of shifted copies of x, one for each bit of y.
func (w *writer) product(x, y []*logic.Term) []*logic.Term {
	n := len(x)
	shifted := func(j, i int) *logic.Term { // bit i of the j-th summand
		if j > i {
			return w.store.False()
		}
		return w.store.Faithful(logic.OpAnd, y[j], x[i-j])
	}
	z := make([]*logic.Term, n)
	for i := range z {
		z[i] = shifted(0, i)
	}
	for j := 1; j < n; j++ {
		next := append([]*logic.Term{}, z...)
		c := w.store.False()
		for i := j; i < n; i++ {
			if i > j {
				c = w.carry(z[i-1], shifted(j, i-1), c)
			}
			next[i] = w.add(z[i], shifted(j, i), c)
		}
		z = next
	}
	return z
}

// compared returns the formula of a comparison of words.
func (w *writer) compared(op logic.Op, x, y []*logic.Term) *logic.Term {
	f := w.store.Faithful
	same := make([]*logic.Term, len(x))
	for k := range same {
		same[k] = f(logic.OpEq, x[k], y[k])
	}
	below := func(x, y *logic.Term) *logic.Term { return f(logic.OpAnd, f(logic.OpNot, x), y) }
	switch {
	case op == logic.OpEq && len(x) == 1:
		return same[0]
	case op == logic.OpEq:
		return f(logic.OpAnd, same...)
	case op == logic.OpBVSlt && len(x) == 1:
		return f(logic.OpAnd, x[0], f(logic.OpNot, y[0]))
	}
	z := below(x[0], y[0])
	for k := 1; k < len(x); k++ {
		first := below(x[k], y[k])
		if op == logic.OpBVSlt && k == len(x)-1 {
			first = f(logic.OpAnd, x[k], f(logic.OpNot, y[k]))
		}
		z = f(logic.OpOr, f(logic.OpAnd, same[k], z), first)
	}
	return z
}

// prove writes that a word equals its circuit, and returns the name of the step.
func (w *writer) prove(x *word) string {
	if x.step != "" {
		return x.step
	}
	c := w.stands.of[x.term]
	switch {
	case x.term.Op() == logic.OpBV:
		x.step = w.rawEquation("bitblast_const", x.term, x.circuit)
	case c == nil || rulesOfWords[c.op] == "":
		x.step = w.rawEquation("bitblast_var", x.term, x.circuit)
	default:
		x.step = w.blast(x.term, x.circuit)
	}
	return x.step
}

// blast writes that t equals the result of its rule on the circuits of its arguments.
func (w *writer) blast(t, result *logic.Term) string {
	c := w.stands.of[t]
	premises, circuits := make([]string, len(c.args)), make([]*logic.Term, len(c.args))
	for i, a := range c.args {
		x := w.word(a)
		premises[i], circuits[i] = w.prove(x), x.circuit
	}
	middle := w.stands.make(t.Sort(), compound{head: c.head, args: circuits})
	first := w.rawEquation("cong", t, middle, premises...)
	second := w.rawEquation("bitblast_"+rulesOfWords[c.op], middle, result)
	return w.rawEquation("trans", t, result, first, second)
}

// blastAtom gives the clauses that a comparison of words equals a formula over bits.
func (w *writer) blastAtom(t *logic.Term) {
	c := w.stands.of[t]
	result := w.compared(c.op, w.word(c.args[0]).bits, w.word(c.args[1]).bits)
	w.definitions(result, w.only)
	step := ""
	equation := func() string {
		if step == "" {
			step = w.blast(t, result)
		}
		return step
	}
	w.giveStepOf("equiv1", equation, native.Literal{Term: t, Negative: true}, native.Literal{Term: result})
	w.giveStepOf("equiv2", equation, native.Literal{Term: t}, native.Literal{Term: result, Negative: true})
}
