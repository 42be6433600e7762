// SPDX-License-Identifier: Apache-2.0

package cornet_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet"
	"cornet/horn"
	"cornet/internal/test/tamper"
	"cornet/logic"
)

// tamperOptions returns the options of a run whose system is changed on the way.
func tamperOptions(t *testing.T) (o cornet.Options) {
	o.Timeout, o.Engine, o.Reproducers = 5*time.Second, "pdr", t.TempDir()
	return o
}

// tamperRead reads a text.
func tamperRead(t *testing.T, text string) *cornet.System {
	p, err := cornet.Read("text", strings.NewReader(text))
	require.NoError(t, err)
	return p.System
}

// clausesOf returns the clauses of a system as a system of its own.
func clausesOf(sys *cornet.System) *cornet.System {
	z := &cornet.System{Store: sys.Store, Preds: sys.Preds}
	for _, c := range sys.Clauses {
		z.Clauses = append(z.Clauses, c.Clone())
	}
	return z
}

// built builds the system of a text, term by term.
func built(t *testing.T, text string) *cornet.System {
	sys := tamperRead(t, text)
	b := &cornet.Builder{Store: sys.Store}
	for _, p := range sys.Preds {
		b.Pred(p.Name(), p.Params()...)
	}
	for _, a := range sys.Source.Asserts {
		b.Assert(a.Term)
	}
	z, err := b.System()
	require.NoError(t, err)
	return z
}

// tamperWays are the entry points of the Go API. Each decides the system of a text, which is
// changed on the way.
var tamperWays = map[string]func(t *testing.T, text string, c tamper.Change) cornet.Result{
	"Solve, changed after reading": func(t *testing.T, text string, c tamper.Change) cornet.Result {
		sys := tamperRead(t, text)
		c.Do(sys)
		z, _ := cornet.Solve(t.Context(), sys, tamperOptions(t))
		return z
	},
	"Solve, built, changed before": func(t *testing.T, text string, c tamper.Change) cornet.Result {
		sys := built(t, text)
		c.Do(sys)
		z, _ := cornet.Solve(t.Context(), sys, tamperOptions(t))
		return z
	},
	"Solve, clauses, changed in the run": func(t *testing.T, text string, c tamper.Change) cornet.Result {
		o := tamperOptions(t)
		o.Cache = &tamper.Cache{Change: c}
		z, _ := cornet.Solve(t.Context(), clausesOf(tamperRead(t, text)), o)
		return z
	},
	"SolveText": func(t *testing.T, text string, c tamper.Change) cornet.Result {
		o := tamperOptions(t)
		o.Cache = &tamper.Cache{Change: c}
		z, _ := cornet.SolveText(t.Context(), "text", strings.NewReader(text), o)
		return z
	},
	"SolveText, after a comment that makes the text long": func(t *testing.T, text string, c tamper.Change) cornet.Result {
		o := tamperOptions(t)
		o.Cache, o.Solver = &tamper.Cache{Change: c}, "native"
		z, _ := cornet.SolveText(t.Context(), "text", strings.NewReader("; "+strings.Repeat("x", 10_000)+"\n"+text), o)
		return z
	},
	"SolveText, by proofs": func(t *testing.T, text string, c tamper.Change) cornet.Result {
		o := tamperOptions(t)
		o.Cache = &tamper.Cache{Change: c}
		require.NoError(t, o.Check.UnmarshalText([]byte("proof")))
		z, _ := cornet.SolveText(t.Context(), "text", strings.NewReader(text), o)
		return z
	},
}

// TestTampering removes, weakens, strengthens and exchanges clauses after the text has been read.
// No verdict may be wrong. Without the judge, each entry point would decide some systems wrongly.
func TestTampering(t *testing.T) {
	for name, decide := range tamperWays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, s := range tamper.Systems {
				require.Equal(t, s.Want, decide(t, s.Text, tamper.Nothing).Verdict)
				for _, c := range tamper.Changes(tamperRead(t, s.Text)) {
					z := decide(t, s.Text, c)
					require.Containsf(t, []cornet.Verdict{cornet.Unknown, s.Want}, z.Verdict, "%s", c.Name)
				}
			}
		})
	}
}

// TestTamperingMatters decides the changed systems as they are. Most changes also change the
// verdict.
func TestTamperingMatters(t *testing.T) {
	for _, s := range tamper.Systems {
		differ := 0
		for _, c := range tamper.Changes(tamperRead(t, s.Text)) {
			sys := clausesOf(tamperRead(t, s.Text))
			c.Do(sys)
			z, err := cornet.Solve(t.Context(), sys, tamperOptions(t))
			require.NoError(t, err)
			if z.Verdict != cornet.Unknown && z.Verdict != s.Want {
				differ++
			}
		}
		require.GreaterOrEqual(t, differ, 5, s.Want)
	}
}

// TestTamperingWithCache has a cache with an entry under the name of the given system. The entry is
// what a run on the changed system would have left. The same witness is not valid for Check either.
func TestTamperingWithCache(t *testing.T) {
	tried := 0
	for _, s := range tamper.Systems {
		for _, c := range tamper.Changes(tamperRead(t, s.Text)) {
			changed := clausesOf(tamperRead(t, s.Text))
			c.Do(changed)
			w, err := cornet.Solve(t.Context(), changed, tamperOptions(t))
			require.NoError(t, err)
			if w.Verdict == cornet.Unknown || w.Verdict == s.Want {
				continue
			}
			tried++
			var text strings.Builder
			fmt.Fprintln(&text, w.Verdict)
			if w.Model != nil {
				require.NoError(t, horn.WriteModel(&text, changed, w.Model))
			} else {
				require.NoError(t, horn.WriteProof(&text, w.Proof))
			}
			for _, change := range []tamper.Change{tamper.Nothing, c} {
				o := tamperOptions(t)
				o.Cache = &tamper.Cache{Change: change, Inner: poisoned(text.String())}
				z, _ := cornet.SolveText(t.Context(), "text", strings.NewReader(s.Text), o)
				require.Containsf(t, []cornet.Verdict{cornet.Unknown, s.Want}, z.Verdict, "%s", c.Name)
			}
			sys := tamperRead(t, s.Text)
			if witness, err := horn.ReadWitness(sys, "witness", strings.NewReader(text.String())); err == nil {
				c.Do(sys)
				require.Error(t, cornet.Check(t.Context(), sys, witness, tamperOptions(t)), c.Name)
			}
		}
	}
	require.Positive(t, tried)
}

// poisoned is a cache with the same text for all systems.
type poisoned string

// Find implements engines.Cache.
func (p poisoned) Find(sys *cornet.System) *cornet.Witness {
	w, err := horn.ReadWitness(sys, "witness", strings.NewReader(string(p)))
	if err != nil {
		return nil
	}
	return w
}

// Near implements engines.Cache. It returns the system itself as the earlier version.
func (p poisoned) Near(sys *cornet.System, _ string) (*cornet.System, *cornet.Witness) {
	old := sys.Import(logic.NewStore())
	if w := p.Find(old); w != nil {
		return old, w
	}
	return nil, nil
}

// Keep implements engines.Cache.
func (poisoned) Keep(*cornet.System, string, *cornet.Witness) error { return nil }
