// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/pass"
	"cornet/internal/test/passtest"
	"cornet/logic"
)

// Systems that chains and inline decide, with predicates that no substitution defines: both their
// definitions and their uses have further variables.
var hidden = []struct{ name, pass, text string }{
	{"chain", "normal+chains", `
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (> x (* 2 y)) (> y 3)) (p x))))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (> (* 2 y) x)) (q (+ x y y)))))
(assert (forall ((x Int) (z Int)) (=> (and (q x) (< x (* 3 z)) (< z 4)) false)))`},
	{"tree", "normal+chains", `
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(declare-fun r (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (> x (* 2 y)) (> y 3)) (p x))))
(assert (forall ((x Int) (y Int)) (=> (and (> x (* 3 y)) (> y 1)) (q x))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x) (q y) (> (* 2 z) x)) (r (+ x y) z))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (r x y) (< x (* 3 z)) (< z 4)) false)))`},
	{"branches", "normal+inline", `
(declare-fun p (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (> x (* 2 y)) (> y 3)) (p x))))
(assert (forall ((x Int) (z Int)) (=> (and (p x) (< x (* 3 z)) (< z 3)) false)))
(assert (forall ((x Int) (z Int)) (=> (and (p x) (< x (* 5 z)) (< z 2)) false)))`},
	{"twice in one body", "normal+inline", `
(declare-fun p (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (> x (* 2 y)) (> y 3)) (p x))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x) (p y) (< (+ x y) (* 3 z)) (< z 5)) false)))
(assert (forall ((x Int) (z Int)) (=> (and (p x) (< x (* 5 z)) (< z 2)) false)))`},
	{"over Real with a boundary", "normal+chains", `
(declare-fun p (Real) Bool)
(assert (forall ((x Real) (y Real)) (=> (and (> x (* 2.0 y)) (> y 3.0)) (p x))))
(assert (forall ((x Real) (z Real)) (=> (and (p x) (< x z) (< z 6.0)) false)))`},
}

// TestDefinitions gives eliminated predicates a meaning in each of the possible ways.
func TestDefinitions(t *testing.T) {
	ctx := context.Background()
	for _, c := range hidden {
		for _, way := range []string{"interpolants", "projection", "quantifiers"} {
			t.Run(c.name+"/"+way, func(t *testing.T) {
				sys := parse(t, c.text)
				b := passtest.WithZ3(t, sys.Store)
				env := &pass.Env{Backend: b}
				switch way {
				case "projection":
					env.Backend = passtest.Limited{Backend: b, Projects: true}
				case "quantifiers":
					env.Backend = passtest.Limited{Backend: b}
				}
				z, err := passNamed(t, c.pass)(ctx, env, sys)
				require.NoError(t, err)
				require.Empty(t, z.System.Preds)
				m, err := z.Back.Model(ctx, horn.NewModel())
				require.NoError(t, err)
				quantified := 0
				for _, p := range sys.Preds {
					d, ok := m.Definition(p)
					require.True(t, ok)
					require.Subset(t, d.Params, logic.FreeVars(d.Body))
					if d.Body.HasQuantifiers() {
						quantified++
					}
				}
				if way == "quantifiers" {
					require.NotZero(t, quantified)
				} else {
					require.Zero(t, quantified)
				}
				err = check.Model(ctx, sys, m, passtest.CheckOptions(b, sys))
				var undecided *check.Undecided
				if quantified > 0 && errors.As(err, &undecided) {
					t.Skipf("Z3 cannot judge quantified definitions: %v", err)
				}
				require.NoError(t, err)
			})
		}
	}
}

// TestDefinitionOfUnsafe gives an invalid model to the way back.
func TestDefinitionOfUnsafe(t *testing.T) {
	ctx := context.Background()
	sys := parse(t, `
(declare-fun p (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (> x (* 2 y)) (> y 3)) (p x))))
(assert (forall ((x Int) (z Int)) (=> (and (p x) (< x (* 3 z)) (< z 9)) false)))`)
	b := passtest.WithZ3(t, sys.Store)
	z, err := passNamed(t, "normal+chains")(ctx, &pass.Env{Backend: b}, sys)
	require.NoError(t, err)
	_, err = z.Back.Model(ctx, horn.NewModel())
	require.ErrorContains(t, err, "does not satisfy")
}
