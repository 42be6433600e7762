// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt/native"
)

// keeping are systems that passes of all kinds change.
var keeping = map[string]string{
	"counting": counting,
	"phases": `
(declare-fun p (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 10) (p 0 0 n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (< x n) (< x 5)) (p (+ x 1) y n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (< x n) (>= x 5)) (p (+ x 1) (+ y 1) n))))
(assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (>= x n) (= y 0)) false)))`,
	"control": `
(declare-fun p (Int Bool Int) Bool)
(assert (p 0 true 7))
(assert (forall ((x Int) (c Int)) (=> (p x true c) (p (+ x 1) false c))))
(assert (forall ((x Int) (c Int)) (=> (p x false c) (p (+ x 2) true c))))
(assert (forall ((x Int) (b Bool) (c Int)) (=> (and (p x b c) (= c 8) (< x 0)) false)))`,
}

// TestKeeps runs every pass alone, and all passes that keep everything together. If predicates are
// to stay whole, no pass may split them. On the way back, quantifiers of models may occur only
// below conjunctions.
func TestKeeps(t *testing.T) {
	var more []string // passes that split predicates
	for name, text := range keeping {
		for i, e := range append(Table(), Table()...) {
			besides := []string{e.Name, "normal", "merge"}
			p, err := New(Options{On: []string{e.Name}, Off: others(besides[:2+i/len(Table())]...)})
			require.NoError(t, err)
			sys := parse(t, text)
			z, err := p.Run(t.Context(), &pass.Env{Backend: native.Backend{}}, sys)
			require.NoError(t, err)
			if len(z.System.Preds) > len(sys.Preds) {
				require.False(t, e.Keeps.Has(pass.NotSplit), "%s on %s", e.Name, name)
				more = append(more, e.Name)
			}
		}
		p, err := New(Options{Keep: pass.All})
		require.NoError(t, err)
		sys := parse(t, text)
		z, err := p.Run(t.Context(), &pass.Env{Backend: native.Backend{}}, sys)
		require.NoError(t, err)
		m, s := horn.NewModel(), sys.Store
		for _, q := range z.System.Preds {
			xs := horn.Params(s, q)
			k := s.Var("k", s.Int)
			require.NotEmpty(t, xs)
			m.Define(q, xs, s.Forall([]*logic.Term{k}, s.Or(s.Le(k, xs[0]), s.Ge(k, s.IntNum(3)))))
		}
		m, err = z.Back.Model(t.Context(), m)
		require.NoError(t, err)
		for _, q := range sys.Preds {
			for _, f := range logic.AppendConjuncts(nil, m.Instance(s, q, horn.Params(s, q))) {
				require.False(t, f.HasQuantifiers() && f.Op() != logic.OpForall, "%s: %v", name, f)
			}
		}
	}
	require.Subset(t, more, []string{"control", "phases"}, "the systems show nothing")
}

// others returns the names of all passes but those given.
func others(names ...string) []string {
	var z []string
next:
	for _, e := range Table() {
		for _, name := range names {
			if e.Name == name {
				continue next
			}
		}
		z = append(z, e.Name)
	}
	return z
}
