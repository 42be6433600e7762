// SPDX-License-Identifier: Apache-2.0

package condition

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cornet/logic"
)

// compound is a term of a theory other than Bool and linear arithmetic.
type compound struct {
	head string        // the head of the term as it is written
	args []*logic.Term // symbols, and sums of symbols
	op   logic.Op      // the operator; OpInvalid for bits
	of   [2]int        // the indices of the operator
}

// stands has the symbols that replace terms of other theories in the text. So proofs over Bool and
// arithmetic need not refer to these theories.
type stands struct {
	store  *logic.Store
	of     map[*logic.Term]*compound
	symbol map[string]*logic.Term // the symbols, by the text of the compound
	order  []*logic.Term          // the symbols, in the order in which they were made
}

func newStands(s *logic.Store) *stands {
	return &stands{store: s, of: map[*logic.Term]*compound{}, symbol: map[string]*logic.Term{}}
}

// make returns the symbol that represents a compound.
func (z *stands) make(sort *logic.Sort, c compound) *logic.Term {
	var key strings.Builder
	key.WriteString(c.head)
	for _, a := range c.args {
		key.WriteByte(' ')
		key.WriteString(strconv.Itoa(int(a.ID())))
	}
	t := z.symbol[key.String()]
	if t == nil {
		t = z.store.Fresh("s", sort)
		z.symbol[key.String()], z.of[t] = t, &c
		z.order = append(z.order, t)
	}
	return t
}

// equal returns the symbol for an equation.
func (z *stands) equal(x, y *logic.Term) *logic.Term {
	return z.make(z.store.Bool, compound{head: "=", args: []*logic.Term{x, y}, op: logic.OpEq})
}

// read returns the symbol for the element of an array at an index.
func (z *stands) read(array, index *logic.Term) *logic.Term {
	return z.make(array.Sort().Elem(), compound{head: "select", args: []*logic.Term{array, index}, op: logic.OpSelect})
}

// purify returns a formula with symbols for the terms of other theories. If there are no rules for
// a term, the error wraps errors.ErrUnsupported.
func (z *stands) purify(f *logic.Term) (*logic.Term, error) {
	var err error
	g := z.store.NewFaithfulRewriter(nil, func(t *logic.Term) *logic.Term {
		x, missing := z.stand(t)
		if err == nil && missing {
			err = fmt.Errorf("no rules of Alethe for %v over %v: %w", t.Op(), t.Sort(), errors.ErrUnsupported)
		}
		return x
	}).Map(f)
	return g, err
}

// stand returns the symbol of t, whose arguments already have symbols. It returns t itself if t
// belongs to Bool or arithmetic.
func (z *stands) stand(t *logic.Term) (x *logic.Term, missing bool) {
	c := compound{head: t.Op().String(), args: t.Args(), op: t.Op()}
	switch op := t.Op(); op {
	case logic.OpBVUle, logic.OpBVSle: // there are rules only for the strict comparisons
		c.head, c.op, c.args = "bvult", logic.OpBVUlt, []*logic.Term{t.Arg(1), t.Arg(0)}
		if op == logic.OpBVSle {
			c.head, c.op = "bvslt", logic.OpBVSlt
		}
		return z.store.Faithful(logic.OpNot, z.make(t.Sort(), c)), false
	case logic.OpEq:
		if t.Arg(0).Sort().IsBool() || t.Arg(0).Sort().IsArith() {
			return t, false
		}
	case logic.OpSelect, logic.OpStore:
	case logic.OpToReal:
		// To la_generic, (to_real x) and x are unrelated.
	case logic.OpMul:
		if t.Arg(0).Op() == logic.OpNum {
			return t, false
		}
	case logic.OpConstArray:
		c.head = fmt.Sprintf("(as const %v)", t.Sort())
	case logic.OpApp:
		if len(t.Args()) == 0 {
			return t, false
		}
		c.head = logic.QuoteSymbol(t.Func().Name())
	case logic.OpExtract:
		c.of[0], c.of[1] = t.Indices()
		c.head = fmt.Sprintf("(_ extract %d %d)", c.of[0], c.of[1])
	case logic.OpSignExtend:
		c.of[0] = t.Sort().Width() - t.Arg(0).Sort().Width()
		c.head = fmt.Sprintf("(_ sign_extend %d)", c.of[0])
	case logic.OpConcat, logic.OpBVNot, logic.OpBVNeg, logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVAdd, logic.OpBVMul:
	case logic.OpIte:
		return t, !t.Sort().IsBool()
	case logic.OpVar, logic.OpTrue, logic.OpFalse, logic.OpNum, logic.OpBV, logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpImplies, logic.OpXor,
		logic.OpAdd, logic.OpLe, logic.OpLt:
		return t, t.Sort().IsDatatype()
	default:
		return t, true
	}
	return z.make(t.Sort(), c), false
}

// args returns the arguments of t, or of the term that t represents.
func (z *stands) args(t *logic.Term) []*logic.Term {
	if c := z.of[t]; c != nil {
		return c.args
	}
	return t.Args()
}

// walk visits f and its subterms once, arguments last.
func (z *stands) walk(f *logic.Term, visit func(*logic.Term)) {
	seen := map[*logic.Term]bool{f: true}
	for work := []*logic.Term{f}; len(work) > 0; {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		visit(t)
		args := z.args(t)
		for i := len(args) - 1; i >= 0; i-- {
			if !seen[args[i]] {
				seen[args[i]] = true
				work = append(work, args[i])
			}
		}
	}
}
