// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"strings"

	"cornet/logic"
	"cornet/smtlib"
)

// Invalid describes why a witness is wrong.
type Invalid struct {
	// Pos is the position of the assertion that the witness violates. It is empty if the witness as
	// a whole is malformed, or if the system has no Source.
	Pos smtlib.Pos
	// Assert is the number of that assertion in the file, or the index of the clause if there is no
	// Source. Step is the step of the refutation. Either is -1 if it does not apply.
	Assert, Step int
	Msg          string
	// Open means that the step depends on a value that SMT-LIB leaves unspecified, such as (head
	// nil). A solver that has chosen this value is not wrong, but the refutation does not hold for
	// every choice.
	Open bool
	// For models, Vars are the variables of the assertion, and Countermodel has values for them
	// that falsify it.
	Vars         []*logic.Term
	Countermodel *logic.Model
}

// Error returns one line: the position, the assertion or step, and the fault.
func (e *Invalid) Error() string {
	s := "invalid witness: " + where(e.Pos, e.Assert, e.Step) + e.Msg
	if e.Countermodel == nil || len(e.Vars) == 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s)
	b.WriteString("; counterexample:")
	for i, v := range e.Vars {
		if i == maxShown {
			fmt.Fprintf(&b, " and %d more", len(e.Vars)-i)
			break
		}
		fmt.Fprintf(&b, " %s = %v", logic.QuoteSymbol(v.Name()), e.Countermodel.Value(v))
	}
	return b.String()
}

// maxShown bounds the variables of a countermodel in a message.
const maxShown = 20

// Undecided explains why the validity of a witness could not be decided.
type Undecided struct {
	Pos          smtlib.Pos
	Assert, Step int // as in Invalid
	Msg          string
	Err          error // cause, such as a cancelled context; may be nil
}

// Error returns one line.
func (e *Undecided) Error() string {
	s := "undecided witness: " + where(e.Pos, e.Assert, e.Step) + e.Msg
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Undecided) Unwrap() error { return e.Err }

func where(pos smtlib.Pos, assert, step int) string {
	var b strings.Builder
	if pos.Line > 0 {
		fmt.Fprintf(&b, "%v: ", pos)
	}
	if step >= 0 {
		fmt.Fprintf(&b, "step %d: ", step)
	}
	if assert >= 0 {
		fmt.Fprintf(&b, "assertion %d: ", assert)
	}
	return b.String()
}
