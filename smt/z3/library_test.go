// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
)

func TestLoad(t *testing.T) {
	lib := library(t)
	require.False(t, lib.Version().Less(MinVersion))
	require.NotEmpty(t, lib.Path())

	_, err := Load("/does/not/exist/libz3.so")
	require.ErrorIs(t, err, ErrNotFound)
	for _, hint := range []string{"/does/not/exist", "libz3-4", "--z3 PATH", "$CORNET_LIBZ3", "4.8.12"} {
		require.ErrorContains(t, err, hint)
	}

	t.Setenv(EnvLibrary, "/does/not/exist/either")
	_, err = Load("")
	require.ErrorIs(t, err, ErrNotFound)
	require.ErrorContains(t, err, "comes from $CORNET_LIBZ3")
	again, err := Load(lib.Path()) // an explicit path goes first
	require.NoError(t, err)
	require.Equal(t, lib.Version(), again.Version())
	t.Setenv(EnvLibrary, lib.Path())
	_, err = Load("")
	require.NoError(t, err)
}

func TestLoadSomethingElse(t *testing.T) {
	library(t)
	for _, name := range []string{"libm.so.6", "libc.so.6"} {
		if _, err := Load(name); err != nil {
			require.Error(t, err)
			require.ErrorContains(t, err, name)
		}
	}
	text := filepath.Join(t.TempDir(), "libz3.so")
	require.NoError(t, os.WriteFile(text, []byte("no library"), 0o600))
	_, err := Load(text)
	require.ErrorIs(t, err, ErrNotFound)
}

func TestVersions(t *testing.T) {
	for _, pair := range [][2]Version{
		{{4, 8, 11}, {4, 8, 12}}, {{4, 8, 12}, {4, 12, 0}}, {{3, 9, 9}, {4, 0, 0}}, {{4, 8, 12, 0}, {4, 8, 12, 1}},
	} {
		require.True(t, pair[0].Less(pair[1]))
		require.False(t, pair[1].Less(pair[0]))
		require.False(t, pair[0].Less(pair[0]))
	}
	require.Equal(t, "4.8.12", MinVersion.String())
}

// TestFunctionTable checks that every function has a name and that names differ.
func TestFunctionTable(t *testing.T) {
	seen := map[string]bool{}
	for f, name := range fnNames {
		require.True(t, strings.HasPrefix(name, "Z3_"), "function %d", f)
		require.False(t, seen[name], name)
		seen[name] = true
	}
}

// TestContextsShareAndEnd follows the contexts of a back end.
func TestContextsShareAndEnd(t *testing.T) {
	b := NewBackend(library(t))
	s1, s2 := logic.NewStore(), logic.NewStore()
	z1, err := b.New(s1, smt.Options{})
	require.NoError(t, err)
	z2, err := b.New(s1, smt.Options{})
	require.NoError(t, err)
	z3, err := b.New(s2, smt.Options{})
	require.NoError(t, err)
	require.Same(t, z1.(*Solver).c, z2.(*Solver).c)
	require.NotSame(t, z1.(*Solver).c, z3.(*Solver).c)
	z1.Close()
	require.Len(t, b.contexts, 2)
	z2.Close()
	require.Len(t, b.contexts, 1)
	z3.Close()
	require.Empty(t, b.contexts)
	_, err = z3.(*Solver).c.NewSolver(smt.Options{})
	require.ErrorIs(t, err, errClosed)
}

// TestStoresInParallel uses one back end from several goroutines, each with its own store.
func TestStoresInParallel(t *testing.T) {
	b := NewBackend(library(t))
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for range 20 {
				s := logic.NewStore()
				z, err := b.New(s, smt.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				x := s.Var("x", s.Int)
				want := s.IntNum(int64(i))
				z.Assert(s.Eq(x, want))
				if st, err := z.Check(context.Background()); st != smt.Sat || err != nil {
					t.Errorf("%v, %v", st, err)
				} else if m, err := z.Model(); err != nil || m.Value(x) != want {
					t.Errorf("%v", err)
				}
				z.Close()
			}
		})
	}
	wg.Wait()
}

// resident returns the process's resident memory in MB.
func resident(t testing.TB) int {
	t.Helper()
	debug.FreeOSMemory() // memory that Go's heap keeps in reserve is not a leak
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("needs /proc/self/status to measure memory")
	}
	for line := range bytes.Lines(status) {
		var kb int
		if n, _ := fmt.Sscanf(string(line), "VmRSS: %d kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	t.Skip("no VmRSS in /proc/self/status")
	return 0
}

// TestNothingLeaks opens and closes thousands of solvers, in contexts of their own and in a shared
// one. It reads models and cores. It runs in its own process, where all threads share one arena of
// the C library. A new arena would look like a leak.
func TestNothingLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("makes thousands of contexts")
	}
	lib := library(t)
	if !inChild(t, "MALLOC_ARENA_MAX=1") {
		return
	}
	work := func(rounds int) {
		shared := logic.NewStore()
		b := NewBackend(lib)
		keep, err := b.New(shared, smt.Options{})
		require.NoError(t, err)
		defer keep.Close()
		for i := range rounds {
			s := shared
			if i%4 == 0 {
				s = logic.NewStore()
			}
			z, err := b.New(s, smt.Options{})
			require.NoError(t, err)
			x, a := s.Var("x", s.Int), s.Var("a", s.Array(s.Int, s.Int))
			f := s.Apply(s.Func("f", []*logic.Sort{s.Int}, s.Int), x)
			require.NoError(t, z.Assert(s.And(s.Lt(f, x), s.Eq(s.Select(a, f), s.IntNum(int64(i%50))))))
			require.Equal(t, smt.Sat, check(t, z))
			needModel(t, z)
			require.Equal(t, smt.Unsat, check(t, z, s.Lt(x, f)))
			z.Core()
			z.Close()
		}
	}
	work(200)
	growth := math.MaxInt // libz3 takes 17 MB at a stroke once; a leak grows every time
	for range 3 {
		before := resident(t)
		work(800)
		growth = min(growth, resident(t)-before)
	}
	require.Less(t, growth, 15, "MB")
}

// inChild reports whether this process was started for the test. If not, it runs the test in such a
// process, with further environment settings.
func inChild(t *testing.T, env ...string) bool {
	t.Helper()
	const variable = "CORNET_TEST_CHILD"
	if os.Getenv(variable) == t.Name() {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(append(os.Environ(), env...), variable+"="+t.Name())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return false
}

// TestMemoryLimit runs in its own process, since the limit holds for all of libz3.
func TestMemoryLimit(t *testing.T) {
	lib := library(t)
	if !inChild(t) {
		return
	}
	s := logic.NewStore()
	const limit = 100 << 20
	z, err := NewBackend(lib).New(s, smt.Options{Memory: limit})
	require.NoError(t, err)
	defer z.Close()
	// The bits of a product of two wide numbers need much memory.
	x, y := s.Var("x", s.BitVec(1500)), s.Var("y", s.BitVec(1500))
	require.NoError(t, z.Assert(s.Eq(s.BV(logic.OpBVMul, x, y), s.BV(logic.OpBVUDiv, y, x))))
	st, err := z.Check(context.Background())
	require.NoError(t, err)
	require.Equal(t, smt.Unknown, st)
	require.Contains(t, z.Reason(), "memory")
	require.Less(t, resident(t), 400)
}
