// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"strconv"
	"strings"

	"cornet/smtlib"
)

// read parses a term in SMT-LIB syntax; unknown symbols are Int variables, or
// Bool when they start with b, Real when they start with r.
func read(s *smtlib.Store, text string) *smtlib.Term {
	toks := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
	t, rest := readTerm(s, toks)
	if len(rest) > 0 {
		panic(strings.Join(rest, " "))
	}
	return t
}

func readTerm(s *smtlib.Store, toks []string) (*smtlib.Term, []string) {
	tok := toks[0]
	toks = toks[1:]
	if tok != "(" {
		if n, err := strconv.Atoi(tok); err == nil {
			return s.IntNum(int64(n)), toks
		}
		switch {
		case tok == "true":
			return s.True(), toks
		case tok == "false":
			return s.False(), toks
		case tok[0] == 'b':
			return s.Var(tok, s.Bool), toks
		case tok[0] == 'm':
			return s.Var(tok, s.Array(s.Int, s.Int)), toks
		}
		return s.Var(tok, s.Int), toks
	}
	op := toks[0]
	toks = toks[1:]
	var a []*smtlib.Term
	for toks[0] != ")" {
		var t *smtlib.Term
		t, toks = readTerm(s, toks)
		a = append(a, t)
	}
	toks = toks[1:]
	switch op {
	case "and":
		return s.And(a...), toks
	case "or":
		return s.Or(a...), toks
	case "not":
		return s.Not(a[0]), toks
	case "=>":
		return s.Implies(a[0], a[1]), toks
	case "=":
		return s.Eq(a[0], a[1]), toks
	case "<":
		return s.Lt(a[0], a[1]), toks
	case "<=":
		return s.Le(a[0], a[1]), toks
	case ">":
		return s.Gt(a[0], a[1]), toks
	case ">=":
		return s.Ge(a[0], a[1]), toks
	case "+":
		return s.Add(a...), toks
	case "-":
		if len(a) == 1 {
			return s.Neg(a[0]), toks
		}
		return s.Sub(a[0], a[1]), toks
	case "*":
		return s.Mul(a...), toks
	case "mod":
		return s.Mod(a[0], a[1]), toks
	case "div":
		return s.IntDiv(a[0], a[1]), toks
	case "ite":
		return s.Ite(a[0], a[1], a[2]), toks
	case "select":
		return s.Select(a[0], a[1]), toks
	case "store":
		return s.Store(a[0], a[1], a[2]), toks
	}
	panic(op)
}
