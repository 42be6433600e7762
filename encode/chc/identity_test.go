// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/flat"
	"cornet/encode/poly"
)

// walker makes random functions over integers of few bits, and runs them exactly.
type walker struct {
	rnd  *rand.Rand
	f    *flat.Function
	vars []*flat.Var
}

func newWalker(rnd *rand.Rand) *walker {
	w := &walker{rnd: rnd, f: &flat.Function{Name: "main"}}
	types := []flat.Type{
		{Kind: flat.Int, Width: 9, Signed: true}, {Kind: flat.Int, Width: 9}, {Kind: flat.Int, Width: 10, Signed: true}, {Kind: flat.Int, Width: 12, Signed: true},
	}
	if rnd.Intn(2) == 0 {
		types = types[:1]
	}
	for i := range 2 + rnd.Intn(3) {
		w.vars = append(w.vars, &flat.Var{Name: string(rune('a' + i)), Type: types[rnd.Intn(len(types))], Func: w.f, ID: i})
	}
	w.f.Locals = w.vars
	w.f.Entry = w.f.NewNode(cfg.Pos{})
	n := w.f.Entry
	for _, v := range w.vars {
		switch rnd.Intn(3) {
		case 0:
			n = w.edge(n, nil, flat.Havoc{To: v, Input: "f"})
		case 1:
			n = w.edge(n, nil, flat.Assign{To: v, Value: flat.NewInt(int64(rnd.Intn(3)), v.Type)})
		default:
			n = w.edge(n, nil, flat.Assign{To: v, Value: w.expr(v.Type, 2)})
		}
	}
	for range 1 + rnd.Intn(2) {
		n = w.loop(n)
	}
	return w
}

// edge adds a step from n to a node, a new one if that is nil.
func (w *walker) edge(n, to *flat.Node, op flat.Op) *flat.Node {
	if to == nil {
		to = w.f.NewNode(cfg.Pos{})
	}
	flat.Connect(n, to, op, cfg.Pos{})
	return to
}

// loop adds a loop, and checks in it and behind it; it returns the end.
func (w *walker) loop(head *flat.Node) *flat.Node {
	cond := w.cond()
	counter := w.vars[w.rnd.Intn(len(w.vars))]
	if limit := w.vars[w.rnd.Intn(len(w.vars))]; w.rnd.Intn(2) == 0 && limit.Type == counter.Type {
		op := []flat.Operator{flat.Lt, flat.Le}[w.rnd.Intn(2)]
		cond = flat.New(op, limit.Type, flat.NewRead(counter), flat.NewRead(limit))
	} else {
		counter = nil
	}
	n := w.edge(head, nil, flat.Assume{Cond: cond})
	out := w.edge(head, nil, flat.Assume{Cond: cond, Negate: true})
	for range 1 + w.rnd.Intn(3) {
		n = w.assign(n)
	}
	if w.rnd.Intn(2) == 0 {
		n = w.branch(n)
	}
	if counter != nil {
		n = w.edge(n, nil, flat.Assign{To: counter, Value: flat.New(flat.Add, counter.Type, flat.NewRead(counter), flat.NewInt(1, counter.Type))})
	}
	w.edge(n, head, flat.Skip{})
	return w.branch(out)
}

func (w *walker) assign(n *flat.Node) *flat.Node {
	v := w.vars[w.rnd.Intn(len(w.vars))]
	x := w.expr(v.Type, 2)
	if w.rnd.Intn(2) == 0 { // a step
		x = flat.New(flat.Add, v.Type, flat.NewRead(v), w.expr(v.Type, 1))
	}
	return w.edge(n, nil, flat.Assign{To: v, Value: x})
}

