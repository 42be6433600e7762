// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"maps"
	"slices"

	"cornet/encode/scalar"
)

// effects are the global variables that a function touches, itself or by way of others.
type effects struct {
	touched []*scalar.Var // read or written, by ID
	written []*scalar.Var
}

// findEffects computes the effects of all functions but the main one, which is not called.
func findEffects(p *scalar.Program) map[*scalar.Function]*effects {
	touched, written := map[*scalar.Function]varSet{}, map[*scalar.Function]varSet{}
	for _, f := range p.Functions {
		touched[f], written[f] = varSet{}, varSet{}
	}
	for changed := true; changed; {
		changed = false
		for e := range p.Edges() {
			if f := e.From.Func; f.Adds || f.From != nil {
				continue
			}
			t, w := touched[e.From.Func], written[e.From.Func]
			n := len(t) + len(w)
			scalar.Operands(e.Op, func(x *scalar.Expr) { globalsOf(x, t) })
			scalar.Written(e.Op, func(v *scalar.Var) {
				if v.Func == nil {
					t[v], w[v] = true, true
				}
			})
			if c, ok := e.Op.(scalar.Call); ok {
				t.addAll(touched[c.Callee])
				w.addAll(written[c.Callee])
			}
			changed = changed || len(t)+len(w) != n
		}
	}
	z := map[*scalar.Function]*effects{}
	for _, f := range p.Functions {
		z[f] = &effects{touched[f].sorted(), written[f].sorted()}
	}
	return z
}

// readBy reports whether some operation of f reads v.
func readBy(f *scalar.Function, v *scalar.Var) bool {
	found := false
	for _, n := range f.Nodes {
		for _, e := range n.Out {
			scalar.Operands(e.Op, func(x *scalar.Expr) { found = found || reads(x, v) })
		}
	}
	return found
}

func globalsOf(x *scalar.Expr, into varSet) {
	x.Walk(func(y *scalar.Expr) {
		if y.Operator == scalar.Read && y.Var.Func == nil {
			into[y.Var] = true
		}
	})
}

// varSet is a set of variables.
type varSet map[*scalar.Var]bool

func (s varSet) addAll(t varSet) { maps.Copy(s, t) }

func (s varSet) sorted() []*scalar.Var {
	return slices.SortedFunc(maps.Keys(s), func(v, w *scalar.Var) int { return v.ID - w.ID })
}

// liveness is the set of live variables at each node of f: those whose value may be read before they are
// written. At the exit of a function that is called, its results and the globals it writes are. With keep,
// values that are assigned count as read even if the variable is not.
func liveness(f *scalar.Function, main, keep bool, fx map[*scalar.Function]*effects) []varSet {
	live := make([]varSet, len(f.Nodes))
	for i := range live {
		live[i] = varSet{}
	}
	if !main {
		for _, v := range slices.Concat(f.Results, fx[f].written) {
			live[f.Exit.ID][v] = true
		}
	}
	work := slices.Clone(f.Nodes)
	queued := slices.Repeat([]bool{true}, len(f.Nodes))
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		queued[n.ID] = false
		before := len(live[n.ID])
		for _, e := range n.Out {
			flow(live[n.ID], live[e.To.ID], e.Op, keep, fx)
		}
		if len(live[n.ID]) == before {
			continue
		}
		for _, e := range n.In {
			if !queued[e.From.ID] {
				queued[e.From.ID] = true
				work = append(work, e.From)
			}
		}
	}
	return live
}

// flow adds to before what is live in front of op when after is live behind it.
func flow(before, after varSet, op scalar.Op, keep bool, fx map[*scalar.Function]*effects) {
	if terminal(op) {
		return
	}
	killed := varSet{}
	scalar.Written(op, func(v *scalar.Var) { killed[v] = true })
	read := func(x *scalar.Expr) {
		x.Walk(func(y *scalar.Expr) {
			if y.Operator == scalar.Read {
				before[y.Var] = true
			}
		})
	}
	for v := range after {
		if !killed[v] {
			before[v] = true
		}
	}
	if o, ok := op.(scalar.Assign); ok && !after[o.To] && !keep {
		return // a dead assignment reads nothing
	}
	scalar.Operands(op, read)
	if c, ok := op.(scalar.Call); ok {
		for _, v := range fx[c.Callee].touched {
			before[v] = true
		}
	}
}
