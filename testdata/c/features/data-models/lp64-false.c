// sizes in LP64
// expect: FALSE
// flags: --data-model LP64
extern void reach_error(void);

#include <stddef.h>
#include <stdint.h>

int main(void) {
  if (sizeof(long) != 8) reach_error();
  if (sizeof(void *) != 8) reach_error();
  if (sizeof(int) != 4) reach_error();
  if (sizeof(size_t) != 8) reach_error();
  if (sizeof(ptrdiff_t) != 8) reach_error();
  if (sizeof(int64_t) == 8) reach_error();
  return 0;
}
