// snprintf cuts a text off, and yields the length of the whole
// expect: TRUE
// flags: --data-model ILP32
extern void reach_error(void);

#include <stdio.h>
#include <string.h>

int main(void) {
  char s[4];
  int n = snprintf(s, sizeof s, "%d", -1234);
  if (!(n == 5 && strcmp(s, "-12") == 0)) reach_error();
  return 0;
}
