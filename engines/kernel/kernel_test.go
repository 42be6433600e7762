// SPDX-License-Identifier: Apache-2.0

package kernel_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// system has clauses over x, y, x2, y2 of sort Int and the predicate p with two arguments.
func system(t *testing.T, clauses ...string) *horn.System {
	var b strings.Builder
	b.WriteString("(declare-fun p (Int Int) Bool)\n")
	for _, c := range clauses {
		fmt.Fprintf(&b, "(assert (forall ((x Int) (y Int) (x2 Int) (y2 Int)) (=> %s)))\n", c)
	}
	return enginetest.Parse(t, b.String())
}

// candidates are formulas about p that TestInductive draws from, with their meaning.
var candidates = []struct {
	text  string
	holds func(x, y int64) bool
}{
	{"x ≥ 0", func(x, y int64) bool { return x >= 0 }},
	{"y ≥ 0", func(x, y int64) bool { return y >= 0 }},
	{"x ≤ 3", func(x, y int64) bool { return x <= 3 }},
	{"y ≤ 2", func(x, y int64) bool { return y <= 2 }},
	{"x ≤ y", func(x, y int64) bool { return x <= y }},
	{"y ≤ x", func(x, y int64) bool { return y <= x }},
	{"x ≠ 2", func(x, y int64) bool { return x != 2 }},
	{"x + y ≤ 4", func(x, y int64) bool { return x+y <= 4 }},
}

// formulas are the candidates as terms over the formals of p.
func formulas(s *logic.Store, p *logic.Func) []*logic.Term {
	v := kernel.Formals(s, p)
	x, y, n := v[0], v[1], s.IntNum
	return []*logic.Term{
		s.Le(n(0), x), s.Le(n(0), y), s.Le(x, n(3)), s.Le(y, n(2)),
		s.Le(x, y), s.Le(y, x), s.Not(s.Eq(x, n(2))), s.Le(s.Add(x, y), n(4)),
	}
}

// box is the domain of TestInductive: arguments are 0 … box-1, in the system and in brute force.
const box = 6

// TestInductive compares with brute force over a small domain. Systems have a random fact and a
// random step inside the box. The largest inductive subset is found by dropping, one at a time,
// candidates that an instance of a clause violates.
func TestInductive(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 9))
	strict := 0
	for range 25 {
		fx, fy, dx, dy, most := r.Int64N(3), r.Int64N(3), r.Int64N(3)-1, r.Int64N(3)-1, 2+r.Int64N(4)
		inside := fmt.Sprintf("(<= 0 x) (< x %d) (<= 0 y) (< y %d) (<= 0 x2) (< x2 %[1]d) (<= 0 y2) (< y2 %[1]d)", box, box)
		sys := system(t,
			fmt.Sprintf("(and (= x %d) (= y %d)) (p x y)", fx, fy),
			fmt.Sprintf("(and (p x y) (< x %d) (= x2 (+ x (- %d 1))) (= y2 (+ y (- %d 1))) %s) (p x2 y2)", most, dx+1, dy+1, inside),
		)
		p := sys.Preds[0]
		all := formulas(sys.Store, p)
		m, err := kernel.Inductive(context.Background(), native.Backend{}, smt.Options{}, sys, map[*logic.Func][]*logic.Term{p: all})
		require.NoError(t, err)

		left := map[int]bool{}
		for k := range candidates {
			left[k] = candidates[k].holds(fx, fy)
		}
		holds := func(x, y int64) bool {
			for k := range candidates {
				if left[k] && !candidates[k].holds(x, y) {
					return false
				}
			}
			return true
		}
		for again := true; again; {
			again = false
			for x := range int64(box) {
				for y := range int64(box) {
					x2, y2 := x+dx, y+dy
					if x >= most || x2 < 0 || y2 < 0 || x2 >= box || y2 >= box || !holds(x, y) {
						continue
					}
					for k := range candidates {
						if left[k] && !candidates[k].holds(x2, y2) {
							left[k], again = false, true
						}
					}
				}
			}
		}
		for k := range candidates {
			if !left[k] {
				strict++
			}
		}
		for x := int64(-2); x < box+2; x++ {
			for y := int64(-2); y < box+2; y++ {
				got := m.Instance(sys.Store, p, []*logic.Term{sys.Store.IntNum(x), sys.Store.IntNum(y)})
				require.Equal(t, holds(x, y), got.IsTrue(), "p(%d, %d): %v", x, y, left)
			}
		}
		require.Equal(t, sys.Store.And(all...), sys.Store.And(formulas(sys.Store, p)...), "the candidates are changed")
	}
	require.NotZero(t, strict)
}

