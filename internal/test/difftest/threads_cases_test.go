// SPDX-License-Identifier: Apache-2.0

package difftest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/exec"
	"cornet/encode/threads"
)

const caseHead = `#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <errno.h>
#include <threads.h>
extern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, err = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
struct timespec ts;
int x, y, go, in;
`

// cases are programs with threads, or with main alone. Each says whether it reaches the error.
var cases = []struct {
	name  string
	decls string // declarations with f and g, if any; main runs each of them as a thread
	main  string // main's statements before and after the threads
	after string
	fails bool
	over  bool // the product may fail nevertheless, and a note says why
}{
	{"two waiters do not get one mutex", `
void *f(void *a) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); if (in) reach_error(); in = 1; in = 0; pthread_mutex_unlock(&m); return 0; }
#define g f
`, "", "pthread_mutex_lock(&m); go = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);", false, false},
	{"a waiter wakes without a signal", `
void *f(void *a) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); if (!go) reach_error(); pthread_mutex_unlock(&m); return 0; }
`, "", "", true, false},
	{"second lock", "", "pthread_mutex_lock(&m); pthread_mutex_lock(&m); reach_error();", "", false, false},
	{"second lock of a spin lock", "pthread_spinlock_t s;", "pthread_spin_init(&s, 0); pthread_spin_lock(&s); pthread_spin_lock(&s); reach_error();", "", false, false},
	{"lock after unlock", "", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_lock(&m); reach_error();", "", true, false},
	{"a recursive function between locks", "static void rise(int k) { if (k) rise(k - 1); x = x + 1; }", "pthread_mutex_lock(&m); rise(3); if (x != 4) reach_error(); pthread_mutex_lock(&m); reach_error();", "", false, false},
	{"trylock of a held mutex", "", "pthread_mutex_lock(&m); if (pthread_mutex_trylock(&m) != EBUSY) reach_error();", "", false, false},
	{"timedlock of a held mutex", "", "pthread_mutex_lock(&m); if (pthread_mutex_timedlock(&m, &ts) != ETIMEDOUT) reach_error();", "", false, false},
	{"errorcheck", "", "pthread_mutex_lock(&err); if (pthread_mutex_lock(&err) == EDEADLK) reach_error();", "", true, false},
	{"errorcheck: results", "", `if (pthread_mutex_unlock(&err) != EPERM || pthread_mutex_lock(&err) || pthread_mutex_lock(&err) != EDEADLK
		|| pthread_mutex_trylock(&err) != EBUSY || pthread_mutex_timedlock(&err, &ts) != EDEADLK || pthread_mutex_unlock(&err)) reach_error();`, "", false, false},
	{"errorcheck by attribute", "", `pthread_mutexattr_t a; pthread_mutex_t e; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
		pthread_mutex_init(&e, &a); pthread_mutex_lock(&e); if (pthread_mutex_lock(&e) != EDEADLK) reach_error();`, "", false, false},
	{"kind by a function", `struct o { int n; pthread_mutex_t m; } o;
static void make(pthread_mutex_t *q, int kind) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); if (kind) pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(q, &a); }
`, "make(&o.m, 1); make(&m, 0); pthread_mutex_lock(&o.m); pthread_mutex_lock(&o.m); pthread_mutex_lock(&m); if (pthread_mutex_trylock(&m) == 0) reach_error(); x = 1; pthread_mutex_lock(&m); reach_error();", "", false, false},
	{"kind of a static member", "struct o { int n; pthread_mutex_t m; } o = { 1, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP };",
		"pthread_mutex_lock(&o.m); pthread_mutex_lock(&o.m); reach_error();", "", true, false},
	{"recursive", "", "pthread_mutex_lock(&rec); pthread_mutex_lock(&rec); pthread_mutex_unlock(&rec); if (pthread_mutex_unlock(&rec) || pthread_mutex_unlock(&rec) != EPERM) reach_error();", "", false, false},
	{"recursive, held by another", `
void *f(void *a) { pthread_mutex_lock(&rec); pthread_mutex_lock(&rec); pthread_mutex_unlock(&rec); in = 1; in = 0; pthread_mutex_unlock(&rec); return 0; }
`, "", "pthread_mutex_lock(&rec); if (in) reach_error(); if (pthread_mutex_unlock(&rec)) reach_error();", false, false},
	{"unlock by another", `
void *f(void *a) { if (pthread_mutex_unlock(&err) != EPERM) reach_error(); return 0; }
void *g(void *a) { pthread_mutex_lock(&err); in = 1; in = 0; pthread_mutex_unlock(&err); return 0; }
`, "", "pthread_mutex_lock(&err); if (in) reach_error(); pthread_mutex_unlock(&err);", false, false},
	{"waiting without the mutex", "", "if (pthread_cond_wait(&c, &err) != EPERM) reach_error();", "", false, false},
	{"a recursive mutex that is held twice stays held in a wait", `
void *f(void *a) { pthread_mutex_lock(&rec); pthread_mutex_lock(&rec); x = 1; pthread_cond_wait(&c, &rec); x = 0; pthread_mutex_unlock(&rec); pthread_mutex_unlock(&rec); return 0; }
`, "", "pthread_mutex_lock(&rec); if (x) reach_error(); pthread_mutex_unlock(&rec);", false, false},
	{"what a timed wait returns", "", "pthread_mutex_lock(&m); int r = pthread_cond_timedwait(&c, &m, &ts); if (r != 0 && r != ETIMEDOUT) reach_error();", "", false, false},
	{"a timed wait times out", "", "pthread_mutex_lock(&m); if (pthread_cond_timedwait(&c, &m, &ts) == ETIMEDOUT) reach_error();", "", true, false},
	{"a new mutex is free", "", "pthread_mutex_lock(&m); pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); reach_error();", "", true, false},
	{"a local mutex is new in each round", "", "for (int i = 0; i < 2; i++) { pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&l); } reach_error();", "", true, false},
	{"a local mutex is new in each call", "static void once(void) { pthread_mutex_t l; pthread_mutex_init(&l, 0); pthread_mutex_lock(&l); }", "once(); once(); reach_error();", "", true, false},
	{"a copy of a held mutex is held", "", "pthread_mutex_lock(&m); pthread_mutex_t l = m; if (pthread_mutex_trylock(&l) == 0) x = 1; pthread_mutex_t k = l; k = m; pthread_mutex_lock(&k); reach_error();", "", false, true},
	{"join of a detached thread", "void *f(void *a) { for (;;) ; return 0; }", "", "pthread_detach(t1); pthread_join(t1, 0); reach_error();", false, true},
	{"join of a thread that another waits for", "pthread_t t;\nvoid *wait(void *a) { for (;;) ; return 0; }\nvoid *f(void *a) { pthread_join(t, 0); return 0; }",
		"pthread_create(&t, 0, wait, 0);", "pthread_join(t, 0); reach_error();", false, true},
	{"destroying a held mutex", "", "pthread_mutex_lock(&m); if (pthread_mutex_destroy(&m) != EBUSY) reach_error(); pthread_mutex_unlock(&m); if (pthread_mutex_destroy(&m)) reach_error();", "", false, false},
	{"read-write lock held for writing", "", `pthread_rwlock_wrlock(&rw); if (pthread_rwlock_rdlock(&rw) != EDEADLK || pthread_rwlock_wrlock(&rw) != EDEADLK || pthread_rwlock_tryrdlock(&rw) != EBUSY
		|| pthread_rwlock_timedwrlock(&rw, &ts) != EDEADLK) reach_error();`, "", false, false},
	{"read-write lock held for reading", "", "pthread_rwlock_rdlock(&rw); if (pthread_rwlock_rdlock(&rw) || pthread_rwlock_trywrlock(&rw) != EBUSY || pthread_rwlock_timedwrlock(&rw, &ts) != ETIMEDOUT) reach_error(); pthread_rwlock_wrlock(&rw); reach_error();", "", false, false},
	{"join of what is no thread", "void *f(void *a) { x = 1; return 0; }\n#define JOIN pthread_join(&t1, 0)\n", "", "if (!x) reach_error();", true, false},
	{"join of what is no thread fails", "", "if (pthread_join((pthread_t)&x, 0) != ESRCH) reach_error();", "", false, false},
	{"join of a thread that was not made", "void *nothing(void *a) { return 0; }", "pthread_t t = 0; if (x) pthread_create(&t, 0, nothing, 0); if (pthread_join(t, 0) == 0) x = 1; reach_error();", "", true, false},
	{"join of oneself", "", "if (pthread_join(pthread_self(), 0) != EDEADLK) reach_error();", "", false, false},
	{"results of C11", "mtx_t l;", "mtx_init(&l, mtx_plain); mtx_lock(&l); if (mtx_trylock(&l) != thrd_busy || mtx_timedlock(&l, &ts) != thrd_timedout || mtx_unlock(&l) != thrd_success) reach_error();", "", false, false},
	{"recursive mutex of C11", "mtx_t l;", "mtx_init(&l, mtx_recursive | mtx_timed); mtx_lock(&l); if (mtx_lock(&l) || mtx_unlock(&l) || mtx_unlock(&l)) reach_error(); if (mtx_unlock(&l) != thrd_error) reach_error();", "", false, false},
	{"threads of C11", "mtx_t l; once_flag once = ONCE_FLAG_INIT; static void init(void) { x = x + 1; }\nint w(void *a) { call_once(&once, init); mtx_lock(&l); y = y + 1; mtx_unlock(&l); return 7; }",
		"thrd_t t, u; int r; mtx_init(&l, mtx_plain); thrd_create(&t, w, 0); thrd_create(&u, w, 0); thrd_join(t, &r); thrd_join(u, 0); if (x != 1 || y != 2 || r != 7) reach_error();", "", false, false},
	{"barrier of nobody", "pthread_barrier_t b;", "if (pthread_barrier_init(&b, 0, 0) != EINVAL) reach_error();", "", false, false},
	{"atomic block by functions", `
static void begin(void) { __VERIFIER_atomic_begin(); }
static void end(void) { __VERIFIER_atomic_end(); }
void *f(void *a) { begin(); x = x + 1; end(); return 0; }
#define g f
`, "", "pthread_join(t1, 0); pthread_join(t2, 0); if (x != 2) reach_error();", false, false},
	{"an atomic block that a function ends", `
static void end(void) { __VERIFIER_atomic_end(); }
void *f(void *a) { __VERIFIER_atomic_begin(); x = 1; end(); x = 2; x = 3; return 0; }
`, "", "if (x == 2) reach_error();", true, false},
	{"atomic operations in an atomic block", `
atomic_int n; sem_t s;
void *f(void *a) { __VERIFIER_atomic_begin(); x = 1; n++; sem_post(&s); atomic_fetch_add(&n, 1); x = 0; __VERIFIER_atomic_end(); return 0; }
`, "", "if (x) reach_error();", false, false},
	{"an atomic function with an atomic operation", `
sem_t s; void __VERIFIER_atomic_post(void) { x = 1; sem_post(&s); x = 0; }
void *f(void *a) { __VERIFIER_atomic_post(); return 0; }
`, "", "if (x) reach_error();", false, false},
	{"neighbouring bit-fields", "struct { unsigned a : 1, b : 1; } s;\nvoid *f(void *a) { s.a = 1; return 0; }\nvoid *g(void *a) { s.b = 1; return 0; }\n",
		"", "pthread_join(t1, 0); pthread_join(t2, 0); if (!s.a || !s.b) reach_error();", true, false},
	{"neighbouring bit-fields with a mutex", `struct { unsigned a : 1, b : 2; } s;
void *f(void *a) { pthread_mutex_lock(&m); s.a = 1; pthread_mutex_unlock(&m); return 0; }
void *g(void *a) { pthread_mutex_lock(&m); s.b++; pthread_mutex_unlock(&m); return 0; }
`, "", "pthread_join(t1, 0); pthread_join(t2, 0); if (!s.a || s.b != 1) reach_error();", false, false},
	{"bit-fields of two memory locations", "struct { unsigned a : 1; char c; unsigned b : 1; } s;\nvoid *f(void *a) { s.a = 1; return 0; }\nvoid *g(void *a) { s.b = 1; return 0; }\n",
		"", "pthread_join(t1, 0); pthread_join(t2, 0); if (!s.a || !s.b) reach_error();", false, false},
}

// Locks, joins and atomic blocks mean the same to the interpreter and the product of threads as in
// glibc.
func TestCases(t *testing.T) {
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			text := caseHead + test.decls + "\nint main(void) {\npthread_t t1, t2;\n" + test.main + "\n#ifndef JOIN\n#define JOIN\n#endif\n"
			if strings.Contains(test.decls, "*f(") {
				text += "pthread_create(&t1, 0, f, 0);\n"
			}
			if strings.Contains(test.decls, "*g(") || strings.Contains(test.decls, "define g") {
				text += "pthread_create(&t2, 0, g, 0);\n"
			}
			text += "JOIN;\n" + test.after + "\nreturn 0; }\n"
			p, err := cc.Load("p.c", []byte(text), cc.Options{Model: cfg.LP64})
			require.NoError(t, err, text)
			want := exec.Returned
			if test.fails {
				want = exec.Failed
			}
			require.Equal(t, want, explore(t, p, maxStates).Outcome, "the threads of\n%s", text)
			if test.over {
				want = exec.Failed
			}
			for _, r := range []threads.Reduction{threads.Full, threads.Persistent, threads.Sleep} {
				product, err := threads.New(p, threads.Options{Reduction: r})
				require.NoError(t, err, text)
				whole, err := product.Program(0)
				require.NoError(t, err, text)
				inexact := slices.ContainsFunc(whole.Notes, func(n cfg.Note) bool { return n.Inexact })
				require.Equal(t, test.over, inexact, "%v", whole.Notes)
				if got := explore(t, whole, maxOfProduct).Outcome; got != exec.Limit {
					require.Equal(t, want, got, "their product (%v) of\n%s", r, text)
				}
			}
		})
	}
}
