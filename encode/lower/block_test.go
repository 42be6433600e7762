// SPDX-License-Identifier: Apache-2.0

package lower_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// Blocks that begin at a member and reach beyond it: into the rest of a struct that begins there,
// or into neighbours.
func TestBlocksOverMembers(t *testing.T) {
	const decls = "void *memset(void *, int, unsigned); void *memcpy(void *, const void *, unsigned); struct s { int a, b, c; }; struct bits { unsigned p : 3, q : 5; };\n"
	for _, test := range []struct {
		name, body string
		want       []string // steps
		note       string   // "" for no note
	}{
		{"first member, whole struct", "struct s v; memset(&v.a, 0, sizeof v);", []string{"v.a = 0", "v.b = 0", "v.c = 0"}, ""},
		{"first member, itself", "struct s v; memset(&v.a, 0, sizeof v.a);", []string{"v.a = 0", "!v.b = 0"}, ""},
		{"into a neighbour", "struct s v; memset(&v.b, 0, 8);", []string{"v+4:8 = 0"}, ""},
		{"copy into a neighbour", "struct s v, w; w.b = 1; memcpy(&v.b, &w.b, 8);", []string{"block = (u32)w.b", "v+4:4 = block"}, ""},
		{"an odd number of bytes", "struct s v; memset(&v, 1, 6);", []string{"v+0:6 = 1103823438081"}, ""},
		{"cleared bit-fields", "struct bits v; memset(&v, 0, sizeof v);", []string{"v.p = 0", "v.q = 0"}, ""},
		{"filled bit-fields", "struct bits v; memset(&v, 1, sizeof v);", []string{"v+0:4 = 16843009"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, decls+"int main(void) {\n"+test.body+"\nreturn 0; }", cfg.ILP32)
			z := steps(p)
			for _, w := range test.want {
				if w[0] == '!' {
					require.NotContains(t, z, w[1:])
				} else {
					require.Contains(t, z, w)
				}
			}
			var notes []string
			for _, n := range p.Notes {
				notes = append(notes, n.What)
			}
			if test.note == "" {
				require.Empty(t, notes)
			} else {
				require.Contains(t, notes, test.note)
			}
		})
	}
}
