// SPDX-License-Identifier: Apache-2.0

package cache_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/cache"
	"cornet/logic"
	"cornet/smtlib"
)

const loop = `(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 0))
(assert (forall ((x Int)) (=> (and (inv x) (< x 10)) (inv (+ x 1)))))
(assert (forall ((x Int)) (=> (and (inv x) (> x 10)) false)))
`

func read(t *testing.T, text string) *horn.System {
	t.Helper()
	script, err := smtlib.ReadString(logic.NewStore(), "test", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// model defines every predicate of sys as bounded by n. Each predicate has one integer argument.
func model(sys *horn.System, n int64) *horn.Model {
	m := horn.NewModel()
	for _, p := range sys.Preds {
		x := sys.Store.Var("x", sys.Store.Int)
		m.Define(p, []*logic.Term{x}, sys.Store.Le(x, sys.Store.IntNum(n)))
	}
	return m
}

func keep(t *testing.T, c *cache.Cache, sys *horn.System, n int64) {
	t.Helper()
	require.NoError(t, c.Keep(sys, "", &horn.Witness{Verdict: horn.Safe, Model: model(sys, n)}))
}

func printed(t *testing.T, sys *horn.System, m *horn.Model) string {
	t.Helper()
	require.NotNil(t, m)
	var b strings.Builder
	require.NoError(t, horn.WriteModel(&b, sys, m))
	return b.String()
}

func TestCache(t *testing.T) {
	dir := t.TempDir()
	c := cache.Open(dir, 0)
	sys := read(t, loop)
	require.Nil(t, c.Find(sys))
	requireNear(t, c, sys, "")
	keep(t, c, sys, 10)

	again := read(t, loop) // another run, with another store
	w := cache.Open(dir, 0).Find(again)
	require.NotNil(t, w)
	require.Contains(t, printed(t, again, w.Model), "(<= x 10)")

	edited := read(t, strings.Replace(loop, "(> x 10)", "(> x 11)", 1))
	require.Nil(t, c.Find(edited))
	requireNear(t, c, edited, "(<= x 10)")

	other := read(t, strings.ReplaceAll(loop, "inv", "loop"))
	require.Nil(t, c.Find(other))
	requireNear(t, c, other, "")

	require.NoError(t, c.Keep(other, "label", &horn.Witness{Verdict: horn.Safe, Model: model(other, 12)}))
	old, w := c.Near(sys, "label") // whatever the names of its predicates
	require.Equal(t, "loop", old.Preds[0].Name())
	require.Contains(t, printed(t, old, w.Model), "(<= x 12)")

	nameless := read(t, loop) // as front ends make them
	nameless.Source = nil
	keep(t, c, nameless, 13)
	other.Source = nil
	require.Contains(t, printed(t, other, c.Find(other).Model), "(<= x 13)")
}

// requireNear requires that the cache has a model of an edited system, or none.
func requireNear(t *testing.T, c *cache.Cache, sys *horn.System, want string) {
	t.Helper()
	old, w := c.Near(sys, "")
	require.Equal(t, want != "", w != nil)
	if w != nil {
		require.Contains(t, printed(t, old, w.Model), want)
	}
}

func TestRefutation(t *testing.T) {
	c := cache.Open(t.TempDir(), 0)
	sys := read(t, "(set-logic HORN)\n(declare-fun p () Bool)\n(assert p)\n(assert (=> p false))\n")
	proof := &horn.Proof{Steps: []horn.ProofStep{{Assert: 0}, {Assert: 1, Premises: []int{0}}}}
	require.NoError(t, c.Keep(sys, "", &horn.Witness{Verdict: horn.Unsafe, Proof: proof}))
	require.Equal(t, proof.Steps[1].Premises, c.Find(sys).Proof.Steps[1].Premises)
	_, w := c.Near(sys, "")
	require.Equal(t, proof.Steps[1].Premises, w.Proof.Steps[1].Premises)
}

func files(t *testing.T, dir string) (z []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			z = append(z, path)
		}
		return err
	}))
	return z
}

// A damaged entry is treated like a missing one.
func TestDamage(t *testing.T) {
	for name, text := range map[string]string{"cut off": "sat\n((define-fun inv ((x", "empty": "", "of another system": "sat\n((define-fun other () Bool true))", "no text": "\x00\xff"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			c := cache.Open(dir, 0)
			sys := read(t, loop)
			keep(t, c, sys, 10)
			for _, path := range files(t, dir) {
				require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			}
			// whoever uses the entry finds out that it is not a witness
			if w := c.Find(sys); w != nil {
				_, ok := w.Model.Definition(sys.Preds[0])
				require.False(t, ok)
			}
		})
	}
}

// The folder does not exceed its size limit.
func TestSize(t *testing.T) {
	dir := t.TempDir()
	c := cache.Open(dir, 600)
	for _, n := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
		keep(t, c, read(t, strings.ReplaceAll(loop, "10", n)), 10)
	}
	var sum int64
	for _, path := range files(t, dir) {
		info, err := os.Stat(path)
		require.NoError(t, err)
		sum += info.Size()
	}
	require.LessOrEqual(t, sum, int64(600))
	require.NotEmpty(t, files(t, dir))
}

// With several writers, each file is complete.
func TestWriters(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for n := range int64(8) {
		wait.Go(func() {
			sys := read(t, loop)
			for range 20 {
				keep(t, cache.Open(dir, 1000), sys, 10+n)
			}
		})
	}
	wait.Wait()
	require.NotNil(t, cache.Open(dir, 0).Find(read(t, loop)))
}
