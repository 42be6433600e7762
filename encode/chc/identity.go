// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"
	"slices"

	"cornet/encode/flat"
	"cornet/encode/poly"
)

// This file settles conditions that follow from polynomial equations between variables, such as 2·sum = i·(i-1): products that engines
// cannot reason about. Which equations may hold at loop heads is guessed from runs (identity_sample.go), and which counters stay within bounds (identity_bound.go). Then all paths between
// loop heads are followed (identity_path.go), and guesses dropped that do not hold at the end of one of them although all
// hold at its start, until none has to be dropped. A condition that no path passes never holds.
//
// Equations hold modulo 2^32 or 2^64, as C computes: overflow does them no harm, and equal numbers of so many bits are equal.
//
// References: R. Sharma, S. Gupta, B. Hariharan, A. Aiken, P. Liang, A. V. Nori, "A Data Driven Approach for Algebraic Loop
// Invariants", ESOP 2013, for guesses from runs; C. Flanagan, K. R. M. Leino, "Houdini, an Annotation Assistant for
// ESC/Java", FME 2001. Differences: equations modulo powers of two; what they imply is decided by
// linear algebra over monomials up to a degree, without a solver.

// identities looks for equations in one function, modulo 2^width.
type identities struct {
	f         *flat.Function
	fx        map[*flat.Function]*effects
	r         ranges
	ring      poly.Ring
	width     int
	live      []varSet
	order     []*flat.Node
	heads     map[*flat.Node]bool
	envs      []env
	number    map[*flat.Var]int          // symbols of variables, from 1
	variables int                        // how many there are
	unused    int                        // the last symbol in use
	known     map[*flat.Node][]poly.Poly // at heads: what is 0
	bounds    map[*flat.Node][]bound
	passed    map[*flat.Edge]bool
	fuel      int // edges that may still be followed
}

// Limits: functions that are larger or have more paths are left alone.
const (
	maxIdentityNodes = 1000
	identityFuel     = 20000
)

// settleIdentities replaces conditions that polynomial equations decide by constants; it reports whether there were any.
func settleIdentities(p *flat.Program) bool {
	fx := findEffects(p)
	changed := false
	for _, f := range p.Functions {
		if len(f.Nodes) > maxIdentityNodes || !multiplies(f) {
			continue
		}
		changed = inlineTruths(f) || changed
		for _, width := range []int{64, 32} {
			if compares(f, width) && newIdentities(f, fx, width).settle() {
				changed = true
			}
		}
	}
	return changed
}

// inlineTruths replaces variables that are assigned a condition and tested at once by the condition, of which intervals can be
// told; it reports whether there were any.
func inlineTruths(f *flat.Function) bool {
	changed := false
	for _, n := range f.Nodes {
		if len(n.In) != 1 || n == f.Entry {
			continue
		}
		set, ok := n.In[0].Op.(flat.Assign)
		if !ok || !set.Value.IsTruth() || hasAny(set.Value) || set.To.Type != set.Value.Type || reads(set.Value, set.To) {
			continue
		}
		for _, e := range n.Out {
			if o, ok := e.Op.(flat.Assume); ok && reads(o.Cond, set.To) {
				o.Cond = o.Cond.Replace(func(v *flat.Var) *flat.Expr {
					if v == set.To {
						return set.Value
					}
					return nil
				})
				e.Op, changed = o, true
			}
		}
	}
	return changed
}

func reads(x *flat.Expr, v *flat.Var) bool {
	return readsAny(x, func(w *flat.Var) bool { return w == v })
}

// multiplies reports whether f multiplies what is not constant.
func multiplies(f *flat.Function) bool {
	found := false
	eachExpr(f, func(x *flat.Expr) {
		found = found || x.Operator == flat.Mul && isNumber(x.Type) && !x.Args[0].IsConst() && !x.Args[1].IsConst()
	})
	return found
}

// compares reports whether f compares numbers of so many bits.
func compares(f *flat.Function, width int) bool {
	found := false
	eachExpr(f, func(x *flat.Expr) {
		switch x.Operator {
		case flat.Eq, flat.Lt, flat.Le:
			found = found || isNumber(x.Args[0].Type) && x.Args[0].Type.Width == width
		}
	})
	return found
}

func eachExpr(f *flat.Function, visit func(*flat.Expr)) {
	for _, n := range f.Nodes {
		for _, e := range n.Out {
			flat.Operands(e.Op, func(x *flat.Expr) { x.Walk(visit) })
		}
	}
}

