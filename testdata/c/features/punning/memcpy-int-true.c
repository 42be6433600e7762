// an int made from bytes by memcpy
// expect: TRUE
extern void reach_error(void);

#include <string.h>

int main(void) {
  unsigned char b[4] = {1, 2, 3, 4};
  unsigned x;
  memcpy(&x, b, 4);
  if (x != 0x04030201u) reach_error();
  return 0;
}
