// a thread-local variable belongs to one thread
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
static _Thread_local int x = 1;
static void *run(void *p) { x = 9; return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  if (x != 1) reach_error();
  return 0;
}
