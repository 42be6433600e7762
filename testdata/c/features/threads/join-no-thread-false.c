// join of a value that is not a thread returns at once
// expect: FALSE
// run: no, undefined
extern void reach_error(void);

#include <pthread.h>
static void *run(void *p) { return 0; }

int main(void) {
  pthread_t t, none = 0;
  pthread_create(&t, 0, run, 0);
  pthread_join(none, 0);
  reach_error();
  return 0;
}
