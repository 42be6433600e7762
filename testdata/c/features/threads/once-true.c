// pthread_once calls its function once
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int n;
static void init(void) { n++; }
static void *run(void *p) { pthread_once(&o, init); return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_once(&o, init);
  pthread_join(t, 0);
  if (n != 1) reach_error();
  return 0;
}
