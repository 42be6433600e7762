// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	interpreter "cornet/encode/exec"
)

const countersHead = `#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x, y, flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_t t[2];
#define LOCK(m) pthread_mutex_lock(&m)
#define UNLOCK(m) pthread_mutex_unlock(&m)
#define START for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
#define WAIT for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
`

// What the counter abstraction proves, and what it must not prove: FALSE where two threads can
// reach the error, TRUE where a proof is found.
var countersCases = []struct{ name, thread, main, want string }{
	{"a critical section", "LOCK(m); x++; if (x != 1) reach_error(); x--; UNLOCK(m);", "START", "TRUE"},
	{"a critical section, and waiting", "LOCK(m); x++; if (x != 1) reach_error(); x--; UNLOCK(m);", "START WAIT", "TRUE"},
	{"no lock", "x++; if (x != 1) reach_error(); x--;", "START", "FALSE"},
	{"another lock in one place", "LOCK(m); x++; if (x != 1) reach_error(); x--; UNLOCK(m);", "START LOCK(n); x = 1; UNLOCK(n);", "FALSE"},
	{"main without the lock", "LOCK(m); x++; if (x != 1) reach_error(); x--; UNLOCK(m);", "START x = 1;", "FALSE"},
	{"main before there are threads", "LOCK(m); x--; if (x != 4) reach_error(); x++; UNLOCK(m);", "x = 5; START", "TRUE"},
	{"a value between two sections", "LOCK(m); int v = x; UNLOCK(m); LOCK(m); x = v + 1; UNLOCK(m);", "START WAIT if (x != 2) reach_error();", "FALSE"},
	{"what a section stores is seen in between", "LOCK(m); flag = 1; x = 5; UNLOCK(m);", "START if (flag) if (x != 5) reach_error();", "FALSE"},
	{"what a section has stored when it blocks", "LOCK(m); x = 1; LOCK(m); x = 0; UNLOCK(m);", "START if (x) reach_error();", "FALSE"},
	{"what a section has stored when it does not end", "LOCK(m); x = 1; while (1) ;", "START if (x) reach_error();", "FALSE"},
	{"a lock that is noticed to be held", "LOCK(m); UNLOCK(m);", "START if (pthread_mutex_trylock(&m)) reach_error();", "FALSE"},
	{"a lock that another thread releases", "LOCK(m); x++; if (x != 1) reach_error(); x--; UNLOCK(m);", "START UNLOCK(m);", "FALSE"},
	{"a lock that is initialised again", "LOCK(m); x++; if (x != 1) reach_error(); x--; UNLOCK(m);", "START pthread_mutex_init(&m, 0);", "FALSE"},
	{"a lock that is initialised before", "LOCK(m); x++; if (x != 1) reach_error(); x--; UNLOCK(m);", "pthread_mutex_init(&m, 0); START", "TRUE"},
	{"threads that are created in a section", "if (x) reach_error();", "LOCK(m); START x = 1; UNLOCK(m);", "FALSE"},
	{"threads, and one has not ended", "x = 1; x = 0;", "START pthread_join(t[0], 0); if (x) reach_error();", "FALSE"},
	{"waiting twice for one thread", "x = 1; x = 0;", "START pthread_join(t[0], 0); pthread_join(t[0], 0); if (x) reach_error();", "FALSE"},
	{"waiting for what is no thread", "x = 1; x = 0;", "START t[1] = 99; WAIT if (x) reach_error();", "FALSE"},
	{"an atomic test", "__atomic_fetch_add(&x, 1, 5); if (__atomic_load_n(&x, 5) < 1) reach_error();", "START", "TRUE"},
	{"more threads than one", "if (__atomic_fetch_add(&x, 1, 5) == 1) reach_error();", "START", "FALSE"},
}

func TestCounterAbstraction(t *testing.T) {
	for _, test := range countersCases {
		t.Run(test.name, func(t *testing.T) {
			text := countersHead + "void *f(void *a) { " + test.thread + " return 0; }\nint main(void) { " + test.main + " return 0; }\n"
			p, err := cc.Load("p.c", []byte(text), cc.Options{Model: cfg.LP64})
			require.NoError(t, err)
			zero := func(interpreter.Request) []*big.Int { return []*big.Int{new(big.Int)} }
			truth, err := interpreter.Explore(t.Context(), p, interpreter.ExploreOptions{Values: zero, MaxStates: 20_000})
			require.NoError(t, err)
			require.Equal(t, test.want == "FALSE", truth.Outcome == interpreter.Failed, "all interleavings: %v", truth.Outcome)
			want := test.want
			if want == "FALSE" {
				want = "UNKNOWN" // an error of the abstraction only
			}
			timeout := "1"
			if want == "TRUE" {
				timeout = "60"
			}
			z := cornet(t, text, "verify", "-", "--data-model", "LP64", "--product", "counters", "--no-simulate", "--timeout", timeout)
			got, _, _ := strings.Cut(z.stdout, "\n")
			require.Equal(t, want, got, "%s%s", z.stdout, z.stderr)
			require.NotContains(t, z.stderr, "internal error")
		})
	}
}

// If threads are created in a loop, an error is found with few of them, and a proof covers any
// number.
func TestThreadsInLoops(t *testing.T) {
	const many = "int k = __VERIFIER_nondet_int(); pthread_t u; for (int i = 0; i < k; i++) pthread_create(&u, 0, f, 0);"
	for _, test := range []struct{ name, thread, main, want string }{
		{"three threads", "int v = x; x = v + 1;", many + " if (x == 3) reach_error();", "FALSE"},
		{"any number", "LOCK(m); x++; if (x != 1) reach_error(); x--; UNLOCK(m);", many, "TRUE"},
		{"without end", "LOCK(m); x++; if (x != 1) reach_error(); x--; UNLOCK(m);", "pthread_t u; while (1) pthread_create(&u, 0, f, 0);", "TRUE"},
		{"an index whose address is passed", "if (x) reach_error();", "pthread_t u; int i; for (i = 0; i < 3; i++) pthread_create(&u, 0, f, &i);", "TRUE"},
		{"threads that create threads", "pthread_t u; if (x < 2) { x++; pthread_create(&u, 0, f, 0); } else reach_error();", many, "FALSE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := countersHead + "void *f(void *a) { " + test.thread + " return 0; }\nint main(void) { " + test.main + " return 0; }\n"
			z := cornet(t, text, "verify", "-", "--data-model", "LP64", "--no-simulate", "--timeout", "60")
			got, _, _ := strings.Cut(z.stdout, "\n")
			require.Equal(t, test.want, got, "%s%s", z.stdout, z.stderr)
		})
	}
}
