// %n in a format that is not a literal
// expect: over-approximated, printf may store a number of characters
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int n = 5;
  const char *f = "ab%n";
  printf(f, &n);
  if (n != 2) reach_error();
  return 0;
}
