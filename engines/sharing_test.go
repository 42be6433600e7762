// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/test/enginetest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// A member that publishes every formula as a lemma makes no verdict wrong and prevents no verdict
// of the others.
func TestLiar(t *testing.T) {
	const loops = `
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 9)) (p (+ x 1) (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 9)) (q x y))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (> x 0)) (q (- x 1) (- y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (<= x 0) (%s y 0)) false)))`
	lies := []string{"false", "(< a 0)", "(= a 1)", "(and (<= a 3) (= b (* 2 a)))", "(= b 7)", "(> a (* 3 b))"}
	for relation, verdict := range map[string]horn.Verdict{"<": horn.Safe, ">=": horn.Unsafe} {
		for _, e := range Strategies() {
			if e.Passes == asWritten || e.Name == "ic3" || e.Name == "bmc" && verdict == horn.Safe {
				continue
			}
			t.Run(e.Name+" "+verdict.String(), func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				sys := enginetest.Parse(t, fmt.Sprintf(loops, relation))
				e.Fits = Always
				liar := Strategy{Name: "liar", Fits: Always, New: func(env Env) Engine {
					return fake(func(ctx context.Context, sys *horn.System) (horn.Result, error) {
						for _, p := range sys.Preds {
							for _, lie := range lies {
								env.Board.PublishLemmas(enginetest.Model(t, sys, p.Name(), lie))
							}
						}
						return horn.GiveUp("has said it all"), nil
					})
				}}
				r := newRunner(sys, Config{Backend: native.Backend{}, SkipPasses: true, Reproducers: t.TempDir()})
				r.strategies = []Strategy{liar, e}
				z, err := r.outcome(ctx)
				require.NoError(t, err)
				require.Equal(t, verdict, z.Verdict, z.Reason)
			})
		}
	}
}

// lie publishes lemmas about each predicate that are usually wrong: false, and a value or bound for
// each argument.
func lie(board kernel.Board, sys *horn.System) {
	st := sys.Store
	for _, p := range sys.Preds {
		xs := kernel.Formals(st, p)
		say := func(f *logic.Term) {
			m := horn.NewModel()
			m.Define(p, xs, f)
			board.PublishLemmas(m)
		}
		say(st.False())
		for _, x := range xs {
			switch {
			case x.Sort().IsBool():
				say(x)
			case x.Sort().IsInt():
				say(st.Le(x, st.IntNum(1)))
				say(st.Not(st.Eq(x, st.IntNum(0))))
			default:
				say(st.Eq(x, st.DefaultValue(x.Sort())))
			}
		}
	}
}

// The portfolio agrees with itself on random problems with and without a liar, by the clock and in
// rounds. If a search is cut short, its lemmas are inductive, whatever has been published.
func TestLiarAmongAll(t *testing.T) {
	liar := Strategy{Name: "liar", Fits: Always, New: func(env Env) Engine {
		return fake(func(_ context.Context, sys *horn.System) (horn.Result, error) {
			lie(env.Board, sys)
			return horn.GiveUp("has said it all"), nil
		})
	}}
	found := map[horn.Verdict]int{}
	for seed := range uint64(40) {
		verdict := horn.Unknown
		for i, table := range [][]Strategy{Strategies(), append([]Strategy{liar}, Strategies()...), append([]Strategy{liar}, Strategies()...)} {
			sys := enginetest.Parse(t, enginetest.Generate(seed))
			config := Config{
				Backend: native.Backend{}, Reproducers: t.TempDir(),
				Race: i == 1, Lemmas: true,
			}
			r := newRunner(sys, config)
			r.strategies = table
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			z, err := r.outcome(ctx)
			cancel()
			require.NoError(t, err, "seed %d", seed)
			if verdict == horn.Unknown {
				verdict = z.Verdict
			}
			require.Contains(t, []horn.Verdict{verdict, horn.Unknown}, z.Verdict, "seed %d", seed)
			if z.Lemmas != nil {
				newSolver := func() (smt.Solver, error) { return native.Backend{}.New(sys.Store, smt.Options{}) }
				require.NoError(t, check.Inductive(t.Context(), sys, z.Lemmas, check.Options{Solver: newSolver}))
			}
		}
		found[verdict]++
	}
	require.NotZero(t, found[horn.Safe])
	require.NotZero(t, found[horn.Unsafe])
}

