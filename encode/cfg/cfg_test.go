// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	int32Type  = &Type{Kind: Int, Width: 32, Signed: true, Size: 4, Align: 4}
	uint8Type  = &Type{Kind: Int, Width: 8, Size: 1, Align: 1}
	int32Ptr   = &Type{Kind: Pointer, Elem: int32Type, Size: 4, Align: 4}
	int32Array = &Type{Kind: Array, Elem: int32Type, Len: 3, Size: 12, Align: 4}
)

func number(n int64) Const { return Const{Value: big.NewInt(n), Of: int32Type} }

// sample is a program: int g; int a[3]; int main(void) { if (g > 0) error; return g; }
func sample() *Program {
	g := &Var{Name: "g", Type: int32Type, Kind: Global, ID: 0}
	a := &Var{Name: "a", Type: int32Array, Kind: Global, ID: 1}
	p := &Program{Model: ILP32, Globals: []*Var{g, a}}
	p.Init = &Function{Name: "<init>"}
	p.Init.Entry, p.Init.Exit = p.Init.NewNode(Pos{}), p.Init.NewNode(Pos{})
	p.Init.Entry.Connect(p.Init.Exit, Assign{To: VarPlace{g}, Value: number(0)}, Pos{})
	f := &Function{Name: "main"}
	f.Result = &Var{Name: "result", Type: int32Type, Kind: Result, Func: f, ID: 2}
	t := &Var{Name: "t", Type: int32Type, Kind: Temp, Func: f, ID: 3}
	f.Locals = []*Var{t}
	f.Entry, f.Exit = f.NewNode(Pos{}), f.NewNode(Pos{})
	bad, sink, load := f.NewNode(Pos{}), f.NewNode(Pos{}), f.NewNode(Pos{})
	cond := Binary{Operator: Gt, X: Load{VarPlace{g}}, Y: number(0), Of: int32Type}
	at := Pos{File: "p.c", Line: 7, Column: 3}
	f.Entry.Connect(bad, Assume{Cond: cond}, at)
	f.Entry.Connect(load, Assume{Cond: cond, Negate: true}, at)
	bad.Connect(sink, Error{Kind: ReachError}, at)
	last := f.NewNode(Pos{})
	load.Connect(last, Assign{To: VarPlace{t}, Value: Load{VarPlace{g}}}, at)
	last.Connect(f.Exit, Assign{To: VarPlace{f.Result}, Value: Load{VarPlace{t}}}, at)
	p.Main, p.Functions = f, []*Function{f}
	return p
}

func TestCheckAcceptsSample(t *testing.T) { require.NoError(t, sample().Check()) }

// TestCheck breaks the sample in many ways.
func TestCheck(t *testing.T) {
	edge := func(p *Program) *Edge { return p.Main.Nodes[5].Out[0] } // result = t
	assign := func(value Expr) func(*Program) {
		return func(p *Program) { edge(p).Op = Assign{To: VarPlace{p.Main.Result}, Value: value} }
	}
	for _, c := range []struct {
		message string
		spoil   func(*Program)
	}{
		{"without Main", func(p *Program) { p.Main = nil }},
		{"share ID", func(p *Program) { p.Globals[1].ID = 0 }},
		{"listed twice", func(p *Program) { p.Globals = append(p.Globals, p.Globals[0]) }},
		{"another kind", func(p *Program) { p.Globals[0].Kind = Local }},
		{"has ID 9", func(p *Program) { p.Main.Nodes[2].ID = 9 }},
		{"not one of its functions", func(p *Program) { p.Functions = nil }},
		{"not known at both ends", func(p *Program) { p.Main.Nodes[2].In = nil }},
		{"has another target", func(p *Program) { p.Main.Nodes[2].In = p.Main.Nodes[4].In }},
		{"node with edges out", func(p *Program) {
			edge(p).Op = Stop{}
			edge(p).To = p.Main.Entry
			p.Main.Entry.In = append(p.Main.Entry.In, edge(p))
			p.Main.Exit.In = nil
		}},
		{"an edge without Op", func(p *Program) { edge(p).Op = nil }},
		{"type uint8 where int32", assign(Const{Value: big.NewInt(1), Of: uint8Type})},
		{"constant 300 is not a value of uint8", assign(Cast{X: Const{Value: big.NewInt(300), Of: uint8Type}, Of: int32Type})},
		{"operands: type uint8 where int32", assign(Binary{Operator: Add, X: Const{Value: big.NewInt(1), Of: uint8Type}, Y: number(1), Of: int32Type})},
		{"compared values", assign(Binary{Operator: Lt, X: Const{Value: big.NewInt(1), Of: uint8Type}, Y: number(1), Of: int32Type})},
		{"not one of function main", assign(Load{VarPlace{&Var{Name: "x", Type: int32Type}}})},
		{"is dereferenced", assign(Load{Deref{Pointer: number(0), Of: int32Type}})},
		{"has no field", func(p *Program) { assign(Load{FieldPlace{In: VarPlace{p.Globals[0]}, Index: 1}})(p) }},
		{"arms of a choice", assign(Cond{If: number(1), Then: number(1), Else: Const{Value: big.NewInt(1), Of: uint8Type}})},
		{"the address of a int32[3] has type int32", func(p *Program) { assign(AddrOf{Place: VarPlace{p.Globals[1]}, Of: int32Type})(p) }},
		{"with 4 elements", func(p *Program) {
			edge(p).Op = Assign{To: VarPlace{p.Globals[1]}, Value: Aggregate{Elems: []Expr{number(1), number(2), number(3), number(4)}, Of: int32Array}}
		}},
		{"called with 1 arguments for 0", func(p *Program) { edge(p).Op = Call{Callee: p.Main, Args: []Expr{number(1)}} }},
		{"a call of nothing", func(p *Program) { edge(p).Op = Call{} }},
		{"a mutex has type int32", func(p *Program) { edge(p).Op = Lock{Mutex: number(0)} }},
	} {
		p := sample()
		c.spoil(p)
		require.ErrorContains(t, p.Check(), c.message)
	}
}