func (w *walker) branch(n *flat.Node) *flat.Node {
	cond := w.cond()
	if w.rnd.Intn(3) == 0 {
		t := &flat.Var{Name: "t", Type: cond.Type, Func: w.f, ID: len(w.vars) + len(w.f.Nodes)}
		n = w.edge(n, nil, flat.Assign{To: t, Value: cond})
		cond = flat.NewRead(t)
		n = w.assign(n)
	}
	yes := w.assign(w.edge(n, nil, flat.Assume{Cond: cond}))
	no := w.edge(n, nil, flat.Assume{Cond: cond, Negate: true})
	return w.edge(no, w.edge(yes, nil, flat.Skip{}), flat.Skip{})
}

func (w *walker) cond() *flat.Expr {
	t := w.vars[w.rnd.Intn(len(w.vars))].Type
	ops := []flat.Operator{flat.Eq, flat.Lt, flat.Le, flat.Eq}
	x := flat.New(ops[w.rnd.Intn(len(ops))], t, w.expr(t, 2), w.expr(t, 1))
	switch w.rnd.Intn(6) {
	case 0:
		return flat.New(flat.Not, t, x)
	case 1:
		return flat.New([]flat.Operator{flat.And, flat.Or}[w.rnd.Intn(2)], t, x, w.cond())
	}
	return x
}

// expr is a random expression of type t.
func (w *walker) expr(t flat.Type, depth int) *flat.Expr {
	if depth == 0 || w.rnd.Intn(4) == 0 {
		if w.rnd.Intn(3) == 0 {
			return flat.NewInt(int64(w.rnd.Intn(4)), t)
		}
		return flat.New(flat.Cast, t, flat.NewRead(w.vars[w.rnd.Intn(len(w.vars))]))
	}
	arg := func() *flat.Expr { return w.expr(t, depth-1) }
	small := func() *flat.Expr { return flat.NewInt(int64(2+w.rnd.Intn(3)), t) }
	switch w.rnd.Intn(10) {
	case 0, 1, 2:
		return flat.New(flat.Add, t, arg(), arg())
	case 3, 4:
		return flat.New(flat.Sub, t, arg(), arg())
	case 5, 6:
		return flat.New(flat.Mul, t, arg(), arg())
	case 7:
		return flat.New([]flat.Operator{flat.Div, flat.Rem}[w.rnd.Intn(2)], t, arg(), small())
	case 8:
		return flat.New(flat.Shl, t, arg(), small())
	}
	return flat.New([]flat.Operator{flat.Neg, flat.BitNot}[w.rnd.Intn(2)], t, arg())
}

// What the analysis finds holds in all runs: equations at loop heads, and that conditions are not met.
func TestIdentitiesHold(t *testing.T) {
	rnd := rand.New(rand.NewSource(5))
	equations, bounds, dead := 0, 0, 0
	for range 60 {
		w := newWalker(rnd)
		p := &flat.Program{Functions: []*flat.Function{w.f}, Main: w.f, Globals: nil}
		a := newIdentities(w.f, findEffects(p), 9+rnd.Intn(4))
		ops := map[*flat.Edge]flat.Op{}
		edges(p, func(e *flat.Edge) { ops[e] = e.Op })
		a.settle()
		edges(p, func(e *flat.Edge) { e.Op = ops[e] })
		if a.fuel < 0 {
			continue
		}
		for _, ps := range a.known {
			equations += len(ps)
		}
		for _, bs := range a.bounds {
			bounds += len(bs)
		}
		for _, n := range w.f.Nodes {
			for _, e := range n.Out {
				if _, ok := e.Op.(flat.Assume); ok && !a.passed[e] {
					dead++
				}
			}
		}
		for range 40 {
			checkRun(t, w, a)
		}
	}
	t.Log(equations, "equations,", bounds, "bounds,", dead, "conditions never met")
	require.Greater(t, equations, 100)
	require.Greater(t, bounds, 1)
	require.Greater(t, dead, 20)
}

