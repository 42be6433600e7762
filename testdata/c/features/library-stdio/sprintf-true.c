// sprintf writes numbers and texts by its format
// expect: TRUE
// flags: --data-model ILP32
extern void reach_error(void);

#include <stdio.h>
#include <string.h>

int main(void) {
  char s[20];
  int n = sprintf(s, "%d-%s", 4, "ab");
  if (!(n == 4 && strcmp(s, "4-ab") == 0)) reach_error();
  return 0;
}
