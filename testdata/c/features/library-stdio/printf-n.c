// %n stores a number
// expect: over-approximated, printf stores
extern void reach_error(void);

#include <stdio.h>

int main(void) {
  int n = 7;
  printf("ab%n", &n);
  if (n != 2) reach_error();
  return 0;
}
