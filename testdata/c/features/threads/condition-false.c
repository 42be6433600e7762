// a condition variable hands over a value
// expect: FALSE
extern void reach_error(void);

#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, x;
static void *run(void *a) { pthread_mutex_lock(&m); x = 7; ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  if (x == 7) reach_error();
  return 0;
}
