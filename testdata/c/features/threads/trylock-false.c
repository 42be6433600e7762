// trylock of a free mutex succeeds
// expect: FALSE
extern void reach_error(void);

#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *a) { return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int r = pthread_mutex_trylock(&m);
  if (r != 0) reach_error();
  if (pthread_mutex_trylock(&m) != 0) reach_error();
  return 0;
}
