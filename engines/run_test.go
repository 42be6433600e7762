// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/defect"
	"cornet/internal/test/enginetest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

const counter = `
(declare-fun inv (Int) Bool)
(assert (inv 0))
(assert (forall ((x Int)) (=> (inv x) (inv (+ x 1)))))
(assert (forall ((x Int)) (=> (and (inv x) (< x 0)) false)))
`

// fake is an engine that does what a function says.
type fake func(ctx context.Context, sys *horn.System) (horn.Result, error)

func (f fake) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) { return f(ctx, sys) }

// says returns an engine that claims the system safe, by a model in which every predicate compares
// its first argument with 0 by the given relation.
func says(relation string) fake {
	return func(_ context.Context, sys *horn.System) (horn.Result, error) {
		m := horn.NewModel()
		for _, p := range sys.Preds {
			x := sys.Store.Var("x", sys.Store.Int)
			body := sys.Store.Ge(x, sys.Store.IntNum(0))
			if relation == "<" {
				body = sys.Store.Not(body)
			}
			m.Define(p, []*logic.Term{x}, body)
		}
		return horn.Result{Verdict: horn.Safe, Model: m}, nil
	}
}

func givesUp(reason string) fake {
	return func(context.Context, *horn.System) (horn.Result, error) { return horn.GiveUp(reason), nil }
}

func waits(ctx context.Context, _ *horn.System) (horn.Result, error) {
	<-ctx.Done()
	return horn.Result{}, context.Cause(ctx)
}

// runFakes runs a table of fake engines on the counter, without preprocessing.
func runFakes(t *testing.T, dir string, fakes ...fake) (Outcome, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	r := newRunner(enginetest.Parse(t, counter), Config{Backend: native.Backend{}, SkipPasses: true, Reproducers: dir})
	r.portfolio = portfolio{}
	for i, f := range fakes {
		r.strategies = append(r.strategies, Strategy{Name: fmt.Sprintf("fake%d", i), Fits: Always, New: func(Env) Engine { return f }})
	}
	return r.outcome(ctx)
}

func TestCertifiedAnswer(t *testing.T) {
	z, err := runFakes(t, t.TempDir(), says(">="))
	require.NoError(t, err)
	require.Equal(t, horn.Safe, z.Verdict)
	require.NotNil(t, z.Model)
}

func TestRejectedWitness(t *testing.T) {
	dir := t.TempDir()
	z, err := runFakes(t, dir, says("<"))
	var internal *defect.Error
	require.ErrorAs(t, err, &internal)
	require.Equal(t, horn.Unknown, z.Verdict)
	require.Nil(t, z.Model)
	require.Contains(t, err.Error(), "assertion 0: does not hold under the model")

	require.Equal(t, dir, filepath.Dir(internal.Reproducer))
	text, err := os.ReadFile(internal.Reproducer)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "; "), "the reproducer says what is wrong")
	again := enginetest.Parse(t, string(text))
	require.Len(t, again.Clauses, 3, "the reproducer is the input")
}

// A refutation that rests on a value which SMT-LIB leaves open is not a defect.
func TestOpenValue(t *testing.T) {
	backend := needBackends(t)[0]
	const lists = "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))"
	for name, problem := range map[string]string{
		"in the witness": `(declare-fun p () Bool)
			(assert (=> (> (head nil) 2) p))
			(assert (not p))`,
		"on the way back": `(declare-fun p (List List) Bool)
			(assert (forall ((x List) (y List)) (=> (p x y) (p (cons 1 x) (cons 0 (cons 3 nil))))))
			(assert (forall ((x List) (y List)) (not (or (and (p x y) (not (= x nil))) (and (= x y) (p x y))))))
			(assert (forall ((x List)) (=> (p x (cons 5 nil)) false)))
			(assert (p nil nil))
			(assert (forall ((x List) (y List)) (=> (> (head x) 3) (p (cons 2 nil) nil))))`,
		"from step to step": `(declare-fun p (List List) Bool)
			(declare-fun q (List Int List) Bool)
			(declare-fun r (List List List) Bool)
			(assert (forall ((h Int)) (p (cons h nil) nil)))
			(assert (forall ((x List) (h Int) (y List)) (=> (and (p nil y) (= (tail y) (cons 2 x))) (r x (cons h y) nil))))
			(assert (forall ((h Int) (y List)) (=> (p y nil) (q nil h y))))
			(assert (forall ((x List) (y List) (h Int) (z List)) (=> (q y h z) (p (tail x) nil))))
			(assert (forall ((x List) (y List) (z List)) (=> (r x y z) false)))`,
	} {
		for _, engine := range []string{"bmc", "lawi", "pdr"} {
			t.Run(name+" "+engine, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				dir := t.TempDir()
				z, err := Run(ctx, enginetest.Parse(t, lists+problem), Config{Engine: engine, Backend: backend, Reproducers: dir})
				require.NoError(t, err)
				require.NotEqual(t, horn.Safe, z.Verdict)
				files, err := os.ReadDir(dir)
				require.NoError(t, err)
				require.Empty(t, files)
			})
		}
	}
}

// refuses is a translator that translates nothing.
type refuses struct{ err error }

func (r refuses) Model(context.Context, *horn.Model) (*horn.Model, error) { return nil, r.err }
func (r refuses) Refutation(context.Context, *horn.Refutation) (*horn.Refutation, error) {
	return nil, r.err
}

