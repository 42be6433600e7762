// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/scalar"
	"cornet/logic"
)

// A variable is live at a node if some path from there reads it before writing it. A variable that
// only dead assignments read is not live.
func TestLiveness(t *testing.T) {
	for seed := range uint64(300) {
		f := randomFunction(rand.New(rand.NewPCG(seed, 0)))
		fx := map[*scalar.Function]*effects{f: {}}
		z := findLive(f, false, fx)
		order, _ := depthFirst(f)
		want := liveByDefinition(f)
		for _, n := range order {
			if z.spots[n.ID].k != 0 {
				continue
			}
			got := map[*scalar.Var]bool{}
			for _, v := range z.at(n).sorted() {
				got[v] = true
			}
			require.Equal(t, want[n], got, "seed %d, node %d", seed, n.ID)
		}
	}
}

// randomFunction has a path through all its nodes, and some more edges.
func randomFunction(r *rand.Rand) *scalar.Function {
	f := &scalar.Function{Name: "main"}
	for i := range 1 + r.IntN(70) {
		f.Locals = append(f.Locals, &scalar.Var{Name: fmt.Sprintf("v%d", i), ID: 3*i + 1, Func: f})
	}
	some := func() *scalar.Var { return f.Locals[r.IntN(len(f.Locals))] }
	op := func() scalar.Op {
		switch r.IntN(6) {
		case 0:
			return scalar.Assume{Cond: scalar.NewRead(some())}
		case 1:
			return scalar.Havoc{To: some()}
		case 2:
			return scalar.Skip{}
		case 3:
			return scalar.Assign{To: some(), Value: scalar.NewConst(big.NewInt(1), scalar.Type{})}
		}
		return scalar.Assign{To: some(), Value: scalar.NewRead(some())}
	}
	n := 2 + r.IntN(30)
	for range n {
		f.NewNode(cfg.Pos{})
	}
	f.Entry, f.Exit = f.Nodes[0], f.Nodes[n-1]
	for i := range n - 1 {
		f.Nodes[i].Connect(f.Nodes[i+1], op(), cfg.Pos{})
	}
	for range r.IntN(6) {
		f.Nodes[r.IntN(n-1)].Connect(f.Nodes[r.IntN(n)], op(), cfg.Pos{})
	}
	return f
}

// liveByDefinition applies the equations of liveness until the sets stay the same.
func liveByDefinition(f *scalar.Function) map[*scalar.Node]map[*scalar.Var]bool {
	z := map[*scalar.Node]map[*scalar.Var]bool{}
	for _, n := range f.Nodes {
		z[n] = map[*scalar.Var]bool{}
	}
	for changed := true; changed; {
		changed = false
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				before := map[*scalar.Var]bool{}
				killed := map[*scalar.Var]bool{}
				scalar.Written(e.Op, func(v *scalar.Var) { killed[v] = true })
				for v := range z[e.To] {
					before[v] = before[v] || !killed[v]
				}
				for v, live := range before {
					if !live {
						delete(before, v)
					}
				}
				if a, ok := e.Op.(scalar.Assign); !ok || z[e.To][a.To] {
					scalar.Operands(e.Op, func(x *scalar.Expr) {
						x.Walk(func(y *scalar.Expr) {
							if y.Operator == scalar.Read {
								before[y.Var] = true
							}
						})
					})
				}
				for v := range before {
					if !z[n][v] {
						z[n][v], changed = true, true
					}
				}
			}
		}
	}
	return z
}

// Where many paths meet, a variable that nothing reads keeps no path's value. Otherwise, events
// that set it later would show a value from only some of the paths.
func TestDeadVariableHasNoValueOfOnePath(t *testing.T) {
	const text = `extern int n(void); static int k;
int main(void) {
  if (n()) k = 1; if (n()) k = 2; if (n()) k = 3; if (n()) k = 4;
  k = k + 10;
  return 0;
}`
	p, err := cc.Load("a.c", []byte(text), cc.Options{Model: cfg.LP64})
	require.NoError(t, err)
	sys, err := Encode(logic.NewStore(), p, Options{})
	require.NoError(t, err)
	found := false
	for _, b := range sys.blocks {
		for _, e := range b.Events {
			if e.Kind == Assigns && e.Name == "k" && e.Pos.Line == 4 {
				found = true
				require.False(t, e.Value.IsValue(), "k = %v", e.Value)
			}
		}
	}
	require.True(t, found)
}