// In rounds, the facts that members read do not depend on the time either.
func TestDeterministicSharing(t *testing.T) {
	const text = `
(declare-fun p (Int Int Int) Bool)
(assert (p 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (< x 30)) (p (+ x 1) (+ y x) (+ z 2)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (= z 60)) (p x (- y 1) z))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (not (= z (+ x x)))) false)))`
	var first Stats
	for i := range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		z, err := Run(ctx, enginetest.Parse(t, text), Config{Backend: native.Backend{}})
		cancel()
		require.NoError(t, err)
		require.Equal(t, horn.Safe, z.Verdict, z.Reason)
		if i == 0 {
			first = z.Stats
		}
		require.Equal(t, first.Engine, z.Stats.Engine)
		require.Equal(t, first.Search, z.Stats.Search)
	}
}

// lemmaCases are searches that end early, with published facts about the input.
var lemmaCases = []struct {
	name, text string
	said       map[string][]string
	want       map[string]string // nil if nothing is left
}{
	{
		"what is inductive stays", counter,
		map[string][]string{"inv": {"(>= a 0)", "(<= a 3)", "(>= a (- 5))", "false"}},
		map[string]string{"inv": "(>= a 0)"},
	},
	{"nothing stays", counter, map[string][]string{"inv": {"(<= a 3)"}}, nil},
	{"nothing was said", counter, nil, nil},
	{
		"an unsafe system has lemmas, too, and eliminated predicates have theirs", `
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (q (+ x 1)))))
(assert (forall ((x Int)) (=> (q x) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 1000001)) false)))
(assert (forall ((x Int)) (=> (and (q x) (= x 70)) false)))`,
		map[string][]string{"p": {"(= (mod a 2) 0)", "(>= a 0)"}, "q": {"(= (mod a 2) 1)", "(>= a 1)"}},
		map[string]string{"p": "(= (mod a 2) 0)", "q": "(= (mod a 2) 1)"},
	},
	{
		"each counts with the others", `
(declare-fun p (Int Int) Bool)
(assert (p 0 0))
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x y) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 5)) false)))`,
		map[string][]string{"p": {"(>= a 0)", "(>= b 0)", "(>= a b)"}},
		map[string]string{"p": "(and (>= a 0) (>= b 0))"},
	},
}

func TestLemmas(t *testing.T) {
	for _, c := range lemmaCases {
		for _, skip := range []bool{false, true} {
			if c.want == nil && !skip {
				continue // preprocessing finds something
			}
			t.Run(fmt.Sprintf("%s, passes %t", c.name, !skip), func(t *testing.T) {
				sys := enginetest.Parse(t, c.text)
				teller := Strategy{Name: "teller", Passes: asWritten, New: func(env Env) Engine {
					return fake(func(_ context.Context, sys *horn.System) (horn.Result, error) {
						for p, all := range c.said {
							for _, f := range all {
								env.Board.PublishCandidates(enginetest.Model(t, sys, p, f))
							}
						}
						return horn.GiveUp("tired"), nil
					})
				}}
				r := newRunner(sys, Config{Engine: "teller", Backend: native.Backend{}, Lemmas: true, SkipPasses: skip})
				r.strategies = []Strategy{teller}
				z, err := r.outcome(t.Context())
				require.NoError(t, err)
				require.Equal(t, horn.Unknown, z.Verdict)
				if c.want == nil {
					require.Nil(t, z.Lemmas)
					return
				}
				require.NotNil(t, z.Lemmas)
				newSolver := func() (smt.Solver, error) { return native.Backend{}.New(sys.Store, smt.Options{}) }
				require.NoError(t, check.Inductive(t.Context(), sys, z.Lemmas, check.Options{Solver: newSolver}))
				for p, f := range c.want {
					enginetest.RequireImplies(t, sys, z.Lemmas, enginetest.Model(t, sys, p, f))
				}
			})
		}
	}
}