// TestIncrements has steps and by how much they change x and y; ? means no constant.
func TestIncrements(t *testing.T) {
	tests := []struct{ step, want string }{
		{"(and (p x y) (= x2 (+ x 1))) (p x2 y)", "1 0"},
		{"(p x y) (p (- x 3) (+ y 2))", "-3 2"},
		{"(p x y) (p y x)", "? ?"},
		{"(and (p x y) (= x2 (* 3 x))) (p x2 y)", "? 0"},
		{"(and (p x y) (= x (+ x2 4)) (= y2 (- y 1))) (p x2 y2)", "-4 -1"},
		{"(and (p x y) (or (= x2 (+ x 1)) (and (> x 0) (= x2 (- x 1))))) (p x2 y)", "1 0, -1 0"},
		{"(and (p x y) (or (< x 0) (< 9 x)) (= x2 (+ x 1))) (p x2 y)", "1 0, 1 0"},
		{"(p x y) (p x2 y)", "? 0"},
		{"(and (p x y) (= x2 (+ x y))) (p x2 y)", "? 0"},
		{"(and (p x y) (= x2 (+ x y)) (= y2 (+ y 1))) (p x2 y2)", "? 1"},
	}
	for _, tt := range tests {
		t.Run(tt.step, func(t *testing.T) {
			sys := system(t, tt.step)
			c := sys.Clauses[0]
			var cases []string
			for _, changes := range kernel.Increments(sys.Store, c, &c.Body[0]) {
				var one []string
				for _, d := range changes {
					if d == nil {
						one = append(one, "?")
					} else {
						one = append(one, d.String())
					}
				}
				cases = append(cases, strings.Join(one, " "))
			}
			require.Equal(t, tt.want, strings.Join(cases, ", "))
		})
	}
}

// TestInstances evaluates a clause and its instance: with the values of states and locals, the
// conjuncts hold exactly if the ground clause has the states as arguments and its constraint holds.
func TestInstances(t *testing.T) {
	tests := []string{
		"(and (p x y) (= x2 (+ x 1)) (< y2 x)) (p x2 y)",
		"(and (p x x) (p y (+ x 1))) (p (+ x y) y)",
		"(and (p x y) (p y x2) (< x y2) (< y2 x2)) false",
		"(= x y) (p x 2)",
	}
	for _, text := range tests {
		t.Run(text, func(t *testing.T) {
			sys := system(t, text)
			s, c := sys.Store, sys.Clauses[0]
			p := sys.Preds[0]
			var body [][]*logic.Term
			var vars []*logic.Term
			for i := range c.Body {
				body = append(body, kernel.State(s, p, fmt.Sprint(i)))
				vars = append(vars, body[i]...)
			}
			head := kernel.Formals(s, p)
			vars = append(vars, head...)
			x := kernel.Instantiate(s, c, body, head, "7")
			vars = append(vars, x.Locals...)
			held := 0
			r := rand.New(rand.NewPCG(1, 1))
			for range 3000 {
				m := s.NewModel()
				for _, v := range vars {
					m.Set(v, s.IntNum(r.Int64N(3)))
				}
				ground := s.NewModel()
				for v, value := range x.Values(m) {
					ground.Set(v, value)
				}
				same := func(args, state []*logic.Term) bool {
					for i, a := range args {
						if ground.Eval(a) != m.Value(state[i]) {
							return false
						}
					}
					return true
				}
				want := ground.Eval(c.Constraint).IsTrue()
				for i, a := range c.Body {
					want = want && same(a.Args, body[i])
				}
				if c.Head != nil {
					want = want && same(c.Head.Args, head)
				}
				got := m.Eval(s.And(x.Conjuncts...)).IsTrue()
				require.Equal(t, want, got)
				if got {
					held++
				}
			}
			require.NotZero(t, held)
		})
	}
}

