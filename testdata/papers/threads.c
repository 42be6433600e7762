// example.c, the running example of Jie Su, Cong Tian, Zhenhua Duan, "Conditional
// Interpolation: Making Concurrent Program Verification More Effective", ESEC/FSE 2021,
// Fig. 1(a): two threads over x. Safe.
#include <pthread.h>

extern void reach_error(void);

int x = 0;

void *p1(void *arg) {
  x = x + 1;
  if (x < 3)
    x = x + 2;
  return 0;
}

void *p2(void *arg) {
  int m = x - 1;
  if (x > 4)
    reach_error();
  return 0;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, p1, 0);
  pthread_create(&t2, 0, p2, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
