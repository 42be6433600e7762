// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// TestSlice lists what remains of programs: one edge a line, "s -> t op".
func TestSlice(t *testing.T) {
	for _, test := range []struct{ name, program, want string }{
		{"an assignment that nothing depends on", "0>1 x=1; 1>2 y=2; 2>3 if x; 3>9 error", "x = 1; if x; error"},
		{"what comes after the last error", "0>1 if x; 0>2 if !x; 1>9 error; 2>3 y=2; 3>4 x=y", "if x; error"},
		{"data through variables", "0>1 input z; 1>2 y=z; 2>3 x=y; 3>4 if x; 4>9 error", "z = f(); y = z; x = y; if x; error"},
		{"a loop that decides nothing", "0>1 input y; 1>2 if y; 1>3 if !y; 2>1 y=z; 3>4 if x; 4>9 error", "if x; error"},
		{"a loop that decides a value", "0>1 input y; 1>2 if y; 1>3 if !y; 2>1 x=2; 3>4 if x; 4>9 error", "y = f(); if y; if !y; x = 2; if x; error"},
		{"a branch that decides whether the error is reached", "0>1 if y; 0>2 if !y; 1>9 error; 2>3 x=1", "if y; error"},
		{"both branches lead on", "0>1 if y; 0>2 if !y; 1>3 z=1; 2>3 z=2; 3>9 error", "error"},
		{"a branch that ends, over a variable that matters", "0>1 if x; 0>2 if !x; 1>8 stop; 2>3 if x; 3>9 error", "if !x; if x; error"},
		{"a branch that ends, over a variable that does not matter", "0>1 if y; 0>2 if !y; 1>8 stop; 2>3 if x; 3>9 error", "if x; error"},
		{"a condition inside a loop that is left out", "0>1 if y; 0>3 if !y; 1>0 if x; 3>4 if x; 4>9 error", "if x; error"},
		{"a call without effect", "0>1 call g; 1>2 if x; 2>9 error | 0>1 y=1; 1>2 z=y", "if x; error"},
		{"a call that assigns", "0>1 call g; 1>2 if x; 2>9 error | 0>1 y=1; 1>2 x=1; 2>3 z=1", "call; if x; error; x = 1"},
		{"an error in a call", "0>1 x=1; 1>2 call g | 0>1 if x; 1>9 error; 0>2 if !x", "x = 1; call; if x; error"},
		{"no error", "0>1 x=1; 1>2 call g | 0>1 x=2", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, _ := written(t, test.program)
			z := p.Slice()
			var got []string
			for e := range z.Edges() {
				if _, skip := e.Op.(Skip); !skip {
					got = append(got, short(e.Op))
				}
			}
			require.Equal(t, test.want, strings.Join(got, "; "))
		})
	}
}

// short prints an operation over globals x, y and z.
func short(op Op) string {
	switch o := op.(type) {
	case Assume:
		return map[bool]string{false: "if ", true: "if !"}[o.Negate] + o.Cond.Var.Name
	case Call:
		return "call"
	case Havoc:
		return o.To.Name + " = f()"
	case Error:
		return "error"
	case Assign:
		if o.Value.IsConst() {
			return o.To.Name + " = " + o.Value.Value.String()
		}
		return o.To.Name + " = " + o.Value.Var.Name
	}
	return fmt.Sprintf("%T", op)
}

// written reads functions main and g over globals. "0>1 x=y" is an edge.
func written(t *testing.T, text string) (*Program, map[string]*Var) {
	p := &Program{}
	vars := map[string]*Var{}
	for i, name := range []string{"x", "y", "z"} {
		vars[name] = &Var{Name: name, Type: s8, ID: i}
		p.Globals = append(p.Globals, vars[name])
	}
	bodies := strings.Split(text, " | ")
	for i := range bodies {
		f := &Function{Name: []string{"main", "g"}[i]}
		for range 10 {
			f.NewNode(cfg.Pos{})
		}
		f.Entry, f.Exit = f.Nodes[0], f.Nodes[7]
		p.Functions = append(p.Functions, f)
	}
	p.Main = p.Functions[0]
	for i, body := range bodies {
		for k, line := range strings.Split(body, "; ") {
			var from, to int
			_, err := fmt.Sscanf(line, "%d>%d", &from, &to)
			require.NoError(t, err)
			p.Functions[i].Nodes[from].Connect(p.Functions[i].Nodes[to], operation(p, vars, strings.Fields(line)[1:]), cfg.Pos{Line: 100*i + k + 1})
		}
	}
	for _, f := range p.Functions { // a function returns where it has no edge
		for _, n := range f.Nodes {
			if n != f.Exit && len(n.Out) == 0 && !slices.ContainsFunc(n.In, func(e *Edge) bool { return ends(e.Op) }) {
				n.Connect(f.Exit, Skip{}, cfg.Pos{})
			}
		}
	}
	return p, vars
}

func operation(p *Program, vars map[string]*Var, words []string) Op {
	switch words[0] {
	case "if":
		return Assume{Cond: NewRead(vars[strings.TrimPrefix(words[1], "!")]), Negate: words[1][0] == '!'}
	case "call":
		return Call{Callee: p.Functions[1]}
	case "input":
		return Havoc{To: vars[words[1]], Input: "f"}
	case "error":
		return Error{}
	case "stop":
		return Stop{}
	}
	to, value, _ := strings.Cut(words[0], "=")
	if from := vars[value]; from != nil {
		return Assign{vars[to], NewRead(from)}
	}
	n, _ := new(big.Int).SetString(value, 10)
	return Assign{vars[to], NewInt(n.Int64(), s8)}
}

