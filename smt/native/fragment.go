// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/smtlib"
)

// supported returns an error wrapping errors.ErrUnsupported when t has a part
// that the solver has no theory for. Checking before encoding keeps a refused
// assertion from leaving half of its clauses behind.
func supported(t *smtlib.Term) error {
	var err error
	smtlib.Walk(func(t *smtlib.Term) bool {
		if err == nil && !inFragment(t) {
			err = unsupported(t)
		}
		return err == nil
	}, t)
	return err
}

// inFragment reports whether the head of t is within the solver's theories,
// given that its arguments are.
func inFragment(t *smtlib.Term) bool {
	switch t.Op() {
	case smtlib.OpVar, smtlib.OpEq, smtlib.OpIte:
		sort := t.Sort()
		if t.Op() == smtlib.OpEq {
			sort = t.Arg(0).Sort()
		}
		return sort.IsBool() || sort.IsArith()
	case smtlib.OpApp:
		return len(t.Args()) == 0 && (t.Sort().IsBool() || t.Sort().IsArith())
	case smtlib.OpMul:
		return t.Arg(0).Op() == smtlib.OpNum
	case smtlib.OpIntDiv, smtlib.OpMod:
		k := t.Arg(1)
		return k.Op() == smtlib.OpNum && !k.Num().IsZero()
	case smtlib.OpTrue, smtlib.OpFalse, smtlib.OpNum, smtlib.OpNot, smtlib.OpAnd, smtlib.OpOr,
		smtlib.OpAdd, smtlib.OpLe, smtlib.OpLt, smtlib.OpToReal, smtlib.OpToInt:
		return true
	}
	return false
}
