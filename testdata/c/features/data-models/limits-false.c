// limits.h in LP64
// expect: FALSE
// flags: --data-model LP64
extern void reach_error(void);

#include <limits.h>
#include <stdint.h>

int main(void) {
  if (LONG_MAX != 9223372036854775807L) reach_error();
  if (ULONG_MAX != 18446744073709551615UL) reach_error();
  if (INT_MIN != -2147483647 - 1) reach_error();
  if (SIZE_MAX != ULONG_MAX) reach_error();
  if (LLONG_MIN == LONG_MIN) reach_error();
  return 0;
}
