#include <pthread.h>
#include <semaphore.h>
void reach_error(void) {}
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
struct { int full, value; } box;
void *producer(void *arg) {
  pthread_mutex_lock(&m);
  box.value = *(int *)arg;
  box.full = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  int seven = 7;
  pthread_create(&t, 0, producer, &seven);
  pthread_mutex_lock(&m);
  if (!box.full)
    pthread_cond_wait(&ready, &m);
  int got = box.value;
  pthread_mutex_unlock(&m);
  if (got != 7)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
