// returning from main ends the other threads
// expect: FALSE
// run: no, it depends on the schedule
extern void reach_error(void);

#include <pthread.h>
static int x;
static void *run(void *p) { if (x == 1) reach_error(); return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
