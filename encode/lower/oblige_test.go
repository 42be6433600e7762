// SPDX-License-Identifier: Apache-2.0

package lower_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// TestObligations checks what is assumed about the pointers of accesses. If the points-to analysis
// excludes no object, nothing is assumed.
func TestObligations(t *testing.T) {
	const two = "struct s { int a, b; }; void *malloc(unsigned); int n(void);"
	for _, test := range []struct {
		name, body string
		want       []string
	}{
		{"the only object with an address", "int x; int *p = &x; *p = 4;", nil},
		{"one of two", "int x, y; int *p = &x, *q = &y; *p = 4;", []string{"((p < 72) || (80 <= p))"}},
		{"either", "int x, y; int *p = n() ? &x : &y; *p = 4;", nil},
		{"none", "int x; int *q = &x, *p = 0; *p = 4;", []string{"((p < 64) || (72 <= p))"}},
		{"a member", "struct s v, w; struct s *q = &w; int *p = &v.b; *p = 4;", []string{"((65 <= p) && (p < 72))"}},
		{"an object that is made often", "int x, *q = &x; while (n()) { int *p = malloc(4); *p = 4; }", []string{"(72 <= p)"}},
		{"none that is made often", "int x, *q = &x; while (n()) { int *p = malloc(4); *q = 4; }", []string{"(heap <= q)"}},
		{"where it is evaluated", "int x, y, *q = &y, *p = n() ? &x : 0; int z = p && *p;", []string{"(!p || ((p < 72) || "}},
		{"twice", "int x, y, *q = &y, *p = &x; int z = *p + *p;", []string{"((p < 72) || (80 <= p))"}},
		{"one of two that are made often", "while (n()) { int *p = malloc(4), *q = malloc(4); *p = 4; }", []string{"1, p in [{3 0 1}]"}},
		{"a member of what is made often", "while (n()) { struct s *p = malloc(8); int *q = &p->b; *q = 4; }", []string{"1, q in [{3 1 2}]"}},
		{"from outside", "int x, *q = &x; extern int *f(void); int *p = f(); *p = 4;", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, s := range steps(load(t, two+"\nint main(void) {\n"+test.body+"\nreturn 0; }", cfg.ILP32)) {
				if cond, ok := strings.CutPrefix(s, "obligation "); ok {
					got = append(got, cond)
				}
			}
			require.Len(t, got, len(test.want), "%v", got)
			for i, w := range test.want {
				require.Contains(t, got[i], w)
			}
		})
	}
}
