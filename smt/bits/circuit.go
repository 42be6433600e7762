// SPDX-License-Identifier: Apache-2.0

package bits

import "cornet/smt/sat"

// Sink takes the variables and clauses of a circuit.
type Sink interface {
	NewVar() sat.Var
	Clause(lits ...sat.Lit)
}

// Netlist is a sink that keeps gates instead of their clauses. Clauses gets the clauses of a gate.
type Netlist interface {
	Sink
	// Gate records that z is a gate over a, b and d. NoLit represents an input that the kind lacks.
	Gate(kind GateKind, z, a, b, d sat.Lit)
}

// Circuit makes gates. Two gates with the same inputs are the same literal. It belongs to one
// goroutine.
type Circuit struct {
	sink  Sink
	list  Netlist // the sink, if it keeps gates
	yes   sat.Lit // the literal that is true; made when it is first needed
	gates map[gateKey]sat.Lit
}

// gateKey is a gate by kind and normalised inputs.
type gateKey struct {
	kind    GateKind
	a, b, c sat.Lit
}

// GateKind states how the output of a gate depends on its inputs a, b and d.
type GateKind uint8

// The kinds of gates. A netlist does not contain the last two.
const (
	AndGate      GateKind = iota // a ∧ b
	XorGate                      // a ≠ b
	Xor3Gate                     // an odd number of a, b, d
	MajorityGate                 // two or three of a, b, d
	MuxGate                      // b if a, else d
	apartGate                    // implies that a and b differ
	alikeGate                    // implies that a and b agree
)

// Clauses yields the clauses that define the gate z.
func Clauses(kind GateKind, z, a, b, d sat.Lit, clause func(...sat.Lit)) {
	for _, signs := range definitions[kind] {
		buf := make([]sat.Lit, 0, 4)
		for i, l := range [...]sat.Lit{z, a, b, d} {
			switch signs[i] {
			case '+':
				buf = append(buf, l)
			case '-':
				buf = append(buf, l.Not())
			}
		}
		clause(buf...)
	}
}

// definitions has the clauses of the gates. Each has the signs of z, a, b and d.
var definitions = [...][]string{
	AndGate:  {"-+  ", "- + ", "+-- "},
	XorGate:  {"-++ ", "--- ", "+-+ ", "++- "},
	Xor3Gate: {"-+++", "-+--", "--+-", "---+", "+-++", "++-+", "+++-", "+---"},
	// Majority: two equal inputs decide.
	MajorityGate: {"+-- ", "+- -", "+ --", "-++ ", "-+ +", "- ++"},
	// The last two clauses are redundant, but they improve propagation.
	MuxGate:   {"+-- ", "--+ ", "++ -", "-+ +", "+ --", "- ++"},
	apartGate: {"-++ ", "--- "},
	alikeGate: {"-+- ", "--+ "},
}

// New returns an empty circuit whose clauses go to sink.
func New(sink Sink) *Circuit {
	list, _ := sink.(Netlist)
	return &Circuit{sink: sink, list: list, gates: map[gateKey]sat.Lit{}}
}

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

// gate returns the literal of a gate, which it defines if it is new.
func (c *Circuit) gate(k gateKey) sat.Lit {
	z, ok := c.gates[k]
	if ok {
		return z
	}
	z = c.sink.NewVar().Pos()
	c.gates[k] = z
	if c.list != nil {
		c.list.Gate(k.kind, z, k.a, k.b, k.c)
	} else {
		Clauses(k.kind, z, k.a, k.b, k.c, c.sink.Clause)
	}
	return z
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
	return c.gate(gateKey{kind: AndGate, a: a, b: b})
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
	return flip(c.gate(gateKey{kind: XorGate, a: a, b: b}), odd)
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
	return flip(c.gate(gateKey{kind: MuxGate, a: s, b: a, c: b}), negated)
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
	return flip(c.gate(gateKey{kind: MajorityGate, a: a, b: b, c: d}), negated)
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
	return flip(c.gate(gateKey{kind: Xor3Gate, a: a, b: b, c: d}), odd)
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
	if c.list != nil {
		return c.tree(long)
	}
	z = c.sink.NewVar().Pos()
	for i, a := range long {
		c.sink.Clause(z.Not(), a)
		long[i] = a.Not()
	}
	c.sink.Clause(append(long, z)...)
	return z
}

// tree returns the conjunction of lits as a tree of small depth.
func (c *Circuit) tree(lits []sat.Lit) sat.Lit {
	for len(lits) > 1 {
		k := 0
		for i := 0; i < len(lits); i += 2 {
			lits[k] = lits[i]
			if i+1 < len(lits) {
				lits[k] = c.And(lits[i], lits[i+1])
			}
			k++
		}
		lits = lits[:k]
	}
	return lits[0]
}

// Any returns the disjunction of lits.
func (c *Circuit) Any(lits ...sat.Lit) sat.Lit { return c.All(Not(lits)...).Not() }
