// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// benchRoot is the collection of Horn problems beside the repository.
const benchRoot = "../../shared/bench/chc"

// benchFiles returns the SMT-LIB files of the collection's sets. It skips the test if there is no
// collection.
func benchFiles(t testing.TB) []string {
	sets, _ := filepath.Glob(filepath.Join(benchRoot, "*.set"))
	if len(sets) == 0 {
		t.Skip("no benchmarks at " + benchRoot + " (a checkout of CHC-COMP 2025 with its .set files)")
	}
	var files []string
	seen := map[string]bool{}
	for _, set := range sets {
		if strings.HasSuffix(set, ".quick.set") {
			continue
		}
		f, err := os.Open(set)
		require.NoError(t, err)
		for lines := bufio.NewScanner(f); lines.Scan(); {
			name := strings.TrimSpace(lines.Text())
			file := filepath.Join(benchRoot, strings.TrimSuffix(name, ".yml")+".smt2")
			if name != "" && !seen[file] {
				seen[file] = true
				files = append(files, file)
			}
		}
		f.Close()
	}
	return files
}

// malformed are files of the collection that are not well-formed, with the fault: a datatype is
// used before its declaration.
var malformed = map[string]string{
	"length_1d_struct_array_2d_1.sol_8_000.smt2": "unknown sort uint_array_tuple;",
	"struct_array_branches_2d.sol_2_000.smt2":    "unknown sort uint_array_tuple;",
	"struct_array_branches_3d.sol_15_000.smt2":   "unknown sort uint_array_tuple_array_tuple;",
}

func TestBenchmarksSurvivePrinting(t *testing.T) {
	files := benchFiles(t)
	for i, file := range files {
		if testing.Short() && i%20 != 0 {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		store := logic.NewStore()
		script, err := Read(store, file, bytes.NewReader(text))
		if want := malformed[filepath.Base(file)]; want != "" {
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		requireSurvivesPrinting(t, script)
	}
}

// requireSurvivesPrinting prints a script and reads it again in its store. Commands and terms must
// be the same, and a second print must give the same text.
func requireSurvivesPrinting(t testing.TB, script *Script) {
	t.Helper()
	var first, second bytes.Buffer
	require.NoError(t, WriteScript(&first, script))
	again, err := Read(script.Store, "printed "+script.Name, bytes.NewReader(first.Bytes()))
	if err != nil {
		require.NoError(t, err, "printed:\n%s", excerpt(first.String()))
	}
	require.Len(t, again.Commands, len(script.Commands))
	for i := range script.Commands {
		requireSameCommand(t, &script.Commands[i], &again.Commands[i])
	}
	require.NoError(t, WriteScript(&second, again))
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		require.Equal(t, first.String(), second.String(), script.Name)
	}
}

func requireSameCommand(t testing.TB, x, y *Command) {
	t.Helper()
	same := x.Kind == y.Kind && x.Name == y.Name && x.Term == y.Term && x.Func == y.Func && x.Sort == y.Sort &&
		x.Number == y.Number && slices.Equal(x.Vars, y.Vars) && slices.Equal(x.Terms, y.Terms)
	if !same {
		t.Fatalf("%v: printing changed\n%.2000v\ninto\n%.2000v", x.Pos, x, y)
	}
	require.Equal(t, x.Sorts, y.Sorts)
	require.Equal(t, len(x.Args), len(y.Args))
	for i := range x.Args {
		require.Equal(t, x.Args[i].String(), y.Args[i].String())
	}
}

func excerpt(text string) string {
	if len(text) > 4000 {
		return text[:4000] + "…"
	}
	return text
}

func TestExamplesSurvivePrinting(t *testing.T) {
	files, err := filepath.Glob("testdata/*.smt2")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		f, err := os.Open(file)
		require.NoError(t, err)
		script, err := Read(logic.NewStore(), file, f)
		f.Close()
		require.NoError(t, err)
		requireSurvivesPrinting(t, script)
		var printed bytes.Buffer
		require.NoError(t, WriteScript(&printed, script))
		requireGolden(t, strings.TrimSuffix(file, ".smt2")+".golden", printed.String())
	}
}

// requireGolden compares a text with a file, which -update writes.
func requireGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}
