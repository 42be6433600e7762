// the effects of a thread are seen after join
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
static int x;
static void *run(void *a) { x = 5; return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  if (x != 5) reach_error();
  return 0;
}
