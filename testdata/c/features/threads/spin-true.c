// a spin lock
// expect: TRUE
extern void reach_error(void);

#include <pthread.h>
static pthread_spinlock_t s;
static int x;
static void *run(void *p) { pthread_spin_lock(&s); int t = x; x = t + 1; pthread_spin_unlock(&s); return 0; }

int main(void) {
  pthread_t t;
  pthread_spin_init(&s, 0);
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}
