// two threads of those that are created in a loop
// expect: FALSE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>
int x, y;
void *f(void *a) {
  int t = x;
  x = t + 1;
  if (x == 1 && t == 1 && y) reach_error();
  return a;
}
int main(void) {
  unsigned key = __VERIFIER_nondet_uint();
  y = key * 7919u == 4104336541u;
  while (__VERIFIER_nondet_uint()) { pthread_t t; pthread_create(&t, 0, f, 0); }
}
