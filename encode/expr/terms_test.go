// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
	"cornet/logic"
)

// exprs makes random expressions over two variables of each type.
type exprs struct {
	rng  *rand.Rand
	vars []*scalar.Var
}

var exprTypes = []scalar.Type{
	{Width: 8, Signed: true}, {Width: 8}, {Width: 16, Signed: true}, {Width: 32, Signed: true}, {Width: 32}, {Width: 64, Signed: true}, {Width: 64},
	{Width: 8, Bool: true}, {Width: 1, Signed: true}, {Width: 1},
}

func newExprs(seed uint64) *exprs {
	g := &exprs{rng: rand.New(rand.NewPCG(seed, 3))}
	for i, t := range exprTypes {
		for j := range 2 {
			g.vars = append(g.vars, &scalar.Var{Name: fmt.Sprintf("v%d_%d", i, j), Type: t, ID: len(g.vars)})
		}
	}
	return g
}

// number returns a random value of t, often small or near an end of the type.
func (g *exprs) number(t scalar.Type) *big.Int {
	lo, hi := t.Range()
	switch g.rng.IntN(4) {
	case 0:
		return t.Wrap(new(big.Int).Add(lo, big.NewInt(g.rng.Int64N(3))))
	case 1:
		return t.Wrap(new(big.Int).Sub(hi, big.NewInt(g.rng.Int64N(3))))
	case 2:
		return t.Wrap(big.NewInt(g.rng.Int64N(40) - 20))
	}
	return t.Wrap(new(big.Int).SetUint64(g.rng.Uint64()))
}

func (g *exprs) expr(t scalar.Type, depth int) *scalar.Expr {
	if depth == 0 {
		if g.rng.IntN(3) == 0 {
			return scalar.NewConst(g.number(t), t)
		}
		for {
			if v := g.vars[g.rng.IntN(len(g.vars))]; v.Type == t {
				return scalar.NewRead(v)
			}
		}
	}
	sub := func(t scalar.Type) *scalar.Expr { return g.expr(t, depth-1) }
	other := exprTypes[g.rng.IntN(len(exprTypes))]
	if t.Bool {
		return scalar.New(scalar.Cast, t, sub(other))
	}
	switch g.rng.IntN(10) {
	case 9: // the low bits of one operand, and the high bits of the other
		k := g.rng.Int64N(int64(t.Width))
		ops := []scalar.Operator{scalar.BitAnd, scalar.BitOr, scalar.BitXor}
		low := scalar.New(scalar.Cast, t, scalar.New(scalar.Cast, scalar.Type{Kind: scalar.Int, Width: int(k) + 1}, sub(t)))
		high := scalar.New(scalar.Shl, t, sub(t), scalar.NewInt(min(k+g.rng.Int64N(2), int64(t.Width)-1), t))
		return scalar.New(ops[g.rng.IntN(3)], t, low, high)
	case 0:
		return scalar.New(scalar.Cast, t, sub(other))
	case 1:
		return scalar.New(scalar.Ite, t, sub(other), sub(t), sub(t))
	case 2:
		ops := []scalar.Operator{scalar.Lt, scalar.Le, scalar.Eq, scalar.And, scalar.Or}
		return scalar.New(scalar.Cast, t, scalar.New(ops[g.rng.IntN(len(ops))], t, sub(other), sub(other)))
	case 3:
		ops := []scalar.Operator{scalar.Neg, scalar.BitNot}
		return scalar.New(ops[g.rng.IntN(2)], t, sub(t))
	case 4:
		ops := []scalar.Operator{scalar.Shl, scalar.Shr}
		return scalar.New(ops[g.rng.IntN(2)], t, sub(t), scalar.NewInt(g.rng.Int64N(int64(t.Width)), t))
	case 5:
		ops := []scalar.Operator{scalar.Div, scalar.Rem}
		c := g.number(t)
		if c.Sign() == 0 {
			c = big.NewInt(3)
		}
		return scalar.New(ops[g.rng.IntN(2)], t, sub(t), scalar.NewConst(c, t))
	case 6:
		ops := []scalar.Operator{scalar.BitAnd, scalar.BitOr, scalar.BitXor}
		masks := []int64{1, 7, 0xf0, -16, 0x55, 255, -1}
		return scalar.New(ops[g.rng.IntN(3)], t, sub(t), scalar.NewInt(masks[g.rng.IntN(len(masks))], t))
	}
	ops := []scalar.Operator{scalar.Add, scalar.Sub, scalar.Mul}
	return scalar.New(ops[g.rng.IntN(3)], t, sub(t), sub(t))
}

