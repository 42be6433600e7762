// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/rational"
	"cornet/logic"
)

// Bounds on the numbers that become parameters.
const (
	minParameter  = 8       // smaller numbers mean few steps of a loop
	maxParameter  = 1 << 30 // larger numbers are bounds of types
	maxParameters = 3
)

// Parameters replaces a number N that bounds a loop by a parameter n. Each predicate gets n as a
// further argument. In each clause, n replaces N, n - 1 replaces N - 1, and n + 1 replaces N + 1. n
// is between 0 and N. Facts that hold for all n hold for N. The result is sys itself if no number
// bounds a loop.
//
// So engines look for an invariant for any number of iterations, instead of a formula for each
// iteration.
//
// Cost: linear in the size of sys.
func Parameters(sys *horn.System) pass.Outcome {
	numbers := loopBounds(sys)
	if len(numbers) == 0 {
		return pass.Unchanged(sys)
	}
	g := &generalisation{store: sys.Store, sys: sys, numbers: numbers, image: map[*logic.Func]*logic.Func{}}
	z := &horn.System{Store: sys.Store}
	more := slices.Repeat([]*logic.Sort{sys.Store.Int}, len(numbers))
	for _, p := range sys.Preds {
		q := sys.Store.FreshFunc(p.Name(), slices.Concat(p.Params(), more), sys.Store.Bool)
		g.image[p] = q
		z.Preds = append(z.Preds, q)
	}
	for _, c := range sys.Clauses {
		z.Clauses = append(z.Clauses, g.clause(c))
	}
	return pass.Outcome{System: z, Back: g, Effect: pass.Over}
}

// loopBounds returns the numbers that clauses compare with an argument that they count up or down,
// the smallest first. Of adjacent numbers it returns the largest.
func loopBounds(sys *horn.System) []rational.Rat {
	s := sys.Store
	var z []rational.Rat
	for _, c := range sys.Clauses {
		for _, x := range counters(s, c) {
			logic.Walk(func(t *logic.Term) bool {
				if t.Op() != logic.OpLe && t.Op() != logic.OpEq || t.Arg(1).Op() != logic.OpNum {
					return true
				}
				if l := s.Linear(t.Arg(0)); len(l.Monomials) == 1 && l.Monomials[0].Term == x {
					n := t.Arg(1).Num().Div(l.Monomials[0].Coeff).Abs()
					if n.IsInt() && !n.Less(rational.Int(minParameter)) && n.Less(rational.Int(maxParameter)) {
						z = append(z, n)
					}
				}
				return true
			}, c.Constraint)
		}
	}
	slices.SortFunc(z, rational.Rat.Cmp)
	z = slices.CompactFunc(z, rational.Rat.Equal)
	one := rational.Int(1)
	var last []rational.Rat
	for i, n := range z {
		if i+1 == len(z) || !z[i+1].Equal(n.Add(one)) {
			last = append(last, n)
		}
	}
	if len(last) > maxParameters {
		return nil
	}
	return last
}

// counters returns the variables of the body to which the head adds a number, in the same argument
// of the same predicate.
func counters(s *logic.Store, c *horn.Clause) []*logic.Term {
	var z []*logic.Term
	for _, a := range c.Body {
		if c.Head == nil || a.Pred != c.Head.Pred {
			continue
		}
		for j, x := range a.Args {
			if !x.IsVar() || !x.Sort().IsInt() {
				continue
			}
			counts := false
			logic.Walk(func(t *logic.Term) bool {
				if t.Op() == logic.OpIte {
					return true
				}
				l := s.Linear(t)
				counts = counts || len(l.Monomials) == 1 && l.Monomials[0].Term == x && l.Monomials[0].Coeff.IsOne() && !l.Const.IsZero()
				return false
			}, c.Head.Args[j])
			if counts {
				z = append(z, x)
			}
		}
	}
	return z
}

// generalisation replaces numbers by parameters.
type generalisation struct {
	store   *logic.Store
	sys     *horn.System
	numbers []rational.Rat
	image   map[*logic.Func]*logic.Func
}

// clause returns c with parameters.
func (g *generalisation) clause(c *horn.Clause) *horn.Clause {
	s := g.store
	params := make([]*logic.Term, len(g.numbers))
	var conj []*logic.Term
	for i, n := range g.numbers {
		params[i] = s.Fresh("n", s.Int)
		conj = append(conj, s.Ge(params[i], s.IntNum(0)), s.Le(params[i], s.Num(n, s.Int)))
		if i > 0 {
			conj = append(conj, s.Le(params[i-1], params[i]))
		}
	}
	rw := g.rewriter(params)
	atom := func(a horn.Atom) horn.Atom {
		z := horn.Atom{Pred: g.image[a.Pred], Args: make([]*logic.Term, 0, len(a.Args)+len(params))}
		for _, t := range a.Args {
			z.Args = append(z.Args, rw.Map(t))
		}
		z.Args = append(z.Args, params...)
		return z
	}
	phi := s.And(append(conj, rw.Map(c.Constraint))...)
	z := c.Map(atom)
	z.Constraint = phi
	return z
}

// rewriter replaces numbers by parameters, except coefficients and divisors.
func (g *generalisation) rewriter(params []*logic.Term) *logic.Rewriter {
	s := g.store
	var rw *logic.Rewriter
	rw = s.NewRewriter(func(t *logic.Term) *logic.Term {
		switch {
		case t.Op() == logic.OpNum && t.Sort().IsInt():
			return g.parameter(t.Num(), params)
		case t.Op() == logic.OpMul && t.Arg(0).Op() == logic.OpNum:
			return s.Scale(t.Arg(0).Num(), rw.Map(t.Arg(1)))
		case t.Op() == logic.OpMod && t.Arg(1).Op() == logic.OpNum:
			return s.Mod(rw.Map(t.Arg(0)), t.Arg(1))
		case t.Op() == logic.OpIntDiv && t.Arg(1).Op() == logic.OpNum:
			return s.IntDiv(rw.Map(t.Arg(0)), t.Arg(1))
		}
		return nil
	}, nil)
	return rw
}

// parameter returns the term that replaces number n, or nil if n is not replaced.
func (g *generalisation) parameter(n rational.Rat, params []*logic.Term) *logic.Term {
	s := g.store
	for i, at := range g.numbers {
		for _, sign := range []int64{1, -1} {
			d := n.Mul(rational.Int(sign)).Sub(at)
			if k, ok := d.Int64(); ok && -1 <= k && k <= 1 {
				return s.Scale(rational.Int(sign), s.Add(params[i], s.IntNum(k)))
			}
		}
	}
	return nil
}

// Model is [pass.BackTranslator.Model]. It substitutes the numbers for the parameters.
func (g *generalisation) Model(_ context.Context, m *horn.Model) (*horn.Model, error) {
	s := g.store
	z := horn.NewModel()
	for _, p := range g.sys.Preds {
		xs := horn.Params(s, p)
		args := slices.Clone(xs)
		for _, n := range g.numbers {
			args = append(args, s.Num(n, s.Int))
		}
		z.Define(p, xs, m.Instance(s, g.image[p], args))
	}
	return z, nil
}

// Refutation is [pass.BackTranslator.Refutation]. It always fails: the system derives more than its
// input.
func (g *generalisation) Refutation(context.Context, *horn.Refutation) (*horn.Refutation, error) {
	return nil, fmt.Errorf("parameters: a refutation for other numbers: %w", errors.ErrUnsupported)
}
