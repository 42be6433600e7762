// two threads have different ids
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
static pthread_t other;
static void *run(void *p) { other = pthread_self(); return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  if (pthread_equal(pthread_self(), t)) reach_error();
  return 0;
}
