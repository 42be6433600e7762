// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/exec"
	"cornet/encode/scalar"
)

// inputKey identifies inputs: each place of the source consumes its own inputs, in order.
type inputKey struct {
	pos  cfg.Pos
	name string
}

// inputs are the values that a run has not consumed yet.
type inputs map[inputKey][]*big.Int

// inputsOf returns the inputs of occurrences; indeterminate values have no name.
func inputsOf(happened []chc.Occurrence) inputs {
	z := inputs{}
	for _, h := range happened {
		k := inputKey{h.Pos, h.Name}
		if h.Kind == chc.Unset {
			k.name = ""
		}
		if (h.Kind == chc.Input || h.Kind == chc.Unset) && h.Result != nil {
			z[k] = append(z[k], h.Result)
		}
	}
	return z
}

// next returns the next value at k, or nil.
func (z inputs) next(k inputKey) *big.Int {
	vs := z[k]
	if len(vs) == 0 {
		return nil
	}
	z[k] = vs[1:]
	return vs[0]
}

// record is the behaviour of a run, as far as runs are compared.
type record struct {
	order  []inputKey // the assignments: each has the variable and the place
	values map[inputKey][]*big.Int
	open   bool // something was chosen at random
}

func newRecord() *record { return &record{values: map[inputKey][]*big.Int{}} }

func (r *record) assigns(pos cfg.Pos, name string, value *big.Int) {
	k := inputKey{pos, name}
	if r.values[k] == nil {
		r.order = append(r.order, k)
	}
	r.values[k] = append(r.values[k], value)
}

// outcomes maps outcomes of the program to those of its scalar translation.
var outcomes = map[exec.Outcome]scalar.Outcome{
	exec.Returned: scalar.Returned, exec.Stopped: scalar.Stopped, exec.Failed: scalar.Failed, exec.Blocked: scalar.Blocked,
}

// compare returns a *Divergence if a run of a program and that of its translation ended in
// different ways, or gave a variable different values at one place. Assignments that only one of
// them has are ignored.
func compare(ended exec.Result, source *record, outcome scalar.Outcome, lowered *record) error {
	want, ok := outcomes[ended.Outcome]
	if !ok || outcome == scalar.Limit || outcome == scalar.Undefined {
		return nil
	}
	for _, k := range source.order {
		xs, ys := source.values[k], lowered.values[k]
		if len(xs) != len(ys) {
			continue
		}
		for i, x := range xs {
			if x.Cmp(ys[i]) != 0 {
				return &Divergence{Pos: k.pos, What: "value of " + k.name, Program: x.String(), Scalar: ys[i].String()}
			}
		}
	}
	if want != outcome {
		var pos cfg.Pos
		if ended.Edge != nil {
			pos = ended.Edge.Pos
		}
		return &Divergence{Pos: pos, What: "end of the run", Program: ended.Outcome.String(), Scalar: outcome.String()}
	}
	return nil
}
