// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"fmt"

	"cornet/logic"
)

// Proof is a refutation in terms of the input: its steps instantiate assertions, whereas those of a
// [Refutation] instantiate clauses. A Proof is what is printed, read back and validated.
type Proof struct {
	Steps []ProofStep
	// Loops are disjoint and in order.
	Loops []ProofLoop
}

// ProofStep is a ground instance of an assertion.
type ProofStep struct {
	// Assert is the Number of the assertion; for a system without Source, the
	// index of the clause.
	Assert int
	// Values gives every quantified variable of the assertion a value, in the
	// order of the binders in the text. Two binders of one name have two
	// entries. For a system without Source these are the clause's Vars.
	Values []Value
	// Premises are the indices of earlier steps that derive the body atoms of the instance, in the
	// order of the atoms in the assertion after let is expanded. An atom that occurs twice has two
	// entries. If the body is a disjunction, there are entries only for the disjunct that holds.
	Premises []int
}

// Value is the value of the variable called Name.
type Value struct {
	Name string
	Term *logic.Term
}

// Proof returns r in terms of the assertions of the system. Variables that r leaves out get the
// default value of their sort. It returns an error if r is not made of the system's clauses, or if
// a clause was not made by a [Clausifier].
func (sys *System) Proof(r *Refutation) (*Proof, error) {
	z := &Proof{Steps: make([]ProofStep, 0, len(r.Steps))}
	for i := range r.Steps {
		step, err := sys.proofStep(&r.Steps[i], i)
		if err != nil {
			return nil, err
		}
		z.Steps = append(z.Steps, step)
	}
	for _, l := range r.Loops {
		if l.First < 0 || l.Last >= len(r.Steps) || len(l.Next) != l.Last-l.First+1 {
			return nil, fmt.Errorf("horn: a loop of the refutation has no steps, or not the values for them")
		}
		y := ProofLoop{First: l.First, Last: l.Last, Entry: l.Entry, Times: l.Times}
		for j, values := range l.Next {
			s := r.Steps[l.First+j]
			s.Values = values
			step, err := sys.proofStep(&s, l.First+j)
			if err != nil {
				return nil, err
			}
			y.Next = append(y.Next, step.Values)
		}
		z.Loops = append(z.Loops, y)
	}
	return z, nil
}

// proofStep translates the i-th step of a refutation.
func (sys *System) proofStep(s *Step, i int) (ProofStep, error) {
	fail := func(format string, args ...any) (ProofStep, error) {
		return ProofStep{}, fmt.Errorf("horn: step %d of the refutation: %s", i, fmt.Sprintf(format, args...))
	}
	if s.Clause < 0 || s.Clause >= len(sys.Clauses) {
		return fail("there is no clause %d", s.Clause)
	}
	c := sys.Clauses[s.Clause]
	if len(s.Premises) != len(c.Body) {
		return fail("%d premises for the %d body atoms of clause %d", len(s.Premises), len(c.Body), s.Clause)
	}
	for _, p := range s.Premises {
		if p < 0 || p >= i {
			return fail("premise %d is not an earlier step", p)
		}
	}
	value := func(v *logic.Term) *logic.Term {
		if x := s.Values[v]; x != nil {
			return x
		}
		return sys.Store.DefaultValue(v.Sort())
	}
	if sys.Source == nil {
		z := ProofStep{Assert: s.Clause, Premises: s.Premises}
		for _, v := range c.Vars() {
			z.Values = append(z.Values, Value{v.Name(), value(v)})
		}
		return z, nil
	}
	if c.origin == nil {
		return fail("clause %d does not stem from an assertion", s.Clause)
	}
	z := ProofStep{
		Assert:   sys.Source.Asserts[c.Assert].Number,
		Values:   make([]Value, len(c.origin.values)),
		Premises: make([]int, len(c.origin.premises)),
	}
	for j, q := range c.origin.values {
		z.Values[j] = Value{q.bound.Name(), value(q.v)}
	}
	for j, k := range c.origin.premises {
		z.Premises[j] = s.Premises[k]
	}
	return z, nil
}
