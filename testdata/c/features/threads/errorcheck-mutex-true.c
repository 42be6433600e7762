// a second lock of an error-checking mutex returns EDEADLK
// expect: TRUE
extern void reach_error(void);

#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static void *run(void *a) { return 0; }

int main(void) {
  pthread_t t;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &a);
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  int r = pthread_mutex_lock(&m);
  if (r != EDEADLK) reach_error();
  return 0;
}
