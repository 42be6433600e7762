// SPDX-License-Identifier: Apache-2.0

package exchange

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
	"cornet/horn/hints"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/internal/test/enginetest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// moved is a system with two predicates, p (Int Int Bool) and q (Int). The moves of a case turn p
// into other predicates: a, b, c are p's arguments, and x, y, … those of the new predicates.
type moved struct {
	name string
	// to are the names of the new predicates, with the sorts of their arguments and p's arguments
	// in terms of them; nil for an argument that is gone.
	to []target
	// In both directions: a formula about p, its translation for the new predicates, and the
	// translation back.
	said  string
	there map[string]string
	back  string // over a, b, c
}

type target struct {
	name  string
	sorts []string
	args  []string
}

var crossings = []moved{
	{
		"an argument is gone",
		[]target{{"p1", []string{"Int", "Bool"}, []string{"x", "", "y"}}},
		"(and (>= a 0) (>= b a) c)",
		map[string]string{"p1": "(and (>= a 0) b)"}, "(and (>= a 0) c)",
	},
	{
		"an argument is a constant",
		[]target{{"p1", []string{"Int", "Bool"}, []string{"x", "7", "y"}}},
		"(and (>= a b) c)",
		map[string]string{"p1": "(and (>= a 7) b)"}, "(=> (= b 7) (and (>= a 7) c))",
	},
	{
		"an argument is a term over others",
		[]target{{"p1", []string{"Int", "Bool"}, []string{"x", "(+ x 1)", "y"}}},
		"(<= (+ a b) 9)",
		map[string]string{"p1": "(<= a 4)"}, "(=> (= b (+ a 1)) (<= a 4))",
	},
	{
		"two arguments are one",
		[]target{{"p1", []string{"Int", "Bool"}, []string{"x", "x", "y"}}},
		"(>= (+ a b) 4)",
		map[string]string{"p1": "(>= a 2)"}, "(=> (= a b) (>= a 2))",
	},
	{
		"control becomes places",
		[]target{{"off", []string{"Int", "Int"}, []string{"x", "y", "false"}}, {"on", []string{"Int", "Int"}, []string{"x", "y", "true"}}},
		"(ite c (>= a 1) (>= b 2))",
		map[string]string{"on": "(>= a 1)", "off": "(>= b 2)"}, "(ite c (>= a 1) (>= b 2))",
	},
	{
		"phases of a predicate",
		[]target{{"up", []string{"Int", "Int", "Bool"}, []string{"x", "y", "z"}}, {"down", []string{"Int", "Int", "Bool"}, []string{"x", "y", "z"}}},
		"(>= a b)",
		map[string]string{"up": "(>= a b)", "down": "(>= a b)"}, "(>= a b)",
	},
	{
		"nothing is left to say",
		[]target{{"p1", []string{"Int", "Bool"}, []string{"x", "", "y"}}},
		"(>= b a)", nil, "",
	},
}

func TestTranslate(t *testing.T) {
	for _, c := range crossings {
		t.Run(c.name, func(t *testing.T) {
			input := enginetest.Parse(t, "(declare-fun p (Int Int Bool) Bool)(declare-fun q (Int) Bool)(assert (q 0))(assert (p 0 0 true))")
			st := input.Store
			sys := &horn.System{Store: st, Preds: []*logic.Func{input.Preds[1]}}
			var moves []hints.Move
			for _, to := range c.to {
				sorts := make([]*logic.Sort, len(to.sorts))
				for i, s := range to.sorts {
					sorts[i] = map[string]*logic.Sort{"Int": st.Int, "Bool": st.Bool}[s]
				}
				m := hints.Move{From: input.Preds[0], To: st.Func(to.name, sorts, st.Bool)}
				for _, a := range to.args {
					m.Args = append(m.Args, over(t, st, m.To, a))
				}
				moves = append(moves, m)
				sys.Preds = append(sys.Preds, m.To)
			}
			into := logic.NewStore()
			v := SignatureOf(into, "input", input, input, nil)
			w := SignatureOf(into, "moved", input, sys, [][]hints.Move{nil, moves})

			said := enginetest.Model(t, v.system, "p", c.said)
			there := v.Translate(w, said)
			if c.there == nil {
				require.Nil(t, there)
				return
			}
			for p, f := range c.there {
				requireSame(t, w.system, there, enginetest.Model(t, w.system, p, f))
			}
			requireSame(t, v.system, w.Translate(v, there), enginetest.Model(t, v.system, "p", c.back))
			requireSame(t, w.system, there, v.Translate(w, w.Translate(v, there))) // nothing is lost any more

			// A predicate that does not move keeps its facts.
			q := enginetest.Model(t, v.system, "q", "(= a 3)")
			requireSame(t, w.system, v.Translate(w, q), enginetest.Model(t, w.system, "q", "(= a 3)"))
		})
	}
}

// over returns a term over the formals of p, which are called x, y, …; nil for "".
func over(t *testing.T, st *logic.Store, p *logic.Func, text string) *logic.Term {
	if text == "" {
		return nil
	}
	declare, sort := "", "Int"
	if text == "true" || text == "false" {
		sort = "Bool"
	}
	for i, s := range p.Params() {
		name := string(rune('x' + i))
		declare += "(" + name + " " + s.String() + ")"
		if name == text {
			sort = s.String()
		}
	}
	x, err := smtlib.ReadString(st, "term", "(define-fun f ("+declare+") "+sort+" "+text+")")
	require.NoError(t, err)
	return st.Substitute(x.Commands[0].Term, x.Commands[0].Vars, hints.Formals(st, p))
}

