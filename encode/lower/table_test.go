// SPDX-License-Identifier: Apache-2.0

package lower_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
)

// Arrays that are constants after initialisation, and arrays that are not.
func TestTables(t *testing.T) {
	const decls = "int n(void); void use(int *); "
	for _, test := range []struct {
		name, decls, body string
		tables            int
	}{
		{"constant table", "const int t[400] = {3, 1, 4};", "int k = n(); if (0 <= k && k < 400) return t[k];", 1},
		{"table that nothing changes", "int t[400] = {3, 1, 4};", "int k = n(); if (0 <= k && k < 400) return t[k];", 1},
		{"two tables", "int t[400] = {3}, u[500] = {[7] = 1};", "int k = n(); if (0 <= k && k < 400) return t[k] + u[k];", 2},
		{"changed later", "int t[400] = {3, 1, 4};", "int k = n(); if (0 <= k && k < 400) { t[k]++; return t[k]; }", 0},
		{"changed through a pointer", "int t[400] = {3, 1, 4};", "int k = n(); int *p = t; if (0 <= k && k < 400) { p[k] = 1; return t[k]; }", 0},
		{"read through a pointer", "int t[400] = {3, 1, 4};", "int k = n(); int *p = t; if (0 <= k && k < 400) return p[k];", 1},
		{"initialised by a variable", "", "int x = n(); int t[400] = {3, x}; int k = n(); if (0 <= k && k < 400) return t[k];", 0},
		{"set in a loop", "int t[400];", "for (int i = 0; i < 400; i++) t[i] = 7; int k = n(); if (0 <= k && k < 400) return t[k];", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := load(t, decls+test.decls+" int main(void) { "+test.body+" return 0; }", cfg.LP64)
			found := map[*scalar.Constants]bool{}
			for e := range p.Edges() {
				scalar.Operands(e.Op, func(x *scalar.Expr) {
					x.Walk(func(y *scalar.Expr) {
						if y.Operator == scalar.Table {
							found[y.Constants] = true
						}
					})
				})
			}
			require.Len(t, found, test.tables)
		})
	}
}
