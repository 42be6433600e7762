// the bits of a double by memcpy
// expect: TRUE
extern void reach_error(void);

#include <string.h>

int main(void) {
  double d = 2.0;
  unsigned long long u;
  memcpy(&u, &d, 8);
  if (u != 0x4000000000000000ULL) reach_error();
  u += 1ULL << 52;
  memcpy(&d, &u, 8);
  if (d != 4.0) reach_error();
  return 0;
}
