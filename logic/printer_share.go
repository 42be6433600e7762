// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// This file decides which subterms let binds, and where.
//
// A region is the body of one quantified term without the bodies of inner ones, or the whole term
// without quantifiers' bodies. A subterm that does not mention the variables of a region's
// quantifier can be bound outside of it. So a region needs the subterms that occur in it directly,
// and those that its inner regions need and may take from outside. A subterm is bound in the
// outermost region that refers to it twice.

// sharing has the number of occurrences and the lengths of the subterms of a term.
type sharing struct {
	info    map[*Term]*termInfo
	regions map[*Term]*region // by quantified term; nil: the whole
	forced  map[*Term]bool    // symbols that an inner quantifier would hide
	any     bool              // there is something to bind
	prefix  string            // the prefix of names
	count   int               // the number of names so far
}

// termInfo describes a subterm.
type termInfo struct {
	refs   int // occurrences in the text of different terms
	length int // of the text, with names instead of shared subterms
}

// region has the data about one region that placing let binders requires.
type region struct {
	lets []*Term // terms to be bound here unless they are bound further out, by ID
	// terms that are used here but mention the quantifier's variables: a name given outside would
	// have another meaning
	hidden []*Term
	need   []*Term // candidates that may be bound outside
}

// minLet is the length of text from which on a term is worth a let.
const minLet = 30

// nameLength estimates the length of a name.
const nameLength = 3

func newSharing(root *Term) *sharing {
	z := &sharing{info: map[*Term]*termInfo{}, regions: map[*Term]*region{}, prefix: "$"}
	order := z.visit(root)
	var p shape
	var quantified []*Term
	for _, t := range order {
		p = p[:0]
		p.add(t)
		n := 0
		for _, x := range p {
			n += len(x.text)
			if u := x.child(); u != nil {
				n += z.use(u)
			}
		}
		z.info[t].length = n
		if t.Bound() != nil {
			quantified = append(quantified, t)
		}
	}
	if len(quantified) > 0 {
		z.force(order, quantified)
	}
	for _, t := range order {
		z.any = z.any || z.candidate(t)
	}
	if z.any {
		z.choosePrefix(order)
		for _, q := range quantified {
			z.regions[q] = z.newRegion(q, q.args[0])
		}
		z.regions[nil] = z.newRegion(nil, root)
	}
	return z
}

// child returns the term that is written instead of x, if there is one.
func (x *piece) child() *Term {
	if x.kind == pieceScope {
		return x.term.args[0]
	}
	return x.term
}

// visit counts occurrences, and returns the subterms that are written somewhere, each after its own
// subterms.
func (z *sharing) visit(root *Term) []*Term {
	var order []*Term
	var p shape
	z.info[root] = &termInfo{refs: 1}
	stack := []*Term{root}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, t)
		p = p[:0]
		p.add(t)
		for i := range p {
			u := p[i].child()
			if u == nil {
				continue
			}
			if f := z.info[u]; f != nil {
				f.refs++
				continue
			}
			z.info[u] = &termInfo{refs: 1}
			stack = append(stack, u)
		}
	}
	slices.SortFunc(order, byID) // subterms have smaller IDs
	return order
}

// use returns the length that an occurrence of t adds.
func (z *sharing) use(t *Term) int {
	if z.candidate(t) {
		return nameLength
	}
	return min(z.info[t].length, 1<<30)
}

func (z *sharing) length(t *Term) int { return z.info[t].length }

// candidate reports whether t may be bound by let.
func (z *sharing) candidate(t *Term) bool {
	f := z.info[t]
	return f.refs > 1 && f.length >= minLet || z.forced[t]
}

// leafName returns the symbol that a term without arguments is written as, or "" for other terms.
func leafName(t *Term) string {
	if len(t.args) > 0 {
		return ""
	}
	switch t.op {
	case OpVar:
		return t.Name()
	case OpApp:
		return t.Func().name
	case OpConstruct:
		return t.Constructor().Name
	case OpTrue, OpFalse:
		return opNames[t.op]
	}
	return ""
}

// force finds the symbols that a quantifier would hide: a constant, or a
// variable that is free in the quantified term, with the name of a bound one.
func (z *sharing) force(order, quantified []*Term) {
	bound := map[string]bool{}
	for _, q := range quantified {
		for _, v := range q.Bound() {
			bound[v.Name()] = true
		}
	}
	z.forced = map[*Term]bool{}
	for _, t := range order {
		if t.op != OpVar && bound[leafName(t)] {
			z.forced[t] = true
		}
	}
	for _, q := range quantified {
		for _, v := range FreeVars(q) {
			if bound[v.Name()] && slices.ContainsFunc(q.Bound(), func(b *Term) bool { return b.Name() == v.Name() }) {
				z.forced[v] = true
			}
		}
	}
}

// choosePrefix makes sure that names are new.
func (z *sharing) choosePrefix(order []*Term) {
	for _, t := range order {
		names := []string{leafName(t)}
		for _, v := range t.Bound() {
			names = append(names, v.Name())
		}
		for _, name := range names {
			for strings.HasPrefix(name, z.prefix) {
				z.prefix += "$"
			}
		}
	}
}

func (z *sharing) newName() string {
	z.count++
	return z.prefix + strconv.Itoa(z.count)
}

// newRegion examines the region of q, nil for the whole term, with the given body. The inner
// regions are known.
func (z *sharing) newRegion(q, body *Term) *region {
	counts := map[*Term]int{}
	direct := map[*Term]bool{body: true}
	use := func(t *Term) {
		if z.candidate(t) {
			counts[t]++
		}
	}
	use(body)
	var p shape
	stack := []*Term{body}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.Bound() != nil {
			for _, u := range z.regions[t].need {
				counts[u]++
			}
			continue
		}
		p = p[:0]
		p.add(t)
		for i := range p {
			if u := p[i].term; u != nil {
				use(u)
				if !direct[u] {
					direct[u] = true
					stack = append(stack, u)
				}
			}
		}
	}
	terms := make([]*Term, 0, len(counts))
	for t := range counts {
		terms = append(terms, t)
	}
	slices.SortFunc(terms, func(x, y *Term) int { return cmp.Compare(x.id, y.id) })
	var mentions map[*Term]bool
	if q != nil {
		mentions = mentioning(q.Bound(), terms)
	}
	reg := &region{}
	for _, t := range terms {
		if counts[t] > 1 || z.forced[t] {
			reg.lets = append(reg.lets, t)
		}
		if mentions[t] {
			reg.hidden = append(reg.hidden, t)
		} else {
			reg.need = append(reg.need, t)
		}
	}
	return reg
}

// mentioning returns the subterms of roots in which one of vars is free.
//
// Cost: O(size of the DAG).
func mentioning(vars, roots []*Term) map[*Term]bool {
	z := map[*Term]bool{}
	var order []*Term
	Walk(func(t *Term) bool {
		order = append(order, t)
		return t.HasVars() && t.Bound() == nil
	}, roots...)
	slices.SortFunc(order, byID)
	for _, t := range order {
		switch {
		case t.Bound() != nil:
			for _, v := range FreeVars(t) {
				z[t] = z[t] || slices.Contains(vars, v)
			}
		case t.op == OpVar:
			z[t] = slices.Contains(vars, t)
		default:
			for _, a := range t.args {
				z[t] = z[t] || z[a]
			}
		}
	}
	return z
}
