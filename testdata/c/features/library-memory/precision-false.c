// a precision bounds how much of a text printf reads
// expect: FALSE
// flags: --check memory
// run: no, the errors are none of the program's own
#include <stdio.h>
int main(void) {
  char a[3] = {'a', 'b', 'c'};
  printf("%.4s", a);
  return 0;
}
