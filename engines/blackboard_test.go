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
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
	"cornet/test/enginetest"
)

func TestBlackboard(t *testing.T) {
	sys := enginetest.Parse(t, counter)
	b := NewBlackboard(sys, false)
	var systems []*horn.System
	var ports []*Port
	for range 3 {
		systems = append(systems, sys.Import(logic.NewStore()))
		ports = append(ports, b.Port(b.Input(), systems[len(systems)-1]))
	}
	positive := func(sys *horn.System) *horn.Model {
		m := horn.NewModel()
		x := sys.Store.Var("n", sys.Store.Int)
		m.Define(sys.Preds[0], []*logic.Term{x}, sys.Store.Ge(x, sys.Store.IntNum(0)))
		return m
	}
	ports[0].PublishLemmas(positive(systems[0]))
	ports[1].PublishCandidates(positive(systems[1]))

	lemmas, candidates := ports[2].Read()
	require.Len(t, lemmas, 1)
	require.Len(t, candidates, 1)
	five := systems[2].Store.IntNum(5)
	got := lemmas[0].Instance(systems[2].Store, systems[2].Preds[0], []*logic.Term{five})
	require.True(t, got.IsTrue(), "over the reader's store")

	lemmas, candidates = ports[0].Read()
	require.Empty(t, lemmas, "nobody reads what they have written")
	require.Len(t, candidates, 1)
	lemmas, candidates = ports[2].Read()
	require.Empty(t, lemmas, "facts are read once")
	require.Empty(t, candidates)

	var none *Port
	none.PublishLemmas(positive(systems[0]))
	lemmas, candidates = none.Read()
	require.Empty(t, lemmas)
	require.Empty(t, candidates)
}

// Delayed facts can be read after the next round only, in the order of the ports.
func TestDelayed(t *testing.T) {
	sys := enginetest.Parse(t, counter)
	b := NewBlackboard(sys, true)
	var ports []*Port
	for range 3 {
		ports = append(ports, b.Port(b.Input(), sys.Import(logic.NewStore())))
	}
	say := func(d *Port, text string) {
		d.PublishCandidates(model(t, d.system, "inv", text))
	}
	said := func(d *Port) (z []string) {
		_, all := d.Read()
		for _, m := range all {
			z = append(z, m.Instance(d.system.Store, d.system.Preds[0], kernel.Formals(d.system.Store, d.system.Preds[0])).String())
		}
		return z
	}
	say(ports[1], "(>= a 1)")
	say(ports[0], "(>= a 0)")
	require.Empty(t, said(ports[2]))
	b.Flush()
	say(ports[0], "(>= a 2)")
	got := said(ports[2])
	require.Len(t, got, 2)
	require.Contains(t, got[0], "0", "the first port comes first")
	require.Contains(t, got[1], "1")
	b.Flush()
	require.Len(t, said(ports[2]), 1)
	require.Len(t, said(ports[1]), 2)
}

// What has quantifiers is left out, and the rest is no lemma any more.
func TestPlain(t *testing.T) {
	sys := enginetest.Parse(t, counter)
	b := NewBlackboard(sys, false)
	one, two := b.Port(b.Input(), sys.Import(logic.NewStore())), b.Port(b.Input(), sys.Import(logic.NewStore()))
	one.PublishLemmas(model(t, one.system, "inv", "(and (>= a 0) (forall ((k Int)) (not (= a (* 2 k)))))"))
	one.PublishLemmas(model(t, one.system, "inv", "(forall ((k Int)) (not (= a (* 2 k))))"))
	lemmas, candidates := two.Read()
	require.Empty(t, lemmas)
	require.Len(t, candidates, 1)
}

// model returns a model that defines one predicate by a formula over a, b, c, ….
func model(t *testing.T, sys *horn.System, pred, formula string) *horn.Model {
	t.Helper()
	for _, p := range sys.Preds {
		if p.Name() != pred {
			continue
		}
		script := "(define-fun f ("
		for i, sort := range p.Params() {
			script += fmt.Sprintf("(%c %v)", 'a'+i, sort)
		}
		x, err := smtlib.ReadString(sys.Store, "formula", script+") Bool "+formula+")")
		require.NoError(t, err)
		m := horn.NewModel()
		m.Define(p, x.Commands[0].Vars, x.Commands[0].Term)
		return m
	}
	t.Fatalf("there is no predicate %s", pred)
	return nil
}

