// SPDX-License-Identifier: Apache-2.0

package pdr_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/engines/kernel"
	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/test/enginetest"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/backends"
	"cornet/smt/native"
	"cornet/smt/z3"
	"cornet/smtlib"
)

// pdrBackends returns libz3 alone and the embedded solver in front of it.
func pdrBackends(t testing.TB) map[string]smt.Backend {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	second := z3.NewBackend(lib)
	return map[string]smt.Backend{
		"z3":       second,
		"embedded": &backends.Fallback{First: native.Backend{}, Second: func() (smt.Backend, error) { return second, nil }},
	}
}

func TestConformance(t *testing.T) {
	for name, backend := range pdrBackends(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enginetest.Run(t, enginetest.Subject{
				New:     func() enginetest.Engine { return pdr.Checked(pdr.New(pdr.Options{Backend: backend})) },
				Backend: backend,
				// deep_bug needs forty bounds, which takes seconds with libz3 alone.
				Answers: func(system string, _ horn.Verdict) bool { return name != "z3" || system != "deep_bug" },
			})
		})
	}
}

// problems are systems whose names say what they need.
var problems = []struct {
	name, text string
	want       horn.Verdict
}{
	{"a sum of bounds", `
		(declare-fun p (Int Int) Bool)
		(assert (p 0 0))
		(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y 1)))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 100) (< y 100)) false)))`, horn.Safe},
	// Without conjectures, the lemmas are ¬(n > j+k ∧ i > n-k) for k = 0, 1, …
	{"lemmas that differ in numerals", `
		(declare-fun p (Int Int Int Int Int) Bool)
		(assert (forall ((n Int)) (=> (>= n 1) (p n 1 0 1 2))))
		(assert (forall ((n Int) (i Int) (a Int) (j Int) (b Int))
			(=> (and (p n i a j b) (> n j) (<= i n)) (p n (+ i 1) (+ a 2) (+ j 1) (+ b 2)))))
		(assert (forall ((n Int) (i Int) (a Int) (j Int) (b Int))
			(=> (and (p n i a j b) (<= n j) (<= i n)) (p n (+ i 1) (+ a 2) j b))))
		(assert (forall ((n Int) (i Int) (a Int) (j Int) (b Int))
			(=> (and (p n i a j b) (> n j) (> i n)) (p n i a (+ j 1) (+ b 2)))))
		(assert (forall ((n Int) (i Int) (a Int) (j Int) (b Int))
			(=> (and (p n i a j b) (<= n j) (> i n) (not (= a b))) false)))`, horn.Safe},
	{"summaries of two calls", `
		(declare-fun fib (Int Int) Bool)
		(assert (forall ((n Int)) (=> (<= n 1) (fib n 1))))
		(assert (forall ((n Int) (x Int) (y Int)) (=> (and (> n 1) (fib (- n 1) x) (fib (- n 2) y)) (fib n (+ x y)))))
		(assert (forall ((n Int) (x Int)) (=> (and (fib n x) (< x 1)) false)))`, horn.Safe},
	{"facts of two calls", `
		(declare-fun fib (Int Int) Bool)
		(assert (forall ((n Int)) (=> (and (>= n 0) (<= n 1)) (fib n 1))))
		(assert (forall ((n Int) (x Int) (y Int)) (=> (and (> n 1) (fib (- n 1) x) (fib (- n 2) y)) (fib n (+ x y)))))
		(assert (forall ((x Int)) (=> (and (fib 6 x) (= x 13)) false)))`, horn.Unsafe},
	{"one fact used twice", `
		(declare-fun p (Int) Bool)
		(assert (p 1))
		(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y)))))
		(assert (forall ((x Int)) (=> (and (p x) (= x 64)) false)))`, horn.Unsafe},
	{"a deep counterexample", `
		(declare-fun p (Int Int) Bool)
		(assert (p 0 0))
		(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (ite (< x 30) y (+ y 1))))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y 10)) false)))`, horn.Unsafe},
	{"states by value", `
		(declare-fun p ((_ BitVec 8) (_ BitVec 8)) Bool)
		(assert (p #x00 #x00))
		(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (=> (p x y) (p (bvadd x #x01) (bvadd y #x01)))))
		(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8))) (=> (and (p x y) (= x #x05) (not (= y #x05))) false)))`, horn.Safe},
	{"strict bounds", `
		(declare-fun p (Real Real) Bool)
		(assert (p 0.0 1.0))
		(assert (forall ((x Real) (y Real) (d Real)) (=> (and (p x y) (> d 0.0) (< d 0.5)) (p (+ x d) (+ y d)))))
		(assert (forall ((x Real) (y Real)) (=> (and (p x y) (>= x y)) false)))`, horn.Safe},
}

