// a second lock waits for ever in a program without threads, too
// expect: TRUE
// run: no, it waits for ever
extern void reach_error(void);

#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  reach_error();
  return 0;
}