// For whatever reason a witness cannot be translated back, the run is repeated without passes.
func TestLostWitness(t *testing.T) {
	for _, err := range []error{pass.ErrUndetermined, errors.ErrUnsupported, smt.ErrMemory, errors.New("a defect")} {
		for _, verdict := range []horn.Verdict{horn.Safe, horn.Unsafe} {
			r := &runner{sys: &horn.System{Store: logic.NewStore()}}
			z, _ := r.certify(t.Context(), "test", horn.Result{Verdict: verdict, Model: horn.NewModel(), Refutation: &horn.Refutation{}}, refuses{err})
			require.Equal(t, horn.Unknown, z.Verdict)
			require.True(t, r.lost, "%v: %v", verdict, err)
		}
	}
}

func TestPanic(t *testing.T) {
	z, err := runFakes(t, t.TempDir(), func(context.Context, *horn.System) (horn.Result, error) { panic("broken") })
	var internal *defect.Error
	require.ErrorAs(t, err, &internal)
	require.Contains(t, err.Error(), "internal error in engine fake0: panic: broken")
	require.Equal(t, horn.Unknown, z.Verdict)
}

func TestPortfolio(t *testing.T) {
	panics := fake(func(context.Context, *horn.System) (horn.Result, error) { panic("broken") })
	late := fake(func(ctx context.Context, sys *horn.System) (horn.Result, error) {
		time.Sleep(200 * time.Millisecond)
		return says(">=")(ctx, sys)
	})
	for name, test := range map[string]struct {
		members []fake
		verdict horn.Verdict
		reason  string
		fails   bool
	}{
		"one answers":            {[]fake{says(">="), waits}, horn.Safe, "", false},
		"one gives up":           {[]fake{givesUp("tired"), says(">=")}, horn.Safe, "", false},
		"all give up":            {[]fake{givesUp("tired"), givesUp("bored")}, horn.Unknown, "fake0: tired", false},
		"time runs out":          {[]fake{waits, waits}, horn.Unknown, "out of time", false},
		"one breaks":             {[]fake{panics, late}, horn.Safe, "", true},
		"one breaks, no answer":  {[]fake{panics, givesUp("tired")}, horn.Unknown, "", true},
		"a wrong answer is told": {[]fake{says("<"), waits}, horn.Unknown, "", true},
		"another one answers":    {[]fake{says("<"), late}, horn.Safe, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			z, err := runFakes(t, t.TempDir(), test.members...)
			require.Equal(t, test.fails, err != nil, err)
			require.Equal(t, test.verdict, z.Verdict)
			require.Contains(t, z.Reason, test.reason)
		})
	}
}

// TestLosersAreAwaited checks that no engine of a portfolio continues after the portfolio has
// answered or its time is over.
func TestLosersAreAwaited(t *testing.T) {
	for _, answers := range []bool{true, false} {
		t.Run(fmt.Sprint(answers), func(t *testing.T) {
			var began, ended atomic.Int32
			started := make(chan struct{}, 1)
			loser := func(ctx context.Context, _ *horn.System) (horn.Result, error) {
				began.Add(1)
				started <- struct{}{}
				<-ctx.Done()
				time.Sleep(20 * time.Millisecond)
				ended.Add(1)
				return horn.Result{}, context.Cause(ctx)
			}
			winner := func(ctx context.Context, sys *horn.System) (horn.Result, error) {
				select {
				case <-started:
				case <-time.After(time.Second): // a single processor
				}
				if answers {
					return says(">=")(ctx, sys)
				}
				return waits(ctx, sys)
			}
			z, err := runFakes(t, t.TempDir(), winner, loser)
			require.NoError(t, err)
			require.Equal(t, answers, z.Verdict == horn.Safe)
			require.Equal(t, began.Load(), ended.Load())
		})
	}
}

func TestUnsupported(t *testing.T) {
	refuses := fake(func(context.Context, *horn.System) (horn.Result, error) {
		return horn.Result{}, fmt.Errorf("too hard: %w", errors.ErrUnsupported)
	})
	z, err := runFakes(t, t.TempDir(), refuses)
	require.NoError(t, err)
	require.Equal(t, horn.Unknown, z.Verdict)
	require.Contains(t, z.Reason, "too hard")
}

// Every folder with an engine has a line in the table.
func TestTableIsComplete(t *testing.T) {
	folders, err := filepath.Glob("*/engine.go")
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, f := range folders {
		_, err := named(Strategies(), filepath.Dir(f))
		require.NoError(t, err, "add %s to the table", filepath.Dir(f))
	}
	for _, c := range classes {
		for _, x := range c.shares {
			require.Contains(t, Names(), x.strategy, "the class %s", c.name)
		}
	}
	for _, x := range trials {
		require.Contains(t, Names(), x.strategy)
	}
	_, err = named(Strategies(), "magic")
	require.ErrorContains(t, err, `no engine is called "magic"; there are auto, lawi`)
}

func TestDebugSwitches(t *testing.T) {
	var d Debug
	require.NoError(t, d.UnmarshalText([]byte("lawi/check,itp/check=10")))
	require.Equal(t, Debug{LawiCheck: 1, ItpCheck: 10}, d)
	require.ErrorContains(t, d.UnmarshalText([]byte("magic")), "transform/dump")
	require.ErrorContains(t, d.UnmarshalText([]byte("itp/check=x")), "needs a number")
}

// A result of a copy in another store comes back in terms of the original's store.
func TestImport(t *testing.T) {
	sys := enginetest.Parse(t, strings.Replace(counter, "(< x 0)", "(> x 1)", 1))
	copied := sys.Import(logic.NewStore())
	e, err := named(Strategies(), "bmc")
	require.NoError(t, err)
	r, err := e.New(Env{Backend: native.Backend{}, Log: slog.New(slog.DiscardHandler)}).Solve(t.Context(), copied)
	require.NoError(t, err)
	require.Equal(t, horn.Unsafe, r.Verdict)
	enginetest.Validate(t, sys, r.Import(sys, copied), smt.Backend(native.Backend{}))
}
