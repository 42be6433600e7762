// memmove of words within bytes
// expect: FALSE
// inputs: 9
extern void reach_error(void);
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char b[8] = {0};
  *(unsigned *)b = 0x04030200u + __VERIFIER_nondet_uchar();
  unsigned char n = b[0];
  memmove(b + 2, b, 4);
  if (b[2] != n || b[5] == 4 || b[1] != 2) reach_error();
  return 0;
}
