#include <assert.h>
#include <pthread.h>
int seats, done[2];
void *book(void *arg) {
  seats++;
  if (seats > 1)
    seats--;
  done[arg != 0] = 1;
  return 0;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, book, 0);
  pthread_create(&second, 0, book, &seats);
  if (done[0] && done[1])
    assert(seats == 1);
  return 0;
}
