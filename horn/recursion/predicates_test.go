// SPDX-License-Identifier: Apache-2.0

package recursion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/recursion"
	"cornet/internal/slice"
	"cornet/logic"
)

// predicates adds functions with few values: predicates that are disjunctions, and functions to
// enumerations of two and of three values.
type predicates struct {
	*claims
	bools, enums []*logic.Func
	values       map[*logic.Sort][]*logic.Term
}

func newPredicates(seed uint64) *predicates {
	c := newClaims(seed)
	s := c.store
	p := &predicates{claims: c, values: map[*logic.Sort][]*logic.Term{}}
	enumeration := func(name string, values ...string) *logic.Sort {
		sort := s.NewDatatype(name)
		for _, v := range values {
			p.values[sort] = append(p.values[sort], s.Construct(s.AddConstructor(sort, v, nil, nil)))
		}
		return sort
	}
	truth, sign := enumeration("Truth", "no", "yes"), enumeration("Sign", "below", "zero", "above")
	no, yes := p.values[truth][0], p.values[truth][1]
	n, m, x := c.n, c.m, c.x
	head, tail := s.Field(c.cons.Fields[0], x), s.Field(c.cons.Fields[1], x)
	isNil, isCons := s.Is(c.empty.Constructor(), x), s.Is(c.cons, x)
	define := func(name string, vars []*logic.Term, result *logic.Sort, body func(f func(...*logic.Term) *logic.Term) *logic.Term) func(...*logic.Term) *logic.Term {
		f := s.Func(name, slice.Map(vars, (*logic.Term).Sort), result)
		call := func(args ...*logic.Term) *logic.Term { return s.Apply(f, args...) }
		c.Define(&recursion.Function{Func: f, Vars: vars, Body: body(call)})
		switch {
		case result.IsBool():
			p.bools = append(p.bools, f)
		case result == x.Sort():
			c.calls = append(c.calls, f, f, f)
		default:
			p.enums = append(p.enums, f)
		}
		return call
	}
	le := define("le", []*logic.Term{n, m}, truth, func(func(...*logic.Term) *logic.Term) *logic.Term { return s.Ite(s.Le(n, m), yes, no) })
	define("sign", []*logic.Term{n}, sign, func(func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Ite(s.Lt(n, s.IntNum(0)), p.values[sign][0], s.Ite(s.Eq(n, s.IntNum(0)), p.values[sign][1], p.values[sign][2]))
	})
	define("insert", []*logic.Term{n, x}, x.Sort(), func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Ite(isNil, s.Construct(c.cons, n, x), s.Ite(s.Is(yes.Constructor(), le(n, head)), s.Construct(c.cons, n, x), s.Construct(c.cons, head, f(n, tail))))
	})
	define("all", []*logic.Term{x, n}, s.Bool, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Or(isNil, s.And(isCons, s.Le(head, n), f(tail, n)))
	})
	define("member", []*logic.Term{n, x}, s.Bool, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.And(isCons, s.Or(s.Eq(head, n), f(n, tail)))
	})
	define("ordered", []*logic.Term{x}, s.Bool, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		next := s.Field(c.cons.Fields[0], tail)
		return s.Or(isNil, s.And(isCons, f(tail), s.Or(s.Is(c.empty.Constructor(), tail), s.Eq(le(head, next), yes))))
	})
	return p
}

// literal makes a claim with one function of few values, or a comparison.
func (p *predicates) literal() *logic.Term {
	s := p.store
	apply := func(f *logic.Func) *logic.Term {
		return s.Apply(f, slice.Map(f.Params(), func(sort *logic.Sort) *logic.Term { return p.term(sort, p.IntN(2)) })...)
	}
	var z *logic.Term
	switch p.IntN(8) {
	case 0, 1, 2, 3:
		z = apply(p.bools[p.IntN(len(p.bools))])
	case 4, 5:
		x := apply(p.enums[p.IntN(len(p.enums))])
		of := p.values[x.Sort()]
		if v := of[p.IntN(len(of))]; p.IntN(2) == 0 {
			z = s.Is(v.Constructor(), x)
		} else {
			z = s.Eq(x, v)
		}
	case 6:
		z = s.Le(p.term(s.Int, 0), p.term(s.Int, 0))
	default:
		z = s.Eq(p.term(p.x.Sort(), 1), p.term(p.x.Sort(), 1))
	}
	if p.IntN(3) == 0 {
		z = s.Not(z)
	}
	return z
}

// TestNothingFalseOfPredicates proves claims with conditions, in each way to prove, where they hold
// for a few values, and evaluates what has been proved for many. What has been proved before is a
// lemma for what comes after it.
func TestNothingFalseOfPredicates(t *testing.T) {
	ways := []func(*predicates, *recursion.Lemma) bool{
		func(p *predicates, l *recursion.Lemma) bool { return p.Prove(t.Context(), l) },
		func(p *predicates, l *recursion.Lemma) bool { return p.Rewrite(t.Context(), l) },
		func(p *predicates, l *recursion.Lemma) bool { return p.Distinguish(t.Context(), l) },
		func(p *predicates, l *recursion.Lemma) bool { return p.Induct(t.Context(), l) },
	}
	counts := make([]int, len(ways))
	for seed := range uint64(240) {
		p := newPredicates(seed)
		for range 4 {
			body := p.literal()
			for range p.IntN(3) {
				body = p.store.Or(body, p.literal())
			}
			vars := logic.FreeVars(body)
			holds := func(times int) bool {
				for range times {
					values := slice.Map(vars, func(v *logic.Term) *logic.Term { return p.value(v.Sort()) })
					if x := p.Evaluate(p.store.Substitute(body, vars, values)); x != nil && x.IsFalse() {
						return false
					}
				}
				return true
			}
			if way := seed % uint64(len(ways)); len(vars) > 0 && holds(p.IntN(5)) && ways[way](p, &recursion.Lemma{Vars: vars, Body: body}) {
				counts[way]++
				require.True(t, holds(400), "seed %d: %v", seed, body)
			}
		}
	}
	t.Log("proved:", counts)
	for way := range ways {
		require.Greater(t, counts[way], 2, "way %d", way)
	}
}
