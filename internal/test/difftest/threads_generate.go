// SPDX-License-Identifier: Apache-2.0

package difftest

import (
	"fmt"
	"math/rand"
	"strings"
)

// head is the beginning of every program. A real run ends with status 1 when it reaches the error,
// and after a second.
const head = `#ifdef REAL
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>
#endif
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
extern void abort(void);
#ifdef REAL
static void reach_error(void) { _exit(1); }
static void yield(void) { for (int n = rand() % 4; n > 2; n--) sched_yield(); }
static pthread_mutex_t block = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&block); }
static void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&block); }
static void begin(int seed) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(0, sizeof one, &one);
  srand(seed);
  alarm(1);
}
#define BEGIN(argc) begin(argc)
#define YIELD yield();
#else
extern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#define BEGIN(argc)
#define YIELD
#endif
static struct timespec past;
`

// ThreadProgram returns the text of the program with a number. Programs with a multiple of four
// have no atomic blocks, for which a real run has no exact counterpart.
func ThreadProgram(number int64) string {
	g := &generator{r: rand.New(rand.NewSource(number)), blocks: number%4 != 0, small: number%5 != 0}
	g.threads = 2
	if g.small && g.r.Intn(3) == 0 {
		g.threads = 3
	}
	for _, f := range features {
		if g.r.Intn(3) == 0 {
			g.features = append(g.features, f)
		}
	}
	if len(g.features) == 0 {
		g.features = features[:1]
	}
	var body strings.Builder
	for i := range g.threads {
		g.b.Reset()
		g.thread(i)
		body.WriteString(g.b.String())
	}
	g.b.Reset()
	g.main()
	body.WriteString(g.b.String())
	return head + declarations + body.String()
}

// declarations of everything that threads share.
const declarations = `int x, y, z;
atomic_int a;
_Thread_local int t;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;
pthread_barrier_t b;
pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t p;
pthread_once_t o = PTHREAD_ONCE_INIT;
void init(void) { x = x + 1 & 3; }
`

// A feature writes statements with one kind of synchronisation.
type feature func(*generator)

// features are all of them; those of a program are chosen anew.
var features = []feature{
	(*generator).mutex, (*generator).mutex, (*generator).condition, (*generator).condition, (*generator).semaphore, (*generator).barrier,
	(*generator).readWriteLock, (*generator).spinLock, (*generator).atomic, (*generator).block, (*generator).once,
	(*generator).threadLocal, (*generator).kinds, (*generator).timed,
}

type generator struct {
	r        *rand.Rand
	b        strings.Builder
	indent   int
	threads  int
	features []feature
	blocks   bool
	small    bool
	inMain   bool
	depth    int
	left     int // statements
	fresh    int
}

func (g *generator) pick(options ...string) string { return options[g.r.Intn(len(options))] }

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.b, "%s%s\n", strings.Repeat("  ", g.indent), fmt.Sprintf(format, args...))
}

// step is a line before which other threads may run.
func (g *generator) step(format string, args ...any) { g.line("YIELD "+format, args...) }

func (g *generator) shared() string { return g.pick("x", "x", "y", "z") }

func (g *generator) guard() string {
	return g.pick("x == 1", "x != y", "y == 2", "x == z", "!y", "z > 1", "x + y == 3", "x < 2", "a == 1", "a != x")
}

func (g *generator) thread(i int) {
	g.indent = 0
	g.line("void *f%d(void *arg) {", i)
	g.indent++
	g.left = 2 + g.r.Intn(2)
	if g.small {
		g.left = 1 + g.r.Intn(2)
	}
	for g.left > 0 {
		g.statement()
	}
	if g.r.Intn(4) == 0 {
		g.step("if (%s && %s) reach_error();", g.guard(), g.guard())
	}
	g.line("return (void *)%d;", i)
	g.indent--
	g.line("}")
}

