// getenv yields null or a text
// expect: FALSE
// flags: --check memory
// run: no, the errors are none of the program's own
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  puts(getenv("HOME"));
  return 0;
}
