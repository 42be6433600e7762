// __VERIFIER_atomic_begin and end
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x;
static void *run(void *p) { __VERIFIER_atomic_begin(); int t = x; x = t + 1; __VERIFIER_atomic_end(); return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}
