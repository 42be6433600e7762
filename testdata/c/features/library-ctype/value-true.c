// tests of characters yield some number that is not 0
// expect: TRUE
#include <ctype.h>
extern void reach_error(void);

int main(void) {
  int digit = isdigit('5');
  if (digit == 0) reach_error();
  return 0;
}
