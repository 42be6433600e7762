// a writer excludes readers
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static void *run(void *p) { pthread_rwlock_wrlock(&l); a++; b++; pthread_rwlock_unlock(&l); return 0; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_rwlock_rdlock(&l);
  if (a != b) reach_error();
  pthread_rwlock_unlock(&l);
  return 0;
}
