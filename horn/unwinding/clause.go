// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math/big"

	"cornet/horn"
	"cornet/logic"
)

// maxDepth bounds the nesting of terms after their definitions are inserted. Evaluation recurses,
// because it visits only small parts of a clause.
const maxDepth = 2_000

// prepared is a clause that is ready for evaluation.
type prepared struct {
	*horn.Clause
	body, head int // numbers of predicates; -1 if there is no predicate
	// params has the first position of each variable that is an argument of the body. matched has
	// the positions of the other arguments.
	params  map[*logic.Term]int
	matched []int
	// conditions are the conjuncts of the constraint that define no variable.
	conditions  []literal
	definitions map[*logic.Term]*logic.Term
	// ranges has the integers that conditions compare with numbers.
	ranges map[*logic.Term]*span
}

// prepare makes a clause ready for evaluation.
//
// Cost: O(size of the clause).
func (f *Formula) prepare(c *horn.Clause, number map[*logic.Func]int) prepared {
	z := prepared{
		Clause: c, body: horn.Start, head: -1,
		params: map[*logic.Term]int{}, definitions: map[*logic.Term]*logic.Term{}, ranges: map[*logic.Term]*span{},
	}
	if len(c.Body) > 1 {
		refuse("clauses with several predicates in the body")
	}
	if c.Head != nil {
		z.head = number[c.Head.Pred]
	}
	for _, t := range c.Terms() {
		if t.Depth() > maxDepth {
			refuse("terms that are nested more than %d deep", maxDepth)
		}
		if t.HasQuantifiers() || t.HasApps() {
			refuse("quantifiers and functions")
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		if s := t.Sort(); !isScalar(s) && !(s.IsArray() && isScalar(s.Index()) && !s.Index().IsBool() && isScalar(s.Elem())) {
			refuse("values of sort %v", s)
		}
		return true
	}, c.Terms()...)
	if len(c.Body) == 1 {
		z.body = number[c.Body[0].Pred]
		for i, t := range c.Body[0].Args {
			if _, repeated := z.params[t]; t.IsVar() && !repeated {
				z.params[t] = i
			} else {
				z.matched = append(z.matched, i)
			}
		}
	}
	used := summed(c)
	for _, l := range conjuncts(nil, literal{c.Constraint, false}) {
		if l.negated || !z.define(l.term) {
			z.conditions = append(z.conditions, l)
			z.compare(l, used)
		}
	}
	if !z.isShallow(maxDepth) {
		refuse("definitions that are nested more than %d deep", maxDepth)
	}
	return z
}

// isShallow reports whether terms nest at most to depth most, with definitions inserted for
// variables. No definition depends on itself.
//
// Cost: linear in the definitions.
func (c *prepared) isShallow(most int) bool {
	depth := map[*logic.Term]int{} // of defined variables
	var stack []*logic.Term
	for x := range c.definitions {
		stack = append(stack, x)
	}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		if _, known := depth[x]; known {
			stack = stack[:len(stack)-1]
			continue
		}
		below, ready := 0, true
		for _, y := range logic.FreeVars(c.definitions[x]) {
			if c.definitions[y] == nil {
				continue
			}
			d, known := depth[y]
			if !known {
				stack, ready = append(stack, y), false
			}
			below = max(below, d)
		}
		if ready {
			depth[x] = below + c.definitions[x].Depth()
			if depth[x] > most {
				return false
			}
			stack = stack[:len(stack)-1]
		}
	}
	return true
}

func isScalar(s *logic.Sort) bool { return s.IsBool() || s.IsBitVec() || s.IsInt() }

// literal is a Boolean term or its negation. Making it creates no term, since the store may belong
// to another goroutine.
type literal struct {
	term    *logic.Term
	negated bool
}

// conjuncts appends the conjuncts of a literal. A negated disjunction has conjuncts too.
func conjuncts(z []literal, l literal) []literal {
	switch op := l.term.Op(); {
	case op == logic.OpNot:
		return conjuncts(z, literal{l.term.Arg(0), !l.negated})
	case op == logic.OpAnd && !l.negated, op == logic.OpOr && l.negated:
		for _, t := range l.term.Args() {
			z = conjuncts(z, literal{t, l.negated})
		}
		return z
	}
	return append(z, l)
}

// comparedWithNumeral returns the integer that a literal compares with a numeral, or nil.
func (l literal) comparedWithNumeral() *logic.Term {
	sum := logic.ComparedSum(l.term)
	if sum == nil || !sum.Sort().IsInt() {
		return nil
	}
	return sum
}

// define uses an equation as the definition of a variable, unless the definition would depend on
// itself.
func (c *prepared) define(t *logic.Term) bool {
	if t.Op() != logic.OpEq {
		return false
	}
	for i, x := range t.Args() {
		y := t.Arg(1 - i)
		if _, given := c.params[x]; x.IsVar() && !given && c.definitions[x] == nil && !c.depends(y, x) {
			c.definitions[x] = y
			return true
		}
	}
	return false
}

// depends reports whether t mentions x, directly or through definitions.
func (c *prepared) depends(t, x *logic.Term) bool {
	seen, found := map[*logic.Term]bool{}, false
	stack := []*logic.Term{t}
	for len(stack) > 0 && !found {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, v := range logic.FreeVars(t) {
			found = found || v == x
			if d := c.definitions[v]; d != nil && !seen[v] {
				seen[v] = true
				stack = append(stack, d)
			}
		}
	}
	return found
}

// summed returns the sums that a clause uses, other than in comparisons with numerals.
func summed(c *horn.Clause) map[*logic.Term]bool {
	z := map[*logic.Term]bool{}
	note := func(t *logic.Term) {
		if t.Op() == logic.OpAdd {
			z[t] = true
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		compared := logic.ComparedSum(t)
		for _, u := range t.Args() {
			if u != compared {
				note(u)
			}
		}
		return true
	}, c.Terms()...)
	for _, t := range c.Terms() {
		note(t)
	}
	return z
}

// compare records the range that a conjunct gives an integer. It leaves out sums that a conjunct
// equates with a number, and sums that the clause only compares: for these, sides compares the
// summands, which shows equality and contrary comparisons more easily than their difference.
func (c *prepared) compare(l literal, used map[*logic.Term]bool) {
	sum := l.comparedWithNumeral()
	if sum == nil {
		return
	}
	k, ok := l.term.Arg(1).Num().BigInt()
	equated := l.term.Op() == logic.OpEq
	if !ok || equated && l.negated || sum.Op() == logic.OpAdd && (equated || !used[sum]) {
		return
	}
	s := c.ranges[sum]
	if s == nil {
		s = &span{}
		c.ranges[sum] = s
	}
	switch {
	case l.term.Op() == logic.OpEq && !l.negated:
		s.atLeast(k)
		s.atMost(k)
	case l.term.Op() == logic.OpLe && !l.negated:
		s.atMost(k)
	case l.term.Op() == logic.OpLe:
		s.atLeast(new(big.Int).Add(k, one))
	}
}
