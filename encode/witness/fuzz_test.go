// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/simulate"
	"cornet/encode/witness"
	"cornet/internal/test/need"
)

// fuzz runs a compiled program on many inputs.
func fuzz(t *testing.T, text string, o cc.Options, failure chc.Step) (witness.Program, []*chc.Path) {
	confined(t)
	p, err := cc.Load("p.c", []byte(text), o)
	require.NoError(t, err)
	prog := witness.Program{File: witness.File{Name: "p.c", Text: text}, Model: o.Model, Headers: p.Headers, Mentions: p.Mentions}
	sites, constants := simulate.Sites(p)
	failing, _, err := witness.Fuzz(t.Context(), prog, witness.Target{Sites: sites, Constants: constants, Failure: failure}, witness.Confined)
	require.NoError(t, err)
	return prog, failing
}

// TestUndefinedRuns has programs that reach an error when they are run. In some of them, no run
// with defined behaviour does.
func TestUndefinedRuns(t *testing.T) {
	const head = nondet + "extern void *malloc(__SIZE_TYPE__); extern void free(void *);\n"
	for _, test := range []struct {
		name, text string
		model      cfg.DataModel
		defined    bool
	}{
		{"within an object", "int main(void) { int *p = malloc(4 * sizeof *p), i = N(); if (i < 0 || i > 3) return 0; p[i] = 1; if (i == 3) reach_error(); }", cfg.ILP32, true},
		{"over the end of an object", "int main(void) { int *p = malloc(4 * sizeof *p), i = N(); if (i < 0 || i > 4) return 0; p[i] = 1; if (i == 4) reach_error(); }", cfg.LP64, false},
		{"into another variable", "int main(void) { volatile struct { int a[4], flag; } s = {{0}, 0}; int i = N(); if (i < 0 || i > 4) return 0; s.a[i] = 1; if (s.flag) reach_error(); }", cfg.ILP32, false},
		{"after free", "int main(void) { int *p = malloc(4); free(p); *p = N(); if (*p == 5) reach_error(); }", cfg.LP64, false},
		{"after return", "static int *f(int x) { int *p, y = x; p = &y; return p; } int main(void) { volatile int *p = f(N()); int i = N(); if (i == 7 && *p != 12345) reach_error(); }", cfg.ILP32, false},
		{"a wide shift", "int main(void) { int i = N(); volatile int z = 1 << i; if (i == 35) reach_error(); }", cfg.LP64, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			need.Of(t, "gcc "+width(test.model)+" -fsanitize=address")
			prog, failing := fuzz(t, head+test.text, cc.Options{Model: test.model}, chc.Step{})
			require.NotEmpty(t, failing)
			require.Equal(t, test.defined, witness.Defined(t.Context(), prog, failing[0], witness.Confined) != nil)
		})
	}
}

// TestRunsAreTheSame checks that inputs are found in the same order each time.
func TestRunsAreTheSame(t *testing.T) {
	const text = nondet + "int main(void) { int x = N(), y = N(); if (x > 100 && y == 2 * x) reach_error(); }"
	_, first := fuzz(t, text, cc.Options{}, chc.Step{})
	_, second := fuzz(t, text, cc.Options{}, chc.Step{})
	require.NotEmpty(t, first)
	require.Equal(t, first[0].Occurrences[0].Result, second[0].Occurrences[0].Result)
	require.Len(t, second, len(first))
}

// TestLabelsOfStatements has labels that are part of a statement. The mark of an error there stays
// within the statement.
func TestLabelsOfStatements(t *testing.T) {
	for text, reached := range map[string]bool{
		"if (x != x) ERROR: x = 1; return 0;":                                                 false,
		"if (x != x) ERROR: x = 1; else x = 2; return 0;":                                     false,
		"if (x == x) x = 1; else ERROR: x = 2; return 0;":                                     false,
		"if (x != x) L: ERROR: x = 1; else if (x > 5) goto L; return 0;":                      true,
		"if (x > 5) ERROR: { x = 1; } else x = 2; return 0;":                                  true,
		"if (x > 5) { x = 1; ERROR: ; } else x = 2; return 0;":                                true,
		"switch (x) { case 5: case 6: ERROR: x = 1; } for (; x > 9 && x != x; ) ERROR2: x--;": true,
	} {
		_, failing := fuzz(t, nondet+"int main(void) { int x = N(); "+text+" }", cc.Options{}, chc.Step{Error: cfg.ErrorLabel})
		require.Equal(t, reached, len(failing) > 0, text)
	}
}
