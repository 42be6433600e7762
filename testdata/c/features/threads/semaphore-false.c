// a semaphore orders two threads
// expect: FALSE
extern void reach_error(void);

#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int x;
static void *run(void *a) { x = 9; sem_post(&s); return 0; }

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, run, 0);
  sem_wait(&s);
  if (x == 9) reach_error();
  return 0;
}
