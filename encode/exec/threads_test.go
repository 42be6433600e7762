// SPDX-License-Identifier: Apache-2.0

package exec_test

import (
	"testing"

	"cornet/encode/cc"
	run "cornet/encode/exec"

	"github.com/stretchr/testify/require"
)

// threadPrograms are bodies of programs with two threads, f and g, which main creates and joins.
// Racy programs fail under some schedule, the others under none.
var threadPrograms = []struct {
	name  string
	decls string
	f, g  string
	check string // asserted at the end
	racy  bool
}{
	{"increments", "int x;", "x++;", "x++;", "x == 2", true},
	{"mutex", "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
		"pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "x == 2", false},
	{"two mutexes", "int x; pthread_mutex_t m, n;",
		"pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n);", "x == 2", true},
	{"recursive", "int x; pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
		"pthread_mutex_lock(&m); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); x += 2; pthread_mutex_unlock(&m);", "x == 4", false},
	{"trylock", "int x, y; pthread_mutex_t m;",
		"if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); }", "if (!pthread_mutex_trylock(&m)) { x++; pthread_mutex_unlock(&m); }",
		"x == 1 || x == 2", false},
	{"trylock fails", "int x; pthread_mutex_t m;",
		"if (pthread_mutex_trylock(&m) == 0) { x++; x++; pthread_mutex_unlock(&m); }", "if (!pthread_mutex_trylock(&m)) { x += 2; pthread_mutex_unlock(&m); }",
		"x == 4", true},
	{"atomic increments", "_Atomic int x;", "x++;", "x += 1;", "x == 2", false},
	{"atomic assignment", "_Atomic int x;", "x = x + 1;", "x = x + 1;", "x == 2", true},
	{"sync builtin", "int x;", "__sync_fetch_and_add(&x, 1);", "__sync_add_and_fetch(&x, 1);", "x == 2", false},
	{"atomic builtin", "int x;", "__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);", "__atomic_add_fetch(&x, 1, 5);", "x == 2", false},
	{"c11 function", "atomic_int x;", "atomic_fetch_add(&x, 1);", "atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);", "x == 2", false},
	{"compare and swap", "int x;", "int o; do o = x; while (!__sync_bool_compare_and_swap(&x, o, o + 1));",
		"int o; do o = x; while (!__sync_bool_compare_and_swap(&x, o, o + 1));", "x == 2", false},
	{"compare exchange", "atomic_int x;", "int o = atomic_load(&x); while (!atomic_compare_exchange_strong(&x, &o, o + 1)) ;",
		"int o = 5; while (!atomic_compare_exchange_weak(&x, &o, o + 1)) ;", "x == 2", false},
	{"exchange", "int x, y, z;", "y = __sync_lock_test_and_set(&x, 1);", "z = __atomic_exchange_n(&x, 1, 0);", "y + z == 1", false},
	{"atomic block", "int x;", "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();", "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();", "x == 2", false},
	{"atomic function", "int x; void __VERIFIER_atomic_inc(void) { x++; }", "__VERIFIER_atomic_inc();", "__VERIFIER_atomic_inc();", "x == 2", false},
	{"spin", "int x; pthread_spinlock_t s;", "pthread_spin_lock(&s); x++; pthread_spin_unlock(&s);", "pthread_spin_lock(&s); x++; pthread_spin_unlock(&s);", "x == 2", false},
	{"read-write lock", "int x; pthread_rwlock_t l;", "pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l);",
		"pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l);", "x == 2", false},
	{"read locks share", "int x; pthread_rwlock_t l;", "pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l);",
		"pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l);", "x == 2", true},
	{"semaphore", "#include <semaphore.h>\nint x; sem_t s;", "sem_wait(&s); x++; sem_post(&s);", "sem_wait(&s); x++; sem_post(&s);", "x == 2", false},
	{"semaphore order", "#include <semaphore.h>\nint x, y; sem_t t;", "x = 1; sem_post(&t);", "sem_wait(&t); y = x;", "y == 1", false},
	{"semaphore try", "#include <semaphore.h>\nint x, y; sem_t t;", "x = 1; sem_post(&t);", "if (sem_trywait(&t) == 0) y = x; else y = 1;", "y == 1", false},
	{"barrier", "int x, y, a, b; pthread_barrier_t r;", "x = 1; pthread_barrier_wait(&r); a = y;", "y = 1; pthread_barrier_wait(&r); b = x;", "a == 1 && b == 1", false},
	{"no barrier", "int x, y, a, b;", "x = 1; a = y;", "y = 1; b = x;", "a == 1 && b == 1", true},
	{"store buffer", "int x, y, a, b;", "x = 1; a = y;", "y = 1; b = x;", "a == 1 || b == 1", false},
	{"once", "int x; pthread_once_t o = PTHREAD_ONCE_INIT; void init(void) { x++; }", "pthread_once(&o, init);", "pthread_once(&o, init);", "x == 1", false},
	{"condition", "int x, y; pthread_mutex_t m; pthread_cond_t c;", "pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m); y = x; pthread_mutex_unlock(&m);", "y == 1", false},
	{"condition without loop", "int x, y; pthread_mutex_t m; pthread_cond_t c;", "pthread_mutex_lock(&m); x = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); if (!x) pthread_cond_wait(&c, &m); y = x; pthread_mutex_unlock(&m);", "y == 1", true},
	{"thread-local", "_Thread_local int x = 3; int y, z;", "x++; y = x;", "x++; z = x;", "y == 4 && z == 4 && x == 3", false},
	{"specific", "pthread_key_t k; int y, z;", "pthread_setspecific(k, &y); *(int *)pthread_getspecific(k) = 1;", "pthread_setspecific(k, &z); *(int *)pthread_getspecific(k) = 1;",
		"y == 1 && z == 1", false},
	{"peterson", "int a, b, turn, x;", "a = 1; turn = 1; while (b && turn == 1) ; x++; a = 0;", "b = 1; turn = 0; while (a && turn == 0) ; x++; b = 0;", "x == 2", false},
	{"bad peterson", "int a, b, turn, x;", "turn = 1; a = 1; while (b && turn == 1) ; x++; a = 0;", "turn = 0; b = 1; while (a && turn == 0) ; x++; b = 0;", "x == 2", true},
	{"one load", "int x;", "x = 1; x = 0;", "int t = x; if (t == 1 && t != 1) x = 5;", "x != 5", false},
	{"two loads", "int x, y;", "x = 1; x = 0;", "if (x == 1 && x != 1) y = 5;", "y != 5", true},
	{"shared local", "int *p; int y;", "int l = 1; p = &l; y = l; __VERIFIER_assume(y == 1);", "if (p) y = 0;", "y == 0 || y == 1", false},
}

func TestThreads(t *testing.T) {
	for _, c := range threadPrograms {
		t.Run(c.name, func(t *testing.T) {
			text := "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n" + c.decls +
				"\nvoid *f(void *arg) { " + c.f + " return 0; }\nvoid *g(void *arg) { " + c.g + " return arg; }\n" +
				"int main(void) {\n  pthread_t t1, t2; void *res;\n"
			switch c.name {
			case "barrier":
				text += "  pthread_barrier_init(&r, 0, 2);\n"
			case "semaphore":
				text += "  sem_init(&s, 0, 1);\n"
			case "specific":
				text += "  pthread_key_create(&k, 0);\n"
			}
			text += "  pthread_create(&t1, 0, f, 0); pthread_create(&t2, 0, g, (void *)7);\n  pthread_join(t1, 0); pthread_join(t2, &res);\n" +
				"  assert(res == (void *)7);\n  assert(" + c.check + ");\n  return 0;\n}\n"
			p, err := cc.Load("threads.c", []byte(text), cc.Options{})
			require.NoError(t, err, text)
			require.NoError(t, p.Check())
			returned, failed := 0, 0
			for seed := range int64(400) {
				switch r := randomRun(t, p, seed, 2000); r.Outcome {
				case run.Returned:
					returned++
				case run.Failed:
					failed++
				case run.Invalid:
					t.Fatalf("%v: %s\n%s", r.Edge.Pos, r.Reason, text)
				}
			}
			require.Positive(t, returned, text)
			if c.racy {
				require.Positive(t, failed, text)
			} else {
				require.Zero(t, failed, text)
			}
		})
	}
}
