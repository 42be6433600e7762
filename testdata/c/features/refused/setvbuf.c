// a buffer for a FILE that is the program's own
// expect: refused, setvbuf with a buffer of the program's own
#include <stdio.h>
static char buffer[64];
int main(void) {
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  return 0;
}
