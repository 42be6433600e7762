// a value that is read in between
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>
int x, y, z;
static void *f(void *a) { x = 1; y = x + z; x = 2; return a; }
static void *g(void *a) { z = 5; int t = x; z = t + 1; return a; }
int main(void) {
  pthread_t s, t;
  unsigned key = __VERIFIER_nondet_uint();
  pthread_create(&s, 0, f, 0);
  pthread_create(&t, 0, g, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  int r = y * 10 + z;
  if (key * 7919u == 4104336541u && r == 63) reach_error();
  return 0;
}
