// accesses that a lock or an atomic flag orders do not race
// expect: TRUE
// flags: --check races
// run: no, the errors are none of the program's own
#include <pthread.h>
static int x, y;
static _Atomic int flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *p) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  while (!flag) {}
  y = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  y = 2;
  flag = 1;
  pthread_join(t, 0);
  return 0;
}
