// limits.h in ILP32
// expect: FALSE
// flags: --data-model ILP32
extern void reach_error(void);

#include <limits.h>
#include <stdint.h>

int main(void) {
  if (LONG_MAX != 2147483647) reach_error();
  if (UINT_MAX != 4294967295u) reach_error();
  if (SIZE_MAX != UINT_MAX) reach_error();
  if (INT64_MAX != LLONG_MAX) reach_error();
  if (SHRT_MIN == -32768) reach_error();
  return 0;
}
