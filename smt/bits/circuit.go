// SPDX-License-Identifier: Apache-2.0

package bits

import "cornet/smt/sat"

// Sink takes the variables and clauses of a circuit.
type Sink interface {
	NewVar() sat.Var
	Clause(lits ...sat.Lit)
}

// Circuit makes gates. Two gates with the same inputs are the same literal. It is for one
// goroutine.
type Circuit struct {
	sink  Sink
	yes   sat.Lit // the literal that is true; made when it is first needed
	gates map[gateKey]sat.Lit
}

// gateKey is a gate by kind and normalised inputs.
type gateKey struct {
	kind    gateKind
	a, b, c sat.Lit
}

type gateKind uint8

const (
	andGate gateKind = iota
	xorGate
	apartGate // implies that a and b differ
	alikeGate // implies that a and b agree
	xor3Gate
	majorityGate
	muxGate
)

// New returns an empty circuit whose clauses go to sink.
func New(sink Sink) *Circuit { return &Circuit{sink: sink, gates: map[gateKey]sat.Lit{}} }

// Bool returns the literal with the value b.
func (c *Circuit) Bool(b bool) sat.Lit {
	if c.yes == sat.NoLit {
		c.yes = c.sink.NewVar().Pos()
		c.sink.Clause(c.yes)
	}
	if b {
		return c.yes
	}
	return c.yes.Not()
}

// Const returns the value of a constant literal, and reports whether the literal is constant.
func (c *Circuit) Const(a sat.Lit) (value, known bool) {
	return a == c.yes, c.yes != sat.NoLit && a.Var() == c.yes.Var()
}

// gate returns the literal of a gate, and whether it is new and needs its clauses.
func (c *Circuit) gate(k gateKey) (z sat.Lit, fresh bool) {
	z, ok := c.gates[k]
	if !ok {
		z = c.sink.NewVar().Pos()
		c.gates[k] = z
	}
	return z, !ok
}

// And returns a ∧ b.
func (c *Circuit) And(a, b sat.Lit) sat.Lit {
	if v, ok := c.Const(a); ok {
		if v {
			return b
		}
		return a
	}
	if v, ok := c.Const(b); ok {
		if v {
			return a
		}
		return b
	}
	switch {
	case a == b:
		return a
	case a == b.Not():
		return c.Bool(false)
	case a > b:
		a, b = b, a
	}
	z, fresh := c.gate(gateKey{kind: andGate, a: a, b: b})
	if fresh {
		c.sink.Clause(z.Not(), a)
		c.sink.Clause(z.Not(), b)
		c.sink.Clause(z, a.Not(), b.Not())
	}
	return z
}

// Or returns a ∨ b.
func (c *Circuit) Or(a, b sat.Lit) sat.Lit { return c.And(a.Not(), b.Not()).Not() }

// Xor returns whether a and b differ.
func (c *Circuit) Xor(a, b sat.Lit) sat.Lit {
	if v, ok := c.Const(a); ok {
		return flip(b, v)
	}
	if v, ok := c.Const(b); ok {
		return flip(a, v)
	}
	odd := a.IsNeg() != b.IsNeg()
	a, b = a.Var().Pos(), b.Var().Pos()
	switch {
	case a == b:
		return c.Bool(odd)
	case a > b:
		a, b = b, a
	}
	z, fresh := c.gate(gateKey{kind: xorGate, a: a, b: b})
	if fresh {
		c.sink.Clause(z.Not(), a, b)
		c.sink.Clause(z.Not(), a.Not(), b.Not())
		c.sink.Clause(z, a.Not(), b)
		c.sink.Clause(z, a, b.Not())
	}
	return flip(z, odd)
}

// flip returns a, or its negation if negated is set.
func flip(a sat.Lit, negated bool) sat.Lit {
	if negated {
		return a.Not()
	}
	return a
}

