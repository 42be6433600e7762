// memcmp accesses all bytes, also after the first difference
// expect: TRUE
// flags: --check memory
#include <string.h>

int main(void) {
  char a[2] = {1, 2};
  return memcmp(a, "xyz", 2) == 0;
}