// TestAssertions has queries, what they assert, and by which clause it may fail.
func TestAssertions(t *testing.T) {
	fact, step := "(and (= x 0) (= y 0)) (p x y)", "(and (p x y) (< x 5) (= x2 (+ x 1)) (= y2 (+ y 2))) (p x2 y2)"
	tests := []struct {
		name     string
		queries  []string
		asserted int
		violated []int // by assertion: the clause, or -1
		excluded bool  // the assertions together exclude the queries, and are inductive
	}{
		{"a bound", []string{"(and (p x y) (not (<= x 5))) false"}, 1, []int{-1}, true},
		{"a wrong bound", []string{"(and (p x y) (not (<= x 4))) false"}, 1, []int{1}, false},
		{"wrong at first", []string{"(and (p x y) (not (<= 1 x))) false"}, 1, []int{0}, false},
		{"a condition", []string{"(and (p x y) (not (<= x 5))) false", "(and (p x y) (<= x 5) (not (<= y (* 2 x)))) false"}, 3, []int{-1, -1, -1}, true},
		{"a local variable", []string{"(and (p x y) (< x y2) (< y2 y)) false"}, 0, nil, true},
		{"two atoms", []string{"(and (p x y) (p y x) (< x y)) false"}, 0, nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			sys := system(t, append([]string{fact, step}, tt.queries...)...)
			s, p := sys.Store, sys.Preds[0]
			found := kernel.Assertions(sys)
			require.Len(t, found, tt.asserted)
			truth := horn.NewModel()
			truth.Define(p, kernel.Formals(s, p), s.True())
			m := truth
			for k, a := range found {
				i, err := kernel.Violated(ctx, native.Backend{}, smt.Options{}, sys, truth, a)
				require.NoError(t, err)
				require.Equal(t, tt.violated[k], i, "%v", a.Formula)
				one := horn.NewModel()
				one.Define(p, kernel.Formals(s, p), a.Formula)
				m = kernel.Conjunction(sys, m, one)
			}
			if tt.asserted > 0 {
				require.True(t, kernel.Excludes(ctx, native.Backend{}, smt.Options{}, sys, m))
			}
			require.False(t, kernel.Excludes(ctx, native.Backend{}, smt.Options{}, sys, truth))
			inductive, err := kernel.Inductive(ctx, native.Backend{}, smt.Options{}, sys, map[*logic.Func][]*logic.Term{p: kernel.Conjuncts(s, m, p, kernel.Formals(s, p))})
			require.NoError(t, err)
			require.Equal(t, tt.excluded && tt.asserted > 0, kernel.Excludes(ctx, native.Backend{}, smt.Options{}, sys, inductive))
		})
	}
}

// board has facts of others and takes lemmas.
type board struct{ lemmas, candidates, published []*horn.Model }

func (b *board) PublishLemmas(m *horn.Model)              { b.published = append(b.published, m) }
func (b *board) PublishCandidates(*horn.Model)            {}
func (b *board) Read() (lemmas, candidates []*horn.Model) { return b.lemmas, b.candidates }

// TestExchange publishes and reads facts.
func TestExchange(t *testing.T) {
	require.Empty(t, kernel.Read(nil))
	sys := system(t, "(= x y) (p x y)")
	s, p := sys.Store, sys.Preds[0]
	fs := formulas(s, p)
	b := &board{lemmas: []*horn.Model{horn.NewModel()}, candidates: []*horn.Model{horn.NewModel()}}
	require.Equal(t, []*horn.Model{b.lemmas[0], b.candidates[0]}, kernel.Read(b))

	var facts kernel.Facts
	facts.Add(s, p, kernel.Formals(s, p), nil)
	facts.Publish(b.PublishLemmas)
	require.Empty(t, b.published, "nothing is known")
	facts.Add(s, p, kernel.Formals(s, p), fs[:2])
	facts.Publish(b.PublishLemmas)
	require.Len(t, b.published, 1)
	require.ElementsMatch(t, fs[:2], kernel.Conjuncts(s, b.published[0], p, kernel.Formals(s, p)))
	require.Empty(t, kernel.Conjuncts(s, horn.NewModel(), p, kernel.Formals(s, p)))

	require.True(t, kernel.Trackable(fs[0], 0))
	require.False(t, kernel.Trackable(fs[0], 1000))
	large := fs[0]
	for k := range int64(200) {
		large = s.And(large, s.Not(s.Eq(kernel.Formals(s, p)[0], s.IntNum(k))))
	}
	require.False(t, kernel.Trackable(large, 0))
}

// TestStopped asks with a context that is cancelled.
func TestStopped(t *testing.T) {
	sys := system(t, "(= x y) (p x y)", "(and (p x y) (not (= x y))) false")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	p := sys.Preds[0]
	_, err := kernel.Inductive(ctx, native.Backend{}, smt.Options{}, sys, map[*logic.Func][]*logic.Term{p: formulas(sys.Store, p)})
	require.ErrorIs(t, err, context.Canceled)
}
