// SPDX-License-Identifier: Apache-2.0

package softfloat

import (
	"fmt"
	"math/big"
	"math/bits"

	"cornet/logic"
)

// word is a bit-vector of up to 128 bits; a formula is 0 or 1.
type word struct{ hi, lo uint64 }

func small(v uint64) word { return word{0, v} }

func (x word) mask(width int) word {
	switch {
	case width < 64:
		return word{0, x.lo & (1<<width - 1)}
	case width < 128:
		return word{x.hi & (1<<(width-64) - 1), x.lo}
	}
	return x
}

func (x word) left(n int) word {
	switch {
	case n >= 128:
		return word{}
	case n >= 64:
		return word{x.lo << (n - 64), 0}
	}
	return word{x.hi<<n | x.lo>>(64-n), x.lo << n}
}

func (x word) right(n int) word {
	switch {
	case n >= 128:
		return word{}
	case n >= 64:
		return word{0, x.hi >> (n - 64)}
	}
	return word{x.hi >> n, x.lo>>n | x.hi<<(64-n)}
}

func (x word) add(y word) word {
	lo, carry := bits.Add64(x.lo, y.lo, 0)
	hi, _ := bits.Add64(x.hi, y.hi, carry)
	return word{hi, lo}
}

func (x word) not() word        { return word{^x.hi, ^x.lo} }
func (x word) or(y word) word   { return word{x.hi | y.hi, x.lo | y.lo} }
func (x word) neg() word        { return x.not().add(small(1)) }
func (x word) less(y word) bool { return x.hi < y.hi || x.hi == y.hi && x.lo < y.lo }
func (x word) isSet(i int) bool { return x.right(i).lo&1 == 1 }

func (x word) times(y word) word {
	hi, lo := bits.Mul64(x.lo, y.lo)
	return word{hi + x.hi*y.lo + x.lo*y.hi, lo}
}

func (x word) big() *big.Int {
	z := new(big.Int).SetUint64(x.hi)
	return z.Lsh(z, 64).Or(z, new(big.Int).SetUint64(x.lo))
}

func wordOf(x *big.Int) word {
	low := new(big.Int).SetUint64(^uint64(0))
	return word{new(big.Int).Rsh(x, 64).Uint64(), low.And(low, x).Uint64()}
}

func truth(c bool) word {
	if c {
		return small(1)
	}
	return word{}
}

// program evaluates terms over variables many times. It shares no code with the simplification of
// terms.
type program struct {
	steps  []step
	place  map[*logic.Term]int
	values []word
}

type step struct {
	op        logic.Op
	args      []int
	width, of int // widths of the result and of the first operand
	high, low int
	value     word
}

// compile returns a program for terms. Its last values are their results.
func compile(inputs []*logic.Term, outputs ...*logic.Term) (*program, []int) {
	p := &program{place: map[*logic.Term]int{}}
	for _, x := range inputs {
		p.put(x, step{op: logic.OpVar})
	}
	var at []int
	for _, t := range outputs {
		at = append(at, p.term(t))
	}
	p.values = make([]word, len(p.steps))
	return p, at
}

func (p *program) put(t *logic.Term, s step) int {
	p.place[t] = len(p.steps)
	p.steps = append(p.steps, s)
	return len(p.steps) - 1
}

func (p *program) term(t *logic.Term) int {
	if i, ok := p.place[t]; ok {
		return i
	}
	s := step{op: t.Op()}
	if t.Sort().IsBitVec() {
		s.width = t.Sort().Width()
	}
	for _, x := range t.Args() {
		s.args = append(s.args, p.term(x))
	}
	if len(t.Args()) > 0 && t.Args()[0].Sort().IsBitVec() {
		s.of = t.Args()[0].Sort().Width()
	}
	switch t.Op() {
	case logic.OpBV:
		s.value = wordOf(t.BV())
	case logic.OpExtract:
		s.high, s.low = t.Indices()
	case logic.OpConcat:
		s.low = t.Args()[1].Sort().Width()
	}
	return p.put(t, s)
}

// run evaluates the terms for values of the inputs.
func (p *program) run(inputs ...word) {
	copy(p.values, inputs)
	for i := len(inputs); i < len(p.steps); i++ {
		p.values[i] = p.steps[i].eval(p.values)
	}
}

func (s *step) eval(values []word) word {
	arg := func(i int) word { return values[s.args[i]] }
	signed := func(x word) word { // for comparisons
		return x.add(small(1).left(s.of - 1)).mask(s.of)
	}
	switch s.op {
	case logic.OpBV:
		return s.value
	case logic.OpTrue, logic.OpFalse:
		return truth(s.op == logic.OpTrue)
	case logic.OpNot:
		return truth(arg(0).lo == 0)
	case logic.OpAnd:
		for i := range s.args {
			if arg(i).lo == 0 {
				return word{}
			}
		}
		return small(1)
	case logic.OpOr:
		for i := range s.args {
			if arg(i).lo == 1 {
				return small(1)
			}
		}
		return word{}
	case logic.OpEq:
		return truth(arg(0) == arg(1))
	case logic.OpIte:
		if arg(0).lo == 1 {
			return arg(1)
		}
		return arg(2)
	case logic.OpConcat:
		return arg(0).left(s.low).or(arg(1))
	case logic.OpExtract:
		return arg(0).right(s.low).mask(s.width)
	case logic.OpSignExtend:
		x := arg(0)
		if x.isSet(s.of - 1) {
			x = x.or(word{}.not().left(s.of))
		}
		return x.mask(s.width)
	case logic.OpBVNot:
		return arg(0).not().mask(s.width)
	case logic.OpBVNeg:
		return arg(0).neg().mask(s.width)
	case logic.OpBVOr:
		return arg(0).or(arg(1))
	case logic.OpBVAdd:
		return arg(0).add(arg(1)).mask(s.width)
	case logic.OpBVMul:
		return arg(0).times(arg(1)).mask(s.width)
	case logic.OpBVShl:
		return arg(0).left(arg(1).distance()).mask(s.width)
	case logic.OpBVLshr:
		return arg(0).right(arg(1).distance())
	case logic.OpBVUle:
		return truth(!arg(1).less(arg(0)))
	case logic.OpBVSle:
		return truth(!signed(arg(1)).less(signed(arg(0))))
	}
	panic(fmt.Sprintf("no operation %v", s.op))
}

func (x word) distance() int {
	if x.hi != 0 || x.lo > 128 {
		return 128
	}
	return int(x.lo)
}
