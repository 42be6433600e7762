// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDropped checks operations whose values nothing depends on. They occur in statements and in
// arguments that the model of a function ignores. Their errors must be found.
func TestDropped(t *testing.T) {
	t.Parallel()
	const head = "#include <stdio.h>\n#include <stdlib.h>\nvoid f(); struct s { char *name; int n; }; int main(void) { int x = __VERIFIER_nondet_int(), a[3] = {0}; struct s *p = 0, s = {\"s\", 1}; if (x == 7) p = &s; "
	for body, wants := range map[string][2]string{
		`printf("%d", x + 1);`:                        {"overflow", "FALSE"},
		`printf("%d", x / 2);`:                        {"overflow", "TRUE"},
		`f(x * x);`:                                   {"overflow", "FALSE"},
		`(void)(x + 1);`:                              {"overflow", "FALSE"},
		`x - 5, x = 1;`:                               {"overflow", "FALSE"},
		`x > 3 && x + 1 > 3;`:                         {"overflow", "FALSE"},
		`x < 3 && x + 1 > 3;`:                         {"overflow", "TRUE"},
		`srand(x - 5);`:                               {"overflow", "FALSE"},
		`f(1 << (x & 31));`:                           {"overflow", "FALSE"},
		`f(5 / x);`:                                   {"division-by-zero", "FALSE"},
		`printf("%d", a[x & 3]);`:                     {"bounds", "FALSE"},
		`printf("%d", a[x & 1]);`:                     {"bounds", "TRUE"},
		`printf("%d", p->n);`:                         {"memory", "FALSE"},
		`printf("%s", p->name);`:                      {"memory", "FALSE"},
		`if (p) printf("%s", p->name);`:               {"memory", "TRUE"},
		`puts(p->name);`:                              {"memory", "FALSE"},
		`f(p->name);`:                                 {"memory", "FALSE"},
		`int y; (void)y;`:                             {"uninitialised", "TRUE"},
		`int y; f(&y); if (y) x = 1;`:                 {"uninitialised", "TRUE"},
		`int y; f(y);`:                                {"uninitialised", "FALSE"},
		`int *q = malloc(4); free(q); f(q ? *q : 0);`: {"memory", "FALSE"},
	} {
		t.Run(body, func(t *testing.T) {
			require.Equal(t, wants[1], checked(t, wants[0], head+body+" }\n"))
		})
	}
}
