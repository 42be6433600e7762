// compare and exchange
// expect: TRUE
extern void reach_error(void);

#include <stdatomic.h>

int main(void) {
  atomic_int x = 3;
  int e = 4;
  if (!(!atomic_compare_exchange_strong(&x, &e, 9))) reach_error();
  if (e != 3) reach_error();
  if (!(atomic_compare_exchange_strong(&x, &e, 9))) reach_error();
  if (atomic_load(&x) != 9) reach_error();
  if (!(atomic_exchange(&x, 1) == 9)) reach_error();
  return 0;
}
