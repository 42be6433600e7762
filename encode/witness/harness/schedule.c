/* Runs the threads of a program in an order of steps. gcc's instrumentation for its thread sanitizer calls a function before each access to memory;
   what is between the program and that function has a thread wait while others have steps to take before the one at this line. Nothing of
   this is instrumented, so that it orders nothing as the sanitizer sees it. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define QUIET __attribute__((no_sanitize_thread, noinline))

extern void __sanitizer_symbolize_pc(void *pc, const char *format, char *out, unsigned long size);

static __thread int me;           /* the thread, as the path numbers it */
static volatile int threads, lock, head, waited;
static volatile char done[cornet_steps + 1];

QUIET static void take(void) { while (__atomic_exchange_n(&lock, 1, 5)) syscall(SYS_sched_yield); }
QUIET static void give(void) { __atomic_store_n(&lock, 0, 5); }
QUIET static void rest(long nanoseconds) {
  long time[2] = {0, nanoseconds};
  syscall(SYS_nanosleep, time, 0);
}

/* Each report of the sanitizer comes with the word that the program does not know. */
QUIET void __tsan_on_report(const void *report) {
  static const char said[] = CORNET_WORD " 0\n";
  syscall(SYS_write, 2, said, sizeof said - 1);
}

/* In a program with atomic blocks one thread runs at a time: it may change only where point is passed, or where a thread waits, and not in a block. The
   sanitizer sees nothing of that; what it sees is that the end of a block comes before the beginning of the next one. */
extern const int cornet_blocks;
static volatile int baton;
static __thread int inside;
static char blocks;
extern void __tsan_acquire(void *), __tsan_release(void *);
QUIET static void seize(void) {
  if (cornet_blocks && !inside) while (__atomic_exchange_n(&baton, 1, 5)) syscall(SYS_sched_yield);
}
QUIET static void drop(void) {
  if (cornet_blocks && !inside) __atomic_store_n(&baton, 0, 5);
}
QUIET __attribute__((constructor)) static void seize_first(void) { seize(); }

/* line is that of a call; names are looked up once. */
static struct { void *pc; int line; } known[4096];
QUIET static int line(void *pc) {
  unsigned long at = ((unsigned long)pc >> 1) % 4096, n = 0;
  for (; known[at].pc && known[at].pc != pc && n < 64; n++) at = (at + 1) % 4096;
  if (known[at].pc != pc) {
    char text[32] = "0";
    __sanitizer_symbolize_pc(pc, "%l", text, sizeof text);
    int z = 0;
    for (char *p = text; *p >= '0' && *p <= '9'; p++) z = 10 * z + *p - '0';
    known[at].line = z;
    known[at].pc = pc;
  }
  return known[at].line;
}

/* step is the next step of the thread at a line, or -1; what it has gone past is done. */
QUIET static int step(int at) {
  for (int i = head; i < cornet_steps; i++)
    if (!done[i] && cornet_path[i].thread == me && cornet_path[i].line == at) {
      for (int k = head; k < i; k++)
        if (cornet_path[k].thread == me) done[k] = 1;
      return i;
    }
  return -1;
}

QUIET static void forward(void) { while (head < cornet_steps && done[head]) head++; }

/* The way in which threads are scheduled: 0 along the path, 1 as the system likes, others at random. */
static volatile int strategy;
static volatile unsigned seed;
QUIET __attribute__((constructor)) static void load(void) {
  char digit = '0';
  int in = open("strategy", O_RDONLY);
  if (in < 0) return;
  if (read(in, &digit, 1) == 1) strategy = seed = digit - '0';
  close(in);
}

/* Where a deadlock is looked for: how many threads have not ended, how many are in functions that wait, and how often that has changed. */
static volatile int live = 1, waiting, changes;
static pthread_key_t ends;
static void *volatile waits[256]; /* where each thread waits */
QUIET static void end(void *p) {
  __atomic_sub_fetch(&live, 1, 5);
  __atomic_add_fetch(&changes, 1, 5);
  inside = 0;
  drop();
}
QUIET static void enter(int by, void *at) {
  if (me < 256) waits[me] = at;
  __atomic_add_fetch(&waiting, by, 5);
  __atomic_add_fetch(&changes, 1, 5);
}
QUIET static void say_waits(void) {
  char text[256 * 64 + 200] = CORNET_WORD " waits ", *p = text + strlen(text);
  for (int i = 0; i < 256; i++)
    if (waits[i] && p < text + sizeof text - 300) {
      __sanitizer_symbolize_pc(waits[i], "%s:%l", p, 200);
      p += strlen(p);
      *p++ = ' ';
    }
  *p++ = '\n';
  syscall(SYS_write, 2, text, p - text);
}
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
QUIET static void *watch(void *p) {
  int before = -1, quiet = 0;
  while (live) {
    quiet = live == waiting && before == changes ? quiet + 1 : 0;
    before = changes;
    if (quiet > 20) {
      say_waits();
      _exit(cornet_deadlock);
    }
    rest(20000000);
  }
  _exit(0);
}
QUIET __attribute__((constructor)) static void begin_watch(void) {
  pthread_t id;
  if (!cornet_deadlock && !cornet_blocks) return;
  pthread_key_create(&ends, end);
  pthread_setspecific(ends, &ends);
  if (cornet_deadlock) __real_pthread_create(&id, 0, watch, 0);
}

