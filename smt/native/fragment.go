// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"fmt"

	"cornet/logic"
)

// supported returns an error wrapping errors.ErrUnsupported if the solver has no theory for a part
// of t. The check before encoding ensures that a refused assertion leaves no clauses.
func supported(t *logic.Term) error {
	var err error
	logic.Walk(func(t *logic.Term) bool {
		switch {
		case err != nil:
		case !inFragment(t):
			err = unsupported(t)
		case t.Op() == logic.OpBVToInt && t.Arg(0).Sort().Width() > maxSquare, isQuadratic(t.Op()) && t.Sort().Width() > maxSquare:
			err = fmt.Errorf("native solver: %v over more than %d bits: %w", t.Op(), maxSquare, errors.ErrUnsupported)
		}
		return err == nil
	}, t)
	return err
}

// maxSquare bounds the width of bit-vectors in operations of quadratic cost.
const maxSquare = 4096

// isQuadratic reports whether the number of gates in the circuit of op is at least quadratic in its
// bits.
func isQuadratic(op logic.Op) bool { return op >= logic.OpBVMul && op <= logic.OpBVSMod }

// inFragment reports whether the head of t is within the solver's theories,
// given that its arguments are.
func inFragment(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpMul:
		return t.Arg(0).Op() == logic.OpNum
	case logic.OpIntDiv, logic.OpMod:
		k := t.Arg(1)
		return k.Op() == logic.OpNum && !k.Num().IsZero()
	case logic.OpVar, logic.OpEq, logic.OpIte, logic.OpApp,
		logic.OpSelect, logic.OpStore, logic.OpConstArray, logic.OpConstruct, logic.OpField, logic.OpIs,
		logic.OpTrue, logic.OpFalse, logic.OpNum, logic.OpNot, logic.OpAnd, logic.OpOr,
		logic.OpAdd, logic.OpLe, logic.OpLt, logic.OpToReal, logic.OpToInt,
		logic.OpBV, logic.OpBVToInt, logic.OpIntToBV, logic.OpFresh:
		return true
	}
	return t.Op() >= logic.OpConcat && t.Op() <= logic.OpBVSle
}

// holdsArrays reports whether values of the sort have arrays as parts of datatypes. Different
// arrays may be equal in a model by chance, so such models are checked.
func holdsArrays(sort *logic.Sort) bool {
	seen := map[*logic.Sort]bool{sort: true}
	work := []*logic.Sort{sort}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x.IsArray() {
			x = x.Elem()
			if !seen[x] {
				seen[x] = true
				work = append(work, x)
			}
			continue
		}
		if !x.IsDatatype() {
			continue
		}
		for _, c := range x.Datatype().Constructors {
			for _, f := range c.Fields {
				if f.Sort.IsArray() {
					return true
				}
				if !seen[f.Sort] {
					seen[f.Sort] = true
					work = append(work, f.Sort)
				}
			}
		}
	}
	return false
}

// needsEquality reports whether t has parts that congruence closure decides.
func needsEquality(t *logic.Term) bool {
	z := false
	logic.Walk(func(t *logic.Term) bool {
		switch t.Sort().Kind() {
		case logic.KindBool, logic.KindInt, logic.KindReal, logic.KindBitVec:
			z = z || isOpaque(t)
		default:
			z = true
		}
		return !z
	}, t)
	return z
}

// isOpaque reports whether t is an application whose value congruence closure determines.
func isOpaque(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpSelect, logic.OpField, logic.OpIs:
		return true
	case logic.OpApp:
		return len(t.Args()) > 0
	}
	return false
}
