// nobody passes a barrier before all have come
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
static pthread_barrier_t b;
static int x;
static void *run(void *a) { x = 4; pthread_barrier_wait(&b); return 0; }

int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, run, 0);
  pthread_barrier_wait(&b);
  if (x != 4) reach_error();
  return 0;
}