// A member that says that everything is a lemma makes no verdict wrong and keeps nobody
// from theirs.
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
		for _, e := range Table() {
			if e.Input || e.Name == "bmc" && verdict == horn.Safe {
				continue
			}
			t.Run(e.Name+" "+verdict.String(), func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				sys := enginetest.Parse(t, fmt.Sprintf(loops, relation))
				e.Auto = Everywhere
				liar := Entry{Name: "liar", Auto: Everywhere, New: func(env Env) Engine {
					return fake(func(ctx context.Context, sys *horn.System) (horn.Result, error) {
						for _, p := range sys.Preds {
							for _, lie := range lies {
								env.Board.PublishLemmas(model(t, sys, p.Name(), lie))
							}
						}
						return horn.GiveUp("has said it all"), nil
					})
				}}
				r := newRunner(sys, Config{Backend: native.Backend{}, SkipPasses: true, Reproducers: t.TempDir()})
				r.table = []Entry{liar, e}
				z, err := r.outcome(ctx)
				require.NoError(t, err)
				require.Equal(t, verdict, z.Verdict, z.Reason)
			})
		}
	}
}

// lie tells the others of lemmas about each predicate that are wrong as a rule: false, and a
// value or bound for each argument.
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

// The portfolio with a liar, by the clock and in rounds, agrees with itself without one on
// random problems; what a search cut short calls lemmas is inductive whatever was said.
func TestLiarAmongAll(t *testing.T) {
	liar := Entry{Name: "liar", Auto: Everywhere, New: func(env Env) Engine {
		return fake(func(_ context.Context, sys *horn.System) (horn.Result, error) {
			lie(env.Board, sys)
			return horn.GiveUp("has said it all"), nil
		})
	}}
	found := map[horn.Verdict]int{}
	for seed := range uint64(40) {
		verdict := horn.Unknown
		for i, table := range [][]Entry{Table(), append([]Entry{liar}, Table()...), append([]Entry{liar}, Table()...)} {
			sys := enginetest.Parse(t, enginetest.Generate(seed))
			config := Config{
				Backend: native.Backend{}, Reproducers: t.TempDir(),
				Race: i == 1, Lemmas: true,
			}
			r := newRunner(sys, config)
			r.table = table
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

// In rounds, what members read does not depend on the time either.
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

// lemmaCases are searches that end early, with what somebody has said about the input.
var lemmaCases = []struct {
	name, text string
	said       map[string][]string
	want       map[string]string // nil when nothing is left
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
				teller := Entry{Name: "teller", Input: true, New: func(env Env) Engine {
					return fake(func(_ context.Context, sys *horn.System) (horn.Result, error) {
						for p, all := range c.said {
							for _, f := range all {
								env.Board.PublishCandidates(model(t, sys, p, f))
							}
						}
						return horn.GiveUp("tired"), nil
					})
				}}
				r := newRunner(sys, Config{Engine: "teller", Backend: native.Backend{}, Lemmas: true, SkipPasses: skip})
				r.table = []Entry{teller}
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
					requireImplies(t, sys, z.Lemmas, model(t, sys, p, f))
				}
			})
		}
	}
}

// requireImplies demands that got says at least what want does.
func requireImplies(t *testing.T, sys *horn.System, got, want *horn.Model) {
	t.Helper()
	s, err := native.Backend{}.New(sys.Store, smt.Options{})
	require.NoError(t, err)
	defer s.Close()
	for _, p := range sys.Preds {
		if _, ok := want.Definition(p); !ok {
			continue
		}
		xs := kernel.Formals(sys.Store, p)
		f := got.Instance(sys.Store, p, xs)
		require.NotNil(t, f)
		st, err := s.Check(t.Context(), f, sys.Store.Not(want.Instance(sys.Store, p, xs)))
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, st, "%v: %v does not imply %v", p, f, want.Instance(sys.Store, p, xs))
	}
}