/* ahead reports whether the path has a step of the thread that is not done. */
QUIET static int ahead(void) {
  for (int i = head; i < cornet_steps; i++)
    if (!done[i] && cornet_path[i].thread == me) return 1;
  return 0;
}

/* turn returns when it is the thread's turn. */
QUIET static void turn(void *pc) {
  if (strategy > 1) { /* at random */
    seed = seed * 1103515245 + 12345;
    if ((seed >> 16) % 4 == 0 && !inside) rest((seed >> 18) % 64 * 10000);
    return;
  }
  if (strategy == 1 || head >= cornet_steps) return;
  take();
  int i = step(line(pc));
  forward();
  if (cornet_deadlock && i < 0 && !ahead()) i = cornet_steps; /* it waits when the others have come to where they wait */
  for (int rounds = 0; i >= 0 && head < i && !inside; rounds++) {
    int before = head;
    give();
    rest(200000);
    take();
    if (head == before && rounds > 100) { /* the thread that is due does not come */
      done[head] = 1;
      rounds = 50;
    }
    if (head != before) rounds = 0;
    forward();
  }
  if (i >= 0) done[i] = 1;
  forward();
  give();
}

/* point is passed before each access and each operation of threads. */
QUIET static void point(void *pc) {
  drop();
  turn(pc);
  seize();
}

QUIET void cornet_block_begins(void *pc) {
  point(pc);
  if (!inside++) __tsan_acquire(&blocks);
}
QUIET void cornet_block_ends(void) {
  if (inside == 1) __tsan_release(&blocks);
  if (inside) inside--;
}
QUIET void __VERIFIER_atomic_begin(void) { cornet_block_begins(__builtin_return_address(0)); }
QUIET void __VERIFIER_atomic_end(void) { cornet_block_ends(); }
QUIET int cornet_enter(void) { cornet_block_begins(__builtin_return_address(0)); return 0; }
QUIET void cornet_leave(int *block) { cornet_block_ends(); }

#define CALLER __builtin_return_address(0)
#define ACCESS(name, does) \
  void __tsan_##does##_pc(void *, void *); \
  QUIET void __wrap_##name(void *p) { point(CALLER); __tsan_##does##_pc(p, CALLER); }
#define SIZE(n) \
  ACCESS(__tsan_read##n, read##n) ACCESS(__tsan_write##n, write##n) \
  ACCESS(__tsan_volatile_read##n, read##n) ACCESS(__tsan_volatile_write##n, write##n)
SIZE(1) SIZE(2) SIZE(4) SIZE(8) SIZE(16)

#define CALL(name, parameters, arguments, blocks_thread) \
  int __real_##name parameters; \
  QUIET int __wrap_##name parameters { \
    point(CALLER); \
    drop(); \
    if (cornet_deadlock && blocks_thread) enter(1, CALLER); \
    int z = __real_##name arguments; \
    if (cornet_deadlock && blocks_thread) enter(-1, 0); \
    seize(); \
    return z; \
  }
CALL(pthread_mutex_lock, (pthread_mutex_t *m), (m), 1) CALL(pthread_mutex_unlock, (pthread_mutex_t *m), (m), 0)
CALL(pthread_join, (pthread_t id, void **result), (id, result), 1)
CALL(pthread_cond_wait, (pthread_cond_t *c, pthread_mutex_t *m), (c, m), 1)
CALL(pthread_cond_signal, (pthread_cond_t *c), (c), 0) CALL(pthread_cond_broadcast, (pthread_cond_t *c), (c), 0)
CALL(pthread_rwlock_rdlock, (pthread_rwlock_t *l), (l), 1) CALL(pthread_rwlock_wrlock, (pthread_rwlock_t *l), (l), 1)
CALL(pthread_rwlock_unlock, (pthread_rwlock_t *l), (l), 0)
CALL(pthread_barrier_wait, (pthread_barrier_t *b), (b), 1)
CALL(sem_wait, (void *s), (s), 1) CALL(sem_post, (void *s), (s), 0)
/* Threads of C11 are not counted. */
int __real_thrd_create(void *, void *, void *);
QUIET int __wrap_thrd_create(void *id, void *run, void *argument) { enter(-1000, 0); return __real_thrd_create(id, run, argument); }

struct start { void *(*run)(void *); void *argument; int number; };
QUIET static void *begin(void *p) {
  struct start s = *(struct start *)p;
  me = s.number;
  if (cornet_deadlock || cornet_blocks) pthread_setspecific(ends, &ends);
  seize();
  return s.run(s.argument);
}
QUIET int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *how, void *(*run)(void *), void *argument) {
  point(CALLER);
  struct start *s = malloc(sizeof *s);
  s->run = run;
  s->argument = argument;
  s->number = __atomic_add_fetch(&threads, 1, 5);
  __atomic_add_fetch(&live, 1, 5);
  int z = __real_pthread_create(id, how, begin, s);
  if (z) __atomic_sub_fetch(&live, 1, 5);
  return z;
}
