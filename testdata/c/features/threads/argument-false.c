// a thread's argument and result
// expect: FALSE
extern void reach_error(void);

#include <pthread.h>
static void *run(void *a) { int *p = a; *p += 1; return a; }

int main(void) {
  int k = 4;
  void *r;
  pthread_t t;
  pthread_create(&t, 0, run, &k);
  pthread_join(t, &r);
  if (k != 5) reach_error();
  if (r == &k) reach_error();
  return 0;
}