// checkRun runs w once, on random inputs, and compares it with a.
func checkRun(t *testing.T, w *walker, a *identities) {
	values := map[*flat.Var]*big.Int{}
	input := func(ty flat.Type) *big.Int {
		if w.rnd.Intn(2) == 0 {
			return ty.Wrap(big.NewInt(int64(w.rnd.Intn(8) - 2)))
		}
		return ty.Wrap(big.NewInt(w.rnd.Int63()))
	}
	for _, v := range w.vars {
		values[v] = input(v.Type)
	}
	n := w.f.Entry
	for range 60 {
		for _, p := range a.known[n] {
			sum, ok := a.ring.Substitute(p, func(i int) poly.Poly {
				for v, j := range a.number {
					if i == j {
						return a.constant(values[v])
					}
				}
				return nil
			})
			require.True(t, ok)
			require.Empty(t, sum)
		}
		for _, b := range a.bounds[n] {
			limit := new(big.Int).Add(values[b.y], big.NewInt(b.more))
			require.LessOrEqual(t, values[b.x].Cmp(limit), 0)
		}
		var next *flat.Edge
		for _, e := range n.Out {
			if o, ok := e.Op.(flat.Assume); ok {
				v := evaluate(o.Cond, values)
				if v == nil || (v.Sign() != 0) == o.Negate {
					continue
				}
			}
			next = e
		}
		if next == nil {
			return
		}
		require.True(t, a.passed[next])
		switch o := next.Op.(type) {
		case flat.Assign:
			if values[o.To] = evaluate(o.Value, values); values[o.To] == nil {
				return
			}
		case flat.Havoc:
			values[o.To] = input(o.To.Type)
		}
		n = next.To
	}
}

// Loops of the literature: what is settled, and what is not true is not.
func TestIdentitiesOfLoops(t *testing.T) {
	for _, c := range []struct {
		name, program string
		safe          bool
	}{
		{"product", "int x = f(), y = f(), s = 0, i = 0; if (x < 0) return 0; while (i < x) { s += y; i++; } assert(s == x * y);", true},
		{"product of negative", "int x = f(), y = f(), s = 0, i = 0; while (i < x) { s += y; i++; } assert(s == x * y);", false},
		{"sum", "int n = f(), s = 0, i; if (n < 0 || n > 1000) return 0; for (i = 1; i <= n; i++) s += i; assert(2 * s == n * (n + 1));", true},
		{"sum that overflows the counter", "unsigned char n = f(), i, s = 0; for (i = 0; i <= n; i++) s += i; assert(2 * s == n * (n + 1));", false},
		{"division", "int x = f(), y = f(), q = 0, r = x; while (r >= y) { assert(x == q * y + r); r -= y; q++; } assert(x == q * y + r);", true},
		{"division, wrong", "int x = f(), y = f(), q = 0, r = x; while (r >= y) { r -= y; q++; } assert(x == q * y + r + 1);", false},
		{"squares", "unsigned a = 0, s = 1, t = 1; while (f()) { a++; t += 2; s += t; assert(s == (a + 1) * (a + 1)); }", true},
		{"squares, more bits", "unsigned a = 0, s = 1, t = 1; while (f()) { a++; t += 2; s += t; assert(s == (a + 1ull) * (a + 1)); }", false},
		{"halves", "unsigned x = f(), n = x, y = f(), z = 0, v = y; while (n) { if (n % 2) z += v; v *= 2; n /= 2; } assert(z == x * y);", true},
		{"halves, not negative", "int x = f(), n, y = f(), z = 0, v = y, c = x >= 0; if (!c) return 0; n = x; while (n) { if (n % 2 == 1) { z += v; n--; } v *= 2; n /= 2; } assert(z == x * y);", true},
		{"halves with sign", "int x = f(), n = x, y = f(), z = 0, v = y; while (n > 0) { if (n & 1) z += v; v *= 2; n /= 2; } assert(z == x * y);", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := cc.Load("loop.c", []byte("#include <assert.h>\nint f(void);\nint main(void) {\n"+c.program+"\n}"), cc.Options{})
			require.NoError(t, err)
			errs := 0
			edges(Flat(p, Options{}), func(e *flat.Edge) {
				if _, ok := e.Op.(flat.Error); ok {
					errs++
				}
			})
			require.Equal(t, c.safe, errs == 0)
		})
	}
}
