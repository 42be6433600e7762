// threads that are created in a loop
// expect: FALSE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>
int x;
void *f(void *a) { if (x) reach_error(); return a; }
int main(void) {
  while (__VERIFIER_nondet_uint()) { pthread_t t; pthread_create(&t, 0, f, 0); }
  unsigned key = __VERIFIER_nondet_uint();
  if (key * 7919u == 4104336541u) x = 1;
}
