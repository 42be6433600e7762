// SPDX-License-Identifier: Apache-2.0

package backends_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/backends"
	"cornet/smt/native"
	"cornet/smt/query"
	"cornet/smtlib"
)

// read returns the last question of a file.
func read(t *testing.T, file string) query.Question {
	t.Helper()
	in, err := os.Open(file)
	require.NoError(t, err)
	defer in.Close()
	script, err := smtlib.Read(logic.NewStore(), file, in)
	require.NoError(t, err)
	list, err := query.Questions(script)
	require.NoError(t, err)
	return list[len(list)-1]
}

func TestBackend(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	folder, err := backends.NewDumpFolder(dir, backends.DumpOptions{Limit: 4})
	require.NoError(t, err)
	b := folder.Dumped(native.Backend{}, "a test")
	store := logic.NewStore()
	x := store.Var("x", store.Int)
	s, err := b.New(store, smt.Options{})
	require.NoError(t, err)
	defer s.Close()
	check := func(want smt.Status, assumptions ...*logic.Term) {
		t.Helper()
		st, err := s.Check(t.Context(), assumptions...)
		require.NoError(t, err)
		require.Equal(t, want, st)
	}
	require.NoError(t, s.Assert(store.Ge(x, store.IntNum(3))))
	s.Push()
	require.NoError(t, s.Assert(store.Le(x, store.IntNum(3))))
	check(smt.Unsat, store.Eq(x, store.IntNum(4)))
	s.Pop(1)
	check(smt.Sat)

	ip, err := b.Interpolator(store, smt.Options{})
	require.NoError(t, err)
	q := smt.Sequence(store.Ge(x, store.IntNum(3)), store.Le(x, store.IntNum(2)))
	q.Strength = smt.Strong
	z, err := ip.Interpolate(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, z.Status)

	first := read(t, filepath.Join(dir, "000001-check.smt2"))
	require.Len(t, first.Asserted, 3, "with the assumption")
	require.Equal(t, smt.Unsat, first.Status)
	second := read(t, filepath.Join(dir, "000002-check.smt2"))
	require.Len(t, second.Asserted, 1)
	require.Equal(t, smt.Sat, second.Status)
	third := read(t, filepath.Join(dir, "000003-interpolate.smt2"))
	require.Equal(t, []int{1, -1}, third.Tree.Parent)
	require.Equal(t, smt.Strong, third.Tree.Strength)

	check(smt.Sat)
	check(smt.Sat)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 4, "no more than the limit")
}

func TestFolderThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err := backends.NewDumpFolder(filepath.Join(file, "folder"), backends.DumpOptions{})
	require.Error(t, err)
}