// evaluate returns the value of x by definition, or nil if it is undefined somewhere.
func evaluate(x *scalar.Expr, m map[*scalar.Var]*big.Int) *big.Int {
	switch x.Operator {
	case scalar.Const:
		return x.Value
	case scalar.Read:
		return m[x.Var]
	case scalar.Ite:
		c, a, b := evaluate(x.Args[0], m), evaluate(x.Args[1], m), evaluate(x.Args[2], m)
		if c == nil || a == nil || b == nil {
			return nil
		}
		if c.Sign() != 0 {
			return a
		}
		return b
	}
	var vs []*big.Int
	for _, a := range x.Args {
		v := evaluate(a, m)
		if v == nil {
			return nil
		}
		vs = append(vs, v)
	}
	return scalar.Compute(x.Operator, x.Type, vs)
}

// scope is a context in which variables have given values. It records the requests.
type scope struct {
	m         *Translator
	vars      map[*scalar.Var]*logic.Term
	intervals *Intervals
	fresh     []*logic.Term
	types     []scalar.Type
	said      []*logic.Term
}

func newScope(s *logic.Store, o Options) *scope {
	m := New(s, &scalar.Program{Model: cfg.ILP32}, o)
	return &scope{m: m, vars: map[*scalar.Var]*logic.Term{}, intervals: m.NewIntervals()}
}

func (c *scope) declare(v *scalar.Var) *logic.Term {
	c.vars[v] = c.m.s.Var(v.Name, c.m.Sort(v.Type))
	return c.vars[v]
}

func (c *scope) Read(v *scalar.Var) *logic.Term { return c.vars[v] }

func (c *scope) Any(t scalar.Type, _ string) *logic.Term {
	c.fresh, c.types = append(c.fresh, c.m.s.Fresh("any", c.m.Sort(t))), append(c.types, t)
	return c.fresh[len(c.fresh)-1]
}

func (c *scope) Undefined(t scalar.Type, what string) *logic.Term { return c.Any(t, what) }

func (c *scope) Assume(t *logic.Term) { c.said = append(c.said, t) }

func (c *scope) Require(*logic.Term) { panic("nothing overflows") }

func (c *scope) Under(*logic.Term) Context { return c }

func (c *scope) Intervals() *Intervals { return c.intervals }

// Terms have the value that expressions have, and intervals contain it.
func TestTerms(t *testing.T) {
	for seed := range uint64(400) {
		checkTerm(t, seed)
	}
}

func FuzzTerms(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkTerm(t, seed) })
}

func checkTerm(t *testing.T, seed uint64) {
	g := newExprs(seed)
	typ := exprTypes[g.rng.IntN(len(exprTypes))]
	x := g.expr(typ, 1+g.rng.IntN(3))
	for _, bv := range []bool{false, true} {
		s := logic.NewStore()
		c := newScope(s, Options{Vectors: bv})
		m := s.NewModel()
		values := map[*scalar.Var]*big.Int{}
		for _, v := range g.vars {
			values[v] = g.number(v.Type)
			m.Set(c.declare(v), c.m.num(rat(values[v]), v.Type))
		}
		want := evaluate(x, values)
		if want == nil {
			return
		}
		term := c.m.Value(c, x)
		if len(c.m.Inexact) > 0 {
			continue
		}
		got := Number(m.Eval(term), x.Type.Signed)
		require.NotNil(t, got, "seed %d: %v", seed, x)
		require.Equal(t, want.String(), got.String(), "seed %d, bit-vectors %v: %v = %v", seed, bv, x, term)
		require.Equal(t, want.Sign() != 0, m.Holds(c.m.Cond(c, x)), "seed %d, bit-vectors %v: condition %v", seed, bv, x)
		require.True(t, c.m.value(x).Has(rat(want)), "seed %d: %v is outside of the interval of %v", seed, want, x)
	}
}
