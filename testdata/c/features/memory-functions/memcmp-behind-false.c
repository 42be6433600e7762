// memcmp accesses all bytes, also after the first difference
// expect: FALSE
// flags: --check memory
// run: no, the address sanitizer ends it at memcmp
#include <string.h>

int main(void) {
  char a[2] = {1, 2};
  return memcmp(a, "xyz", 3) == 0;
}
