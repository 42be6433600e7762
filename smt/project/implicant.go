// SPDX-License-Identifier: Apache-2.0

package project

import (
	"errors"
	"fmt"

	"cornet/logic"
)

// extractor finds literals that the model satisfies and whose conjunction implies a formula. It
// walks the formula from the top and keeps the parts that make it true. Literals are in the order
// in which they are found. They are atoms or negated atoms, without ite and without duplicates. A
// Boolean variable is an atom. If a disjunction has several true disjuncts, literals already taken
// come first. Then come disjuncts without the variables to avoid, and atoms before compound
// formulas.
//
// Cost: linear in the DAG of the formula.
//
// Invariant: the model satisfies every goal, and the literals taken so far with the goals on the
// stack imply the formula.
type extractor struct {
	val   *valuation
	avoid map[*logic.Term]bool
	lits  []*logic.Term
	kept  map[*logic.Term]bool        // literals in lits
	goals []*logic.Term               // formulas to be implied
	taken map[*logic.Term]bool        // goals that have been on the stack before
	image map[*logic.Term]*logic.Term // terms with their ites resolved
	heavy map[*logic.Term]bool        // memo: mentions a variable to avoid
}

func newExtractor(val *valuation, avoid []*logic.Term) *extractor {
	x := &extractor{
		val:   val,
		avoid: make(map[*logic.Term]bool, len(avoid)),
		kept:  map[*logic.Term]bool{},
		taken: map[*logic.Term]bool{},
		image: map[*logic.Term]*logic.Term{},
		heavy: map[*logic.Term]bool{},
	}
	for _, v := range avoid {
		x.avoid[v] = true
	}
	return x
}

var errFalsified = errors.New("project: the model does not satisfy the formula")

// add extends lits until they imply f.
func (x *extractor) add(f *logic.Term) error {
	switch v := x.val.eval(f); v.Op() {
	case logic.OpTrue:
	case logic.OpFalse:
		return errFalsified
	default:
		return undetermined(f)
	}
	x.goal(f)
	for len(x.goals) > 0 {
		g := x.goals[len(x.goals)-1]
		x.goals = x.goals[:len(x.goals)-1]
		if err := x.reduce(g); err != nil {
			return err
		}
	}
	return nil
}

func undetermined(t *logic.Term) error {
	return fmt.Errorf("project: the model leaves the value of a %v term open: %w", t.Op(), errors.ErrUnsupported)
}

func (x *extractor) goal(f *logic.Term) {
	if !f.IsTrue() && !x.taken[f] {
		x.taken[f] = true
		x.goals = append(x.goals, f)
	}
}

// reduce replaces goal g by goals or a literal that imply it.
func (x *extractor) reduce(g *logic.Term) error {
	store := x.val.store
	f, negated := g, false
	for f.Op() == logic.OpNot {
		f, negated = f.Arg(0), !negated
	}
	args := f.Args()
	sign := func(t *logic.Term, positive bool) *logic.Term {
		if positive {
			return t
		}
		return store.Not(t)
	}
	switch op := f.Op(); {
	case op == logic.OpAnd && !negated:
		x.all(args, true)
	case op == logic.OpAnd:
		return x.one(args, false, g)
	case op == logic.OpOr && !negated:
		return x.one(args, true, g)
	case op == logic.OpOr:
		x.all(args, false)
	case op == logic.OpImplies:
		last := len(args) - 1
		if negated {
			x.all(args[:last], true)
			x.goal(store.Not(args[last]))
			return nil
		}
		alternatives := []*logic.Term{args[last]}
		for _, a := range args[:last] {
			alternatives = append(alternatives, store.Not(a))
		}
		return x.one(alternatives, true, g)
	case (op == logic.OpEq || op == logic.OpXor) && args[0].Sort().IsBool():
		for _, a := range args {
			v := x.val.eval(a)
			if !v.IsTrue() && !v.IsFalse() {
				return undetermined(a)
			}
			x.goal(sign(a, v.IsTrue()))
		}
	case op == logic.OpIte:
		c := x.val.eval(args[0])
		if !c.IsTrue() && !c.IsFalse() {
			return undetermined(args[0])
		}
		branch := args[2]
		if c.IsTrue() {
			branch = args[1]
		}
		x.goal(sign(args[0], c.IsTrue()))
		x.goal(sign(branch, !negated))
	case op == logic.OpTrue || op == logic.OpFalse:
		if f.IsTrue() == negated {
			return errFalsified
		}
	default:
		return x.literal(f, negated)
	}
	return nil
}

