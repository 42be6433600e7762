// deadlocks
// expect: FALSE
// flags: --check deadlock
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
  pthread_mutex_lock(&l); pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m); pthread_mutex_unlock(&l);
  return a;
}
int main(void) {
  pthread_t t;
  unsigned key = __VERIFIER_nondet_uint();
  pthread_create(&t, 0, f, 0);
  if (key * 7919u == 4104336541u) { pthread_mutex_lock(&m); pthread_mutex_lock(&l); }
}
