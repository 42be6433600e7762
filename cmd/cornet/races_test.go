// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/sandbox"
	"cornet/internal/test/need"
)

const racesHead = `#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#define LOCK(m) pthread_mutex_lock(&m)
#define UNLOCK(m) pthread_mutex_unlock(&m)
#define START pthread_t u; pthread_create(&u, 0, f, 0);
#define END pthread_join(u, 0);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x, y, a[4], *p = &x;
struct s { int g, h; unsigned i : 3, j : 5; pthread_mutex_t m; } s, t[3], *q;
atomic_int k;
_Atomic int flag;
`

// A raceCase is a thread f and a main function, the declarations before them, and whether they
// race.
type raceCase struct {
	name, before, thread, main string
	races                      bool
}

var racesCases = []raceCase{
	{"two writes", "", "x = 1;", "START x = 2; END", true},
	{"a read and a write", "", "x = 1;", "START int v = x; END return v;", true},
	{"two reads", "", "int v = x;", "START int v = x; END return v;", false},
	{"a read whose value is dropped", "", "x = 1;", "START (void)x; END", true},
	{"before the creation and after the join", "", "x = 1;", "x = 2; START END x = 3;", false},
	{"a lock", "", "LOCK(m); x++; UNLOCK(m);", "START LOCK(m); x++; UNLOCK(m); END", false},
	{"two locks", "", "LOCK(m); x++; UNLOCK(m);", "START LOCK(n); x++; UNLOCK(n); END", true},
	{"a lock too late", "", "LOCK(m); x++; UNLOCK(m);", "START int v = x; LOCK(m); x = v; UNLOCK(m); END", true},
	{"a lock of one element", "pthread_mutex_t l[2];", "LOCK(l[0]); x++; UNLOCK(l[0]);", "START int b = __VERIFIER_nondet_int() & 1; LOCK(l[b]); x++; UNLOCK(l[b]); END", true},
	{"a lock of the same element", "pthread_mutex_t l[2];", "LOCK(l[1]); x++; UNLOCK(l[1]);", "START int b = __VERIFIER_nondet_int() & 1; LOCK(l[b | 1]); x++; UNLOCK(l[b | 1]); END", false},
	{"locks on the heap", "", "LOCK(q->m); q->g++; UNLOCK(q->m);", "q = malloc(sizeof *q); pthread_mutex_init(&q->m, 0); START LOCK(q->m); q->g++; UNLOCK(q->m); END", false},
	{"no lock on the heap", "", "LOCK(q->m); q->g++; UNLOCK(q->m);", "q = malloc(sizeof *q); pthread_mutex_init(&q->m, 0); START q->g++; END", true},
	{"a lock that was not taken", "", "if (!pthread_mutex_trylock(&m)) { x = 1; UNLOCK(m); }", "START if (!pthread_mutex_trylock(&m)) { x = 2; UNLOCK(m); } END", false},
	{"locks for readers", "pthread_rwlock_t r;", "pthread_rwlock_rdlock(&r); int v = x; pthread_rwlock_unlock(&r);", "START pthread_rwlock_wrlock(&r); x = 1; pthread_rwlock_unlock(&r); END", false},
	{"a write under a lock for readers", "pthread_rwlock_t r;", "pthread_rwlock_rdlock(&r); x++; pthread_rwlock_unlock(&r);", "START pthread_rwlock_rdlock(&r); x++; pthread_rwlock_unlock(&r); END", true},
	{"a flag", "int go;", "while (!go) {} x = 1;", "START x = 2; go = 1; END", true},
	{"an atomic flag", "", "while (!flag) {} x = 1;", "START x = 2; flag = 1; END", false},
	{"an atomic flag too early", "", "while (!flag) {} x = 1;", "START flag = 1; x = 2; END", true},
	{"atomics", "", "k++; atomic_fetch_add(&k, 1);", "START k = 3; END return atomic_load(&k);", false},
	{"a typedef of a typedef of an atomic type", "typedef atomic_int t1; t1 w;", "w++;", "START w++; END", false},
	{"builtins of gcc", "", "__atomic_fetch_add(&x, 1, __ATOMIC_RELAXED); __sync_fetch_and_add(&y, 1);", "START __atomic_store_n(&x, 3, __ATOMIC_SEQ_CST); END return __sync_fetch_and_add(&y, 0);", false},
	{"a builtin of gcc beside a plain access", "", "__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);", "START x = 3; END", true},
	{"atomic blocks", "", "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();", "START __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); END", false},
	{"an atomic block beside a plain access", "", "__VERIFIER_atomic_begin(); if (y) x++; __VERIFIER_atomic_end();", "y = 1; START x++; END", true},
	{"a builtin of gcc beside a plain access under a lock", "", "LOCK(m); x = 1; UNLOCK(m);", "START __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); END", true},
	{"a builtin of gcc under the lock of a plain access", "", "LOCK(m); x = 1; UNLOCK(m);", "START LOCK(m); __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); UNLOCK(m); END", false},
	{"an atomic block beside a plain access under a lock", "", "LOCK(m); x = 1; UNLOCK(m);", "START __VERIFIER_atomic_begin(); int v = x; __VERIFIER_atomic_end(); END return v;", true},
	{"an atomic block beside a plain access behind others", "", "__VERIFIER_atomic_begin(); y = 1; __VERIFIER_atomic_end(); x = 1;",
		"START __VERIFIER_atomic_begin(); k = 1; if (k) x = 2; __VERIFIER_atomic_end(); END", true},
	{"an atomic function", "void __VERIFIER_atomic_f(void) { x++; }", "__VERIFIER_atomic_f();", "START __VERIFIER_atomic_f(); END", false},
	{"what an atomic function does not evaluate", "void __VERIFIER_atomic_f(void) { if (y && x) x = 0; }", "__VERIFIER_atomic_f();", "START x = 3; END", false},
	{"volatile is no order", "volatile int v;", "v = 1;", "START v = 2; END", true},
	{"a condition variable", "", "LOCK(m); while (!y) pthread_cond_wait(&c, &m); UNLOCK(m); x = 1;", "START x = 2; LOCK(m); y = 1; pthread_cond_signal(&c); UNLOCK(m); END", false},
	{"elements that differ", "", "a[1] = 1;", "START a[2] = 1; END", false},
	{"elements that may be the same", "", "a[1] = 1;", "int i = __VERIFIER_nondet_int() & 3; START a[i] = 1; END", true},
	{"elements that are not the same", "", "a[1] = 1;", "int i = __VERIFIER_nondet_int() & 2; START a[i] = 1; END", false},
	{"members", "", "s.g = 1;", "START s.h = 1; END", false},
	{"a member and the whole", "", "s.g = 1;", "struct s z = {0}; START s = z; END", true},
	{"bit-fields of one location", "", "s.i = 1;", "START s.j = 1; END", true},
	{"members of elements", "", "t[1].g = 1;", "int i = __VERIFIER_nondet_int(); if (i < 0 || i > 2) return 0; START t[i].h = 1; END", false},
	{"a union", "union { int i; char b[4]; } w;", "w.i = 1;", "START w.b[2] = 1; END", true},
	{"through a pointer", "", "*p = 1;", "START x = 1; END", true},
	{"through a pointer elsewhere", "", "*p = 1;", "p = &y; START x = 1; END", false},
	{"a part through a pointer", "", "((char *)&x)[1] = 1;", "START x = 1; END", true},
	{"the heap", "", "p[1] = 1;", "p = malloc(8); START p[0] = 1; END", false},
	{"one object of the heap", "", "p[1] = 1;", "p = malloc(8); START p[1] = 1; END", true},
	{"memset", "", "memset(a, 0, 8);", "START a[1] = 1; END", true},
	{"memset of another part", "", "memset(a, 0, 8);", "START a[2] = 1; END", false},
	{"free", "", "*p = 1;", "p = malloc(4); START free(p); END", true},
	{"a local variable of another thread", "void *g(void *b) { *(int *)b = 1; return 0; }", "", "int l = 0; pthread_t u; pthread_create(&u, 0, g, &l); l = 2; END", true},
	{"a local variable of each thread", "", "int l = 0; l++;", "START int l = 0; l++; END", false},
	{"a thread-local variable", "_Thread_local int l;", "l++;", "START l++; END", false},
	{"what is not evaluated", "", "x = 1;", "START if (y && x) y = 2; END", false},
	{"in no execution", "", "if (y == 7) x = 1;", "START x = 2; END", false},
	{"the library accesses the argument", "char b[8];", "strcpy(b, \"abc\");", "START b[0] = 1; END", true},
	{"once", "pthread_once_t o = PTHREAD_ONCE_INIT; void g(void) { x = 1; }", "pthread_once(&o, g); int v = x;", "START pthread_once(&o, g); END", false},
	{"two threads of one function", "", "x++;", "pthread_t u, v; pthread_create(&u, 0, f, 0); pthread_create(&v, 0, f, 0); END pthread_join(v, 0);", true},
	{"any number of threads", "", "LOCK(m); x++; UNLOCK(m);", "int l = __VERIFIER_nondet_int(); for (int i = 0; i < l; i++) { START } LOCK(m); x++; UNLOCK(m);", false},
	{"a race of any number of threads", "", "LOCK(m); x++; UNLOCK(m); y = 1;", "int l = __VERIFIER_nondet_int(); for (int i = 0; i < l; i++) { START }", true},
	{"a race with any number of threads", "", "LOCK(m); x++; UNLOCK(m);", "int l = __VERIFIER_nondet_int(); for (int i = 0; i < l; i++) { START } x = 0;", true},
	{"an atomic object through a cast", "_Atomic int l;", "l++;", "START *(int *)&l = 1; END", true},
	{"bytes of a union apart", "union { int a; char b[8]; } un;", "un.a = 1;", "START un.b[5] = 1; END", false},
	{"bytes of a union that are the same", "union { int a; char b[8]; } un;", "un.a = 1;", "START un.b[2] = 1; END", true},
	{"adjacent bit-fields", "struct { int a : 3, b : 3; } bits;", "bits.a = 1;", "START bits.b = 1; END", true},
	{"bit-fields with a member between them", "struct { int a : 3; char m; int b : 3; } bits;", "bits.a = 1;", "START bits.b = 1; END", false},
	{"bit-fields with one of no width between them", "struct { int a : 3; int : 0; int b : 3; } bits;", "bits.a = 1;", "START bits.b = 1; END", false},
	{"bit-fields with one without a name between them", "struct { int a : 3; int : 2; int b : 3; } bits;", "bits.a = 1;", "START bits.b = 1; END", true},
	{"an unknown byte of a union", "union { int a; char b[8]; } un;", "un.a = 1;", "int i = __VERIFIER_nondet_int(); if (i < 2 || i > 7) return 0; START un.b[i] = 1; END", true},
	{"an unknown byte of a union apart", "union { int a; char b[8]; } un;", "un.a = 1;", "int i = __VERIFIER_nondet_int(); if (i < 4 || i > 7) return 0; START un.b[i] = 1; END", false},
	{"a text that printf reads", "char w[8] = \"abc\";", "printf(\"%s\", w);", "START w[1] = 'x'; END", true},
	{"a text that printf does not read as a whole", "char w[8] = \"abc\";", "printf(\"%d %.2s\", 1, w);", "START w[2] = 'x'; END", false},
	{"a text after its end", "char w[8] = \"abc\";", "puts(w);", "START w[4] = 'x'; END", false},
	{"a text that fputs reads", "char w[8] = \"abc\";", "fputs(w, stdout);", "START w[0] = 'x'; END", true},
	{"a handler that runs", "void h(void *p) { x = 1; }", "pthread_cleanup_push(h, 0); pthread_cleanup_pop(1);", "START x = 2; END", true},
	{"a handler that does not run", "void h(void *p) { x = 1; }", "pthread_cleanup_push(h, 0); pthread_cleanup_pop(0);", "START x = 2; END", false},
	{"no threads", "", "x = 1;", "x = 2;", false},
}

