// memset of a number of bytes that is an input
// expect: FALSE
// inputs: 6 7
extern void reach_error(void);
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned w[2] = {0, 0}, n = __VERIFIER_nondet_uchar(), v = __VERIFIER_nondet_uchar();
  if (n > 8) return 0;
  unsigned char *p = (unsigned char *)w;
  memset(p, v, n);
  if (n == 6 && w[0] != v * 0x01010101u) reach_error();
  if (n == 6 && w[1] == v * 0x101u) reach_error();
  return 0;
}
