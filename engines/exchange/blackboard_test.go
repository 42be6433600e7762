// SPDX-License-Identifier: Apache-2.0

package exchange

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/logic"
)

const counter = `
(declare-fun inv (Int) Bool)
(assert (inv 0))
(assert (forall ((x Int)) (=> (inv x) (inv (+ x 1)))))
(assert (forall ((x Int)) (=> (and (inv x) (< x 0)) false)))
`

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

// Delayed facts can be read only after the next round, in the order of the ports.
func TestDelayed(t *testing.T) {
	sys := enginetest.Parse(t, counter)
	b := NewBlackboard(sys, true)
	var ports []*Port
	for range 3 {
		ports = append(ports, b.Port(b.Input(), sys.Import(logic.NewStore())))
	}
	say := func(d *Port, text string) {
		d.PublishCandidates(enginetest.Model(t, d.system, "inv", text))
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

// A conjunct with quantifiers is left out, and the rest is no longer a lemma.
func TestPlain(t *testing.T) {
	sys := enginetest.Parse(t, counter)
	b := NewBlackboard(sys, false)
	one, two := b.Port(b.Input(), sys.Import(logic.NewStore())), b.Port(b.Input(), sys.Import(logic.NewStore()))
	one.PublishLemmas(enginetest.Model(t, one.system, "inv", "(and (>= a 0) (forall ((k Int)) (not (= a (* 2 k)))))"))
	one.PublishLemmas(enginetest.Model(t, one.system, "inv", "(forall ((k Int)) (not (= a (* 2 k))))"))
	lemmas, candidates := two.Read()
	require.Empty(t, lemmas)
	require.Len(t, candidates, 1)
}
