// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/chc"
	"cornet/encode/simulate"
	"cornet/encode/witness"
)

// TestPicture checks what counterexamples say about the memory at the error. They say nothing if a
// run changes the memory in ways that are not recorded.
func TestPicture(t *testing.T) {
	const node = "extern void reach_error(void); extern void *malloc(__SIZE_TYPE__), *memset(void *, int, __SIZE_TYPE__); struct n { int v; struct n *next; };\n"
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{
			"a list on the heap", "int main(void) { struct n *l = 0; for (int i = 0; i < 3; i++) { struct n *x = malloc(sizeof *x); x->v = i; x->next = l; l = x; } reach_error(); }",
			[]string{"by next: heap3 {v = 2} → heap2 {v = 1} → heap1 {v = 0} → NULL"},
		},
		{
			"a ring", "int main(void) { struct n a = {1, 0}, b = {2, 0}; a.next = &b; b.next = &a; a.v = 7; reach_error(); }",
			[]string{"by next: a {v = 7} → b → a"},
		},
		{
			"text", "int main(void) { char b[6] = \"ab\"; b[1] = 'x'; reach_error(); }",
			[]string{`b: {97, 120, 0, 0, 0, 0} "ax"`},
		},
		{"assigned as a whole", "int main(void) { struct n a, b, c = {9, 0}; a.v = 1; a.next = &b; b.next = &a; a = c; b = c; reach_error(); }", nil},
		{"filled", "int main(void) { char b[6] = \"ab\"; b[1] = 'x'; memset(b, 0, 3); reach_error(); }", nil},
		{"nothing of the kind", "int main(void) { int x = 3, *p = &x; *p = 4; reach_error(); }", nil},
	} {
		p, err := cc.Load("p.c", []byte(node+test.text), cc.Options{})
		require.NoError(t, err)
		path, _, err := simulate.Find(t.Context(), p, simulate.Options{})
		require.NoError(t, err)
		require.NotNil(t, path, test.name)
		var got []string
		for _, line := range witness.Describe(path, 0) {
			if what, ok := strings.CutPrefix(line, "memory: "); ok {
				got = append(got, what)
			}
		}
		require.Equal(t, test.want, got, test.name)
	}
}

// TestDoubtsOfLibrary checks that the open points of a model of a library function are attributed
// to the statement that calls it.
func TestDoubtsOfLibrary(t *testing.T) {
	text := "extern double strtod(const char *, char **); extern void reach_error(void);\nint main(void) {\n  double d = strtod(\"7\", 0);\n  if (d > 8) reach_error();\n}"
	_, path := refute(t, text, cc.Options{}, chc.Options{})
	require.NotEmpty(t, witness.Doubts(path))
	for _, doubt := range witness.Doubts(path) {
		require.Contains(t, doubt, "p.c:3: ")
	}
	require.NotContains(t, strings.Join(witness.Describe(path, 0), "\n"), "<builtin>")
}
