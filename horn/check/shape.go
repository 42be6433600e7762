// SPDX-License-Identifier: Apache-2.0

package check

import (
	"cornet/logic"
)

// shape lists the quantified variables of an assertion in the order of the text. A step must give
// values for exactly these names.
type shape struct {
	root    *occurrence
	binders []*occurrence
}

// occurrence is an occurrence of a subformula with quantifiers. Terms are shared, but occurrences
// are not: each quantifier in the text has its own values.
type occurrence struct {
	term   *logic.Term
	kids   []*occurrence // by argument; nil for an argument without quantifiers
	values []*logic.Term // for a quantifier whose variables have values in the current step
}

func (o *occurrence) kid(i int) *occurrence {
	if o == nil || i >= len(o.kids) {
		return nil
	}
	return o.kids[i]
}

// signs is a set of signs. A subformula of an equivalence over predicates has both signs.
type signs uint8

const (
	plus signs = 1 << iota
	minus
	both = plus | minus
)

func (s signs) flip() signs { return s&plus<<1 | s&minus>>1 }

// newShape finds the quantifiers of t that have universal force with one of their signs. It looks
// below not, and, or, => and the quantifiers that it finds. It also looks below =, xor and ite if
// these mention predicates. It returns nil if t has more than maxSteps occurrences.
func newShape(t *logic.Term) *shape {
	z := &shape{}
	type visit struct {
		in    *occurrence
		i     int // position among the kids of in
		term  *logic.Term
		signs signs
	}
	count := 0
	stack := []visit{{term: t, signs: plus}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !v.term.HasQuantifiers() {
			continue
		}
		if count++; count > maxSteps {
			return nil
		}
		o := &occurrence{term: v.term, kids: make([]*occurrence, len(v.term.Args()))}
		if v.in == nil {
			z.root = o
		} else {
			v.in.kids[v.i] = o
		}
		descend := true
		s := v.signs
		switch v.term.Op() {
		case logic.OpForall:
			s &= plus
			descend = s != 0
		case logic.OpExists:
			s &= minus
			descend = s != 0
		case logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpImplies:
		case logic.OpApp:
			descend = false // quantifiers in arguments only determine values
		default:
			descend = v.term.HasApps()
		}
		if !descend {
			continue
		}
		if len(v.term.Bound()) > 0 {
			z.binders = append(z.binders, o)
		}
		for i := len(v.term.Args()) - 1; i >= 0; i-- {
			stack = append(stack, visit{o, i, v.term.Arg(i), argSigns(v.term, i, s)})
		}
	}
	return z
}

// argSigns returns the signs of the i-th argument of t.
func argSigns(t *logic.Term, i int, s signs) signs {
	switch argSign(t, i, positive) {
	case positive:
		return s
	case negative:
		return s.flip()
	}
	if len(t.Bound()) > 0 {
		return s
	}
	return both
}

// derives reports whether an atom of t can be derived. Such an atom occurs with the sign of t.
//
// Cost: O(size of t).
func derives(t *logic.Term) bool {
	type visit struct {
		term  *logic.Term
		signs signs
	}
	seen := map[*logic.Term]signs{}
	stack := []visit{{t, plus}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !v.term.HasApps() || seen[v.term]|v.signs == seen[v.term] {
			continue
		}
		seen[v.term] |= v.signs
		if v.term.Op() == logic.OpApp {
			if v.signs&plus != 0 {
				return true
			}
			continue
		}
		for i, x := range v.term.Args() {
			stack = append(stack, visit{x, argSigns(v.term, i, v.signs)})
		}
	}
	return false
}