// all makes every f, or its negation, a goal.
func (x *extractor) all(fs []*logic.Term, positive bool) {
	for _, f := range fs {
		if !positive {
			f = x.val.store.Not(f)
		}
		x.goal(f)
	}
}

// one chooses the cheapest of fs, or of their negations, that the model satisfies, and makes it a
// goal.
func (x *extractor) one(fs []*logic.Term, positive bool, whole *logic.Term) error {
	var best *logic.Term
	bestCost := 0
	for _, f := range fs {
		if !positive {
			f = x.val.store.Not(f)
		}
		if x.val.eval(f).IsTrue() {
			if x.taken[f] {
				return nil
			}
			if c := x.cost(f); best == nil || c < bestCost {
				best, bestCost = f, c
			}
		}
	}
	if best == nil {
		return undetermined(whole)
	}
	x.goal(best)
	return nil
}

// cost ranks the disjuncts to choose from.
func (x *extractor) cost(f *logic.Term) int {
	c := 0
	if x.mentions(f) {
		c = 2
	}
	if f.Op() == logic.OpNot {
		f = f.Arg(0)
	}
	switch f.Op() {
	case logic.OpAnd, logic.OpOr, logic.OpIte, logic.OpImplies, logic.OpXor:
		c++
	}
	return c
}

// mentions reports whether a variable to avoid occurs in t.
func (x *extractor) mentions(t *logic.Term) bool {
	if len(x.avoid) == 0 {
		return false
	}
	stack := []*logic.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if _, ok := x.heavy[t]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		heavy, open := x.avoid[t], false
		for _, a := range t.Args() {
			h, ok := x.heavy[a]
			if !ok {
				stack, open = append(stack, a), true
			}
			heavy = heavy || h
		}
		if heavy || !open {
			x.heavy[t] = heavy
		}
	}
	return x.heavy[t]
}

// literal takes atom f, or its negation, after resolving the ites in it.
func (x *extractor) literal(f *logic.Term, negated bool) error {
	if f.HasQuantifiers() {
		return undetermined(f)
	}
	lit, err := x.resolve(f)
	if err != nil {
		return err
	}
	if negated {
		lit = x.val.store.Not(lit)
	}
	switch {
	case lit.IsTrue():
	case lit.IsFalse():
		return errFalsified
	case isCompound(lit):
		x.goal(lit) // resolving may turn an equality of constructors into a conjunction
	case !x.kept[lit]:
		x.kept[lit] = true
		x.lits = append(x.lits, lit)
	}
	return nil
}

func isCompound(f *logic.Term) bool {
	if f.Op() == logic.OpNot {
		f = f.Arg(0)
	}
	switch f.Op() {
	case logic.OpAnd, logic.OpOr, logic.OpIte, logic.OpImplies, logic.OpXor:
		return true
	case logic.OpEq:
		return f.Arg(0).Sort().IsBool()
	}
	return false
}

// resolve returns t with every ite replaced by the branch that the model takes, and makes the
// conditions goals. It is iterative.
func (x *extractor) resolve(t *logic.Term) (*logic.Term, error) {
	stack := []*logic.Term{t}
	var args []*logic.Term
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if x.image[t] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		if !t.HasIte() {
			x.image[t] = t
			continue
		}
		if t.Op() == logic.OpIte {
			cond, branch := t.Arg(0), t.Arg(2)
			c := x.val.eval(cond)
			switch {
			case c.IsTrue():
				branch = t.Arg(1)
			case c.IsFalse():
				cond = x.val.store.Not(cond)
			default:
				return nil, undetermined(cond)
			}
			if x.image[branch] == nil {
				stack = append(stack, branch)
				continue
			}
			x.goal(cond)
			x.image[t] = x.image[branch]
			continue
		}
		args = args[:0]
		for _, a := range t.Args() {
			if z := x.image[a]; z != nil {
				args = append(args, z)
			} else {
				stack = append(stack, a)
			}
		}
		if len(args) == len(t.Args()) {
			x.image[t] = x.val.store.Rebuild(t, args)
		}
	}
	return x.image[t], nil
}
