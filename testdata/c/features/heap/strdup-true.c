// strdup copies a string
// expect: TRUE
extern void reach_error(void);

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = strdup("abc");
  s[0] = 'x';
  if (s[2] != 'c') reach_error();
  if (strlen(s) != 3) reach_error();
  free(s);
  return 0;
}
