// strerror yields a text
// expect: TRUE
// flags: --check memory
// run: no, the errors are none of the program's own
#include <stdio.h>
#include <string.h>
int main(void) {
  char *p = strerror(2);
  printf("%s: %s\n", p, strerror(3));
  return 0;
}
