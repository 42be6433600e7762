// toascii clears all bits but seven
// expect: TRUE
#define _GNU_SOURCE
#include <ctype.h>
extern void reach_error(void);

int main(void) {
  if (toascii(200) != 72 || toascii(65) != 65) reach_error();
  return 0;
}
