// SPDX-License-Identifier: Apache-2.0

package verify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	api "cornet"
	"cornet/encode/cfg"
	"cornet/internal/sandbox"
	"cornet/internal/test/need"
	"cornet/verify"
)

// TestOtherErrors has programs in which the clauses allow an error that no execution has, since the
// clauses allow any value of sin. A run of the program then has no error, or another one, which
// counts by itself and does not confirm the counterexample.
func TestOtherErrors(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles and runs programs with sanitizers")
	}
	need.Of(t, "gcc -m64 -fsanitize=address", "gcc -m64 -fsanitize=undefined", "gcc -m64 -fsanitize=thread")
	need.Found(t, "sandbox", sandbox.Available())
	const head = `
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void), exit(int);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
#define NEVER (sin(__VERIFIER_nondet_double()) > 2)
int x, y;
`
	const threads = "int main(void) { pthread_t t, u; pthread_create(&t, 0, thr, 0); pthread_create(&u, 0, thr, 0);\nif (NEVER)\nx = 5;\n" +
		"pthread_join(t, 0); pthread_join(u, 0); }"
	for _, test := range []struct{ name, check, text, verdict, at, says string }{
		{"no error", "reach", "int main(void) { if (NEVER)\nreach_error(); }", "UNKNOWN", "", ""},
		{"a status of the harness", "reach", "int main(void) { if (NEVER)\nreach_error(); exit(107); }", "UNKNOWN", "", ""},
		{"an error behind it", "reach", "int main(void) { if (NEVER)\nreach_error();\nif (__VERIFIER_nondet_int() == 0)\nreach_error(); }", "FALSE", "test.c:13:", "confirmed by running"},
		{"another assertion", "reach", "int main(void) { if (NEVER)\nreach_error();\n__VERIFIER_assert(0); }", "FALSE", "test.c:12:", "confirmed by running"},
		{"an overflow behind it", "overflow", "int main(void) { int n = __VERIFIER_nondet_int(); if (NEVER)\nn++;\nreturn 2 * n; }", "FALSE", "test.c:12:", ""},
		{"no access", "memory", "int main(void) { char *p = malloc(2); if (NEVER)\np[2] = 0;\nfree(p); }", "UNKNOWN", "", ""},
		{"another access", "memory", "int main(void) { char *p = malloc(2); if (NEVER)\np[2] = 0;\np[3] = 0; free(p); }", "FALSE", "test.c:12:", ""},
		{"no leak", "leaks", "int main(void) { char *p = malloc(2); if (NEVER)\nexit(1);\nfree(p); }", "UNKNOWN", "", ""},
		{"atomic blocks", "races", "static void *thr(void *a) { __VERIFIER_atomic_begin();\nx = 1;\n__VERIFIER_atomic_end(); return 0; }\n" + threads, "UNKNOWN", "", ""},
		{"an atomic function", "races", "static void __VERIFIER_atomic_add(int n) {\nif (x > 9) return;\nx += n; }\nstatic void *thr(void *a) { __VERIFIER_atomic_add(2); return 0; }\n" + threads, "UNKNOWN", "", ""},
		{"a lock", "races", "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic void *thr(void *a) { pthread_mutex_lock(&m);\nx = 1;\npthread_mutex_unlock(&m); return 0; }\n" + threads, "UNKNOWN", "", ""},
		{"another race", "races", "static void *thr(void *a) { __atomic_store_n(&x, 1, 5);\ny = 2;\nreturn 0; }\n" + threads, "FALSE", "test.c:11:", "y is "},
		{"an atomic block and an access", "races", "static void *thr(void *a) { __VERIFIER_atomic_begin();\nx = 1;\n__VERIFIER_atomic_end(); return 0; }\nint main(void) { pthread_t t; pthread_create(&t, 0, thr, 0);\n" +
			"x = 2;\npthread_join(t, 0); }", "FALSE", "test.c:11:", "ThreadSanitizer: data race: "},
		{"an atomic block from outside", "reach", "static void *thr(void *a) { for (int i = 0; i < 3; i++) { __VERIFIER_atomic_begin(); x = 1; x = 0; __VERIFIER_atomic_end(); } return 0; }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, thr, 0); if (x || NEVER)\nreach_error(); pthread_join(t, 0); }", "UNKNOWN", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := verify.Options{}
			o.DataModel, o.Check = cfg.LP64, []string{test.check}
			z, err := api.VerifyText(t.Context(), "test.c", strings.NewReader(head+test.text), api.ProgramOptions{Program: o})
			require.NoError(t, err)
			text := z.Text(0)
			require.Equal(t, test.verdict, z.Word(), text)
			if test.at != "" {
				require.True(t, strings.HasPrefix(z.Path.Failure.To.String(), test.at), text)
				require.Contains(t, text, test.says)
			}
		})
	}
}
