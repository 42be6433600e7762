// a recursive mutex may be locked twice
// expect: TRUE
extern void reach_error(void);

#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int x;
static void *run(void *a) { return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  x = 3;
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  if (x != 3) reach_error();
  return 0;
}
