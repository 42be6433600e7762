// SPDX-License-Identifier: Apache-2.0

package recursion_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/recursion"
	"cornet/internal/slice"
	"cornet/logic"
)

// claims makes random claims about the functions of lists and about some that count.
type claims struct {
	*lists
	*rand.Rand
	n, m  *logic.Term
	k     *logic.Term // another number that terms may mention; nil for none
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

// assume adds lemmas that are known to hold: bounds, and equations under conditions.
func (c *claims) assume() {
	s, num := c.store, c.store.IntNum
	call := func(name string, args ...*logic.Term) *logic.Term {
		i := slices.IndexFunc(c.calls, func(f *logic.Func) bool { return f.Name() == name })
		return s.Apply(c.calls[i], args...)
	}
	for _, body := range []*logic.Term{
		s.Ge(call("length", c.x), num(0)),
		s.Implies(s.Ge(c.n, num(0)), s.Eq(call("plus", c.n, c.m), s.Add(c.n, c.m))),
		s.Implies(s.Le(c.n, num(0)), s.Eq(call("take", c.n, c.x), c.empty)),
		s.Implies(s.Le(call("length", c.x), c.n), s.Eq(call("take", c.n, c.x), c.x)),
		s.Implies(s.Le(call("length", c.x), c.n), s.Eq(call("drop", c.n, c.x), c.empty)),
		s.Implies(s.And(s.Ge(c.n, num(0)), s.Ge(c.m, c.n)), s.Eq(call("minus", c.n, c.m), num(0))),
		s.Eq(call("length", c.app(c.x, c.y)), s.Add(call("length", c.x), call("length", c.y))),
	} {
		if c.IntN(2) == 0 {
			c.Assume(&recursion.Lemma{Vars: logic.FreeVars(body), Body: body})
		}
	}
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
	if sort.IsInt() && c.k != nil && c.IntN(2) == 0 {
		return c.k
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

// prove tries to prove random equations, under conditions or not, where they hold for a few values,
// and evaluates what has been proved for many. It counts what is proved, by rewriting alone or not.
func (c *claims) prove(t *testing.T, seed uint64, rewrites bool, counts map[bool]int) {
	s := c.store
	for range 4 {
		sort := []*logic.Sort{s.Int, c.x.Sort()}[c.IntN(2)]
		body := s.Eq(c.term(sort, 2), c.term(sort, 2))
		switch c.IntN(4) {
		case 0:
			body = s.Implies(s.Ge(c.n, s.IntNum(0)), body)
		case 1:
			body = s.Implies(s.And(s.Ge(c.n, s.IntNum(0)), s.Ge(c.m, s.IntNum(0))), body)
		case 2:
			body = s.Implies(s.Eq(c.term(s.Int, 1), c.term(s.Int, 1)), body)
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
		prove := c.Prove
		if rewrites {
			prove = c.Rewrite
		}
		if prove(t.Context(), &recursion.Lemma{Vars: vars, Body: body}) {
			counts[rewrites]++
			require.True(t, holds(300), "seed %d: %v", seed, body)
		}
	}
}

// quantified tries to show (∀k. φ(k)) ⇒ ∀k. ψ(k) for random equations φ and ψ, and evaluates what
// has been shown.
func (c *claims) quantified(t *testing.T, seed uint64) (shown int) {
	s := c.store
	c.k = s.Var("k", s.Int)
	over := []*logic.Term{c.k}
	for range 3 {
		sort := []*logic.Sort{s.Int, c.x.Sort()}[c.IntN(2)]
		left, right := c.term(sort, 2), c.term(sort, 2)
		phi, psi := s.Eq(left, right), s.Eq(c.term(sort, 2), c.term(sort, 2))
		f := c.calls[c.IntN(len(c.calls))]
		if i := slices.Index(f.Params(), sort); i >= 0 && c.IntN(3) > 0 { // ψ likely follows
			args := slice.Map(f.Params(), func(p *logic.Sort) *logic.Term { return c.term(p, 1) })
			psi = s.Eq(s.Apply(f, replaced(args, i, left)...), s.Apply(f, replaced(args, i, right)...))
			if c.IntN(3) == 0 {
				psi = s.Substitute(psi, over, []*logic.Term{c.term(s.Int, 1)})
			}
		}
		if !c.Holds(t.Context(), s.Implies(s.Forall(over, phi), s.Forall(over, psi))) {
			continue
		}
		shown++
		everywhere := func(x *logic.Term, values []*logic.Term, vars []*logic.Term) bool {
			for k := range int64(41) {
				y := c.Evaluate(s.Substitute(x, append(slices.Clip(vars), c.k), append(slices.Clip(values), s.IntNum(k-20))))
				if y != nil && y.IsFalse() {
					return false
				}
			}
			return true
		}
		vars := []*logic.Term{c.n, c.m, c.x, c.y}
		for range 30 {
			values := slice.Map(vars, func(v *logic.Term) *logic.Term { return c.value(v.Sort()) })
			require.False(t, everywhere(phi, values, vars) && !everywhere(psi, values, vars), "seed %d: %v implies %v at %v", seed, phi, psi, values)
		}
	}
	return shown
}

func replaced(xs []*logic.Term, i int, x *logic.Term) []*logic.Term {
	z := slices.Clone(xs)
	z[i] = x
	return z
}

// TestNothingFalseOfAll shows claims with quantifiers.
func TestNothingFalseOfAll(t *testing.T) {
	shown := 0
	for seed := range uint64(160) {
		shown += newClaims(seed).quantified(t, seed)
	}
	t.Log("shown:", shown)
	require.Greater(t, shown, 25)
}

// TestNothingFalse proves claims about known functions, a third of them by rewriting alone, which
// the solver would else be asked about first.
func TestNothingFalse(t *testing.T) {
	counts := map[bool]int{}
	for seed := range uint64(240) {
		c := newClaims(seed)
		if seed%2 == 0 {
			c.assume()
		}
		c.prove(t, seed, seed%3 == 0, counts)
	}
	t.Log("proved:", counts[false], "rewritten:", counts[true])
	require.Greater(t, counts[false], 15)
	require.Greater(t, counts[true], 5)
}

// TestNothingFalseOfRandomFunctions is about random functions, too, most of them by rewriting.
func TestNothingFalseOfRandomFunctions(t *testing.T) {
	counts := map[bool]int{}
	for seed := range uint64(160) {
		c := newClaims(seed)
		for range 3 {
			c.function()
		}
		c.prove(t, seed, seed%4 != 0, counts)
	}
	t.Log("proved:", counts[false], "rewritten:", counts[true])
	require.Greater(t, counts[false], 5)
	require.Greater(t, counts[true], 10)
}

// function defines a random function, by recursion over a list or a number.
func (c *claims) function() {
	s, num := c.store, c.store.IntNum
	vars := [][]*logic.Term{{c.x}, {c.x, c.n}, {c.n, c.x}, {c.n, c.m}}[c.IntN(4)]
	result := []*logic.Sort{s.Int, c.x.Sort()}[c.IntN(2)]
	over, guard, less := c.x, s.Is(c.cons, c.x), s.Field(c.cons.Fields[1], c.x)
	if !slices.Contains(vars, c.x) || vars[0] == c.n && c.IntN(2) == 0 {
		over, guard, less = c.n, s.Ge(c.n, num(1)), s.Sub(c.n, num(1))
	}
	f := s.Fresh("f", s.Int).Name()
	fun := s.Func(f, slice.Map(vars, (*logic.Term).Sort), result)
	var term func(sort *logic.Sort, depth int, recurs bool) *logic.Term
	term = func(sort *logic.Sort, depth int, recurs bool) *logic.Term {
		sub := func(sort *logic.Sort) *logic.Term { return term(sort, depth-1, recurs) }
		n := c.IntN(8)
		switch {
		case depth == 0 || n < 2:
			leaves := []*logic.Term{num(0), num(1), c.empty}
			leaves = append(leaves, vars...)
			if recurs && over == c.x {
				leaves = append(leaves, less, s.Field(c.cons.Fields[0], c.x))
			}
			leaves = slices.DeleteFunc(leaves, func(x *logic.Term) bool { return x.Sort() != sort })
			return leaves[c.IntN(len(leaves))]
		case n < 5 && recurs && sort == result:
			return s.Apply(fun, slice.Map(vars, func(v *logic.Term) *logic.Term {
				if v == over {
					return less
				}
				return term(v.Sort(), depth-1, recurs && c.IntN(3) == 0)
			})...)
		case n < 6:
			conditions := []*logic.Term{s.Le(sub(s.Int), sub(s.Int)), s.Eq(sub(s.Int), sub(s.Int)), s.Is(c.cons, sub(c.x.Sort()))}
			return s.Ite(conditions[c.IntN(3)], sub(sort), sub(sort))
		case sort.IsInt():
			return s.Add(sub(sort), sub(sort))
		}
		return s.Construct(c.cons, sub(s.Int), sub(sort))
	}
	c.Define(&recursion.Function{Func: fun, Vars: vars, Body: s.Ite(guard, term(result, 3, true), term(result, 2, false))})
	c.calls = append(c.calls, fun, fun, fun)
}
