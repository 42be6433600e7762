// SPDX-License-Identifier: Apache-2.0

package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/sandbox"
	"cornet/internal/test/need"
)

const deadlockHead = `#include <semaphore.h>
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t b;
extern void __VERIFIER_assume(int);
sem_t z;
`

// Each case is a thread f and a main function, the declarations before them, and whether there is a
// deadlock.
var deadlockCases = []raceCase{
	{"locks in two orders", "", "LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n);", "START LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); END", true},
	{"locks in one order", "", "LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m);", "START LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); END", false},
	{"two orders under a third lock", "pthread_mutex_t x2;", "LOCK(x2); LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n); UNLOCK(x2);", "START LOCK(x2); LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); UNLOCK(x2); END", false},
	{"a lock that the thread holds", "", "", "LOCK(m); LOCK(m);", true},
	{"an unlock is left out on a path", "", "LOCK(m); x++; if (x==3) return 0; UNLOCK(m);", "x = __VERIFIER_nondet_int(); START END LOCK(m); UNLOCK(m);", true},
	{"a path that is never taken", "", "LOCK(m); x++; if (x==3) return 0; UNLOCK(m);", "x = __VERIFIER_nondet_int()&1; START END LOCK(m); UNLOCK(m);", false},
	{"no signal", "", "LOCK(m); while (!y) pthread_cond_wait(&c,&m); UNLOCK(m);", "START LOCK(m); y = 1; UNLOCK(m); END", true},
	{"a signal", "", "LOCK(m); while (!y) pthread_cond_wait(&c,&m); UNLOCK(m);", "START LOCK(m); y = 1; pthread_cond_signal(&c); UNLOCK(m); END", false},
	{"a signal before the wait", "", "LOCK(m); pthread_cond_wait(&c,&m); UNLOCK(m);", "START LOCK(m); y = 1; pthread_cond_signal(&c); UNLOCK(m); END", true},
	{"one signal for two threads", "void *g(void *a) { LOCK(m); while (!y) pthread_cond_wait(&c,&m); UNLOCK(m); return 0; }", "LOCK(m); while (!y) pthread_cond_wait(&c,&m); UNLOCK(m);", "pthread_t v; START pthread_create(&v,0,g,0); LOCK(m); y = 1; pthread_cond_signal(&c); UNLOCK(m); END pthread_join(v,0);", true},
	{"a broadcast for two threads", "void *g(void *a) { LOCK(m); while (!y) pthread_cond_wait(&c,&m); UNLOCK(m); return 0; }", "LOCK(m); while (!y) pthread_cond_wait(&c,&m); UNLOCK(m);", "pthread_t v; START pthread_create(&v,0,g,0); LOCK(m); y = 1; pthread_cond_broadcast(&c); UNLOCK(m); END pthread_join(v,0);", false},
	{"a wait with a time limit", "", "LOCK(m); struct timespec t; while (!y) pthread_cond_timedwait(&c,&m,&t); UNLOCK(m);", "START LOCK(m); y = 1; UNLOCK(m); END", false},
	{"a thread that joins itself", "", "", "pthread_join(pthread_self(), 0);", false},
	{"a thread that joins main", "pthread_t me;", "pthread_join(me, 0);", "me = pthread_self(); START pthread_exit(0);", false},
	{"main exits with a lock", "", "LOCK(m);", "START LOCK(m); pthread_exit(0);", true},
	{"a thread ends with a lock", "", "LOCK(m);", "START LOCK(m); return 0;", true},
	{"trylock", "", "LOCK(n); if (!pthread_mutex_trylock(&m)) UNLOCK(m); UNLOCK(n);", "START LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); END", false},
	{"a recursive mutex", "pthread_mutex_t rq = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;", "", "LOCK(rq); LOCK(rq); UNLOCK(rq); UNLOCK(rq);", false},
	{"a recursive mutex that is held once more", "pthread_mutex_t rq = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;", "LOCK(rq); UNLOCK(rq);", "LOCK(rq); LOCK(rq); UNLOCK(rq); START END", true},
	{"a mutex that checks errors", "pthread_mutex_t rq = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;", "", "LOCK(rq); LOCK(rq); UNLOCK(rq);", false},
	{"a semaphore", "", "", "sem_init(&z,0,1); sem_wait(&z); sem_wait(&z);", true},
	{"a semaphore that nobody posts", "", "sem_wait(&z); x = 1;", "sem_init(&z,0,0); START END", true},
	{"a semaphore that is posted", "", "sem_wait(&z); x = 1;", "sem_init(&z,0,0); START sem_post(&z); END", false},
	{"a barrier for more threads", "", "pthread_barrier_wait(&b);", "pthread_barrier_init(&b,0,3); START pthread_barrier_wait(&b); END", true},
	{"a barrier", "", "pthread_barrier_wait(&b);", "pthread_barrier_init(&b,0,2); START pthread_barrier_wait(&b); END", false},
	{"a lock for readers and writers", "", "pthread_rwlock_wrlock(&r); pthread_rwlock_unlock(&r);", "pthread_rwlock_rdlock(&r); START END pthread_rwlock_unlock(&r);", true},
	{"a lock for readers", "", "pthread_rwlock_rdlock(&r); pthread_rwlock_unlock(&r);", "pthread_rwlock_rdlock(&r); START END pthread_rwlock_unlock(&r);", false},
	{"once", "pthread_once_t o = PTHREAD_ONCE_INIT; void g(void) { LOCK(m); UNLOCK(m); }", "pthread_once(&o, g);", "LOCK(m); START END UNLOCK(m);", true},
	{"an assumption that does not hold", "extern void __VERIFIER_assume(int);", "__VERIFIER_assume(0);", "START END", false},
	{"no threads", "", "", "return 0;", false},
	{"philosophers", "pthread_mutex_t forks[3]; void *dine(void*a){int i=(int)(long)a; LOCK(forks[i]);LOCK(forks[(i+1)%3]);UNLOCK(forks[(i+1)%3]);UNLOCK(forks[i]);return 0;}", "", "pthread_t t[3]; for(int i=0;i<3;i++) pthread_create(&t[i],0,dine,(void*)(long)i); for(int i=0;i<3;i++) pthread_join(t[i],0);", true},
	{"locks on the heap in two orders", "struct rq { pthread_mutex_t m; } *o, *o2;", "LOCK(o2->m); LOCK(o->m); UNLOCK(o->m); UNLOCK(o2->m);", "o = malloc(sizeof *o); o2 = malloc(sizeof *o2); pthread_mutex_init(&o->m,0); pthread_mutex_init(&o2->m,0); START LOCK(o->m); LOCK(o2->m); UNLOCK(o2->m); UNLOCK(o->m); END", true},
	{"locks on the heap in one order", "struct rq { pthread_mutex_t m; } *o, *o2;", "LOCK(o->m); LOCK(o2->m); UNLOCK(o2->m); UNLOCK(o->m);", "o = malloc(sizeof *o); o2 = malloc(sizeof *o2); pthread_mutex_init(&o->m,0); pthread_mutex_init(&o2->m,0); START LOCK(o->m); LOCK(o2->m); UNLOCK(o2->m); UNLOCK(o->m); END", false},
	{"any number of threads", "", "LOCK(m); x++; UNLOCK(m);", "int l = __VERIFIER_nondet_int(); for (int i = 0; i < l; i++) { START } LOCK(m); x++; UNLOCK(m);", false},
	{"two orders in any number of threads", "", "LOCK(n); LOCK(m); x++; UNLOCK(m); UNLOCK(n);", "int l = __VERIFIER_nondet_int(); for (int i = 0; i < l; i++) { START LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m); END }", true},
}

// Deadlocks are found, and their absence is proved.
func TestDeadlocks(t *testing.T) {
	for _, test := range deadlockCases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			want := "TRUE"
			if test.races {
				want = "FALSE"
			}
			test.before = deadlockHead + test.before
			z := cornet(t, test.text(), "verify", "-", "--data-model", "LP64", "--check", "deadlock", "--replay", "off", "--timeout", "60")
			require.Contains(t, z.stdout, "deadlock: "+want, "%s%s", z.stdout, z.stderr)
			require.NotContains(t, z.stderr, "internal error")
			if test.races {
				require.Contains(t, z.stdout, "deadlock: no thread can go on: ")
			}
		})
	}
}

// A run in the schedule that was found reaches the state in which all threads wait.
func TestDeadlockReplays(t *testing.T) {
	need.Of(t, "gcc -fsanitize=thread")
	need.Found(t, "sandbox", sandbox.Available())
	text := raceCase{thread: "LOCK(n);\nLOCK(m);", main: "START LOCK(m);\nLOCK(n); END"}.text()
	z := cornet(t, text, "verify", "-", "--data-model", "LP64", "--check", "deadlock")
	require.Contains(t, z.stdout, "all threads wait, and none goes on: at -:2")
}