func TestSimplify(t *testing.T) {
	f := &Function{Name: "f"}
	n := make([]*Node, 8)
	for i := range n {
		n[i] = f.NewNode(Pos{})
	}
	f.Entry, f.Exit = n[0], n[7]
	x := &Var{Name: "x", Type: int32Type, Kind: Local, Func: f}
	set := Assign{To: VarPlace{x}, Value: number(1)}
	n[0].Connect(n[1], Skip{}, Pos{})
	n[1].Connect(n[2], Assume{Cond: number(1)}, Pos{}) // always
	n[1].Connect(n[5], Assume{Cond: number(1), Negate: true}, Pos{})
	n[2].Connect(n[3], set, Pos{})
	n[3].Connect(n[4], Skip{}, Pos{})
	n[4].Connect(n[7], Skip{}, Pos{})
	n[5].Connect(n[6], set, Pos{}) // unreachable
	n[6].Connect(n[6], Skip{}, Pos{})
	f.Simplify()
	require.Len(t, f.Nodes, 2)
	require.Len(t, f.Entry.Out, 1)
	require.Equal(t, set, f.Entry.Out[0].Op)
	require.Same(t, f.Exit, f.Entry.Out[0].To)
	require.Len(t, f.Exit.In, 1)
}

func TestSimplifyKeepsEndlessLoops(t *testing.T) {
	f := &Function{Name: "f"}
	a, b, exit := f.NewNode(Pos{}), f.NewNode(Pos{}), f.NewNode(Pos{})
	f.Entry, f.Exit = a, exit
	a.Connect(b, Skip{}, Pos{})
	b.Connect(a, Skip{}, Pos{})
	f.Simplify()
	require.Len(t, f.Entry.Out, 1)
	require.Same(t, f.Entry, f.Entry.Out[0].To)
	require.NotSame(t, f.Exit, f.Entry)
}

func TestPrint(t *testing.T) {
	p := sample()
	require.Equal(t, `program ILP32
global g: int32
global a: int32[3]
function <init>() entry 0 exit 1
	0 -> 1: g = 0	// 0:0
function main(): int32 entry 0 exit 1
	0 -> 2: assume g > 0	// 7:3
	0 -> 4: assume not g > 0	// 7:3
	2 -> 3: error reach-error	// 7:3
	4 -> 5: %3 = g	// 7:3
	5 -> 1: result = %3	// 7:3
`, p.String())
}

func TestFormatExpr(t *testing.T) {
	g := VarPlace{&Var{Name: "g", Type: int32Ptr}}
	a := VarPlace{&Var{Name: "a", Type: int32Array}}
	for want, x := range map[string]Expr{
		"g[1]":      Load{Deref{Pointer: Binary{Operator: PtrAdd, X: Load{g}, Y: number(1), Of: int32Ptr}, Of: int32Type}},
		"&a[0]":     AddrOf{Place: a, Of: int32Ptr},
		"a[2]":      Load{IndexPlace{In: a, Index: number(2)}},
		"(uint8)-3": Cast{X: number(-3), Of: uint8Type},
		"~(1 + 2)":  Unary{Operator: BitNot, X: Binary{Operator: Add, X: number(1), Y: number(2), Of: int32Type}, Of: int32Type},
		"{1, 2}":    Aggregate{Elems: []Expr{number(1), number(2)}, Of: int32Array},
		"1 ? 2 : 3": Cond{If: number(1), Then: number(2), Else: number(3)},
		"0.5":       FloatConst{Value: big.NewInt(0x3fe << 52), Of: &Type{Kind: Float, Width: 64}},
		"any:int32": Any{Of: int32Type},
		"7":         Const{Value: big.NewInt(7), Of: uint8Type},
	} {
		require.Equal(t, want, FormatExpr(x))
	}
}
