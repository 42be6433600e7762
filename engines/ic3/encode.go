// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"errors"
	"fmt"
	mathbits "math/bits"

	"cornet/engines/ic3/netlist"
	"cornet/engines/transition"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/bits/blast"
	"cornet/smt/sat"
)

// maxGates bounds the size of a circuit.
const maxGates = 4_000_000

// encode returns the machine of a linear system over finite sorts. For other systems, and if the
// circuit is too large, the error wraps [errors.ErrUnsupported].
func encode(sys *horn.System, stop func() error) (*machine, error) {
	if !sys.IsLinear() {
		return nil, fmt.Errorf("ic3: a clause has several predicates in its body: %w", errors.ErrUnsupported)
	}
	m := &machine{
		sys: sys, graph: &netlist.Graph{}, at: map[sat.Var]int{}, preds: map[*logic.Func]int{}, first: map[sat.Var]sat.Var{},
	}
	m.circuit = bits.New(m.graph)
	sorts, slotsOf := transition.Slots(sys)
	m.slotsOf = slotsOf
	for _, sort := range sorts {
		n, err := blast.Width(sort)
		if err != nil {
			return nil, fmt.Errorf("ic3: %w", err)
		}
		m.slots = append(m.slots, slot{sort, m.register(n)})
	}
	for i, p := range sys.Preds {
		m.preds[p] = i + 1
	}
	var facts, steps, queries []*clause
	for i, c := range sys.Clauses {
		z, err := m.clause(c, i, stop)
		if err != nil {
			return nil, fmt.Errorf("ic3: %w", err)
		}
		switch {
		case c.IsQuery():
			queries = append(queries, z)
		case c.IsFact():
			facts = append(facts, z)
		default:
			steps = append(steps, z)
		}
	}
	m.queries, m.steps = queries, steps
	if !m.begins(facts) {
		m.location = m.register(mathbits.Len(uint(len(sys.Preds))))
		m.steps = append(facts, steps...)
		for i := range m.latches {
			m.latches[i].init = sat.False
		}
	}
	if n := len(m.latches) * len(m.steps); n > 4*maxGates {
		return nil, fmt.Errorf("ic3: %d clauses over %d bits: %w", len(m.steps), len(m.latches), errors.ErrUnsupported)
	}
	m.connect()
	m.reduce()
	return m, nil
}

// register returns a word of new latches.
func (m *machine) register(n int) bits.Word {
	z := make(bits.Word, n)
	for k := range z {
		v := m.graph.NewVar()
		z[k] = v.Pos()
		m.at[v] = len(m.latches)
		m.latches = append(m.latches, latch{v: v})
	}
	return z
}

func (m *machine) inputs(n int) bits.Word {
	z := make(bits.Word, n)
	for k := range z {
		z[k] = m.graph.NewVar().Pos()
	}
	return z
}

// begins makes a simple fact of a system with one predicate the initial values of the latches. It
// reports whether this is possible: each bit of the fact's arguments must be a constant or an
// input.
func (m *machine) begins(facts []*clause) bool {
	if len(facts) != 1 || len(m.sys.Preds) != 1 {
		return false
	}
	for _, q := range m.queries {
		if q.from == 0 {
			return false
		}
	}
	f := facts[0]
	if v, ok := m.circuit.Const(f.guard); !ok || !v {
		return false
	}
	init := make([]sat.LBool, len(m.latches))
	first := map[sat.Var]sat.Var{}
	for k, w := range f.head {
		for i, l := range w {
			target := m.slots[m.slotsOf[f.Head.Pred][k]].word[i].Var()
			if v, ok := m.circuit.Const(l); ok {
				init[m.at[target]] = truth(v)
				continue
			}
			if l.IsNeg() || !m.graph.Nodes[l.Var()].IsInput() || first[l.Var()] != sat.NoVar {
				return false
			}
			first[l.Var()] = target
		}
	}
	for i, v := range init {
		m.latches[i].init = v
	}
	m.fact, m.first = f, first
	return true
}

func truth(b bool) sat.LBool {
	if b {
		return sat.True
	}
	return sat.False
}

// connect gives the latches their next values, and makes the constraint and the bad states.
func (m *machine) connect() {
	c := m.circuit
	var bad []sat.Lit
	for _, q := range m.queries {
		bad = append(bad, c.And(m.isAt(q.from), q.guard))
	}
	m.bad = c.Any(bad...)
	if len(m.steps) == 0 {
		m.constraint = c.Bool(false)
		for i := range m.latches {
			m.latches[i].next = m.latches[i].v.Pos()
		}
		return
	}
	if n := len(m.steps); n > 1 {
		m.choice = m.inputs(mathbits.Len(uint(n - 1)))
	}
	allowed := make([]sat.Lit, len(m.steps))
	for k, s := range m.steps {
		allowed[k] = c.And(m.isAt(s.from), s.guard)
	}
	m.constraint = m.chosen(allowed, len(m.choice)-1)
	options := make([]sat.Lit, len(m.steps))
	for i := range m.latches {
		l := &m.latches[i]
		for k := range options {
			options[k] = c.Bool(false)
		}
		for k, s := range m.steps {
			if o := m.headBit(s, i); o != sat.NoLit {
				options[k] = o
			}
		}
		l.next = m.chosen(options, len(m.choice)-1)
	}
}

