// tests of characters yield some number that is not 0
// expect: FALSE
#include <ctype.h>
extern void reach_error(void);

int main(void) {
  int digit = isdigit('5');
  if (digit != 1) reach_error();
  return 0;
}