// requireSame demands that two models agree on the predicates of both.
func requireSame(t *testing.T, sys *horn.System, got, want *horn.Model) {
	t.Helper()
	require.NotNil(t, got)
	enginetest.RequireImplies(t, sys, got, want)
	for _, p := range sys.Preds {
		if _, ok := got.Definition(p); ok {
			if _, ok := want.Definition(p); ok {
				one := horn.NewModel()
				d, _ := got.Definition(p)
				one.Define(p, d.Params, d.Body)
				enginetest.RequireImplies(t, sys, want, one)
			}
		}
	}
}

// TestCrossing sends facts about the input through a real pipeline to two systems: the output of
// the pass control, and the same system without this pass.
func TestCrossing(t *testing.T) {
	sys := enginetest.Parse(t, `
(declare-fun s (Bool Int Int Int) Bool)
(assert (s false 0 5 0))
(assert (forall ((a Bool) (x Int) (k Int) (u Int)) (=> (and (s a x k u) (not a) (< u 90)) (s false (+ x u) k (+ u 3)))))
(assert (forall ((a Bool) (x Int) (k Int) (u Int)) (=> (and (s a x k u) (not a)) (s true x k (+ u 1)))))
(assert (forall ((a Bool) (x Int) (k Int) (u Int)) (=> (and (s a x k u) a (> x u)) (s true (- x u) k (+ u x)))))
(assert (forall ((a Bool) (x Int) (k Int) (u Int)) (=> (and (s a x k u) a (< x 9)) (s false x k u))))
(assert (forall ((a Bool) (x Int) (k Int) (u Int)) (=> (and (s a x k u) a (< (+ x u) k)) false)))`)
	b := NewBlackboard(sys, false)
	of := func(off ...string) (*Signature, *horn.System) {
		p, err := transform.New(transform.Options{Off: append(off, "phases")}) // the pass phases would split the predicate in either system
		require.NoError(t, err)
		z, err := p.Run(t.Context(), &pass.Env{Backend: native.Backend{}}, sys)
		require.NoError(t, err)
		return b.Signature("", sys, z.System, z.Trail), z.System
	}
	places, split := of()
	state, whole := of("control", "phases")
	require.Greater(t, len(split.Preds), len(whole.Preds), "control is split")
	input, one, other := b.Port(b.Input(), sys), b.Port(places, split), b.Port(state, whole)

	input.PublishLemmas(enginetest.Model(t, sys, "s", "(=> a (>= d 1))"))
	input.PublishLemmas(enginetest.Model(t, sys, "s", "(and (>= b (- c 5)) (=> a (<= b d)))"))
	for _, d := range []*Port{one, other} {
		lemmas, candidates := d.Read()
		require.Empty(t, lemmas, "what has crossed is a guess")
		require.NotEmpty(t, candidates)
	}

	// The same formulas return after a translation from the predicates for locations to the
	// predicate with the state, and back.
	_, before := b.Port(places, split).Read()
	for _, m := range before {
		one.PublishCandidates(m)
	}
	_, heard := other.Read()
	require.Len(t, heard, len(before))
	for _, m := range heard {
		other.PublishCandidates(m)
	}
	_, again := b.Port(places, split).Read()
	again = again[len(again)-len(heard):]
	for i := range again {
		requireSame(t, split, again[i], before[i])
	}
}

// recorder keeps what an engine publishes as lemmas.
type recorder struct{ lemmas []*horn.Model }

func (r *recorder) PublishLemmas(m *horn.Model)              { r.lemmas = append(r.lemmas, m) }
func (r *recorder) PublishCandidates(*horn.Model)            {}
func (r *recorder) Read() (lemmas, candidates []*horn.Model) { return nil, nil }

// TestRandomLemmas: facts proved about a preprocessed random system hold for the input, after
// translation by moves or by passes. Translation by passes also makes them inductive for the input.
func TestRandomLemmas(t *testing.T) {
	translated, inductive := 0, 0
	for seed := range uint64(400) {
		sys := enginetest.Parse(t, enginetest.Generate(seed))
		var o transform.Options
		if seed%2 == 0 { // or not much is left to prove
			o.Off = []string{"intervals"}
		}
		p, err := transform.New(o)
		require.NoError(t, err)
		z, err := p.Run(t.Context(), &pass.Env{Backend: native.Backend{}}, sys)
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		said := &recorder{}
		got, err := pdr.New(pdr.Options{Backend: native.Backend{}, Solver: smt.Options{Ticks: 1_000_000}, Board: said}).Solve(ctx, z.System)
		cancel()
		if err == nil && got.Verdict == horn.Safe {
			said.lemmas = append(said.lemmas, got.Model)
		}
		b := NewBlackboard(sys, false)
		v := b.Signature("preprocessed", sys, z.System, z.Trail)
		for _, m := range said.lemmas {
			for _, p := range z.System.Preds {
				if _, ok := m.Definition(p); !ok {
					m.Define(p, kernel.Formals(sys.Store, p), sys.Store.True())
				}
			}
			whole, err := z.Lemmas(t.Context(), m)
			if errors.Is(err, pass.ErrUndetermined) {
				continue
			}
			require.NoError(t, err, "seed %d", seed)
			newSolver := func() (smt.Solver, error) { return native.Backend{}.New(sys.Store, smt.Options{}) }
			err = check.Inductive(t.Context(), sys, whole, check.Options{Solver: newSolver})
			var undecided *check.Undecided
			if errors.As(err, &undecided) {
				continue
			}
			require.NoError(t, err, "seed %d", seed)
			inductive++
			if there := v.Translate(b.Input(), copyModel(m, v.system, z.System)); there != nil {
				enginetest.RequireImplies(t, sys, whole, copyModel(there, sys, b.Input().system))
				translated++
			}
		}
	}
	require.NotZero(t, inductive)
	require.NotZero(t, translated)
}
