// a second lock of a normal mutex waits for ever
// expect: TRUE
// run: no, it waits for ever
extern void reach_error(void);

#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *a) { return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  reach_error();
  return 0;
}
