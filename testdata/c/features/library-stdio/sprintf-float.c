// sprintf of a floating-point number writes any text
// expect: over-approximated, text that the library reads or writes
extern void reach_error(void);

#include <stdio.h>

int main(void) {
  char s[40];
  sprintf(s, "%f", 1.5);
  if (s[0] != '1') reach_error();
  return 0;
}