func TestProblems(t *testing.T) {
	backend := pdrBackends(t)["embedded"]
	for _, p := range problems {
		t.Run(p.name, func(t *testing.T) {
			sys := enginetest.Parse(t, p.text)
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			got, err := pdr.Checked(pdr.New(pdr.Options{Backend: backend})).Solve(ctx, sys)
			require.NoError(t, err)
			require.Equal(t, p.want, got.Verdict, got.Reason)
			enginetest.Validate(t, sys, got, backend)
		})
	}
}

// TestAdoption demands that lemmas of other engines are used, and that wrong ones do no harm.
func TestAdoption(t *testing.T) {
	backend := pdrBackends(t)["embedded"]
	sys := enginetest.Parse(t, problems[1].text)
	st := sys.Store
	var params []*logic.Term
	for i, sort := range sys.Preds[0].Params() {
		params = append(params, st.Var(string(rune('a'+i)), sort))
	}
	right, wrong := horn.NewModel(), horn.NewModel()
	right.Define(sys.Preds[0], params, st.Ge(params[1], st.IntNum(1)))
	wrong.Define(sys.Preds[0], params, st.Le(params[1], st.IntNum(1)))
	e := pdr.New(pdr.Options{Backend: backend, Board: &enginetest.Board{Lemmas: []*horn.Model{right, wrong}}})
	got, err := e.Solve(t.Context(), sys)
	require.NoError(t, err)
	require.Equal(t, horn.Safe, got.Verdict)
	enginetest.Validate(t, sys, got, backend)
	require.NotZero(t, e.Stats().(pdr.Stats).Adopted)
}

// TestBoard demands that candidates are published, over the parameters.
func TestBoard(t *testing.T) {
	backend := pdrBackends(t)["embedded"]
	sys := enginetest.Parse(t, `
		(declare-fun p (Int Int) Bool)
		(assert (p 0 0))
		(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y x)))))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< (+ x y) 0)) false)))
		(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 6) (not (= y 15))) false)))`)
	b := &enginetest.Board{}
	e := pdr.New(pdr.Options{Backend: backend, Board: b})
	got, err := e.Solve(t.Context(), sys)
	require.NoError(t, err)
	require.Equal(t, horn.Safe, got.Verdict)
	enginetest.RequireFormulas(t, sys.Preds[0], b.ToldCandidates)
}

// TestSettle demands that formulas published as lemmas are inductive.
func TestSettle(t *testing.T) {
	backend := pdrBackends(t)["embedded"]
	published := 0
	for seed := range uint64(60) {
		sys := enginetest.Parse(t, enginetest.Generate(seed))
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
		b := &enginetest.Board{}
		_, _ = pdr.New(pdr.Options{Backend: backend, Solver: smt.Options{Ticks: 1_000_000}, Board: b}).Solve(ctx, sys)
		cancel()
		rules := &horn.System{Store: sys.Store, Preds: sys.Preds}
		for _, c := range sys.Clauses {
			if !c.IsQuery() {
				rules.Clauses = append(rules.Clauses, c)
			}
		}
		for _, m := range b.ToldLemmas {
			for _, p := range sys.Preds {
				if _, ok := m.Definition(p); !ok {
					m.Define(p, kernel.Formals(sys.Store, p), sys.Store.True())
				}
			}
			newSolver := func() (smt.Solver, error) { return backend.New(sys.Store, smt.Options{}) }
			require.NoError(t, check.Model(t.Context(), rules, m, check.Options{Solver: newSolver}), "seed %d", seed)
			published++
		}
	}
	require.NotZero(t, published)
}

