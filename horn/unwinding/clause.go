// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math/big"

	"cornet/horn"
	"cornet/logic"
)

// maxDepth bounds the nesting of terms, which are evaluated by recursion.
const maxDepth = 100_000

// prepared is a clause that is ready to be evaluated.
type prepared struct {
	*horn.Clause
	body, head int // predicates by number; -1 for none
	// params are the arguments of the body that are variables for the first time, nil where they are not; equal has what the other ones
	// are equal to.
	params []*logic.Term
	equal  []*logic.Term // by argument
	// conditions are the conjuncts of the constraint that define no variable.
	conditions  []*logic.Term
	definitions map[*logic.Term]*logic.Term
	// ranges are those of integers that conditions compare with numbers.
	ranges map[*logic.Term]*span
}

// prepare makes a clause ready.
//
// Cost: O(size of the clause).
func (f *Formula) prepare(c *horn.Clause, number map[*logic.Func]int) prepared {
	z := prepared{Clause: c, body: horn.Start, head: -1, definitions: map[*logic.Term]*logic.Term{}, ranges: map[*logic.Term]*span{}}
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
	bound := map[*logic.Term]bool{}
	if len(c.Body) == 1 {
		z.body = number[c.Body[0].Pred]
		args := c.Body[0].Args
		z.params, z.equal = make([]*logic.Term, len(args)), make([]*logic.Term, len(args))
		for i, t := range args {
			if t.IsVar() && !bound[t] {
				bound[t] = true
				z.params[i] = t
			} else {
				z.equal[i] = t
			}
		}
	}
	for _, t := range f.conjuncts(nil, c.Constraint) {
		if !z.define(t, bound) {
			z.conditions = append(z.conditions, t)
			z.compare(t)
		}
	}
	return z
}

// conjuncts appends the conjuncts of a formula, those of negated disjunctions among them.
func (f *Formula) conjuncts(z []*logic.Term, t *logic.Term) []*logic.Term {
	for _, t := range logic.AppendConjuncts(nil, t) {
		if t.Op() != logic.OpNot || t.Arg(0).Op() != logic.OpOr {
			z = append(z, t)
			continue
		}
		for _, u := range t.Arg(0).Args() {
			z = f.conjuncts(z, f.sys.Store.Not(u))
		}
	}
	return z
}

// define takes an equation as the definition of a variable, if it is one that does not depend on itself.
func (c *prepared) define(t *logic.Term, bound map[*logic.Term]bool) bool {
	if t.Op() != logic.OpEq {
		return false
	}
	for i, x := range t.Args() {
		y := t.Arg(1 - i)
		if x.IsVar() && !bound[x] && c.definitions[x] == nil && !c.depends(y, x) {
			c.definitions[x] = y
			return true
		}
	}
	return false
}

// depends reports whether a term mentions a variable, in definitions, too.
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

// compare takes in what a conjunct says about an integer.
func (c *prepared) compare(t *logic.Term) {
	sum := logic.ComparedSum(t)
	if sum == nil || !sum.Sort().IsInt() {
		return
	}
	l, positive := t, true
	if l.Op() == logic.OpNot {
		l, positive = l.Arg(0), false
	}
	k, ok := l.Arg(1).Num().BigInt()
	if !ok {
		return
	}
	s := c.ranges[sum]
	if s == nil {
		s = &span{}
		c.ranges[sum] = s
	}
	switch {
	case l.Op() == logic.OpEq && positive:
		s.atLeast(k)
		s.atMost(k)
	case l.Op() == logic.OpLe && positive:
		s.atMost(k)
	case l.Op() == logic.OpLe:
		s.atLeast(new(big.Int).Add(k, big.NewInt(1)))
	}
}
