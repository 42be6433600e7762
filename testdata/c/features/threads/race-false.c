// two threads increment without a lock
// expect: FALSE
// run: no, it depends on the schedule
extern void reach_error(void);

#include <pthread.h>
static int x;
static void *run(void *a) { int t = x; x = t + 1; return 0; }

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  if (x == 1) reach_error();
  return 0;
}