// TestRandom compares back ends on random systems.
func TestRandom(t *testing.T) {
	all := pdrBackends(t)
	found := map[horn.Verdict]int{}
	for seed := range uint64(40) {
		text := enginetest.Generate(seed + 1000)
		found[compare(t, text, all, 60*time.Millisecond)]++
	}
	t.Log(found)
	require.NotZero(t, found[horn.Safe])
	require.NotZero(t, found[horn.Unsafe])
}

// compare solves a system in several ways, demands that the answers agree, and
// validates them.
func compare(t testing.TB, text string, all map[string]smt.Backend, limit time.Duration) horn.Verdict {
	verdict := horn.Unknown
	for _, name := range []string{"embedded", "z3"} {
		sys := enginetest.Parse(t, text)
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		got, err := pdr.Checked(pdr.New(pdr.Options{Backend: all[name]})).Solve(ctx, sys)
		cancel()
		if err != nil {
			require.ErrorIs(t, err, context.DeadlineExceeded, text)
			continue
		}
		if !validate(t, sys, got, all["z3"]) {
			continue
		}
		if got.Verdict != horn.Unknown && verdict != horn.Unknown {
			require.Equal(t, verdict, got.Verdict, text)
		}
		if got.Verdict != horn.Unknown {
			verdict = got.Verdict
		}
	}
	return verdict
}

// validate is enginetest.Validate, except that it reports false for a refutation
// that depends on a value which SMT-LIB leaves open, such as the head of nil.
func validate(t testing.TB, sys *horn.System, r horn.Result, backend smt.Backend) bool {
	if r.Verdict == horn.Unsafe {
		err := check.Refutation(t.Context(), sys, r.Refutation, check.Options{
			Solver: func() (smt.Solver, error) { return backend.New(sys.Store, smt.Options{}) },
		})
		var invalid *check.Invalid
		if errors.As(err, &invalid) && invalid.Open {
			return false
		}
	}
	enginetest.Validate(t, sys, r, backend)
	return true
}

func TestContinue(t *testing.T) {
	// A run that is interrupted many times gives the same answer as an uninterrupted one.
	for _, text := range []string{`
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 10)) (p (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y 20)) false)))`, `
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y 1)))))
(assert (forall ((x Int)) (=> (and (p x) (> x 9)) false)))`} {
		var want horn.Verdict
		for _, checks := range []int64{0, 1, 2, 3, 7, 50} {
			script, err := smtlib.ReadString(logic.NewStore(), "in", "(set-logic HORN)"+text+"(check-sat)")
			require.NoError(t, err)
			sys, err := horn.FromScript(script)
			require.NoError(t, err)
			run, err := pdr.New(pdr.Options{Backend: native.Backend{}}).Start(sys)
			require.NoError(t, err)
			defer run.Close()
			var r horn.Result
			for range 5000 {
				r, err = run.Continue(context.Background(), checks)
				require.NoError(t, err)
				if !run.Interrupted() {
					break
				}
			}
			require.NotEqual(t, horn.Unknown, r.Verdict, "%d checks", checks)
			if checks == 0 {
				want = r.Verdict
			}
			require.Equal(t, want, r.Verdict)
		}
	}
}

// withoutProjector is a back end that has no projector.
type withoutProjector struct{ native.Backend }

func (withoutProjector) Projector(*logic.Store, smt.Options) (smt.Projector, error) {
	return nil, errors.ErrUnsupported
}

func TestStartFails(t *testing.T) {
	sys := enginetest.Parse(t, "(declare-fun p (Int) Bool) (assert (p 0))")
	run, err := pdr.New(pdr.Options{Backend: withoutProjector{}}).Start(sys)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.Nil(t, run, "there is nothing to close")
}
