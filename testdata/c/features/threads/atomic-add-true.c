// atomic increments do not get lost
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *run(void *p) { x++; atomic_fetch_add(&x, 2); return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  if (x != 6) reach_error();
  return 0;
}
