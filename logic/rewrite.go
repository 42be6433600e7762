// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"fmt"
	"slices"
)

func sortByID(ts []*Term) { slices.SortFunc(ts, byID) }
func sortFuncs(fs []*Func) {
	slices.SortFunc(fs, func(a, b *Func) int { return int(a.id) - int(b.id) })
}

// Rebuild returns the canonical term with t's head over args, which have the
// sorts of t's own arguments. A quantifier keeps its bound variables.
func (s *Store) Rebuild(t *Term, args []*Term) *Term {
	if !t.isStructure() && slices.Equal(args, t.args) {
		return t
	}
	switch t.op {
	case OpVar, OpTrue, OpFalse, OpNum, OpBV, OpFresh:
		return t
	case OpNot:
		return s.Not(args[0])
	case OpAnd:
		return s.And(args...)
	case OpOr:
		return s.Or(args...)
	case OpImplies:
		last := len(args) - 1
		z := make([]*Term, 0, len(args))
		for _, a := range args[:last] {
			z = append(z, s.Not(a))
		}
		return s.Or(append(z, args[last])...)
	case OpXor:
		return s.Xor(args[0], args[1])
	case OpEq:
		return s.Eq(args[0], args[1])
	case OpIte:
		return s.Ite(args[0], args[1], args[2])
	case OpAdd:
		return s.Add(args...)
	case OpMul:
		return s.Mul(args...)
	case OpLe:
		return s.Le(args[0], args[1])
	case OpLt:
		return s.Lt(args[0], args[1])
	case OpIntDiv:
		return s.IntDiv(args[0], args[1])
	case OpMod:
		return s.Mod(args[0], args[1])
	case OpDiv:
		return s.Div(args[0], args[1])
	case OpToReal:
		return s.ToReal(args[0])
	case OpToInt:
		return s.ToInt(args[0])
	case OpSelect:
		return s.Select(args[0], args[1])
	case OpStore:
		return s.Store(args[0], args[1], args[2])
	case OpConstArray:
		return s.ConstArray(t.sort, args[0])
	case OpConstruct:
		return s.Construct(t.Constructor(), args...)
	case OpField:
		return s.Field(t.Selector(), args[0])
	case OpIs:
		return s.Is(t.Constructor(), args[0])
	case OpExtract:
		high, low := t.Indices()
		return s.Extract(high, low, args[0])
	case OpSignExtend:
		n, _ := t.Indices()
		return s.SignExtend(n, args[0])
	case OpBVToInt:
		return s.BVToInt(args[0])
	case OpIntToBV:
		w, _ := t.Indices()
		return s.IntToBV(w, args[0])
	case OpApp:
		return s.Apply(t.Func(), args...)
	case OpForall, OpExists:
		return s.quantifyCanonical(t.op, t.Bound(), args[0])
	}
	if t.op >= OpConcat && t.op <= OpBVSlt {
		return s.BV(t.op, args...)
	}
	panic(fmt.Sprintf("logic: cannot rebuild %v", t.op))
}

// isStructure reports whether t is a connective or a quantifier, which do not change if
// [Store.Faithful] has made them.
func (t *Term) isStructure() bool {
	switch t.op {
	case OpNot, OpAnd, OpOr, OpImplies, OpXor, OpForall, OpExists:
		return true
	case OpEq, OpIte:
		return t.args[1].sort.IsBool()
	}
	return false
}

// quantifyCanonical drops a quantifier over a constant; sorts are not empty.
func (s *Store) quantifyCanonical(op Op, vars []*Term, body *Term) *Term {
	if body.op == OpTrue || body.op == OpFalse {
		return body
	}
	return s.Quantify(op, vars, body)
}

// RebuildFaithful is [Store.Rebuild], except that Boolean connectives and quantifiers do not
// change: see [Store.Faithful].
func (s *Store) RebuildFaithful(t *Term, args []*Term) *Term {
	switch t.op {
	case OpNot:
		switch t.args[0].op {
		case OpLe, OpLt, OpBVUle, OpBVSle: // together one atom, such as (>= x 5)
			return s.Not(args[0])
		}
		return s.Faithful(t.op, args...)
	case OpAnd, OpOr, OpImplies, OpXor:
		return s.Faithful(t.op, args...)
	case OpEq, OpIte:
		if args[1].sort.IsBool() {
			return s.Faithful(t.op, args...)
		}
	case OpForall, OpExists:
		return s.Quantify(t.op, t.Bound(), args[0])
	}
	return s.Rebuild(t, args)
}