// TestSliceKeepsRuns runs random programs and their slices on the same inputs. Where the program
// passes kept nodes, the slice passes the same ones, with the same values of the variables that
// matter, and it reaches the errors that the program reaches.
func TestSliceKeepsRuns(t *testing.T) {
	smaller, failed := 0, 0
	for seed := range 3000 {
		p := random(rand.New(rand.NewPCG(uint64(seed), 1)))
		z := p.Slice()
		if z.Kept < z.All {
			smaller++
		}
		want, whole := history(p, z, int64(seed), 300)
		got, part := history(z.Program, z, int64(seed), 600)
		require.GreaterOrEqual(t, len(got), len(want), "seed %d: the slice gets as far", seed)
		require.Equal(t, want, got[:len(want):len(want)], "seed %d", seed)
		if whole == Failed {
			failed++
			require.Equal(t, Failed, part, "seed %d", seed)
		}
	}
	require.Greater(t, smaller, 1000, "slices are smaller than programs")
	require.Greater(t, failed, 300, "programs fail")
}

// history runs p, the program of z or z itself. It lists the nodes of z that the run passes, with
// the values of variables that operations of z there read or assign.
func history(p *Program, z *Slice, seed int64, steps int) (nodes []string, ended Outcome) {
	nodes = []string{}
	of := map[*Node]*Node{} // from the nodes of p to those of z
	for n, m := range z.Of {
		if of[n] = n; p != z.Program {
			of[m] = n
		}
	}
	taken := map[cfg.Pos]int64{}
	ended, _ = p.Run(Environment{
		MaxSteps: steps,
		Choose:   func(int) int { return 0 },
		Value: func(e *Edge, t Type, o Havoc) *big.Int {
			k := int64(0)
			if o.Input != "" {
				k = 31*int64(e.Pos.Line) + 7*taken[e.Pos]
				taken[e.Pos]++
			}
			return big.NewInt((seed + int64(o.To.ID) + k) % 3)
		},
		Visit: func(s *State, n *Node) {
			n = of[n]
			if n == nil || n == n.Func.Entry || n == n.Func.Exit {
				return
			}
			line := fmt.Sprintf("%s:%d", n.Func.Name, z.Of[n].ID)
			for _, e := range n.Out {
				Operands(e.Op, func(x *Expr) {
					x.Walk(func(y *Expr) {
						if y.Operator == Read {
							line += fmt.Sprintf(" %s=%v", y.Var.Name, s.Eval(y))
						}
					})
				})
			}
			nodes = append(nodes, line)
		},
	})
	return nodes, ended
}

// random returns a program of three functions, with globals, parameters, results, jumps and
// recursion.
func random(r *rand.Rand) *Program {
	p := &Program{}
	newVar := func(f *Function) *Var {
		v := &Var{Name: fmt.Sprint("v", r.IntN(1000)), Type: s8, ID: r.IntN(100), Func: f}
		if f == nil {
			p.Globals = append(p.Globals, v)
		}
		return v
	}
	for range 4 {
		newVar(nil)
	}
	for i := range 3 {
		f := &Function{Name: fmt.Sprint("f", i)}
		for range 4 {
			f.Locals = append(f.Locals, newVar(f))
		}
		if i > 0 {
			f.Params = []*Var{newVar(f), newVar(f)}
			f.Results = []*Var{newVar(f)}
		}
		for range 5 + r.IntN(12) {
			f.NewNode(cfg.Pos{})
		}
		f.Entry, f.Exit = f.Nodes[0], f.Nodes[len(f.Nodes)-1]
		p.Functions = append(p.Functions, f)
	}
	p.Main = p.Functions[0]
	line := 0
	for _, f := range p.Functions {
		vars := slices.Concat(p.Globals, f.Locals, f.Params, f.Results)
		v := func() *Var { return vars[r.IntN(len(vars))] }
		sum := func() *Expr { return New(Add, s8, NewRead(v()), NewRead(v())) }
		for i, n := range f.Nodes[:len(f.Nodes)-1] {
			line++
			connect := func(op Op) {
				to := min(i+1+r.IntN(3), len(f.Nodes)-1)
				if r.IntN(6) == 0 {
					to = r.IntN(len(f.Nodes))
				}
				n.Connect(f.Nodes[to], op, cfg.Pos{Line: line})
			}
			switch r.IntN(12) {
			case 0, 1, 2:
				cond := New(Lt, s8, NewRead(v()), NewInt(int64(r.IntN(3)), s8))
				connect(Assume{Cond: cond})
				connect(Assume{Cond: cond, Negate: true})
			case 3, 4:
				connect(Assign{v(), NewInt(int64(r.IntN(3)), s8)})
			case 5, 6:
				connect(Assign{v(), sum()})
			case 7:
				connect(Havoc{To: v(), Input: "f"})
			case 8, 9:
				results := []*Var{v()}
				if r.IntN(2) == 0 {
					results[0] = nil
				}
				connect(Call{p.Functions[1+r.IntN(2)], slice.Map([]int{0, 1}, func(int) *Expr { return sum() }), results})
			case 10:
				if r.IntN(3) == 0 {
					n.Connect(f.NewNode(cfg.Pos{}), Error{}, cfg.Pos{Line: line})
				} else {
					connect(Skip{})
				}
			default:
				connect(Skip{})
			}
		}
		for j, n := range f.Nodes {
			n.ID = j
		}
	}
	return p
}
