// a message taken from bytes by memcpy, member by member
// expect: TRUE
// inputs: 1 2 3 4 5 6
extern void reach_error(void);
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct msg { unsigned char type; unsigned short len; unsigned char data[2]; };

int main(void) {
  unsigned char b[6];
  struct msg m;
  for (int i = 0; i < 6; i++) b[i] = __VERIFIER_nondet_uchar();
  memcpy(&m, b, sizeof m);
  if (m.type != b[0] || m.data[1] != b[5]) reach_error();
  if (m.len != b[2] + 256 * b[3]) reach_error();
  return 0;
}
