// getenv yields null or a text
// expect: TRUE
// flags: --check memory
// run: no, the errors are none of the program's own
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = getenv("HOME");
  if (p) puts(p);
  return 0;
}
