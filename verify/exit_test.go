// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/smt/native"
)

// TestThreadExit checks pthread_exit in the only thread: the program ends as with exit. It would
// run destructors of thread-specific data, so these are refused.
func TestThreadExit(t *testing.T) {
	t.Parallel()
	const head = "#include <pthread.h>\n#include <stdlib.h>\npthread_key_t k; int g; void d(void *p) { reach_error(); } void h(void) { reach_error(); }\nint main(void) { "
	for body, want := range map[string]string{
		"pthread_exit(0); reach_error();":                                                                                       "TRUE",
		"atexit(h); pthread_exit(0);":                                                                                           "FALSE",
		"pthread_key_create(&k, d); pthread_setspecific(k, &g);":                                                                "TRUE",
		"pthread_key_create(&k, d); pthread_setspecific(k, &g); exit(0);":                                                       "TRUE",
		"pthread_key_create(&k, d); pthread_setspecific(k, &g); pthread_exit(0);":                                               "UNKNOWN",
		"if (g) pthread_exit(0); pthread_key_create(&k, d); pthread_setspecific(k, &g);":                                        "UNKNOWN",
		"pthread_key_create(&k, 0); pthread_setspecific(k, &g); pthread_exit(0);":                                               "TRUE",
		"pthread_key_create(&k, 0); if (pthread_setspecific(k, &g)) return 0; if (pthread_getspecific(k) == &g) reach_error();": "FALSE",
	} {
		t.Run(body, func(t *testing.T) {
			z, _ := Run(t.Context(), []Source{{Name: "test.c", Text: []byte(head + body + " }\n")}}, Options{Replay: "off"}, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
			require.Equal(t, want, z.Word())
		})
	}
}
