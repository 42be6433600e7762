// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smt/z3"
)

// step is one call of a solver's interface.
type step struct {
	call  string // "push", "pop", "assert" or "check"
	terms []*logic.Term
}

// script is a sequence of calls. A pop without a push is skipped, so every part of a script is a
// script.
type script []step

func (sc script) String() string {
	var b strings.Builder
	for _, st := range sc {
		fmt.Fprintf(&b, "%s %v\n", st.call, st.terms)
	}
	return b.String()
}

// formulas makes random formulas.
type formulas interface {
	IntN(int) int
	Formula(depth int) *logic.Term
}

// randomScript returns n rounds of pushing, popping, asserting and checking.
func randomScript(g formulas, n int) script {
	var sc script
	for range n {
		switch g.IntN(5) {
		case 0:
			sc = append(sc, step{call: "push"})
		case 1:
			sc = append(sc, step{call: "pop"})
		}
		if g.IntN(4) > 0 {
			sc = append(sc, step{"assert", []*logic.Term{g.Formula(2 + g.IntN(3))}})
		}
		var assumptions []*logic.Term
		for range g.IntN(4) {
			assumptions = append(assumptions, g.Formula(1+g.IntN(2)))
		}
		sc = append(sc, step{"check", assumptions})
	}
	return sc
}

var errOracle = errors.New("the oracle does not know")

// oracle decides a conjunction.
type oracle func([]*logic.Term) (smt.Status, error)

// replay runs the calls on a fresh native solver. Models are evaluated. The oracle checks answers
// unsat.
func (sc script) replay(ctx context.Context, s *logic.Store, decide oracle) error {
	made, err := native.Backend{Proofs: len(sc)%2 == 0}.New(s, smt.Options{Ticks: 300_000})
	if err != nil {
		return err
	}
	solver := made
	defer solver.Close()
	scopes := [][]*logic.Term{nil}
	for i, st := range sc {
		top := len(scopes) - 1
		switch st.call {
		case "push":
			solver.Push()
			scopes = append(scopes, nil)
		case "pop":
			if top > 0 {
				solver.Pop(1)
				scopes = scopes[:top]
			}
		case "assert":
			if err := solver.Assert(st.terms[0]); err != nil {
				return err
			}
			scopes[top] = append(scopes[top], st.terms...)
		case "check":
			status, err := solver.Check(ctx, st.terms...)
			if err != nil {
				return err
			}
			if status == smt.Unknown && strings.Contains(solver.Reason(), "proof") {
				return fmt.Errorf("step %d: %s", i, solver.Reason())
			}
			if err := judge(solver, status, slices.Concat(scopes...), st.terms, decide); err != nil {
				return fmt.Errorf("step %d: %w", i, err)
			}
		}
	}
	return nil
}

// hasFields reports whether f has selectors, which models may leave open.
func hasFields(f *logic.Term) bool {
	z := false
	logic.Walk(func(t *logic.Term) bool {
		z = z || t.Op() == logic.OpField
		return !z
	}, f)
	return z
}

// judge checks the answer of the solver.
func judge(solver smt.Solver, st smt.Status, asserted, assumed []*logic.Term, decide oracle) error {
	switch st {
	case smt.Sat:
		m, err := solver.Model()
		if err != nil {
			return err
		}
		for _, f := range slices.Concat(asserted, assumed) {
			if v := m.Eval(f); !v.IsTrue() && (v.IsFalse() || !hasFields(f)) {
				return fmt.Errorf("the model %v does not satisfy %v", m, f)
			}
		}
	case smt.Unsat:
		core := solver.Core()
		for _, f := range core {
			if !slices.Contains(assumed, f) {
				return fmt.Errorf("%v is in the core, but was not assumed", f)
			}
		}
		st, err := decide(slices.Concat(asserted, core))
		if err != nil {
			return err
		}
		if st == smt.Sat {
			return fmt.Errorf("satisfiable core %v of %v", core, assumed)
		}
	}
	return nil
}

// shrink returns a smaller script that still fails.
func (sc script) shrink(fails func(script) bool) script {
	for size := len(sc) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(sc); {
			if less := slices.Delete(slices.Clone(sc), i, i+size); fails(less) {
				sc = less
			} else {
				i++
			}
		}
	}
	for i := range sc { // drop assumptions and conjuncts, one at a time
		for j := 0; j < len(sc[i].terms) && sc[i].call == "check"; {
			less := slices.Clone(sc)
			less[i].terms = slices.Delete(slices.Clone(sc[i].terms), j, j+1)
			if fails(less) {
				sc = less
			} else {
				j++
			}
		}
	}
	return sc
}

// testScript replays a random script and shrinks it if it fails.
func testScript(t *testing.T, s *logic.Store, g formulas, rounds int, decide oracle) {
	t.Helper()
	sc := randomScript(g, rounds)
	replay := func(sc script) error { return sc.replay(t.Context(), s, decide) }
	err := replay(sc)
	if err == nil || errors.Is(err, errOracle) {
		return
	}
	sc = sc.shrink(func(sc script) bool {
		err := replay(sc)
		return err != nil && !errors.Is(err, errOracle)
	})
	t.Fatalf("%v, and of the shrunken script: %v\n%v", err, replay(sc), sc)
}

// viaZ3 returns libz3 as an oracle, or skips the test.
func viaZ3(t *testing.T, s *logic.Store) oracle {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	solver, err := z3.NewBackend(lib).New(s, smt.Options{Ticks: 500_000})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(solver.Close)
	return func(fs []*logic.Term) (smt.Status, error) { return solver.Check(t.Context(), fs...) }
}

// viaFresh returns a native solver that is made anew for each question.
func viaFresh(t *testing.T, s *logic.Store) oracle {
	return func(fs []*logic.Term) (smt.Status, error) {
		return native.NewSolver(s, smt.Options{Ticks: 300_000}).Check(t.Context(), fs...)
	}
}

// seeds is the number of random scripts that a test replays.
func seeds(n uint64) uint64 {
	if testing.Short() {
		return n / 10
	}
	return n
}

func TestAgainstZ3(t *testing.T) {
	for seed := range seeds(200) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := logic.NewStore()
			testScript(t, s, newGenerator(seed, s), 12, viaZ3(t, s))
		})
	}
}

func TestAgainstFresh(t *testing.T) {
	for seed := range seeds(50) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := logic.NewStore()
			testScript(t, s, newGenerator(seed, s), 30, viaFresh(t, s))
		})
	}
}

// TestScopeRefuted: a scope whose own clauses are refuted leaves nothing behind.
func TestScopeRefuted(t *testing.T) {
	s := logic.NewStore()
	solver := native.NewSolver(s, smt.Options{})
	for range 3 {
		solver.Push()
		require.NoError(t, solver.Assert(s.False()))
		st, err := solver.Check(t.Context())
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, st)
		solver.Pop(1)
		solver.Push()
		st, err = solver.Check(t.Context())
		require.NoError(t, err)
		require.Equal(t, smt.Sat, st)
		solver.Pop(1)
	}
}

func FuzzScript(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(seed, uint8(12))
	}
	f.Fuzz(func(t *testing.T, seed uint64, rounds uint8) {
		s := logic.NewStore()
		testScript(t, s, newGenerator(seed, s), int(rounds)%40, viaZ3(t, s))
	})
}