func (g *generator) main() {
	g.inMain = true
	g.line("int main(int argc, char **argv) {")
	g.indent++
	g.line("BEGIN(argc);")
	g.line("pthread_t u[%d];", g.threads)
	g.line("sem_init(&s, 0, %d);", g.r.Intn(2))
	g.line("pthread_barrier_init(&b, 0, %d);", 2)
	g.line("pthread_spin_init(&p, 0);")
	for i := range g.threads {
		g.step("pthread_create(&u[%d], 0, f%d, 0);", i, i)
		if g.r.Intn(4) == 0 {
			g.left = 1
			g.statement()
		}
	}
	g.left = g.r.Intn(2)
	for g.left > 0 {
		g.statement()
	}
	if g.r.Intn(5) > 0 {
		for i := range g.threads {
			g.line("pthread_join(u[%d], 0);", i)
		}
	}
	g.step("if (%s && %s) reach_error();", g.final(), g.final())
	g.line("return 0;")
	g.indent--
	g.line("}")
}

// final returns a condition at the end.
func (g *generator) final() string {
	return fmt.Sprintf("%s %s %d", g.pick("x", "y", "z", "a"), g.pick("==", "==", "!=", ">"), g.r.Intn(4))
}

func (g *generator) statement() {
	g.left--
	if g.depth > 2 || g.r.Intn(3) == 0 {
		g.plain()
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.r.Intn(8) {
	case 0:
		g.step("if (%s) {", g.guard())
		g.nested(1)
		g.line("}")
	case 1:
		g.fresh++
		g.line("for (int i%d = 0; i%d < 2; i%d++) {", g.fresh, g.fresh, g.fresh)
		g.nested(1)
		g.line("}")
	default:
		g.features[g.r.Intn(len(g.features))](g)
	}
}

func (g *generator) nested(n int) {
	g.indent++
	for range n {
		g.statement()
	}
	g.indent--
}

// plain accesses shared variables without synchronisation.
func (g *generator) plain() {
	v, u := g.shared(), g.shared()
	switch g.r.Intn(6) {
	case 0, 1:
		g.step("%s = %d;", v, g.r.Intn(4))
	case 2, 3:
		g.step("%s = %s + 1 & 3;", v, v)
	case 4:
		g.step("%s = %s;", v, u)
	case 5:
		g.step("if (%s) %s = %s ^ 1;", g.guard(), v, u)
	}
}

func (g *generator) mutex() {
	m := g.pick("m", "m", "n")
	if g.r.Intn(4) == 0 {
		g.step("if (pthread_mutex_trylock(&%s) == 0) {", m)
		g.nested(1)
		g.step("  pthread_mutex_unlock(&%s);", m)
		g.line("} else { %s = 1; }", g.shared())
		return
	}
	g.step("pthread_mutex_lock(&%s);", m)
	g.nested(1 + g.r.Intn(2))
	g.step("pthread_mutex_unlock(&%s);", m)
}

func (g *generator) condition() {
	m := g.pick("m", "m", "m", "n")
	g.step("pthread_mutex_lock(&%s);", m)
	switch g.r.Intn(5) {
	case 0:
		g.step("%s = %d;", g.shared(), g.r.Intn(4))
		g.step("pthread_cond_%s(&c);", g.pick("signal", "broadcast"))
	case 1:
		g.step("if (%s) pthread_cond_wait(&c, &%s);", g.guard(), m)
		g.nested(1)
	default:
		g.step("while (%s) pthread_cond_wait(&c, &%s);", g.guard(), m)
		g.nested(1)
		g.step("pthread_cond_%s(&c);", g.pick("signal", "broadcast"))
	}
	g.step("pthread_mutex_unlock(&%s);", m)
}

func (g *generator) semaphore() {
	switch g.r.Intn(4) {
	case 0:
		g.step("sem_wait(&s);")
		g.nested(1)
		g.step("sem_post(&s);")
	case 1:
		g.step("if (sem_%s == 0) {", g.pick("trywait(&s)", "timedwait(&s, &past)"))
		g.nested(1)
		g.line("}")
	case 2:
		g.step("sem_post(&s);")
	case 3:
		g.step("sem_wait(&s);")
	}
}

func (g *generator) barrier() {
	if g.inMain {
		g.plain()
		return
	}
	g.step("if (pthread_barrier_wait(&b)) %s = %d;", g.shared(), g.r.Intn(4))
}

func (g *generator) readWriteLock() {
	lock := g.pick("rdlock", "wrlock", "rdlock", "wrlock", "tryrdlock", "trywrlock")
	g.step("if (pthread_rwlock_%s(&w) == 0) {", lock)
	g.nested(1)
	g.step("  pthread_rwlock_unlock(&w);")
	g.line("} else { %s = 2; }", g.shared())
}

func (g *generator) spinLock() {
	g.step("pthread_spin_lock(&p);")
	g.nested(1)
	g.step("pthread_spin_unlock(&p);")
}

func (g *generator) atomic() {
	switch g.r.Intn(5) {
	case 0:
		g.step("a++;")
	case 1:
		g.step("atomic_fetch_xor(&a, %d);", 1+g.r.Intn(3))
	case 2:
		g.step("%s = atomic_exchange(&a, %d);", g.shared(), g.r.Intn(4))
	case 3:
		g.fresh++
		g.step("{ int e%d = %d; if (atomic_compare_exchange_strong(&a, &e%d, %d)) %s = 3; }", g.fresh, g.r.Intn(2), g.fresh, g.r.Intn(4), g.shared())
	case 4:
		g.step("a = %s;", g.shared())
	}
}

// block is an atomic block. Operations that may wait are not used in it.
func (g *generator) block() {
	if !g.blocks {
		g.plain()
		return
	}
	g.step("__VERIFIER_atomic_begin();")
	g.indent++
	g.plain()
	if g.r.Intn(2) == 0 {
		g.line("%s;", g.pick("a++", "sem_post(&s)", "atomic_fetch_add(&a, 1)"))
	}
	g.plain()
	g.indent--
	g.line("__VERIFIER_atomic_end();")
}

func (g *generator) once() { g.step("pthread_once(&o, init);") }

func (g *generator) threadLocal() {
	g.step("t = t + 1 & 3;")
	g.step("%s = t;", g.shared())
}

// kinds uses recursive mutexes and those that check for errors.
func (g *generator) kinds() {
	k := g.pick("r", "e")
	switch g.r.Intn(4) {
	case 0:
		g.step("pthread_mutex_lock(&%s);", k)
		g.nested(1)
		g.step("%s = pthread_mutex_lock(&%s) == 0;", g.shared(), k)
		g.step("%s = pthread_mutex_unlock(&%s) == 0;", g.shared(), k)
		g.step("pthread_mutex_unlock(&%s);", k)
	case 1:
		g.step("%s = pthread_mutex_unlock(&%s) == 0;", g.shared(), k)
	case 2:
		g.step("pthread_mutex_lock(&%s);", k)
		g.step("if (%s) pthread_cond_wait(&c, &%s);", g.guard(), k)
		g.nested(1)
		g.step("pthread_cond_broadcast(&c);")
		g.step("pthread_mutex_unlock(&%s);", k)
	case 3:
		g.step("if (pthread_mutex_trylock(&%s) == 0) {", k)
		g.nested(1)
		g.step("  pthread_mutex_unlock(&%s);", k)
		g.line("}")
	}
}

// timed waits at most until a time that has already passed.
func (g *generator) timed() {
	switch g.r.Intn(3) {
	case 0:
		g.step("if (pthread_mutex_timedlock(&m, &past) == 0) {")
		g.nested(1)
		g.step("  pthread_mutex_unlock(&m);")
		g.line("}")
	case 1:
		g.step("pthread_mutex_lock(&n);")
		g.step("while (%s) if (pthread_cond_timedwait(&c, &n, &past)) { %s = %d; break; }", g.guard(), g.shared(), g.r.Intn(4))
		g.step("pthread_mutex_unlock(&n);")
	case 2:
		g.step("if (pthread_rwlock_timedwrlock(&w, &past) == 0) {")
		g.nested(1)
		g.step("  pthread_rwlock_unlock(&w);")
		g.line("}")
	}
}
