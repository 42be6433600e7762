// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/internal/scc"
)

// This file finds out which variables of the remaining functions need addresses from the counter.
//
// A variable of a function that does not recurse has one instance at a time, like one of the root.
// In a recursive function, each activation has an instance of its own. For example:
//
//	int f(int n) { int x = n, *p = &x; if (n > 0) f(n - 1); return *p; }
//
// No activation of f accesses the x of another one, since only the local variable p points to x. So
// x may have a constant address, and its value is a local variable of the clauses, too. The address
// of such a variable is confined to the activation.

// frames describes the variables of the functions that remain after inlining.
type frames struct {
	checked   bool // the program has variables for the lifetimes of objects
	recursive map[*cfg.Function]bool
	confined  map[*pointsto.Object]bool
}

// findFrames computes l.frames from the points-to analysis.
//
// Cost: linear in the calls and in the contents of the cells, for each level of local variables
// that point to each other.
func (l *lowerer) findFrames() {
	l.frames = frames{asksForLives(l.p), map[*cfg.Function]bool{}, map[*pointsto.Object]bool{}}
	number := map[*cfg.Function]int{}
	for i, f := range l.p.Functions {
		number[f] = i
	}
	var calls [][]int
	for _, f := range l.p.Functions {
		var to []int
		for _, g := range callees(f) {
			to = append(to, number[g])
		}
		calls = append(calls, to)
	}
	graph := scc.Find(len(calls), func(v int) []int { return calls[v] })
	for i, f := range l.p.Functions {
		l.frames.recursive[f] = graph.OnCycle(i)
	}
	l.confine()
}

// confine starts with all variables whose address is taken, and removes those that something else
// may point to. Parameters and results may have addresses of another activation.
func (l *lowerer) confine() {
	confined := l.frames.confined
	for _, o := range l.a.Objects {
		if l.ofFrame(o) && o.Taken {
			confined[o] = true
		}
	}
	holders := map[*pointsto.Object][]*pointsto.Object{} // by the variables that they point to
	for _, c := range l.a.AllCells() {
		for _, d := range l.a.Held(c) {
			if at := holders[d.Object]; confined[d.Object] && (len(at) == 0 || at[len(at)-1] != c.Object) {
				holders[d.Object] = append(at, c.Object)
			}
		}
	}
	keeps := func(o, holder *pointsto.Object) bool {
		v := holder.Var
		return v != nil && v.Func == o.Var.Func && v.Kind != cfg.Param && v != v.Func.Result && (!holder.Taken || confined[holder])
	}
	for again := true; again; {
		again = false
		for o, at := range holders {
			for _, holder := range at {
				if confined[o] && !keeps(o, holder) {
					confined[o] = false
					again = true
				}
			}
		}
	}
}

// ofFrame reports whether o is a variable of a function that remains after inlining.
func (l *lowerer) ofFrame(o *pointsto.Object) bool {
	return o.Var != nil && o.Var.Func != nil && o.Var.Func != l.p.Main && o.Var.Func.Pool == nil
}

// repeats reports whether o is a variable with several instances, which need different addresses.
func (l *lowerer) repeats(o *pointsto.Object) bool {
	switch {
	case o.Var == nil || o.Var.Func == nil || o.Var.Func == l.p.Main || !o.Taken:
		return false
	case !l.ofFrame(o):
		return true
	case l.frames.recursive[o.Var.Func]:
		// The variables for lifetimes are global.
		return !l.frames.confined[o] || l.frames.checked
	}
	return false
}

// ownedBy returns the function whose activations have an instance of o each, which no other
// activation accesses, or nil.
func (l *lowerer) ownedBy(o *pointsto.Object) *cfg.Function {
	if o.Var == nil || o.Var.Func == l.p.Main || o.Taken && !l.frames.confined[o] {
		return nil
	}
	return o.Var.Func
}

// separate gives different addresses to the instances of variables that are in arrays, since the
// arrays are global.
func (l *lowerer) separate() {
	for _, o := range l.a.Objects {
		if s := l.stores[o]; s.kind == regions && o.Taken && l.ofFrame(o) && l.frames.recursive[o.Var.Func] {
			s.dynamic = true
		}
	}
}
