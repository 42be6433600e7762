// SPDX-License-Identifier: Apache-2.0

package recursion_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/recursion"
	"cornet/logic"
)

// claims makes random claims about the functions of lists and about some that count.
type claims struct {
	*lists
	*rand.Rand
	n, m  *logic.Term
	calls []*logic.Func
	cons  *logic.Constructor
}

func newClaims(seed uint64) *claims {
	l := newLists()
	s := l.store
	c := &claims{lists: l, Rand: rand.New(rand.NewPCG(seed, 7)), n: s.Var("n", s.Int), m: s.Var("m", s.Int), cons: l.x.Sort().Datatype().Constructors[1]}
	list, num := l.x.Sort(), s.IntNum
	head, tail := func(x *logic.Term) *logic.Term { return s.Field(c.cons.Fields[0], x) }, func(x *logic.Term) *logic.Term { return s.Field(c.cons.Fields[1], x) }
	less := func(x *logic.Term) *logic.Term { return s.Sub(x, num(1)) }
	isCons := func(x *logic.Term) *logic.Term { return s.Is(c.cons, x) }
	define := func(name string, vars []*logic.Term, result *logic.Sort, body func(self func(...*logic.Term) *logic.Term) *logic.Term) {
		var sorts []*logic.Sort
		for _, v := range vars {
			sorts = append(sorts, v.Sort())
		}
		f := s.Func(name, sorts, result)
		c.Define(&recursion.Function{Func: f, Vars: vars, Body: body(func(args ...*logic.Term) *logic.Term { return s.Apply(f, args...) })})
		c.calls = append(c.calls, f)
	}
	n, m, x, y := c.n, c.m, l.x, l.y
	define("minus", []*logic.Term{n, m}, s.Int, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Ite(s.Or(s.Le(n, num(0)), s.Le(m, num(0))), n, f(less(n), less(m)))
	})
	define("plus", []*logic.Term{n, m}, s.Int, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Ite(s.Le(n, num(0)), m, s.Add(f(less(n), m), num(1)))
	})
	define("half", []*logic.Term{n}, s.Int, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Ite(s.Le(n, num(1)), num(0), s.Add(f(s.Sub(n, num(2))), num(1)))
	})
	define("length", []*logic.Term{x}, s.Int, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Ite(isCons(x), s.Add(f(tail(x)), num(1)), num(0))
	})
	define("drop", []*logic.Term{n, x}, list, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Ite(s.And(s.Ge(n, num(1)), isCons(x)), f(less(n), tail(x)), x)
	})
	define("take", []*logic.Term{n, x}, list, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Ite(s.And(s.Ge(n, num(1)), isCons(x)), s.Construct(c.cons, head(x), f(less(n), tail(x))), l.empty)
	})
	define("interleave", []*logic.Term{x, y}, list, func(f func(...*logic.Term) *logic.Term) *logic.Term {
		return s.Ite(isCons(x), s.Construct(c.cons, head(x), f(y, tail(x))), y)
	})
	for _, f := range l.functions {
		c.calls = append(c.calls, f.Func)
	}
	return c
}

// term makes a term of a sort.
func (c *claims) term(sort *logic.Sort, depth int) *logic.Term {
	s := c.store
	if depth > 0 && c.IntN(5) > 0 {
		var fs []*logic.Func
		for _, f := range c.calls {
			if f.Result() == sort {
				fs = append(fs, f)
			}
		}
		f := fs[c.IntN(len(fs))]
		var args []*logic.Term
		for _, p := range f.Params() {
			args = append(args, c.term(p, depth-1))
		}
		return s.Apply(f, args...)
	}
	if sort.IsInt() {
		return []*logic.Term{c.n, c.n, c.m, s.Add(c.n, c.m), s.IntNum(0), s.IntNum(1), s.Scale(s.IntNum(2).Num(), c.n)}[c.IntN(7)]
	}
	return []*logic.Term{c.x, c.x, c.y, c.empty, s.Construct(c.cons, c.n, c.x)}[c.IntN(5)]
}

// value makes a small value.
func (c *claims) value(sort *logic.Sort) *logic.Term {
	if sort.IsInt() {
		return c.store.IntNum(c.Int64N(9) - 3)
	}
	z := c.empty
	for range c.IntN(5) {
		z = c.store.Construct(c.cons, c.store.IntNum(c.Int64N(3)), z)
	}
	return z
}

// TestNothingFalse proves random equations, under conditions or not, where they hold for a few values, and evaluates what has been proved for many. A third
// of them are proved by rewriting alone, which the solver would else be asked about first.
func TestNothingFalse(t *testing.T) {
	proved, rewritten := 0, 0
	for seed := range uint64(450) {
		c := newClaims(seed)
		s := c.store
		for range 4 {
			sort := []*logic.Sort{s.Int, c.x.Sort()}[c.IntN(2)]
			body := s.Eq(c.term(sort, 2), c.term(sort, 2))
			switch c.IntN(3) {
			case 0:
				body = s.Implies(s.Ge(c.n, s.IntNum(0)), body)
			case 1:
				body = s.Implies(s.And(s.Ge(c.n, s.IntNum(0)), s.Ge(c.m, s.IntNum(0))), body)
			}
			vars := logic.FreeVars(body)
			holds := func(times int) bool {
				for range times {
					var values []*logic.Term
					for _, v := range vars {
						values = append(values, c.value(v.Sort()))
					}
					if x := c.Evaluate(s.Substitute(body, vars, values)); x != nil && x.IsFalse() {
						return false
					}
				}
				return true
			}
			if len(vars) == 0 || !holds(c.IntN(4)) {
				continue
			}
			l, count, prove := &recursion.Lemma{Vars: vars, Body: body}, &proved, c.Prove
			if seed%3 == 0 {
				count, prove = &rewritten, c.Rewrite
			}
			if prove(t.Context(), l) {
				*count++
				require.True(t, holds(300), "seed %d: %v", seed, body)
			}
		}
	}
	t.Log("proved:", proved, "rewritten:", rewritten)
	require.Greater(t, proved, 30)
	require.Greater(t, rewritten, 10)
}
