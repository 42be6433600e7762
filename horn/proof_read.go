// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"fmt"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// Refutation returns p in terms of the clauses of the system, and the facts that its steps derive:
// atoms of values, nil for false. It is the inverse of [System.Proof]. If several clauses of an
// assertion fit a step, it takes the first. p is not validated.
func (sys *System) Refutation(p *Proof) (*Refutation, []*Atom, error) {
	byAssert := map[int][]int{} // clauses
	for i, c := range sys.Clauses {
		number := i
		if sys.Source != nil {
			number = sys.Source.Asserts[c.Assert].Number
		}
		byAssert[number] = append(byAssert[number], i)
	}
	r := &Refutation{}
	var facts []*Atom
	loops := p.Loops
	for i, s := range p.Steps {
		found := false
		for _, k := range byAssert[s.Assert] {
			if step, head, ok := sys.match(k, s, facts); ok {
				r.Steps, facts, found = append(r.Steps, step), append(facts, head), true
				break
			}
		}
		if !found {
			return nil, nil, fmt.Errorf("horn: step %d of the refutation instantiates no clause of assertion %d", i, s.Assert)
		}
		if len(loops) > 0 && loops[0].Last == i {
			l, after, ok := sys.matchLoop(r, p, &loops[0], facts)
			if !ok {
				return nil, nil, fmt.Errorf("horn: the loop after step %d of the refutation matches no clauses", i)
			}
			r.Loops, facts[i] = append(r.Loops, l), after
			loops = loops[1:]
		}
	}
	return r, facts, nil
}

// matchLoop returns a loop of p, whose steps are the last ones of r, and what it derives. It
// returns false if the second iteration does not match.
func (sys *System) matchLoop(r *Refutation, p *Proof, l *ProofLoop, facts []*Atom) (z Loop, after *Atom, ok bool) {
	if l.First < 0 || l.First > l.Last || l.Entry < 0 || l.Entry >= l.First || len(l.Next) != l.Last-l.First+1 {
		return z, nil, false
	}
	z = Loop{First: l.First, Last: l.Last, Entry: l.Entry, Times: l.Times}
	first, again := facts[l.Last], slices.Clone(facts)
	again[l.Entry] = first
	for i := l.First; i <= l.Last; i++ {
		s := p.Steps[i]
		s.Values = l.Next[i-l.First]
		step, head, ok := sys.match(r.Steps[i].Clause, s, again)
		if !ok {
			return z, nil, false
		}
		z.Next, again[i] = append(z.Next, step.Values), head
	}
	second := again[l.Last]
	if first == nil || second == nil || first.Pred != second.Pred {
		return z, nil, false
	}
	after = &Atom{Pred: first.Pred, Args: make([]*logic.Term, len(first.Args))}
	at := sys.Store.Num(l.Times.Num().Sub(rational.Int(1)), sys.Store.Int)
	for j := range after.Args {
		if after.Args[j], ok = Iterate(sys.Store, first.Args[j], second.Args[j], at); !ok {
			return z, nil, false
		}
	}
	return z, after, true
}

// match returns step s as an instance of clause k, and what it derives, or false if it is not an
// instance.
func (sys *System) match(k int, s ProofStep, facts []*Atom) (step Step, head *Atom, ok bool) {
	c := sys.Clauses[k]
	step = Step{Clause: k, Values: map[*logic.Term]*logic.Term{}, Premises: make([]int, len(c.Body))}
	vars, order := c.Vars(), []int(nil)
	if c.origin != nil {
		vars, order = nil, c.origin.premises
		for _, q := range c.origin.values {
			vars = append(vars, q.v)
		}
	} else {
		for i := range c.Body {
			order = append(order, i)
		}
	}
	if len(vars) != len(s.Values) || len(order) != len(s.Premises) {
		return step, nil, false
	}
	m := sys.Store.NewModel()
	for j, v := range vars {
		if v.Sort() != s.Values[j].Term.Sort() {
			return step, nil, false
		}
		step.Values[v] = s.Values[j].Term
		m.Set(v, s.Values[j].Term)
	}
	for j, i := range order {
		if s.Premises[j] < 0 || s.Premises[j] >= len(facts) {
			return step, nil, false
		}
		step.Premises[i] = s.Premises[j]
	}
	for i := range c.Body {
		fact := facts[step.Premises[i]]
		if fact == nil || !fact.Equal(c.Body[i].instance(m)) {
			return step, nil, false
		}
	}
	if m.Eval(c.Constraint).IsFalse() {
		return step, nil, false
	}
	if c.Head != nil {
		head = c.Head.instance(m)
	}
	return step, head, true
}

// instance returns a with its arguments under m.
func (a *Atom) instance(m *logic.Model) *Atom {
	z := &Atom{Pred: a.Pred, Args: make([]*logic.Term, len(a.Args))}
	for i, t := range a.Args {
		z.Args[i] = m.Eval(t)
	}
	return z
}

// Equal reports whether a and b are the same atom.
func (a *Atom) Equal(b *Atom) bool { return a.Pred == b.Pred && slices.Equal(a.Args, b.Args) }
