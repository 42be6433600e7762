// after a broadcast two waiters do not hold the mutex at once
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, in;
static void *run(void *a) {
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&c, &m);
  in++;
  if (in != 1) reach_error();
  in--;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
