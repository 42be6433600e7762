// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"fmt"
	"math/big"

	"cornet/encode/chc"
	"cornet/encode/scalar"
	"cornet/logic"
)

// A Mistranslation is an expression whose value in a run differs from its translation in the
// clauses.
type Mistranslation struct {
	Edge *scalar.Edge
	Expr *scalar.Expr
	Run  *big.Int    // its value in the run
	Term *logic.Term // its translation
}

func (m *Mistranslation) Error() string {
	return fmt.Sprintf("the translation differs from a run of the program: %v: %v is %v, and not so in %v", m.Edge.Pos, m.Expr, m.Run, m.Term)
}

// rendered has the expressions of an edge with their terms in clauses, and the number of times the
// edge has been passed.
type rendered struct {
	exprs  []*scalar.Expr
	terms  []chc.Rendering
	passed int
}

// maxRendered bounds the expressions of an edge that are compared.
const maxRendered = 60

// render translates the scalar expressions of an edge that contain no Any, including inner ones.
func (v *validator) render(e *scalar.Edge) *rendered {
	z := &rendered{}
	scalar.Operands(e.Op, func(x *scalar.Expr) {
		x.Walk(func(y *scalar.Expr) {
			open := false
			y.Walk(func(x *scalar.Expr) { open = open || x.Operator == scalar.Any })
			if len(y.Args) > 0 && !y.Type.Array && !open && len(z.exprs) < maxRendered {
				z.exprs, z.terms = append(z.exprs, y), append(z.terms, v.sys.Render(y))
			}
		})
	})
	return z
}

// passes compares the expressions of the edge that a run takes next with their terms in clauses.
func (v *validator) passes(s *scalar.State, e *scalar.Edge) {
	v.recordChoice(e)
	r := v.rendered[e]
	if r == nil {
		r = v.render(e)
		v.rendered[e] = r
	}
	if r.passed++; v.found != nil || !sampled(r.passed, 16) {
		return
	}
	for i, x := range r.exprs {
		if value := s.Eval(x); value != nil {
			if t := v.differs(s, r.terms[i], value); t != nil {
				v.found = &Mistranslation{Edge: e, Expr: x, Run: value, Term: t}
				return
			}
		}
	}
}

// differs returns a part of the translation of an expression that excludes its value in a state, or
// nil.
func (v *validator) differs(s *scalar.State, r chc.Rendering, value *big.Int) *logic.Term {
	var vars, values []*logic.Term
	elements := 0
	for y, t := range r.Vars {
		vars, values = append(vars, t), append(values, v.term(s.Value(y), t.Sort(), &elements))
	}
	if elements > maxElements {
		return nil
	}
	store := v.sys.Horn.Store
	if z := store.Substitute(r.Cond, vars, values); z.IsTrue() && value.Sign() == 0 || z.IsFalse() && value.Sign() != 0 {
		return r.Cond
	}
	want := v.term(scalar.NumberValue(value), r.Value.Sort(), &elements)
	switch z := store.Substitute(r.Value, vars, values); {
	case z.IsVar(): // any value, perhaps with known constraints
		vars, values = append(vars, z), append(values, want)
		for _, c := range r.Side {
			if store.Substitute(c, vars, values).IsFalse() {
				return c
			}
		}
	case z.IsValue() && z != want:
		return r.Value
	}
	return nil
}

// sampled reports whether the n-th time is one of the first, or one of some later, increasingly
// rare ones.
func sampled(n, first int) bool { return n <= first || n&(n-1) == 0 }
