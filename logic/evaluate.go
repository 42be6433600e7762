// SPDX-License-Identifier: Apache-2.0

package logic

import "cornet/internal/slice"

// evaluation evaluates terms in a model. It caches the values of all terms with arguments.
// Irrelevant arguments are skipped: those after a false conjunct, after a true disjunct, and in the
// other branch of an if-then-else. It is iterative.
type evaluation struct {
	*Model
	memo  map[*Term]*Term
	stack []frame
	args  []*Term // of the term at the top
}

// frame is a term whose arguments before next have values.
type frame struct {
	term *Term
	next int
}

// eval returns the value of t.
func (e *evaluation) eval(t *Term) *Term {
	if z := e.known(t); z != nil {
		return z
	}
	e.stack = append(e.stack[:0], frame{term: t})
	for len(e.stack) > 0 {
		top := &e.stack[len(e.stack)-1]
		if z, missing := e.step(top); missing != nil {
			e.stack = append(e.stack, frame{term: missing})
		} else {
			e.memo[top.term] = z
			e.stack = e.stack[:len(e.stack)-1]
		}
	}
	return e.memo[t]
}

// known returns the value of t if it is cached, else nil.
func (e *evaluation) known(t *Term) *Term {
	switch t.op {
	case OpVar:
		return e.Value(t)
	case OpTrue, OpFalse, OpNum, OpBV, OpFresh:
		return t
	}
	return e.memo[t]
}

// step returns the value of the term of f, or the first argument whose value it needs.
func (e *evaluation) step(f *frame) (z, missing *Term) {
	t := f.term
	switch t.op {
	case OpForall, OpExists:
		vars := FreeVars(t)
		return e.store.NewRewriter(nil, e.table).Map(e.store.Substitute(t, vars, slice.Map(vars, e.Value))), nil
	case OpIte:
		c := e.known(t.args[0])
		if c == nil {
			return nil, t.args[0]
		}
		if c.op == OpTrue || c.op == OpFalse {
			branch := t.args[1]
			if c.op == OpFalse {
				branch = t.args[2]
			}
			if z := e.known(branch); z != nil {
				return z, nil
			}
			return nil, branch
		}
	}
	for ; f.next < len(t.args); f.next++ {
		z := e.known(t.args[f.next])
		switch {
		case z == nil:
			return nil, t.args[f.next]
		case t.op == OpAnd && z.op == OpFalse, t.op == OpOr && z.op == OpTrue:
			return z, nil
		}
	}
	e.args = e.args[:0]
	for _, a := range t.args {
		e.args = append(e.args, e.known(a))
	}
	return e.table(e.store.Rebuild(t, e.args)), nil
}
