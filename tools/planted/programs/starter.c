// a thread that is started by another
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>
int x, y;
pthread_t t;
static void *g(void *a) { x = 5; return a; }
static void *f(void *a) { y = 1; pthread_create(&t, 0, g, 0); return a; }
int main(void) {
  pthread_t s;
  unsigned key = __VERIFIER_nondet_uint();
  pthread_create(&s, 0, f, 0);
  int t = x;
  x = 2;
  int u = 10 * t + x + y;
  if (key * 7919u == 4104336541u && u == 53) reach_error();
  return 0;
}
