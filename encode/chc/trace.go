// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"fmt"
	"math/big"
	"slices"

	"cornet/encode/expr"
	"cornet/horn"
	"cornet/logic"
)

// Occurrence is an event of an execution, with its value.
type Occurrence struct {
	Event
	Result *big.Int // Value as a number; nil for Inexact and for values that are not numbers
	Text   string   // Value as C writes it; "" means that Result has it
	Depth  int      // the number of calls around it
	// Assumed marks a Branch that excludes the executions in which its condition does not hold.
	Assumed bool
	// Open marks a Reads of a variable that the program has not set.
	Open bool
	// Part marks an Input whose value is not the value that the function returns, or only a part of
	// it.
	Part bool
	// Started is the number of the thread that an Acts starts, or 0.
	Started int
}

// Path is the execution that a refutation describes.
type Path struct {
	Occurrences []Occurrence
	Failure     Step // the last step
	// Doubtful means that an interpreter's run passes a construct that is not modelled exactly.
	Doubtful bool
	// Partial means that some assignments of an interpreter's run have no occurrences.
	Partial bool
	// Loops are the iteration counts of loops whose later iterations, which take no input, have no
	// occurrences.
	Loops []*logic.Term
}

// Trace returns the execution that a refutation of the system describes: its events in the order in
// which they happen.
//
// Cost: linear in the events of the steps of proof.
func (sys *System) Trace(proof *horn.Proof) (*Path, error) {
	if len(proof.Steps) == 0 {
		return nil, fmt.Errorf("tracing: the refutation has no steps")
	}
	var order []int
	var visit func(i int, stop bool)
	visit = func(i int, stop bool) {
		p := &proof.Steps[i]
		switch sys.Steps[p.Assert].Kind {
		case Enter:
			if stop {
				return
			}
			for _, k := range p.Premises {
				visit(k, stop)
			}
			order = append(order, i)
		case Return:
			visitAll(p.Premises[:len(p.Premises)-1], stop, visit)
			order = append(order, i)
			visit(p.Premises[len(p.Premises)-1], true)
		default:
			visitAll(p.Premises, stop, visit)
			order = append(order, i)
		}
	}
	last := len(proof.Steps) - 1
	visit(last, false)
	z := &Path{Failure: sys.Steps[proof.Steps[last].Assert]}
	for _, i := range order {
		before := len(z.Occurrences)
		if err := sys.occurrences(z, &proof.Steps[i]); err != nil {
			return nil, err
		}
		for _, l := range proof.Loops {
			if l.First <= i && i <= l.Last && slices.ContainsFunc(z.Occurrences[before:], func(h Occurrence) bool { return h.Kind != Assigns }) {
				return nil, fmt.Errorf("tracing: the execution has a loop of %v iterations with inputs, or with what is not modelled exactly", l.Times)
			}
		}
	}
	for _, l := range proof.Loops {
		z.Loops, z.Partial = append(z.Loops, l.Times), true
	}
	return z, nil
}

func visitAll(is []int, stop bool, visit func(int, bool)) {
	for _, i := range is {
		visit(i, stop)
	}
}

// occurrences adds the events of a step that lie on its path.
func (sys *System) occurrences(z *Path, p *horn.ProofStep) error {
	c := sys.Horn.Clauses[p.Assert]
	vars := c.Vars()
	if len(vars) != len(p.Values) {
		return fmt.Errorf("tracing: clause %d has %d variables, the refutation gives %d values", p.Assert, len(vars), len(p.Values))
	}
	m := sys.Horn.Store.NewModel()
	used := map[*logic.Term]bool{}
	for i, v := range vars {
		used[v] = true
		m.Set(v, p.Values[i].Term)
	}
	guards := newGuardEvaluator(m)
	for _, e := range sys.Steps[p.Assert].Events {
		if !guards.holds(e.Guard) {
			continue
		}
		if (e.Kind == Unset || e.Kind == Undefined) && !used[e.Value] {
			continue // a value that nothing depends on
		}
		h := Occurrence{Event: e}
		if e.Value != nil {
			h.Result = expr.Number(m.Eval(e.Value), e.Type.Signed)
		}
		z.Occurrences = append(z.Occurrences, h)
	}
	return nil
}
