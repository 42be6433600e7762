// data races
// expect: FALSE
// flags: --check data-race
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>
int x;
void *f(void *a) { x = 1; return a; }
int main(void) {
  pthread_t t;
  unsigned key = __VERIFIER_nondet_uint();
  pthread_create(&t, 0, f, 0);
  if (key * 7919u == 4104336541u) x = 2;
  pthread_join(t, 0);
}
