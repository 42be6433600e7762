// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// program makes a program of one function, a chain of ops.
func program(ops ...Op) *Program {
	f := &Function{Name: "main"}
	f.Entry = f.NewNode(cfg.Pos{})
	at := f.Entry
	for _, op := range ops {
		to := f.NewNode(cfg.Pos{})
		at.Connect(to, op, cfg.Pos{})
		at = to
	}
	f.Exit = at
	return &Program{Functions: []*Function{f}, Main: f}
}

func TestRun(t *testing.T) {
	x, y := &Var{Name: "x", Type: s8}, &Var{Name: "y", Type: s8}
	a := &Var{Name: "a", Type: ArrayOf(s8)}
	n := func(v int64) *Expr { return NewInt(v, s8) }
	read := func(v *Var) *Expr { return NewRead(v) }
	sum := &Expr{Operator: Add, Type: s8, Args: []*Expr{read(x), n(1)}}
	quotient := &Expr{Operator: Div, Type: s8, Args: []*Expr{n(1), read(x)}}
	store := func(i, v int64) *Expr {
		return &Expr{Operator: Store, Type: a.Type, Args: []*Expr{read(a), n(i), n(v)}}
	}
	at := func(i *Expr) *Expr { return &Expr{Operator: Select, Type: s8, Args: []*Expr{read(a), i}} }
	for _, test := range []struct {
		name string
		ops  []Op
		want Outcome
		x    int64
	}{
		{"nothing", nil, Returned, 5},
		{"inputs", []Op{Havoc{To: x, Input: "f"}}, Returned, 5},
		{"arithmetic wraps", []Op{Assign{x, n(127)}, Assign{x, sum}}, Returned, -128},
		{"a condition", []Op{Assign{x, n(1)}, Assume{Cond: read(x)}}, Returned, 1},
		{"a condition that fails", []Op{Assign{x, n(1)}, Assume{Cond: read(x), Negate: true}, Assign{x, n(2)}}, Blocked, 1},
		{"a variable keeps the value that it happens to have", []Op{Assign{y, read(x)}, Assume{Cond: &Expr{Operator: Eq, Type: intType, Args: []*Expr{read(x), read(y)}}}}, Returned, 5},
		{"division by zero", []Op{Assign{x, n(0)}, Assign{x, quotient}}, Undefined, 0},
		{"what is not evaluated has no effect", []Op{Assign{x, n(0)}, Assign{x, &Expr{Operator: Ite, Type: s8, Args: []*Expr{read(x), quotient, n(7)}}}}, Returned, 7},
		{"the error", []Op{Error{}}, Failed, 5},
		{"the end", []Op{Stop{}}, Stopped, 5},
		{"an obligation", []Op{Obligation{Cond: read(x)}, Assign{x, n(2)}}, Returned, 2},
		{"an object", []Op{Make{1, n(10)}, Make{2, n(20)}, Assign{x, n(14)}, Obligation{Cond: n(1), Address: read(x), Parts: []Part{{1, 0, 2}}}}, Returned, 14},
		{"another object", []Op{Make{1, n(10)}, Make{2, n(20)}, Assign{x, n(24)}, Obligation{Cond: n(1), Address: read(x), Parts: []Part{{1, 0, 2}}}}, Broken, 24},
		{"another member", []Op{Make{1, n(10)}, Assign{x, n(14)}, Obligation{Cond: n(1), Address: read(x), Parts: []Part{{1, 1, 2}}}}, Broken, 14},
		{"before all objects", []Op{Make{1, n(10)}, Assign{x, n(4)}, Obligation{Cond: n(1), Address: read(x), Parts: []Part{{2, 0, 1}}}}, Returned, 4},
		{"an obligation that does not hold", []Op{Assign{x, n(0)}, Obligation{Cond: read(x)}, Assign{x, n(2)}}, Broken, 0},
		{"an element", []Op{Assign{a, store(3, 4)}, Assign{a, store(2, 6)}, Assign{x, at(n(3))}}, Returned, 4},
		{"the last store counts", []Op{Assign{a, store(3, 4)}, Assign{a, store(3, 6)}, Assign{x, at(n(3))}}, Returned, 6},
		{"an element that was not stored", []Op{Assign{a, store(3, 4)}, Assign{x, at(n(2))}}, Returned, 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := program(test.ops...)
			var last *big.Int
			got, _ := p.Run(Environment{
				Value:    func(*Edge, Type, Havoc) *big.Int { return big.NewInt(5) },
				Visit:    func(s *State, _ *Node) { last = s.Value(x).Number() },
				MaxSteps: 100,
			})
			require.Equal(t, test.want, got)
			require.Equal(t, test.x, last.Int64())
		})
	}
}

// If an array has many stores, each index has the value of its last store. The stores are shown in
// order.
func TestArray(t *testing.T) {
	a := filled(big.NewInt(9))
	for i := range int64(1000) {
		a = a.with(big.NewInt(i%100-50), big.NewInt(i))
	}
	before := a
	a = a.with(big.NewInt(3), big.NewInt(-1))
	require.Equal(t, int64(953), before.at(big.NewInt(3)).Int64())
	require.Equal(t, int64(-1), a.at(big.NewInt(3)).Int64())
	require.Equal(t, int64(9), a.at(big.NewInt(77)).Int64())
	next := int64(-50)
	fill := Value{array: before}.Elements(func(i, x *big.Int) {
		require.Equal(t, next, i.Int64())
		require.Equal(t, 950+next, x.Int64())
		next++
	})
	require.Equal(t, int64(50), next)
	require.Equal(t, int64(9), fill.Int64())
}

// Proofs have the expected obligations.
func TestOblige(t *testing.T) {
	x, y := &Var{Name: "x", Type: s8}, &Var{Name: "y", Type: s8}
	a := &Var{Name: "a", Type: ArrayOf(s8)}
	first := &Expr{Operator: Select, Type: s8, Args: []*Expr{NewRead(a), NewInt(0, s8)}}
	for _, test := range []struct {
		duties Duties
		want   int
	}{{NoDuties, 0}, {Direct, 1}, {AllDuties, 3}} {
		p := program(Assign{y, first}, Assign{y, NewRead(y)}, Obligation{Cond: NewRead(x)}, Obligation{Cond: NewRead(y)}, Obligation{Cond: first})
		p.Oblige(test.duties)
		proved := 0
		for e := range p.Edges() {
			if o, ok := e.Op.(Obligation); ok && o.Proved {
				proved++
			}
		}
		require.Equal(t, test.want, proved)
	}
}
