// a thread that is given a number and returns one
// expect: TRUE
// flags: --data-model LP64
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#include <pthread.h>
#include <stdlib.h>
static int seen;
static void *run(void *a) {
  seen = (int)(long)a;
  return (void *)((long)a + 1);
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  int *q = malloc(2 * sizeof *q);
  q[1] = 2;
  pthread_t t;
  void *r;
  pthread_create(&t, 0, run, (void *)(long)q[1]);
  pthread_join(t, &r);
  if (x * 7919u == 123456789u && !(seen == 2 && (long)r == 3)) reach_error();
  return 0;
}
