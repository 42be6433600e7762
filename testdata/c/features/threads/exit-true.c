// pthread_exit ends a thread
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
static void *run(void *p) { pthread_exit(0); reach_error(); return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
