// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"

	"cornet/encode/scalar"
)

// A loop over a string ends at a zero that was stored before the loop. Nothing in the loop
// determines its address, so an invariant of the loop could not mention it. So the encoding for
// termination adds a variable for the address of the zero, which the program does not read.

// maxRemembered is the maximal number of stores that are remembered, since each adds an argument to
// loops.
const maxRemembered = 4

// memory has the variables for addresses, and the arrays that contain the zeros.
type memory map[*scalar.Function]map[*scalar.Var]*scalar.Var

// remember adds variables to p for stores of a zero in arrays of bytes.
func remember(p *scalar.Program) memory {
	var stores []*scalar.Edge
	next := 0
	for _, v := range p.Globals {
		next = max(next, v.ID+1)
	}
	for _, f := range p.Functions {
		for _, vs := range [][]*scalar.Var{f.Params, f.Results, f.Locals} {
			for _, v := range vs {
				next = max(next, v.ID+1)
			}
		}
	}
	for e := range p.Edges() {
		scalar.Written(e.Op, func(v *scalar.Var) { next = max(next, v.ID+1) })
		if a, ok := e.Op.(scalar.Assign); ok && a.To.Type.Array && a.To.Type.Width == 8 && a.Value.Operator == scalar.Store {
			if x := a.Value.Args[2]; x.IsConst() && x.Value.Sign() == 0 {
				stores = append(stores, e)
			}
		}
	}
	z := memory{}
	if len(stores) > maxRemembered {
		return z
	}
	for _, e := range stores {
		a := e.Op.(scalar.Assign)
		index, f := a.Value.Args[1], e.From.Func
		v := &scalar.Var{Name: a.To.Name + ".zero", Type: index.Type, Func: f, ID: next}
		next++
		f.Locals = append(f.Locals, v)
		start, mid := f.NewNode(f.Entry.Pos), f.NewNode(e.Pos)
		start.Connect(f.Entry, scalar.Assign{To: v, Value: &scalar.Expr{Operator: scalar.Const, Type: index.Type, Value: new(big.Int)}}, f.Entry.Pos)
		f.Entry = start
		from, to, op := e.From, e.To, e.Op
		e.Disconnect()
		from.Connect(mid, scalar.Assign{To: v, Value: index}, e.Pos)
		mid.Connect(to, op, e.Pos)
		if z[f] == nil {
			z[f] = map[*scalar.Var]*scalar.Var{}
		}
		z[f][v] = a.To
	}
	return z
}

// keep makes these variables live at the loop heads of f where their arrays are live.
func (z *demands) keep(f *scalar.Function, heads map[*scalar.Node]bool, remembered map[*scalar.Var]*scalar.Var) {
	d := z.of[f]
	for n := range heads {
		for v, array := range remembered {
			if at := d.at(n); at.has(array) {
				z.all(d, n, []*scalar.Var{v})
			}
		}
	}
	z.follow()
}