// headBit returns the value of a latch after step s, or NoLit if it does not matter.
func (m *machine) headBit(s *clause, i int) sat.Lit {
	if s.into == 0 {
		return sat.NoLit
	}
	if s.bitsOf == nil {
		s.bitsOf = map[int]sat.Lit{}
		for k, w := range s.head {
			for j, l := range w {
				s.bitsOf[m.at[m.slots[m.slotsOf[s.Head.Pred][k]].word[j].Var()]] = l
			}
		}
		for j, l := range m.location {
			s.bitsOf[m.at[l.Var()]] = m.circuit.Bool(s.into>>j&1 == 1)
		}
	}
	return s.bitsOf[i]
}

// chosen returns the option whose number the low bits of choice encode, up to the given bit.
func (m *machine) chosen(options []sat.Lit, bit int) sat.Lit {
	same := true
	for _, o := range options {
		same = same && o == options[0]
	}
	if same {
		return options[0]
	}
	if half := 1 << bit; len(options) > half {
		return m.circuit.Mux(m.choice[bit], m.chosen(options[half:], bit-1), m.chosen(options[:half], bit-1))
	}
	return m.chosen(options, bit-1)
}

// isAt returns whether the state is at a location.
func (m *machine) isAt(code int) sat.Lit {
	z := m.circuit.Bool(true)
	for j, l := range m.location {
		if code>>j&1 == 0 {
			l = l.Not()
		}
		z = m.circuit.And(z, l)
	}
	return z
}

// clause makes the circuit of a clause.
func (m *machine) clause(c *horn.Clause, number int, stop func() error) (*clause, error) {
	z := &clause{Clause: c, number: number, words: map[*logic.Term]bits.Word{}}
	s := &scope{machine: m, words: z.words, definitions: map[*logic.Term]*logic.Term{}, open: map[*logic.Term]bool{}, cut: map[*logic.Term]bool{}}
	s.blaster = blast.Blaster{Circuit: m.circuit, Variable: s.variable, Stop: func() error {
		if len(m.graph.Nodes) > maxGates {
			return fmt.Errorf("more than %d gates: %w", maxGates, errors.ErrUnsupported)
		}
		return stop()
	}}
	type equation struct {
		word bits.Word
		term *logic.Term
	}
	var equal []equation
	if len(c.Body) == 1 {
		p := c.Body[0].Pred
		z.from = m.preds[p]
		for k, t := range c.Body[0].Args {
			w := m.slots[m.slotsOf[p][k]].word
			if t.IsVar() && z.words[t] == nil {
				z.words[t] = w
			} else {
				equal = append(equal, equation{w, t})
			}
		}
	}
	var conditions []*logic.Term
	for _, t := range logic.AppendConjuncts(nil, c.Constraint) {
		if !s.define(t) {
			conditions = append(conditions, t)
		}
	}
	var guards []sat.Lit
	for _, t := range conditions {
		l, err := s.blaster.Literal(t)
		if err != nil {
			return nil, err
		}
		guards = append(guards, l)
	}
	for _, e := range equal {
		w, err := s.blaster.Word(e.term)
		if err != nil {
			return nil, err
		}
		guards = append(guards, m.circuit.Eq(e.word, w))
	}
	if c.Head != nil {
		z.into = m.preds[c.Head.Pred]
		for _, t := range c.Head.Args {
			w, err := s.blaster.Word(t)
			if err != nil {
				return nil, err
			}
			z.head = append(z.head, w)
		}
	}
	// Variables that occur only in definitions matter too, since their values are printed.
	for _, t := range c.Vars() {
		if _, err := s.blaster.Word(t); err != nil {
			return nil, err
		}
	}
	z.guard = m.circuit.All(append(guards, s.cycles...)...)
	return z, nil
}

// scope gives the variables of a clause their words.
type scope struct {
	machine     *machine
	blaster     blast.Blaster
	words       map[*logic.Term]bits.Word
	definitions map[*logic.Term]*logic.Term
	open, cut   map[*logic.Term]bool
	cycles      []sat.Lit
}

// define uses a conjunct as the definition of a variable. It reports whether that is possible.
func (s *scope) define(t *logic.Term) bool {
	store := s.machine.sys.Store
	take := func(x, y *logic.Term) bool {
		if x.IsVar() && s.words[x] == nil && s.definitions[x] == nil {
			s.definitions[x] = y
			return true
		}
		return false
	}
	switch t.Op() {
	case logic.OpVar:
		return take(t, store.True())
	case logic.OpNot:
		return take(t.Arg(0), store.False())
	case logic.OpEq:
		return take(t.Arg(0), t.Arg(1)) || take(t.Arg(1), t.Arg(0))
	}
	return false
}

// variable returns the word of a variable: latches, a definition, or inputs. If definitions form a
// cycle, one of them becomes a condition.
func (s *scope) variable(v *logic.Term) (bits.Word, error) {
	if w := s.words[v]; w != nil {
		return w, nil
	}
	n, err := blast.Width(v.Sort())
	if err != nil {
		return nil, err
	}
	d := s.definitions[v]
	if d == nil || s.open[v] {
		s.words[v] = s.machine.inputs(n)
		s.cut[v] = d != nil
		return s.words[v], nil
	}
	s.open[v] = true
	w, err := s.blaster.Word(d)
	if err != nil {
		return nil, err
	}
	if s.cut[v] {
		s.cycles = append(s.cycles, s.machine.circuit.Eq(s.words[v], w))
		return s.words[v], nil
	}
	s.words[v] = w
	return w, nil
}