func (c raceCase) text() string {
	return racesHead + c.before + "\nvoid *f(void *argument) { " + c.thread + " return 0; }\nint main(void) { " + c.main + " return 0; }\n"
}

// TestDataRaces finds data races and proves their absence, under all reductions of the product of
// the threads.
func TestDataRaces(t *testing.T) {
	settings := []string{"--reduction full", "--reduction persistent", "--product lazy", "--check overflow"}
	for i, test := range racesCases {
		t.Run(test.name, func(t *testing.T) {
			want := "TRUE"
			if test.races {
				want = "FALSE"
			}
			for _, flags := range []string{"", settings[i%len(settings)]} {
				if strings.Contains(test.name, "any number") && flags != "" {
					continue // with these settings, there is no product of all threads
				}
				args := append([]string{"verify", "-", "--data-model", "LP64", "--check", "races", "--replay", "off", "--timeout", "60"}, strings.Fields(flags)...)
				z := cornet(t, test.text(), args...)
				require.Contains(t, z.stdout, "no-data-race: "+want, "%s: %s%s", flags, z.stdout, z.stderr)
				require.NotContains(t, z.stderr, "internal error")
				if test.races {
					require.Contains(t, z.stdout, "data-race: two threads access the same memory without synchronisation: ")
				}
			}
		})
	}
}

