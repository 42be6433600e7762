// sprintf writes any text
// expect: over-approximated, sprintf
extern void reach_error(void);

#include <stdio.h>

int main(void) {
  char s[10];
  sprintf(s, "%d", 42);
  if (s[0] != '4') reach_error();
  return 0;
}
