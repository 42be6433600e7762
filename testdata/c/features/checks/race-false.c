// two threads that write without a lock race
// expect: FALSE
// flags: --check races
// run: no, the errors are none of the program's own
#include <pthread.h>
static int x;
static void *run(void *p) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x = 2;
  pthread_join(t, 0);
  return 0;
}
