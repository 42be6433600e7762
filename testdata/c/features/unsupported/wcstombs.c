// functions of the library that store values that are not modelled, such as wcstombs
// expect: over-approximated, function wcstombs
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char b[4] = "abc";
  wcstombs(b, L"xyz", 3);
  if (b[0] == 'x') reach_error();
  return 0;
}
