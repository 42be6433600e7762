// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"math/big"

	"cornet/internal/scc"
)

// Unwind bounds the loops of p. An execution ends where it would take an edge back to the head of a
// loop for the (n+1)-th time since it entered the loop. Recursion is not bounded. Reference: E.
// Clarke, D. Kroening, F. Lerda, "A Tool for Checking ANSI-C Programs", TACAS 2004, for unwinding
// with assumptions; here loops stay, and count their iterations.
func (p *Program) Unwind(n int) {
	next := p.NextID()
	for _, f := range p.Functions {
		back := f.backEdges()
		var heads []*Node
		for _, node := range f.Nodes {
			for _, e := range node.In {
				if back[e] {
					heads = append(heads, node)
					break
				}
			}
		}
		for _, h := range heads {
			f.bound(h, back, n, &Var{Name: "<iterations>", Type: countType, Kind: Local, Func: f, Pos: unwindingPos, ID: next})
			next++
		}
	}
}

var countType = &Type{Kind: Int, Width: 32, Signed: true, Size: 4, Align: 4}

// unwindingPos is the position of steps that are not in the program's text.
var unwindingPos = Pos{File: "<unwinding>", Line: 1, Column: 1}

// backEdges returns the edges of f that lead back in a depth-first search. Each cycle contains such
// an edge.
func (f *Function) backEdges() map[*Edge]bool {
	back := map[*Edge]bool{}
	out := func(v int) []*Edge { return f.Nodes[v].Out }
	scc.DepthFirst(len(f.Nodes), f.Entry.ID, func(v int) int { return len(out(v)) },
		func(v, i int) int { return out(v)[i].To.ID }, func(v, i int) { back[out(v)[i]] = true })
	return back
}

// bound counts the iterations of the loop with head h.
func (f *Function) bound(h *Node, back map[*Edge]bool, n int, count *Var) {
	f.Locals = append(f.Locals, count)
	number := func(v int) Expr { return Const{Value: big.NewInt(int64(v)), Of: countType} }
	to, load := VarPlace{Var: count}, Load{From: VarPlace{Var: count}}
	in := h.In
	begin := f.NewNode(h.Pos)
	begin.Connect(h, Assign{To: to, Value: number(0)}, unwindingPos)
	full, again := f.NewNode(h.Pos), f.NewNode(h.Pos)
	full.Connect(again, Assume{Cond: Binary{Operator: Lt, X: load, Y: number(n), Of: countType}}, unwindingPos)
	again.Connect(h, Assign{To: to, Value: Binary{Operator: Add, X: load, Y: number(1), Of: countType}}, unwindingPos)
	for _, e := range in {
		e.Disconnect()
		if back[e] {
			back[e.From.Connect(full, e.Op, e.Pos)] = true
		} else {
			e.From.Connect(begin, e.Op, e.Pos)
		}
	}
	if f.Entry == h {
		f.Entry = begin
	}
}