// Mux returns a if s, else b.
func (c *Circuit) Mux(s, a, b sat.Lit) sat.Lit {
	if v, ok := c.Const(s); ok {
		if v {
			return a
		}
		return b
	}
	if s.IsNeg() {
		s, a, b = s.Not(), b, a
	}
	va, okA := c.Const(a)
	vb, okB := c.Const(b)
	switch {
	case a == b:
		return a
	case okA && va:
		return c.Or(s, b)
	case okA:
		return c.And(s.Not(), b)
	case okB && vb:
		return c.Or(s.Not(), a)
	case okB:
		return c.And(s, a)
	case a == b.Not():
		return c.Xor(s, b)
	case a == s || a == s.Not():
		return c.Mux(s, c.Bool(a == s), b)
	case b == s || b == s.Not():
		return c.Mux(s, a, c.Bool(b != s))
	}
	negated := a.IsNeg()
	a, b = flip(a, negated), flip(b, negated)
	z, fresh := c.gate(gateKey{kind: muxGate, a: s, b: a, c: b})
	if fresh {
		c.sink.Clause(s.Not(), a.Not(), z)
		c.sink.Clause(s.Not(), a, z.Not())
		c.sink.Clause(s, b.Not(), z)
		c.sink.Clause(s, b, z.Not())
		c.sink.Clause(a.Not(), b.Not(), z) // redundant, but it propagates
		c.sink.Clause(a, b, z.Not())
	}
	return flip(z, negated)
}

// sort3 sorts three literals.
func sort3(a, b, d sat.Lit) (x, y, z sat.Lit) {
	if a > b {
		a, b = b, a
	}
	if b > d {
		b, d = d, b
	}
	if a > b {
		a, b = b, a
	}
	return a, b, d
}

// Majority returns whether at least two of a, b and d are true.
func (c *Circuit) Majority(a, b, d sat.Lit) sat.Lit {
	a, b, d = sort3(a, b, d)
	for _, p := range [3][3]sat.Lit{{a, b, d}, {b, a, d}, {d, a, b}} {
		if v, ok := c.Const(p[0]); ok {
			if v {
				return c.Or(p[1], p[2])
			}
			return c.And(p[1], p[2])
		}
		if p[1] == p[2] {
			return p[1]
		}
		if p[1] == p[2].Not() {
			return p[0]
		}
	}
	negated := a.IsNeg() // majority is its own dual
	a, b, d = flip(a, negated), flip(b, negated), flip(d, negated)
	z, fresh := c.gate(gateKey{kind: majorityGate, a: a, b: b, c: d})
	if fresh {
		c.sink.Clause(a.Not(), b.Not(), z)
		c.sink.Clause(a.Not(), d.Not(), z)
		c.sink.Clause(b.Not(), d.Not(), z)
		c.sink.Clause(a, b, z.Not())
		c.sink.Clause(a, d, z.Not())
		c.sink.Clause(b, d, z.Not())
	}
	return flip(z, negated)
}

// Xor3 returns whether an odd number of a, b and d is true.
func (c *Circuit) Xor3(a, b, d sat.Lit) sat.Lit {
	a, b, d = sort3(a, b, d)
	for _, p := range [3][3]sat.Lit{{a, b, d}, {b, a, d}, {d, a, b}} {
		if _, ok := c.Const(p[0]); ok || p[1].Var() == p[2].Var() {
			return c.Xor(p[0], c.Xor(p[1], p[2]))
		}
	}
	odd := a.IsNeg() != b.IsNeg() != d.IsNeg()
	a, b, d = a.Var().Pos(), b.Var().Pos(), d.Var().Pos()
	z, fresh := c.gate(gateKey{kind: xor3Gate, a: a, b: b, c: d})
	if fresh {
		c.sink.Clause(z.Not(), a, b, d)
		c.sink.Clause(z.Not(), a, b.Not(), d.Not())
		c.sink.Clause(z.Not(), a.Not(), b, d.Not())
		c.sink.Clause(z.Not(), a.Not(), b.Not(), d)
		c.sink.Clause(z, a.Not(), b, d)
		c.sink.Clause(z, a, b.Not(), d)
		c.sink.Clause(z, a, b, d.Not())
		c.sink.Clause(z, a.Not(), b.Not(), d.Not())
	}
	return flip(z, odd)
}

// All returns the conjunction of lits.
func (c *Circuit) All(lits ...sat.Lit) sat.Lit {
	z := c.Bool(true)
	long := make([]sat.Lit, 0, len(lits)+1)
	for _, a := range lits {
		v, ok := c.Const(a)
		switch {
		case ok && !v:
			return a
		case !ok:
			long = append(long, a)
		}
	}
	switch len(long) {
	case 0:
		return z
	case 1:
		return long[0]
	case 2:
		return c.And(long[0], long[1])
	}
	z = c.sink.NewVar().Pos()
	for i, a := range long {
		c.sink.Clause(z.Not(), a)
		long[i] = a.Not()
	}
	c.sink.Clause(append(long, z)...)
	return z
}

// Any returns the disjunction of lits.
func (c *Circuit) Any(lits ...sat.Lit) sat.Lit { return c.All(Not(lits)...).Not() }
