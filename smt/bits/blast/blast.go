// SPDX-License-Identifier: Apache-2.0

// Package blast makes circuits of terms over Booleans, bit-vectors, and arrays with few cells.
//
// A term becomes a word: a Boolean one of one bit, an array the concatenation of its cells, the
// cell at index 0 first. A blaster remembers the words of terms, so that shared terms are made
// once.
package blast

import (
	"errors"
	"fmt"

	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// maxArray is the largest number of bits of an array.
const maxArray = 1 << 16

// Width returns the number of bits of a sort. The error wraps [errors.ErrUnsupported].
func Width(s *logic.Sort) (int, error) {
	switch {
	case s.IsBool():
		return 1, nil
	case s.IsBitVec():
		return s.Width(), nil
	case s.IsArray() && s.Index().IsBitVec() && s.Index().Width() <= 16:
		elem, err := Width(s.Elem())
		if err != nil {
			return 0, err
		}
		if n := elem << s.Index().Width(); n <= maxArray {
			return n, nil
		}
	}
	return 0, fmt.Errorf("no bits for values of sort %v: %w", s, errors.ErrUnsupported)
}

// Blaster makes the words of terms in a circuit.
type Blaster struct {
	Circuit *bits.Circuit
	// Variable returns the word of a variable.
	Variable func(*logic.Term) (bits.Word, error)
	// Stop, if not nil, is called for each new term, and its error ends the work.
	Stop  func() error
	words map[*logic.Term]bits.Word
}

// Word returns the word of a term. The error wraps [errors.ErrUnsupported], or comes from Variable
// or Stop.
//
// Cost: linear in the number of gates that are new; see package bits.
func (b *Blaster) Word(root *logic.Term) (bits.Word, error) {
	if b.words == nil {
		b.words = map[*logic.Term]bits.Word{}
	}
	stack := []*logic.Term{root}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if _, done := b.words[t]; done {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, x := range t.Args() {
			if _, done := b.words[x]; !done {
				stack, ready = append(stack, x), false
			}
		}
		if !ready {
			continue
		}
		if b.Stop != nil {
			if err := b.Stop(); err != nil {
				return nil, err
			}
		}
		args := make([]bits.Word, len(t.Args()))
		for i, x := range t.Args() {
			args[i] = b.words[x]
		}
		z, err := b.term(t, args)
		if err != nil {
			return nil, err
		}
		b.words[t] = z
	}
	return b.words[root], nil
}

// Literal returns the bit of a Boolean term.
func (b *Blaster) Literal(t *logic.Term) (sat.Lit, error) {
	w, err := b.Word(t)
	if err != nil {
		return sat.NoLit, err
	}
	return w[0], nil
}

func (b *Blaster) term(t *logic.Term, args []bits.Word) (bits.Word, error) {
	c := b.Circuit
	if _, err := Width(t.Sort()); err != nil {
		return nil, err
	}
	switch t.Op() {
	case logic.OpVar:
		return b.Variable(t)
	case logic.OpTrue, logic.OpFalse:
		return bits.Word{c.Bool(t.IsTrue())}, nil
	case logic.OpBV:
		return c.Constant(t.BV(), t.Sort().Width()), nil
	case logic.OpNot:
		return bits.Not(args[0]), nil
	case logic.OpAnd, logic.OpOr:
		lits := make([]sat.Lit, len(args))
		for i, w := range args {
			lits[i] = w[0]
		}
		if t.Op() == logic.OpAnd {
			return bits.Word{c.All(lits...)}, nil
		}
		return bits.Word{c.Any(lits...)}, nil
	case logic.OpEq:
		return bits.Word{c.Eq(args[0], args[1])}, nil
	case logic.OpIte:
		return c.MuxWord(args[0][0], args[1], args[2]), nil
	case logic.OpBVUle:
		return bits.Word{c.Ule(args[0], args[1])}, nil
	case logic.OpBVSle:
		return bits.Word{c.Sle(args[0], args[1])}, nil
	case logic.OpSelect:
		return b.read(args[0], args[1]), nil
	case logic.OpStore:
		return b.write(args[0], args[1], args[2]), nil
	case logic.OpConstArray:
		z := make(bits.Word, 0, len(args[0])<<t.Sort().Index().Width())
		for range 1 << t.Sort().Index().Width() {
			z = append(z, args[0]...)
		}
		return z, nil
	}
	if z := Operation(c, t, args); z != nil {
		return z, nil
	}
	return nil, fmt.Errorf("no circuit for %v: %w", t.Op(), errors.ErrUnsupported)
}

// read returns the cell of an array at an index: a tree of choices.
func (b *Blaster) read(array, index bits.Word) bits.Word {
	for _, bit := range index {
		size := len(array) >> 1
		width := size >> (len(index) - 1)
		half := make(bits.Word, 0, size)
		for k := 0; k < len(array); k += 2 * width {
			half = append(half, b.Circuit.MuxWord(bit, array[k+width:k+2*width], array[k:k+width])...)
		}
		array, index = half, index[1:]
	}
	return array
}

// write returns the array with another cell at an index.
func (b *Blaster) write(array, index, elem bits.Word) bits.Word {
	z := make(bits.Word, 0, len(array))
	for k := range len(array) / len(elem) {
		here := b.Circuit.Bool(true)
		for i, bit := range index {
			if k>>i&1 == 0 {
				bit = bit.Not()
			}
			here = b.Circuit.And(here, bit)
		}
		z = append(z, b.Circuit.MuxWord(here, elem, array[k*len(elem):(k+1)*len(elem)])...)
	}
	return z
}

// Operation returns the circuit of t, an operation on bit-vectors whose result is one, over the
// words of its arguments. It returns nil for other terms.
func Operation(c *bits.Circuit, t *logic.Term, args []bits.Word) bits.Word {
	if len(args) == 0 {
		return nil
	}
	x := args[0]
	switch t.Op() {
	case logic.OpExtract:
		high, low := t.Indices()
		return x[low : high+1 : high+1]
	case logic.OpSignExtend:
		n, _ := t.Indices()
		return bits.SignExtend(x, n)
	case logic.OpBVNot:
		return bits.Not(x)
	case logic.OpBVNeg:
		return c.Neg(x)
	}
	binary := bits.Binary(t.Op())
	if binary == nil {
		return nil
	}
	for _, y := range args[1:] {
		x = binary(c, x, y)
	}
	return x
}