func newIdentities(f *flat.Function, fx map[*flat.Function]*effects, width int) *identities {
	a := &identities{
		f: f, fx: fx, ring: poly.NewRing(width), width: width,
		live: liveness(f, true, false, fx), number: map[*flat.Var]int{}, known: map[*flat.Node][]poly.Poly{}, bounds: map[*flat.Node][]bound{},
		fuel: identityFuel,
	}
	a.order, a.heads = depthFirst(f)
	a.envs = a.r.solveRanges(f, a.heads, fx)
	number := func(v *flat.Var) {
		if a.number[v] == 0 {
			a.variables++
			a.number[v] = a.variables
		}
	}
	for _, n := range f.Nodes {
		for _, e := range n.Out {
			flat.Written(e.Op, number)
		}
		for _, v := range a.live[n.ID].sorted() {
			number(v)
		}
	}
	eachExpr(f, func(x *flat.Expr) {
		if x.Operator == flat.Read {
			number(x.Var)
		}
	})
	a.unused = a.variables
	return a
}

// settle finds the equations and uses them; it reports whether a condition became a constant.
func (a *identities) settle() bool {
	a.guess()
	a.guessBounds()
	for again := true; again; {
		a.passed, again = map[*flat.Edge]bool{}, false
		a.follow(a.f.Entry, a.newCourse(env{}, nil), &again)
		for _, n := range a.order {
			if a.heads[n] && n != a.f.Entry && a.envs[n.ID] != nil {
				a.unused = a.variables
				a.follow(n, a.atHead(n), &again)
			}
		}
		if a.fuel < 0 {
			return false
		}
	}
	changed := false
	for _, n := range a.order {
		for _, e := range n.Out {
			if o, ok := e.Op.(flat.Assume); ok && !o.Cond.IsConst() && !a.passed[e] {
				decide(n, o.Cond, o.Negate)
				changed = true
			}
		}
	}
	return changed
}

// decide makes cond a constant where it is asked at n: true or not.
func decide(n *flat.Node, cond *flat.Expr, holds bool) {
	v := int64(0)
	if holds {
		v = 1
	}
	for _, e := range n.Out {
		if o, ok := e.Op.(flat.Assume); ok && same(o.Cond, cond) {
			o.Cond = flat.NewInt(v, flat.Type{Kind: flat.Int, Width: 32, Signed: true})
			e.Op = o
		}
	}
}

// maxSymbols is how many symbols polynomials can name.
const maxSymbols = 65000

// atHead is what is known at a loop head.
func (a *identities) atHead(n *flat.Node) *course {
	c := a.newCourse(a.envs[n.ID], slices.Clone(a.known[n]))
	for _, v := range a.live[n.ID].sorted() {
		if in := a.r.of(c.ranges, v); isNumber(v.Type) && in.isPoint() {
			c.zero = append(c.zero, a.ring.Sub(a.symbol(v), a.constant(in.lo)))
		}
	}
	for _, b := range a.bounds[n] {
		c.orders = append(c.orders, order{c.of(b.x), c.limit(b), true, b.t})
	}
	return c
}

// follow goes on from n in all ways, up to the next loop heads; what does not hold there is dropped, which dropped tells.
func (a *identities) follow(n *flat.Node, c *course, dropped *bool) {
	for _, e := range n.Out {
		if a.fuel--; a.fuel < 0 {
			return
		}
		next := c.clone()
		if !next.step(e.Op) {
			continue
		}
		a.passed[e] = true
		switch {
		case terminal(e.Op):
		case a.heads[e.To]:
			a.arrive(e.To, next, dropped)
		default:
			a.follow(e.To, next, dropped)
		}
	}
}

// arrive drops what does not hold at the head n behind c.
func (a *identities) arrive(n *flat.Node, c *course, dropped *bool) {
	at := map[int]poly.Poly{}
	for v, i := range a.number {
		at[i] = c.of(v)
	}
	var keep []poly.Poly
	for _, p := range a.known[n] {
		if q, ok := a.ring.Substitute(p, func(i int) poly.Poly { return at[i] }); ok && c.implies(q) {
			keep = append(keep, p)
		}
	}
	if len(keep) < len(a.known[n]) {
		a.known[n], *dropped = keep, true
	}
	var bounds []bound
	for _, b := range a.bounds[n] {
		if c.bounded(b) {
			bounds = append(bounds, b)
		}
	}
	if len(bounds) < len(a.bounds[n]) {
		a.bounds[n], *dropped = bounds, true
	}
}

// symbol is the value of v at the start of a path.
func (a *identities) symbol(v *flat.Var) poly.Poly { return a.ring.Var(a.number[v]) }

// fresh is a number that is not known.
func (a *identities) fresh() poly.Poly {
	if a.unused == maxSymbols {
		a.fuel = -1 // which makes all results void
	} else {
		a.unused++
	}
	return a.ring.Var(a.unused)
}

// constant is v.
func (a *identities) constant(v *big.Int) poly.Poly {
	low := new(big.Int).Abs(v).Uint64()
	if v.Sign() < 0 {
		low = -low
	}
	return a.ring.Const(low)
}
