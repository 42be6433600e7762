// printf reads the texts that it prints, up to their zero
// expect: FALSE
// flags: --check memory
// run: no, the errors are none of the program's own
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p[0] = 'a';
  p[1] = p[2] = p[3] = 0;
  free(p);
  printf("%d %s", 1, p);
  return 0;
}
