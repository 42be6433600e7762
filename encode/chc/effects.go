// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"slices"

	"cornet/encode/scalar"
	"cornet/internal/scc"
)

// effects are the global variables that a function touches, itself or through its callees.
type effects struct {
	touched []*scalar.Var // read or written, by ID
	written []*scalar.Var
	read    map[*scalar.Var]bool // read by its own operations
}

// findEffects computes the effects of all functions.
//
// Cost: linear in the operations, plus the calls times the globals that a callee touches.
func findEffects(p *scalar.Program) map[*scalar.Function]*effects {
	number := map[*scalar.Function]int{}
	for i, f := range p.Functions {
		number[f] = i
	}
	calls := make([][]int, len(p.Functions))
	z := map[*scalar.Function]*effects{}
	for i, f := range p.Functions {
		z[f] = &effects{read: map[*scalar.Var]bool{}}
		if f.Adds || f.From != nil {
			continue
		}
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				if c, ok := e.Op.(scalar.Call); ok {
					calls[i] = append(calls[i], number[c.Callee])
				}
				z[f].operation(e.Op)
			}
		}
	}
	// Functions that call each other have the same effects. Their other callees come before them.
	g := scc.Find(len(p.Functions), func(v int) []int { return calls[v] })
	for _, members := range slices.Backward(g.Components) {
		var all effects
		for _, i := range members {
			all.include(z[p.Functions[i]])
			for _, callee := range calls[i] {
				if g.Of[callee] != g.Of[i] {
					all.include(z[p.Functions[callee]])
				}
			}
		}
		touched, written := sortedByID(all.touched), sortedByID(all.written)
		for _, i := range members {
			f := z[p.Functions[i]]
			f.touched, f.written = touched, written
		}
	}
	return z
}

// writes reports whether a global variable is written.
func (x *effects) writes(v *scalar.Var) bool {
	_, found := slices.BinarySearchFunc(x.written, v, byID)
	return found
}

// operation adds the effects of op itself.
func (x *effects) operation(op scalar.Op) {
	scalar.Operands(op, func(t *scalar.Expr) {
		t.Walk(func(y *scalar.Expr) {
			if y.Operator == scalar.Read && !x.read[y.Var] {
				x.read[y.Var] = true
				if y.Var.Func == nil {
					x.touched = append(x.touched, y.Var)
				}
			}
		})
	})
	scalar.Written(op, func(v *scalar.Var) {
		if v.Func == nil {
			x.touched, x.written = append(x.touched, v), append(x.written, v)
		}
	})
}

func (x *effects) include(y *effects) {
	x.touched, x.written = append(x.touched, y.touched...), append(x.written, y.written...)
}

// sortedByID returns the variables of vs without repetitions, by ID.
func sortedByID(vs []*scalar.Var) []*scalar.Var {
	slices.SortFunc(vs, byID)
	return slices.Compact(vs)
}

func byID(v, w *scalar.Var) int { return v.ID - w.ID }
