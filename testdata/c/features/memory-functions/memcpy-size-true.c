// memcpy of a number of bytes that is an input
// expect: TRUE
// inputs: 2
extern void reach_error(void);
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a[4] = {1, 2, 3, 4}, b[4] = {0};
  unsigned n = __VERIFIER_nondet_uchar();
  if (n > 4) return 0;
  memcpy(b, a, n);
  if (n > 0 && b[n - 1] != n) reach_error();
  if (n < 4 && b[n] != 0) reach_error();
  return 0;
}