// Rewriter maps terms bottom-up. It caches every mapped term, so a DAG costs linear time and
// several calls share their work. It is iterative.
type Rewriter struct {
	// pre may map a term before its arguments are visited; nil leaves it to the
	// arguments and Rebuild.
	pre func(*Term) *Term
	// post may change a rebuilt term; its argument is the rebuilt one.
	post func(*Term) *Term
	// make makes a term from mapped arguments: Rebuild or a variant.
	make func(t *Term, args []*Term) *Term
	memo map[*Term]*Term
}

// NewRewriter returns a rewriter. pre and post may be nil. pre returns the image of a term, or nil
// to have it rebuilt from the images of its arguments; post maps each rebuilt term further. Both
// must depend only on their argument; pre sees each term once. Bound variables are not special,
// except that pre sees the quantified term first. To replace variables, use [Substitution].
func (s *Store) NewRewriter(pre, post func(*Term) *Term) *Rewriter {
	return &Rewriter{pre: pre, post: post, make: s.Rebuild, memo: map[*Term]*Term{}}
}

// NewFaithfulRewriter is [Store.NewRewriter] for terms whose Boolean structure must not change: see
// [Store.RebuildFaithful].
func (s *Store) NewFaithfulRewriter(pre, post func(*Term) *Term) *Rewriter {
	z := s.NewRewriter(pre, post)
	z.make = s.RebuildFaithful
	return z
}

// MapAll replaces the elements of ts by their images.
func (r *Rewriter) MapAll(ts []*Term) {
	for i, t := range ts {
		ts[i] = r.Map(t)
	}
}

// Map returns the image of t.
//
// Cost: linear in the part of t's DAG that is new to the rewriter, plus the cost of pre, post and
// Rebuild.
func (r *Rewriter) Map(t *Term) *Term {
	if z, ok := r.memo[t]; ok {
		return z
	}
	type visit struct {
		term *Term
		open bool // the arguments have been visited
	}
	stack := []visit{{term: t}}
	var args []*Term
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		t := top.term
		if _, ok := r.memo[t]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		if !top.open {
			top.open = true
			if r.pre != nil {
				if z := r.pre(t); z != nil {
					r.memo[t] = z
					continue
				}
			}
			for i := len(t.args) - 1; i >= 0; i-- {
				if _, ok := r.memo[t.args[i]]; !ok {
					stack = append(stack, visit{term: t.args[i]})
				}
			}
			continue
		}
		args = args[:0]
		for _, a := range t.args {
			args = append(args, r.memo[a])
		}
		z := r.make(t, args)
		if r.post != nil {
			z = r.post(z)
		}
		r.memo[t] = z
		stack = stack[:len(stack)-1]
	}
	return r.memo[t]
}

// Simplify returns the canonical form of t: faithful Boolean structure, as the
// reader keeps it, is flattened and folded.
func (s *Store) Simplify(t *Term) *Term { return s.NewRewriter(nil, nil).Map(t) }

// PropagateLiterals replaces the literals among conj by true inside the other elements, and reports
// whether that changed anything. The conjunction is equivalent.
func (s *Store) PropagateLiterals(conj []*Term) (z []*Term, changed bool) {
	known := map[*Term]*Term{}
	var others []*Term
	for _, c := range conj {
		atom, value := c, s.trueTerm
		if c.op == OpNot {
			atom, value = c.args[0], s.falseTerm
		}
		switch atom.op {
		case OpAnd, OpOr, OpIte, OpForall, OpExists:
			others = append(others, c)
		default:
			z = append(z, c)
			known[atom] = value
		}
	}
	if len(known) == 0 || len(others) == 0 {
		return conj, false
	}
	rw := s.NewRewriter(func(t *Term) *Term {
		if z := known[t]; z != nil {
			return z
		}
		if t.HasQuantifiers() || !t.HasVars() {
			return t
		}
		return nil
	}, nil)
	for _, c := range others {
		x := rw.Map(c)
		z = append(z, x)
		changed = changed || x != c
	}
	return z, changed
}
