// sizes in ILP32
// expect: TRUE
// flags: --data-model ILP32
extern void reach_error(void);

#include <stddef.h>
#include <stdint.h>

int main(void) {
  if (sizeof(long) != 4) reach_error();
  if (sizeof(void *) != 4) reach_error();
  if (sizeof(long long) != 8) reach_error();
  if (sizeof(size_t) != 4) reach_error();
  if (sizeof(ptrdiff_t) != 4) reach_error();
  if (sizeof(intptr_t) != 4) reach_error();
  return 0;
}
