// without join the thread may not have run
// expect: FALSE
// run: no, it depends on the schedule
extern void reach_error(void);

#include <pthread.h>
static int x;
static void *run(void *a) { x = 5; return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  if (x == 0) reach_error();
  return 0;
}
