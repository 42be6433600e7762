// SPDX-License-Identifier: Apache-2.0

package edited_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/horn"
	"cornet/horn/cache"
	"cornet/horn/check"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// TestEdited: after an edit, the model of the last system leads to a model of the new one, as a
// whole, in part, or with other numbers. Its refutation leads to a refutation with other values. If
// an edit makes both useless, the system is still decided, with the same answer as without a cache.
func TestEdited(t *testing.T) {
	const safe = `(set-logic HORN)
(declare-fun inv (Int Int Int) Bool)
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (= x 0) (= y 0) (< 0 n 1000)) (inv x y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (< x n)) (inv (+ x 1) (+ y 2) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (inv x y n) (> y 2000)) false)))
`
	const bounded = `(set-logic HORN)
(declare-fun inv (Int) Bool)
(declare-fun between (Int Int) Bool)
(assert (inv 0))
(assert (between 10 11))
(assert (forall ((x Int)) (=> (and (inv x) (< x 10)) (inv (+ x 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x) (between x y) (> y x 10)) false)))
(assert (forall ((x Int)) (=> (and (inv x) (> x 10)) false)))
`
	const unsafe = `(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (> x 17) (p x))))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y) (> x (* 2 y))) (p (+ x y)))))
(assert (forall ((x Int)) (=> (and (p x) (> x 100)) false)))
`
	for _, c := range []struct {
		name, text, before, after string
		want                      horn.Verdict
		cached                    bool
	}{
		{"a weaker query", safe, "(> y 2000)", "(> y 2001)", horn.Safe, true},
		{"a smaller bound", safe, "1000", "900", horn.Safe, true},
		{"a larger bound", safe, "1000", "1001", horn.Safe, true},
		{"a bound that other clauses have, too", bounded, "x 10)", "x 11)", horn.Safe, true},
		{"a predicate with another name", safe, "inv", "loop7", horn.Safe, true},
		{"an argument less", safe, "", "", horn.Safe, true},
		{"an error", safe, "(> y 2000)", "(= y 40)", horn.Unsafe, false},
		{"other values", unsafe, "(> x 17)", "(> x 18)", horn.Unsafe, true},
		{"a clause more", unsafe, "(assert (forall ((x Int)) (=> (> x 17)", "(assert (forall ((x Int)) (=> (= x 1) (p x))))\n(assert (forall ((x Int)) (=> (> x 17)", horn.Unsafe, true},
		{"another path", unsafe, "(> x 17)", "(= x 18)", horn.Safe, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			second := strings.ReplaceAll(c.text, c.before, c.after)
			if c.before == "" {
				second = strings.NewReplacer("(Int Int Int)", "(Int Int)", "(inv x y n)", "(inv x y)", "(+ y 2) n)", "(+ y 2))", "(< x n)", "(< x 999)").Replace(c.text)
			}
			require.NotEqual(t, c.text, second)
			kept := cache.Open(t.TempDir(), 0)
			solve := func(text string) (*horn.System, engines.Outcome) {
				script, err := smtlib.ReadString(logic.NewStore(), "test", text)
				require.NoError(t, err)
				sys, err := horn.FromScript(script)
				require.NoError(t, err)
				z, err := engines.Run(t.Context(), sys, engines.Config{Backend: native.Backend{}, Cache: kept, CacheLabel: "a program"})
				require.NoError(t, err)
				return sys, z
			}
			_, z := solve(c.text)
			require.NotEqual(t, "cache", z.Stats.Engine)
			sys, z := solve(second)
			require.Equal(t, c.want, z.Verdict, z.Reason)
			if c.cached {
				require.Equal(t, "cache", z.Stats.Engine)
			}
			o := check.Judges(sys.Store, native.Backend{}, nil, smt.Options{})
			if z.Verdict == horn.Safe {
				require.NoError(t, check.Model(t.Context(), sys, z.Model, o))
			} else {
				require.NoError(t, check.Proof(t.Context(), sys, z.Proof, o))
			}
		})
	}
}
