// gcc's atomic builtins and functions of stdatomic.h move pointers by bytes
// expect: FALSE
#include <stdatomic.h>
void reach_error(void);
int a[8];

int main(void) {
  int *p = a;
  int *_Atomic q = a;
  __sync_fetch_and_add(&p, sizeof(int));
  atomic_fetch_add(&q, 2 * sizeof(int));
  if (p == a + 1 && q == a + 2) reach_error();
  return 0;
}
