// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCalls checks calls through pointers that point to no function of the right type: the
// execution ends. If memory is checked, a call through a pointer to something else than a function
// is an error.
func TestCalls(t *testing.T) {
	t.Parallel()
	const head = `
		#include <pthread.h>
		#include <stdlib.h>
		extern int __VERIFIER_nondet_int(void);
		extern void reach_error(void);
		typedef void (*fun)(void);
		static int k;
		static void f(void) { k = 1; }
		static void g(void) { k = 2; }
		static int one(void) { return 1; }
		static int with(double d) { return d > 0; }
		static int less(const void *a, const void *b) { k = 1; return 0; }
		static void *start(void *p) { k = 1; return p; }
		static struct { fun run; } s;
		extern fun outside(void);
	`
	for _, test := range []struct{ name, body, reach, memory string }{
		{"null, one candidate", "fun p = f; p = 0; p(); reach_error();", "TRUE", "FALSE"},
		{"null, two candidates", "int n = __VERIFIER_nondet_int(); fun p = 0; if (n == 1) p = f; else if (n == 2) p = g; p(); if (k != n) reach_error();", "TRUE", "FALSE"},
		{"null, no candidate", "fun p = 0; p(); reach_error();", "TRUE", "FALSE"},
		{"null in static storage", "fun q = f; s.run(); reach_error();", "TRUE", "FALSE"},
		{"null behind a branch", "fun p = __VERIFIER_nondet_int() ? f : 0; if (p) p(); if (p && k != 1) reach_error();", "TRUE", "TRUE"},
		{"not set", "fun q = f, p; p(); reach_error();", "TRUE", "FALSE"},
		{"a number", "fun q = f, p = (fun)1234; p(); reach_error();", "TRUE", "FALSE"},
		{"an input", "fun q = f, p = (fun)(long)__VERIFIER_nondet_int(); p(); reach_error();", "TRUE", "FALSE"},
		{"an object", "fun q = f, p = (fun)&k; p(); reach_error();", "TRUE", "FALSE"},
		{"another type of arguments", "fun p = (fun)with; p(); reach_error();", "TRUE", "TRUE"},
		{"a wider type of results", "long long (*p)(void) = (long long (*)(void))one; long long x = p(); reach_error();", "TRUE", "TRUE"},
		{"the type of results", "int (*p)(void) = one; long long x = p(); if (x == 1) reach_error();", "FALSE", "TRUE"},
		{"another type of results", "int (*p)(void) = (int (*)(void))f; int x = p(); reach_error();", "TRUE", "TRUE"},
		{"one of two functions", "fun p = __VERIFIER_nondet_int() ? f : g; p(); if (k == 2) reach_error();", "FALSE", "TRUE"},
		{"an unknown function", "fun p = outside(); if (p) { p(); if (k) reach_error(); }", "TRUE", "UNKNOWN"},
		{"an unknown function returns", "fun p = outside(); p(); reach_error();", "FALSE", "FALSE"},
		{"one that atexit registers", "fun p = f; p = 0; atexit(p); atexit(f); k = 3;", "TRUE", "FALSE"},
		{"one that qsort calls", "int a[2] = {2, 1}; int (*p)(const void *, const void *) = less; p = 0; qsort(a, 2, sizeof *a, p); reach_error();", "TRUE", "FALSE"},
		{"one that bsearch calls", "int a[2] = {2, 1}; int (*p)(const void *, const void *) = less; p = 0; bsearch(a, a, 2, sizeof *a, p); reach_error();", "TRUE", "FALSE"},
		{"one that a thread starts with", "pthread_t t; void *(*p)(void *) = start; p = 0; pthread_create(&t, 0, p, 0); pthread_join(t, 0); reach_error();", "TRUE", "FALSE"},
		{"one of two that a thread starts with", "pthread_t t; void *(*p)(void *) = __VERIFIER_nondet_int() ? start : 0; if (!p) return 0; pthread_create(&t, 0, p, 0); pthread_join(t, 0); if (k) reach_error();",
			"FALSE", "TRUE"},
		{"null beside a thread", "pthread_t t; pthread_create(&t, 0, start, 0); fun p = f; p = 0; p(); reach_error();", "TRUE", "FALSE"},
		{"an unknown function beside a thread", "pthread_t t; pthread_create(&t, 0, start, 0); fun q = f, p = outside(); if (p) { p(); reach_error(); }", "FALSE", "UNKNOWN"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := head + "int main(void) { " + test.body + " return 0; }\n"
			require.Equal(t, test.reach, checked(t, "reach", text), "reach")
			require.Equal(t, test.memory, checked(t, "memory", text), "memory")
		})
	}
}
