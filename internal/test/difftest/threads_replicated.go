// SPDX-License-Identifier: Apache-2.0

package difftest

import (
	"fmt"
	"math/rand"
	"strings"
)

// sharedAccess are the statements of threads that are created in loops. K is a small number.
var sharedAccess = []string{
	"x++;", "v = x; x = v + 1;", "y = x;", "x = K;", "v = x; y = v;", "if (x == K) y = K;", "atomic_fetch_add(&a, 1);", "v = v + 1;",
	"pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&m); x++; x--; pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&m); v = x; x = v + 1; y = x; pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&m); v = x; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = v + 1; pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&m); if (x < K) x++; pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&m); pthread_mutex_lock(&n); x++; y = x; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&n); y++; pthread_mutex_unlock(&n); y = 0;",
	"if (pthread_mutex_trylock(&m) == 0) { x = K; pthread_mutex_unlock(&m); } else y = 1;",
	"__VERIFIER_atomic_begin(); x++; y = x; __VERIFIER_atomic_end();",
	"__VERIFIER_atomic_begin(); if (x != 0) abort(); x = 1; __VERIFIER_atomic_end(); y++; x = 0;",
	"if (x == 0) { x = 1; y++; y--; x = 0; }",
	"pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); x = 1;",
}

// guardedAccess are those that mostly exclude each other.
var guardedAccess = []string{
	"pthread_mutex_lock(&m); x++; if (x != 1) reach_error(); x--; pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&m); x = 1; y = x; if (y == 0) reach_error(); x = 0; pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&m); v = x; if (v == 1) reach_error(); pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&m); if (x != 0) reach_error(); x = 1; x = 0; pthread_mutex_unlock(&m);",
	"pthread_mutex_lock(&n); y = 1; y = 0; pthread_mutex_unlock(&n);",
	"pthread_mutex_lock(&n); pthread_mutex_lock(&m); x = y; if (x > K) reach_error(); x = 0; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
	"__VERIFIER_atomic_begin(); if (y > K) abort(); y++; __VERIFIER_atomic_end();",
	"v = y; if (v > 3) reach_error();", "if (pthread_mutex_trylock(&m) == 0) { x = K; x = 0; pthread_mutex_unlock(&m); }",
}

// errorConditions are conditions of errors.
var errorConditions = []string{"x > K", "x == K", "y > K", "y == K", "y == 1", "x != y", "atomic_load(&a) > K", "v > K", "x + y == K", "v != x"}

// ReplicatedProgram returns the text of the program with a number, whose threads are created in
// loops: two to four of them.
func ReplicatedProgram(number int64) string {
	r := rand.New(rand.NewSource(number))
	pick := func(from []string) string {
		return strings.ReplaceAll(from[r.Intn(len(from))], "K", fmt.Sprint(r.Intn(4)))
	}
	guarded := r.Intn(3) > 0
	body := func(most int) string {
		if guarded {
			var b strings.Builder
			for range 1 + r.Intn(most) {
				b.WriteString("  " + pick(guardedAccess) + "\n")
			}
			return b.String()
		}
		var b strings.Builder
		for range 1 + r.Intn(most) {
			b.WriteString("  " + pick(sharedAccess) + "\n")
			if r.Intn(4) == 0 {
				b.WriteString("  if (" + pick(errorConditions) + ") reach_error();\n")
			}
		}
		return b.String()
	}
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdatomic.h>\nextern void abort(void), reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n" +
		"int x, y;\natomic_int a;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n")
	functions := 1 + r.Intn(2)
	for i := range functions {
		fmt.Fprintf(&b, "void *f%d(void *p) {\n  int v = 0;\n%s  return 0;\n}\n", i, body(2))
	}
	b.WriteString("int main(void) {\n  pthread_t t[4];\n  int v = 0, i;\n")
	waits := r.Intn(2) == 0
	for i, left := 0, 4; i < functions; i++ {
		n := 2 + r.Intn(left-2*(functions-i)+1)
		left -= n
		fmt.Fprintf(&b, "  for (i = 0; i < %d; i++) pthread_create(&t[i], 0, f%d, 0);\n", n, i)
		if waits {
			fmt.Fprintf(&b, "  for (i = 0; i < %d; i++) pthread_join(t[i], 0);\n", n)
		}
	}
	if r.Intn(3) == 0 {
		b.WriteString(body(1))
	}
	if !guarded {
		fmt.Fprintf(&b, "  if (%s) reach_error();\n", pick(errorConditions))
	}
	b.WriteString("  return 0;\n}\n")
	return b.String()
}
