// SPDX-License-Identifier: Apache-2.0

package smtlib

import "cornet/logic"

// This file reads quantifiers and match terms.

// maxShadow bounds the quantifiers around a place that bind one name.
const maxShadow = 1000

// openQuantifier reads ((x S) …) after forall or exists.
func (r *reader) openQuantifier(f frame, op logic.Op) {
	q := quantifier{op: op}
	f.kind, f.mark = frameQuantifier, int32(len(r.undo))
	q.syms, q.vars = r.sortedVars()
	if len(q.vars) == 0 {
		panic(r.errorAt(f.at, CodeSyntax, "%v without variables; expected ((x sort) …)", op))
	}
	for i, s := range q.syms {
		v := q.vars[i]
		if len(s.bound) >= maxShadow {
			panic(r.errorAt(f.at, CodeLimit, "more than %d quantifiers around this place bind %s", maxShadow, logic.QuoteSymbol(s.name)))
		}
		stand := v
		if s.isBound(v) {
			stand = r.store.Fresh(s.name, v.Sort())
			q.renamed = append(q.renamed, [2]*logic.Term{v, stand})
		}
		s.bound = append(s.bound, v)
		r.bindLocal(s, stand)
	}
	r.quants = append(r.quants, q)
	r.frames = append(r.frames, f)
}

// isBound reports whether an open quantifier or a declare-var binds v.
func (s *symbol) isBound(v *logic.Term) bool {
	for i := len(s.bound) - 1; i >= 0; i-- {
		if s.bound[i] == v {
			return true
		}
	}
	return s.decl != nil && s.decl.term == v
}

// sortedVars reads ((x S) …), all symbols different.
func (r *reader) sortedVars() (syms []*symbol, vars []*logic.Term) {
	r.expect(tokOpen, "'(' and sorted variables")
	r.newList()
	for {
		r.lx.next()
		switch r.lx.kind {
		case tokClose:
			return syms, vars
		case tokOpen:
		default:
			panic(r.unexpected("a sorted variable (x sort) or ')'"))
		}
		s := r.nextSymbol("a variable")
		r.warnHiding(s)
		if !r.first(s) {
			panic(r.errorAt(r.lx.at, CodeDuplicate, "variable %s stands twice in one list", logic.QuoteSymbol(s.name)))
		}
		sort := r.sort()
		r.expect(tokClose, "')' after the sort of "+s.name)
		syms, vars = append(syms, s), append(vars, r.store.Var(s.name, sort))
	}
}

func (r *reader) closeQuantifier(f *frame, v *logic.Term, at place) *logic.Term {
	if !v.Sort().IsBool() {
		panic(r.errorAt(at, CodeSort, "the body of the quantifier has sort %v; expected Bool", v.Sort()))
	}
	r.expect(tokClose, "')' after the body of the quantifier")
	q := r.quants[len(r.quants)-1]
	r.quants = r.quants[:len(r.quants)-1]
	r.unbind(int(f.mark))
	for _, s := range q.syms {
		s.bound = s.bound[:len(s.bound)-1]
	}
	if len(q.renamed) > 0 {
		v = r.restoreNames(&q, v)
	}
	return r.store.Quantify(q.op, q.vars, r.canonical(q.op, q.vars, v))
}

// restoreNames renames variables with a temporary name back to their written name, unless the body
// also mentions the outer variable of that name.
func (r *reader) restoreNames(q *quantifier, body *logic.Term) *logic.Term {
	free := map[*logic.Term]bool{}
	for _, v := range logic.FreeVars(body) {
		free[v] = true
	}
	var from, to []*logic.Term
	for _, p := range q.renamed {
		written, stand := p[0], p[1]
		if !free[written] {
			from, to = append(from, stand), append(to, written)
			continue
		}
		for i, v := range q.vars {
			if v == written {
				q.vars[i] = stand
			}
		}
	}
	return r.store.SubstituteFaithful(body, from, to)
}

// matchState belongs to a match term.
type matchState struct {
	subject *logic.Term
	cases   []*logic.Constructor // nil for a variable, which matches everything
}

func (r *reader) matchSubject(f *frame, v *logic.Term, at place) *logic.Term {
	r.refuseOpen(v)
	if !v.Sort().IsDatatype() {
		panic(r.errorAt(at, CodeSort, "match over a term of sort %v; expected a datatype", v.Sort()))
	}
	r.matches = append(r.matches, matchState{subject: v})
	f.kind, f.mark = frameMatchCase, int32(len(r.undo))
	r.expect(tokOpen, "'(' and the cases of match")
	r.expect(tokOpen, "a case (pattern term)")
	r.pattern()
	return nil
}

