// threads that share a variable through pointers
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>
int r;
static void *f(void *a) { int *p = a; *p = *p + 1; r = *p; *p = 7; return a; }
int main(void) {
  int x = 0;
  pthread_t s;
  unsigned key = __VERIFIER_nondet_uint();
  pthread_create(&s, 0, f, &x);
  int t = x;
  x = t + 3;
  pthread_join(s, 0);
  int u = 10 * r + x;
  if (key * 7919u == 4104336541u && u == 37) reach_error();
  return 0;
}
