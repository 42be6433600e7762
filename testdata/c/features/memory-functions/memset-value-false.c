// memset takes the low byte of its argument
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  unsigned char b[3];
  memset(b, 0x1234, 3);
  if (b[1] != 0x34) reach_error();
  unsigned n;
  memset(&n, 1, sizeof n);
  if (n == 0x01010101u) reach_error();
  return 0;
}