// pattern reads a pattern and binds its variables.
func (r *reader) pattern() {
	m := &r.matches[len(r.matches)-1]
	r.lx.next()
	if r.lx.kind != tokOpen {
		var c *logic.Constructor
		if r.word() != wordUnderscore {
			s := r.symbolToken("a pattern")
			if c = constructorIn(s, m.subject.Sort()); !namesConstructor(s) {
				r.bindLocal(s, m.subject)
			} else if c == nil || len(c.Fields) > 0 {
				panic(r.errorAt(r.lx.at, CodeSort, "pattern %s; expected a variable or a constructor of %v with its arguments in parentheses", logic.QuoteSymbol(s.name), m.subject.Sort()))
			}
		}
		m.cases = append(m.cases, c)
		return
	}
	s := r.nextSymbol("a constructor")
	at := r.lx.at
	c := constructorIn(s, m.subject.Sort())
	if c == nil {
		panic(r.errorAt(at, CodeSort, "%s in a pattern; expected a constructor of %v", logic.QuoteSymbol(s.name), m.subject.Sort()))
	}
	r.newList()
	n := 0
	for ; ; n++ {
		r.lx.next()
		if r.lx.kind == tokClose {
			break
		}
		if r.word() == wordUnderscore {
			continue
		}
		x := r.symbolToken("a variable of the pattern")
		if !r.first(x) {
			panic(r.errorAt(r.lx.at, CodeDuplicate, "variable %s stands twice in one pattern", logic.QuoteSymbol(x.name)))
		}
		if n < len(c.Fields) {
			r.bindLocal(x, r.store.Field(c.Fields[n], m.subject))
		}
	}
	if n != len(c.Fields) {
		panic(r.errorAt(at, CodeArity, "pattern of %s with %s; expected %d", logic.QuoteSymbol(s.name), plural(n, "argument"), len(c.Fields)))
	}
	m.cases = append(m.cases, c)
}

func (r *reader) matchCase(f *frame, v *logic.Term, at place) *logic.Term {
	r.unbind(int(f.mark))
	r.vals, r.valPos = append(r.vals, v), append(r.valPos, at)
	r.expect(tokClose, "')' after the case")
	r.lx.next()
	if r.lx.kind == tokOpen {
		r.pattern()
		return nil
	}
	r.want(tokClose, "a case (pattern term) or ')'")
	r.expect(tokClose, "')' after the cases of match")
	bodies, places := r.vals[f.base:], r.valPos[f.base:]
	if bad, want := sameSort(&r.coercer, bodies); want != "" {
		panic(r.errorAt(places[bad], CodeSort, "case %d of match has sort %s; expected %s", bad+1, r.sortOf(bodies[bad]), want))
	}
	cases := r.matches[len(r.matches)-1]
	z, missing := match(r.store, &cases, bodies)
	if missing != nil {
		panic(r.errorAt(f.at, CodeDatatype, "match without a case for %s", logic.QuoteSymbol(missing.Name)))
	}
	open := r.chooseOpen(bodies, f.at, func(bodies []*logic.Term) *logic.Term {
		z, _ := match(r.store, &cases, bodies)
		return z
	})
	if open != nil {
		z = open
	} else {
		r.refuseOpen(bodies...)
	}
	r.matches = r.matches[:len(r.matches)-1]
	r.vals, r.valPos = r.vals[:f.base], r.valPos[:f.base]
	return z
}

// match returns the chain of ite for a match term, or a constructor without a case.
func match(s *logic.Store, m *matchState, bodies []*logic.Term) (z *logic.Term, missing *logic.Constructor) {
	ctors := m.subject.Sort().Datatype().Constructors
	covered := make([]bool, len(ctors))
	count := 0
	var useful []int // cases that can apply, in order
	for i, c := range m.cases {
		if count == len(ctors) || c != nil && covered[c.Index] {
			continue
		}
		useful = append(useful, i)
		if c == nil {
			count = len(ctors)
		} else {
			covered[c.Index] = true
			count++
		}
	}
	if count < len(ctors) {
		for i, ok := range covered {
			if !ok {
				return nil, ctors[i]
			}
		}
	}
	last := len(useful) - 1
	z = bodies[useful[last]]
	for k := last - 1; k >= 0; k-- {
		i := useful[k]
		z = buildIte(s, []*logic.Term{s.Is(m.cases[i], m.subject), bodies[i], z}, nil)
	}
	return z, nil
}
