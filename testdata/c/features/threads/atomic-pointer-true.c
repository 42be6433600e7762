// gcc's atomic builtins and functions of stdatomic.h move pointers by bytes
// expect: TRUE
#include <stdatomic.h>
void reach_error(void);
int a[8];

int main(void) {
  int *p = a, *o = __atomic_fetch_add(&p, 2 * sizeof(int), __ATOMIC_SEQ_CST);
  if (o != a || p != a + 2) reach_error();
  if (__atomic_sub_fetch(&p, sizeof(int), __ATOMIC_SEQ_CST) != a + 1) reach_error();
  int *_Atomic q = p;
  atomic_fetch_sub(&q, sizeof(int));
  if (q != a) reach_error();
  q += 1; // an operator, which moves by elements
  if (q != a + 1) reach_error();
  return 0;
}
