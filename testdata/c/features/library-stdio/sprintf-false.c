// sprintf writes numbers and texts by its format
// expect: FALSE
extern void reach_error(void);

#include <stdio.h>
#include <string.h>

int main(void) {
  char s[20];
  int n = sprintf(s, "%d-%s|%03x", 42, "ab", 10);
  if (!(n == 9 && strcmp(s, "42-ab|00a") == 0)) reach_error();
  if (n == 9) reach_error();
  return 0;
}
