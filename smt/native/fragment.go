// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"fmt"

	"cornet/smtlib"
)

// supported returns an error wrapping errors.ErrUnsupported when t has a part
// that the solver has no theory for. Checking before encoding keeps a refused
// assertion from leaving half of its clauses behind.
func supported(t *smtlib.Term) error {
	var err error
	smtlib.Walk(func(t *smtlib.Term) bool {
		switch {
		case err != nil:
		case !inFragment(t):
			err = unsupported(t)
		case t.Op() == smtlib.OpBVToInt && t.Arg(0).Sort().Width() > maxSquare, isQuadratic(t.Op()) && t.Sort().Width() > maxSquare:
			err = fmt.Errorf("native solver: %v over more than %d bits: %w", t.Op(), maxSquare, errors.ErrUnsupported)
		}
		return err == nil
	}, t)
	return err
}

// maxSquare bounds the bits of operations that cost as much as the square of them.
const maxSquare = 4096

// isQuadratic reports whether the circuit of op has as many gates as the square of its bits, or more.
func isQuadratic(op smtlib.Op) bool { return op >= smtlib.OpBVMul && op <= smtlib.OpBVSMod }

// inFragment reports whether the head of t is within the solver's theories,
// given that its arguments are.
func inFragment(t *smtlib.Term) bool {
	switch t.Op() {
	case smtlib.OpMul:
		return t.Arg(0).Op() == smtlib.OpNum
	case smtlib.OpIntDiv, smtlib.OpMod:
		k := t.Arg(1)
		return k.Op() == smtlib.OpNum && !k.Num().IsZero()
	case smtlib.OpVar, smtlib.OpEq, smtlib.OpIte, smtlib.OpApp,
		smtlib.OpSelect, smtlib.OpStore, smtlib.OpConstArray, smtlib.OpConstruct, smtlib.OpField, smtlib.OpIs,
		smtlib.OpTrue, smtlib.OpFalse, smtlib.OpNum, smtlib.OpNot, smtlib.OpAnd, smtlib.OpOr,
		smtlib.OpAdd, smtlib.OpLe, smtlib.OpLt, smtlib.OpToReal, smtlib.OpToInt,
		smtlib.OpBV, smtlib.OpBVToInt, smtlib.OpIntToBV, smtlib.OpFresh:
		return true
	}
	return t.Op() >= smtlib.OpConcat && t.Op() <= smtlib.OpBVSle
}

// holdsArrays reports whether values of the sort have arrays as parts of datatypes.
// Different arrays could come out equal in a model, so what depends on it is checked.
func holdsArrays(sort *smtlib.Sort) bool {
	seen := map[*smtlib.Sort]bool{sort: true}
	work := []*smtlib.Sort{sort}
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
func needsEquality(t *smtlib.Term) bool {
	z := false
	smtlib.Walk(func(t *smtlib.Term) bool {
		switch t.Sort().Kind() {
		case smtlib.KindBool, smtlib.KindInt, smtlib.KindReal, smtlib.KindBitVec:
			z = z || isOpaque(t)
		default:
			z = true
		}
		return !z
	}, t)
	return z
}

// isOpaque reports whether t is an application whose value congruence closure tells.
func isOpaque(t *smtlib.Term) bool {
	switch t.Op() {
	case smtlib.OpSelect, smtlib.OpField, smtlib.OpIs:
		return true
	case smtlib.OpApp:
		return len(t.Args()) > 0
	}
	return false
}
