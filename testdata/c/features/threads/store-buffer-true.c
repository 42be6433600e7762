// at least one of two stores is seen by two loads
// expect: TRUE
// run: no, its atomics are sequentially consistent here only by luck of the schedule
extern void reach_error(void);

#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *run(void *p) { x = 1; a = y; return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  y = 1;
  b = x;
  pthread_join(t, 0);
  if (a == 0 && b == 0) reach_error();
  return 0;
}