// It is an assumption that weaker memory orders are sequentially consistent, and that weak
// operations do not fail without a reason.
func TestWeakOrders(t *testing.T) {
	const weak = "if (!atomic_compare_exchange_weak(&k, &(int){1}, 2)) reach_error();"
	for _, check := range []string{"races", "reach"} {
		z := cornet(t, raceCase{before: "extern void reach_error(void);", thread: "while (!atomic_load_explicit(&k, memory_order_relaxed)) {} x = 1;",
			main: "START x = 2; atomic_store_explicit(&k, 1, memory_order_relaxed); END " + weak}.text(), "verify", "-", "--check", check)
		require.Regexp(t, `^TRUE|no-data-race: TRUE`, z.stdout)
		require.Contains(t, z.stdout, "assuming: -:20: weaker memory orders are sequentially consistent")
		require.Contains(t, z.stdout, "a weak compare-and-exchange fails only if the values differ")
	}
}

// Counterexamples of threads are confirmed by runs in their schedules.
func TestThreadReplays(t *testing.T) {
	need.Of(t, "gcc -fsanitize=thread")
	need.Found(t, "sandbox", sandbox.Available())
	for _, test := range []struct{ name, check, thread, main, want string }{
		{"a lost update", "reach", "int v = x; x = v + 1;", "pthread_t u, v; pthread_create(&u, 0, f, 0); pthread_create(&v, 0, f, 0); END pthread_join(v, 0); if (x == 1) reach_error();", "replay: confirmed by running the program"},
		{"a race", "races", "x = 1;", "START x = 2; END", "replay: confirmed by running the program: (in another schedule: )?ThreadSanitizer: data race: write of size 4 at -:"}, // another schedule, if the machine is busy
	} {
		t.Run(test.name, func(t *testing.T) {
			text := raceCase{before: "extern void reach_error(void);", thread: test.thread, main: test.main}.text()
			z := cornet(t, text, "verify", "-", "--data-model", "LP64", "--no-simulate", "--check", test.check)
			require.Regexp(t, test.want, z.stdout)
		})
	}
}
