#include <pthread.h>
#include <stdatomic.h>

int x, flag;
atomic_int n;
_Thread_local int mine;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(flag == 0);
  flag = 1;
}

void *worker(void *arg) {
  int local = *(int *)arg;
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  if (x > local && flag)
    n += 2;
  mine = atomic_fetch_add(&n, 1);
  __VERIFIER_atomic_take();
  return 0;
}

int main(void) {
  pthread_t t;
  int start = 1;
  pthread_create(&t, 0, worker, &start);
  while (x == 0)
    ;
  pthread_join(t, 0);
  if (n > 3) { ERROR: ; }
}
