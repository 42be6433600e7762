// increments without a mutex beside some with one
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
static void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); y = y + 1; return a; }
int main(void) {
  pthread_t s, t;
  unsigned key = __VERIFIER_nondet_uint();
  pthread_create(&s, 0, f, 0);
  pthread_create(&t, 0, f, 0);
  y = y + 1;
  pthread_join(s, 0);
  pthread_join(t, 0);
  int r = 10 * x + y;
  if (key * 7919u == 4104336541u && r == 21) reach_error();
  return 0;
}
