// SPDX-License-Identifier: Apache-2.0

package condition

import (
	"bufio"
	"fmt"
	"math/big"
	"strconv"

	"cornet/logic"
	"cornet/proof/alethe"
	"cornet/smt/native"
)

// text writes terms as they are in the store, without abbreviations such as >=.
type text struct {
	out *bufio.Writer
	// The name of a term is prefix and a number.
	prefix string
	named  map[*logic.Term]bool // terms that have been written, with a name
	// names reports whether a compound term gets a name at its first occurrence.
	names  func(*logic.Term) bool
	stands *stands
}

func (w *text) literal(l native.Literal) {
	if l.Negative {
		w.out.WriteString("(not ")
	}
	w.term(l.Term)
	if l.Negative {
		w.out.WriteByte(')')
	}
}

func (w *text) term(t *logic.Term) {
	switch {
	case t.Op() == logic.OpNum:
		w.out.WriteString(number(t.Num().Big(), t.Sort().IsReal()))
		return
	case t.Op() == logic.OpBV:
		fmt.Fprintf(w.out, "#b%0*b", t.Sort().Width(), t.BV())
		return
	case len(w.stands.args(t)) == 0:
		fmt.Fprint(w.out, t)
		return
	case w.named[t]:
		w.out.WriteString(w.prefix + strconv.Itoa(int(t.ID())))
		return
	}
	isNamed := w.names(t)
	if isNamed {
		w.named[t] = true
		w.out.WriteString("(! ")
	}
	head := t.Op().String()
	if c := w.stands.of[t]; c != nil {
		head = c.head
	}
	w.out.WriteString("(" + head)
	for _, a := range w.stands.args(t) {
		w.out.WriteByte(' ')
		w.term(a)
	}
	w.out.WriteByte(')')
	if isNamed {
		w.out.WriteString(" :named " + w.prefix + strconv.Itoa(int(t.ID())) + ")")
	}
}

// number returns an Int or Real number in the syntax of SMT-LIB.
func number(x *big.Rat, real bool) string {
	suffix := ""
	if real {
		suffix = ".0"
	}
	z := new(big.Int).Abs(x.Num()).String() + suffix
	if !x.IsInt() {
		z = "(/ " + z + " " + x.Denom().String() + suffix + ")"
	}
	if x.Sign() < 0 {
		z = "(- " + z + ")"
	}
	return z
}

// raw writes a step; the function write writes its clause.
func (w *writer) raw(rule string, write func(), premises ...string) string {
	return w.rawOf(rule, "", write, premises...)
}

// rawOf is like raw, for a rule with arguments.
func (w *writer) rawOf(rule, args string, write func(), premises ...string) string {
	return w.steps.Write(alethe.Step{Rule: rule, Clause: write, Premises: premises, Args: w.steps.Words(args)})
}
