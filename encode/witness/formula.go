// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"cmp"
	"strings"

	"cornet/logic"
)

// connectives writes a formula, or its negation, with the connectives of C. It is in parentheses if
// it is a conjunction inside a disjunction, or the other way round. atom writes an atom, or its
// negation, and reports whether it can. atom must limit the number of its calls, since shared parts
// of a term are written each time.
func connectives(t *logic.Term, negated bool, in logic.Op, atom func(t *logic.Term, negated bool) (string, bool)) (string, bool) {
	switch op := t.Op(); op {
	case logic.OpTrue, logic.OpFalse:
		return map[bool]string{true: "1", false: "0"}[(op == logic.OpTrue) != negated], true
	case logic.OpNot:
		return connectives(t.Arg(0), !negated, in, atom)
	case logic.OpAnd, logic.OpOr:
		own, sign := logic.OpAnd, " && "
		if (op == logic.OpOr) != negated {
			own, sign = logic.OpOr, " || "
		}
		neutral, absorbing := "1", "0"
		if own == logic.OpOr {
			neutral, absorbing = absorbing, neutral
		}
		var parts []string
		for _, a := range t.Args() {
			x, ok := connectives(a, negated, own, atom)
			switch {
			case !ok:
				return "", false
			case x == absorbing:
				return absorbing, true
			case x != neutral:
				parts = append(parts, x)
			}
		}
		z := cmp.Or(strings.Join(parts, sign), neutral)
		if len(parts) > 1 && own != in {
			z = "(" + z + ")"
		}
		return z, true
	}
	return atom(t, negated)
}

// comparison returns the operator of C for an atom that compares integers, or for its negation.
func comparison(t *logic.Term, negated bool) (op string, ok bool) {
	switch {
	case t.Op() == logic.OpLe:
		return map[bool]string{false: "<=", true: ">"}[negated], true
	case t.Op() == logic.OpEq && t.Arg(0).Sort().IsInt():
		return map[bool]string{false: "==", true: "!="}[negated], true
	}
	return "", false
}

// flipped are the operators with exchanged sides.
var flipped = map[string]string{"<=": ">=", ">": "<", "==": "==", "!=": "!="}
