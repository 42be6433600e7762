// what a text of strerror says, and its length
// expect: over-approximated, unknown size
// flags: --check memory
// run: no, the errors are none of the program's own
#include <string.h>
int main(void) {
  return strerror(2)[1000] == 'x';
}
