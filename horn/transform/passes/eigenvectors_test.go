// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/pass"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// linearLoop is a loop over x, y and z of a sort. It begins with start, continues with next and
// must not satisfy wrong.
func linearLoop(t *testing.T, sort, start, next, wrong string) *horn.System {
	vars := fmt.Sprintf("((x %[1]s) (y %[1]s) (z %[1]s))", sort)
	script, err := smtlib.ReadString(logic.NewStore(), "test", fmt.Sprintf(`(set-logic HORN) (declare-fun p (%[1]s %[1]s %[1]s) Bool)
		(assert (forall %[2]s (=> (and %[3]s) (p x y z))))
		(assert (forall %[2]s (=> (p x y z) (p %[4]s))))
		(assert (forall %[2]s (=> (and (p x y z) %[5]s) false)))`, sort, vars, start, next, wrong))
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// strengthened returns the result of a pass on sys in normal form. It also returns the model that
// the way back makes of the model that is true everywhere.
func strengthened(t *testing.T, sys *horn.System, f pass.Func) (pass.Outcome, *horn.Model) {
	env := &pass.Env{Backend: native.Backend{}}
	z, err := Normal(context.Background(), env, sys)
	require.NoError(t, err)
	p, err := f(context.Background(), env, z.System)
	require.NoError(t, err)
	p.Back = pass.Chain(z.Back, p.Back)
	m := horn.NewModel()
	for _, q := range p.System.Preds {
		m.Define(q, horn.Params(sys.Store, q), sys.Store.True())
	}
	m, err = p.Back.Model(context.Background(), m)
	require.NoError(t, err)
	return p, m
}

// TestEigenvectors has loops that multiply sums by constants. The inequalities are a model that the
// validator accepts, or do not suffice for one.
func TestEigenvectors(t *testing.T) {
	for _, c := range []struct {
		name, sort, start, next, wrong string
		model                          bool
	}{
		{"growth", "Int", "(= x 2) (= y 0) (= z 0)", "(* 3 x) y z", "(< x 2)", true},
		{"growth without end", "Int", "(= x 2) (= y 0) (= z 0)", "(* 3 x) y z", "(> x 1000)", false},
		{"growth around a fixed point", "Int", "(= x 2) (= y 0) (= z 0)", "(- (* 3 x) 2) y z", "(< x 2)", true},
		{"at a fixed point", "Int", "(= x 1) (= y 0) (= z 0)", "(- (* 3 x) 2) y z", "(not (= x 1))", true},
		{"signs that alternate", "Int", "(= x 2) (= y 0) (= z 0)", "(* (- 3) x) y z", "(< (- 6) x 2)", true},
		{"signs that alternate together", "Int", "(= x 2) (= y 1) (= z 0)", "(* (- 3) x) (* (- 2) y) z", "(or (< x 0 y) (< y 0 x))", true},
		{"one sum grows faster", "Int", "(= x 4) (= y 3) (= z 0)", "(* 3 x) (* 2 y) z", "(>= y x)", true},
		{"one sum grows faster, but begins behind", "Int", "(= x 3) (= y 4) (= z 0)", "(* 3 x) (* 2 y) z", "(> y 4) (= y x)", false},
		{"sums of three", "Int", "(= x 1) (= y 1) (= z 1)", "(* 5 x) (+ (* 4 y) x) (+ (* 3 z) y)", "(or (< y 0) (< z 0) (> z (* 2 x)))", true},
		{"decay of reals", "Real", "(= x 1.0) (= y 0.0) (= z 0.0)", "(* 0.5 x) y z", "(or (< x 0.0) (> x 1.0))", true},
		{"decay around a fixed point", "Real", "(= x 1.0) (= y 0.0) (= z 0.0)", "(+ (* 0.5 x) 2.0) y z", "(>= x 4.0)", true},
		{"bounds at the beginning", "Int", "(>= x 2) (<= 0 y x) (= z 0)", "(* 3 x) (* 2 y) z", "(or (< x 2) (> y x))", true},
		{"an argument that is not linear", "Int", "(= x 2) (= y 0) (= z 0)", "(* 3 x) (ite (< x 0) y (+ y x)) z", "(< x 0)", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := linearLoop(t, c.sort, c.start, c.next, c.wrong)
			_, m := strengthened(t, sys, Eigenvectors)
			err := check.Model(context.Background(), sys, m, check.Options{Solver: func() (smt.Solver, error) {
				return native.Backend{Proofs: true}.New(sys.Store, smt.Options{})
			}})
			require.Equal(t, c.model, err == nil, "%v: %v", m.Instance(sys.Store, sys.Preds[0], horn.Params(sys.Store, sys.Preds[0])), err)
		})
	}
}

// A loop multiplies the found sums by their factors.
func TestMultiples(t *testing.T) {
	rnd := rand.New(rand.NewPCG(0, 1))
	found := 0
	for range 300 {
		s := logic.NewStore()
		n := 1 + rnd.IntN(4)
		p := s.FreshFunc("p", slices.Repeat([]*logic.Sort{s.Int}, n), s.Bool)
		xs := horn.Params(s, p)
		var next []*logic.Term
		for i := range n {
			sum := []*logic.Term{s.IntNum(rnd.Int64N(9) - 4)}
			for j := range n {
				if j <= i || rnd.IntN(4) == 0 {
					sum = append(sum, s.Scale(rational.Int(rnd.Int64N(7)-3), xs[j]))
				}
			}
			next = append(next, s.Add(sum...))
		}
		for _, m := range multiples(s, &horn.Atom{Pred: p, Args: xs}, &horn.Atom{Pred: p, Args: next}, s.Int) {
			require.Equal(t, s.Scale(m.factor, m.sum), s.Substitute(m.sum, xs, next), "%v → %v", xs, next)
			found++
		}
	}
	require.Greater(t, found, 100)
}

// Random loops over large and small numbers. The added inequalities are inductive: the validator
// accepts them without the queries.
func TestEigenvectorsHold(t *testing.T) {
	rnd := rand.New(rand.NewPCG(0, 2))
	pick := func(z ...string) string { return z[rnd.IntN(len(z))] }
	for range 12 {
		sum := func(v string) string {
			return fmt.Sprintf("(+ (* (- %d) %s) (* %d x) %d)", rnd.IntN(5), v, rnd.IntN(3), rnd.IntN(9))
		}
		start := pick("(= x 1)", "(> x 3)", "(<= 0 x 5)") + pick("(= y 0)", "(< y x)") + pick("(= z 2)", "(= z y)")
		sys := linearLoop(t, "Int", start, fmt.Sprintf("(* %d x) %s %s", 2+rnd.IntN(3), sum("y"), sum("z")), "false")
		_, m := strengthened(t, sys, Eigenvectors)
		require.NoError(t, check.Model(context.Background(), sys, m, check.Options{Solver: func() (smt.Solver, error) {
			return native.Backend{Proofs: true}.New(sys.Store, smt.Options{})
		}}))
	}
}
